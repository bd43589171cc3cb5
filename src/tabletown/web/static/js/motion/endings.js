// The end of a match: dusk falls over the board or day comes, winners shine, and after two seconds a banner gives the
// result.
import { h, mark } from "../common/dom.js";
import { EASE } from "./film.js";
import { copied, made, matrixIn, written } from "./pieces.js";

const WHOLE = 2000; // ms
const MOST = 48; // pieces that shine

/** Light travels along a line of the board. */
function drive(film, stage, line, at) {
  const length = line.getTotalLength();
  const way = made("path", { class: "drives", d: line.getAttribute("d") });
  way.setAttribute("transform", written(matrixIn(stage.svg, line)));
  way.style.stroke = getComputedStyle(line).stroke;
  stage.put(film, stage.over, way);
  const frames = [{ strokeDasharray: `0 ${length}` }, { strokeDasharray: `${length} 0` }];
  film.add(way, frames, { at, ms: 620, ease: EASE.inOut });
}

/** A piece shines above the dusk, and grows for a moment at the end. */
function shine(film, stage, piece, at) {
  const copy = stage.put(film, stage.over, copied(stage.svg, [piece]));
  copy.setAttribute("class", "shines");
  film.add(copy, [{ opacity: 0 }, { opacity: 1 }], { at, ms: 160 });
  film.add(copy, [{ scale: 1 }, { scale: 1.12, offset: 0.5 }, { scale: 1 }], { at: 1150 + at / 8, ms: 420 });
}

/** The film of the ending. `outcome`: as the server sent it; `won`: whether the viewer won. */
export function filmEnding(film, stage, outcome, won) {
  const { svg } = stage;
  if (svg) {
    const { x, y, width, height } = svg.viewBox.baseVal;
    const sky = made("rect", { class: outcome.day ? "day" : "dusk", x, y, width, height, rx: 14 });
    stage.put(film, stage.over, sky);
    if (outcome.day) { // from the east
      const comes = [{ clipPath: "inset(0 0 0 100%)" }, { clipPath: "inset(0 0 0 0)" }];
      film.add(sky, comes, { at: 0, ms: 900, ease: EASE.inOut });
      film.cue(950, "news");
    } else film.add(sky, [{ opacity: 0 }, { opacity: 0.66 }], { at: 0, ms: 400 });
    const winners = outcome.winners.length ? outcome.winners : [-1];
    const found = outcome.lights
      ? winners.flatMap((seat) => [...svg.querySelectorAll(outcome.lights.replace("{n}", String(seat + 1)))])
      : [];
    const pieces = [...new Set(found)].filter((one) =>
      one.checkVisibility() && !one.closest("[data-preview], defs, .ghost")
    );
    pieces.slice(0, MOST).forEach((piece, index) => {
      const line = piece instanceof SVGPathElement;
      if (line) drive(film, stage, piece, 60 + index * 120);
      else shine(film, stage, piece, 350 + index * Math.min(34, 800 / pieces.length));
    });
    film.cue(200, "line-run");
  }
  const [first] = outcome.winners;
  const banner = h(
    "div",
    { class: `ending${won ? " won" : ""}` },
    first === undefined ? null : mark(first, 30),
    h("div", {}, h("b", {}, outcome.title), h("p", {}, outcome.reason)),
  );
  stage.put(film, stage.notes, banner, true);
  film.add(banner, [{ opacity: 0, translate: "-50% 24px" }, { opacity: 1, translate: "-50% 0" }], {
    at: WHOLE - 260,
    ms: 260,
  });
  film.cue(WHOLE - 260, won ? "win" : "lose");
}
