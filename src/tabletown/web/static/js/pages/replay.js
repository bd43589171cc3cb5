// Replay: every answer of a match on one slider, from any seat's view; continue from any point as a new table.
import { Board } from "../board/board.js";
import { bySize, changed, drawChart, largest, moveNow, swings, told } from "./win_chances.js";
import { $, copy, dialog, h, icon, mark, pageData, remember, remembered } from "../common/dom.js";
import { offerCoach } from "./match_coach.js";
import { measureTracks, onFrameChange } from "../common/layout.js";
import { Panels } from "../panels/panels.js";
import { inWords } from "../panels/table_in_words.js";
import { plural, t } from "../common/translate.js";

const page = pageData();
const board = new Board($("view"), $("plane"), $("edges"), $("zoom"));
const frames = new Map();
const KEPT = 400; // frames
let record = null;
let at = 0;
let seat = page.seat ?? null;
let step = "turn";
let playing = 0;
let textView = remembered("text-view") === "on";
let asked = 0; // the newest request; replies to older ones are dropped
let latest = null; // the frame shown
let three = false;

const moves = h("ol", { class: "mvs", "aria-label": t("Moves") });
const big = h("ol", { class: "mvs", "aria-label": t("Largest swings") });
const branches = h("ul", { class: "mvs", "aria-label": t("Branches") });
const pane = (...nodes) => h("div", { class: "mvbox", tabindex: "0" }, ...nodes);
const why = h("p", { class: "help" }, t("Where the moving player's chance changed most, in percentage points."));
const advice = h("div", { class: "coach" });
const tabs = {
  moves: { id: "moves", title: t("Moves"), node: pane(moves) },
  swings: { id: "swings", title: t("Swings"), node: pane(why, big) },
  coach: { id: "coach", title: t("Coach"), node: pane(advice) },
  branches: { id: "branches", title: t("Branches"), node: pane(branches) },
};
const panels = new Panels([tabs.moves]);
panels.three = () => three;
panels.ownFirst = true;
board.tracks = (width, height) => {
  three = measureTracks(width, height, latest.scene.panels.some((panel) => panel.place === "left" && panel.html));
};
const eyes = (who) => (who === null ? "none" : String(who));
const own = () => (typeof seat === "number" ? seat : null); // one seat's view, not everybody's

async function load() {
  const response = await fetch(`${page.record}?seat=${eyes(seat)}`);
  if (!response.ok) return fail((await response.json().catch(() => ({}))).error);
  record = await response.json();
  record.turns = [...new Set([0, ...record.turns, record.answers.length])].sort((a, b) => a - b);
  $("slider").max = record.answers.length;
  drawEyes();
  drawMoves();
  drawSwings();
  drawBranches();
  const swung = largest(record).length ? [tabs.swings] : [];
  panels.own = [tabs.moves, ...swung, ...(page.coach ? [tabs.coach] : []), tabs.branches];
  drawChart($("chart"), record, own() ?? 0);
  if (page.coach && !advice.children.length) offerCoach(advice, page.coach, record.names, go);
  go(page.at === null || page.at === undefined ? (at || record.answers.length) : page.at);
  page.at = null;
  return undefined;
}

function fail(words) {
  $("say").textContent = words || t("This match can't be replayed");
}

function frameAt(number) {
  const key = `${number}/${eyes(seat)}`;
  if (!frames.has(key)) {
    frames.set(
      key,
      fetch(`${page.frame}${number}?seat=${eyes(seat)}`).then((response) => {
        if (response.ok) return response.json();
        frames.delete(key);
        throw new Error("no frame");
      }),
    );
    if (frames.size > KEPT) frames.delete(frames.keys().next().value);
  }
  return frames.get(key);
}

async function go(number) {
  at = Math.min(Math.max(0, Number(number) || 0), record.answers.length);
  $("slider").value = at;
  const mine = ++asked;
  drawWhere();
  history.replaceState(null, "", `?at=${at}&seat=${eyes(seat)}`);
  let shown;
  try {
    shown = await frameAt(at);
  } catch {
    if (mine === asked) fail(t("This moment couldn't be loaded. Check your connection."));
    return;
  }
  if (mine !== asked) return;
  latest = shown;
  board.show(shown.scene.board);
  const { svg } = board;
  const label = plural("The board after {n} move", "The board after {n} moves", { n: at });
  if (svg && !svg.hasAttribute("aria-label")) svg.setAttribute("aria-label", label);
  drawTextView(shown);
  board.resized();
  drawPanels(shown);
  markMove();
  next(1);
}

/** In a replay, a player's hand is among the panels. */
function drawPanels(shown) {
  const inRail = (panel) => (["hand", "drawer", "dialog"].includes(panel.place) ? { ...panel, place: "rail" } : panel);
  const scene = { ...shown.scene, panels: shown.scene.panels.map(inRail) };
  const row = (name, index) =>
    h("div", {}, mark(index, 22), h("b", {}, name), h("span", { class: "num" }, shown.standing[index] ?? ""));
  const node = h("div", { class: "scs" }, ...record.names.map(row));
  const standing = { id: "page-standing", title: t("Standing"), node, stamp: shown.standing };
  const known = !shown.standing.length || scene.panels.some((panel) => panel.id === "players");
  panels.show(scene, known ? [] : [standing]);
}

