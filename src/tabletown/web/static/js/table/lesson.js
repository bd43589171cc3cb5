// A guided first game: the coach's card, what it points at, and its reply to unexpected clicks.
import { board, connection, options, panels, table } from "./store.js";
import { $, dialog, h } from "../common/dom.js";
import { frame, hasRail } from "../common/layout.js";
import { coverTabs, drawConnector, removeConnector } from "../board/connector.js";
import { fill, t } from "../common/translate.js";

const send = (what) => connection.send({ type: "lesson", do: what });
let way = matchMedia("(pointer: coarse)").matches ? "touch" : "mouse"; // the input last used
const AROUND = 72; // margin around what the coach points at, so that its neighbours are visible: the shore, the park next door
let misses = 0; // unexpected clicks in a row, in this step
let shown = ""; // the step and task on the card
let opened = ""; // the panel that was opened because the step points at it

/** The lesson's words and the task. A step keeps its nodes: a redrawn card would lose the press. */
function spoken(words) {
  const verb = way === "touch" ? t("tap") : way === "mouse" ? t("click") : t("choose");
  return fill(words, { click: verb, Click: verb.charAt(0).toUpperCase() + verb.slice(1) });
}
addEventListener("pointerdown", (event) => way = event.pointerType === "mouse" ? "mouse" : "touch", true);
addEventListener("keydown", (event) => {
  if (/^(Tab|Enter| |Arrow.*)$/.test(event.key)) way = "keys";
}, true);

/** Draws or removes the card. Its words are announced when they change; the focus stays with the table. */
export function drawLesson() {
  const lesson = table?.imagined ? null : table?.lesson ?? null;
  document.body.classList.toggle("lesson", Boolean(lesson));
  unpoint();
  if (!lesson) {
    $("coach")?.remove();
    removeConnector();
    coverTabs(null);
    document.body.style.removeProperty("--most");
    openPanel("");
    return;
  }
  const card = $("coach") ?? newCard();
  const task = taskNow(lesson);
  const now = `${lesson.step} ${lesson.wanted} ${task}`;
  if (now !== shown) {
    shown = now;
    misses = 0;
    card.replaceChildren(...contents({ ...lesson, task: spoken(task) }));
    const told = lesson.point.find((place) => place.startsWith("panel:"))?.slice(6) ?? "";
    openPanel(lesson.wanted && !hasRail() ? "" : told); // a sheet would cover the wanted option
  }
  point(lesson);
}

/** If the option is selected already it only has to be confirmed, so the button for that is what to press. */
const chosen = (lesson) =>
  Boolean(lesson.wanted) && options.selected === lesson.wanted &&
  (table.asked?.confirm || table.asked?.cycle);

function taskNow(lesson) {
  const option = chosen(lesson) ? options.words.get(lesson.wanted) : null;
  return option ? t("Now press “{button}”", { button: option.button || option.label }) : lesson.task;
}

/** Brings the panel that a step is about to the front: its tab, and on a phone the sheet, until the step is over. */
function openPanel(id) {
  if (id === opened) return;
  if (opened && !hasRail()) panels.open(false);
  opened = id;
  const entry = id && tabOf(id);
  if (!entry) return;
  panels.choose(entry.id, false);
  if (hasRail()) return;
  const focused = document.activeElement;
  panels.open(true);
  focused?.focus({ preventScroll: true }); // for reading, not for choosing
}

const tabOf = (id) => panels.entries.find((one) => one.pane.querySelector(`[data-id="${quoted(id)}"]`));

function newCard() {
  const card = h("section", { id: "coach", class: "coach", "aria-label": t("First game") });
  document.body.append(card);
  return card;
}

