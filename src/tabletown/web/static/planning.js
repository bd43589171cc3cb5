// Planning while others choose: the board as it could stand when it is one's turn, with the same options. Nothing is
// sent but the finished plan; the server plays it as soon as its seat is asked, if it is still allowed.
import { options, socket, stage, table } from "./desk.js";
import { toast } from "./dom.js";

let real = null; // the table as it is, while an imagined one is shown
let wanted = false; // somebody asked to look ahead, and no answer has come yet

const steps = () => table.imagined.steps;
const says = (all) => all.map((step) => step.label).join(", then ");

function look(planned) {
  wanted = socket.send({ type: "plan", seat: (real ?? table).you, steps: planned });
}

export function startPlan() {
  toast("Looking ahead …");
  look([]);
}

/** The server imagined how the table could stand. */
export function imagined(news) {
  if (!wanted) return;
  wanted = false;
  document.querySelector(".toast")?.remove();
  const now = real ?? table;
  if (now.asked || now.outcome) return;
  if (!news.asked && !news.complete) {
    toast("No turn of yours is in sight.");
    stopPlan();
    return;
  }
  real = now;
  stage.show({ ...now, asked: news.asked, scene: news.scene, lines: [], fresh: false, undo: { kind: "no", why: "" }, imagined: news });
}

/** A new table arrived. True if the plan goes on with it; when it is one's turn, it does not. */
export function goesOn(news) {
  if (!real || news.imagined) return false;
  if (news.asked || news.outcome || news.you !== real.you) {
    if (steps().length) toast(news.asked ? "It is your turn now; what you planned was not kept." : "The match is over.");
    real = null;
    return false;
  }
  const planned = steps();
  real = news;
  look(planned);
  return true;
}

export function planStep(word) {
  look([...steps(), { option: word, label: options.words.get(word)?.label ?? word }]);
}

export function planBack() {
  if (steps().length) look(steps().slice(0, -1));
  else stopPlan();
}

export function keepPlan() {
  socket.send({ type: "plan", seat: real.you, steps: steps(), keep: true });
  stopPlan();
}

export function forgetPlan() {
  socket.send({ type: "plan", seat: table.you, steps: [], keep: true });
}

export function stopPlan() {
  wanted = false;
  if (!real) return;
  const now = real;
  real = null;
  stage.show({ ...now, lines: [], fresh: false });
}

export function planTitle() {
  return table.asked ? `Planning: ${table.asked.prompt}` : "Keep this plan?";
}

export function planWords() {
  const { assumed, steps: planned } = table.imagined;
  if (!table.asked) return `Played as soon as it is your turn, if it is still allowed then: ${says(planned)}.`;
  if (planned.length) return `Nothing is sent yet. So far: ${says(planned)}.`;
  return `Nothing is sent.${assumed.length ? ` Imagined before it: ${assumed.join(" · ")}.` : ""}`;
}
