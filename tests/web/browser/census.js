// Asked of a table's page: what is wrong with its layout, as sentences. An empty list is a table as it should be.
() => {
  const found = [];
  const say = (...words) => found.push(words.join(" "));
  const q = (one) => document.querySelector(one);
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const view = box(q("#view")), board = box(q("#board"));
  const touch = matchMedia("(pointer: coarse)").matches;
  const words = !q("#words").hidden;

  // the page itself
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth + 1) say("the page scrolls sideways:", page.scrollWidth);

  // the board's share of the screen, less what lies over it
  const drawer = document.body.matches(".high:not(.lowered)") && getComputedStyle(q("#tray")).position === "absolute";
  const foot = drawer ? Math.min(board.bottom, box(q("#tray")).top) : board.bottom;
  const share = (board.width * (foot - board.top)) / (innerWidth * innerHeight);
  // on a low phone the answers come first; at 400 % the page is a column that scrolls
  const high = document.body.classList.contains("high"), low = innerWidth < 560 && innerHeight < 700;
  const least = low ? (high ? 0.22 : 0.38) : high ? 0.4 : 0.45;
  if (page.scrollHeight <= innerHeight + 1 && share < least) say("the board has only", share.toFixed(3));

  // the prompt
  for (const name of ["#say", "#sub > *", "#prompt .say", "#goal"]) {
    const element = q(name);
    if (!element || !seen(element)) continue;
    const cut = element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2;
    if (cut && element.clientHeight > 1) say("cut:", name, JSON.stringify(element.innerText.slice(0, 70)));
  }
  if (q("#goal").scrollHeight > q(".goal").clientHeight + 2) say("cut:", q("#goal").innerText.slice(0, 70));
  for (const button of document.querySelectorAll("#acts .btn, .opt")) {
    if (!seen(button)) continue;
    for (const part of [button, ...button.querySelectorAll("b, small, span")]) {
      if (part.scrollWidth > part.clientWidth + 2 && part.clientWidth && getComputedStyle(part).display !== "inline") {
        say("cut:", button.innerText.slice(0, 40)); break;
      }
    }
    if (button.scrollHeight > button.clientHeight + 3) say("cut below:", button.innerText.slice(0, 40));
  }

  // no word is broken in two (the pseudo-language has words that are longer than a button), no player's number is cut
  const strict = document.documentElement.lang === "en";
  const places = strict ? document.querySelectorAll("#say, #sub, #acts .btn, .opt b, .opt small") : [];
  for (const place of places) {
    if (!seen(place) || place.clientWidth < 2) continue; // a title that is only read aloud
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, range = document.createRange();
      for (const { 0: word, index } of node.data.matchAll(/[^\s/–-]+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set([...range.getClientRects()].filter((one) => one.width).map((one) => Math.round(one.top)));
        if (tops.size > 1) say("a broken word:", word, "in", place.innerText.slice(0, 40));
      }
    }
  }
  for (const field of document.querySelectorAll("input[placeholder]")) {
    if (!seen(field)) continue;
    const pen = document.createElement("canvas").getContext("2d"), style = getComputedStyle(field);
    pen.font = getComputedStyle(field, "::placeholder").font;
    const width = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (pen.measureText(field.placeholder).width > width + 1) say("a cut hint:", field.placeholder);
  }
  for (const number of strict ? document.querySelectorAll("#chips b") : []) {
    if (seen(number) && number.scrollWidth > number.clientWidth + 1) say("a player's number is cut:", number.innerText);
  }

  // options on the board: each is seen, counted by an arrow, or a chip; none is covered
  const options = new Map();
  for (const element of document.querySelectorAll("#plane [data-option][data-can]")) {
    if (!seen(element) || element.closest("[popover]")) continue;
    const word = element.dataset.option;
    if (!options.has(word)) options.set(word, []);
    options.get(word).push(element);
  }
  const room = { left: view.left, right: view.right, top: view.top, bottom: foot };
  const across = (one) => Math.min(one.right, room.right) - Math.max(one.left, room.left);
  const down = (one) => Math.min(one.bottom, room.bottom) - Math.max(one.top, room.top);
  const inside = (one) => across(one) >= Math.min(one.width, 36) * 0.9 && down(one) >= Math.min(one.height, 36) * 0.9;
  let outside = 0;
  const inTray = document.querySelectorAll("#choices .opt, #hand [data-can]");
  const chips = new Set([...inTray].map((one) => one.dataset.option));
  for (const [word, elements] of options) {
    if (words) break;
    if (!elements.some((one) => inside(box(one)))) { outside += 1; continue; }
    const hit = elements.some((element) => {
      const one = box(element);
      for (let i = 0; i < 81; i++) {
        const x = one.left + one.width * (0.06 + 0.11 * (i % 9));
        const y = one.top + one.height * (0.06 + 0.11 * Math.floor(i / 9));
        if (x < room.left || x > room.right || y < room.top || y > room.bottom) continue;
        if (document.elementFromPoint(x, y)?.closest("[data-option]")?.dataset.option === word) return true;
      }
      return false;
    });
    const lines = elements.some((element) => element.querySelector("path.hit"));
    if (word.startsWith("path:")) continue; // a short way to what can also be chosen step by step
    const scrolled = page.scrollHeight > innerHeight + 1; // a page that is a column: it comes into the window
    if (!hit && !lines && !scrolled) say("covered:", word);
    if (!chips.has(word) && !q("#acts [data-word-of]")) say("no chip:", word);
  }
  let counted = 0;
  for (const one of document.querySelectorAll(".farther")) counted += Number(one.innerText.match(/\d+/));
  if (!words && counted !== outside) say("arrows count", counted, "of", outside, "outside");

  // what can be chosen in the tray stands side by side
  const tray = [...inTray].filter(seen).filter((one) => !one.querySelector("[data-can], .opt"));
  tray.forEach((element, index) => {
    const one = box(element);
    for (const other of tray.slice(index + 1)) {
      const two = box(other);
      if (!other.contains(element) && !element.contains(other)
        && Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1
        && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1) {
        say("one over the other:", element.dataset.option, other.dataset.option);
      }
    }
  });

  // nothing but arrows, sheet, drawer, bubble and cards lies over the board
  for (const element of document.querySelectorAll("#tools, #commit, #zoom, .toast, #prompt, #goal, #tray, #rail")) {
    if (!seen(element) || words) continue;
    const one = box(element);
    const over = Math.min(one.right, board.right) - Math.max(one.left, board.left) > 1
      && Math.min(one.bottom, board.bottom) - Math.max(one.top, board.top) > 1;
    if (!over || (drawer && ["tray", "tools"].includes(element.id))) continue;
    say("over the board:", element.id || element.className);
  }

  // a list that goes on says so
  const lanes = q("#lanes");
  for (const element of lanes.querySelectorAll("*")) {
    if (!seen(element) || element.closest(".vh, .chips-of") || element.ownerSVGElement) continue; // a picture
    const one = box(element);
    if (one.width && one.height && one.right > box(lanes).right + 2) {
      say("cut at the side of the tray:", (element.innerText ?? element.tagName).slice(0, 40));
      break;
    }
  }
  for (const item of document.querySelectorAll("#since li")) {
    const [one, list] = [box(item), box(item.parentElement)];
    if (seen(item) && one.top < list.bottom - 1 && one.right > list.right + 2) say("cut:", item.innerText.slice(0, 40));
  }
  const hidden = lanes.scrollHeight > lanes.clientHeight + 2 && getComputedStyle(lanes).overflowY !== "visible";
  if (hidden && lanes.scrollTop < 4 && q("#below").hidden) say("the tray goes on without a sign");
  for (const row of document.querySelectorAll(".chips-of")) {
    const goesOn = row.scrollWidth > row.clientWidth + 4 && box(row.lastElementChild).right > box(row).right + 4;
    if (goesOn && row.scrollLeft < 4 && row.nextElementSibling.hidden) say("a lane goes on without a sign");
  }

  // targets
  const target = touch ? 44 : 24;
  const reach = "button, a[href], input, select, summary, [data-can], [role=tab]";
  for (const element of document.querySelectorAll(reach)) {
    if (!seen(element) || element.disabled || element.closest(".vh, .skip, [hidden]")) continue;
    const onBoard = q("#plane").contains(element);
    const elsewhere = chips.has(element.dataset.option) || element.dataset.option?.startsWith("path:");
    if (onBoard && (elsewhere || !element.hasAttribute("data-can"))) continue;
    const same = `#choices [data-option="${CSS.escape(element.dataset.option ?? "-")}"]`;
    if (q("#hand").contains(element) && q(same)) continue;
    if (element.matches(".log .r, .panel p a, .panel li a")) continue; // links within a sentence
    const one = { width: box(element).width, height: box(element).height };
    const after = getComputedStyle(element, "::after"); // what is pressed may be larger than what is seen
    if (after.position === "absolute" && after.content !== "none") {
      one.width = Math.max(one.width, parseFloat(after.width) || 0);
      one.height = Math.max(one.height, parseFloat(after.height) || 0);
    }
    if (one.width + 0.6 < target || one.height + 0.6 < target) {
      if (one.width && one.height) say("small target:", Math.round(one.width) + "x" + Math.round(one.height),
        element.id || element.className?.baseVal || element.className || element.tagName, element.dataset.option ?? "");
    }
  }

  // letters on the board at the opening scale
  const sizes = [];
  if (!words) for (const text of document.querySelectorAll("#plane > svg text")) {
    if (!text.textContent.trim() || !seen(text) || text.closest("[data-preview]")) continue;
    const matrix = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b);
    const name = text.getAttribute("class") ?? text.parentElement.getAttribute("class");
    if (size < 11.9) sizes.push(`${size.toFixed(1)} ${name}`);
  }
  if (sizes.length) say("small letters:", [...new Set(sizes)].slice(0, 3).join(", "));

  // words of the drawing run neither into each other nor into a piece, nor out of the field in which they stand; only
  // the names of a hundred real stops are not asked for room that a made-up language would need. Chromium measures
  // letters without their outlines
  const run = new Set(), drawn = [], which = document.documentElement.lang === "en-XA" ? "text:not(.lb, .wn)" : "text";
  if (!words && /Chrome/.test(navigator.userAgent)) for (const text of document.querySelectorAll(`#plane > svg ${which}`)) {
    if (!text.textContent.trim() || !seen(text) || text.closest("[data-preview], [popover]")) continue;
    const lines = text.querySelectorAll("tspan[x]");
    for (const line of lines.length ? lines : [text]) drawn.push([line, box(line)]);
  }
  const crosses = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.4 * Math.min(one.height, other.height);
  const small = (one) => one.width < 36 && one.height < 36; // not a ground, not a road
  // hexagons lie closer together than the boxes around them
  const pieces = words ? [] : [...document.querySelectorAll("#plane > svg [id]:not([id^=plot-], [id^=tile-])")].filter(seen)
    .map((piece) => [piece, box(piece)]).filter(([, one]) => small(one));
  // what an option would change, on a ground of its own: it takes the place of what stands there
  const pill = (text) =>
    text.closest("[data-can]") && ["rect", "path", "circle"].includes(text.previousElementSibling?.localName);
  drawn.forEach(([text, one], index) => {
    const name = text.textContent;
    for (const [other, two] of drawn.slice(index + 1)) {
      if (!pill(text) && pill(other)) continue;
      if (crosses(one, two)) run.add(`words run together: ${name} / ${other.textContent}`);
    }
    for (const [piece, two] of pill(text) ? [] : pieces) {
      if (!piece.contains(text) && crosses(one, two)) run.add(`a word runs into a piece: ${name} / ${piece.id}`);
    }
    const field = text.previousElementSibling;
    if (field?.localName !== "rect" || box(field).height < one.height) return;
    if (one.left < box(field).left - 1 || one.right > box(field).right + 1) run.add(`out of its field: ${name}`);
  });
  for (const finding of [...run].slice(0, 6)) say(finding);
  return found;
}
