// A person's actions at the table, and the replies: a refusal, a reason, a hint.
import { connection, connectionState, log, options, table } from "./store.js";
import { confirmUndo } from "./dialogs.js";
import { $, calm, h, icon, toast } from "../common/dom.js";
import { wrong } from "./lesson.js";
import { planStep } from "./planning.js";
import { closeAll, toneClass } from "./recap.js";
import { answersOf, pathOf, wordsOf } from "../board/options.js";
import { hideGhost, showGhost } from "../board/ghost.js";
import { coverTabs, drawConnector, removeConnector } from "../board/connector.js";
import { figure, list, t } from "../common/translate.js";

let sent = null; // {number, word}: an answer whose new table hasn't arrived yet
let clicked = null; // the element beside which a reason appears

options.waits = () => sent !== null && sent.number === table?.number && connectionState.state === "open";

/** A new table or a new connection: whatever was sent is answered, or has to be asked again. */
export const settle = () => {
  sent = null;
  document.body.classList.remove("busy");
};
export const unclick = () => {
  clicked = null;
};

/** Clicks made while the last answer was on its way. */
export function catchUp() {
  if (options.catchUp()) toast(t("The game moved on first, so your click wasn't played."));
}

export function choose(word) {
  if (!table?.asked || connectionState.state !== "open" || options.waits()) return;
  if (table.imagined) {
    planStep(word);
    return;
  }
  answer(answersOf(word));
}

/** Sends these answers one after another. */
function answer(answers) {
  const [option, ...then] = answers;
  if (!connection.send({ type: "choose", number: table.number, option, then, seat: table.asked.seat })) return;
  sent = { number: table.number, option };
  closeAll();
  closeHint();
  hideReason();
  document.body.classList.add("busy");
}

export function refused(news) {
  settle();
  if (news.code === "lesson") wrong(news.text, news.option);
  else if (news.code === "stale") toast(t("The game has moved on. Here's how it stands now."));
  else {
    const word = (element) => element.dataset.option ?? element.dataset.word;
    const things = news.option ? [...document.querySelectorAll("[data-option], [data-word]")] : [];
    clicked = things.find((element) => word(element) === news.option && element.checkVisibility()) ?? clicked;
    reason(news.text, news.rule);
  }
  catchUp();
}

export function askWhy(word, element) {
  if (connectionState.state !== "open") return;
  clicked = element;
  if (table.imagined) reason(t("That wasn't possible at that point."), "");
  else if (table.asked) connection.send({ type: "why", option: word, seat: table.asked.seat });
  else if (!table.outcome && !table.holds.length) reason(t("You're watching."), "");
  else if (!table.outcome) {
    const names = list(table.waiting.map((one) => one.name));
    reason(t("It isn't your turn. The table is waiting for {names}.", { names }), "");
  }
}

// ------------------------------------------------------------------------------------------------ taking back

const sendUndo = () => {
  const whose = table.you !== null ? { seat: table.you } : {};
  connection.send({ type: "undo", number: table.number, ...whose });
};

/** Goes one step back within the turn; what is committed stays. */
export function stepBack() {
  if (table?.undo.kind === "free" && table.undo.step) sendUndo();
}

/** Undoes the last answer. If that crosses a turn or needs the others' consent, it asks first. */
export function askUndo() {
  if (!table || !table.holds.length || table.imagined) return;
  if (table.undo.kind === "no") reason(table.undo.why || t("There's no move to undo."), "");
  else if (table.undo.kind === "free" && table.undo.step) sendUndo();
  else confirmUndo(table, sendUndo);
}

// ------------------------------------------------------------------------------------------------ hints, reminders

export function askHint() {
  if (!table?.asked || table.imagined) return toast(t("You can get a hint on your turn."));
  toast(t("Looking for a good move…"));
  connection.send({ type: "hint", seat: table.asked.seat });
}

export function hint(news) {
  document.querySelector(".toast")?.remove();
  if (!table || news.number !== table.number) return;
  showHint([news, ...news.others], 0);
}

/** Shows one of the hints: its card, and its element on the table. */
function showHint(all, at) {
  const advice = all[at];
  hintCard(all, at);
  const pick = pickOf(advice);
  options.select(options.confirms(pick) ? pick : null);
  showGhost(pick === advice.option ? advice.board : ""); // the selected option has its own preview
  const drawn = places(pick);
  for (const other of document.querySelectorAll(".hinted")) other.classList.remove("hinted");
  if (!drawn.length) return;
  drawn[0].classList.add("hinted");
  options.focus(drawn[0]);
  drawConnector($("hintcard"), drawn.find((element) => $("plane").contains(element)));
}

