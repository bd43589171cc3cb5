// Rolling dice, as flat solids in three tones. Position and rotation are functions of time, and each stops
// on the server's result: the die in the tray appears in its place once it lies still.
import { h } from "../common/dom.js";

const THROW = 700; // ms per die
const APART = 60; // ms between dice
const HOPS = [[-0.12, 0.42, 44], [0.42, 0.72, 22], [0.72, 0.9, 7]]; // from, to (parts of the throw), height
const TALL = 1.35; // its size relative to the die in the tray

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const minus = (a, b) => a.map((value, index) => value - b[index]);
const scaled = (a, by) => a.map((value) => value * by);
const unit = (a) => scaled(a, 1 / Math.hypot(...a));
const times = (a, b) =>
  a.map((row) => [0, 1, 2].map((at) => row[0] * b[0][at] + row[1] * b[1][at] + row[2] * b[2][at]));
const turned = (matrix, point) => matrix.map((row) => dot(row, point));

/** The rotation about this axis. */
function turn(axis, angle) {
  const [x, y, z] = unit(axis), c = Math.cos(angle), s = Math.sin(angle), k = 1 - c;
  return [
    [c + x * x * k, x * y * k - z * s, x * z * k + y * s],
    [y * x * k + z * s, c + y * y * k, y * z * k - x * s],
    [z * x * k - y * s, z * y * k + x * s, c + z * z * k],
  ];
}

/** A solid with these corners and faces; `up`: where the top of a face's label is; `lift`: how far below the centre. */
function solid(corners, faces, radius, font, up, lift = 0) {
  return {
    radius,
    font,
    faces: faces.map((face) => {
      const points = face.map((index) => corners[index]);
      const middle = scaled(
        points.reduce((sum, point) => sum.map((value, at) => value + point[at])),
        1 / points.length,
      );
      let normal = unit(cross(minus(points[1], points[0]), minus(points[2], points[0])));
      if (dot(normal, middle) < 0) normal = scaled(normal, -1);
      const head = up(points, middle);
      const down = scaled(unit(minus(head, scaled(normal, dot(head, normal)))), -1);
      return {
        points,
        normal,
        down,
        right: cross(down, normal),
        label: middle.map((value, at) => value + down[at] * lift),
      };
    }),
  };
}

const tip = (points, middle) => minus(points[0], middle);
const edge = (points, middle) => minus(scaled(points[0].map((value, at) => value + points[1][at]), 0.5), middle);
const THIRD = 1 / Math.sqrt(3);
const SIGNS = [-1, 1];
const CUBE = SIGNS.flatMap((x) => SIGNS.flatMap((y) => SIGNS.map((z) => scaled([x, y, z], THIRD))));
const CUBE_FACES = [[5, 1, 3, 7], [0, 1, 5, 4], [4, 5, 7, 6], [2, 3, 1, 0], [6, 7, 3, 2], [0, 4, 6, 2]];
const TEN = [[0, -1, 0], [0, 1, 0]];
const TEN_FACES = [];
for (let k = 0; k < 10; k++) {
  const angle = k * Math.PI / 5;
  TEN.push([Math.cos(angle) * 0.92, k % 2 ? 0.10557 : -0.10557, Math.sin(angle) * 0.92]);
  TEN_FACES.push([k % 2 ? 0 : 1, 2 + (k + 9) % 10, 2 + k, 2 + (k + 1) % 10]);
}
const FOUR = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]].map((point) => scaled(point, THIRD));
const EIGHT = [[0, -1, 0], [0, 1, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1]];
const EIGHT_FACES = [[0, 2, 4], [0, 4, 3], [0, 3, 5], [0, 5, 2], [1, 4, 2], [1, 3, 4], [1, 5, 3], [1, 2, 5]];
const SOLIDS = {
  d4: solid(FOUR, [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]], 60, 38, tip, 0.06),
  d6: solid(CUBE, CUBE_FACES, 62, 46, edge),
  d8: solid(EIGHT, EIGHT_FACES, 54, 32, tip, 0.08),
  d10: solid(TEN, TEN_FACES, 54, 27, tip, 0.1),
};
const TILT = times(turn([1, 0, 0], 0.2), turn([0, 1, 0], -0.17));

