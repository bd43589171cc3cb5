// A table: shows what the server sends and sends what you choose. Independent of games.
import "../pages/app.js";
import { drawCommitBar } from "./commit_bar.js";
import { announce, drawTitle, nameBoard, readAll } from "./announcements.js";
import { drawPanels } from "../panels/table_panels.js";
import { drawTextView } from "../panels/text_view.js";
import { drawSeats } from "./seats.js";
import {
  askHint,
  askUndo,
  askWhy,
  catchUp,
  choose,
  closeHint,
  hideReason,
  hint,
  reason,
  refused,
  reminded,
  settle,
  stepBack,
  unclick,
} from "./actions.js";
import {
  board,
  chat,
  connect,
  connection,
  connectionState,
  log,
  options,
  page,
  panels,
  seatOf,
  setConnectionState,
  setTable,
  setTextView,
  stage,
  table,
  textView,
} from "./store.js";
import { curtain, help, invite, loadDialogs, menu, offerUndo, rename } from "./dialogs.js";
import { $, remembered, toast } from "../common/dom.js";
import { frame, measureTracks, onFrameChange } from "../common/layout.js";
import { animateMoves, positions } from "../board/piece_motion.js";
import { drawTurnButtons } from "../board/turn_buttons.js";
import { questionShown } from "../board/double_tap.js";
import { drawLesson, wrong } from "./lesson.js";
import { canPlan, goesOn, imagined, planBack, startPlan } from "./planning.js";
import { drawPrompt, drawSub, fit } from "./prompt.js";
import { updateClassroom } from "../live/classroom.js";
import { drawCardChoice, drawCardChoiceFoot, fold, isCardChoiceOpen } from "./card_choice.js";
import { drawRecap, drawStrip, isCardOpen, openCard } from "./recap.js";
import { loadMotion, motion } from "./motion.js";
import { drawCues, drawTray } from "./tray.js";
import { askByPointing, stopPointing } from "./why_not.js";
import { t } from "../common/translate.js";

let keys = false; // the last input came from the keyboard, so focus follows the options
let eyes = null; // who is looking at a shared screen
let curtainFor = null;
let three = false; // a left column is shown beside the board

Object.assign(options.on, {
  choose: (word) => {
    motion.acted();
    choose(word);
  },
  why: askWhy,
  changed: () => {
    drawSub();
    drawCommitBar();
    drawCardChoiceFoot();
    drawTurnButtons();
    if (table?.lesson) drawLesson();
    if (table?.asked && options.confirms(options.selected)) board.bring($("plane").querySelector(".is-chosen"));
  },
  focused: (element) => {
    if ($("plane").contains(element)) board.bring(element);
  },
});
options.beside = () => [...$("acts").querySelectorAll("[data-word-of]")];
board.wheel = (by) => options.turn(by);
board.moved = () => {
  drawTurnButtons();
  hideReason();
};
board.tracks = (width, height) => {
  const before = three;
  three = measureTracks(width, height, table.scene.panels.some((panel) => panel.place === "left" && panel.html));
  if (three !== before) drawPanels();
};
board.covered = () => {
  if (frame() !== "phone") return 0;
  const over = document.querySelector(".recap.docked, .high:not(.lowered) #tray");
  return over ? Math.max(0, $("view").getBoundingClientRect().bottom - over.getBoundingClientRect().top) : 0;
};
panels.three = () => three;

// ------------------------------------------------------------------------------------------------ messages

const answers = {
  table: show,
  plan: imagined,
  reminder: (news) => reminded(news.by),
  seats: (news) => {
    table.seats = news.seats;
    drawSeats();
    drawPrompt();
    drawCommitBar();
    drawPanels();
  },
  chat: (news) => chat.add(news.lines, news.fresh, news.muted),
  refused: (news) => {
    motion.sound("refuse");
    refused(news);
  },
  why: (news) => {
    if (news.allowed) return;
    motion.sound("refuse");
    if (table.lesson) wrong(news.text, news.option);
    else reason(news.text, news.rule);
  },
  hint,
  notice: (news) => toast(news.text),
  room: (news) => {
    updateClassroom(news);
    board.resized();
  },
  moved: (news) => {
    location.href = news.url;
  },
};

