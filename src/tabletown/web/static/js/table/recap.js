// What happened while others played: a card for what matters, and the strip "since your turn". The game doesn't wait for it.
import { elementsFor } from "../board/places.js";
import { motion } from "./motion.js";
import { board, page, stage, table } from "./store.js";
import { $, h, icon, mark, remember, remembered } from "../common/dom.js";
import { hasRail } from "../common/layout.js";
import { figure, plural, t } from "../common/translate.js";

const MISSED = -1; // id of the card that sums up what you missed
const SAID = 2; // lines per subject on it
let queue = []; // ids of waiting cards, the open one first
let of = 0; // the total number of cards
let known = new Set(); // recaps that had their chance to be shown
const halves = new Map(); // of recaps in sheets, which go on for several questions: whether all was shown
let back = null; // where the focus was before

let summary = null; // what you missed, as one card
let step = 0; // the step shown of a turn that is followed step by step

const cardSetting = () => remembered("cards", "matters");
const following = () => remembered("steps", "step");
const stepped = (one) => Boolean(one.steps) && following() === "step";
const cardOf = (id) => id === MISSED ? summary : table?.recaps.find((one) => one.id === id);

/** A new table arrived. `old`: the previous one, with its board. */
export function drawRecap(old) {
  if (table.lesson) known = new Set(table.recaps.map((one) => one.id)); // the coach covers it
  if (table.lesson || table.imagined) {
    closeAll();
    drawStrip();
    return;
  }
  const ready = happened();
  const fresh = !old || table.fresh;
  const wanted = ready.filter((one) => !fresh && isNew(one) && wants(one)).map((one) => one.id);
  if (fresh) wanted.push(...whatWasMissed(ready));
  known = new Set([...ready.map((one) => one.id), MISSED]);
  remember(`told ${page.id}`, String(Math.max(lastTold(), ...ready.map((one) => one.id))));
  queue = queue.filter((id) => known.has(id));
  if (!queue.length) of = 0;
  queue.push(...wanted);
  of += wanted.length;
  drawStrip();
}

/** Opens the first waiting card, when the board has been seen long enough. */
export function openCard() {
  if (table && !table.lesson && !table.imagined) drawCard();
}

const happened = () => table.recaps.filter((one) => one.whole || table.asked);

/** Recaps in sheets appear at their first question, and once more when they are complete. */
function isNew(one) {
  if (!one.sheets) return !known.has(one.id);
  const told = halves.get(one.id);
  halves.set(one.id, Boolean(one.whole));
  return told === undefined || (one.whole && !told);
}

/** The latest thing that this device was shown at this table; -1: it was never here, or nothing had happened. */
const lastTold = () => Number(remembered(`told ${page.id}`, "-1"));

/** Somebody who returns after days, or after a lost connection, gets everything that happened in one card. */
function whatWasMissed(ready) {
  const missed = remembered(`told ${page.id}`, "") ? ready.filter((one) => one.id > lastTold()) : [];
  if (!missed.length || cardSetting() === "never") return [];
  const number = (one) => one.big ? [t("{words}.", { words: `${one.big[0]} ${shift(...one.big.slice(1))}` })] : [];
  const lines = missed.map((one) =>
    t("{title}: {said}", { title: one.title, said: [...number(one), ...one.lines.slice(0, SAID)].join(" ") })
  );
  const ahead = missed.at(-1).ahead;
  const title = plural("{n} thing happened", "{n} things happened", { n: missed.length });
  const again = `${page.replay}?at=${Math.max(0, missed[0].number - 1)}`;
  summary = { id: MISSED, title, small: t("While you were away"), lines, ahead, seat: null, whole: true, again };
  return [MISSED];
}

const wants = (one) => {
  if (cardSetting() === "never") return false;
  return one.steps ? stepped(one) : one.card && !isTurn(one); // the board itself shows others' moves
};

// ------------------------------------------------------------------------------------------------ the card

export const isCardOpen = () => Boolean($("recap"));

