// The prompt: one sentence that says what to do now and whose turn it is, and at most three buttons.
import { promptOptions } from "./choices.js";
import { choose, undo } from "./deeds.js";
import { line, mine, options, page, seatOf, socket, table } from "./desk.js";
import { invite, sit } from "./dialogs.js";
import { $, capital, h, icon, list, mark } from "./dom.js";
import { points } from "./panels.js";
import { forgetPlan, keepPlan, planBack, planTitle, planWords, startPlan } from "./planning.js";

export function drawPrompt() {
  const prompt = $("prompt");
  let kind = "", title = "", seat = null;
  if (line.state !== "open") {
    kind = "off";
    title = line.state === "gone" ? (line.seconds === 4404 ? "This table is gone" : "You may not watch this table") : table ? "Connection lost, trying again" : "Opening the table";
  } else if (!table) return;
  else if (table.imagined) {
    kind = table.asked ? "plan" : "plan done";
    title = planTitle();
    seat = table.you;
  } else if (table.outcome) {
    kind = "over end";
    title = outcomeTitle();
    seat = table.outcome.winners[0] ?? null;
  } else if (table.asked) {
    seat = table.asked.seat >= 0 ? table.asked.seat : table.you;
    kind = `you s${((seat ?? 0) % 4) + 1}`;
    const others = table.waiting.filter((one) => one.seat !== table.asked.seat);
    if (table.asked.seat < 0) title = capital(table.asked.prompt) + (table.asked.chance ? `: ${table.asked.chance}` : "");
    else if (table.holds.length > 1) title = `${seatOf(seat)?.name ?? "You"}: ${table.asked.prompt}`;
    else title = others.length ? `Everybody plays: ${table.asked.prompt}` : `Your turn: ${table.asked.prompt}`;
  } else {
    const one = table.waiting[0];
    seat = one?.seat ?? null;
    if (!one) title = "Dealing";
    else if (seatOf(seat)?.kind === "open") title = `Waiting for somebody to play ${one.name}`;
    else if (table.waiting.length > 1) title = `Waiting for ${list(table.waiting.map((other) => other.name))}`;
    else title = one.bot ? `${one.name} is thinking` : `${one.name}: ${one.prompt}`;
  }
  prompt.className = `prompt ${kind}`;
  setText($("say"), title);
  const sign = line.state !== "open" ? h("span", { class: "spin" }, icon("spin", 34)) : seat !== null && seat >= 0 ? mark(seat, 34) : "";
  $("prompt-mark").replaceChildren(sign);
  drawSub();
  drawActs();
}

function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

export function outcomeTitle() {
  const { winners, scores } = table.outcome;
  const names = winners.map((seat) => (table.holds.length === 1 && table.holds[0] === seat ? "you" : seatOf(seat)?.name ?? ""));
  const together = winners.length && winners.length === table.seats.length;
  const score = scores.length > 1 ? `, ${[...scores].sort((a, b) => b - a).map(points).join(" to ")}` : "";
  if (!winners.length) return table.seats.length === 1 ? "You lost" : "Everybody lost";
  if (together && table.seats.length > 1) return `Everybody wins${score}`;
  return `${capital(list(names))} ${winners.length > 1 || names[0] === "you" ? "win" : "wins"}${score}`;
}

