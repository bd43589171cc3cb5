// The commit bar: Back, other possible actions, and the main button last; different in each state of the table.
import { askUndo, choose, stepBack } from "./actions.js";
import { connection, connectionState, mine, options, page, seatOf, table } from "./store.js";
import { invite, sit } from "./dialogs.js";
import { $, h } from "../common/dom.js";
import { onOtherTables, otherTables } from "../live/other_tables.js";
import { fold, folded } from "./card_choice.js";
import {
  addIf,
  askMe,
  canPlan,
  endBranch,
  forgetPlan,
  inBranch,
  isPlan,
  keepPlan,
  madePlan,
  planBack,
  startPlan,
} from "./planning.js";
import { beside } from "./tray.js";
import { afterColon, t } from "../common/translate.js";

const acts = { drawn: "", runs: [] };

/** Buttons that stay the same aren't touched, so that no click is lost. */
export function drawCommitBar() {
  const made = [];
  const add = (words, run, extra = {}) => made.push({ words, run, ...extra });
  if (connectionState.state === "waiting" && table) {
    add(t("Try now"), () => connection.retry());
    const long = connection.lost > 0 && Date.now() - connection.lost > 20_000;
    if (long && navigator.serviceWorker?.controller) add(t("Rules, offline"), null, { href: page.rules });
  } else if (!table || connectionState.state !== "open") { /* nothing to do */ }
  else if (table.outcome) overActs(add);
  else if (table.imagined) plannedActs(add);
  else if (table.asked) askedActs(add);
  else waitingActs(add);
  acts.runs = made.map((one) => one.run);
  const drawn = JSON.stringify(made);
  if (drawn === acts.drawn) return;
  acts.drawn = drawn;
  const held = $("acts").contains(document.activeElement) ? document.activeElement.textContent : "";
  $("acts").replaceChildren(...made.map(act));
  // the focus stays on the same button or moves to the main one, never to one that does something else
  if (held) {
    ([...$("acts").children].find((one) => one.textContent === held) ?? $("acts").querySelector(".go, .prime"))
      ?.focus();
  }
}

function act(one, index) {
  if (!one.run && !one.href) return h("span", { class: "btn none" }, one.words);
  const label = one.label && one.label !== one.words ? one.label : null;
  const kind = `${one.go ? " go" : ""}${one.prime ? " prime" : ""}${one.back ? " back" : ""}`;
  const props = { class: `btn${kind}`, "aria-label": label };
  const button = one.href ? h("a", { ...props, href: one.href }, h("span", {}, one.words)) : h("button", {
    ...props,
    type: "button",
    "data-word-of": one.word,
    onclick: () => acts.runs[index]?.(),
  }, h("span", {}, one.words, one.note ? h("small", {}, one.note) : null));
  if (one.key) button.append(" ", h("kbd", { "aria-hidden": "true" }, one.key));
  return button;
}

/** In a class nobody leaves a table, and the teacher decides what is played next. */
function overActs(add) {
  add(t("Replay"), null, { href: page.replay });
  add(t("The result"), null, { href: `${page.url}/result` });
  if (table.rematch) add(t("To the next table"), null, { href: table.rematch, go: true });
  else if (mine() && page.leaves) add(t("Play again"), () => connection.send({ type: "rematch" }), { go: true });
}

function askedActs(add) {
  const { asked } = table;
  const offer = document.body.classList.contains("offers"); // one of its cards is always selected
  if (folded()) add(t("Show the cards"), () => fold(false));
  if (options.confirms(options.selected) && options.selected !== null && !offer) {
    add(t("Back"), unselect, { key: "Esc", back: true });
  } else if (table.undo.kind === "free" && table.undo.step) add(t("Back"), stepBack, { key: "Esc", back: true });
  addTurn(add, asked);
  const [only] = asked.options.length === 1 && !asked.typed ? asked.options : [];
  if (only && !options.words.has(options.selected)) {
    addGo(add, only); // nothing to select first
    return;
  }
  addBeside(add);
  addMain(add);
  if (!mainWord() && !beside.length && !asked.typed) add(t("Tap your choice"), null);
}

const unselect = () => options.select(null);

function addTurn(add, asked) {
  if (asked?.cycle && asked.options.length > 1) add(t("Rotate"), () => options.turn(1), { key: "R", back: true });
}

