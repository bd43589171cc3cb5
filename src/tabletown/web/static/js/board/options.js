// Options, wherever they are drawn: pointing, selecting, turning, and arrow keys to the nearest option in a direction.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const REACH = 24; // px around a tap within which the nearest option on the board is meant
const SHORT_REACH = 8; // if the tap hit something else that can say why not
const STILL = 7; // px that a pointer may move between press and release

const PATH = "path:"; // several answers in one: selected first, then confirmed and sent one after another

/** The answers that an option stands for. @param {string} word */
export const answersOf = (word) => (word.startsWith(PATH) ? word.slice(PATH.length).split(" ") : [word]);
/** The option that stands for these answers. @param {string[]} answers */
export const pathOf = (answers) => (answers.length > 1 ? PATH + answers.join(" ") : answers[0]);
const beginsWith = (word, start) => word === start || `${word} `.startsWith(`${PATH}${start.replace(PATH, "")} `);

/** What an element stands for: several paths where they end at one place, taken in turn. */
export const wordsOf = ({ dataset }) => [dataset.option, ...(dataset.also?.split("|") ?? [])];

export class Options {
  /** roots: elements in which options are drawn. on: {choose(word), why(word, element), changed(), focused(element)} */
  constructor(roots, view, on) {
    this.roots = roots;
    this.view = view;
    this.on = on;
    this.asked =
      this.selected =
      this.pointed =
      this.press =
        null;
    this.words = new Map();
    this.active = false;
    this.waits = () => false;
    this.beside = () => []; // buttons elsewhere that answer too: arrow keys reach them
    this.later = [];
    document.addEventListener("focusin", (event) => this.point(this.optionAt(event.target)));
    document.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.point(this.optionAt(event.target)); // fingers don't hover
    });
    document.addEventListener("focusout", () => this.point(null));
    document.addEventListener("pointerdown", (event) => this.onDown(event), true);
    document.addEventListener("pointerup", (event) => this.onUp(event));
    document.addEventListener("click", (event) => this.onClick(event));
  }

  /** Sets the question (or none), and forgets the last one. */
  ask(asked, active) {
    const again = asked && this.asked && JSON.stringify(asked.options) === JSON.stringify(this.asked.options);
    this.asked = asked;
    this.active = active;
    this.words = new Map([...(asked?.options ?? []), ...(asked?.paths ?? [])].map((option) => [option.word, option]));
    if (!again || !this.words.has(this.selected)) this.selected = null;
    if (asked?.cycle && this.selected === null) {
      this.selected = this.words.has(asked.start) ? asked.start : asked.options[0]?.word ?? null;
    }
    this.pointed = null;
    this.dress();
  }

  /** All elements of options that are visible now. */
  elements() {
    return this.roots.flatMap((root) => [...root.querySelectorAll("[data-option]")])
      .filter((element) => this.words.has(element.dataset.option) && element.checkVisibility());
  }

  /** Sets roles, names and one tab stop for each place where options are drawn; nothing else takes focus. */
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
        if (!element.hasAttribute("aria-label") && element.tagName !== "BUTTON") {
          element.setAttribute("aria-label", option.label);
        }
        element.setAttribute("tabindex", "-1");
        if (!stop || wordsOf(element).includes(this.selected)) stop = element;
      }
      stop?.setAttribute("tabindex", "0");
    }
    this.preview();
  }

  /** Shows the preview of the option under the pointer, otherwise of the selected one. */
  preview() {
    const only = this.words.size === 1 ? [...this.words.keys()][0] : null;
    const word = this.pointed ?? this.selected ?? only ?? "";
    for (const root of this.roots) {
      for (const element of root.querySelectorAll("[data-preview]")) {
        element.classList.toggle("on", beginsWith(word, element.dataset.preview));
      }
      for (const element of root.querySelectorAll("[data-option]")) {
        const words = wordsOf(element), chosen = words.includes(this.selected);
        const leads = word.startsWith(PATH) && beginsWith(word, words[0]); // such as the die of a drive
        element.classList.toggle("is-on", words.includes(this.pointed) || leads);
        element.classList.toggle("is-chosen", chosen);
        if (element.hasAttribute("data-can") && this.confirms(element.dataset.option)) {
          element.setAttribute("aria-pressed", String(chosen));
        }
      }
    }
    this.on.changed();
  }

  /** Whether it has to be selected and previewed before it is sent. */
  confirms(word) {
    return Boolean(this.asked?.confirm || this.asked?.cycle || word?.startsWith(PATH));
  }

  optionAt(target) {
    const element = target?.closest?.("[data-option]");
    if (!element || !this.active || !this.words.has(element.dataset.option)) return null;
    return wordsOf(element).find((word) => word === this.selected) ?? element.dataset.option;
  }

  /** The option that a click there takes; another click takes the next of several. */
  clickedAt(target) {
    const word = this.optionAt(target);
    if (word === null || word !== this.selected || !word.startsWith(PATH)) return word;
    const words = wordsOf(target.closest("[data-option]"));
    return words[(words.indexOf(word) + 1) % words.length];
  }

  point(word) {
    if (this.asked?.cycle) word = null; // while turning, only turning changes the preview
    if (word === this.pointed) return;
    this.pointed = word;
    this.preview();
  }

  select(word) {
    this.selected = word;
    this.preview();
  }

  /** Takes this option: at once, or by selecting it first if the main button confirms. */
  take(word) {
    if (this.waits()) this.later.push(word); // the last answer is still being sent: this one follows
    else if (!this.active || !this.words.has(word)) return;
    else if (this.confirms(word) && this.selected !== word) this.select(word);
    else if (this.asked.cycle) this.turn(1);
    else this.on.choose(word);
  }

  /** Plays clicks that came before the table they were meant for. True if one of them isn't possible any more. */
  catchUp() {
    const clicks = this.later;
    this.later = [];
    let missed = false;
    for (const word of clicks) {
      if (this.waits()) this.later.push(word);
      else if (this.words.has(word)) this.take(word);
      else missed = true;
    }
    return missed;
  }

  /** The next distinct turn, or the previous one. */
  turn(by) {
    if (!this.active || !this.asked?.cycle) return false;
    const words = [...this.words.keys()];
    const held = document.activeElement?.matches?.("[data-option]") ? document.activeElement : null;
    this.select(words[(words.indexOf(this.selected) + by + words.length) % words.length]);
    const root = this.roots.find((candidate) => candidate.contains(held));
    if (held) this.elements().find((one) => root?.contains(one) && one.dataset.option === this.selected)?.focus();
    return true;
  }

  // ---------------------------------------------------------------------------------------------- pointer

  /** The pressed element counts, even if the board is redrawn before the finger is lifted. */
  onDown(event) {
    const word = event.button ? null : this.clickedAt(event.target) ?? this.near(event);
    this.press = word === null ? null : { word, x: event.clientX, y: event.clientY, element: event.target };
  }

  /** A mouse sends no click if the pressed element has gone meanwhile. */
  onUp(event) {
    const { press } = this;
    if (!press || event.pointerType !== "mouse" || press.element.isConnected) return;
    setTimeout(() => {
      if (this.press !== press || Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL) return;
      this.press = null;
      this.take(press.word);
    }, 30);
  }

  onClick(event) {
    const { press } = this;
    this.press = null;
    const handle = event.target.closest?.("[data-turn]");
    if (handle && this.turn(Number(handle.dataset.turn))) return;
    const gone = event.detail && press && !press.element.isConnected;
    const word = gone ? press.word : this.clickedAt(event.target) ?? this.near(event);
    if (word !== null) {
      if (word !== this.selected || !word.startsWith(PATH)) this.take(word); // a double click must not play a path
      return;
    }
    const thing = event.target.closest?.("[data-word]");
    if (thing && this.roots.some((root) => root.contains(thing))) this.on.why(thing.dataset.word, thing);
  }

  /** The option on the board nearest to a tap beside it. */
  near(event) {
    if (!this.active || !event.target.closest || !this.view.contains(event.target)) return null;
    if (event.target.closest("button, a, [data-turn]") || !(event.clientX || event.clientY)) return null;
    const reach = event.target.closest("[data-word]") ? SHORT_REACH : REACH;
    for (let far = 4; far <= reach; far += 4) {
      for (let step = 0; step < 16; step++) {
        const angle = (step * Math.PI) / 8;
        const [x, y] = [event.clientX + far * Math.cos(angle), event.clientY + far * Math.sin(angle)];
        const found = document.elementFromPoint(x, y);
        const word = this.view.contains(found) ? this.clickedAt(found) : null;
        if (word !== null) return word;
      }
    }
    return null;
  }

  // ---------------------------------------------------------------------------------------------- keyboard

  /** True if the key was handled. */
  onKey(event) {
    const here = document.activeElement?.closest?.("[data-option]");
    if (here && this.optionAt(here) !== null && (event.key === "Enter" || event.key === " ")) {
      const word = this.optionAt(here);
      if (this.asked.cycle && event.key === "Enter") this.on.choose(this.selected);
      else if (here.tagName === "BUTTON") return false; // real buttons click by themselves
      else this.take(event.key === " " ? this.clickedAt(here) : word);
      return true;
    }
    const way = ARROWS[event.key];
    if (!way || !this.active) return false;
    if (this.asked?.cycle) return this.turn(way[0] + way[1]);
    const all = [...this.elements(), ...this.beside()];
    if (!all.length) return false;
    const from = all.find((element) => element === (here ?? document.activeElement)) ?? null;
    const first = all.find((element) => element.dataset.option === this.selected) ?? all[0];
    this.focus(from ? nearest(from, all, way) : first);
    return true;
  }

  focus(element) {
    if (!element) return;
    const root = this.roots.find((candidate) => candidate.contains(element));
    for (const other of root?.querySelectorAll('[data-option][tabindex="0"]') ?? []) {
      other.setAttribute("tabindex", "-1");
    }
    if (root) element.setAttribute("tabindex", "0");
    element.focus({ preventScroll: this.view.contains(element) });
    this.on.focused?.(element);
  }
}

const SIDEWAYS = 1.6; // penalty for moving sideways rather than ahead: the next hexagon comes before the one behind it

/** The nearest option in that direction; straight ahead counts more than sideways. Wraps around at the edge. */
export function nearest(from, all, [dx, dy]) {
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
      const far = ahead + SIDEWAYS * aside;
      if (far < bestFar) [best, bestFar] = [element, far];
    } else if (-ahead - SIDEWAYS * aside > otherFar) {
      [other, otherFar] = [element, -ahead - SIDEWAYS * aside];
    }
  }
  return best ?? other;
}
