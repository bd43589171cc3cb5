// Crops a board to the part that a text is about.
import { drawing } from "../common/dom.js";

const LEGIBLE = 12; // px

const letters = (svg) => Number(svg.dataset.letters ?? LEGIBLE); // the smallest letters of the picture, in its own units

/** Whether the picture's lettering is readable at this size. */
export function legible(svg) {
  const units = svg.viewBox.baseVal.width;
  return units > 0 && readable(svg) >= units - .01;
}

/** How many units of the picture its width may show with readable lettering. */
const readable = (svg) => letters(svg) * svg.clientWidth / LEGIBLE;

/** A whole picture, large enough to read; its container scrolls. */
export function enlarge(svg) {
  const { width, height } = svg.viewBox.baseVal, { clientWidth, clientHeight } = svg;
  const needed = (LEGIBLE + .4) / letters(svg); // px per unit; some words are smaller
  if (!width || Math.min(clientWidth / width, clientHeight / height) >= needed) return;
  Object.assign(svg.style, { width: `${Math.ceil(width * needed)}px`, maxWidth: "none", maxHeight: "none" });
}

/** A cross over something that is gone. */
export function crossOut(element) {
  const { x, y, width, height } = element.getBBox();
  const across = width * .7, down = height * .7;
  const stroke = `M${x + width * .15},${y + height * .15}l${across},${down}m${-across},0l${across},${-down}`;
  const frame = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7"/>`;
  element.append(...drawing(`<svg><g class="crossed">${frame}<path d="${stroke}"/></g></svg>`).children);
}

/**
 * Shows these elements of the picture with a margin, in the shape that it has on the page; `near`: only the
 * first of them, so that it is readable.
 */
export function cropTo(svg, elements, near = false) {
  const shape = svg.clientWidth / svg.clientHeight || 1.6;
  const matrix = svg.getScreenCTM()?.inverse();
  if (!matrix || !elements.length) return;
  const seen = elements.map((element) => element.getBoundingClientRect()).filter((box) => box.width);
  const boxes = near ? seen.slice(0, 1) : seen;
  if (!boxes.length) return;
  const corners = boxes.flatMap((box) => [new DOMPoint(box.left, box.top), new DOMPoint(box.right, box.bottom)]);
  const points = corners.map((point) => point.matrixTransform(matrix));
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const whole = svg.viewBox.baseVal;
  const high = Math.max(...ys) - Math.min(...ys), wide = Math.max(...xs) - Math.min(...xs);
  const needs = Math.max(high * 1.1 * shape, wide * 1.1); // the part itself, with a little room
  const comfortable = Math.max(high * 1.25 * shape, wide * 1.15, whole.height * .375 * shape);
  const most = .99 * readable(svg);
  const width = Math.min(whole.width, near ? most : Math.max(needs, Math.min(comfortable, most)));
  const height = Math.min(whole.height, width / shape);
  const middle = (all) => (Math.min(...all) + Math.max(...all)) / 2;
  const within = (at, size, from, room) => Math.min(Math.max(at - size / 2, from), from + room - size);
  const x = within(middle(xs), width, whole.x, whole.width);
  const y = within(middle(ys), height, whole.y, whole.height);
  svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
}
