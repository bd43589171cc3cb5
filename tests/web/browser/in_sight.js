// Asked of a table's page, with the words of all options: which of them cannot be seen now, without scrolling or opening
// anything. An option is in sight where all of a button shows, or as much of a place on the board as a finger needs.
(words) => {
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /** What of the element is left inside everything that scrolls or cuts around it. */
  const shown = (element) => {
    let { left, top, right, bottom } = box(element);
    for (let around = element.parentElement; around; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (around.ownerSVGElement || (style.overflowX === "visible" && style.overflowY === "visible")) continue;
      const { left: l, top: t, right: r, bottom: b } = around === document.body || around === document.documentElement
        ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
        : box(around);
      [left, top, right, bottom] = [Math.max(left, l), Math.max(top, t), Math.min(right, r), Math.min(bottom, b)];
    }
    return { width: right - left, height: bottom - top };
  };
  const acts = [...document.querySelectorAll("#acts .btn")].filter(seen);
  const inSight = (word) => {
    if (words.length === 1 && acts.some((button) => button.matches(".go"))) return true; // the main button
    const places = [...document.querySelectorAll("[data-option][data-can], #acts [data-word-of]")]
      .filter((element) => (element.dataset.option ?? element.dataset.wordOf) === word && seen(element));
    return places.some((element) => {
      const whole = box(element), { width, height } = shown(element);
      const least = document.getElementById("plane").contains(element) ? 36 : Infinity;
      return width >= Math.min(whole.width, least) - 2 && height >= Math.min(whole.height, least) - 2;
    });
  };
  return words.filter((word) => !inSight(word));
}
