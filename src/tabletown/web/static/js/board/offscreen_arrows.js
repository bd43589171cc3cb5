// Options outside the visible part of the board: one arrow per side with their number. It slides along
// its edge so that it covers no option, and scrolls to them.
import { h } from "../common/dom.js";
import { t } from "../common/translate.js";

const WIDE = 66, HIGH = 44;
const TIPS = { left: "◀", right: "▶", up: "▲", down: "▼" };
const WORDS = {
  left: (n) => t("{n} more to the left", { n }),
  right: (n) => t("{n} more to the right", { n }),
  up: (n) => t("{n} more up", { n }),
  down: (n) => t("{n} more down", { n }),
};

/** Whether enough of it is visible to be clicked; of several elements of one option, one is enough. */
export function isVisible(box, room) {
  const across = Math.min(box.right, room.right) - Math.max(box.left, room.left);
  const down = Math.min(box.bottom, room.bottom) - Math.max(box.top, room.top);
  return across >= Math.min(box.width, 36) * 0.9 && down >= Math.min(box.height, 36) * 0.9;
}

export function drawOffscreenArrows(board) {
  const { edges, room } = board;
  const shown = [];
  if (board.view.checkVisibility() && board.svg) {
    const { inside, outside } = sort(board.around(), room);
    const taken = [...inside];
    for (const [side, list] of Object.entries(outside)) if (list.length) shown.push(arrow(board, side, list, taken));
  }
  edges.replaceChildren(...shown);
}

/** What is visible, and the centres of what isn't, by the side on which they lie. */
function sort(elements, room) {
  const inside = [], missing = new Map(), seen = new Set();
  for (const element of elements) {
    const box = element.getBoundingClientRect(), word = element.dataset.option;
    if (!box.width && !box.height) continue;
    if (isVisible(box, room)) {
      seen.add(word);
      inside.push(box);
    } else if (!missing.has(word)) missing.set(word, { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
  }
  const outside = { left: [], right: [], up: [], down: [] };
  for (const [word, at] of missing) {
    if (seen.has(word)) continue;
    const far = { left: room.left - at.x, right: at.x - room.right, up: room.top - at.y, down: at.y - room.bottom };
    outside[Object.keys(far).reduce((one, other) => (far[other] > far[one] ? other : one))].push(at);
  }
  return { inside, outside };
}

function arrow(board, side, list, taken) {
  const { room } = board;
  const aside = side === "left" || side === "right";
  const mean = list.reduce((sum, at) => sum + (aside ? at.y : at.x), 0) / list.length;
  const from = (aside ? room.top : room.left) + 4;
  const to = (aside ? room.bottom - HIGH : room.right - WIDE) - 4;
  const wanted = Math.min(to, Math.max(from, mean - (aside ? HIGH : WIDE) / 2));
  const at = (k) => {
    const left = aside ? (side === "left" ? room.left + 2 : room.right - WIDE - 2) : k;
    const top = aside ? k : side === "up" ? room.top + 2 : room.bottom - HIGH - 2;
    return { left, top, right: left + WIDE, bottom: top + HIGH };
  };
  let best = null;
  for (let k = from; k <= Math.max(from, to); k += 4) {
    const box = at(k);
    const hides = taken.reduce((sum, other) => sum + overlap(box, other), 0), far = Math.abs(k - wanted);
    if (!best || hides < best.hides || (hides === best.hides && far < best.far)) best = { hides, far, box };
  }
  taken.push(best.box);
  const view = board.view.getBoundingClientRect();
  const tip = h("i", { "aria-hidden": "true" }, TIPS[side]), n = String(list.length);
  const words = h("span", {}, ...(side === "right" ? [n, tip] : [tip, n]));
  const place = `left: ${best.box.left - view.left}px; top: ${best.box.top - view.top}px; width: ${WIDE}px`;
  const label = WORDS[side](n);
  return h("button", {
    type: "button",
    class: "farther",
    style: place,
    "aria-label": label,
    onclick: () => {
      const next = nearest(list, side);
      const aim = (one, low, size) => low + size / 2 - one;
      board.pan(aim(aside ? next.x : mean, room.left, room.width), aim(aside ? mean : next.y, room.top, room.height));
    },
  }, words);
}

const nearest = (list, side) =>
  list.reduce((one, other) => {
    const closer = { left: other.x > one.x, right: other.x < one.x, up: other.y > one.y, down: other.y < one.y }[side];
    return closer ? other : one;
  });

function overlap(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
}
