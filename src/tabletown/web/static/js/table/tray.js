// The tray: options as chips, in lanes with a visible sign that they scroll; a field for free text; the last move.
import { choose } from "./actions.js";
import { log, options, table, textView } from "./store.js";
import { $, h } from "../common/dom.js";
import { frame, hasRail } from "../common/layout.js";
import { shownPlan } from "./planning.js";
import { afterColon, beforeColon, breadth, plural, t } from "../common/translate.js";

export let beside = []; // options shown as buttons in the commit bar
let drawn = "";
let listed = false; // the list of places is open
const MANY = 12;
const LONG_LIST = 12, BRIEF_NOTE = 10; // letters
const SEEN_AT_ONCE = 6; // as many as fit on a phone without scrolling
const NOTE_IN = [0, 52, 22, 0]; // letters available for a note, by number of columns

const LONG_NOTE = 26, LONG_WORDS = 24, LINE = 34, FLAT = 50, SHORT_LABEL = 28;
// px: a button without its words, a letter, and Back or the main button
const UPRIGHT = { padding: 30, letter: 9, beside: 72 }, ON_ITS_SIDE = { padding: 16, letter: 8, beside: 56 };

/** Where each option is shown: on the board, in the hand, beside the main button, otherwise only here. */
export function drawTray() {
  const asked = textView ? null : table?.asked;
  beside = asked ? pickBeside(asked) : [];
  // a single option is the main button; its consequences are still shown here
  const told = ({ button, label }) => asked.options.length === 1 && button && button !== label;
  const here = (option) => (!beside.includes(option) || told(option)) && !inHand(option.word);
  const chips = asked ? asked.options.filter(here) : [];
  const lanes = asked ? sortLanes(chips) : [];
  const ended = table?.outcome && !hasRail() ? table.outcome.reason : "";
  const made = shownPlan();
  document.body.classList.toggle("plans", Boolean(made));
  const past = asked || !table || textView || made ? [] : log.latest(4).filter((words) => words !== ended);
  const signature = JSON.stringify([
    lanes,
    asked?.typed,
    asked?.seat,
    past,
    frame(),
    asked?.cycle,
    ended,
    made?.outerHTML,
  ]);
  if (signature !== drawn) {
    drawn = signature;
    // a long list on a desktop: short notes only, so that all of it is seen; the names say the rest
    const brevity = frame() === "desktop" && lanes.length > 1 && chips.length > LONG_LIST ? BRIEF_NOTE : Infinity;
    const parts = lanes.map(([name, all]) => lane(name, all, lanes.length, asked, brevity));
    if (asked?.typed && aside(asked)) parts.push(typedForm(asked));
    else if (asked?.typed) parts.unshift(typedForm(asked)); // free text is expected
    if (ended) parts.push(h("p", { class: "ended" }, ended));
    if (made) parts.push(made);
    if (past.length) parts.push(h("ul", { class: "past", tabindex: "0" }, ...past.map((one) => h("li", {}, one))));
    $("choices").replaceChildren(...parts);
    options.dress();
  }
  fitLanes();
}

const on = (id, word) =>
  [...$(id).querySelectorAll("[data-option]")]
    .filter((element) => element.dataset.option === word && element.checkVisibility());

/** Drawn in the hand, and large enough for a finger. */
function inHand(word) {
  const least = matchMedia("(pointer: coarse)").matches ? 43 : 28;
  return on("hand", word).some((element) => element.getBoundingClientRect().height >= least);
}

/** A few short options that are drawn nowhere else go beside the main button. */
function pickBeside(asked) {
  const backs = asked.confirm || (table.undo.kind === "free" && table.undo.step) || table.imagined;
  const back = (backs ? 1 : 0) + (table.imagined?.steps.length ? 1 : 0);
  const main = asked.confirm || asked.cycle ? 1 : 0;
  const free = (option) => !on("plane", option.word).length && !inHand(option.word);
  const rest = asked.cycle ? [] : asked.options.filter(free);
  if (asked.options.length === 1) return rest;
  const pinned = rest.filter((option) => option.ends);
  const plain = rest.filter((option) => !option.chip); // options without a chip: end the turn, propose it
  const short = plain.every((option) => option.label.length <= SHORT_LABEL);
  return plain.length <= 3 && short && fits(plain, back, main) ? plain : pinned;
}