function drawCard() {
  const one = cardOf(queue[0]);
  if (!one) {
    closeAll();
    return;
  }
  if ($("recap")?.dataset.stamp === stamp(one)) return;
  const focused = document.activeElement;
  if (!$("recap")) back = focused === document.body ? null : focused;
  const inside = $("recap")?.contains(focused);
  $("recap")?.remove();
  unmark();
  const docked = stepped(one);
  step = Math.min(step, docked ? one.steps.length - 1 : 0);
  const card = h(
    "section",
    {
      id: "recap",
      class: `recap${docked ? " docked" : one.lost || (one.rows ?? []).length > 1 ? " wide" : ""}`,
      role: "dialog",
      "aria-labelledby": "recap-title",
      "aria-describedby": docked ? "recap-now" : "recap-body",
      "data-stamp": stamp(one),
    },
    ...(docked ? stepParts(one) : [head(one), body(one), foot(one)]),
  );
  (docked ? document.body : $("board")).append(card);
  if (docked) {
    showPlaces(one);
    $("recap-body").scrollTop = $("recap-now").offsetTop - $("recap-body").offsetTop - 10; // scrolls to what is new
  }
  if (!document.querySelector("dialog[open]") && (!typing(focused) || inside)) {
    card.querySelector(".continue").focus({ preventScroll: true });
  }
}

const stamp = (one) => `${one.id} ${one.lines.length} ${queue.length} ${of} ${step} ${stepped(one)}`;
const typing = (element) => element?.closest?.("input, textarea, select");

/** Whose turn it was, or the event's own picture. */
function sign(one, size) {
  if (isTurn(one)) return mark(one.seat, size);
  return one.art ? h("span", { class: "art", html: one.art }) : icon("event", size - 4);
}

function head(one) {
  const small = one.small ? h("small", {}, one.small) : null;
  const [most, what] = one.lost ?? (one.big ? [shift(...one.big.slice(1)), one.big[0]] : []);
  const tone = toneClass(one.lost ? -1 : one.big?.[3] ?? 0);
  const big = most ? h("p", { class: "big" }, h("b", { class: tone }, String(most)), h("span", {}, what)) : null;
  return h(
    "header",
    {},
    h("span", { class: "sign" }, sign(one, 34)),
    h("div", {}, small, h("h2", { id: "recap-title" }, one.title)),
    big,
  );
}

function body(one) {
  if (one.sheets) return sheets(one);
  const lines = h("ul", { class: "lines" }, ...one.lines.map((words) => h("li", {}, words)));
  const ahead = one.ahead ? h("p", { class: "ahead" }, one.ahead) : null;
  const words = h("div", { class: "told" }, lines);
  const numbers = h("div", { class: "numbers" }, players(one), others(one), ahead);
  return h("div", { class: "body", id: "recap-body", tabindex: "0" }, words, numbers);
}

/** Tables of the game's own: whose row it is, and its words. */
function sheets(one) {
  const row = ([seat, cells]) => {
    const [first, ...others] = cells;
    const mine = seat >= 0 && table.holds.includes(seat) && table.holds.length === 1;
    const bare = seat < 0 && !others.at(-1)[0]; // without results, its words take that room
    const said = (bare ? others.slice(0, -1) : others).map(([words, small, tone], at) => {
      const wide = bare && at === others.length - 2;
      return h("td", { class: toneClass(tone), colspan: wide ? 2 : null }, words, small ? h("small", {}, small) : null);
    });
    const sign = seat >= 0 ? mark(seat, 14) : null;
    return h("tr", { class: mine ? "mine" : null }, h("th", { scope: "row" }, sign, first[0]), ...said);
  };
  const sheet = ([columns, rows]) => {
    const top = h("tr", {}, ...columns.map((words) => h("th", { scope: "col" }, words)));
    return h("table", { class: "tally" }, h("thead", {}, top), h("tbody", {}, ...rows.map(row)));
  };
  const ahead = one.ahead ? h("p", { class: "ahead" }, one.ahead) : null;
  return h("div", { class: "body sheets", id: "recap-body", tabindex: "0" }, ...one.sheets.map(sheet), ahead);
}

const shift = (was, now) => `${figure(was)} → ${figure(now)}`;

/** The class of a number that changed for the better or worse. */
export const toneClass = (tone) => tone < 0 ? "worse" : tone > 0 ? "better" : null;

function difference(was, now, tone) {
  const by = now - was;
  return h("i", { class: toneClass(tone) }, by < 0 ? figure(by) : `+${figure(by)}`);
}

