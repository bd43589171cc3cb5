// Zooms a board that is drawn on: two fingers, Ctrl and the wheel, + - 0 or buttons. One finger draws.
import { t } from "../common/translate.js";
import { el } from "./form.js";

const MOST = 6;

/** Makes a board zoomable. `whole`: its box; `stop()`: a second finger came, so nothing is drawn; `drawn()`: it zoomed. */
export function zoomable(board, whole, stop, drawn = () => {}) {
  const [left, top, wide, high] = whole;
  const fingers = new Map();
  let view = { x: left, y: top, scale: 1 };
  let pinch = null;
  let busy = false; // until all fingers are off

  /** @param {number[]} place */
  const user = (place) => new DOMPoint(place[0], place[1]).matrixTransform(board.getScreenCTM().inverse());
  const within = (at, from, size, part) => Math.min(from + size - part, Math.max(from, at));
  function look(x, y, scale) {
    const [w, h] = [wide / scale, high / scale];
    view = { x: within(x, left, wide, w), y: within(y, top, high, h), scale };
    board.setAttribute("viewBox", `${view.x} ${view.y} ${w} ${h}`);
    out.disabled = scale === 1;
    drawn();
  }
  /** Zooms so that `point` of the drawing lies at this place of the screen. */
  function zoom(scale, place, point) {
    look(view.x, view.y, Math.min(MOST, Math.max(1, scale)));
    const now = user(place);
    look(view.x + point.x - now.x, view.y + point.y - now.y, view.scale);
  }
  function step(factor) {
    const box = board.getBoundingClientRect();
    const middle = [box.x + box.width / 2, box.y + box.height / 2];
    zoom(view.scale * factor, middle, user(middle));
  }
  const between = () => {
    const [[ax, ay], [bx, by]] = [...fingers.values()];
    return { middle: [(ax + bx) / 2, (ay + by) / 2], far: Math.hypot(ax - bx, ay - by) };
  };

  board.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size !== 2) return;
    stop();
    busy = true;
    const { middle, far } = between();
    pinch = { far, scale: view.scale, point: user(middle) };
  }, true);
  board.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (!pinch || fingers.size !== 2) return;
    const { middle, far } = between();
    zoom(pinch.scale * far / pinch.far, middle, pinch.point);
  }, true);
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    addEventListener(end, (event) => {
      fingers.delete(event.pointerId);
      pinch = null;
      if (!fingers.size) busy = false;
    });
  }
  board.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return; // the page scrolls
    event.preventDefault();
    const place = [event.clientX, event.clientY];
    zoom(view.scale * Math.exp(-event.deltaY / 200), place, user(place));
  }, { passive: false });
  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") step(1.5);
    else if (event.key === "-") step(1 / 1.5);
    else if (event.key === "0") look(left, top, 1);
    else return;
    event.preventDefault();
  });

  const button = (sign, words, act) =>
    el("button", { type: "button", class: "btn small", "aria-label": words, title: words, onclick: act }, sign);
  const out = button("−", t("Zoom out"), () => step(1 / 1.5));
  out.disabled = true;
  return {
    buttons: el("div", { class: "ws-zoom" }, button("+", t("Zoom in"), () => step(1.5)), out),
    busy: () => busy,
    scale: () => view.scale,
    /**
     * Brings a point into view, with some room around it.
     * @param {number[]} place
     * @param {number} room
     */
    show: (place, room) => {
      const [x, y] = place;
      const [w, h] = [wide / view.scale, high / view.scale];
      const into = (at, from, part) => Math.min(at - room, Math.max(at + room - part, from));
      if (view.scale > 1) look(into(x, view.x, w), into(y, view.y, h), view.scale);
    },
  };
}
