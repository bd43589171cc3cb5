// The prompt: a sentence about what to do now and whose turn it is, in a band of constant height.
import { live, now, span } from "../live/clocks.js";
import { connection, connectionState, mine, options, seatOf, table } from "./store.js";
import { $, capital, h, icon, mark } from "../common/dom.js";
import { hasRail } from "../common/layout.js";
import { canPlan, isPlan, plannedWords, planTitle, planWords } from "./planning.js";
import { list, locale, plural, t } from "../common/translate.js";

export function drawPrompt() {
  const [kind, title, seat] = connectionState.state !== "open" ? ["off", offTitle(), null] : table ? headline() : [];
  if (!title) return;
  $("prompt").className = `prompt ${kind}`;
  $("commit").className = `commit ${kind}`;
  setTitle(title);
  const sign = connectionState.state !== "open"
    ? h("span", { class: "spin" }, icon("spin", 34))
    : seat !== null && seat >= 0
    ? mark(seat, 34)
    : "";
  $("prompt-mark").replaceChildren(sign);
  const peek = table?.scene.peek ?? "";
  drawGoal(table?.scene.goal.length ? table.scene.goal : [[peek, peek, false]]);
  drawSub();
}

let goal = ""; // the line's text

/** The goal, the standings and the end, each in full and in fewer words, red if a limit is near. */
function drawGoal(parts) {
  if (goal === JSON.stringify(parts)) return;
  goal = JSON.stringify(parts);
  // "Player 2" is a name, not a figure
  const named = (part, before) =>
    table.seats.some(({ name }) => name.endsWith(part) && before.endsWith(name.slice(0, -part.length)));
  const numbers = (words) =>
    words.split(/(\d+)/).map((part, at, all) => at % 2 && !named(part, all[at - 1]) ? h("b", {}, part) : part);
  const part = ([words, fewer, near]) =>
    h(
      "span",
      { class: near ? "near" : null },
      h("i", {}, ...numbers(words)),
      h("i", { hidden: true }, ...numbers(fewer)),
    );
  $("goal").replaceChildren(...parts.map(part));
  $("goal").title = wholeGoal();
  fitGoal();
}

const wholeGoal = () => [...$("goal").children].map((part) => part.firstChild.textContent).join(" · ");

function offTitle() {
  if (connectionState.state === "gone") {
    return connectionState.seconds === 4404 ? t("This table is gone") : t("You can't watch this table");
  }
  if (!table) return t("Opening the table");
  if (offForLong()) return t("No connection since {time}", { time: clock(connection.lost) });
  return connectionState.seconds ? t("Reconnecting in {n} s", { n: connectionState.seconds }) : t("Reconnecting");
}

const offForLong = () => connection.lost > 0 && Date.now() - connection.lost > 20_000;
const clock = (when) => new Date(when).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });

/** What was tapped before the connection broke: it is sent when there is one again, and counts once. */
function keptWords() {
  const kept = connection.kept && table.asked?.options.find((option) => option.word === connection.kept.option);
  if (kept) return t("Your choice is kept: {label}.", { label: kept.label });
  return offForLong() ? t("Your seat is safe. This is the table as it was then.") : t("Nothing is lost.");
}

/** The look of the band, its title, and whose mark it shows. */
function headline() {
  if (table.imagined) return [table.asked ? "plan" : "plan done", planTitle(), table.you];
  if (table.outcome) return ["over end", table.outcome.title, table.outcome.winners[0] ?? null];
  if (table.asked) {
    const seat = table.asked.seat >= 0 ? table.asked.seat : table.you;
    return [`you s${((seat ?? 0) % 4) + 1}`, askedTitle(seat), seat];
  }
  const one = table.waiting[0];
  const seat = one?.seat ?? null;
  if (!one) return ["", t("Dealing"), null];
  const { name, prompt } = one;
  if (!name) return ["", capital(prompt), null]; // luck, or a room's facilitator
  if (seatOf(seat)?.kind === "open") return ["", t("Waiting for someone to play {name}", { name }), seat];
  if (table.waiting.length > 1) {
    return ["", t("Waiting for {names}", { names: list(table.waiting.map((other) => other.name)) }), seat];
  }
  return ["", one.bot ? t("{name} is thinking", { name }) : t("{name}: {prompt}", { name, prompt }), seat];
}

