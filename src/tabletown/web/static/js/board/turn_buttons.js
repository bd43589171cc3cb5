// Round handles beside what is being turned; on phones a finger needs that room.
import { options, table } from "../table/store.js";
import { $, h, icon } from "../common/dom.js";
import { hasRail } from "../common/layout.js";
import { t } from "../common/translate.js";

function round(label, picture, by) {
  return h("button", { type: "button", "aria-label": label, onclick: () => options.turn(by) }, icon(picture, 20));
}

export function drawTurnButtons() {
  let box = $("handles");
  const turns = hasRail() && table?.asked?.cycle && table.asked.options.length > 1 && options.active;
  const own = $("plane").querySelector("[data-turn]");
  const at = turns && !own ? $("plane").querySelector("[data-preview].on") : null;
  if (!at) {
    box?.remove();
    return;
  }
  if (!box) {
    box = h("div", { id: "handles" }, round(t("Turn left"), "ccw", -1), round(t("Turn right"), "cw", 1));
    $("view").append(box);
  }
  const room = $("view").getBoundingClientRect();
  const piece = (at.querySelector("[data-turn-here]") ?? at).getBoundingClientRect();
  box.style.left = `${Math.min(Math.max(piece.left - room.left, 46), room.width - piece.width - 46)}px`;
  box.style.top = `${piece.top - room.top + piece.height / 2}px`;
  box.style.width = `${piece.width}px`;
}