function show(news) {
  if (goesOn(news)) {
    log.update(news.lines, news.fresh);
    return;
  }
  const before = table;
  setTable(news);
  document.body.classList.toggle("planning", Boolean(news.imagined));
  document.body.dataset.number = news.number;
  questionShown(news.number);
  settle();
  hideReason();
  if (before?.number !== news.number) {
    closeHint();
    document.body.classList.remove("reads");
  }
  stopPointing();
  if (before && page.title !== news.title) {
    page.title = news.title;
    document.querySelector(".bar .tname").textContent = news.title;
  }
  log.update(news.lines, news.fresh);
  if (covered()) return;
  draw(before);
  announce(before);
  drawTitle();
  offerUndo(table, (agree) => connection.send({ type: "consent", agree }));
  catchUp();
  if (!before) inviteAtOnce();
}

/** Who has just opened a table with a seat for a friend needs its link first. */
function inviteAtOnce() {
  const [visit] = /** @type {any[]} */ (performance.getEntriesByType("navigation"));
  const opened = visit?.type === "navigate" && document.referrer.startsWith(`${location.origin}/new`);
  if (opened && page.invites) invite(page, table);
}

function draw(before) {
  const focus = focusedOption();
  const handBefore = positions($("hand"));
  const fresh = !before || before.scene.board !== table.scene.board || before.you !== table.you;
  motion.prepare();
  const added = fresh ? board.show(table.scene.board) : [];
  if (fresh) nameBoard();
  drawPanels();
  animateMoves($("hand"), handBefore);
  drawSeats();
  options.ask(table.asked, connectionState.state === "open");
  drawTextView();
  drawTray();
  drawPrompt();
  drawCommitBar();
  drawTools();
  board.resized();
  restoreFocus(focus);
  drawLesson();
  drawRecap(before);
  drawCardChoice();
  motion.show(before, added);
  motion.then(openCard);
}

/** The row keeps its place; buttons that make no sense now are disabled. */
function drawTools() {
  const plays = !table.outcome && !table.imagined && table.holds.length > 0;
  const can = { undo: plays && table.undo.kind !== "no", hint: plays && Boolean(table.asked), why: plays };
  for (const [name, on] of Object.entries(can)) $("tools").querySelector(`[data-do="${name}"]`).disabled = !on;
  $("tools").classList.remove("tight");
  const wide = [...$("tools").children].some((one) => one.scrollWidth > one.clientWidth + 1);
  $("tools").classList.toggle("tight", wide);
}

