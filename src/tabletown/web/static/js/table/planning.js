// Planning while others choose: the board as it may look on one's turn, with the same options. Only the finished plan
// is sent; the server plays it as soon as its seat is asked, by the branch whose condition has come true.
import { connection, options, page, stage, table } from "./store.js";
import { answersOf } from "../board/options.js";
import { h, toast } from "../common/dom.js";
import { t } from "../common/translate.js";

const DEEPEST = 3, MOST = 6;

let real = null; // the actual table, while an imagined one is shown
let wanted = ""; // what was asked for and hasn't arrived yet: "look", "conditions"
let plan = node(); // the plan being made
let path = []; // the branch being worked on: the number of a condition, then of one below it

/** @type {any} */
let tree = null; // what draws a plan with conditions; the first table doesn't wait for it
let loading = null;

/** Loads it, with its looks. */
function loadTree() {
  const sheet = h("link", { rel: "stylesheet", href: page.plans.sheet });
  const looks = new Promise((done) => sheet.onload = sheet.onerror = done);
  if (!loading) document.head.append(sheet);
  loading ??= Promise.all([import(page.plans.script), looks]).then(([module]) => {
    tree = module;
    if (table) stage.show({ ...table, lines: [], fresh: false });
  }, () => {
    loading = null; // without a network: next time
  });
  return loading;
}

function node(steps = [], ifs = []) {
  return { steps, ifs };
}

const at = (way) => way.reduce((one, number) => one.ifs[number].then, plan);
export const isPlan = (one) => one.steps.length > 0 || one.ifs.length > 0;
const says = (all) => all.map((step) => step.label).join(t(", then "));

/** Whether planning makes sense now: somebody else is choosing. */
export function canPlan() {
  if (!table || table.imagined || table.asked || table.outcome || table.holds.length !== 1) return false;
  return !table.seats.some((seat) => seat.yours && seat.stand_in) && table.waiting.some((one) => !one.bot);
}

/** What is sent of a condition: its words come from the server. */
const bare = (when) => when && { event: when.event, fixed: when.fixed, often: when.often };

/** The way to a branch, with the branches before it as what doesn't happen. */
function along(one, way, steps) {
  const [number, ...rest] = way;
  if (number === undefined) return node(steps);
  const ifs = one.ifs.slice(0, number + 1).map(({ when, then }, index) => ({
    when: bare(when),
    then: index < number ? node() : along(then, rest, steps),
  }));
  return node(one.steps, ifs);
}

const whole = (one) => node(one.steps, one.ifs.map(({ when, then }) => ({ when: bare(when), then: whole(then) })));

function look(steps) {
  const sent = connection.send({ type: "plan", seat: (real ?? table).you, ...along(plan, path, steps) });
  wanted = sent ? "look" : "";
}

export function startPlan() {
  plan = structuredClone(table.plan);
  path = [];
  if (plan.ifs.length) {
    real = table;
    overview();
    return;
  }
  toast(t("Looking ahead…"));
  look([]);
}

/** The server has imagined how the table could look. */
export function imagined(news) {
  const was = wanted;
  wanted = "";
  document.querySelector(".toast")?.remove();
  const now = real ?? table;
  if (!was || now.asked || now.outcome) return;
  if (was === "conditions") {
    if (news.conditions.length) tree.chooseCondition(news.conditions, addBranch);
    else toast(t("What the others may do can't be predicted yet."));
    return;
  }
  if (!news.asked && !news.complete) {
    toast(path.length ? t("Your turn after that can't be predicted.") : t("Your next turn can't be predicted yet."));
    if (path.length) overview();
    else stopPlan();
    return;
  }
  real = now;
  at(path).steps = news.steps;
  const undo = { kind: "no", why: "" };
  stage.show({ ...now, asked: news.asked, scene: news.scene, lines: [], fresh: false, undo, imagined: news });
}

/** The plan as a tree, on the board as it is. */
function overview() {
  const undo = { kind: "no", why: "" };
  stage.show({ ...real, asked: null, lines: [], fresh: false, undo, imagined: { ...at(path), assumed: [] } });
}

/** A new table arrived. True if the plan continues with it; once it's one's turn, it doesn't. */
export function goesOn(news) {
  if (!real || news.imagined) return false;
  if (news.asked || news.outcome || news.you !== real.you) {
    const over = news.asked ? t("It's your turn now, so your plan wasn't saved.") : t("The match is over.");
    if (isPlan(plan)) toast(over);
    real = null;
    return false;
  }
  const choosing = table.asked;
  real = news;
  if (choosing) look(at(path).steps);
  else overview();
  return true;
}