/** The game's main button, if it names one, comes last. */
function addBeside(add) {
  const main = ({ word }) => word === table.asked.start;
  for (const option of [...beside].sort((one, other) => Number(main(one)) - Number(main(other)))) {
    const { word, label } = option;
    const words = option.button || label;
    const note = option.ends ? afterColon(label, words) : "";
    add(words, () => options.take(word), { label, word, note, prime: main(option) });
  }
}

function addGo(add, { word, label, button }) {
  add(button || label, () => choose(word), { go: true, key: "Enter", label, word });
}

function addMain(add) {
  const main = mainWord();
  const option = options.words.get(main);
  if (!option || (beside.includes(option) && !options.confirms(main))) return;
  addGo(add, option);
}

function plannedActs(add) {
  const { asked, imagined } = table;
  if (asked && options.selected !== null && options.confirms(options.selected)) {
    add(t("Back"), unselect, { key: "Esc", back: true });
  } else {
    const within = asked ? imagined.steps.length || inBranch() : !madePlan().ifs.length;
    add(within ? t("Back") : t("Stop planning"), planBack, { key: "Esc", back: true });
  }
  addTurn(add, asked);
  if (asked) addBeside(add);
  if (asked && !imagined.steps.length) {
    if (inBranch()) add(t("Stop and ask me"), askMe);
    else add(t("Add “if”"), () => addIf());
  }
  const keep = { prime: true, ...(!asked && { go: true, key: "Enter" }) };
  const whole = asked ? imagined.steps.length && !inBranch() : isPlan(madePlan());
  if (whole && !(asked && mainWord())) add(t("Save plan"), keepPlan, keep);
  else if (asked && imagined.steps.length && inBranch() && !mainWord()) add(t("Done"), endBranch, keep);
  if (asked) addMain(add);
}

const PATIENCE = 700; // ms after which a bot may be hurried; usually it answers sooner
let thinking = { seat: -1, since: 0 };

/** People can always ask a bot to answer at once. */
function addHurry(add) {
  const bot = table.waiting.find((one) => one.bot && one.seat >= 0)?.seat ?? -1;
  if (bot !== thinking.seat) {
    thinking = { seat: bot, since: performance.now() };
    if (bot >= 0) {
      setTimeout(() => {
        if (table && thinking.seat === bot) drawCommitBar();
      }, PATIENCE + 20);
    }
  }
  if (bot < 0 || table.lesson || !mine() || performance.now() - thinking.since <= PATIENCE) return;
  add(t("Move now"), () => connection.send({ type: "hurry", seat: bot }));
}

function waitingActs(add) {
  const back = table.seats.find((seat) => seat.yours && seat.stand_in);
  const away = table.seats.find((seat) => seat.can_take_over && seat.asked);
  if (mine() && table.undo.kind !== "no") add(t("Undo"), askUndo, { key: "U", back: true });
  if (away) add(t("Let a bot play"), () => connection.send({ type: "takeover", seat: away.seat }));
  else if (isPlan(table.plan)) {
    add(t("Discard plan"), forgetPlan);
    if (canPlan()) add(t("Change plan"), startPlan, { key: "P" });
  } else if (canPlan()) add(t("Plan"), startPlan, { key: "P" });
  const person = table.waiting.find((one) => !one.bot && one.seat >= 0 && waitsFor(seatOf(one.seat)));
  if (person && mine()) add(t("Remind"), () => connection.send({ type: "remind", seat: person.seat }));
  addHurry(add);
  if (otherTables()) add(t("Next table"), null, { href: `/me/next?after=${page.id}` });
  const free = page.open.filter((seat) => seatOf(seat)?.kind === "open");
  if (free.length && !mine()) add(t("Sit down"), () => sit(page, table, free), { prime: true });
  else if (table.seats.some((seat) => seat.kind === "open")) {
    add(t("Invite"), () => invite(page, table), { prime: true });
  }
  if (back) add(t("Take my seat back"), () => connection.send({ type: "comeback", seat: back.seat }), { prime: true });
}

const waitsFor = (seat) => seat && !seat.yours && seat.kind === "person";

/** The option that the main button takes: the selected one, or the current rotation. */
function mainWord() {
  const { asked } = table;
  if (asked.cycle || asked.confirm || options.selected !== null) return options.selected;
  return asked.options.length === 1 ? asked.options[0].word : null;
}

onOtherTables(() => {
  if (table) drawCommitBar();
});