export function drawSub() {
  const sub = $("sub");
  const parts = [];
  if (line.state === "waiting") parts.push(h("p", {}, table ? `Nothing is lost. Next try in ${line.seconds} ${line.seconds === 1 ? "second" : "seconds"}.` : "One moment."));
  else if (line.state === "gone") parts.push(h("p", {}, "Ask for the link of a seat, or for the watching link."));
  else if (!table) return;
  else if (table.outcome) parts.push(h("p", {}, table.outcome.reason));
  else if (table.imagined && !options.pointed) parts.push(h("p", {}, planWords()));
  else if (table.asked) {
    const word = options.pointed ?? (table.asked.confirm ? options.selected : null);
    const label = word !== null ? options.words.get(word)?.label : "";
    const crumbs = table.scene.crumbs;
    const others = table.waiting.filter((one) => one.seat !== table.asked.seat);
    // pointing at something must not move the board: its label takes the place of the walk so far
    if (label) parts.push(h("p", { class: "label" }, label));
    else if (crumbs.length) parts.push(h("ol", { class: "steps" }, ...crumbs.map((crumb, index) => h("li", index === crumbs.length - 1 ? { "aria-current": "step" } : {}, h("span", {}, crumb)))));
    else parts.push(h("p", {}, others.length ? `${list(others.map((one) => one.name))} ${others.length > 1 ? "are" : "is"} choosing too.` : hintLine()));
  } else if (table.waiting.length) {
    const one = table.waiting[0], seat = seatOf(one.seat);
    const words = seat?.kind === "open" ? "Send the link of that seat to a friend." : one.bot || table.waiting.length > 1 ? capital(`${one.prompt}.`) : seat && !seat.online ? `${one.name} is away.` : canPlan() ? "You can plan a move; it is not sent." : mine() ? "You can look around meanwhile." : "You are watching.";
    if (table.plan.length) parts.push(h("p", {}, `Planned for your turn: ${table.plan.join(", then ")}.`));
    else parts.push(h("p", {}, waited(one), words, seat?.deadline ? ` ${left(seat.deadline)}` : ""));
  }
  const shown = sub.textContent;
  if (parts.map((part) => part.textContent).join("") !== shown || parts.length !== sub.children.length) sub.replaceChildren(...parts);
}

function hintLine() {
  const count = table.asked.options.length;
  const seat = seatOf(table.asked.seat);
  const clock = seat?.deadline ? ` ${left(seat.deadline)}` : "";
  return (count === 1 ? "There is one thing to do." : count ? `${count} things are possible.` : "") + clock;
}

/** "For 3 minutes now. ", once it has been a while. */
function waited(one) {
  const minutes = one.since && !one.bot ? (Date.now() / 1000 - one.since) / 60 : 0;
  const [count, unit] = minutes < 90 ? [minutes, "minute"] : minutes < 2880 ? [minutes / 60, "hour"] : [minutes / 1440, "day"];
  return minutes < 1 ? "" : `For ${Math.floor(count)} ${unit}${Math.floor(count) === 1 ? "" : "s"} now. `;
}

function left(deadline) {
  const hours = (deadline * 1000 - Date.now()) / 3600000;
  if (hours < 0) return "The time is up.";
  return hours < 2 ? `${Math.max(1, Math.round(hours * 60))} minutes left.` : hours < 48 ? `${Math.round(hours)} hours left.` : `${Math.round(hours / 24)} days left.`;
}

// ------------------------------------------------------------------------------------------------ buttons

let acts = { drawn: "", runs: [] };

/** At most three buttons, the main one last. Buttons that stay the same are left alone, so that no click is lost. */
export function drawActs() {
  const made = [];
  const add = (words, run, extra = {}) => made.push({ words, run, ...extra });
  if (line.state === "waiting" && table) add("Try now", () => socket.now());
  else if (!table || line.state !== "open") { /* nothing to do */ }
  else if (table.outcome) {
    add("Replay", null, { href: page.replay });
    if (table.rematch) add("To the next table", null, { href: table.rematch, go: true });
    else if (mine()) add("Play again", () => socket.send({ type: "rematch" }), { go: true });
  } else if (table.imagined) plannedActs(add);
  else if (table.asked) askedActs(add);
  else waitingActs(add);
  acts.runs = made.map((one) => one.run);
  const drawn = JSON.stringify(made);
  if (drawn === acts.drawn) return;
  acts.drawn = drawn;
  const held = [...$("acts").children].indexOf(document.activeElement);
  $("acts").replaceChildren(...made.map((one, index) => {
    const props = { class: `btn${one.go ? " go" : ""}${one.prime ? " prime" : ""}`, "aria-label": one.label && one.label !== one.words ? one.label : null };
    const button = one.href ? h("a", { ...props, href: one.href }, one.words) : h("button", { ...props, type: "button", "data-word-of": one.word, onclick: () => acts.runs[index]?.() }, one.words);
    if (one.key) button.append(" ", h("kbd", { "aria-hidden": "true" }, one.key));
    return button;
  }));
  if (held >= 0) ($("acts").children[held] ?? $("acts").lastElementChild)?.focus();
}

