// Cards to choose from, as a dialog over the board: two side by side, one per page on a phone. It folds to reveal the board.
import { choose } from "./actions.js";
import { options, table } from "./store.js";
import { $, h } from "../common/dom.js";
import { t } from "../common/translate.js";

const NARROW = "(max-width: 699px), (max-height: 560px)"; // one card per page, as in card_choice.css
let opened = -1; // the number of the question it was opened for

const cards = () => [...$("hand").querySelectorAll("[data-option][data-can]")];
const sheet = () => $("hand").querySelector(".cards");
export const isCardChoiceOpen = () => document.body.matches(".offers:not(.folded)");
export const folded = () => document.body.matches(".offers.folded");

/** A new table was drawn. The first card is selected until somebody selects another. */
export function drawCardChoice() {
  if (!document.body.classList.contains("offers") || !table.asked) {
    fold(false);
    opened = -1;
    $("offer-foot")?.remove();
    return;
  }
  const fresh = opened !== table.number;
  if (fresh) fold(false);
  opened = table.number;
  if (!$("offer-foot")) $("tray").append(foot());
  if (options.selected === null) options.select(cards()[0]?.dataset.option ?? null);
  drawCardChoiceFoot();
  if (fresh && !document.querySelector("dialog[open], #recap")) chosen()?.focus({ preventScroll: true });
}

const chosen = () => cards().find((card) => card.dataset.option === options.selected);

function foot() {
  const look = { type: "button", class: "btn look", onclick: () => fold(true) };
  const keep = { type: "button", class: "btn keep", onclick: () => choose(options.selected) };
  return h(
    "footer",
    { id: "offer-foot" },
    h("span", { class: "dots", "aria-hidden": "true" }),
    h("span", { class: "grow" }),
    h("button", look, t("Look at the board")),
    h("button", keep),
  );
}

/** Shows which card is selected: on its button, in the dots, and by scrolling if there is one per page. */
export function drawCardChoiceFoot() {
  const bar = $("offer-foot");
  if (!bar) return;
  const option = options.words.get(options.selected);
  bar.querySelector(".keep").textContent = option?.button || option?.label || "";
  const dot = (card) => h("i", { class: card.dataset.option === options.selected ? "on" : null });
  bar.querySelector(".dots").replaceChildren(...cards().map(dot));
  const at = cards().findIndex((card) => card.dataset.option === options.selected);
  if (at < 0 || !matchMedia(NARROW).matches || pageNow() === at) return;
  sheet().scrollTo({ left: at * sheet().clientWidth, behavior: "instant" });
}

const pageNow = () => Math.round(sheet().scrollLeft / Math.max(1, sheet().clientWidth));

/** True if that changed something. */
export function fold(away) {
  if (document.body.classList.contains("folded") === away) return false;
  document.body.classList.toggle("folded", away);
  options.on.changed();
  return true;
}

// arrows switch by moving the focus; a swipe turns the page
$("hand")?.addEventListener("focusin", (event) => {
  const card = event.target.closest?.("[data-option]");
  if (isCardChoiceOpen() && card && options.selected !== card.dataset.option) options.select(card.dataset.option);
});
$("hand")?.addEventListener("scroll", (event) => {
  if (!isCardChoiceOpen() || event.target !== sheet() || !matchMedia(NARROW).matches) return;
  const card = cards()[pageNow()];
  if (card && card.dataset.option !== options.selected) options.select(card.dataset.option);
}, { capture: true, passive: true });