function players(one) {
  if (!one.rows?.length) return null;
  const cell = (pair) => h("td", {}, pair ? [shift(...pair), " ", difference(...pair)] : "");
  const where = (places) => h("td", { class: "gone" }, ...places.map((place) => h("s", {}, place)));
  const row = ([seat, name, cells, lost]) =>
    h(
      "tr",
      { class: table.holds.includes(seat) && table.holds.length === 1 ? "mine" : null },
      h("th", { scope: "row" }, mark(seat, 14), name),
      one.lost ? where(lost) : null,
      ...cells.map(cell),
    );
  const titles = one.columns.map((word) => h("th", { scope: "col" }, word));
  const gone = one.lost ? h("th", { scope: "col" }, one.lost[1]) : null;
  const top = h("tr", {}, h("th", { scope: "col" }, t("Player")), gone, ...titles);
  return h("table", {}, h("thead", {}, top), h("tbody", {}, ...one.rows.map(row)));
}

function others(one) {
  if (!one.others?.length) return null;
  const row = ([what, was, now, tone]) =>
    h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, shift(was, now), " ", difference(was, now, tone)));
  return h("table", { "aria-label": t("What changed") }, ...one.others.map(row));
}

const isTurn = (one) => one.seat !== null && one.seat !== undefined;

function foot(one) {
  const bars = Array.from({ length: of }, (_, at) => h("i", { class: at <= of - queue.length ? "done" : null }));
  const place = of > 1
    ? h(
      "span",
      { class: "place" },
      t("{n} of {of}", { n: of - queue.length + 1, of }),
      h("span", { "aria-hidden": "true" }, ...bars),
    )
    : null;
  const look = one.again
    ? h("a", { class: "btn", href: one.again }, t("Replay"))
    : h("button", { type: "button", class: "btn peek", onclick: peek }, t("Show on the board"));
  return h(
    "footer",
    {},
    place,
    h("span", { class: "grow" }),
    look,
    h("button", { type: "button", class: "btn ink continue", onclick: next }, t("Continue")),
  );
}

function next() {
  queue.shift();
  step = 0;
  drawCard();
}

// ------------------------------------------------------------------------------------------------ step by step

/** A turn that the rules play, as one column that grows at the reader's pace: why, which row, where, and the result. */
function stepParts(one) {
  const all = one.steps.length, last = step + 1 === all;
  const title = h("h2", { id: "recap-title" }, one.followed || one.title);
  const small = h("small", {}, `${one.title} · ${t("step {n} of {of}", { n: step + 1, of: all })}`);
  const back = { type: "button", class: "btn", disabled: step === 0 };
  const skip = () => h("button", { type: "button", class: "btn skips", onclick: closeAll }, t("Skip to my turn"));
  return [
    h("header", {}, h("span", { class: "sign" }, sign(one, 22)), h("div", {}, small, title), skip()),
    h("div", { class: "body", id: "recap-body", tabindex: "0" }, ...one.steps.slice(0, step + 1).map(section)),
    h(
      "footer",
      {},
      h("button", { ...back, onclick: () => walk(-1) }, t("Back")),
      h("span", { class: "grow" }),
      skip(),
      h(
        "button",
        { type: "button", class: "btn ink continue", onclick: () => (last ? next() : walk(1)) },
        last ? t("Done") : t("Next"),
      ),
    ),
  ];
}

const STATES = new Map([[1, "applies"], [0, "skipped"], [-1, "unreached"]]);

/** One step: the rows of the card that were read, what was decided and how, what was done and what it changed. */
function section(now, at) {
  const row = ([words, small, state], number) => {
    const sign = { 1: "✓", 0: "–" }[state] ?? String(number + 1);
    const aloud = state < 0 ? h("span", { class: "vh" }, t("Not reached:"), " ") : null;
    const said = h("span", {}, aloud, words, small ? h("small", {}, small) : null);
    return h("li", { class: STATES.get(state) }, h("i", { "aria-hidden": "true" }, sign), said);
  };
  const rows = now.rows ? h("ol", { class: "read" }, ...now.rows.map(row)) : null;
  const lines = now.lines ? h("ul", { class: "lines" }, ...now.lines.map((words) => h("li", {}, words))) : null;
  const open = at === step;
  return h(
    "section",
    { id: open ? "recap-now" : null, class: now.rows ? null : "box", "aria-current": open ? "step" : null },
    h("h3", { class: now.rows || now.chosen ? "vh" : null }, now.title),
    rows,
    ...(now.chosen ?? []).map(narrowing),
    others({ others: now.changes }),
    lines,
  );
}

