// What happens to the whole board: water rises, mud slides, lights go out, lamps blink. It lies over the table for a
// moment and leaves nothing behind; what was lost by it falls meanwhile (losses.js).
import { elementsFor } from "../board/places.js";
import { EASE } from "./film.js";
import { boxIn, made, outline } from "./pieces.js";

const MOST = 8; // places in one film
const RISE = 620, GO = 1000, WHOLE = 1620; // ms: it has come, it leaves, it is gone
const BLINK = 150;
const SOUNDS = {
  water: "water",
  mud: "water",
  storm: "water",
  drought: "card-flip",
  dark: "tile-down",
  lamps: "police-chirp",
  ride: "subway",
  card: "card-flip",
  news: "news",
};

/** What of this message looks or sounds like something, and where. */
export function effectsOf(news, svg) {
  const told = (news.films ?? []).filter((film) => film.effect);
  return told.map(({ effect, lamps = "", places = [] }) => ({
    effect,
    lamps,
    places: svg ? elementsFor(places, svg) : [],
  }));
}

/** A shape over the board that changes from one look to another and disappears. */
function comesAndGoes(film, stage, shape, kind, from, k, at = 0) {
  shape.setAttribute("class", `weather ${kind}`);
  stage.put(film, stage.over, shape);
  film.add(shape, [from, { translate: "0 0", opacity: 1 }], { at, ms: RISE * k, ease: EASE.inOut });
  const ms = (WHOLE - GO) * k;
  film.add(shape, [{ opacity: 1 }, { ...from, opacity: 0 }], {
    at: at + GO * k,
    ms,
    ease: EASE.inOut,
    fill: "forwards",
  });
}

/** A wave with its crest along the upper side. */
function wave({ x, y, width, height }, length) {
  const bows = Math.ceil(width / length) + 2;
  return made("path", {
    d: `M${x - length},${y}${`q${length / 4},-16 ${length / 2},0t${length / 2},0`.repeat(bows)}V${y + height + 24}H${
      x - length
    }Z`,
  });
}

/** The area of the lost places, from one side of the board to the other; otherwise a strip of the board. */
function struck(stage, lost, whole, side) {
  const box = lost.length ? boxIn(stage.svg, lost.map(({ place }) => place)) : null;
  if (side === "foot") {
    const y = box ? box.y : whole.y + 0.8 * whole.height;
    return { x: whole.x, y, width: whole.width, height: whole.y + whole.height - y };
  }
  const right = box ? box.x + box.width : whole.x + 0.2 * whole.width;
  return { x: whole.x, y: whole.y, width: right - whole.x, height: whole.height };
}

const LOOKS = {
  water(film, stage, { whole, lost, k }) {
    const area = struck(stage, lost, whole, "foot");
    const from = { translate: `0 ${area.height + 30}px`, opacity: 0.9 };
    comesAndGoes(film, stage, wave(area, 150), "water far", { ...from, translate: `-60px ${area.height + 30}px` }, k);
    comesAndGoes(film, stage, wave({ ...area, y: area.y + 18 }, 110), "water", from, k, 60 * k);
  },
  mud(film, stage, { whole, lost, k }) {
    const { x, y, width, height } = struck(stage, lost, whole, "left");
    const edge = Array.from({ length: 6 }, () => `q18,${height / 12} 0,${height / 6}`).join("");
    const shape = made("path", { d: `M${x - 20},${y}H${x + width}${edge}H${x - 20}Z` });
    comesAndGoes(film, stage, shape, "mud", { translate: `${-width - 40}px 0`, opacity: 0.9 }, k);
  },
  storm(film, stage, { whole: { x, y, width, height }, k }) {
    for (let i = 0; i < 12; i++) {
      const left = x + (width * ((i * 5) % 12)) / 11, top = y + (height * ((i * 7) % 12)) / 24;
      const line = made("path", { class: "weather rain", d: `M${left},${top}l${-height / 6},${height / 2}` });
      stage.put(film, stage.over, line);
      const falls = { translate: `${-height / 4}px ${height * 0.7}px`, opacity: 0 };
      for (const at of [0, 420, 840]) {
        const frames = [
          { translate: `${height / 8}px ${-height / 3}px`, opacity: 0 },
          { opacity: 0.75, offset: 0.4 },
          falls,
        ];
        film.add(line, frames, { at: (at + i * 23) * k, ms: 400 * k, ease: EASE.linear, fill: "forwards" });
      }
      line.style.opacity = "0";
    }
  },
  drought(film, stage, { whole: { x, y, width, height }, k }) {
    comesAndGoes(film, stage, made("rect", { x, y, width, height, rx: 12 }), "straw", { opacity: 0 }, k);
  },
  dark(film, stage, { places, lost, k }) {
    const where = (places.length ? places : lost.map(({ place }) => place)).slice(0, MOST);
    where.forEach((place, index) => {
      const found = place.isConnected ? outline(stage.svg, place) : null;
      if (!found) return;
      found.shape.setAttribute("class", "weather night");
      stage.put(film, stage.over, found.shape);
      const frames = [0, 0.72, 0.3, 0.72, 0.72, 0].map((opacity) => ({ opacity }));
      film.add(found.shape, frames, { at: index * 70 * k, ms: 900 * k, ease: EASE.linear });
    });
  },
  lamps(film, _stage, { lamps, places, k }) {
    const roots = places.length ? places : [document];
    const found = lamps ? roots.flatMap((root) => [...root.querySelectorAll(lamps)]).slice(0, MOST) : [];
    found.forEach((lamp, index) => { // red and blue in turn, twice
      const frames = (index % 2 ? [0.15, 1, 0.15, 1, 1] : [1, 0.15, 1, 0.15, 1]).map((opacity) => ({ opacity }));
      film.add(lamp, frames, { ms: 4 * BLINK * k, ease: EASE.linear });
    });
  },
};

/** The film of all of them together; `lost`: the places that lose something. */
export function filmEffects(film, stage, effects, lost, k) {
  const whole = stage.svg?.viewBox.baseVal;
  const heard = new Set();
  for (const { effect, lamps, places } of effects) {
    if (whole?.width) LOOKS[effect]?.(film, stage, { whole, lost, lamps, places, k });
    if (!heard.has(effect)) film.cue(heard.size * 160 * k, SOUNDS[effect]);
    heard.add(effect);
  }
}
