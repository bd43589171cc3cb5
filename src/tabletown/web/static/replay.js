// Replay: every answer of a match on one slider, through the eyes of any seat; play on from any point as a new table.
import { Board } from "./board.js";
import { $, copy, dialog, h, icon, mark, pageData, phone, remember, remembered } from "./dom.js";
import { Panels } from "./panels.js";

const page = pageData();
const board = new Board($("view"), $("plane"), $("zoom"));
const frames = new Map();
let record = null;
let at = 0;
let seat = page.seat ?? null;
let step = "turn";
let playing = 0;
let textView = remembered("text-view") === "on";
let asked = 0; // the newest request; older answers are dropped

const moves = h("ol", { class: "mvs", "aria-label": "Moves" });
const big = h("ol", { class: "mvs", "aria-label": "Largest swings" });
const branches = h("ul", { class: "mvs", "aria-label": "Branches" });
const pane = (...nodes) => h("div", { class: "mvbox", tabindex: "0" }, ...nodes);
const tabs = {
  moves: { id: "moves", title: "Moves", node: pane(moves) },
  swings: { id: "swings", title: "Swings", node: pane(h("p", { class: "help" }, "Where the mover's chance changed most, in points."), big) },
  branches: { id: "branches", title: "Branches", node: pane(branches) },
};
const panels = new Panels([tabs.moves]);
const eyes = (who) => (who === null ? "none" : String(who));
const own = () => (typeof seat === "number" ? seat : null); // one seat's eyes, not everybody's

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
  panels.own = [tabs.moves, ...(largest().length ? [tabs.swings] : []), tabs.branches];
  drawChart();
  go(page.at === null || page.at === undefined ? (at || record.answers.length) : page.at);
  page.at = null;
}

function fail(words) {
  $("say").textContent = words || "This match cannot be replayed";
}

async function frame(number) {
  const key = `${number}/${eyes(seat)}`;
  if (!frames.has(key)) {
    frames.set(key, fetch(`${page.frame}${number}?seat=${eyes(seat)}`).then((response) => {
      if (response.ok) return response.json();
      frames.delete(key);
      throw new Error("no frame");
    }));
    if (frames.size > 400) frames.delete(frames.keys().next().value);
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
    shown = await frame(at);
  } catch {
    if (mine === asked) fail("This moment could not be fetched; check the connection");
    return;
  }
  if (mine !== asked) return;
  board.show(shown.scene.board, () => []);
  const svg = board.svg;
  if (svg && !svg.hasAttribute("aria-label")) svg.setAttribute("aria-label", `The board after ${at} answers`);
  drawWords(shown);
  const scene = { ...shown.scene, panels: shown.scene.panels.map((panel) => (panel.place === "hand" ? { ...panel, place: "rail" } : panel)), peek: $("say").textContent };
  const standing = { id: "page-standing", title: "Standing", node: h("div", { class: "scs" }, ...record.names.map((name, index) => h("div", {}, mark(index, 22), h("b", {}, name), h("span", { class: "num" }, shown.standing[index] ?? "")))), stamp: shown.standing };
  panels.show(scene, shown.standing.length && !scene.panels.some((panel) => panel.id === "players") ? [standing] : []);
  markMove();
  next(1);
}

/** Fetch the neighbours, so that stepping feels instant. */
function next(by) {
  const number = stepped(by);
  if (number !== at) frame(number).catch(() => {});
}

// two chances that share everything also add up when they are rounded
const percents = (chances) => (chances.length === 2 && Math.abs(chances[0] + chances[1] - 1) < 1e-6 ? [Math.round(100 * chances[0]), 100 - Math.round(100 * chances[0])] : chances.map((chance) => Math.round(100 * chance)));
const turnOf = (number) => record.turns.findLastIndex((turn) => turn <= number);
const lineAt = (number) => record.lines.findLast((line) => !line.heading && line.number <= number);

function drawWhere() {
  const line = lineAt(at);
  const turns = record.turns.length - 1;
  const where = step === "turn" ? `Turn ${Math.min(turnOf(at), turns)} of ${turns}` : `Answer ${at} of ${record.answers.length}`;
  $("say").textContent = at === 0 ? "Before the first answer" : `${where}: ${line ? line.text : "the match goes on"}`;
  const chances = record.chances[turnOf(at)];
  $("sub").textContent = chances ? `Chances: ${record.names.map((name, index) => `${name} ${percents(chances)[index]} %`).join(", ")}.` : `${at} of ${record.answers.length} answers`;
  $("prompt-mark").replaceChildren(line && line.seat !== null && line.seat >= 0 ? mark(line.seat, 34) : "");
  $("slider").setAttribute("aria-valuetext", $("say").textContent);
  const knob = $("now");
  if (knob) knob.setAttribute("transform", `translate(${x(at)} 0)`);
}

