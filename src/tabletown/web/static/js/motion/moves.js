// Others' moves as films on the board: a ring in their colour, the piece travels from their pill, a caption says
// what it brought. Events that concern nobody in particular get a ring and a caption in ink.
import { afterColon, beforeColon } from "../common/translate.js";
import { elementsFor } from "../board/places.js";
import { piecesAt } from "./pieces.js";

/** The viewer's settings: how fast, and how far apart moves begin (ms). */
export const SPEEDS = {
  slow: { k: 1.7, step: 1400 },
  normal: { k: 1, step: 520 },
  fast: { k: 0.55, step: 280 },
  off: { k: 0, step: 0 },
};
const MOST = 4; // moves in one film; the others are in the log
const colourOf = (seat) => seat === null ? "var(--ink)" : `var(--seat-${(seat % 4) + 1})`;

/** Splits "Kim laid a bend on G6: profit 2, cost 1." in two. */
function parted(text) {
  const words = text.replace(/[.。]$/, ""), first = beforeColon(words);
  return [first, afterColon(words, first)];
}

/** Leaves out elements that lie on another one, such as a piece on its plot. */
function apart(elements) {
  const boxes = new Map(elements.map((one) => [one, one.getBoundingClientRect()]));
  const on = (box, other) =>
    box.left >= other.left && box.right <= other.right && box.top >= other.top && box.bottom <= other.bottom;
  return elements.filter((one) => !elements.some((other) => other !== one && on(boxes.get(one), boxes.get(other))));
}

/**
 * The moves in this message, each with its lines. Lines of one seat that name no place of their own belong to its move
 * before them.
 */
export function movesOf(news, svg, added) {
  const moves = [];
  for (const film of news.films ?? []) {
    const { event, gain = "", seat = null } = film;
    const line = news.lines[film.line];
    if (!line || film.lost || news.holds.includes(seat)) continue;
    const places = svg ? apart(elementsFor(film.places ?? [], svg)) : [];
    const last = moves.at(-1);
    if (last && last.seat === seat && (!places.length || last.places[0] === places[0])) {
      if (gain && !last.gain) Object.assign(last, { gain, by: line.text });
      continue;
    }
    if (seat === null && !places.length) continue;
    const pieces = places.length ? piecesAt(svg, places[0], added) : [];
    moves.push({ seat, text: line.text, gain, by: line.text, event, places, pieces });
  }
  return moves;
}

/**
 * The film of these moves; returns when each begins. `before`: the previous seats, for pills that count unless
 * `counted`.
 */
export function filmMoves(film, stage, moves, before, { k, step }, counted = new Set()) {
  return moves.slice(-MOST).map((move, index) => {
    const at = index * step;
    const { seat } = move;
    const colour = colourOf(seat);
    const places = move.places.filter((place) => place.isConnected);
    const pieces = move.pieces.filter((piece) => piece.isConnected);
    const [words, rest] = parted(move.text);
    const why = move.by === move.text ? rest : parted(move.by)[0]; // a gain appears beside its own line
    const small = [why, move.gain].filter(Boolean).join(" · ");
    const anchor = places[0] ?? stage.chip(seat);
    if (!anchor) return at;
    for (const place of places.slice(0, 6)) stage.ring(film, place, colour, at, k);
    if (!places.length) stage.pill(film, seat, colour, at, k);
    if (pieces.length && seat !== null) stage.travel(film, pieces, places[0], seat, at, k);
    stage.caption(film, anchor, { seat, colour, words, small }, at, k);
    if (seat !== null && !counted.has(seat)) {
      counted.add(seat);
      stage.count(film, seat, before?.seats[seat]?.standing, at + 500 * k, 260 * k);
    }
    return at;
  });
}