/** Fetch the neighbours, so that stepping feels instant. */
function next(by) {
  const number = stepped(by);
  if (number !== at) frameAt(number).catch(() => {});
}

const turnOf = (number) => record.turns.findLastIndex((turn) => turn <= number);
const lineAt = (number) => record.lines.findLast((line) => !line.heading && line.number <= number);

function drawWhere() {
  const line = lineAt(at);
  const turns = record.turns.length - 1;
  const answers = record.answers.length;
  const words = line ? line.text : t("the match goes on");
  $("say").textContent = at === 0
    ? t("Before the first move")
    : step === "turn"
    ? t("Turn {n} of {turns}: {words}", { n: Math.min(turnOf(at), turns), turns, words })
    : t("Move {at} of {answers}: {words}", { at, answers, words });
  const chances = record.chances[turnOf(at)];
  $("sub").firstElementChild.textContent = chances
    ? told(chances, record.names, page.together)
    : t("{at} of {answers} moves", { at, answers });
  $("prompt-mark").replaceChildren(line && line.seat !== null && line.seat >= 0 ? mark(line.seat, 34) : "");
  $("slider").setAttribute("aria-valuetext", $("say").textContent);
  moveNow(record, at);
}

function drawTextView(shown) {
  const on = textView || !shown.scene.board;
  $("words").hidden = !on;
  $("view").hidden = on;
  for (const button of $("zoom").children) button.disabled = on;
  $("textview").setAttribute("aria-pressed", String(textView));
  if (on) $("words").replaceChildren(inWords(shown.scene.text));
}

function drawEyes() {
  const views = page.open ? [...page.views, { seat: "all", name: t("Show everything") }] : page.views;
  $("eyes").replaceChildren(...views.map((view) => {
    const input = h("input", { type: "radio", name: "eyes", value: eyes(view.seat) });
    input.checked = view.seat === seat;
    input.addEventListener("change", () => {
      seat = view.seat;
      load();
    });
    return h("label", {}, input, h("span", {}, view.seat === null ? t("Everyone") : view.name));
  }));
}

// ------------------------------------------------------------------------------------------------ lists

const num = (number) => h("span", { class: "num t" }, String(number));
const sign = (who) => (who !== null && who >= 0 ? mark(who, 14) : h("span"));
const jump = (number, ...parts) =>
  h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "mv", "data-number": number, onclick: () => go(number) },
      num(number),
      ...parts,
    ),
  );

/** Goes to the next moment at which the match swung, or the previous one. */
function swing(by) {
  const all = largest(record).map((one) => one.number);
  const found = by > 0 ? all.find((number) => number > at) : all.findLast((number) => number < at);
  if (found !== undefined) go(found);
}

function drawSwings() {
  big.replaceChildren(
    ...largest(record).sort(bySize).slice(0, 20).map((one) => {
      const words = lineAt(one.number)?.text ?? t("{name}'s turn", { name: record.names[one.seat] });
      return jump(one.number, sign(one.seat), h("span", {}, words), changed(Math.round(100 * one.change)));
    }),
  );
  for (const button of document.querySelectorAll("[data-swing]")) button.hidden = !big.children.length;
}

function drawBranches() {
  const all = record.branches;
  const link = (url, number, words, note) =>
    h(
      "li",
      {},
      h(
        "a",
        { class: "mv", href: url },
        num(number),
        h("span"),
        h("span", {}, words),
        note ? h("small", {}, note) : null,
      ),
    );
  tabs.branches.title = all.length ? t("Branches {n}", { n: all.length }) : t("Branches");
  panels.rename("branches", tabs.branches.title);
  branches.replaceChildren(...all.map((branch) => link(branch.url, branch.at, branch.title, branch.status)));
  const none = t("No one has branched off from this match yet.");
  if (!all.length) branches.replaceChildren(h("li", { class: "none" }, none));
  const origin = t("This match branched off from another one");
  if (page.origin) branches.prepend(link(page.origin.url, page.origin.at, origin));
}

function drawMoves() {
  const changes = new Map(swings(record).map((one) => [one.number, one]));
  const last = new Map();
  const turn = (line) => turnOf(Math.max(0, line.number - 1));
  for (const line of record.lines) if (!line.heading) last.set(turn(line), line);
  moves.replaceChildren(...record.lines.map((line) => {
    if (line.heading) return h("li", { class: "when" }, line.text);
    const one = last.get(turn(line)) === line ? changes.get(record.turns[turn(line) + 1]) : null;
    const change = one ? changed(Math.round(100 * one.change)) : h("span");
    return jump(line.number, sign(line.seat), h("span", {}, line.text), change);
  }));
}

