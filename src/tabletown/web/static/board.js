// The board: as large as fits, zoomed and panned by buttons, wheel, drag and pinch; pieces glide from where they were.
import { calm } from "./dom.js";

const SMALLEST_LETTERS = 12; // px: a board whose words would be smaller opens closer and pans
const SHRINK = 0.8; // a little smaller is better than cut off at the edge
const LARGEST_START = 1.25;
const CLOSEST = 4;
const SLACK = 16; // px that a board may be pushed beyond its edge

export class Board {
  constructor(view, plane, buttons) {
    Object.assign(this, { view, plane, scale: 1, x: 0, y: 0, own: false, width: 0, height: 0 });
    this.moved = () => {}; // told after every pan and zoom
    this.wheel = () => false; // may take the wheel for itself (turning a tile)
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
    view.addEventListener("click", (event) => { if (this.dragged) event.stopPropagation(); this.dragged = false; }, true);
    new ResizeObserver(() => { if (this.own) this.place(); else this.open(); }).observe(view);
  }

  get svg() {
    return this.plane.querySelector("svg");
  }

  /** Show another picture. `around`: elements that should be seen, given once the picture is there. */
  show(markup, around) {
    const before = positions(this.plane);
    const first = !this.svg;
    const shape = `${this.width}x${this.height}`;
    this.plane.innerHTML = markup;
    const svg = this.svg;
    if (!svg) return;
    const box = svg.viewBox.baseVal;
    this.width = box?.width || svg.clientWidth || 600;
    this.height = box?.height || svg.clientHeight || 400;
    if (first || shape !== `${this.width}x${this.height}`) {
      this.own = false;
      this.around = around;
      this.open();
    } else {
      this.around = around;
      this.place();
      glide(this.plane, before);
    }
  }

  get fitting() {
    return Math.min(this.view.clientWidth / this.width, this.view.clientHeight / this.height);
  }

  /** The whole board, or as much of it as stays readable, around what can be chosen. */
  open() {
    if (!this.svg || !this.view.clientWidth) return;
    const letters = smallestLetters(this.svg);
    const readable = letters ? Math.min(SMALLEST_LETTERS / letters, LARGEST_START) : 0;
    this.makeRoom(readable);
    this.scale = this.fitting < readable * SHRINK ? readable : this.fitting;
    const read = this.svg.hasAttribute("data-read"); // a page is read from its top left corner
    this.x = read ? SLACK : (this.view.clientWidth - this.width * this.scale) / 2;
    this.y = read ? SLACK : (this.view.clientHeight - this.height * this.scale) / 2;
    this.place();
    this.lookAt(this.around?.() ?? [], true);
  }

  /** Buttons may lie over the board only where they hide nothing of it, or where it can be panned away. */
  makeRoom(readable) {
    const whole = this.view.parentElement;
    whole.classList.remove("barred");
    if (this.fitting < readable * SHRINK) return;
    this.scale = this.fitting;
    this.place();
    this.plane.classList.add("probe"); // decoration counts too, even where it takes no clicks
    const corners = [...whole.querySelectorAll(".tools, .zoom")].map((box) => box.getBoundingClientRect());
    const hidden = corners.some((box) => [0.02, 0.35, 0.65, 0.98].some((x) => [0.05, 0.9].some((y) => document.elementsFromPoint(box.left + x * box.width, box.top + y * box.height).some((element) => element !== this.svg && this.svg.contains(element)))));
    this.plane.classList.remove("probe");
    whole.classList.toggle("barred", hidden);
  }

  fit() {
    this.own = false;
    this.scale = this.fitting;
    this.x = this.y = 0;
    this.own = true;
    this.place();
  }

  zoom(factor, at = { x: this.view.clientWidth / 2, y: this.view.clientHeight / 2 }) {
    const scale = Math.min(Math.max(this.scale * factor, Math.min(this.fitting, 1) * 0.8), Math.max(CLOSEST, this.fitting));
    this.x = at.x - ((at.x - this.x) * scale) / this.scale;
    this.y = at.y - ((at.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.own = true;
    this.place();
  }

  place() {
    const svg = this.svg;
    if (!svg) return;
    const width = this.width * this.scale, height = this.height * this.scale;
    // a board that fits is centred; a larger one may not be pushed out of sight
    const keep = (at, size, room) => (size <= room ? (room - size) / 2 : Math.min(SLACK, Math.max(room - size - SLACK, at)));
    this.x = keep(this.x, width, this.view.clientWidth);
    this.y = keep(this.y, height, this.view.clientHeight);
    svg.style.width = `${width}px`;
    svg.style.height = `${height}px`;
    this.plane.style.transform = `translate(${this.x}px, ${this.y}px)`;
    this.view.classList.toggle("can-pan", width > this.view.clientWidth + 1 || height > this.view.clientHeight + 1);
    this.moved();
  }

  /** Pan so that these elements are seen, if they are not. */
  lookAt(elements, always = false) {
    if (!elements.length) return;
    const room = this.view.getBoundingClientRect();
    const boxes = elements.map((element) => element.getBoundingClientRect()).filter((box) => box.width);
    if (!boxes.length) return;
    const seen = boxes.filter((box) => box.right > room.left + 20 && box.left < room.right - 20 && box.bottom > room.top + 20 && box.top < room.bottom - 20);
    if (!always && seen.length) return;
    const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top)), bottom = Math.max(...boxes.map((box) => box.bottom));
    // where they do not all fit, look at the middle one
    const middle = boxes[Math.floor(boxes.length / 2)];
    const cx = right - left <= room.width ? (left + right) / 2 : middle.left + middle.width / 2;
    const cy = bottom - top <= room.height ? (top + bottom) / 2 : middle.top + middle.height / 2;
    this.x += room.left + room.width / 2 - cx;
    this.y += room.top + room.height / 2 - cy;
    this.place();
  }

