// A plan as a tree: conditions on what the others do, and what is played then. Drawn where options are, which it
// doesn't have.
import { dialog, h, icon } from "../common/dom.js";
import { t } from "../common/translate.js";

let offered = []; // conditions from the server: what the others may do

const tag = (when) => when.event.event;
const wordsOf = (when, part) => when.words.find(([, name]) => name === part)?.[0] ?? "";

/** The pieces of a condition. A tail that names only what doesn't count, such as a price, is left out. */
function pieces({ words, fixed }) {
  const last = words.findLastIndex(([, part]) => fixed.includes(part));
  const cut = words.findIndex(([said, part], index) => index > last && !part && /: |：/.test(said));
  if (cut < 0) return words;
  return [...words.slice(0, cut), [`${words[cut][0].split(/: |：/, 1)[0]}.`, ""]];
}

/** A condition in one line. */
export const sentence = (when) =>
  pieces(when).map(([said, part]) => (part && !when.fixed.includes(part) ? t("any") : said)).join("");

/** Whether an offered condition is one of those that another stands for. */
const covers = (when, other) =>
  tag(when) === tag(other) && when.fixed.every((part) => wordsOf(when, part) === wordsOf(other, part));

/** The condition with how often it happens, as far as that is known. */
function counted(when) {
  const among = offered.filter((other) => covers(when, other)).flatMap((other) => other.among);
  return { ...when, often: offered.some((other) => tag(other) === tag(when)) ? new Set(among).size : when.often };
}

/** A condition with another value of one part; "" means any. */
function withSlot(when, part, value) {
  const fixed = when.fixed.filter((one) => one !== part);
  if (!value) return counted({ ...when, fixed });
  const same = offered.filter((other) => tag(other) === tag(when) && wordsOf(other, part) === value);
  const best = same.find((other) => covers({ ...when, fixed }, other)) ?? same[0] ?? when;
  return counted({ ...when, event: best.event, words: best.words, fixed: [...fixed, part] });
}

/** Asks for one of these: of those that differ only in places or things, the likeliest. */
export function chooseCondition(conditions, choose) {
  offered = conditions;
  const kinds = new Map();
  for (const when of conditions) {
    const key = JSON.stringify(when.words.map(([said, part]) => (part && part !== "who" ? "" : said)));
    if (!kinds.has(key)) kinds.set(key, when);
  }
  dialog(t("If what happens?"), (close) => {
    const item = (when) => {
      const go = () => {
        close();
        choose(counted(when));
      };
      return h("li", {}, h("button", { type: "button", class: "item", onclick: go }, sentence(when), odds(when)));
    };
    return [
      h("p", { class: "help" }, t("Choose what the others may do. You can change places and things afterwards.")),
      h("ul", { class: "items plan-ifs" }, ...[...kinds.values()].map(item)),
      h("p", { class: "help" }, HOW_OFTEN()),
      h("div", { class: "acts" }, h("button", { type: "button", class: "btn", onclick: close }, t("Cancel"))),
    ];
  });
}

const HOW_OFTEN = () => t("On the right: how often bots in their place do this.");
const odds = ({ often }) => (often > 0 ? h("span", { class: "odds" }, t("{n} in 10", { n: often })) : null);

/** The whole plan. `acts`: what can be done to it, or null to read it. */
export function planTree(plan, seat, acts) {
  const known = plan.ifs.some(({ when }) => when && when.often > 0);
  return h(
    "section",
    { class: "plantree", style: `--own: var(--seat-${seat + 1})`, "aria-label": t("Your plan"), tabindex: "0" },
    h(
      "div",
      { class: "head" },
      h("h2", {}, t("Your plan")),
      acts ? null : h("span", { class: "tag good" }, icon("check", 13), t("Ready")),
    ),
    h("p", { class: "help" }, t("Played when your turn comes. Only you can see it.")),
    plan.ifs.length ? branches(plan, [], acts) : leaf(plan, [], acts, null),
    known ? h("p", { class: "help" }, HOW_OFTEN()) : null,
    acts?.canBranch([]) ? more(t("Add “if”"), () => acts.addIf([])) : null,
  );
}

const small = (words, run, label = words) =>
  h("button", { type: "button", class: "btn small", onclick: run, "aria-label": label }, words);
const more = (words, run) => h("div", { class: "row" }, small([icon("plus", 14), words], run, words));

function branches(node, way, acts) {
  return h("ol", {}, ...node.ifs.map((each, number) => branch(each, [...way, number], acts)));
}

function branch({ when, then }, way, acts) {
  return h(
    "li",
    {},
    when ? condition(when, way, acts) : h("p", { class: "cond" }, t("Otherwise")),
    leaf(then, way, acts, when),
    then.ifs.length ? branches(then, way, acts) : null,
  );
}

function condition(when, way, acts) {
  const words = pieces(when).map(([said, part]) => {
    if (!part) return said;
    const fixed = when.fixed.includes(part);
    return acts ? slot(when, part, said, fixed, way, acts) : h("span", { class: "slot" }, fixed ? said : t("any"));
  });
  return h("p", { class: "cond" }, h("span", {}, t("If this happens:")), " ", ...words);
}

function slot(when, part, said, fixed, way, acts) {
  const values = [said, ...offered.filter((other) => tag(other) === tag(when)).map((other) => wordsOf(other, part))];
  const choices = [...new Set(values)].map((one) => h("option", { value: one, selected: fixed && one === said }, one));
  const any = h("option", { value: "", selected: !fixed }, t("any"));
  const change = (event) => acts.reword(way, withSlot(when, part, event.target.value));
  return h("select", { class: "slot", "aria-label": sentence(when), onchange: change }, ...choices, any);
}

function leaf(node, way, acts, when) {
  const steps = node.steps.length
    ? h("ol", { class: "steps-of" }, ...node.steps.map(({ label }) => h("li", {}, label)))
    : h("b", {}, t("Stop and ask me"));
  const buttons = acts
    ? h(
      "div",
      { class: "row" },
      small(node.steps.length ? t("Change") : t("Choose a move"), () => acts.change(way)),
      node.steps.length && way.length ? small(t("Stop and ask me"), () => acts.ask(way)) : null,
      way.length && !node.ifs.length && acts.canBranch(way) ? small(t("Then, if …"), () => acts.addIf(way)) : null,
      when ? small(t("Remove"), () => acts.remove(way)) : null,
    )
    : null;
  return h("div", { class: "then" }, h("div", {}, steps, buttons), when ? odds(when) : null);
}
