// A table: shows what the server sends, posts what was chosen. Nothing in here knows any game.
import { announce, drawPanels, drawSeats, drawTitle, drawWords, nameBoard, setTextView, textView } from "./around.js";
import { glide, positions } from "./board.js";
import { drawChoices, drawHandles } from "./choices.js";
import { askHint, askWhy, choose, hideReason, hint, reason, refused, reminded, settle, unclick, undo } from "./deeds.js";
import { board, connect, line, log, options, page, panels, seatOf, setLine, setTable, socket, stage, table, talk } from "./desk.js";
import { curtain, help, invite, menu, offerUndo, rename, whyNotList } from "./dialogs.js";
import { $, phone, toast } from "./dom.js";
import { goesOn, imagined, planBack, startPlan } from "./planning.js";
import { canPlan, drawActs, drawPrompt, drawSub } from "./prompt.js";

let keys = false; // the last input was the keyboard: focus follows the options
let eyes = null; // whose eyes are at a shared screen
let curtainFor = null;

Object.assign(options.on, {
  choose,
  why: askWhy,
  changed: () => { drawSub(); drawActs(); drawHandles(); },
  focused: (element) => { if ($("plane").contains(element)) board.lookAt([element]); },
});
board.wheel = (by) => options.turn(by);
board.moved = () => { drawHandles(); hideReason(); };
panels.sheetChanged = () => { if (table) drawChoices(); };

// ------------------------------------------------------------------------------------------------ messages

function message(news) {
  if (news.type === "table") show(news);
  else if (news.type === "plan") imagined(news);
  else if (news.type === "reminder") reminded(news.by);
  else if (news.type === "seats") { table.seats = news.seats; drawSeats(); drawPrompt(); drawPanels(); }
  else if (news.type === "chat") talk.add(news.lines, news.fresh);
  else if (news.type === "refused") refused(news);
  else if (news.type === "why") { if (!news.allowed) reason(news.text, news.rule); }
  else if (news.type === "hint") hint(news);
  else if (news.type === "notice") toast(news.text);
}

function show(news) {
  if (goesOn(news)) { log.update(news.lines, news.fresh); return; }
  const before = table;
  setTable(news);
  document.body.classList.toggle("planning", Boolean(news.imagined));
  document.body.dataset.number = news.number;
  settle();
  hideReason();
  if (before && page.title !== news.title) document.querySelector(".bar .tname").textContent = page.title = news.title;
  log.update(news.lines, news.fresh);
  if (covered()) return;
  const focus = focusedOption();
  const handBefore = positions($("hand"));
  if (!before || before.scene.board !== news.scene.board || before.you !== news.you) {
    board.show(news.scene.board, () => options.elements().filter((element) => $("plane").contains(element)));
    nameBoard();
  }
  drawPanels();
  glide($("hand"), handBefore);
  drawSeats();
  options.ask(news.asked, line.state === "open");
  drawWords();
  drawChoices();
  drawPrompt();
  board.around = () => options.elements().filter((element) => $("plane").contains(element));
  if (!before) board.open();
  else if (news.asked && !news.imagined) board.lookAt(board.around());
  restoreFocus(focus);
  announce(before);
  drawTitle();
  $("tools").hidden = Boolean(news.outcome || news.imagined) || !news.holds.length;
  $("tools").firstElementChild.hidden = news.undo.kind === "no";
  offerUndo(table, (agree) => socket.send({ type: "consent", agree }));
}

function lineState(state, detail) {
  const was = line.state;
  setLine(state, detail);
  document.body.classList.toggle("off", state !== "open");
  if (state === "open") { settle(); options.active = true; }
  if (was !== state) options.ask(table?.asked ?? null, state === "open");
  drawPrompt();
}

// ------------------------------------------------------------------------------------------------ hot seat, focus

/** Several people at one screen and a game with secrets: cover the table until the right one looks. */
function covered() {
  const next = table.you;
  if (!table.secret || table.holds.length < 2 || next === null || next === eyes) return false;
  if (curtainFor === next) return true;
  curtainFor = next;
  document.querySelector("dialog.curtain")?.close();
  document.body.classList.add("covered");
  curtain(seatOf(next)?.name ?? "the next player", next, () => {
    if (curtainFor !== next) return; // meanwhile it is for somebody else
    eyes = next;
    curtainFor = null;
    document.body.classList.remove("covered");
    const latest = table;
    setTable(null);
    show({ ...latest, lines: [], fresh: false });
  });
  return true;
}