function drawWords(shown) {
  const on = textView || !shown.scene.board;
  $("words").hidden = !on;
  $("view").hidden = on;
  $("zoom").hidden = on;
  $("textview").setAttribute("aria-pressed", String(textView));
  if (on) $("words").replaceChildren(h("pre", { class: "boardtext", tabindex: "0" }, shown.scene.text));
}

function drawEyes() {
  const views = page.open ? [...page.views, { seat: "all", name: "All open" }] : page.views;
  $("eyes").replaceChildren(...views.map((view) => {
    const input = h("input", { type: "radio", name: "eyes", value: eyes(view.seat) });
    input.checked = view.seat === seat;
    input.addEventListener("change", () => { seat = view.seat; load(); });
    return h("label", {}, input, h("span", {}, view.seat === null ? "Everybody" : view.name));
  }));
}

/** How much the mover's chance changed in each turn. */
function swings() {
  return record.chances.map((now, turn) => {
    const after = record.chances[turn + 1];
    const number = record.turns[turn];
    const who = record.answers.slice(number, record.turns[turn + 1]).find((answer) => answer && answer[0] >= 0)?.[0];
    return after && who !== undefined ? { turn, number: record.turns[turn + 1], seat: who, change: after[who] - now[who] } : null;
  }).filter(Boolean);
}

const SWING = 0.08; // a change of chances that is worth a look
const largest = () => swings().filter((swing) => Math.abs(swing.change) >= SWING);
const bySize = (one, other) => Math.abs(other.change) - Math.abs(one.change);

/** To the next moment at which the match swung, or the one before. */
function swing(by) {
  const all = largest().map((one) => one.number);
  const next = by > 0 ? all.find((number) => number > at) : all.findLast((number) => number < at);
  if (next !== undefined) go(next);
}

const changed = (change) => h("b", { class: `num ${change > 1 ? "up" : change < -1 ? "dn" : ""}` }, change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "±0");

function drawSwings() {
  big.replaceChildren(...largest().sort(bySize).slice(0, 20).map((one) => h("li", {}, h("button", { type: "button", class: "mv", "data-number": one.number, onclick: () => go(one.number) },
    h("span", { class: "num t" }, String(one.number)), mark(one.seat, 14), h("span", {}, lineAt(one.number)?.text ?? `${record.names[one.seat]}'s turn`), changed(Math.round(100 * one.change))))));
  for (const button of document.querySelectorAll("[data-swing]")) button.hidden = !big.children.length;
}

function drawBranches() {
  const all = record.branches;
  tabs.branches.title = all.length ? `Branches ${all.length}` : "Branches";
  branches.replaceChildren(...all.map((branch) => h("li", {}, h("a", { class: "mv", href: branch.url }, h("span", { class: "num t" }, String(branch.at)), h("span"), h("span", {}, branch.title), h("small", {}, branch.status)))));
  if (!all.length) branches.replaceChildren(h("li", { class: "none" }, "Nobody has played on from a point of this match yet."));
  if (page.origin) branches.prepend(h("li", {}, h("a", { class: "mv", href: page.origin.url }, h("span", { class: "num t" }, String(page.origin.at)), h("span"), h("span", {}, "This match itself was played on from another one"))));
}

function drawMoves() {
  const changes = new Map(swings().map((swing) => [swing.number, swing]));
  const last = new Map();
  for (const line of record.lines) if (!line.heading) last.set(turnOf(Math.max(0, line.number - 1)), line);
  moves.replaceChildren(...record.lines.map((line) => {
    if (line.heading) return h("li", { class: "when" }, line.text);
    const turn = turnOf(Math.max(0, line.number - 1));
    const swing = last.get(turn) === line ? changes.get(record.turns[turn + 1]) : null;
    const change = swing ? Math.round(100 * swing.change) : null;
    return h("li", {}, h("button", { type: "button", class: "mv", "data-number": line.number, onclick: () => go(line.number) }, h("span", { class: "num t" }, String(line.number)), line.seat !== null && line.seat >= 0 ? mark(line.seat, 14) : h("span"), h("span", {}, line.text),
      change === null ? h("span") : changed(change)));
  }));
}

