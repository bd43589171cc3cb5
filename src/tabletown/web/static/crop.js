// Only the part of a board that is told of.

const slug = (words) => words.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Whether this word of the board names the place. */
export const named = (word, place) => slug(word) === slug(place) || slug(word).endsWith(`-${slug(place)}`);

/** Shows these elements of the picture with some room around them. */
export function cropTo(svg, elements) {
  const matrix = svg.getScreenCTM()?.inverse();
  if (!matrix || !elements.length) return;
  const boxes = elements.map((element) => element.getBoundingClientRect()).filter((box) => box.width);
  if (!boxes.length) return;
  const corners = boxes.flatMap((box) => [new DOMPoint(box.left, box.top), new DOMPoint(box.right, box.bottom)]);
  const points = corners.map((point) => point.matrixTransform(matrix));
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const whole = svg.viewBox.baseVal;
  const height = Math.min(whole.height, Math.max(Math.max(...ys) - Math.min(...ys), whole.height * .3) * 1.25);
  const width = Math.min(whole.width, Math.max(height * 1.6, (Math.max(...xs) - Math.min(...xs)) * 1.15));
  const middle = (all) => (Math.min(...all) + Math.max(...all)) / 2;
  const within = (at, size, from, room) => Math.min(Math.max(at - size / 2, from), from + room - size);
  const x = within(middle(xs), width, whole.x, whole.width);
  const y = within(middle(ys), height, whole.y, whole.height);
  svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
}
