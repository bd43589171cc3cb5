// A table: shows what the server sends, posts what was chosen. Nothing in here knows any game.
import { Board, glide, positions } from "./board.js";
import { curtain, help, invite, menu, offerUndo, rename, sit, whyNotList } from "./dialogs.js";
import { $, capital, h, icon, list, mark, pageData, phone, remember, remembered, toast } from "./dom.js";
import { Options } from "./options.js";
import { Log, Panels, playersPanel, points, resultsPanel, Talk } from "./panels.js";
import { Line } from "./socket.js";

const page = pageData();
let table = null; // the latest one
let line = { state: "waiting", seconds: 0 };
let sent = null; // the number that was answered and is not yet followed by a new table
let hinted = null;
let clicked = null; // the thing a reason hangs on
let keys = false; // the last input was the keyboard: focus follows the options
let textView = remembered("text-view") === "on";
let eyes = null; // whose eyes are at a shared screen
let curtainFor = null;

const board = new Board($("view"), $("plane"), $("zoom"));
const log = new Log(page.rules, page.url);
const talk = new Talk((text) => socket.send({ type: "say", text }));
const chatTab = { id: "chat", title: "Chat", node: talk.box, shown: () => { talk.unread = 0; talk.changed(); } };
const panels = new Panels([{ id: "log", title: "Log", node: log.box }, chatTab]);
talk.changed = () => { for (const tab of document.querySelectorAll('[role="tab"][id$="-chat"]')) tab.textContent = talk.unread ? `Chat ${talk.unread}` : "Chat"; };
const options = new Options([$("plane"), $("hand"), $("left"), $("rail"), $("sheet"), $("choices"), $("words")], {
  choose,
  why: askWhy,
  changed: () => { drawSub(); drawActs(); drawHandles(); },
  focused: (element) => { if ($("plane").contains(element)) board.lookAt([element]); },
});
board.wheel = (by) => options.turn(by);
board.moved = () => { drawHandles(); hideReason(); };
panels.sheetChanged = () => { if (table) drawChoices(); };

const socket = new Line(page.ws, { message, state: lineState });

// ------------------------------------------------------------------------------------------------ messages

function message(news) {
  if (news.type === "table") show(news);
  else if (news.type === "seats") { table.seats = news.seats; drawSeats(); drawPrompt(); drawPanels(); }
  else if (news.type === "chat") talk.add(news.lines, news.fresh);
  else if (news.type === "refused") refused(news);
  else if (news.type === "why") { if (!news.allowed) reason(news.text, news.rule); }
  else if (news.type === "hint") hint(news);
  else if (news.type === "notice" || news.type === "bye") toast(news.text);
}

function show(news) {
  const before = table;
  table = news;
  document.body.dataset.number = news.number;
  sent = null;
  hinted = null;
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
  else if (news.asked) board.lookAt(board.around());
  restoreFocus(focus);
  announce(before);
  drawTitle();
  $("tools").hidden = Boolean(news.outcome) || !news.holds.length;
  $("tools").firstElementChild.hidden = news.undo.kind === "no";
  offerUndo(table, (agree) => socket.send({ type: "consent", agree }));
}

function choose(word) {
  if (!table?.asked || sent === table.number || line.state !== "open") return;
  if (socket.send({ type: "choose", number: table.number, option: word, seat: table.asked.seat })) {
    sent = table.number;
    hideReason();
    document.body.classList.add("busy");
    setTimeout(() => document.body.classList.remove("busy"), 400);
  }
}

function refused(news) {
  sent = null;
  document.body.classList.remove("busy");
  if (news.code === "stale") toast("The table had moved on. Here it is.");
  else {
    clicked = news.option ? [...document.querySelectorAll("[data-option], [data-word]")].find((element) => (element.dataset.option ?? element.dataset.word) === news.option) ?? clicked : clicked;
    reason(news.text, news.rule);
  }
}