/** The question has a part of its own: if there is little room, the colour says whose turn it is. */
function askedTitle(seat) {
  const { prompt, chance } = table.asked;
  const others = table.waiting.filter((one) => one.seat !== table.asked.seat);
  if (table.asked.seat < 0) {
    return { lead: "", rest: capital(chance ? t("{title}: {said}", { title: prompt, said: chance }) : prompt) };
  }
  if (table.holds.length > 1) {
    const name = seatOf(seat)?.name ?? t("You");
    return { lead: t("{name}: ", { name }), rest: prompt, keep: true };
  }
  return { lead: others.length ? t("Everyone plays: ") : t("Your turn: "), rest: prompt };
}

function setTitle(title) {
  const { lead = "", rest, keep = false } = typeof title === "string" ? { rest: title } : title;
  const say = $("say");
  if (say.textContent === lead + rest) return;
  const first = h("span", { class: keep ? "" : "first" }, rest.slice(0, 1));
  say.replaceChildren(...(lead ? [h("span", { class: keep ? "" : "long" }, lead), first, rest.slice(1)] : [rest]));
}

// ------------------------------------------------------------------------------------------------ below the title

/** The path so far; the option under the pointer or selected, in full; or what is being waited for. */
export function drawSub() {
  const sub = $("sub");
  const part = subPart();
  if (part && (sub.textContent !== part.textContent || sub.firstElementChild?.className !== part.className)) {
    sub.replaceChildren(part);
  } else if (!part) sub.replaceChildren();
  fit();
}

const p = (...words) => h("p", {}, ...words.filter(Boolean).flatMap((one, index) => (index ? [" ", one] : [one])));

function subPart() {
  if (connectionState.state === "waiting") {
    return p(table ? keptWords() : t("One moment."));
  }
  if (connectionState.state === "gone") return p(t("Ask for a link to a seat, or for a link to watch."));
  if (!table) return null;
  if (table.outcome) return hasRail() ? p(table.outcome.reason) : null; // otherwise the tray has room for all of it
  if (table.imagined && !options.pointed) return p(planWords());
  if (table.asked) return askedPart();
  return table.waiting.length ? waitingPart() : null;
}

function askedPart() {
  const shown = document.body.classList.contains("offers"); // the cards say it all
  const word = shown ? null : options.pointed ?? (options.confirms(options.selected) ? options.selected : null);
  const label = word !== null ? options.words.get(word)?.label : "";
  if (label) return h("p", { class: "label" }, label);
  const { crumbs } = table.scene;
  if (crumbs.length) {
    const last = crumbs.length - 1;
    const steps = crumbs.map((crumb, index) =>
      h("li", index === last ? { "aria-current": "step" } : {}, h("span", {}, crumb))
    );
    return h("ol", { class: "steps" }, ...steps);
  }
  if (table.asked.tip) return p(table.asked.tip, left(seatOf(table.asked.seat)?.deadline));
  const names = table.waiting.filter((one) => one.seat !== table.asked.seat).map((one) => one.name);
  if (names.length) {
    return p(plural("{names} is choosing too.", "{names} are choosing too.", { n: names.length, names }));
  }
  const n = table.asked.options.length;
  const count = n === 1 ? t("One choice.") : n ? t("{n} choices.", { n }) : "";
  return p(count, left(seatOf(table.asked.seat)?.deadline));
}

function waitingPart() {
  const one = table.waiting[0], seat = seatOf(one.seat);
  const { name } = one;
  if (isPlan(table.plan)) return p(plannedWords());
  const words = seat?.kind === "open"
    ? t("Send a friend the link to that seat.")
    : one.bot || table.waiting.length > 1
    ? capital(t("{words}.", { words: one.prompt }))
    : seat && !seat.online
    ? t("{name} is away.", { name })
    : canPlan()
    ? t("You can plan a move; nothing is sent yet.")
    : mine()
    ? t("You can look around meanwhile.")
    : t("You're watching.");
  return p(waited(one), words, left(seat?.deadline));
}

