// The building blocks of films: rings, travelling pieces, captions, numbers that fly and count. All are in layers
// over the table, so that no box of the page changes and the board can be patched underneath.
import { $, h, mark } from "../common/dom.js";
import { EASE, easeOut, lerp } from "./film.js";
import { boxIn, copied, made, outline } from "./pieces.js";

const WIDEST = 188; // px of a caption
const BESIDE = 10; // px between a place and its caption

const number = (words) => /^[−-]?\d+$/.test(words) ? Number(words.replace("−", "-")) : null;

export class Stage {
  constructor(board) {
    this.board = board;
    this.over = made("svg", { class: "films", "aria-hidden": "true" });
    this.notes = h("div", { id: "films", class: "films", "aria-hidden": "true" });
    this.sky = h("div", { class: "films sky", "aria-hidden": "true" });
    board.view.append(this.over, this.notes);
    document.body.append(this.sky);
    this.staying = []; // faint rings and captions that stay
    this.captions = new WeakMap(); // each caption's subject
  }

  get svg() {
    return this.board.svg;
  }

  /** Aligns the layer with the picture. */
  follow() {
    const { svg, over } = this;
    if (!svg) return;
    for (const name of ["viewBox", "preserveAspectRatio"]) {
      if (svg.hasAttribute(name)) over.setAttribute(name, svg.getAttribute(name));
    }
    over.setAttribute("class", `${svg.getAttribute("class") ?? ""} films`);
    over.style.width = svg.style.width;
    over.style.height = svg.style.height;
    over.style.transform = this.board.plane.style.transform;
  }

  /** Pixels per unit of the picture. */
  get scale() {
    return this.svg.getScreenCTM()?.a || 1;
  }

  chip(seat) {
    return $("chips").children[seat] ?? null;
  }