/** Where an option can be taken: on the board, in hand or tray, otherwise a button beside the main one. */
const places = (word) => [
  ...options.elements().filter((one) => wordsOf(one).includes(word)),
  ...options.beside().filter((one) => one.dataset.wordOf === word),
];

/** The answers that a hint suggests, one after another. */
const stepsOf = (advice) => (advice.steps?.length ? advice.steps : [advice.option]);
/** The same answers as one option, if there is one. */
const pickOf = (advice) => {
  const path = pathOf(stepsOf(advice));
  return options.words.has(path) ? path : advice.option;
};

function play(advice) {
  closeHint();
  if (table?.asked && options.words.has(advice.option)) answer(stepsOf(advice));
}

const FEW = 2; // numbers that a hint shows

/** The move, its numbers, and why. */
function hintCard(all, at) {
  closeHint();
  const advice = all[at];
  const row = ([what, was, now, tone]) => {
    const by = now - was;
    const amount = h("b", { class: toneClass(tone) }, by < 0 ? figure(by) : `+${figure(by)}`);
    return h("li", {}, amount, h("span", {}, `${what} ${figure(was)} → ${figure(now)}`));
  };
  const button = (words, run, kind = "") => h("button", { type: "button", class: `btn ${kind}`, onclick: run }, words);
  const another = all.length > 1 ? button(t("Another hint"), () => showHint(all, (at + 1) % all.length)) : null;
  const parts = [
    h("small", {}, all.length > 1 ? t("Hint {n} of {of}", { n: at + 1, of: all.length }) : t("Hint")),
    h("h2", {}, options.words.get(pickOf(advice))?.label ?? advice.label),
    advice.changes.length ? h("ul", {}, ...advice.changes.slice(0, FEW).map(row)) : null,
    advice.why
      ? h("p", {}, h("b", {}, advice.why.match(/^[^:]+:/)?.[0] ?? ""), advice.why.replace(/^[^:]+:/, ""))
      : null,
    advice.instead ? h("p", { class: "instead" }, advice.instead) : null,
    h("footer", {}, another, button(t("Close"), leaveHint), button(t("Use this move"), () => play(advice), "signal")),
  ];
  const card = h("section", { id: "hintcard", class: "hintcard", role: "status" }, ...parts);
  document.body.append(card);
  coverTabs(card);
}

export function closeHint() {
  $("hintcard")?.remove();
  hideGhost();
  removeConnector();
  coverTabs(null);
}

function leaveHint() {
  closeHint();
  for (const other of document.querySelectorAll(".hinted")) other.classList.remove("hinted");
  if (options.selected !== null && !table?.asked?.cycle) options.select(null);
}

/** Somebody reminds me that the table is waiting. */
export function reminded(by) {
  toast(t("{by} reminds you: the table is waiting for you.", { by }));
  navigator.vibrate?.(200);
  if (!calm.matches) $("prompt").animate({ scale: [1, 1.02, 1] }, { duration: 260, iterations: 2 });
}

// ------------------------------------------------------------------------------------------------ why not

/** A bubble beside what was clicked, or below the prompt; it never moves the layout. */
export function reason(words, rule) {
  hideReason();
  const close = h("button", { type: "button", class: "ghost x", "aria-label": t("Close"), onclick: hideReason });
  close.append(icon("close", 14));
  const read = rule ? h("a", { href: log.ruleLink(rule, words) }, t("Read the rule")) : null;
  const box = h("div", { class: "whynot bubble", role: "status", id: "bubble" }, h("span", {}, words), read, close);
  document.body.append(box);
  const at = clicked?.isConnected ? clicked.getBoundingClientRect() : null;
  const size = box.getBoundingClientRect();
  const prompt = $("prompt").getBoundingClientRect();
  if (at?.width) {
    const below = at.bottom + 8 + size.height < innerHeight - 8;
    const middle = at.left + at.width / 2 - size.width / 2;
    const top = below ? at.bottom + 8 : Math.max(4, at.top - size.height - 8);
    box.style.left = `${Math.min(Math.max(middle, 8), innerWidth - size.width - 8)}px`;
    box.style.top = `${Math.max(4, Math.min(top, innerHeight - size.height - 4))}px`;
  } else {
    box.style.left = `${Math.min(prompt.left + 8, innerWidth - size.width - 8)}px`;
    box.style.top = `${prompt.bottom + 8}px`;
  }
}

export function hideReason() {
  $("bubble")?.remove();
}
