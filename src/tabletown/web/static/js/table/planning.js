// Planning while others choose: the board as it may look on one's turn, with the same options. Only
// the finished plan is sent; the server plays it as soon as its seat is asked, if it is still allowed.
import { connection, options, stage, table } from "./store.js";
import { answersOf } from "../board/options.js";
import { toast } from "../common/dom.js";
import { t } from "../common/translate.js";

let real = null; // the actual table, while an imagined one is shown
let wanted = false; // a look ahead was requested and hasn't arrived yet

const steps = () => table.imagined.steps;
const says = (all) => all.map((step) => step.label).join(t(", then "));

/** Whether planning makes sense now: somebody else is choosing. */
export function canPlan() {
  if (!table || table.imagined || table.asked || table.outcome || table.holds.length !== 1) return false;
  return !table.seats.some((seat) => seat.yours && seat.stand_in) && table.waiting.some((one) => !one.bot);
}

function look(planned) {
  wanted = connection.send({ type: "plan", seat: (real ?? table).you, steps: planned });
}

export function startPlan() {
  toast(t("Looking ahead…"));
  look([]);
}

/** The server has imagined how the table could look. */
export function imagined(news) {
  if (!wanted) return;
  wanted = false;
  document.querySelector(".toast")?.remove();
  const now = real ?? table;
  if (now.asked || now.outcome) return;
  if (!news.asked && !news.complete) {
    toast(t("Your next turn can't be predicted yet."));
    stopPlan();
    return;
  }
  real = now;
  const undo = { kind: "no", why: "" };
  stage.show({ ...now, asked: news.asked, scene: news.scene, lines: [], fresh: false, undo, imagined: news });
}

/** A new table arrived. True if the plan continues with it; once it's one's turn, it doesn't. */
export function goesOn(news) {
  if (!real || news.imagined) return false;
  if (news.asked || news.outcome || news.you !== real.you) {
    const over = news.asked ? t("It's your turn now, so your plan wasn't saved.") : t("The match is over.");
    if (steps().length) toast(over);
    real = null;
    return false;
  }
  const planned = steps();
  real = news;
  look(planned);
  return true;
}

export function planStep(word) {
  const label = options.words.get(word)?.label ?? word;
  look([...steps(), ...answersOf(word).map((option) => ({ option, label }))]);
}

export function planBack() {
  if (steps().length) look(steps().slice(0, -1));
  else stopPlan();
}

export function keepPlan() {
  connection.send({ type: "plan", seat: real.you, steps: steps(), keep: true });
  stopPlan();
}

export function forgetPlan() {
  connection.send({ type: "plan", seat: table.you, steps: [], keep: true });
}

export function stopPlan() {
  wanted = false;
  if (!real) return;
  const now = real;
  real = null;
  stage.show({ ...now, lines: [], fresh: false });
}

export function planTitle() {
  return table.asked ? t("Planning: {prompt}", { prompt: table.asked.prompt }) : t("Save this plan?");
}

export function planWords() {
  const { assumed, steps: planned } = table.imagined;
  const plan = says(planned);
  if (!table.asked) return t("Played when your turn comes, if still allowed: {plan}.", { plan });
  if (planned.length) return t("Nothing is sent yet. So far: {plan}.", { plan });
  if (!assumed.length) return t("Nothing is sent.");
  return t("Nothing is sent. Assumed first: {assumed}.", { assumed: assumed.join(" · ") });
}