/** "For 3 minutes now.", once it has been a while. */
function waited(one) {
  const minutes = one.since && !one.bot ? (Date.now() / 1000 - one.since) / 60 : 0;
  if (minutes < 1) return "";
  if (minutes < 90) return plural("For {n} minute now.", "For {n} minutes now.", { n: Math.floor(minutes) });
  const hours = minutes / 60;
  if (hours < 48) return plural("For {n} hour now.", "For {n} hours now.", { n: Math.floor(hours) });
  return plural("For {n} day now.", "For {n} days now.", { n: Math.floor(hours / 24) });
}

function left(deadline) {
  if (!deadline) return "";
  const hours = (deadline - now()) / 3600;
  if (hours < 0) return t("Time is up.");
  if (live()) return t("{time} left.", { time: span(deadline - now()) });
  if (hours < 2) return plural("{n} minute left.", "{n} minutes left.", { n: Math.max(1, Math.round(hours * 60)) });
  if (hours < 48) return plural("{n} hour left.", "{n} hours left.", { n: Math.round(hours) });
  return plural("{n} day left.", "{n} days left.", { n: Math.round(hours / 24) });
}

setInterval(() => {
  if (live() && !options.pointed) drawSub();
}, 1000);

// ------------------------------------------------------------------------------------------------ fitting the band

const SIZES = ["", "fit-1", "fit-2", "fit-3"];

/** The band never grows: its letters get smaller, crumbs disappear from the left, a label replaces the title. */
export function fit() {
  const prompt = $("prompt"), say = prompt.querySelector(".say"), title = $("say");
  const steps = prompt.querySelector(".steps"), label = prompt.querySelector("#sub .label");
  prompt.classList.remove(...SIZES.slice(1), "two", "tells", "low", "least");
  if (!prompt.clientHeight) return;
  const over = (element) => element && element.scrollHeight > element.clientHeight + 1;
  if (label && !hasRail()) prompt.classList.add("tells");
  for (const size of SIZES) {
    if (size) prompt.classList.add(size);
    const lines = Math.round(title.scrollHeight / parseFloat(getComputedStyle(title).lineHeight));
    prompt.classList.toggle("two", lines > 1 && !hasRail());
    if (!over(title) && !over(say) && !over(label)) break;
    if (size === SIZES.at(-1) && label) prompt.classList.add("tells");
  }
  const below = $("sub").querySelector("p");
  if (over(below) && !prompt.matches(".tells, .two")) prompt.classList.add("low");
  prompt.classList.toggle("least", over(below) && !prompt.matches(".tells, .two"));
  for (const item of steps?.children ?? []) item.hidden = false;
  for (const item of steps?.children ?? []) {
    if (steps.scrollWidth <= steps.clientWidth + 1) break;
    item.hidden = true;
  }
  fitGoal();
  const parts = [...(steps?.children ?? [])].map((one) => one.textContent);
  const said = label ? label.textContent : parts.join(" › ") || $("sub").innerText;
  $("sentence").replaceChildren(h("b", {}, title.textContent), h("p", {}, said), h("p", {}, wholeGoal()));
}

/** Always one line: in full, otherwise in fewer words, otherwise without its last parts; warnings stay longest. */
function fitGoal() {
  const line = $("goal"), parts = [...line.children];
  const over = () => line.scrollWidth > line.clientWidth;
  line.classList.remove("two", "gone");
  const brief = (on) => {
    for (const { children: [words, fewer] } of parts) {
      words.hidden = on && Boolean(fewer.textContent || parts.length > 1);
      fewer.hidden = !words.hidden;
    }
  };
  for (const part of parts) part.hidden = false;
  brief(!hasRail());
  if (over()) brief(true);
  const near = (part) => part.matches(".near");
  const last = parts.slice(1).reverse();
  for (const part of [...last.filter((one) => !near(one)), ...last.filter(near)]) {
    if (over()) part.hidden = true;
  }
  line.classList.toggle("two", over()); // beside the recap's button, in the narrowest column
  line.classList.toggle("gone", line.scrollHeight > line.parentElement.clientHeight); // the ⋯ menu has it
}
new ResizeObserver(fitGoal).observe($("goal")); // something may appear beside it