/** Large screens have room for three buttons; phones for as many as fit on two lines. */
function fits(plain, back, main) {
  const small = ["phone", "low"].includes(frame());
  if (!small || table.imagined) return plain.length + back + main <= (small ? 2 : 3);
  const { padding, letter, beside: other } = frame() === "low" ? ON_ITS_SIDE : UPRIGHT;
  const wide = plain.map(({ button, label }) =>
    padding + letter * Math.max(breadth(button || label) / 2, longest(button || label))
  );
  return wide.reduce((sum, one) => sum + one, 0) <= $("acts").clientWidth - (back + main) * other;
}

/** The letters of its longest word; Chinese can be broken after each. */
const longest = (words) => Math.max(...words.split(/[ \u2e80-\uffff]/).map((word) => word.length));

/** Sorted by the game's own lanes; places come first if the board isn't fully visible. */
function sortLanes(chips) {
  const lanes = new Map();
  for (const option of chips) {
    const placed = on("plane", option.word).length > 0;
    const name = option.chip?.lane || (placed ? "" : " ");
    if (!lanes.has(name)) lanes.set(name, { placed, all: [] });
    lanes.get(name).all.push(option);
  }
  const small = frame() === "phone";
  const few = phone() && chips.length <= SEEN_AT_ONCE;
  if (table.asked.cycle || few || (small && lanes.size > 2)) return [["", bestFirst(chips)]];
  const first = small || frame() === "low";
  return [...lanes].sort((one, other) => (first ? 1 : -1) * (Number(other[1].placed) - Number(one[1].placed)))
    .map(([name, { all }]) => [name.trim(), bestFirst(all)]);
}

/** If every note is a number, the largest comes first. */
function bestFirst(all) {
  const value = (option) => Number((option.chip?.note || "none").replace(/[+±]/, "").replace("−", "-"));
  if (all.some((option) => Number.isNaN(value(option)))) return all;
  return [...all].sort((one, other) => value(other) - value(one));
}

function lane(name, all, lanes, asked, brevity) {
  const chips = all.map(chipOf);
  const long = chips.some((chip) => breadth(chip.note) > LONG_NOTE || breadth(chip.words) > LONG_WORDS);
  const pictures = chips.some((chip) => chip.picture);
  const few = lanes === 1 && all.length <= 4 && chips.some((chip) => breadth(chip.note) > 6 || chip.picture || long);
  const lines = chips.every((chip) => breadth(chip.note) <= LINE && breadth(chip.words) <= LINE); // one line each is enough
  const form = asked.cycle && pictures ? "turns" : few || (long && lanes === 1 && !lines) ? "cards" : "row";
  const two = form === "row" && lanes === 1 && all.length > 4;
  const brief = chips.every((chip) => breadth(chip.words) <= 7 && breadth(chip.note) <= 5 && !chip.picture);
  const wide = chips.some((chip) => chip.picture && breadth(chip.words) > 9);
  const flat = chips.every((chip) => breadth(chip.note) <= FLAT && breadth(chip.words) <= LINE);
  const classes = `${form}${flat ? " flat" : ""}${wide ? " wide" : ""}${long ? " long" : ""}${two ? " two" : ""}${
    brief ? " brief" : ""
  }${brevity < Infinity ? " many" : ""} of${all.length}`;
  const more = h("button", { type: "button", class: "more", tabindex: "-1", "aria-hidden": "true", hidden: true });
  const grid = lanes === 1 && form !== "turns" ? columnsFor(chips) : 0;
  const shown = ({ words, note, picture }) => ({
    words,
    picture,
    note: breadth(note) > brevity ? "" : !grid || breadth(note) <= (frame() === "low" ? 0 : NOTE_IN[grid]) ? note : "",
  });
  const row = h(
    "div",
    { class: `chips-of ${grid ? "grid" : classes}`, style: grid ? `--columns: ${grid}` : null },
    ...all.map((option, index) => chip(option, shown(chips[index]))),
  );
  row.addEventListener("scroll", drawCues, { passive: true });
  more.addEventListener("click", () => row.scrollBy({ left: row.clientWidth * 0.8, behavior: "smooth" }));
  const title = name ? h("h2", {}, name) : null;
  if (!marked(all, lanes)) return h("div", { class: "lane" }, title, row, more);
  const words = plural("{n} place is marked on the board", "{n} places are marked on the board", { n: all.length });
  const list = h("details", { class: "lane", open: listed }, h("summary", {}, words), row, more);
  list.addEventListener("toggle", () => {
    listed = list.open;
    drawCues();
  });
  return list;
}

/** Many places that a mouse finds on a fully visible board: their list opens on request. */
const marked = (all, lanes) =>
  frame() === "desktop" && all.length > (lanes > 1 ? 8 : MANY) && !matchMedia("(pointer: coarse)").matches &&
  all.every((option) => on("plane", option.word).length > 0);

