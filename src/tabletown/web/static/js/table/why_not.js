// Why not? Ask about a thing on the board by pointing at it; with the keyboard, step through
// the things by name. No list covers the board.
import { askWhy, hideReason } from "./actions.js";
import { options, table } from "./store.js";
import { $, h } from "../common/dom.js";
import { list, t } from "../common/translate.js";

let things = null; // the things one can ask about while pointing; at: the focused one
let at = 0;

const nameOf = (element) =>
  element.getAttribute("aria-label") || element.querySelector("title")?.textContent ||
  element.textContent.trim();

/** Everything visible that isn't an option now and has a name. */
function findThings() {
  const allowed = new Set((table.asked?.options ?? []).map((option) => option.word));
  const found = new Map();
  for (const root of options.roots) {
    for (const element of root.querySelectorAll("[data-word]")) {
      if (allowed.has(element.dataset.word) || !element.checkVisibility() || found.has(element.dataset.word)) continue;
      const name = nameOf(element);
      if (name) found.set(element.dataset.word, { element, name, word: element.dataset.word });
    }
  }
  return [...found.values()];
}

export function askByPointing() {
  if (stopPointing()) return;
  hideReason();
  things = findThings();
  at = -1;
  document.body.classList.add("asking-why");
  const help = things.length
    ? t("Tap anything to see why you can't, or type its name.")
    : t("Everything you see is allowed, or it isn't your turn.");
  const names = h("datalist", { id: "why-names" }, ...things.map(({ name }) => h("option", { value: name })));
  const props = { class: "input", list: "why-names", "aria-label": t("Why can't I…?"), autocomplete: "off" };
  const field = h("input", { ...props, placeholder: t("Why can't I…?") });
  const form = h("form", { class: "asks" }, h("label", {}, help), things.length ? [field, names] : null);
  form.append(h("button", { type: "button", class: "btn small", onclick: stopPointing }, t("Close")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    pick(field.value);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") stopPointing();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      at = (at + (event.key === "ArrowDown" ? 1 : -1) + things.length) % things.length;
      field.value = things[at].name;
    } else return;
    event.preventDefault();
  });
  field.addEventListener("input", (event) => {
    if (event.inputType === "insertReplacementText") pick(field.value);
  });
  $("commit").append(h("div", { class: "whybar", id: "whybar", role: "group", "aria-label": t("Why not?") }, form));
  if (things.length) field.focus();
}

function pick(words) {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return;
  const all = things.filter(({ name }) => name.toLowerCase().includes(wanted));
  const found = all.find(({ name }) => name.toLowerCase() === wanted) ?? all[0];
  if (found) {
    const { word, element } = found;
    stopPointing();
    askWhy(word, element);
  } else {$("whybar").querySelector("label").textContent = t("No match. Try {names}…", {
      names: list(things.slice(0, 3).map(({ name }) => name), ","),
    });}
}

/** True if somebody was asking. */
export function stopPointing() {
  if (!things) return false;
  things = null;
  document.body.classList.remove("asking-why");
  const held = $("whybar")?.contains(document.activeElement);
  $("whybar")?.remove();
  if (held) $("acts").querySelector("button")?.focus();
  return true;
}