function askWhy(word, element) {
  if (line.state !== "open") return;
  clicked = element;
  if (table.asked) socket.send({ type: "why", option: word, seat: table.asked.seat });
  else if (!table.outcome) reason(table.holds.length ? `It is not your turn; the table waits for ${list(table.waiting.map((one) => one.name))}.` : "You are watching.", "");
}

function undo() {
  if (!table || !table.holds.length) return;
  if (table.undo.kind === "no") return reason(table.undo.why || "There is nothing to take back.", "");
  socket.send({ type: "undo", number: table.number, ...(table.you !== null && { seat: table.you }) });
}

function askHint() {
  if (!table?.asked) return toast("A hint comes with your turn.");
  toast("Thinking about a good move …");
  socket.send({ type: "hint", seat: table.asked.seat });
}

function hint(news) {
  document.querySelector(".toast")?.remove();
  if (!table || news.number !== table.number) return;
  hinted = news.option;
  toast(`Hint: ${news.label}`);
  if (table.asked.cycle || table.asked.confirm) options.select(news.option);
  const element = options.elements().find((candidate) => candidate.dataset.option === news.option);
  for (const other of document.querySelectorAll(".hinted")) other.classList.remove("hinted");
  if (element) {
    element.classList.add("hinted");
    options.focus(element);
  }
}

// ------------------------------------------------------------------------------------------------ the line

function lineState(state, detail) {
  const was = line.state;
  line = { state, seconds: detail };
  document.body.classList.toggle("off", state !== "open");
  if (state === "open") { sent = null; options.active = true; }
  if (was !== state) options.ask(table?.asked ?? null, state === "open");
  drawPrompt();
}

// ------------------------------------------------------------------------------------------------ the prompt

const mine = () => table.holds.length > 0;
const seatOf = (number) => table.seats.find((seat) => seat.seat === number);

