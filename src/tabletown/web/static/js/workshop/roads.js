// Draws a road map: stops are dragged on a grid or moved with arrows; the chosen stop's name, kind and routes stand below.
import { t } from "../common/translate.js";
import { el } from "./form.js";
import { zoomable } from "./zoom.js";

const NS = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, GRID, LETTERS] = [940, 750, 10, 12];
const COLOURS = ["#b03f27", "#1d5f9f", "#0c7a70", "#d17d14", "#7a3a84", "#56606b", "#8f6b1f", "#c2156b", "#3c7d2e"];
const KINDS = [["plain", t("Stop")], ["landmark", t("Landmark")], ["entrance", t("Entrance")]];

const node = (name, attributes) => {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};
const snapped = (value, most) => Math.min(most - 20, Math.max(20, Math.round(value / GRID) * GRID));

/** Why there is nothing to add or remove a route with. */
const stay = (data, hooks) =>
  el(
    "p",
    { class: "help" },
    t("The {n} routes stay: each has a row of record boxes and a result of the ten-sided die.", {
      n: data.routes.length,
    }),
    " ",
    hooks.rules
      ? el("a", { href: `${hooks.rules}#map.nine-routes`, target: "_blank", class: "ws-rule" }, t("Rule"))
      : null,
  );

/** An editor of data.stops and data.routes: {board, mark(stops)}. hooks: changed(), rules (address of the rulebook). */
export function roads(data, hooks) {
  const board = node("svg", {
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    class: "ws-roads",
    role: "group",
    "aria-label": t("Road map. Tab chooses a stop, arrows move it."),
  });
  const panel = el("div", { class: "ws-box" });
  let chosen = data.stops[0]?.id;
  let wrong = [];
  let dragged = null;
  let zoom = null;
  const stop = (id) => data.stops.find((one) => one.id === id);
  const through = (id) => data.routes.filter((route) => route.stops.includes(id));

  function draw() {
    const focused = document.activeElement?.dataset?.stop;
    board.replaceChildren();
    data.routes.forEach((route, number) => {
      const points = route.stops.map(stop).filter(Boolean).map((one) => one.at.join(",")).join(" ");
      board.append(node("polyline", { points, stroke: COLOURS[number % COLOURS.length] }));
      const first = stop(route.stops[0]);
      if (first) {
        const badge = node("text", { x: first.at[0] - 18, y: first.at[1] - 10 });
        badge.textContent = route.letter;
        board.append(badge);
      }
    });
    for (const one of data.stops) {
      const routes = through(one.id);
      const group = node("g", {
        class: routes.length > 1 ? "crossroad" : one.kind,
        "data-stop": one.id,
        tabindex: "0",
        role: "button",
        "aria-label": `${one.name}, ${routes.map((route) => route.letter).join(" ")}`,
      });
      if (one.id === chosen) group.setAttribute("data-on", "");
      if (wrong.includes(one.id)) group.setAttribute("data-wrong", "");
      group.append(node("circle", { cx: one.at[0], cy: one.at[1], r: routes.length > 1 ? 10 : 8 }));
      const title = node("title", {});
      title.textContent = one.name;
      group.append(title);
      board.append(group);
    }
    name();
    if (focused) board.querySelector(`[data-stop="${CSS.escape(focused)}"]`)?.focus();
  }

  /** Names of stops where there is room for them, the important ones first; zooming in makes room. */
  function name() {
    const size = LETTERS / Math.sqrt(zoom?.scale() ?? 1);
    const taken = data.stops.map(({ at: [x, y] }) => [x - 9, y - 9, x + 9, y + 9]);
    const weight = (one) => one.id === chosen ? 3 : through(one.id).length > 1 ? 2 : one.kind === "plain" ? 0 : 1;
    /** @param {number[]} box */
    const free = (box) => {
      const [left, top, right, low] = box;
      return left > 0 && right < WIDE && taken.every(([a, b, c, d]) => left > c || right < a || top > d || low < b);
    };
    for (const one of [...data.stops].sort((a, b) => weight(b) - weight(a))) {
      const [x, y] = one.at;
      const wide = one.name.length * size * 0.56;
      const places = [[x + 11, y + size / 3], [x - 11 - wide, y + size / 3]];
      for (const row of [y - 12, y + 12 + size * 0.7]) {
        for (const column of [x - wide / 2, x + 3, x - 3 - wide]) places.push([column, row]);
      }
      /** @param {number[]} place */
      const box = (place) => [place[0], place[1] - size * 0.8, place[0] + wide, place[1] + size * 0.2];
      const found = places.find((place) => free(box(place))) ?? (one.id === chosen ? places[0] : null);
      if (!found) continue;
      taken.push(box(found));
      const label = node("text", { x: found[0], y: found[1], "font-size": size, class: "name" });
      label.textContent = one.name;
      board.append(label);
    }
  }

  function choose(id) {
    chosen = id;
    draw();
    tell();
  }

  function tell() {
    const one = stop(chosen);
    if (!one) {
      panel.replaceChildren(t("Choose a stop on the map."));
      return;
    }
    const name = el("input", {
      class: "input",
      id: "stop-name",
      maxlength: 40,
      value: one.name,
      oninput: () => {
        one.name = name.value;
        hooks.changed();
        draw();
      },
    });
    const crossing = through(one.id).length > 1;
    const kind = el("select", {
      class: "input",
      id: "stop-kind",
      disabled: crossing,
      onchange: () => {
        one.kind = kind.value;
        hooks.changed();
        draw();
      },
    }, ...KINDS.map(([value, words]) => el("option", { value, selected: one.kind === value }, words)));
    const lines = data.routes.map((route) => {
      const place = route.stops.indexOf(one.id);
      const click = (words, act) =>
        el("button", {
          type: "button",
          class: "btn small",
          onclick: () => {
            act();
            hooks.changed();
            draw();
            tell();
          },
        }, words);
      if (place < 0) {
        return click(t("Put on route {letter}", { letter: route.letter }), () => nearest(route, one));
      }
      return el(
        "span",
        {},
        click(t("Take off route {letter}", { letter: route.letter }), () => {
          route.stops.splice(place, 1);
          if (!through(one.id).length) data.stops.splice(data.stops.indexOf(one), 1);
        }),
        click(t("New stop after it on {letter}", { letter: route.letter }), () => insert(route, place)),
      );
    });
    panel.replaceChildren(
      el("div", { class: "field" }, el("label", { for: "stop-name" }, t("Name")), name),
      el("div", { class: "field" }, el("label", { for: "stop-kind" }, t("Kind")), kind),
      crossing ? el("p", { class: "help" }, t("Two routes meet here: it's a crossroads.")) : "",
      el("div", { class: "ws-row" }, ...lines),
    );
  }

  function insert(route, place) {
    const [one, other] = [stop(route.stops[place]), stop(route.stops[place + 1])];
    let number = 1;
    while (stop(`stop-${number}`)) number++;
    const next = other?.at ?? [one.at[0] + 40, one.at[1]];
    const at = [snapped((one.at[0] + next[0]) / 2, WIDE), snapped((one.at[1] + next[1]) / 2, HIGH)];
    data.stops.push({ id: `stop-${number}`, name: t("New stop {n}", { n: number }), kind: "plain", at });
    route.stops.splice(place + 1, 0, `stop-${number}`);
    chosen = `stop-${number}`;
  }

  // onto the section of the route that comes nearest
  function nearest(route, one) {
    const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    let best = [Infinity, route.stops.length];
    for (let place = 1; place < route.stops.length; place++) {
      const [a, b] = [stop(route.stops[place - 1]).at, stop(route.stops[place]).at];
      const detour = far(a, one.at) + far(one.at, b) - far(a, b);
      if (detour < best[0]) best = [detour, place];
    }
    route.stops.splice(best[1], 0, one.id);
  }

  zoom = zoomable(board, [0, 0, WIDE, HIGH], () => {
    if (dragged) dragged.one.at = dragged.from;
    dragged = null;
    draw();
  }, draw);
  const place = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    return [snapped(point.x, WIDE), snapped(point.y, HIGH)];
  };
  board.addEventListener("pointerdown", (event) => {
    const id = event.target.closest("[data-stop]")?.dataset.stop;
    if (!id || !event.isPrimary || zoom.busy()) return;
    choose(id);
    dragged = { one: stop(id), from: [...stop(id).at] };
    board.setPointerCapture(event.pointerId);
  });
  board.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    dragged.one.at = place(event);
    draw();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    board.addEventListener(end, () => {
      if (dragged && String(dragged.one.at) !== String(dragged.from)) hooks.changed();
      dragged = null;
    });
  }
  const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  board.addEventListener("keydown", (event) => {
    const id = event.target.closest("[data-stop]")?.dataset.stop;
    const step = ARROWS[event.key];
    if (!id || (!step && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    if (step) {
      const one = stop(id);
      one.at = [snapped(one.at[0] + step[0] * GRID, WIDE), snapped(one.at[1] + step[1] * GRID, HIGH)];
      zoom.show(one.at, 40);
      hooks.changed();
    }
    choose(id);
  });
  draw();
  tell();
  return {
    board: el("div", {}, el("div", { class: "ws-board" }, board, zoom.buttons), panel, stay(data, hooks)),
    mark: (found) => {
      wrong = found;
      draw();
    },
  };
}