/** On a phone, the number of columns in which a few options are all visible; 0 for the usual layout. */
function columnsFor(chips) {
  const count = chips.length;
  if (!phone() || count > SEEN_AT_ONCE || document.body.classList.contains("high")) return 0;
  const hand = !$("hand").hidden && $("hand").checkVisibility();
  if (frame() === "low") {
    const letters = ($("hand").clientWidth / 3 - 17) / 6.5; // in a line of a third
    const thirds = hand && count > 4 && chips.every(({ words }) => longest(words) <= letters);
    return count < 4 ? 0 : thirds ? 3 : 2;
  }
  const rows = hand || innerHeight < 800 ? 2 : 3;
  return Math.min(3, Math.ceil(count / rows));
}

/** Upright, or too low for a column. */
const phone = () => frame() === "phone" || (frame() === "low" && innerHeight <= 430);

/** The game's own short words, otherwise those of the button, with the rest of the sentence below. */
function chipOf(option) {
  if (option.chip) return option.chip;
  const { button, label } = option;
  const head = beforeColon(label);
  const words = button && button !== label ? button : breadth(head) <= LONG_WORDS ? head : label;
  const note = label === words ? "" : afterColon(label, words) || label;
  return { words, note, picture: "" };
}

function chip(option, { words, note, picture }) {
  const text = h(
    "span",
    { class: breadth(note) <= 5 ? "line" : "" },
    h("b", {}, words),
    note ? [" ", h(breadth(note) <= 5 ? "em" : "small", {}, note)] : null,
  );
  const said = option.label.startsWith(words) ? option.label : `${words}: ${option.label}`;
  return h(
    "button",
    {
      type: "button",
      class: option.on ? "opt set" : "opt",
      "data-option": option.word,
      "aria-label": said,
      "aria-pressed": option.on === undefined ? null : String(option.on),
    },
    picture ? h("span", { class: "pic", html: picture, "aria-hidden": "true" }) : null,
    text,
  );
}

/** Free text is one answer among others: its button isn't the main one. */
const aside = (asked) => asked.options.length > 1;

export function typedForm(asked) {
  const { typed } = asked;
  const field = h("input", { class: "input", maxlength: typed.limit, autocomplete: "off" });
  const label = h("label", {}, h("span", {}, typed.hint || t("Your answer")), field);
  const send = h("button", { class: aside(asked) ? "btn" : "btn go" }, typed.button || t("Send"));
  const form = h("form", { class: aside(asked) ? "typed aside" : "typed first" }, label, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim()) choose(typed.prefix + field.value.trim());
  });
  // Enter in the field only moves to the button, whose consequences should be read first
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !aside(asked)) return;
    event.preventDefault();
    if (field.value.trim()) send.focus();
  });
  return form;
}

// ------------------------------------------------------------------------------------------------ there is more

/** On a desktop, a list that has no room is drawn tighter, so that all of it is seen. */
function fitLanes() {
  const lanes = $("lanes");
  lanes.classList.remove("tight");
  lanes.classList.toggle("tight", frame() === "desktop" && lanes.scrollHeight > lanes.clientHeight + 2);
  drawCues();
}

/** How many chips of a lane are not wholly seen, and how many lie below. */
export function drawCues() {
  for (const row of $("tray").querySelectorAll(".chips-of")) {
    const more = row.nextElementSibling;
    const edge = row.getBoundingClientRect().right - 52;
    const goesOn = row.scrollWidth > row.clientWidth + 2;
    const end = row.scrollLeft + row.clientWidth >= row.scrollWidth - 2;
    const n = [...row.children].filter((one) => one.getBoundingClientRect().right > edge + 8).length;
    more.hidden = !goesOn || end || !n;
    more.textContent = `+${n} ›`;
  }
  const lanes = $("lanes");
  const foot = lanes.getBoundingClientRect().bottom - 20;
  const n = [...lanes.querySelectorAll(".opt, [data-can]")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > foot + 6).length;
  const below = lanes.scrollHeight > lanes.clientHeight + 2 &&
    lanes.scrollTop + lanes.clientHeight < lanes.scrollHeight - 2;
  $("below").hidden = !below;
  $("below").textContent = n ? plural("▾ {n} more", "▾ {n} more", { n }) : "▾";
}

$("lanes").addEventListener("scroll", drawCues, { passive: true });
new ResizeObserver(fitLanes).observe($("lanes")); // its height is set with the board's, after it was filled