function onConnectionState(state, detail) {
  const was = connectionState.state;
  setConnectionState(state, detail);
  document.body.classList.toggle("off", state !== "open");
  if (state === "open") {
    settle();
    options.active = true;
  }
  if (was !== state) options.ask(table?.asked ?? null, state === "open");
  drawPrompt();
  drawCommitBar();
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
  curtain(seatOf(next)?.name ?? t("the next player"), next, () => {
    if (curtainFor !== next) return; // meanwhile it's somebody else's turn
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
  const held = [...options.roots, $("acts")].some((root) => root.contains(element));
  return held ? { word: element.dataset.option } : null;
}

/**
 * With the keyboard in use, the focus is on an answer after every update: the same one, the first, or the main
 * button.
 */
function restoreFocus(focus) {
  const lost = document.activeElement === document.body || !document.activeElement?.isConnected;
  if (!keys || !table.asked || !(focus || lost) || document.querySelector("dialog[open]") || isCardOpen()) return;
  if (!lost && options.optionAt(document.activeElement)) return;
  const all = options.elements();
  const next = all.find((element) => element.dataset.option === focus?.word) ?? all[0];
  const main = $("acts").querySelector(".go, .prime") ?? $("acts").querySelector("[data-word-of]");
  if (next) options.focus(next);
  else main?.focus();
}

// ------------------------------------------------------------------------------------------------ input

const commands = {
  undo: askUndo,
  hint: askHint,
  why: () => {
    unclick();
    askByPointing();
  },
  keys: help,
  motion: () => motion.settings(),
  mute: () => motion.mute(),
  again: () => motion.again(),
  text: () => switchTextView(!textView),
  invite: () => invite(page, table),
  takeover: (seat) => connection.send({ type: "takeover", seat }),
  comeback: (seat) => connection.send({ type: "comeback", seat }),
  leave: () => connection.send({ type: "leave" }),
  rename: () => rename((name) => connection.send({ type: "name", name })),
  look: (seat) => connection.send({ type: "look", seat }),
  plan: startPlan,
  remind: (seat) => connection.send({ type: "remind", seat }),
  panels: () => panels.open(!panels.isOpen),
};

function switchTextView(on) {
  setTextView(on);
  drawTextView();
  drawTray();
  drawPrompt();
  drawCommitBar();
  board.resized();
}

/** Closes what is open, otherwise goes one step back within the turn. False if there is nothing to do. */
function escape() {
  if (openTools(false) || stopPointing()) return true;
  if ($("hintcard")) closeHint();
  else if ($("bubble")) hideReason();
  else if (panels.isOpen) panels.open(false);
  else if (isCardChoiceOpen()) fold(true);
  else if (options.selected !== null && !table.asked?.cycle) options.select(null);
  else if (table.imagined) planBack();
  else if (table.asked && table.undo.kind === "free" && table.undo.step) stepBack();
  else return false;
  return true;
}

const letters = {
  u: askUndo,
  h: askHint,
  t: commands.text,
  a: commands.again,
  l: readAll,
  m: commands.mute,
  "?": commands.why,
  "+": () => board.zoom(1.35),
  "=": () => board.zoom(1.35),
  "-": () => board.zoom(1 / 1.35),
  0: () => board.fit(),
};

function pressed(event) {
  const focusedButton = event.target.closest("a, button, summary, [role=tab]");
  const key = event.key.toLowerCase();
  if (event.key === "Escape") return escape();
  if (event.key === "Enter" && !focusedButton && !options.optionAt(event.target)) {
    $("acts").querySelector(".go")?.click();
    return true;
  }
  if (options.onKey(event)) return true;
  if (remembered("shortcuts") === "off") return false;
  if (key === "r") return options.turn(event.shiftKey ? -1 : 1);
  if (key === "p" && canPlan()) startPlan();
  else if (letters[key]) letters[key]();
  else return false;
  return true;
}

addEventListener("pointerdown", () => {
  keys = false;
}, true);
addEventListener("keydown", (event) => {
  keys = true;
  if (!table || event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return;
  // a dialog that just closed may still have the focus, but key presses are meant for the table
  if (event.target.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
  if (pressed(event)) event.preventDefault();
});

/** If the tools have no row of their own, they open over the tray. True if that changed. */
function openTools(open) {
  if (open === document.body.classList.contains("tools-open")) return false;
  document.body.classList.toggle("tools-open", open);
  $("toolbox").setAttribute("aria-expanded", String(open));
  return true;
}

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#bubble, [data-word]")) hideReason();
  if (!event.target.closest("#tools, #toolbox")) openTools(false);
});
$("view").addEventListener("pointerdown", () => panels.open(false));
$("textview").addEventListener("click", commands.text);
$("invite").addEventListener("click", commands.invite);
$("more").addEventListener("click", () => {
  if (table) menu(page, table, commands);
});
$("toolbox").addEventListener("click", () => openTools(!document.body.classList.contains("tools-open")));
$("tools").addEventListener("click", (event) => {
  const name = event.target.closest("[data-do]")?.dataset.do;
  if (!table || !name) return;
  openTools(false);
  commands[name]();
});
$("lower").addEventListener("click", () => {
  const lowered = document.body.classList.toggle("lowered");
  $("lower").setAttribute("aria-expanded", String(!lowered));
  drawCues();
  board.count();
});
onFrameChange(() => {
  panels.open(false);
  openTools(false);
  if (table) drawStrip();
});
let resized = 0;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => {
    if (!table) return;
    drawPanels();
    drawTray();
    drawCommitBar();
    drawTools();
    fit();
  }, 120);
});
setInterval(() => {
  if (!table || connectionState.state !== "open") return;
  drawSub();
  // after a while the others may let a bot play for someone who left: ask whether they may
  const left = (seat) => seat.asked && seat.kind === "person" && !seat.online && !seat.yours && !seat.can_take_over;
  if (!table.outcome && table.seats.some(left)) connection.send({ type: "refresh" });
}, 30000);

stage.show = show;
/**
 * Something over the table was closed: the focus returns to where it was if that can still answer, otherwise to an
 * answer.
 */
stage.focusBack = (element) => {
  if (element?.isConnected && (options.optionAt(element) || $("acts").contains(element))) {
    element.focus({ preventScroll: true });
  } else {
    restoreFocus({ word: element?.dataset?.option });
    if (document.activeElement === document.body) $("board").focus({ preventScroll: true });
  }
};
loadMotion({ board, table: () => table });
(globalThis.requestIdleCallback ?? setTimeout)(loadDialogs);
connect({ message: (news) => answers[news.type]?.(news), state: onConnectionState });
