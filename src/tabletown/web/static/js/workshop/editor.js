// The editor of a pack: its contents left, a form or a board in the middle, checks and what comes next right.
import { plural, t } from "../common/translate.js";
import { el, fieldset, why } from "./form.js";
import { hexes } from "./hexes.js";
import { follow, translations } from "./languages.js";
import { roads } from "./roads.js";
import { sheet } from "./sheet.js";
import { track } from "./track.js";

const given = JSON.parse(document.getElementById("draft").textContent);
const base = `/workshop/draft/${given.id}`;
const KEPT = `workshop-${given.id}`;
const STEPS = 100;
const WAIT = 150;
const work = document.getElementById("work");
const contents = document.getElementById("contents");
const saved = document.getElementById("saved");
const about = Object.fromEntries([...document.querySelectorAll("[data-about]")].map((i) => [i.dataset.about, i]));

const WORDS = "words"; // what stands in the middle when it is no part of the pack

let { parts, words } = given;
let { number, problems } = given.state;
let part = location.hash.slice(1) in parts ? location.hash.slice(1) : Object.keys(parts)[0];
let open = 0; // the card in the form
let relatives = 1; // whose numbers the track of a mission shows, counted from 0
let board = null;
let past = [];
let future = [];
let waiting = 0;
let sending = false;
let dirty = false;
let broken = false;

const kindOf = (id) => given.kinds[id];
const snapshot = () => JSON.stringify({ parts, words });
let last = snapshot();

try {
  past = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
} catch { /* nothing kept */ }