function contents(lesson) {
  const bars = Array.from({ length: lesson.of }, (_, at) => {
    const state = at + 1 === lesson.step ? "now" : at + 1 < lesson.step ? "done" : "";
    return h("i", { class: state });
  });
  const head = h(
    "header",
    {},
    h("span", {}, t("First game · step {step} of {of}", lesson)),
    h("button", { type: "button", class: "ghost skip-lesson", onclick: askSkip }, t("Skip lesson")),
  );
  const words = h(
    "div",
    { class: "say", "aria-live": "polite" },
    h("h2", {}, lesson.title),
    lesson.after ? h("p", { class: "after" }, lesson.after) : null,
    h("p", { class: "long" }, spoken(lesson.say)),
    h("p", { class: "brief" }, spoken(lesson.brief)),
    sums(lesson.sums),
    lesson.left_out ? h("p", { class: "small" }, lesson.left_out) : null,
  );
  return [
    head,
    h("div", { class: "bars", "aria-hidden": "true" }, ...bars),
    words,
    h("div", { class: "wrong", role: "status", hidden: true }),
    foot(lesson),
  ];
}

function sums(rows) {
  if (!rows.length) return null;
  const row = ([what, number]) => h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, number));
  return h("table", {}, ...rows.map(row));
}

function foot(lesson) {
  const first = lesson.step === 1 && !lesson.wanted;
  const back = h("button", { type: "button", class: "btn", onclick: () => send("back"), disabled: first }, t("Back"));
  const row = h("footer", {}, back, h("span", { class: "grow" }));
  if (lesson.last) {
    row.append(
      h("a", { class: "btn", href: `/learn/${table.game}` }, t("Primer")),
      h("a", { class: "btn", href: `/new?game=${table.game}` }, t("New game")),
      h("button", { type: "button", class: "btn ink", onclick: () => send("skip") }, t("Play on from here")),
    );
  } else if (lesson.task) row.append(h("span", { class: "task" }, lesson.task));
  else row.append(h("button", { type: "button", class: "btn ink", onclick: () => send("next") }, t("Next")));
  return row;
}

/** Something else was clicked: shows the friendly reply in the card. */
export function wrong(words, option) {
  const box = $("coach")?.querySelector(".wrong");
  if (!box) return;
  misses += 1;
  box.hidden = false;
  box.textContent = spoken(words);
  for (const element of document.querySelectorAll(".missed")) element.classList.remove("missed");
  for (const element of found(option)) element.classList.add("missed");
  const row = $("coach").querySelector("footer");
  if (misses >= 2 && table.lesson.wanted && !row.querySelector(".show")) {
    const show = h("button", { type: "button", class: "btn show", onclick: () => send("show") }, t("Do it for me"));
    row.querySelector(".grow").before(show);
  }
  fit();
}

function askSkip() {
  dialog(t("Leave the lesson?"), (close) => {
    const leave = () => {
      close();
      send("skip");
    };
    return [
      h("p", {}, t("The table stays as it is, and you play on against easy bots.")),
      h(
        "div",
        { class: "acts" },
        h("button", { type: "button", class: "btn", onclick: close }, t("Stay")),
        h("button", { type: "button", class: "btn go", onclick: leave }, t("Leave the lesson")),
      ),
    ];
  });
}

// ------------------------------------------------------------------------------------------------ pointing

const quoted = (word) => CSS.escape(word);

function found(word) {
  if (!word) return [];
  const names = ["option", "word", "word-of"].map((name) => `[data-${name}="${quoted(word)}"]`);
  const matches = document.querySelectorAll(names.join(", "));
  return [...matches].filter((element) => element.checkVisibility());
}

function places(name) {
  if (name === "board") return [$("view")];
  if (name === "goal") return [$("goal").closest("section")];
  if (name.startsWith("panel:")) return panel(name.slice(6));
  if (name.startsWith("#")) return [document.getElementById(name.slice(1))].filter(Boolean);
  return found(name);
}

/** The element of a panel; the hand itself for one in the hand, the tab for one behind a tab. */
function panel(id) {
  const all = [...document.querySelectorAll(`.panel[data-id="${quoted(id)}"]`)];
  const drawn = all.filter((element) => element.checkVisibility());
  if (drawn.length) return drawn;
  const place = table.scene.panels.find((candidate) => candidate.id === id)?.place;
  return place === "hand" ? [$("hand")] : [tabOf(id)?.button ?? $("rail")];
}

function unpoint() {
  for (const kind of ["wanted", "ringed", "missed"]) {
    for (const element of document.querySelectorAll(`.${kind}`)) element.classList.remove(kind);
  }
}

