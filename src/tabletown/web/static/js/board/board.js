// The board. Its scale is set once for each window size; after that only the person moves it, by buttons, wheel,
// drag, pinch, an edge arrow, a chip or the keyboard, and never a new question, a bot's move or a message.
import { calm } from "../common/dom.js";
import { drawOffscreenArrows } from "./offscreen_arrows.js";
import { animateMoves, positions } from "./piece_motion.js";
import { patch } from "../common/patch.js";

const SMALLEST_LETTERS = 12; // px: a board whose words would be smaller opens zoomed in, and pans
const CLOSEST = 4;
const SLACK = 16; // px that a board may be pushed beyond its edge
const STEPS = 24; // the resolution of the search for the opening position, in each direction
const PAN = 260; // ms

export class Board {
  constructor(view, plane, edges, buttons) {
    this.view = view;
    this.plane = plane;
    this.edges = edges;
    this.scale = 1;
    this.x =
      this.y =
      this.width =
      this.height =
      this.letters =
        0;
    this.size = "";
    this.shown = false; // before, there may be the picture that the page brought along
    this.moved = () => {}; // called after every pan and zoom
    this.wheel = (_turns) => false; // may handle the wheel itself (to turn a tile)
    this.tracks = (_width, _height) => {}; // lays out what depends on the board's shape, before the scale is set
    this.around = () => []; // its current options
    this.covered = () => 0; // px at the foot that are under a drawer
    this.pointers = new Map();
    buttons?.addEventListener("click", (event) => {
      const what = event.target.closest("[data-zoom]")?.dataset.zoom;
      if (what === "fit") this.fit();
      else if (what) this.zoom(what === "in" ? 1.35 : 1 / 1.35);
    });
    view.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    view.addEventListener("pointerdown", (event) => this.onDown(event));
    view.addEventListener("pointermove", (event) => this.onMove(event));
    for (const name of ["pointerup", "pointercancel"]) view.addEventListener(name, (event) => this.onUp(event));
    view.addEventListener("click", (event) => {
      if (this.dragged) event.stopPropagation();
      this.dragged = false;
    }, true);
    new ResizeObserver(() => this.resized()).observe(view);
  }

  get svg() {
    return this.shown ? this.plane.querySelector("svg") : null;
  }

  /** Shows another picture in place of the last one, unless its shape differs. Returns the new elements. */
  show(markup) {
    const before = positions(this.plane);
    const shape = `${this.width}x${this.height}`;
    const added = patch(this.plane, markup);
    this.shown = true;
    const svg = this.svg;
    if (!svg) return [];
    const box = svg.viewBox.baseVal;
    this.width = box?.width || svg.clientWidth || 600;
    this.height = box?.height || svg.clientHeight || 400;
    if (shape !== `${this.width}x${this.height}`) this.size = "";
    if (this.size) {
      this.place();
      animateMoves(this.plane, before);
    }
    return added;
  }

  get fitting() {
    return Math.min(this.view.clientWidth / this.width, this.view.clientHeight / this.height);
  }

  /** The visible part of the board: the view, less what a drawer covers. */
  get room() {
    const { left, top, right, bottom } = this.view.getBoundingClientRect();
    const foot = Math.max(top + 120, bottom - this.covered());
    return { left, top, right, bottom: foot, width: right - left, height: foot - top };
  }

  /** Decides again if the window has changed. */
  resized() {
    if (!this.svg || !this.view.clientWidth) return;
    if (this.size !== `${innerWidth}x${innerHeight}`) this.open();
    else this.place();
  }

  /** Shows the whole board, or as much of it as stays readable around the options. */
  open() {
    if (!this.svg) return;
    this.size = `${innerWidth}x${innerHeight}`;
    this.tracks(this.width, this.height);
    if (!this.view.clientWidth) {
      this.size = "";
      return;
    }
    const { letters } = this.svg.dataset;
    const grows = this.svg.hasAttribute("data-grow"); // its words grow instead of the board
    const least = grows ? 0 : SMALLEST_LETTERS / (Number(letters) || smallestLetters(this.svg) || Infinity);
    this.scale = Math.max(this.fitting, least);
    this.plane.style.setProperty("--up", Math.min(2, Math.max(1, 12.2 / ((Number(letters) || 13) * this.scale))));
    this.x = this.y = this.svg.hasAttribute("data-read") ? SLACK : 0; // reading starts at the top left corner
    if (!this.svg.hasAttribute("data-read")) this.lookForOptions();
    this.place();
  }

  /** The position that shows most options; among equals, the one nearest to their centre. */
  lookForOptions() {
    this.x = this.y = 0;
    this.place(false);
    const { width, height } = this.room;
    const across = this.width * this.scale - this.view.clientWidth, down = this.height * this.scale - height;
    const view = this.view.getBoundingClientRect();
    const dx = view.left + this.x, dy = view.top + this.y;
    const boxes = this.around().map((element) => element.getBoundingClientRect()).filter((box) => box.width)
      .map((box) => ({ l: box.left - dx, r: box.right - dx, t: box.top - dy, b: box.bottom - dy }));
    const middle = (one, other) => boxes.reduce((sum, box) => sum + box[one] + box[other], 0) / 2 / boxes.length;
    const [mx, my] = boxes.length
      ? [middle("l", "r"), middle("t", "b")]
      : [(this.width * this.scale) / 2, (this.height * this.scale) / 2];
    let best = null;
    for (let i = 0; i <= STEPS; i++) {
      for (let j = 0; j <= STEPS; j++) {
        const x = (Math.max(0, across) * i) / STEPS, y = (Math.max(0, down) * j) / STEPS;
        const seen = boxes.filter((box) => within(box.l, box.r, x, x + width) && within(box.t, box.b, y, y + height));
        const far = Math.hypot(mx - x - width / 2, my - y - height / 2);
        if (!best || seen.length > best.seen || (seen.length === best.seen && far < best.far)) {
          best = { seen: seen.length, far, x, y };
        }
      }
    }
    this.x = -best.x;
    this.y = -best.y;
  }

