// Positions of things on the board: outlines around places, new pieces, and copies of pieces.

const SHAPES = "polygon, rect, circle, ellipse, path";
const GEOMETRY = ["points", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d"];
const SVG = "http://www.w3.org/2000/svg";

export const made = (tag, attributes = {}) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
};

/** The transformation of this element within the picture. */
export function matrixIn(svg, element) {
  const own = element.getScreenCTM(), outer = svg.getScreenCTM();
  return own && outer ? outer.inverse().multiply(own) : new DOMMatrix();
}

export const written = ({ a, b, c, d, e, f }) => `matrix(${[a, b, c, d, e, f].map((n) => n.toFixed(4)).join(" ")})`;

/** The box of these elements in the picture's own units. */
export function boxIn(svg, elements) {
  const inverse = svg.getScreenCTM().inverse();
  const boxes = elements.map((one) => one.getBoundingClientRect()).filter((box) => box.width || box.height);
  if (!boxes.length) return null;
  const at = (x, y) => new DOMPoint(x, y).matrixTransform(inverse);
  const first = at(Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top)));
  const last = at(Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom)));
  return { x: first.x, y: first.y, width: last.x - first.x, height: last.y - first.y };
}

const area = ({ width, height }) => width * height;
const seen = (element) => !element.closest("[data-preview], defs, clipPath") && element.checkVisibility();

/** The outline of a place, without its styles, and its scale: its largest shape, otherwise a box around it. */
export function outline(svg, element) {
  const whole = boxIn(svg, [element]);
  if (!whole) return null;
  const shapes = (element.matches(SHAPES) ? [element] : [...element.querySelectorAll(SHAPES)]).filter(seen);
  const sized = shapes.map((shape) => ({ shape, size: area(boxIn(svg, [shape]) ?? { width: 0, height: 0 }) }));
  const [best] = sized.sort((one, other) => other.size - one.size);
  if (!best || best.size < 0.4 * area(whole)) {
    const { x, y, width, height } = whole;
    return { shape: made("rect", { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 8 }), scale: 1 };
  }
  const matrix = matrixIn(svg, best.shape);
  const shape = made(best.shape.tagName, { transform: written(matrix) });
  for (const name of GEOMETRY) {
    if (best.shape.hasAttribute(name)) shape.setAttribute(name, best.shape.getAttribute(name));
  }
  return { shape, scale: Math.hypot(matrix.a, matrix.b) || 1 };
}

const NO_PIECE = "[data-preview], .ghost, .may, .gain, .handle, text, defs";

/** The new elements of the board that are pieces at this place. */
export function piecesAt(svg, place, added) {
  const around = boxIn(svg, [place]);
  if (!around) return [];
  return added.filter((element) => {
    if (!element.isConnected || !(element instanceof SVGGraphicsElement) || element.closest(NO_PIECE)) return false;
    const box = boxIn(svg, [element]);
    if (!box || area(box) > 2.2 * area(around)) return false;
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    return x > around.x && x < around.x + around.width && y > around.y && y < around.y + around.height;
  });
}

const BARE = ["id", "data-option", "data-word", "data-place", "tabindex", "role", "aria-label", "aria-pressed"];

/** Copies of these pieces for a layer over the board: as they look now, in groups like those around them. */
export function copied(svg, pieces) {
  const outer = made("g");
  for (const piece of pieces) {
    const copy = /** @type {SVGElement} */ (piece.cloneNode(true));
    for (const each of [copy, ...copy.querySelectorAll("*")]) for (const name of BARE) each.removeAttribute(name);
    copy.setAttribute("transform", written(matrixIn(svg, piece)));
    let holder = copy;
    for (let up = piece.parentElement; up && up !== svg; up = up.parentElement) {
      const group = made("g", up.hasAttribute("class") ? { class: up.getAttribute("class") } : {});
      group.append(holder);
      holder = group;
    }
    outer.append(holder);
  }
  return outer;
}