function markMove() {
  let now = null;
  for (const button of big.querySelectorAll(".mv")) {
    button.classList.toggle("now", Number(button.dataset.number) === at);
  }
  for (const button of moves.querySelectorAll(".mv")) {
    button.classList.remove("now");
    button.removeAttribute("aria-current");
    button.classList.toggle("fut", Number(button.dataset.number) > at);
    if (Number(button.dataset.number) <= at) now = button;
  }
  if (!now) return;
  now.classList.add("now");
  now.setAttribute("aria-current", "true");
  const box = moves.parentElement;
  if (box.scrollHeight > box.clientHeight) box.scrollTop = now.offsetTop - box.clientHeight / 2;
}

// ------------------------------------------------------------------------------------------------ controls

function stepped(by) {
  if (step === "answer") return Math.min(Math.max(0, at + by), record.answers.length);
  const turn = turnOf(at);
  if (by < 0 && record.turns[turn] < at) return record.turns[turn];
  return record.turns[Math.min(Math.max(0, turn + by), record.turns.length - 1)];
}

function stop() {
  clearInterval(playing);
  playing = 0;
  $("play").replaceChildren(icon("play"));
  $("play").setAttribute("aria-label", t("Play the replay"));
}

function play() {
  if (playing) return stop();
  if (at >= record.answers.length) go(0);
  $("play").replaceChildren(icon("pause"));
  $("play").setAttribute("aria-label", t("Stop"));
  playing = setInterval(() => {
    // behind a dialog nobody sees it, and the dialog may be about this moment
    if (at >= record.answers.length || document.querySelector("dialog[open]")) stop();
    else go(stepped(1));
  }, step === "turn" ? 1100 : 600);
  return undefined;
}

const controls = {
  before: () => swing(-1),
  after: () => swing(1),
  start: () => go(0),
  end: () => go(record.answers.length),
  back: () => go(stepped(-1)),
  on: () => go(stepped(1)),
  play,
};
document.querySelector(".ctl").addEventListener("click", (event) => {
  const what = event.target.closest("[data-go]")?.dataset.go;
  if (!what || !record) return;
  if (what !== "play" && playing) stop();
  controls[what]();
});
$("step").addEventListener("change", (event) => {
  step = event.target.value;
  drawWhere();
});
$("slider").addEventListener("input", () => {
  if (playing) stop();
  go($("slider").value);
});
$("tools").querySelector('[data-do="panels"]').addEventListener("click", () => panels.open(!panels.isOpen));
$("view").addEventListener("pointerdown", () => panels.open(false));
$("textview").addEventListener("click", () => {
  textView = !textView;
  remember("text-view", textView ? "on" : "off");
  go(at);
});
$("share").addEventListener("click", () => {
  copy(new URL(`${page.url}/replay?at=${at}&seat=none`, location.href).href, $("share"));
});
$("branch")?.addEventListener("click", () => {
  $("branch-at").value = at;
  if (own() !== null) $("branch-seat").value = String(seat);
  $("branching").showModal();
});
$("branching")?.querySelector("[data-close]").addEventListener("click", () => $("branching").close());
$("more").addEventListener("click", () =>
  dialog(t("Replay"), (close) => {
    const click = (id) => () => {
      close();
      $(id).click();
    };
    const item = (words, props) => h("li", {}, h("button", { type: "button", class: "item", ...props }, words));
    const link = (words, href, props) => h("li", {}, h("a", { class: "item", href, ...props }, words));
    const items = [
      item(t("Text view or picture"), { onclick: click("textview") }),
      item(t("Copy a link to this moment"), { onclick: click("share") }),
      page.download ? link(t("Download the match"), page.download, { download: true }) : null,
      link(t("Go to the table"), page.url),
      link(t("Rules"), page.rules),
      item(t("Theme"), { "data-theme-toggle": true }),
      link(t("All games"), "/"),
    ];
    const done = h("button", { type: "button", class: "btn", onclick: close }, t("Close"));
    return [h("ul", { class: "items" }, ...items), h("div", { class: "acts" }, done)];
  }));

const keys = {
  "[": "before",
  "]": "after",
  ArrowLeft: "back",
  ArrowRight: "on",
  Home: "start",
  End: "end",
  " ": "play",
};
addEventListener("keydown", (event) => {
  if (!record || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=range]), select, textarea, dialog[open], [role=tab]")) return;
  const name = keys[event.key];
  if (!name || (name === "play" && event.target.closest("button, a"))) return;
  if (event.target.id === "slider" && name !== "play") return;
  event.preventDefault();
  controls[name]();
});
onFrameChange(() => {
  panels.open(false);
  if (record) go(at);
});
$("chips").replaceChildren(
  ...page.views.filter((view) => view.seat !== null).map((view) =>
    h("li", { class: "chip bare" }, mark(view.seat, 14), h("span", {}, view.name))
  ),
);
load();