  /** Where a seat's pieces come from on the screen: its pill, or the band. */
  home(seat) {
    const box = (this.chip(seat) ?? $("prompt")).getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  /** Adds to a layer; it disappears when the film is over, or stays until `clear`. */
  put(film, layer, element, stays = false) {
    layer.append(element);
    if (stays) this.staying.push(element);
    else film.after(() => element.remove());
    return element;
  }

  /** A ring that closes around a place, in its own shape, and fades to a soft one that stays. */
  ring(film, place, colour, at, k) {
    const found = outline(this.svg, place);
    if (!found) return;
    const { shape, scale } = found;
    const pixel = 1 / (this.scale * scale);
    const soft = /** @type {SVGElement} */ (shape.cloneNode());
    shape.setAttribute("class", "closes");
    shape.setAttribute("pathLength", "100");
    shape.style.strokeWidth = String(5 * pixel);
    soft.setAttribute("class", "soft");
    soft.style.strokeWidth = String(7 * pixel);
    const group = made("g", { class: "ring" });
    group.style.setProperty("--c", colour);
    group.append(shape, soft);
    this.put(film, this.over, group, true);
    const closes = [{ strokeDasharray: "0 100", opacity: 1 }, { strokeDasharray: "100 0", opacity: 1 }];
    film.add(shape, closes, { at, ms: 160 * k });
    film.add(shape, [{ opacity: 1 }, { opacity: 0 }], { at: at + 640 * k, ms: 240 * k, fill: "forwards" });
    film.add(soft, [{ opacity: 0 }, { opacity: 0.38 }], { at: at + 520 * k, ms: 200 * k });
  }

  /** A ring around a seat's pill, if its action has no place on the board. */
  pill(film, seat, colour, at, k) {
    const box = this.chip(seat)?.getBoundingClientRect();
    if (!box) return;
    const ring = this.put(film, this.sky, h("i", { class: "pillring" }));
    ring.style.setProperty("--c", colour);
    const { left, top, width, height } = box;
    Object.assign(ring.style, {
      left: `${left - 4}px`,
      top: `${top - 4}px`,
      width: `${width + 2}px`,
      height: `${height + 2}px`,
    });
    film.add(ring, [{ opacity: 0, scale: 1.3 }, { opacity: 1, scale: 1 }], { at, ms: 160 * k });
    film.add(ring, [{ opacity: 1 }, { opacity: 0 }], { at: at + 640 * k, ms: 240 * k, fill: "forwards" });
  }

  /** Lets these pieces come from the seat's pill. What is on the board is shown once they have landed. */
  travel(film, pieces, place, seat, at, k) {
    const box = boxIn(this.svg, pieces), room = boxIn(this.svg, [place]);
    if (!box) return;
    if (room && box.width * box.height > 0.7 * room.width * room.height) { // it covers the whole place: what was there has gone
      const ground = this.put(film, this.over, outline(this.svg, place).shape);
      ground.setAttribute("class", "ground");
      film.add(ground, [{ opacity: 1 }, { opacity: 1 }], { at: 0, ms: at + 620 * k, fill: "backwards" });
    }
    const copy = this.put(film, this.over, copied(this.svg, pieces));
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const home = this.home(seat);
    const from = new DOMPoint(home.x, home.y).matrixTransform(this.svg.getScreenCTM().inverse());
    const dx = from.x - middle.x, dy = from.y - middle.y;
    const spot = (part, size, up = 0) => ({ // enlarged about its centre
      translate: `${middle.x * (1 - size) + dx * part}px ${middle.y * (1 - size) + dy * part - up / this.scale}px`,
      scale: size,
    });
    const frames = [
      { ...spot(1, 0.35), opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { ...spot(0.45, 1.12, 26), offset: 0.55 },
      { ...spot(0, 1.08), opacity: 1 },
    ];
    film.add(copy, frames, { at: at + 80 * k, ms: 420 * k, ease: EASE.inOut });
    film.add(copy, [spot(0, 1.08), spot(0, 1)], { at: at + 500 * k, ms: 120 * k, ease: EASE.pop, fill: "forwards" });
    for (const piece of pieces) {
      film.add(piece, [{ opacity: 0 }, { opacity: 0 }], { at: 0, ms: at + 620 * k, fill: "backwards" });
    }
    film.cue(at + 80 * k, "piece-travel");
    film.cue(at + 500 * k, "tile-down");
  }

  /** Who did what, and its effect, beside a place (or below a pill); it covers as little as it can. */
  caption(film, anchor, { seat, colour, words, small }, at, k) {
    const box = h(
      "div",
      { class: "cap" },
      seat === null ? null : mark(seat, 14),
      h("span", {}, words, small ? h("small", {}, small) : null),
    );
    box.style.setProperty("--c", colour);
    box.style.maxWidth = `${WIDEST}px`;
    const onBoard = this.board.view.contains(anchor);
    const others = this.staying.filter((one) => one.matches(".cap"));
    const most = innerWidth < 600 || innerHeight <= 560 ? 2 : 4; // at once: the board stays in sight
    const old = others.slice(0, Math.max(0, others.length + 1 - most));
    for (const other of others.filter((one) => old.includes(one) || this.captions.get(one) === anchor)) { // makes room
      film.add(other, [{ opacity: 1 }, { opacity: 0 }], { at, ms: 120 * k, fill: "forwards" });
      film.after(() => other.remove());
    }
    this.captions.set(box, anchor);
    this.put(film, onBoard ? this.notes : this.sky, box, true);
    this.arrange(box, anchor, onBoard);
    film.add(box, [{ opacity: 0, translate: "0 6px" }, { opacity: 1, translate: "0 0" }], {
      at: at + 120 * k,
      ms: 160 * k,
    });
  }

  arrange(box, anchor, onBoard) {
    const view = this.board.view.getBoundingClientRect();
    const outer = onBoard
      ? new DOMRect(view.left, view.top, view.width, this.board.room.height) // a drawer may cover its foot
      : new DOMRect(0, 0, document.documentElement.clientWidth, innerHeight);
    const place = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    const x = place.left + place.width / 2 - outer.left, y = place.top + place.height / 2 - outer.top;
    const away = place.width / 2 + BESIDE, below = place.height / 2 + BESIDE;
    const spots = [
      ...(onBoard ? [{ left: x + away, top: y - height / 2 }, { left: x - away - width, top: y - height / 2 }] : []),
      ...[x - width / 2, x - 30, x - width + 40].map((left) => ({ left, top: y + below })),
      { left: x - width / 2, top: y - below - height },
    ].map(({ left, top }) => ({
      left: Math.max(4, Math.min(left, outer.width - width - 4)),
      top: Math.max(4, Math.min(top, outer.height - height - 4)),
    }));
    const others = [...this.notes.children].filter((one) => one !== box);
    const busy = [...this.board.around(), ...others, anchor].map((one) => one.getBoundingClientRect());
    const covered = ({ left, top }) =>
      busy.reduce((sum, one) => {
        const across = Math.min(left + width, one.right - outer.left) - Math.max(left, one.left - outer.left);
        const down = Math.min(top + height, one.bottom - outer.top) - Math.max(top, one.top - outer.top);
        return sum + Math.max(0, across) * Math.max(0, down);
      }, 0);
    const costs = spots.map(covered);
    const { left, top } = spots[costs.indexOf(Math.min(...costs))];
    if (!onBoard && innerWidth < 600) { // below the band, which says what to do
      box.style.left = `${left}px`;
      box.style.top = `${view.top + 6}px`;
      return;
    }
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  }

  /** Lets the pill count to its new number. */
  count(film, seat, from, at, ms, swells = false) {
    const now = () => this.chip(seat)?.querySelector(".num");
    const before = number(from ?? ""), after = number(now()?.textContent ?? "");
    if (before === null || after === null || before === after) return;
    film.tick(at, ms, (part) => {
      const pill = now();
      if (!pill) return;
      pill.dataset.now ??= pill.textContent; // redrawn with every message
      const goal = number(pill.dataset.now) ?? after;
      const words = part < 1 ? String(Math.round(lerp(before, goal, easeOut(part)))) : pill.dataset.now;
      if (pill.textContent !== words) pill.textContent = words;
    });
    if (swells) {
      const frames = [{ scale: 1 }, { scale: 1.14, offset: 0.3 }, { scale: 1 }];
      film.add(this.chip(seat), frames, { at, ms });
    }
  }

  /** Lets points rise at a place and fly to the pill. Returns when they arrive. */
  fly(film, words, element, seat, at, k = 1, kind = "") {
    const disc = this.put(film, this.sky, h("div", { class: `disc ${kind}` }, words));
    disc.style.setProperty("--c", `var(--seat-${(seat % 4) + 1})`);
    disc.style.setProperty("--on", `var(--seat-${(seat % 4) + 1}-on)`);
    const box = element.getBoundingClientRect(), to = this.home(seat);
    const from = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const half = disc.offsetWidth / 2;
    const spot = (part, up = 0) => `${lerp(from.x, to.x, part) - half}px ${lerp(from.y, to.y, part) - 22 - up}px`;
    film.add(disc, [
      { translate: spot(0), scale: 0.3, opacity: 0 },
      { translate: spot(0, 8), scale: 1.25, opacity: 1, offset: 0.6 },
      { translate: spot(0, 8), scale: 1, opacity: 1 },
    ], { at, ms: 220 * k });
    film.add(disc, [
      { translate: spot(0, 8), scale: 1, opacity: 1 },
      { translate: spot(0.3, 70), scale: 1.05, opacity: 1, offset: 0.35 },
      { translate: spot(1), scale: 0.5, opacity: 1, offset: 0.96 },
      { translate: spot(1), scale: 0.4, opacity: 0 },
    ], { at: at + 220 * k, ms: 420 * k, ease: EASE.inOut, fill: "forwards" });
    film.cue(at + 220 * k, "points-fly");
    return at + 640 * k;
  }

  dropCaptions() {
    this.staying = this.staying.filter((element) => {
      if (!element.matches(".cap, .loss, .ending")) return true;
      element.remove();
      return false;
    });
  }

  clear() {
    for (const element of this.staying) element.remove();
    this.staying = [];
  }
}