  fit() {
    this.scale = this.fitting;
    this.x = this.y = 0;
    this.place();
  }

  zoom(factor, at = { x: this.view.clientWidth / 2, y: this.view.clientHeight / 2 }) {
    const least = Math.min(this.fitting, 1) * 0.8;
    const scale = Math.min(Math.max(this.scale * factor, least), Math.max(CLOSEST, this.fitting));
    this.x = at.x - ((at.x - this.x) * scale) / this.scale;
    this.y = at.y - ((at.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.place();
  }

  place(tell = true) {
    const svg = this.svg;
    if (!svg || !this.view.clientWidth) return;
    const width = this.width * this.scale, height = this.height * this.scale;
    // a board that fits is centred; a larger one can't be pushed out of view, and may rise above a drawer
    const slack = this.dragged ? SLACK : 0;
    const keep = (at, size, room, under = 0) => {
      if (size <= room && !under) return (room - size) / 2;
      return Math.min(Math.max(slack, (room - size) / 2), Math.max(room - size - slack - under, at));
    };
    this.x = keep(this.x, width, this.view.clientWidth);
    this.y = keep(this.y, height, this.view.clientHeight, this.covered());
    svg.style.width = `${width}px`;
    svg.style.height = `${height}px`;
    this.plane.style.transform = `translate(${this.x}px, ${this.y}px)`;
    const pans = width > this.view.clientWidth + 1 || height > this.view.clientHeight + 1;
    this.view.classList.toggle("can-pan", pans);
    if (tell) {
      this.moved();
      this.count();
    }
  }

  /** Arrows to what lies outside, once the picture rests. */
  count() {
    cancelAnimationFrame(this.counting);
    this.counting = requestAnimationFrame(() => drawOffscreenArrows(this));
  }

  /** Pans by this many pixels, as an arrow or a chip asks. */
  pan(dx, dy) {
    if (!calm.matches) {
      this.plane.style.transition = `transform ${PAN}ms ease-out`;
      setTimeout(() => {
        this.plane.style.transition = "";
        this.count();
      }, PAN + 20);
    }
    this.x += dx;
    this.y += dy;
    this.place();
  }

  /** Brings this into view with this margin, unless it is visible. */
  bring(element, around = 8) {
    const box = element?.getBoundingClientRect();
    if (!box?.width) return;
    const { left, top, right, bottom } = this.room;
    const into = (from, to, low, high) => {
      if (to - from > high - low) return from > high - 40 || to < low + 40 ? (low + high) / 2 - (from + to) / 2 : 0;
      const gap = Math.min(around, (high - low - (to - from)) / 2);
      return from < low + gap ? low + gap - from : to > high - gap ? high - gap - to : 0;
    };
    const dx = into(box.left, box.right, left, right), dy = into(box.top, box.bottom, top, bottom);
    if (dx || dy) this.pan(dx, dy);
  }

  onWheel(event) {
    const { scrollHeight, clientHeight } = document.scrollingElement;
    // a page higher than its window is scrolled first: at 400 % the board alone fills the window
    if (!this.svg || (!event.ctrlKey && scrollHeight > clientHeight + 1)) return;
    event.preventDefault();
    if (!event.ctrlKey && this.wheel(event.deltaY > 0 ? 1 : -1)) return;
    const box = this.view.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), at);
  }

  onDown(event) {
    if (event.button || event.target.closest(".farther")) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.dragged = false;
    this.start = { x: event.clientX, y: event.clientY };
  }

  onMove(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const here = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const box = this.view.getBoundingClientRect();
      const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
      this.x += (here.x - last.x) / 2;
      this.y += (here.y - last.y) / 2;
      const at = { x: (here.x + other.x) / 2 - box.left, y: (here.y + other.y) / 2 - box.top };
      this.zoom(far(here, other) / far(last, other), at);
      this.dragged = true;
    } else if (this.dragged || Math.hypot(here.x - this.start.x, here.y - this.start.y) > 7) {
      if (!this.dragged) this.view.setPointerCapture(event.pointerId);
      this.dragged = true;
      this.x += here.x - last.x;
      this.y += here.y - last.y;
      this.place();
    }
    this.pointers.set(event.pointerId, here);
  }

  onUp(event) {
    this.pointers.delete(event.pointerId);
    if (this.dragged) {
      setTimeout(() => {
        this.dragged = false;
      }, 0);
    }
  }
}

/** Whether from..to lies between low and high; for something larger, whether enough of it does. */
function within(from, to, low, high) {
  if (to - from > high - low) return Math.min(to, high) - Math.max(from, low) >= 36;
  return from >= low + 2 && to <= high - 2;
}

/** The size of the board's smaller words, in its own units. A few tiny letters on an icon don't count. */
function smallestLetters(svg) {
  const sizes = [];
  const unit = svg.getScreenCTM()?.a || 1;
  for (const text of svg.querySelectorAll("text")) {
    const letters = text.textContent.trim().length;
    if (!letters || !text.checkVisibility({ visibilityProperty: true }) || text.closest("[data-preview]")) continue;
    const matrix = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize);
    if (matrix) sizes.push([(size * Math.hypot(matrix.a, matrix.b)) / unit, letters]);
  }
  sizes.sort((one, other) => one[0] - other[0]);
  let left = 0.15 * sizes.reduce((sum, [, letters]) => sum + letters, 0);
  return sizes.find(([, letters]) => (left -= letters) <= 0)?.[0] ?? 0;
}