function focusedOption() {
  const element = document.activeElement;
  const root = options.roots.find((candidate) => candidate.contains(element)) ?? ($("acts").contains(element) ? $("acts") : null);
  return root ? { root, word: element.dataset?.option ?? null } : null;
}

function restoreFocus(focus) {
  if (!focus && !(keys && document.activeElement === document.body)) return;
  if (document.activeElement !== document.body && document.activeElement?.isConnected) return;
  const all = options.elements();
  const same = focus?.word ? all.find((element) => element.dataset.option === focus.word) : null;
  if (keys && table.asked && (same ?? all[0])) options.focus(same ?? all[0]);
  else if (keys && table.asked) $("acts").querySelector(".go")?.focus();
}

// ------------------------------------------------------------------------------------------------ input

const commands = { undo, hint: askHint, why: () => whyNotList(options.roots, table, (word) => { unclick(); askWhy(word, null); }), keys: help, text: () => setTextView(!textView), invite: () => invite(page, table), takeover: (seat) => socket.send({ type: "takeover", seat }), comeback: (seat) => socket.send({ type: "comeback", seat }), rename: () => rename((name) => socket.send({ type: "name", name })), look: (seat) => socket.send({ type: "look", seat }), plan: startPlan, remind: (seat) => socket.send({ type: "remind", seat }) };

addEventListener("pointerdown", () => { keys = false; });
addEventListener("keydown", (event) => {
  keys = true;
  if (!table || event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return;
  if (event.target.closest("input, textarea, select, dialog") || document.querySelector("dialog[open]")) return;
  const focusedButton = event.target.closest("a, button, summary, [role=tab]");
  if (event.key === "Escape") {
    if ($("bubble")) hideReason();
    else if (table.imagined && !(table.asked?.confirm && options.selected !== null)) planBack();
    else if (table.asked?.confirm && options.selected !== null) options.select(null);
    else if (table.asked && table.undo.kind === "free") undo();
    else return;
  } else if (event.key === "Enter" && !focusedButton && !options.optionAt(event.target)) {
    $("acts").querySelector(".go")?.click();
  } else if (options.onKey(event)) { /* done there */ }
  else if (event.key === "r" || event.key === "R") { if (!options.turn(event.shiftKey ? -1 : 1)) return; }
  else if (event.key === "u" || event.key === "U") undo();
  else if (event.key === "h" || event.key === "H") askHint();
  else if (event.key === "p" || event.key === "P") { if (!canPlan()) return; startPlan(); }
  else if (event.key === "t" || event.key === "T") commands.text();
  else if (event.key === "?") commands.why();
  else if (event.key === "+" || event.key === "=") board.zoom(1.35);
  else if (event.key === "-") board.zoom(1 / 1.35);
  else if (event.key === "0") board.fit();
  else return;
  event.preventDefault();
});
document.addEventListener("pointerdown", (event) => { if (!event.target.closest("#bubble, [data-word]")) hideReason(); });
$("textview").addEventListener("click", commands.text);
$("invite").addEventListener("click", commands.invite);
$("more").addEventListener("click", () => { if (table) menu(page, table, commands); });
$("tools").addEventListener("click", (event) => commands[event.target.closest("[data-do]")?.dataset.do]?.());
phone.addEventListener("change", () => { if (table) { drawPanels(); drawChoices(); } });
let resized = 0;
addEventListener("resize", () => { clearTimeout(resized); resized = setTimeout(() => { if (table) drawPanels(); }, 150); });
setInterval(() => {
  if (!table || line.state !== "open") return;
  drawSub();
  // after a while the others may let a bot play for somebody who left: ask whether it is so
  if (!table.outcome && table.seats.some((seat) => seat.asked && seat.kind === "person" && !seat.online && !seat.yours && !seat.can_take_over)) socket.send({ type: "refresh" });
}, 30000);

stage.show = show;
connect({ message, state: lineState });
