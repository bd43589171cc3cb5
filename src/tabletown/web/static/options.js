// What can be chosen, wherever it is drawn: pointing, selecting, turning, and arrow keys to the nearest option that way.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Options {
  /** roots: elements in which options are drawn. on: {choose(word), why(word, element), changed()} */
  constructor(roots, on) {
    Object.assign(this, { roots, on, asked: null, words: new Map(), selected: null, pointed: null, active: false });
    for (const name of ["pointerover", "focusin"]) {
      document.addEventListener(name, (event) => this.point(this.optionAt(event.target)));
    }
    document.addEventListener("focusout", () => this.point(null));
    document.addEventListener("click", (event) => this.onClick(event));
  }

  /** A new question (or none). Keeps nothing of the last one. */
  ask(asked, active) {
    const again = asked && this.asked && JSON.stringify(asked.options) === JSON.stringify(this.asked.options);
    this.asked = asked;
    this.active = active;
    this.words = new Map((asked?.options ?? []).map((option) => [option.word, option]));
    if (!again || !this.words.has(this.selected)) this.selected = null;
    if (asked?.cycle && this.selected === null) this.selected = this.words.has(asked.start) ? asked.start : asked.options[0]?.word ?? null;
    this.pointed = null;
    this.dress();
  }

  /** All drawn elements of options that can be seen now. */
  elements() {
    return this.roots.flatMap((root) => [...root.querySelectorAll("[data-option]")])
      .filter((element) => this.words.has(element.dataset.option) && element.checkVisibility());
  }

  drawn() {
    return new Set(this.elements().map((element) => element.dataset.option));
  }

  /** Roles, names and one tab stop for each place where options are drawn; everything else takes no focus. */
  dress() {
    for (const root of this.roots) {
      let stop = null;
      for (const element of root.querySelectorAll("[data-option]")) {
        const option = this.active ? this.words.get(element.dataset.option) : null;
        element.toggleAttribute("data-can", Boolean(option));
        if (!option) {
          element.removeAttribute("tabindex");
          element.removeAttribute("role");
          if (element.tagName === "BUTTON") element.disabled = true;
          continue;
        }
        if (element.tagName === "BUTTON") element.disabled = false;
        else element.setAttribute("role", "button");
        if (!element.hasAttribute("aria-label") && element.tagName !== "BUTTON") element.setAttribute("aria-label", option.label);
        element.setAttribute("tabindex", "-1");
        if (!stop || element.dataset.option === this.selected) stop = element;
      }
      stop?.setAttribute("tabindex", "0");
    }
    this.preview();
  }

  /** Show what is drawn for the option that is pointed at, else for the selected one. */
  preview() {
    const word = this.pointed ?? this.selected;
    for (const root of this.roots) {
      for (const element of root.querySelectorAll("[data-preview]")) element.classList.toggle("on", element.dataset.preview === word);
      for (const element of root.querySelectorAll("[data-option]")) {
        const chosen = element.dataset.option === this.selected;
        element.classList.toggle("is-on", element.dataset.option === this.pointed);
        element.classList.toggle("is-chosen", chosen);
        if (this.asked?.confirm && element.hasAttribute("data-can")) element.setAttribute("aria-pressed", String(chosen));
      }
    }
    this.on.changed();
  }

  optionAt(target) {
    const element = target?.closest?.("[data-option]");
    return element && this.active && this.words.has(element.dataset.option) ? element.dataset.option : null;
  }

  point(word) {
    if (this.asked?.cycle) word = null; // while something is turned, only turning changes the preview
    if (word === this.pointed) return;
    this.pointed = word;
    this.preview();
  }

  select(word) {
    this.selected = word;
    this.preview();
  }

  /** Take this option: at once, or select it first where the question is confirmed by the main button. */
  take(word) {
    if (!this.active || !this.words.has(word)) return;
    if (this.asked.cycle) this.turn(1);
    else if (this.asked.confirm && this.selected !== word) this.select(word);
    else this.on.choose(word);
  }

  /** The next distinct turn, or the one before. */
  turn(by) {
    if (!this.active || !this.asked?.cycle) return false;
    const words = [...this.words.keys()];
    const held = document.activeElement?.matches?.("[data-option]");
    this.select(words[(words.indexOf(this.selected) + by + words.length) % words.length]);
    if (held) this.elements().find((element) => element.dataset.option === this.selected)?.focus();
    return true;
  }

  onClick(event) {
    const handle = event.target.closest?.("[data-turn]");
    if (handle && this.turn(Number(handle.dataset.turn))) return;
    const word = this.optionAt(event.target);
    if (word !== null) {
      this.take(word);
      return;
    }
    const thing = event.target.closest?.("[data-word]");
    if (thing && this.roots.some((root) => root.contains(thing))) this.on.why(thing.dataset.word, thing);
  }

  // ---------------------------------------------------------------------------------------------- keyboard

  /** True if the key meant something here. */
  onKey(event) {
    const here = document.activeElement?.closest?.("[data-option]");
    if (here && this.optionAt(here) !== null && (event.key === "Enter" || event.key === " ")) {
      if (here.tagName === "BUTTON") return false; // a real button clicks by itself
      const word = here.dataset.option;
      if (this.asked.cycle && event.key === "Enter") this.on.choose(this.selected);
      else this.take(word);
      return true;
    }
    const way = ARROWS[event.key];
    if (!way || !this.active) return false;
    if (this.asked?.cycle) return this.turn(way[0] + way[1]);
    const all = this.elements();
    if (!all.length) return false;
    const from = here && all.includes(here) ? here : null;
    this.focus(from ? nearest(from, all, way) : all.find((element) => element.dataset.option === this.selected) ?? all[0]);
    return true;
  }

  focus(element) {
    if (!element) return;
    const root = this.roots.find((candidate) => candidate.contains(element));
    for (const other of root?.querySelectorAll('[data-option][tabindex="0"]') ?? []) other.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
    element.focus({ preventScroll: false });
    this.on.focused?.(element);
  }
}

/** The nearest one in that direction; straight ahead counts more than aside. Round the edge where there is none. */
function nearest(from, all, [dx, dy]) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null, bestFar = Infinity, other = null, otherFar = -Infinity;
  for (const element of all) {
    if (element === from) continue;
    const [ex, ey] = middle(element);
    const ahead = (ex - x) * dx + (ey - y) * dy, aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    if (ahead > 1) {
      const far = ahead + 2.2 * aside;
      if (far < bestFar) [best, bestFar] = [element, far];
    } else if (-ahead - 2.2 * aside > otherFar) {
      [other, otherFar] = [element, -ahead - 2.2 * aside];
    }
  }
  return best ?? other;
}