/** The visible side of a solid at some time of its throw (0 to 1), as markup, and its height. */
export function drawDie(kind, labels, face, index, part) {
  const { faces, radius, font } = SOLIDS[kind];
  const lies = times(TILT, [faces[face].right, faces[face].down, faces[face].normal]);
  const slows = 1 - Math.pow(1 - Math.min(1, part / 0.94), 2.2);
  const axis = [0.35 * Math.sin(index * 1.7), 1, 0.3 * Math.cos(index * 2.2)];
  const matrix = times(turn(axis, -(2.4 + 0.5 * (index % 3)) * Math.PI * (1 - slows)), lies);
  const hop = HOPS.find(([from, to]) => part >= from && part < to);
  const along = hop ? (part - hop[0]) / (hop[1] - hop[0]) : 0;
  let markup = "";
  for (const [at, one] of faces.entries()) {
    const normal = turned(matrix, one.normal);
    if (normal[2] <= 0.02) continue;
    const light = -0.4 * normal[0] - 0.55 * normal[1] + 0.78 * normal[2];
    const corner = (point) => turned(matrix, point).slice(0, 2).map((value) => (value * radius).toFixed(1)).join();
    markup += `<polygon class="t${light > 0.62 ? 0 : light > 0.3 ? 1 : 2}" points="${
      one.points.map(corner).join(" ")
    }"/>`;
    if (normal[2] < 0.45 + 0.42 * part * part) continue; // at rest only the result has its label
    const [right, down, middle] = [one.right, one.down, one.label].map((point) => turned(matrix, point));
    const numbers = [right[0], right[1], down[0], down[1], middle[0] * radius, middle[1] * radius];
    const label = labels[at] ?? "";
    const inside = label.startsWith("<")
      ? `<g transform="scale(3.5)">${label}</g>`
      : `<text style="font-size:${font}px" y="${font * 0.36}">${label}</text>`;
    markup += `<g class="l" transform="matrix(${numbers.map((value) => value.toFixed(3)).join(" ")})">${inside}</g>`;
  }
  return { markup, up: hop ? 4 * hop[2] * along * (1 - along) : 0, away: 1 - slows };
}

/** The dice in the tray: what each shows, by its place, and whether it was just rolled. */
export const diceShown = () =>
  [...document.querySelectorAll("#hand [data-dice]")].map((die) => ({
    die,
    face: die.dataset.face ?? "",
    fresh: "fresh" in die.dataset,
  }));

/** Dice thrown since `before`: they show something else, or say that they were just rolled. */
export const thrownSince = (before, shown) =>
  shown.filter(({ face, fresh }, index) => {
    const was = before.length === shown.length ? before[index] : null;
    return face && (was?.face !== face || (fresh && !was.fresh));
  });

/** The labels of the faces; the result is the face at which the throw ends. */
function labelsOf(kind, die, all) {
  const count = SOLIDS[kind].faces.length;
  const icon = (one) => one.querySelector("svg path")?.outerHTML ?? "";
  if (die.querySelector("svg text")) {
    const labels = Array.from({ length: count }, (_, at) => String(at + 1));
    return { labels, face: Math.max(0, labels.indexOf(die.dataset.face)) };
  }
  const icons = [...new Set([icon(die), ...all.map(icon)])];
  return { labels: Array.from({ length: count }, (_, at) => icons[at % icons.length]), face: 0 };
}

/** Lets them enter the tray from its left and settle one by one. */
export function filmDice(film, stage, thrown) {
  const hand = document.getElementById("hand").getBoundingClientRect();
  const tray = new DOMRect(hand.left - 8, hand.top - 8, hand.width + 16, hand.height + 8); // dice must not cover an option
  const box = stage.put(film, stage.sky, h("div", { class: "throw" }));
  const place = { left: tray.left, top: tray.top, width: tray.width, height: tray.height };
  for (const [name, value] of Object.entries(place)) box.style[name] = `${value}px`;
  film.cue(0, "dice-throw");
  thrown.forEach(({ die }, index) => {
    const picture = die.querySelector("svg") ?? die;
    const { left, top, width, height } = picture.getBoundingClientRect();
    const kind = die.dataset.dice in SOLIDS ? die.dataset.dice : "d6";
    const { labels, face } = labelsOf(kind, die, thrown.map((one) => one.die));
    const size = Math.max(width, height) * TALL;
    const copy = h("span", { class: "rolls", html: '<svg viewBox="-50 -50 100 100" overflow="visible"><g/></svg>' });
    const paint = getComputedStyle(die), text = die.querySelector("text");
    copy.style.setProperty("--d", die.dataset.colour ?? (text ? "var(--ink)" : paint.backgroundColor));
    copy.style.setProperty("--on", text ? "var(--surface)" : getComputedStyle(picture).fill);
    copy.style.left = `${left - tray.left + (width - size) / 2}px`;
    copy.style.top = `${top - tray.top + (height - size) / 2}px`;
    copy.style.width = copy.style.height = `${size}px`;
    box.append(copy);
    const group = copy.querySelector("g"), start = index * APART;
    film.tick(start, THROW, (part) => {
      const { markup, up, away } = drawDie(kind, labels, face, index, part);
      group.innerHTML = markup;
      group.setAttribute("transform", `translate(0 ${(-up).toFixed(1)})`);
      copy.style.transform = `translateX(${(-away * (240 + index * 70) * size / 80).toFixed(1)}px)`;
      copy.style.opacity = part > 0 ? "1" : "0";
    });
    film.add(die, [{ opacity: 0 }, { opacity: 0 }], { at: 0, ms: start + THROW, fill: "backwards" });
    film.cue(start + 0.42 * THROW, "dice-hit");
    film.cue(start + 0.72 * THROW, "dice-rest");
  });
}