function drawPrompt() {
  const prompt = $("prompt");
  let kind = "", title = "", seat = null;
  if (line.state !== "open") {
    kind = "off";
    title = line.state === "gone" ? (line.seconds === 4404 ? "This table is gone" : "You may not watch this table") : table ? "Connection lost, trying again" : "Opening the table";
  } else if (!table) return;
  else if (table.outcome) {
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

function outcomeTitle() {
  const { winners, scores } = table.outcome;
  const names = winners.map((seat) => (table.holds.length === 1 && table.holds[0] === seat ? "you" : seatOf(seat)?.name ?? ""));
  const together = winners.length && winners.length === table.seats.length;
  const score = scores.length > 1 ? `, ${[...scores].sort((a, b) => b - a).map(points).join(" to ")}` : "";
  if (!winners.length) return table.seats.length === 1 ? "You lost" : "Everybody lost";
  if (together && table.seats.length > 1) return `Everybody wins${score}`;
  return `${capital(list(names))} ${winners.length > 1 || names[0] === "you" ? "win" : "wins"}${score}`;
}

function drawSub() {
  const sub = $("sub");
  const parts = [];
  if (line.state === "waiting") parts.push(h("p", {}, table ? `Nothing is lost. Next try in ${line.seconds} ${line.seconds === 1 ? "second" : "seconds"}.` : "One moment."));
  else if (line.state === "gone") parts.push(h("p", {}, "Ask for the link of a seat, or for the watching link."));
  else if (!table) return;
  else if (table.outcome) parts.push(h("p", {}, table.outcome.reason));
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
    const words = seat?.kind === "open" ? "Send the link of that seat to a friend." : one.bot || table.waiting.length > 1 ? capital(`${one.prompt}.`) : seat && !seat.online ? `${one.name} is away.` : mine() ? "You can look around meanwhile." : "You are watching.";
    parts.push(h("p", {}, words, seat?.deadline ? ` ${left(seat.deadline)}` : ""));
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

function left(deadline) {
  const hours = (deadline * 1000 - Date.now()) / 3600000;
  if (hours < 0) return "The time is up.";
  return hours < 2 ? `${Math.max(1, Math.round(hours * 60))} minutes left.` : hours < 48 ? `${Math.round(hours)} hours left.` : `${Math.round(hours / 24)} days left.`;
}

let acts = { drawn: "", runs: [] };

/** At most three buttons, the main one last. Buttons that stay the same are left alone, so that no click is lost. */
function drawActs() {
  const made = [];
  const add = (words, run, extra = {}) => made.push({ words, run, ...extra });
  if (line.state === "waiting" && table) add("Try now", () => socket.now());
  else if (!table || line.state !== "open") { /* nothing to do */ }
  else if (table.outcome) {
    add("Replay", null, { href: page.replay });
    if (table.rematch) add("To the next table", null, { href: table.rematch, go: true });
    else if (mine()) add("Play again", () => socket.send({ type: "rematch" }), { go: true });
  } else if (table.asked) askedActs(add);
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
  const main = mainWord();
  const option = options.words.get(main);
  if (option && !promptOptions.includes(option)) add(option.button || option.label, () => choose(main), { go: true, key: "Enter", label: option.label, word: main });
}

function waitingActs(add) {
  const back = table.seats.find((seat) => seat.yours && seat.stand_in);
  const away = table.seats.find((seat) => seat.can_take_over && seat.asked);
  if (mine() && table.undo.kind !== "no") add(table.undo.kind === "free" ? "Take back" : "Ask to take back", undo, { key: "U" });
  if (away) add("Let a bot play", () => socket.send({ type: "takeover", seat: away.seat }));
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

// ------------------------------------------------------------------------------------------------ options without a place

let promptOptions = []; // up to three stand in the prompt

/** Options that are drawn nowhere become buttons: a few in the prompt, many below it. */
function drawChoices() {
  const box = $("choices");
  promptOptions = [];
  box.replaceChildren();
  box.hidden = true;
  if (!table?.asked || textView) { drawActs(); return; }
  const drawn = options.drawn();
  const { asked } = table;
  const rest = asked.cycle ? [] : asked.options.filter((option) => !drawn.has(option.word));
  const small = rest.length <= 3 - (table.undo.kind === "free" ? 1 : 0) - (asked.confirm ? 1 : 0) && rest.every((option) => (option.button || option.label).length <= 28);
  if (small) promptOptions = rest;
  else if (rest.length) {
    box.hidden = false;
    box.append(h("ul", { class: rest.length > 12 ? "many" : "" }, ...rest.map(optionButton)));
  }
  if (asked.typed) {
    box.hidden = false;
    box.append(typedForm(asked.typed));
  }
  options.dress();
}

function optionButton(option) {
  const { label } = option;
  const words = option.button && !label.startsWith(option.button) ? option.button : label;
  return h("li", {}, h("button", { type: "button", class: "btn opt", "data-option": option.word }, h("span", {}, words), words !== label ? h("small", {}, label) : null));
}

function typedForm(typed) {
  const field = h("input", { class: "input", maxlength: typed.limit, "aria-label": typed.hint || "Your words", placeholder: typed.hint, autocomplete: "off" });
  const form = h("form", { class: "typed" }, field, h("button", { class: "btn go" }, "Send"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim()) choose(typed.prefix + field.value.trim());
  });
  return form;
}

/** Round handles beside what is being turned. */
function drawHandles() {
  let box = $("handles");
  const at = table?.asked?.cycle && table.asked.options.length > 1 && options.active && !$("plane").querySelector("[data-turn]") ? $("plane").querySelector("[data-preview].on") : null;
  if (!at) { box?.remove(); return; }
  if (!box) {
    box = h("div", { id: "handles" }, h("button", { type: "button", "aria-label": "Turn left", onclick: () => options.turn(-1) }, icon("ccw", 20)), h("button", { type: "button", "aria-label": "Turn right", onclick: () => options.turn(1) }, icon("cw", 20)));
    $("view").append(box);
  }
  const room = $("view").getBoundingClientRect();
  const place = at.querySelector("[data-turn-here]") ?? at;
  const piece = place.getBoundingClientRect();
  box.style.left = `${Math.min(Math.max(piece.left - room.left, 46), room.width - piece.width - 46)}px`;
  box.style.top = `${piece.top - room.top + piece.height / 2}px`;
  box.style.width = `${piece.width}px`;
}

// ------------------------------------------------------------------------------------------------ around the board

function nameBoard() {
  const svg = board.svg;
  $("board").classList.toggle("nopicture", !svg);
  if (!svg) return;
  if (!svg.hasAttribute("role")) svg.setAttribute("role", "group");
  if (!svg.hasAttribute("aria-label") && !svg.hasAttribute("aria-labelledby")) svg.setAttribute("aria-label", `The board of ${page.game}`);
}

function drawPanels() {
  const extra = [];
  const { scene } = table;
  const own = scene.panels.find((panel) => /^(points|results)$/.test(panel.id) && panel.html);
  // a game's own results go first; without them the outcome's breakdown is shown
  if (table.outcome && own) scene.panels = [{ ...own, place: "rail" }, ...scene.panels.filter((panel) => panel !== own)];
  else if (table.outcome) extra.push(resultsPanel(table.outcome, table.seats));
  if (!table.scene.panels.some((panel) => panel.place !== "hand")) extra.push(playersPanel(table.seats));
  if (!panels.show(table.scene, extra)) return;
  options.dress();
  const picked = $("hand").querySelector('[aria-pressed="true"]');
  if (picked && $("hand").scrollWidth > $("hand").clientWidth) picked.scrollIntoView({ inline: "nearest", block: "nearest" });
}

/** "You", "Ines", or "Father · Jo" where seats have names of their own. */
function seatWords(seat) {
  if (seat.yours && table.holds.length === 1) return "You";
  return seat.player && seat.player !== seat.name ? `${seat.name} · ${seat.player}` : seat.name;
}

function drawSeats() {
  const chips = table.seats.map((seat) => h("li", { class: `chip${seat.asked ? " asked" : ""}`, title: seatWords(seat) },
    mark(seat.seat, 14), h("span", {}, seatWords(seat)), seat.standing ? h("b", { class: "num" }, seat.standing) : null,
    seat.kind === "person" || seat.kind === "open" ? h("i", { class: `dot${seat.online || seat.yours ? "" : " off"}`, role: "img", "aria-label": seat.online || seat.yours ? "here" : "away" }) : null));
  $("chips").replaceChildren(...chips);
  const strip = table.seats.some((seat) => seat.standing) ? table.seats.map((seat) => h("div", {}, mark(seat.seat, 18), h("span", {}, seat.yours && table.holds.length === 1 ? "You" : seat.name), h("b", { class: "num" }, seat.standing))) : [];
  $("strip").replaceChildren(...strip);
  if ($("strip").scrollWidth > $("strip").clientWidth + 1) $("strip").tabIndex = 0;
  else $("strip").removeAttribute("tabindex");
}

function drawWords() {
  const words = $("words");
  const on = textView || !table.scene.board;
  words.hidden = !on;
  $("view").hidden = on;
  $("zoom").hidden = on;
  $("textview").setAttribute("aria-pressed", String(textView));
  $("board").classList.toggle("textual", on);
  if (!on) { words.replaceChildren(); return; }
  const parts = [h("h2", { class: "vh" }, "The table in words"), h("pre", { class: "boardtext", tabindex: "0" }, table.scene.text)];
  if (textView && table.asked) {
    parts.push(h("h3", {}, capital(table.asked.prompt)), h("ol", { class: "textoptions" }, ...table.asked.options.map((option) => h("li", {}, h("button", { type: "button", class: "btn opt", "data-option": option.word }, option.label)))));
    if (table.asked.typed) parts.push(typedForm(table.asked.typed));
  }
  words.replaceChildren(...parts);
  options.dress();
}

function setTextView(on) {
  textView = on;
  remember("text-view", on ? "on" : "off");
  drawWords();
  drawChoices();
  drawPrompt();
  if (!on) requestAnimationFrame(() => board.open());
}

function drawTitle() {
  const turn = Boolean(table.asked) && !table.outcome;
  document.title = turn ? `● Your turn: ${page.game}` : table.outcome ? `${outcomeTitle()}: ${page.game}` : `${page.title || page.game}, Tabletown`;
  const favicon = $("favicon");
  const wanted = favicon.href.replace(/favicon(-turn)?\.svg/, turn ? "favicon-turn.svg" : "favicon.svg");
  if (favicon.href !== wanted) favicon.href = wanted;
}

function announce(before) {
  const words = [];
  if (before) words.push(...table.lines.slice(-4).map((one) => one.text));
  if (!before || $("say").textContent !== announce.said) words.push($("say").textContent);
  announce.said = $("say").textContent;
  if (words.length) $("live").textContent = words.join(" ");
}

// ------------------------------------------------------------------------------------------------ why not

function reason(words, rule) {
  hideReason();
  const box = h("div", { class: "whynot bubble", role: "status", id: "bubble" }, h("span", {}, words), rule ? h("a", { href: log.ruleLink(rule, words) }, "Read the rule") : null,
    h("button", { type: "button", class: "ghost x", "aria-label": "Close", onclick: hideReason }, icon("close", 14)));
  document.body.append(box);
  const at = clicked?.isConnected ? clicked.getBoundingClientRect() : null;
  const size = box.getBoundingClientRect();
  const prompt = $("prompt").getBoundingClientRect();
  if (at && !phone.matches && at.width) {
    const below = at.bottom + 8 + size.height < innerHeight - 8;
    box.style.left = `${Math.min(Math.max(at.left + at.width / 2 - size.width / 2, 12), innerWidth - size.width - 12)}px`;
    box.style.top = `${below ? Math.max(at.bottom + 8, prompt.bottom + 4) : Math.max(prompt.bottom + 4, at.top - size.height - 8)}px`;
  } else {
    box.style.left = `${phone.matches ? 8 : prompt.left}px`;
    box.style.top = `${prompt.bottom + 8}px`;
    if (phone.matches) box.style.width = `${innerWidth - 16}px`;
  }
}

function hideReason() {
  $("bubble")?.remove();
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
    table = null;
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

const commands = { undo, hint: askHint, why: () => whyNotList(options.roots, table, (word) => { clicked = null; askWhy(word, null); }), keys: help, text: () => setTextView(!textView), invite: () => invite(page, table), takeover: (seat) => socket.send({ type: "takeover", seat }), comeback: (seat) => socket.send({ type: "comeback", seat }), rename: () => rename((name) => socket.send({ type: "name", name })), look: (seat) => socket.send({ type: "look", seat }) };

addEventListener("pointerdown", () => { keys = false; });
addEventListener("keydown", (event) => {
  keys = true;
  if (!table || event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return;
  if (event.target.closest("input, textarea, select, dialog") || document.querySelector("dialog[open]")) return;
  const focusedButton = event.target.closest("a, button, summary, [role=tab]");
  if (event.key === "Escape") {
    if ($("bubble")) hideReason();
    else if (table.asked?.confirm && options.selected !== null) options.select(null);
    else if (table.asked && table.undo.kind === "free") undo();
    else return;
  } else if (event.key === "Enter" && !focusedButton && !options.optionAt(event.target)) {
    $("acts").querySelector(".go")?.click();
  } else if (options.onKey(event)) { /* done there */ }
  else if (event.key === "r" || event.key === "R") { if (!options.turn(event.shiftKey ? -1 : 1)) return; }
  else if (event.key === "u" || event.key === "U") undo();
  else if (event.key === "h" || event.key === "H") askHint();
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
