// Losses: each piece shakes and falls from its place, which stays outlined; the cost rises there, and pills
// count down.
import { elementsFor } from "../board/places.js";
import { h } from "../common/dom.js";
import { EASE } from "./film.js";
import { copied, outline } from "./pieces.js";

const SHAKES = [0, -2, 2, -2.4, 2.4, -1.6, 0].map((x) => ({ translate: `${x}px 0` }));
const FALLS = [
  { translate: "0 0", rotate: "0deg", opacity: 1 },
  { translate: "-6px 26px", rotate: "-9deg", opacity: 0.9, offset: 0.6 },
  { translate: "-16px 52px", rotate: "-14deg", opacity: 0 },
];

/** Before the board changes: what will be lost, whose it is, and copies of it. */
export function lostPlaces(news, svg) {
  if (!svg) return [];
  const lost = (news.films ?? []).filter((film) => film.lost);
  return lost.flatMap((film) =>
    elementsFor(film.places ?? [], svg).map((place) => {
      const pieces = [...place.children].filter((one) => one instanceof SVGGraphicsElement && one.checkVisibility());
      const stood = pieces.map((piece) => ({ piece, copy: copied(svg, [piece]) }));
      return { place, owner: news.lines[film.line]?.seat ?? null, stood };
    })
  );
}

/** After the change: they fall one by one. `before`: the seats before it. */
export function filmLosses(film, stage, lost, before, now, k) {
  const owners = new Map();
  lost.forEach(({ place, owner, stood }, index) => {
    for (const { piece, copy } of stood) {
      if (piece.isConnected) continue;
      copy.setAttribute("class", "falls");
      stage.put(film, stage.over, copy);
      film.add(copy, SHAKES, { at: (240 + index * 40) * k, ms: 260 * k, ease: EASE.linear, fill: "none" });
      film.add(copy, FALLS, { at: (500 + index * 70) * k, ms: 380 * k, ease: EASE.fall, fill: "forwards" });
    }
    film.cue((500 + index * 70) * k, "house-falls");
    const found = place.isConnected ? outline(stage.svg, place) : null;
    if (found) {
      found.shape.setAttribute("class", "struck");
      found.shape.style.strokeWidth = String(3 / (stage.scale * found.scale));
      stage.put(film, stage.over, found.shape, true);
      film.add(found.shape, [{ opacity: 0 }, { opacity: 1 }], { at: (240 + index * 40) * k, ms: 160 * k });
    }
    if (owner !== null && !owners.has(owner)) owners.set(owner, place);
  });
  for (const [owner, place] of owners) {
    const was = before.seats[owner]?.standing, cost = Number(was) - Number(now.seats[owner]?.standing);
    if (!(cost > 0)) continue;
    const box = place.getBoundingClientRect();
    const loss = stage.put(film, stage.sky, h("b", { class: "loss" }, `−${cost}`), true);
    Object.assign(loss.style, { left: `${box.left + box.width / 2}px`, top: `${box.top + box.height / 2}px` });
    film.add(loss, [{ opacity: 0, translate: "-50% 0" }, { opacity: 1, translate: "-50% -30px" }], {
      at: 700 * k,
      ms: 260 * k,
    });
    stage.count(film, owner, was, 760 * k, 420 * k);
  }
  if (owners.size) film.cue(760 * k, "points-lost");
}