function askedActs(add) {
  const { asked } = table;
  if (asked.confirm && options.selected !== null) add("Back", () => options.select(null), { key: "Esc" });
  else if (table.undo.kind === "free") add("Back", undo, { key: "Esc" });
  if (asked.cycle && asked.options.length > 1) add("Turn", () => options.turn(1), { key: "R" });
  const only = asked.options.length === 1 && !asked.typed;
  for (const option of promptOptions) add(option.button || option.label, () => choose(option.word), { label: option.label, word: option.word, ...(only && { go: true, key: "Enter" }) });
  addMain(add);
}

function addMain(add) {
  const main = mainWord();
  const option = options.words.get(main);
  if (option && !promptOptions.includes(option)) add(option.button || option.label, () => choose(main), { go: true, key: "Enter", label: option.label, word: main });
}

function plannedActs(add) {
  const { asked, imagined } = table;
  if (asked?.confirm && options.selected !== null) add("Back", () => options.select(null), { key: "Esc" });
  else add(imagined.steps.length ? "Back" : "Stop planning", planBack, { key: "Esc" });
  if (asked?.cycle && asked.options.length > 1) add("Turn", () => options.turn(1), { key: "R" });
  if (asked) for (const option of promptOptions) add(option.button || option.label, () => choose(option.word), { label: option.label, word: option.word });
  if (imagined.steps.length && !(asked && mainWord())) add("Keep the plan", keepPlan, { prime: true, ...(!asked && { go: true, key: "Enter" }) });
  if (asked) addMain(add);
}

/** Whether planning makes sense now: people are choosing, and one of them is somebody else. */
export const canPlan = () => Boolean(table && !table.imagined && !table.asked && !table.outcome && table.holds.length === 1 && !table.seats.some((seat) => seat.yours && seat.stand_in) && table.waiting.some((one) => !one.bot));

const PATIENCE = 700; // ms after which a bot may be hurried: earlier it answers by itself
let thinking = { seat: -1, since: 0 };

/** A bot never hides: who wants its answer at once gets it. */
function addHurry(add) {
  const bot = table.waiting.find((one) => one.bot && one.seat >= 0)?.seat ?? -1;
  if (bot !== thinking.seat) {
    thinking = { seat: bot, since: performance.now() };
    if (bot >= 0) setTimeout(() => { if (table && thinking.seat === bot) drawActs(); }, PATIENCE + 20);
  }
  if (bot >= 0 && mine() && performance.now() - thinking.since > PATIENCE) add("Move now", () => socket.send({ type: "hurry", seat: bot }));
}

function waitingActs(add) {
  const back = table.seats.find((seat) => seat.yours && seat.stand_in);
  const away = table.seats.find((seat) => seat.can_take_over && seat.asked);
  if (mine() && table.undo.kind !== "no") add(table.undo.kind === "free" ? "Take back" : "Ask to take back", undo, { key: "U" });
  if (away) add("Let a bot play", () => socket.send({ type: "takeover", seat: away.seat }));
  else if (table.plan.length) add("Forget the plan", forgetPlan);
  else if (canPlan()) add("Plan", startPlan, { key: "P" });
  const person = table.waiting.find((one) => !one.bot && one.seat >= 0 && !seatOf(one.seat)?.yours && seatOf(one.seat)?.kind === "person");
  if (person && mine()) add("Remind", () => socket.send({ type: "remind", seat: person.seat }));
  addHurry(add);
  const free = page.open.filter((seat) => seatOf(seat)?.kind === "open");
  if (free.length && !mine()) add("Sit down", () => sit(page, table, free), { prime: true });
  else if (table.seats.some((seat) => seat.kind === "open")) add("Invite", () => invite(page, table), { prime: true });
  if (back) add("Play myself again", () => socket.send({ type: "comeback", seat: back.seat }), { prime: true });
}

/** The option that the main button takes: what is selected, or what stands in the turning. */
function mainWord() {
  const { asked } = table;
  if (asked.cycle || asked.confirm) return options.selected;
  return asked.options.length === 1 ? asked.options[0].word : null;
}