export function planStep(word) {
  const label = options.words.get(word)?.label ?? word;
  look([...at(path).steps, ...answersOf(word).map((option) => ({ option, label }))]);
}

export function planBack() {
  const { steps } = at(path);
  if (!table.asked && plan.ifs.length) stopPlan();
  else if (steps.length) look(steps.slice(0, -1));
  else if (plan.ifs.length) overview();
  else stopPlan();
}

export function keepPlan() {
  connection.send({ type: "plan", seat: real.you, ...whole(plan), keep: true });
  stopPlan();
}

export function forgetPlan() {
  connection.send({ type: "plan", seat: table.you, steps: [], keep: true });
}

export function stopPlan() {
  wanted = "";
  if (!real) return;
  const now = real;
  real = null;
  stage.show({ ...now, lines: [], fresh: false });
}

// ------------------------------------------------------------------------------------------------ conditions

/** Whether a condition can still be added below this branch. */
export const canBranch = (way) => {
  const { steps, ifs } = at(way);
  return way.length < DEEPEST && ifs.length <= MOST && (!way.length || steps.length > 0);
};

/** Asks what the others may do before the next turn that this branch leads to. */
export async function addIf(way = []) {
  await loadTree();
  if (!real || !tree) return;
  path = way;
  toast(t("Looking ahead…"));
  const before = way.length ? at(way).steps : [];
  const message = { type: "plan", seat: real.you, ...along(plan, way, before), conditions: true };
  wanted = connection.send(message) ? "conditions" : "";
}

/** A new branch before "otherwise", which does what was planned so far whatever happens. */
function addBranch(when) {
  const one = at(path);
  if (!one.ifs.length) {
    one.ifs = [{ when: null, then: node(path.length ? [] : one.steps) }];
    if (!path.length) one.steps = [];
  }
  one.ifs.splice(one.ifs.length - 1, 0, { when, then: node() });
  path = [...path, one.ifs.length - 2];
  look([]);
}

/** What can be done to the tree that is being made. */
export const planActs = {
  addIf,
  canBranch,
  change(way) {
    path = way;
    look([]);
  },
  ask(way) {
    path = way;
    at(way).steps = [];
    at(way).ifs = [];
    overview();
  },
  remove(way) {
    const one = at(way.slice(0, -1));
    one.ifs.splice(way.at(-1), 1);
    if (one.ifs.length === 1) {
      const { then } = one.ifs[0];
      one.ifs = [];
      if (way.length === 1) plan = then;
    }
    path = [];
    overview();
  },
  reword(way, when) {
    at(way.slice(0, -1)).ifs[way.at(-1)].when = when;
    overview();
  },
};

/** Nothing is to be done in this branch: it stops the plan. */
export const askMe = () => planActs.ask(path);
/** The rest of this branch's turn is left open. */
export const endBranch = () => overview();
export const inBranch = () => path.length > 0;

/** The plan being made. */
export const madePlan = () => plan;

/** The plan as a tree, with what can be done to it; null while options are chosen. */
export function shownPlan() {
  if (!table || table.asked || table.outcome || !(table.imagined || isPlan(table.plan))) return null;
  if (!tree) {
    loadTree();
    return null;
  }
  return table.imagined ? tree.planTree(plan, table.you, planActs) : tree.planTree(table.plan, table.you, null);
}

export function planTitle() {
  return table.asked ? t("Planning: {prompt}", { prompt: table.asked.prompt }) : t("Save this plan?");
}

export function planWords() {
  const { assumed, steps: planned } = table.imagined;
  const plans = says(planned);
  if (!table.asked) {
    return plan.ifs.length
      ? t("Played when your turn comes, by what has happened.")
      : t("Played when your turn comes, if still allowed: {plan}.", { plan: plans });
  }
  const when = path.length ? at(path.slice(0, -1)).ifs[path.at(-1)].when : null;
  if (planned.length) return t("Nothing is sent yet. So far: {plan}.", { plan: plans });
  if (when) return t("Nothing is sent. For this case: {line}", { line: tree?.sentence(when) ?? "" });
  if (path.length) return t("Nothing is sent. For all other cases.");
  if (!assumed.length) return t("Nothing is sent.");
  return t("Nothing is sent. Assumed first: {assumed}.", { assumed: assumed.join(" · ") });
}

export const plannedWords = () =>
  table.plan.ifs.length
    ? t("Planned for your turn, by what happens.")
    : t("Planned for your turn: {plan}.", { plan: says(table.plan.steps) });
