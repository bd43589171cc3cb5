// Pieces glide from their old places. Browsers don't support View Transitions inside a picture, so this does
// for pieces what those do for pages.
import { calm } from "../common/dom.js";

const MOST_MOVING = 120, MOST_FRESH = 40;
const TIMING = { duration: 260, easing: "cubic-bezier(.2, .7, .2, 1)" };

/** The screen positions of all pieces (elements with an id). */
export function positions(root) {
  const found = new Map();
  if (calm.matches) return found;
  for (const piece of root.querySelectorAll("[id]")) {
    const box = piece.getBoundingClientRect();
    if (box.width || box.height) found.set(piece.id, box);
  }
  return found;
}

/** Whether it lies where another piece lay: fading in, it would show what is below both. */
function replaces(piece, gone) {
  const { left, top, width, height } = piece.getBoundingClientRect();
  const x = left + width / 2, y = top + height / 2;
  return gone.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom);
}

/** Lets each piece glide from its old place. */
export function animateMoves(root, before) {
  if (calm.matches || !before.size || document.hidden) return;
  const moving = new Map();
  const fresh = [];
  for (const piece of root.querySelectorAll("[id]")) {
    const now = piece.getBoundingClientRect();
    if (!now.width && !now.height) continue;
    const then = before.get(piece.id);
    if (!then) {
      fresh.push(piece);
      continue;
    }
    const dx = then.left + then.width / 2 - (now.left + now.width / 2);
    const dy = then.top + then.height / 2 - (now.top + now.height / 2);
    if (Math.hypot(dx, dy) > 3 && Math.hypot(dx, dy) < 3000) moving.set(piece, { dx, dy });
  }
  if (moving.size > MOST_MOVING) return;
  for (const [piece, { dx, dy }] of moving) {
    const above = moving.get(piece.parentElement?.closest("[id]"));
    if (above && Math.hypot(above.dx - dx, above.dy - dy) < 2) continue; // moves with its group already
    const matrix = piece.ownerSVGElement ? piece.parentElement.getScreenCTM?.()?.inverse() : null;
    const [x, y] = matrix ? [matrix.a * dx + matrix.c * dy, matrix.b * dx + matrix.d * dy] : [dx, dy];
    piece.animate({ translate: [`${x}px ${y}px`, "0px 0px"] }, TIMING);
  }
  if (fresh.length > MOST_FRESH) return;
  const gone = [...before].filter(([id]) => !document.getElementById(id)).map(([, box]) => box);
  for (const piece of fresh) {
    if (!piece.closest("[data-preview]") && !replaces(piece, gone)) piece.animate([{ opacity: 0, offset: 0 }], TIMING);
  }
}