function point(lesson) {
  const press = chosen(lesson) ? [...$("acts").querySelectorAll(".go")] : [];
  const wanted = press.length ? press : found(lesson.wanted);
  for (const element of wanted) element.classList.add("wanted");
  const ringed = lesson.wanted ? [] : lesson.point.flatMap(places);
  for (const element of ringed) element.classList.add("ringed");
  const target = wanted[0] ?? ringed[0];
  if (target && $("plane").contains(target)) board.bring?.(target, AROUND);
  const chip = wanted.find((element) => $("tray").contains(element) || $("hand").contains(element));
  chip?.scrollIntoView({ block: "nearest", inline: "center" });
  stand(target);
  focusOn(wanted.length ? wanted : [...$("coach").querySelectorAll("footer .ink")]);
  drawConnector($("coach"), target);
}

/**
 * Moves the focus to the wanted option (or Next), from another option or from nowhere; never from the card or a
 * field.
 */
function focusOn(wanted) {
  const now = document.activeElement;
  const away = now === document.body || (now?.closest("[data-option], #acts") && !wanted.includes(now));
  const drawn = options.elements();
  // a piece turned until it fits is turned by its button: Enter on another rotation would lay the one shown
  const turn = table.asked?.cycle && options.selected !== table.lesson.wanted
    ? [...$("acts").children].find((button) => button.querySelector("kbd")?.textContent === "R")
    : null;
  const option = turn ?? wanted.find((element) => drawn.includes(element) || element.matches("#acts *, #coach *"));
  if (away && option) options.focus(option);
}

/** Beside the board the card is at the bottom; if that would hide what it points at, at the top. */
function stand(target) {
  const card = $("coach");
  const up = frame() === "desktop" && Boolean(target) && $("rail").contains(target) && !table.lesson.wanted;
  card.classList.toggle("up", up);
  card.classList.toggle("tell", !table.lesson.wanted);
  card.classList.toggle("last", table.lesson.last);
  document.body.style.removeProperty("--most");
  const top = document.querySelector(".tools").getBoundingClientRect().top;
  const room = up ? makeRoom(top) : 0;
  card.style.top = up ? `${top}px` : "";
  card.style.bottom = up ? "auto" : "";
  card.style.maxHeight = up ? `${room}px` : "";
  fit();
  coverTabs(up ? null : card);
  if (!table.lesson.wanted && target && $("rail").contains(target)) {
    target.scrollIntoView({ block: up ? "nearest" : "start" });
  }
}

/** Above the panels: they move down as far as the card needs, but keep a quarter of the window. */
function makeRoom(top) {
  const { style } = document.body, card = $("coach"), rail = $("rail").getBoundingClientRect();
  const room = () => $("rail").getBoundingClientRect().top - top - 6;
  const move = getComputedStyle(document.body).getPropertyValue("--most");
  card.style.maxHeight = "none";
  const lacks = Math.min(card.offsetHeight - room(), rail.height - innerHeight / 4);
  if (lacks > 0) style.setProperty("--most", `calc(${move} + ${Math.ceil(lacks)}px)`);
  return room();
}

/**
 * If the card would be cut off, it leaves out what happened before, then what phones can do without, then what was
 * already said.
 */
function fit() {
  const card = $("coach");
  const cut = () => card.scrollHeight > card.clientHeight + 1;
  card.classList.remove("now", "tight", "brisk");
  if (cut()) card.classList.add("now");
  if (cut()) card.classList.add("tight");
  if (cut() && !card.querySelector(".wrong").hidden) card.classList.add("brisk");
}

/** Esc is the lesson's Back, Enter its Next. */
addEventListener("keydown", (event) => {
  const lesson = table?.lesson;
  if (!lesson || table.imagined || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, textarea, select")) return;
  if (event.key === "Escape") send("back");
  else if (event.key !== "Enter" || lesson.wanted || event.target.closest("a, button:not([data-option])")) return;
  else send(lesson.last ? "skip" : "next");
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
addEventListener("resize", () => {
  if (table?.lesson) point(table.lesson);
});