function markMove() {
  let now = null;
  for (const button of big.querySelectorAll(".mv")) button.classList.toggle("now", Number(button.dataset.number) === at);
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

// ------------------------------------------------------------------------------------------------ the line of chances

const WIDE = 860, HIGH = 92;
const x = (number) => (WIDE * number) / Math.max(1, record.answers.length);

function drawChart() {
  const box = $("chart");
  if (record.chances.length < 2) return box.replaceChildren();
  const seats = record.names.length;
  const points = (who) => record.chances.map((chances, turn) => `${x(record.turns[turn] ?? record.answers.length).toFixed(1)},${(HIGH - HIGH * chances[who]).toFixed(1)}`);
  const mine = own() ?? 0;
  let drawn = "";
  if (seats === 2) {
    const line = points(mine);
    drawn = `<rect class="s${1 - mine}" width="${WIDE}" height="${HIGH}"/><path class="s${mine}" d="M0,${HIGH}L${line.join("L")}L${WIDE},${HIGH}Z"/><path class="wl" d="M${line.join("L")}"/>`;
  } else drawn = `<rect class="ground" width="${WIDE}" height="${HIGH}"/>` + record.names.map((_, who) => `<path class="ln l${who}" d="M${points(who).join("L")}"/>`).join("");
  const dots = largest().sort(bySize).slice(0, 5)
    .map((swing) => `<circle class="dot${swing.seat}" cx="${x(swing.number).toFixed(1)}" cy="${(HIGH - HIGH * record.chances[swing.turn + 1][seats === 2 ? mine : swing.seat]).toFixed(1)}" r="6"/>`).join("");
  box.innerHTML = `<svg viewBox="0 -6 ${WIDE} ${HIGH + 12}" preserveAspectRatio="none" role="img" aria-label="Chances of winning, turn by turn">${drawn}<path class="mid" d="M0,${HIGH / 2}H${WIDE}"/>${dots}<path id="now" class="nowl" d="M0,-6V${HIGH + 6}"/></svg>`;
  if (seats === 2) box.append(h("span", { class: `lab a${mine}` }, `${record.names[mine]} wins`), h("span", { class: `lab top a${1 - mine}` }, `${record.names[1 - mine]} wins`));
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
  $("play").setAttribute("aria-label", "Play");
}

function play() {
  if (playing) return stop();
  if (at >= record.answers.length) go(0);
  $("play").replaceChildren(icon("pause"));
  $("play").setAttribute("aria-label", "Stop");
  playing = setInterval(() => {
    if (at >= record.answers.length) stop();
    else go(stepped(1));
  }, step === "turn" ? 1100 : 600);
}

const controls = { before: () => swing(-1), after: () => swing(1), start: () => go(0), end: () => go(record.answers.length), back: () => go(stepped(-1)), on: () => go(stepped(1)), play };
document.querySelector(".ctl").addEventListener("click", (event) => {
  const what = event.target.closest("[data-go]")?.dataset.go;
  if (!what || !record) return;
  if (what !== "play" && playing) stop();
  controls[what]();
});
$("step").addEventListener("change", (event) => { step = event.target.value; drawWhere(); });
$("slider").addEventListener("input", () => { if (playing) stop(); go($("slider").value); });
$("textview").addEventListener("click", () => { textView = !textView; remember("text-view", textView ? "on" : "off"); go(at); });
$("share").addEventListener("click", () => copy(new URL(`${page.url}/replay?at=${at}&seat=none`, location.href).href, $("share")));
$("branch")?.addEventListener("click", () => {
  $("branch-at").value = at;
  if (own() !== null) $("branch-seat").value = String(seat);
  $("branching").showModal();
});
$("branching")?.querySelector("[data-close]").addEventListener("click", () => $("branching").close());
$("more").addEventListener("click", () => dialog("Replay", (close) => [h("ul", { class: "items" },
  h("li", {}, h("button", { type: "button", class: "item", onclick: () => { close(); $("textview").click(); } }, "Text view or picture")),
  h("li", {}, h("button", { type: "button", class: "item", onclick: () => { close(); $("share").click(); } }, "Copy a link to this moment")),
  page.download ? h("li", {}, h("a", { class: "item", href: page.download, download: true }, "Download the match")) : null,
  h("li", {}, h("a", { class: "item", href: page.url }, "To the table")), h("li", {}, h("a", { class: "item", href: page.rules }, "Rules")),
  h("li", {}, h("button", { type: "button", class: "item", "data-theme-toggle": true }, "Dark or light")), h("li", {}, h("a", { class: "item", href: "/" }, "All games"))),
h("div", { class: "acts" }, h("button", { type: "button", class: "btn", onclick: close }, "Close"))]));
addEventListener("keydown", (event) => {
  if (!record || event.target.closest("input:not([type=range]), select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  const run = { "[": controls.before, "]": controls.after, ArrowLeft: controls.back, ArrowRight: controls.on, Home: controls.start, End: controls.end, " ": event.target.closest("button, a") ? null : play }[event.key];
  if (!run || (event.target.id === "slider" && event.key !== " ")) return;
  event.preventDefault();
  run();
});
phone.addEventListener("change", () => { if (record) go(at); });
$("chips").replaceChildren(...page.views.filter((view) => view.seat !== null).map((view) => h("li", { class: "chip" }, mark(view.seat, 14), h("span", {}, view.name))));
load();
