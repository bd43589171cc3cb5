// A second tap on the same spot was meant for what was there before. If another answer has replaced it, the tap counts
// only once that answer has been there for half a second.
const SETTLES = 500; // ms
const NEAR = 48; // px: as large as a finger

let drawn = { number: -1, at: 0 }; // the question shown, and since when
let last = null; // the last tap: its place and its question

/** Notes that a table was drawn. @param {number} number */
export function questionShown(number) {
  if (number !== drawn.number) drawn = { number, at: performance.now() };
}

addEventListener("click", (event) => {
  const finger = /** @type {PointerEvent} */ (event).pointerType === "touch";
  if (!event.detail) return; // by keyboard
  const before = last;
  const here = { x: event.clientX, y: event.clientY, number: drawn.number };
  const same = before && before.number !== here.number && Math.hypot(before.x - here.x, before.y - here.y) < NEAR;
  const twice = finger || event.detail > 1; // a mouse counts clicks by itself
  if (!same || !twice || performance.now() - drawn.at > SETTLES) {
    last = here;
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
