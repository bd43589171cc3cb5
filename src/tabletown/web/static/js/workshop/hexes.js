// Draws a city of hexagons: click or drag paints, a stroke is one undo; arrows move, Space paints, 1 2 3 choose.
import { t } from "../common/translate.js";
import { el } from "./form.js";
import { zoomable } from "./zoom.js";

const NS = "http://www.w3.org/2000/svg";
const SIZE = 30;
const REACH = 6;
const STEPS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
const BRUSHES = [["$", t("Rich")], [".", t("Plain")], ["", t("No plot")]];

/** @param {number[]} hex */
const at = ([q, r]) => [Math.sqrt(3) * SIZE * (q + r / 2), 1.5 * SIZE * r];
/** @param {number[]} hex */
const word = ([q, r]) => `${q},${r}`;
const place = (key) => key.split(",").map(Number);
const node = (name, attributes) => {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

/** @param {number[]} middle */
function corners(middle, size = SIZE) {
  const [x, y] = middle;
  return [...Array(6).keys()]
    .map((k) =>
      `${(x + size * Math.sin(k * Math.PI / 3)).toFixed(1)},${(y - size * Math.cos(k * Math.PI / 3)).toFixed(1)}`
    )
    .join(" ");
}

/** An editor of data.plots: {board, tools, mark(plots)}. hooks: changed(). */
export function hexes(data, hooks) {
  let brush = "$", repeat = "turn", here = [0, 0], painting = false;
  const stroked = new Map(); // what the plots of this stroke were before
  const plots = data.plots;
  const cells = new Map();
  for (const key of Object.keys(plots)) reach(place(key));
  for (let r = -REACH; r <= REACH; r++) {
    for (let q = -REACH; q <= REACH; q++) if (Math.abs(q + r) <= REACH) cells.set(word([q, r]), [q, r]);
  }
  function reach(hex) {
    cells.set(word(hex), hex);
    for (const [q, r] of STEPS) cells.set(word([hex[0] + q, hex[1] + r]), [hex[0] + q, hex[1] + r]);
  }
  const points = [...cells.values()].map(at);
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const [left, top] = [Math.min(...xs) - SIZE, Math.min(...ys) - SIZE];
  const [wide, high] = [Math.max(...xs) + SIZE - left, Math.max(...ys) + SIZE - top];
  const board = node("svg", {
    viewBox: `${left} ${top} ${wide} ${high}`,
    class: "ws-hexes",
    tabindex: "0",
    role: "application",
    "aria-label": t("City. Arrow keys move, Space paints, 1 to 3 choose the brush."),
  });
  const drawn = new Map();
  for (const [key, hex] of cells) {
    const group = node("g", { "data-hex": key });
    group.append(node("polygon", { points: corners(at(hex)) }));
    const [x, y] = at(hex);
    const sign = node("text", { x, y: y + 6, "text-anchor": "middle" });
    group.append(sign);
    drawn.set(key, [group, sign]);
    board.append(group);
  }
  const ring = node("polygon", { class: "ring" });
  const twin = node("polygon", { class: "twin" });
  board.append(twin, ring);
  const spoken = el("p", { class: "vh", "aria-live": "polite" });

  function draw(key) {
    const [group, sign] = drawn.get(key);
    group.setAttribute("class", { $: "rich", ".": "plain" }[plots[key]] ?? "none");
    sign.textContent = plots[key] === "$" ? "$" : "";
  }
  /** @param {number[]} hex */
  const mirrored = ([q, r]) => repeat === "turn" ? [-q, -r] : repeat === "mirror" ? [-q - r, r] : null;
  function paint(hex) {
    for (const one of [hex, mirrored(hex)]) {
      const key = one && word(one);
      if (!key || !cells.has(key) || (plots[key] ?? "") === brush) continue;
      if (!stroked.has(key)) stroked.set(key, plots[key]);
      if (brush) plots[key] = brush;
      else delete plots[key];
      draw(key);
    }
  }
  const stroke = () => {
    if (stroked.size) hooks.changed();
    stroked.clear();
  };
  const zoom = zoomable(board, [left, top, wide, high], () => {
    for (const [key, before] of stroked) {
      if (before === undefined) delete plots[key];
      else plots[key] = before;
      draw(key);
    }
    stroked.clear();
    painting = false;
  });
  function move(hex) {
    if (!cells.has(word(hex))) return;
    here = hex;
    ring.setAttribute("points", corners(at(hex), SIZE - 2));
    const other = mirrored(hex);
    const shown = other && cells.has(word(other)) && word(other) !== word(hex);
    twin.setAttribute("points", shown ? corners(at(other), SIZE - 3) : "");
    const kind = { $: t("rich"), ".": t("plain") }[plots[word(hex)]] ?? t("no plot");
    const around = STEPS.filter(([q, r]) => word([hex[0] + q, hex[1] + r]) in plots).length;
    spoken.textContent = t("{kind}, {n} neighbours", { kind, n: around });
  }
  const under = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-hex]");
    return found && board.contains(found) ? cells.get(found.dataset.hex) : null;
  };
  board.addEventListener("pointerdown", (event) => {
    const hex = under(event);
    if (!hex || event.button || !event.isPrimary || zoom.busy()) return;
    painting = true;
    board.setPointerCapture(event.pointerId);
    move(hex);
    paint(hex);
  });
  board.addEventListener("pointermove", (event) => {
    const hex = under(event);
    if (!hex || zoom.busy()) return;
    move(hex);
    if (painting) paint(hex);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    board.addEventListener(end, () => {
      painting = false;
      stroke();
    });
  }
  const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey) return;
    const step = ARROWS[event.key];
    if (step) {
      const up = event.key === "ArrowUp" && here[1] % 2 ? [1, -1] : step;
      const side = event.key === "ArrowDown" && here[1] % 2 ? [-1, 1] : up;
      move([here[0] + side[0], here[1] + side[1]]);
      zoom.show(at(here), 2 * SIZE);
      if (event.shiftKey) paint(here);
    } else if (event.key === " " || event.key === "Enter") paint(here);
    else if ("123".includes(event.key)) choose(BRUSHES[Number(event.key) - 1][0]);
    else return;
    event.preventDefault();
    stroke();
  });
  board.addEventListener("focus", () => move(here));

  const brushes = el("div", { class: "ws-brushes", role: "radiogroup", "aria-label": t("Paint") });
  function choose(kind) {
    brush = kind;
    for (const button of brushes.children) button.setAttribute("aria-checked", String(button.value === kind));
  }
  BRUSHES.forEach(([kind, words], number) => {
    const button = el(
      "button",
      { type: "button", role: "radio", class: "ws-brush", onclick: () => choose(kind) },
      el("i", { class: { $: "rich", ".": "plain" }[kind] ?? "none" }),
      words,
      el("kbd", {}, String(number + 1)),
    );
    button.value = kind;
    brushes.append(button);
  });
  const repeats = el(
    "select",
    {
      class: "input",
      id: "repeat",
      onchange: () => (repeat = repeats.value),
    },
    ...[["turn", t("Half-turn")], ["mirror", t("Mirror")], ["", t("Off")]].map(([value, words]) =>
      el("option", { value }, words)
    ),
  );
  const all = (kind) => {
    for (const key of Object.keys(plots)) plots[key] = kind(place(key));
    for (const key of cells.keys()) draw(key);
    hooks.changed();
  };
  const mix = () => {
    const keys = Object.keys(plots).sort(() => Math.random() - 0.5);
    const rich = new Set();
    const half = Math.floor(keys.length / 2);
    for (const key of keys) {
      const [q, r] = place(key);
      if (rich.size < half) { for (const one of [key, word([-q, -r])]) if (one in plots) rich.add(one); }
    }
    all((hex) => rich.has(word(hex)) ? "$" : ".");
  };
  const tools = el(
    "div",
    {},
    el("h2", {}, t("Paint")),
    brushes,
    el("div", { class: "field" }, el("label", { for: "repeat" }, t("Repeat each stroke")), repeats),
    el("h2", {}, t("Start from")),
    el("button", { type: "button", class: "btn small wide", onclick: mix }, t("A new mix")),
    el("button", { type: "button", class: "btn small wide", onclick: () => all(() => ".") }, t("All plain")),
    el(
      "p",
      { class: "help" },
      t("Click or drag to paint. Arrows move, 1 2 3 choose, Space paints. Two fingers or + and − zoom."),
    ),
  );
  choose("$");
  for (const key of cells.keys()) draw(key);
  return {
    board: el("div", { class: "ws-board" }, board, zoom.buttons, spoken),
    tools,
    mark: (found) => {
      for (const [key, [group]] of drawn) group.toggleAttribute("data-wrong", found.includes(key));
    },
  };
}