async function post(path, body) {
  const answer = await fetch(`${base}/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error);
  return found;
}

// ------------------------------------------------------------------ saving and undo

function changed() {
  const now = snapshot();
  if (now !== last) {
    follow(given.kinds, JSON.parse(last).parts, parts, words);
    past.push(last);
    past = past.slice(-STEPS);
    future = [];
    last = snapshot();
    remember();
  }
  later();
}

function remember() {
  document.getElementById("undo").disabled = !past.length;
  document.getElementById("redo").disabled = !future.length;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(past.slice(-30)));
  } catch { /* too long for this device */ }
}

function step(from, to) {
  if (!from.length) return;
  to.push(snapshot());
  ({ parts, words } = JSON.parse(from.pop()));
  last = snapshot();
  remember();
  draw();
  later();
}
const undo = () => step(past, future);
const redo = () => step(future, past);
document.getElementById("undo").addEventListener("click", undo);
document.getElementById("redo").addEventListener("click", redo);
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || !"zy".includes(event.key.toLowerCase())) return;
  if (event.target.matches("textarea, input:not([type=checkbox])")) return; // a text has its own undo
  event.preventDefault();
  if (event.key.toLowerCase() === "y" || event.shiftKey) redo();
  else undo();
});

function later() {
  dirty = true;
  say(t("saving …"));
  clearTimeout(waiting);
  waiting = setTimeout(send, WAIT);
}

async function send() {
  if (sending || broken) return;
  sending = true;
  dirty = false;
  const [title, line, author] = [about.title.value, about.line.value, about.author.value];
  const body = { number, parts, words, title, line, author };
  try {
    ({ number, problems } = await post("save", body));
    if (!dirty) say(t("saved"));
    forget();
    show();
    preview();
  } catch (error) {
    dirty = true;
    try {
      localStorage.setItem(KEPT, JSON.stringify(body));
    } catch { /* not allowed here */ }
    const offline = error instanceof TypeError;
    say(offline ? t("kept on this device; trying again") : error.message);
    if (!offline) broken = true;
    else setTimeout(send, 3000);
    sending = false;
    return;
  }
  sending = false;
  if (dirty) send();
}

function forget() {
  try {
    if (JSON.parse(localStorage.getItem(KEPT) ?? "null")?.number === number - 1) localStorage.removeItem(KEPT);
  } catch { /* not allowed here */ }
}

const say = (said) => (saved.textContent = said);
for (const input of Object.values(about)) input.addEventListener("input", later);

async function settled() {
  clearTimeout(waiting);
  if (!sending && dirty) await send();
  while (sending) await new Promise((done) => setTimeout(done, 50));
  return !dirty;
}

// what shows, plays or publishes the draft waits for the last change
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".ws-next a"))) {
  link.addEventListener("click", async (event) => {
    if (link.getAttribute("aria-disabled") === "true") event.preventDefault();
    else if (dirty || sending) {
      event.preventDefault();
      if (await settled()) location.assign(link.href);
    }
  });
}
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll(".ws-next form"))) {
  form.addEventListener("submit", async (event) => {
    if (!dirty && !sending) return;
    event.preventDefault();
    const { submitter } = event;
    if (await settled()) form.requestSubmit(submitter);
  });
}

// ------------------------------------------------------------------ checks

function show() {
  const stops = problems.filter((problem) => problem.stops ?? true);
  const count = document.getElementById("check-count");
  count.textContent = problems.length
    ? plural("{n} to look at", "{n} to look at", { n: problems.length })
    : t("all good");
  count.className = stops.length ? "stops" : problems.length ? "warns" : "good";
  document.getElementById("problems").replaceChildren(...problems.map(told));
  for (const place of document.querySelectorAll(".ws-mistake")) {
    const own = problems.filter((problem) => problem.field === place.dataset.at);
    place.textContent = own.map((problem) => problem.text).join(" ");
    const input = place.parentElement.querySelector("input, select, textarea");
    if (input) input.toggleAttribute("aria-invalid", own.length > 0);
  }
  for (const button of document.querySelectorAll("[data-needs]")) {
    const play = !button.closest('form[action$="/publish"]');
    const hinders = stops.filter((problem) => !play || !(problem.field in about));
    button.toggleAttribute("disabled", hinders.length > 0);
    button.setAttribute("aria-disabled", String(hinders.length > 0));
    button.title = hinders[0]?.text ?? "";
  }
  board?.mark(problems.flatMap((problem) => problem.plots ?? []));
  list();
}

function told(problem) {
  const item = el("li", { class: problem.stops ?? true ? "stops" : "warns" }, el("span", {}, problem.text));
  if (problem.field.includes(".")) {
    item.append(el("button", { type: "button", class: "ws-link", onclick: () => goTo(problem.field) }, t("Show")));
  }
  if (problem.label) {
    const mend = () => {
      for (const [path, value] of Object.entries(problem.fix)) put(path, value);
      draw();
      changed();
    };
    item.append(el("button", { type: "button", class: "ws-link", onclick: mend }, problem.label));
  }
  return item;
}

function put(path, value) {
  const [kind, ...steps] = path.split(".");
  let here = kindOf(kind).deck ? parts[kind].cards : parts[kind];
  for (const step of steps.slice(0, -1)) here = here[step];
  here[steps.at(-1)] = value;
}

function goTo(path) {
  const [kind, card] = path.split(".");
  part = kind;
  if (kindOf(kind)?.deck) open = Number(card) || 0;
  draw();
  const place = document.querySelector(`.ws-mistake[data-at="${CSS.escape(path)}"]`);
  place?.parentElement.scrollIntoView({ block: "center" });
  place?.parentElement.querySelector("input, select, textarea, button")?.focus();
}

// ------------------------------------------------------------------ contents

function list() {
  const found = [];
  for (const id of Object.keys(parts)) {
    const kind = kindOf(id);
    if (!kind) continue;
    found.push(el(
      "button",
      { type: "button", class: "ws-part", "aria-pressed": String(id === part), onclick: () => turn(id) },
      kind.title,
    ));
    if (id !== part || !kind.deck) continue;
    parts[id].cards.forEach((card, place) => {
      const wrong = problems.some((problem) =>
        (problem.stops ?? true) && `${problem.field}.`.startsWith(`${id}.${place}.`)
      );
      found.push(el(
        "button",
        {
          type: "button",
          class: `ws-item${wrong ? " wrong" : ""}`,
          "aria-current": String(place === open),
          onclick: () => {
            open = place;
            draw();
          },
        },
        el("small", {}, String(card[kind.id])),
        ` ${card[kind.name] || t("Untitled")}`,
      ));
    });
    if (kind.adds) {
      found.push(
        el("button", {
          type: "button",
          class: "btn small wide",
          onclick: () => add(""),
        }, t("Add {what}", { what: kind.one })),
      );
    }
    const here = kind.track && parts[id].cards[open]?.[kind.track[0]];
    if (here?.length) found.push(along(kind, here));
    const own = new Set(parts[id].cards.map((card) => card[kind.id]));
    const pick = el("select", {
      class: "input",
      "aria-label": t("Change one of the game's cards"),
      onchange: () => pick.value !== "" && add(kind.shipped[Number(pick.value)][0]),
    }, el("option", { value: "" }, t("Change one of the game's …")));
    kind.shipped.forEach(([card, name], place) => {
      if (!own.has(card)) pick.append(el("option", { value: place }, `${card} ${name}`));
    });
    if (pick.options.length > 1) found.push(pick);
    found.push(sheet(base, id, kind, parts[id].cards, (cards) => {
      parts[id].cards = cards;
      draw();
      changed();
    }));
  }
  if (board?.tools) found.push(board.tools);
  const pressed = String(part === WORDS);
  found.push(el(
    "button",
    { type: "button", class: "ws-part", "aria-pressed": pressed, onclick: () => turn(WORDS) },
    t("Translations"),
  ));
  const focused = document.activeElement?.id;
  contents.replaceChildren(...found);
  if (focused && contents.querySelector(`#${CSS.escape(focused)}`)) document.getElementById(focused).focus();
}

/** The track of a mission's story cards. */
function along(kind, entries) {
  const at = `${part}.${open}.${kind.track[0]}`;
  return track(entries, kind.track, Math.min(relatives, entries[0][kind.track[1]].length - 1), {
    moved: () => {
      draw();
      changed();
    },
    chosen: (place) => {
      const entry = work.querySelectorAll(`#f-${at.replaceAll(".", "-")} > .ws-entry`)[place];
      entry?.scrollIntoView({ block: "start", behavior: "smooth" });
      entry?.querySelector("input, textarea")?.focus({ preventScroll: true });
    },
    counted: (count) => {
      relatives = count;
      list();
    },
    play: async (place) => {
      if (!await settled()) return;
      const form = /** @type {HTMLFormElement} */ (document.getElementById("play"));
      const start = /** @type {HTMLInputElement} */ (form.elements.namedItem("start"));
      start.value = `${part}.${open}.${place}`;
      form.submit();
      start.value = ""; // whoever comes back plays from the start
    },
  });
}

function turn(id) {
  part = id;
  open = 0;
  draw();
}

async function add(card) {
  await settled();
  try {
    parts[part].cards.push(await post("card", { kind: part, card }));
  } catch (error) {
    say(error.message);
    return;
  }
  open = parts[part].cards.length - 1;
  draw();
  changed();
  work.querySelector("input, select, textarea")?.focus();
}

// ------------------------------------------------------------------ the middle

function draw() {
  board = null;
  if (part === WORDS) {
    work.replaceChildren(translations(given, parts, words, changed));
    document.getElementById("preview-box").hidden = true;
    show();
    return;
  }
  const kind = kindOf(part);
  const hooks = { changed, rules: given.rules };
  if (kind.editor === "hexes" || kind.editor === "roads") {
    board = kind.editor === "hexes" ? hexes(parts[part], hooks) : roads(parts[part], hooks);
    const mistake = el("p", { class: "ws-mistake", "data-at": `${part}.plots` });
    const rest = kind.fields.filter((field) => field.kind !== "board");
    const fed = kind.fields.filter((field) => field.kind === "board").map((field) => why(field, hooks));
    work.replaceChildren(board.board, mistake, ...fed, rest.length ? fieldset(rest, parts[part], part, hooks) : "");
  } else if (kind.deck) {
    const card = parts[part].cards[open];
    work.replaceChildren(
      card ? form(kind, card, hooks) : el("p", { class: "ws-box" }, t("Add a card, or change one of the game's.")),
    );
  } else {
    work.replaceChildren(el("div", { class: "ws-box" }, fieldset(kind.fields, parts[part], part, hooks)));
  }
  show();
  preview();
}

function form(kind, card, hooks) {
  return el(
    "div",
    { class: "ws-box" },
    fieldset(kind.fields, card, `${part}.${open}`, hooks),
    el("button", {
      type: "button",
      class: "btn small",
      onclick: () => {
        parts[part].cards.splice(open, 1);
        open = Math.max(0, open - 1);
        draw();
        changed();
      },
    }, t("Remove this card")),
  );
}

// ------------------------------------------------------------------ as the game draws it

/** Whether the content itself can't be drawn; a pack without a title can. */
const faulty = () => problems.some((problem) => (problem.stops ?? true) && !(problem.field in about));

let asked = 0;
let resting = 0;
function preview() {
  const kind = kindOf(part);
  if (!kind) return;
  const box = document.getElementById("preview-box");
  const card = kind.deck ? parts[part].cards[open]?.[kind.id] : "";
  if ((kind.deck && (!kind.previews || card === undefined)) || faulty()) {
    box.hidden = box.hidden || kind.deck;
    return;
  }
  clearTimeout(resting);
  resting = setTimeout(async () => {
    const mine = ++asked;
    const found = await post("preview", { kind: part, card: card ?? "" }).catch(() => null);
    if (mine !== asked || !found?.html) return;
    document.getElementById("preview").innerHTML = found.html; // safe markup of the game's own drawing
    box.hidden = false;
  }, kind.deck ? 300 : 1500);
}

function take(body) {
  parts = body.parts;
  words = body.words ?? words;
  for (const [name, input] of Object.entries(about)) input.value = body[name] ?? input.value;
  draw();
  changed();
}

draw();
remember();
try {
  const left = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  if (left?.number === number) take(left);
  else if (left) { // another window saved since
    const use = () => {
      localStorage.setItem(KEPT, JSON.stringify({ ...left, number }));
      take(left);
      offer.remove();
    };
    const offer = el(
      "p",
      { class: "ws-box ws-warning", role: "status" },
      t("Changes made on this device aren't in this draft yet."),
      el("button", { type: "button", class: "ws-link", onclick: use }, t("Use them")),
    );
    work.before(offer);
  }
} catch { /* not allowed here, or unreadable */ }