  onWheel(event) {
    if (!this.svg) return;
    event.preventDefault();
    if (!event.ctrlKey && this.wheel(event.deltaY > 0 ? 1 : -1)) return;
    const box = this.view.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), { x: event.clientX - box.left, y: event.clientY - box.top });
  }

  onDown(event) {
    if (event.button) return;
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
      this.zoom(far(here, other) / far(last, other), { x: (here.x + other.x) / 2 - box.left, y: (here.y + other.y) / 2 - box.top });
      this.dragged = true;
    } else if (this.dragged || Math.hypot(here.x - this.start.x, here.y - this.start.y) > 7) {
      if (!this.dragged) this.view.setPointerCapture(event.pointerId);
      this.dragged = true;
      this.own = true;
      this.x += here.x - last.x;
      this.y += here.y - last.y;
      this.place();
    }
    this.pointers.set(event.pointerId, here);
  }

  onUp(event) {
    this.pointers.delete(event.pointerId);
    if (this.dragged) setTimeout(() => { this.dragged = false; }, 0);
  }
}

/** How large the board's smaller words are, in its own units. A few tiny letters on an icon do not count. */
function smallestLetters(svg) {
  const sizes = [];
  const unit = svg.getScreenCTM()?.a || 1;
  for (const text of svg.querySelectorAll("text")) {
    const letters = text.textContent.trim().length;
    if (!letters || !text.checkVisibility() || text.closest("[data-preview]")) continue;
    const matrix = text.getScreenCTM();
    if (matrix) sizes.push([(parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b)) / unit, letters]);
  }
  sizes.sort((one, other) => one[0] - other[0]);
  let left = 0.15 * sizes.reduce((sum, [, letters]) => sum + letters, 0);
  return sizes.find(([, letters]) => (left -= letters) <= 0)?.[0] ?? 0;
}

// ------------------------------------------------------------------------------------------------ gliding pieces

/** Where each piece (an element with an id) stands on the screen. */
export function positions(root) {
  const found = new Map();
  if (calm.matches) return found;
  for (const piece of root.querySelectorAll("[id]")) {
    const box = piece.getBoundingClientRect();
    if (box.width || box.height) found.set(piece.id, box);
  }
  return found;
}

/**
 * Let each piece glide from where it was. Browsers capture no element inside a picture for View Transitions, so this
 * does for pieces what those do for whole pages.
 */
export function glide(root, before) {
  if (calm.matches || !before.size || document.hidden) return;
  const moving = new Map();
  const fresh = [];
  for (const piece of root.querySelectorAll("[id]")) {
    const now = piece.getBoundingClientRect();
    if (!now.width && !now.height) continue;
    const then = before.get(piece.id);
    if (!then) { fresh.push(piece); continue; }
    const dx = then.left + then.width / 2 - (now.left + now.width / 2), dy = then.top + then.height / 2 - (now.top + now.height / 2);
    if (Math.hypot(dx, dy) > 3 && Math.hypot(dx, dy) < 3000) moving.set(piece, { dx, dy });
  }
  if (moving.size > 120) return;
  const timing = { duration: 260, easing: "cubic-bezier(.2, .7, .2, 1)" };
  for (const [piece, { dx, dy }] of moving) {
    const above = moving.get(piece.parentElement?.closest("[id]"));
    if (above && Math.hypot(above.dx - dx, above.dy - dy) < 2) continue; // its group already carries it
    const matrix = piece.ownerSVGElement ? piece.parentElement.getScreenCTM?.()?.inverse() : null;
    const [x, y] = matrix ? [matrix.a * dx + matrix.c * dy, matrix.b * dx + matrix.d * dy] : [dx, dy];
    piece.animate({ translate: [`${x}px ${y}px`, "0px 0px"] }, timing);
  }
  if (fresh.length <= 40) for (const piece of fresh) if (!piece.closest("[data-preview]")) piece.animate([{ opacity: 0, offset: 0 }], timing);
}
