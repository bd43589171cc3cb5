// Options that have no place on the board: buttons below the prompt, a field for own words, handles for turning.
import { textView } from "./around.js";
import { choose } from "./deeds.js";
import { options, table } from "./desk.js";
import { $, h, icon } from "./dom.js";
import { drawActs } from "./prompt.js";

export let promptOptions = []; // up to three stand in the prompt

/** Options that are drawn nowhere become buttons: a few in the prompt, many below it. */
export function drawChoices() {
  const box = $("choices");
  promptOptions = [];
  box.replaceChildren();
  box.hidden = true;
  if (!table?.asked || textView) { drawActs(); return; }
  const drawn = options.drawn();
  const { asked } = table;
  const rest = asked.cycle ? [] : asked.options.filter((option) => !drawn.has(option.word));
  const taken = (table.undo.kind === "free" || table.imagined ? 1 : 0) + (asked.confirm ? 1 : 0) + (table.imagined?.steps.length ? 1 : 0);
  const small = rest.length <= 3 - taken && rest.every((option) => (option.button || option.label).length <= 28);
  if (small) promptOptions = rest;
  else if (rest.length) {
    box.hidden = false;
    box.append(h("ul", { class: rest.length > 12 ? "many" : "" }, ...rest.map(optionButton)));
  }
  if (asked.typed) {
    box.hidden = false;
    box.append(typedForm(asked.typed));
  }
  options.dress();
}

function optionButton(option) {
  const { label } = option;
  const words = option.button && !label.startsWith(option.button) ? option.button : label;
  return h("li", {}, h("button", { type: "button", class: "btn opt", "data-option": option.word }, h("span", {}, words), words !== label ? h("small", {}, label) : null));
}

export function typedForm(typed) {
  const field = h("input", { class: "input", maxlength: typed.limit, "aria-label": typed.hint || "Your words", placeholder: typed.hint, autocomplete: "off" });
  const form = h("form", { class: "typed" }, field, h("button", { class: "btn go" }, "Send"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim()) choose(typed.prefix + field.value.trim());
  });
  return form;
}

/** Round handles beside what is being turned. */
export function drawHandles() {
  let box = $("handles");
  const at = table?.asked?.cycle && table.asked.options.length > 1 && options.active && !$("plane").querySelector("[data-turn]") ? $("plane").querySelector("[data-preview].on") : null;
  if (!at) { box?.remove(); return; }
  if (!box) {
    box = h("div", { id: "handles" }, h("button", { type: "button", "aria-label": "Turn left", onclick: () => options.turn(-1) }, icon("ccw", 20)), h("button", { type: "button", "aria-label": "Turn right", onclick: () => options.turn(1) }, icon("cw", 20)));
    $("view").append(box);
  }
  const room = $("view").getBoundingClientRect();
  const place = at.querySelector("[data-turn-here]") ?? at;
  const piece = place.getBoundingClientRect();
  box.style.left = `${Math.min(Math.max(piece.left - room.left, 46), room.width - piece.width - 46)}px`;
  box.style.top = `${piece.top - room.top + piece.height / 2}px`;
  box.style.width = `${piece.width}px`;
}