function narrowing([decided, reasons]) {
  const disc = (place, struck) => h(struck ? "s" : "b", { class: "disc" }, place);
  const row = ([words, left, struck]) =>
    h(
      "li",
      {},
      h("span", {}, words),
      h("span", {}, ...left.map((place) => disc(place, false)), ...struck.map((place) => disc(place, true))),
    );
  return h(
    "div",
    { class: "chosen" },
    h("p", {}, decided),
    h("ul", { class: "narrowed", "aria-label": t("How it was decided") }, ...reasons.map(row)),
  );
}

function walk(by) {
  step += by;
  drawCard();
  $("recap").querySelector(".continue").focus({ preventScroll: true });
}

function markPlaces(places) {
  const found = elementsFor(places, $("plane"));
  for (const element of found) element.classList.add("recap-place");
  return found;
}

/** Shows where this step was: outlined in the colour of the player, and scrolled into view. */
function showPlaces(one) {
  if (isTurn(one)) document.body.style.setProperty("--told", `var(--seat-${one.seat % 4 + 1})`);
  const [first] = markPlaces(one.steps[step].places ?? []);
  if (first) board.bring?.(first);
}

function unmark() {
  document.body.style.removeProperty("--told");
  for (const element of document.querySelectorAll(".recap-place")) element.classList.remove("recap-place");
}

/** Shows the board through the card, with what it is about outlined, until the next tap or key. */
function peek() {
  const one = cardOf(queue[0]);
  $("recap").classList.add("away");
  const shown = markPlaces(one.places ?? []);
  if (shown[0]) board.bring?.(shown[0]);
  const again = (event) => {
    removeEventListener("pointerdown", again, true);
    removeEventListener("keydown", again, true);
    unmark();
    if (!$("recap")) return;
    event.preventDefault();
    event.stopPropagation();
    $("recap").classList.remove("away");
    $("recap").querySelector(".continue").focus({ preventScroll: true });
  };
  addEventListener("pointerdown", again, true);
  addEventListener("keydown", again, true);
}

/** Moves all cards to the strip; the focus goes back to where it was. */
export function closeAll() {
  const card = $("recap");
  unmark();
  step = 0;
  queue = [];
  of = 0;
  if (!card) return;
  const inside = card.contains(document.activeElement);
  card.remove();
  if (inside) stage.focusBack(back);
  back = null;
}

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !$("recap") || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  closeAll();
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// ------------------------------------------------------------------------------------------------ the strip

/**
 * What happened since your last answer, what cost you most first. Your next answer removes it; each frame has a place
 * for it.
 */
export function drawStrip() {
  $("since")?.remove();
  const ready = table.lesson || table.imagined ? [] : happened();
  if (!ready.length) return;
  const large = hasRail();
  const order = [...ready].sort((one, other) => Number(Boolean(other.costs)) - Number(Boolean(one.costs)));
  const items = order.map((one) =>
    h(
      "li",
      { class: one.costs ? "costs" : null, title: one.brief },
      Number.isInteger(one.seat) ? mark(one.seat, 12) : null,
      h("span", {}, one.title),
    )
  );
  const show = h("button", { type: "button", class: "btn", onclick: replay }, t("Show {n}", { n: ready.length }));
  show.setAttribute(
    "aria-label",
    plural("Show what happened: {n} card", "Show what happened: {n} cards", { n: ready.length }),
  );
  const strip = h(
    "section",
    { id: "since", class: "since", "aria-label": t("Since your last turn") },
    h("b", {}, t("Since your turn")),
    h("ul", {}, ...items),
    show,
  );
  if (large) {
    $("lanes").prepend(strip);
    $("lanes").dispatchEvent(new Event("scroll")); // updates the note about what is below
  }
  if (!large) $("goal").closest("section").append(strip);
}

/** Replays what the others did on the board, then the cards of what happened to everybody. */
function replay() {
  const film = motion.again();
  const cards = happened().filter((one) => !film || !isTurn(one) || stepped(one));
  const show = () => {
    queue = cards.map((one) => one.id);
    of = queue.length;
    drawCard();
  };
  if (film) film.after(show);
  else show();
}
