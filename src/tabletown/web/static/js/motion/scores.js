// Something was finished: light runs along it, its points fly to the pill, which counts up. Crosses are drawn in pencil.
import { elementsFor } from "../board/places.js";
import { EASE } from "./film.js";
import { made, matrixIn, outline, written } from "./pieces.js";

const MOST_DISCS = 3; // the remaining points are added to the last
const MOST_STROKES = 24;

/** What was completed in this message, and where. */
export function scoresOf(news, svg) {
  const told = (news.films ?? []).filter((film) => film.points > 0 && film.seat !== undefined);
  return told.map(({ seat, points, along = "", places = [] }) => ({
    seat,
    points,
    line: along && svg ? svg.querySelector(`[data-line="${along}"]`) : null,
    places: svg ? elementsFor(places, svg) : [],
  }));
}

/** Light along a line of the board; the marks on it pop as it passes. */
function runAlong(film, stage, line, places, at, k) {
  const length = line.getTotalLength();
  const run = stage.put(film, stage.over, made("path", { class: "runs", d: line.getAttribute("d") }));
  run.setAttribute("transform", written(matrixIn(stage.svg, line)));
  run.style.strokeDasharray = `110 ${length + 200}`;
  const frames = [{ strokeDashoffset: 110 }, { strokeDashoffset: -(length + 20) }];
  film.add(run, frames, { at: at + 60 * k, ms: 600 * k, ease: EASE.linear });
  film.cue(at + 60 * k, "line-run");
  places.forEach((place, index) => {
    const cross = place.querySelector("path[pathLength]");
    const pops = [{ scale: 1 }, { scale: 1.7, offset: 0.4 }, { scale: 1 }];
    film.add(cross, pops, { at: at + (60 + 560 * index / Math.max(1, places.length - 1)) * k, ms: 240 * k });
  });
}

/** A place lights up in its own shape. */
function lightUp(film, stage, place, seat, at, k) {
  const found = outline(stage.svg, place);
  if (!found) return;
  found.shape.setAttribute("class", "lit");
  found.shape.style.setProperty("--c", `var(--seat-${(seat % 4) + 1})`);
  stage.put(film, stage.over, found.shape);
  film.add(found.shape, [{ opacity: 0 }, { opacity: 0.78, offset: 0.35 }, { opacity: 0 }], { at, ms: 320 * k });
}

/** The film of everything completed, from `start` on; `before`: the previous seats. */
export function filmScores(film, stage, scores, before, start, k, still) {
  const discs = new Map();
  scores.forEach(({ seat, points, line, places }, index) => {
    if (line) runAlong(film, stage, line, places, start, k);
    else {
      if (!index) film.cue(start + 60 * k, "line-run");
      places.forEach((place, at) => lightUp(film, stage, place, seat, start + (60 + 70 * (index + at)) * k, k));
    }
    const anchor = places.at(-1) ?? stage.chip(seat);
    const mine = discs.get(seat) ?? [];
    if (mine.length >= MOST_DISCS) mine.at(-1).points += points;
    else mine.push({ points, anchor });
    discs.set(seat, mine);
  });
  for (const [seat, mine] of discs) {
    mine.forEach(({ points, anchor }, index) => {
      const colour = `var(--seat-${(seat % 4) + 1})`;
      if (still) stage.caption(film, anchor, { seat, colour, words: `+${points}`, small: "" }, start, k);
      else {
        const there = stage.fly(film, `+${points}`, anchor, seat, start + (560 + 160 * index) * k, k);
        if (index === mine.length - 1) stage.count(film, seat, before?.seats[seat]?.standing, there, 360 * k, true);
        film.cue(there, "points-count");
      }
    });
  }
}

/** New crosses on one's own map: two strokes each, one after the other. */
export function filmStrokes(film, added) {
  const crosses = added.filter((one) => one.matches("path[pathLength]") && !one.closest("[data-preview]"));
  crosses.slice(0, MOST_STROKES).forEach((cross, index) => {
    const strokes = [{ strokeDasharray: "0 100" }, { strokeDasharray: "100 0" }];
    film.add(cross, strokes, { at: index * 140, ms: 220, ease: EASE.linear });
    film.cue(index * 140, "pencil");
  });
  return crosses.length;
}
