// Around the board: panels, who sits where, the table in words, the page's title, and what is read aloud.
import { drawChoices, typedForm } from "./choices.js";
import { board, options, page, panels, table } from "./desk.js";
import { $, capital, h, mark, remember, remembered } from "./dom.js";
import { playersPanel, resultsPanel } from "./panels.js";
import { drawPrompt, outcomeTitle } from "./prompt.js";

export let textView = remembered("text-view") === "on";

export function nameBoard() {
  const svg = board.svg;
  $("board").classList.toggle("nopicture", !svg);
  if (!svg) return;
  if (!svg.hasAttribute("role")) svg.setAttribute("role", "group");
  if (!svg.hasAttribute("aria-label") && !svg.hasAttribute("aria-labelledby")) svg.setAttribute("aria-label", `The board of ${page.game}`);
}

export function drawPanels() {
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

/** "You", "Ines", or "Father · Jo" where seats have names of their own; what the rules play has no other name. */
function seatWords(seat) {
  if (seat.yours && table.holds.length === 1) return "You";
  return seat.player && seat.player !== seat.name && seat.kind !== "auto" ? `${seat.name} · ${seat.player}` : seat.name;
}

export function drawSeats() {
  const chips = table.seats.map((seat) => h("li", { class: `chip${seat.asked ? " asked" : ""}`, title: seatWords(seat) },
    mark(seat.seat, 14), h("span", {}, seatWords(seat)), seat.standing ? h("b", { class: "num" }, seat.standing) : null,
    seat.kind === "person" || seat.kind === "open" ? h("i", { class: `dot${seat.online || seat.yours ? "" : " off"}`, role: "img", "aria-label": seat.online || seat.yours ? "here" : "away" }) : null));
  $("chips").replaceChildren(...chips);
  const strip = table.seats.some((seat) => seat.standing) ? table.seats.map((seat) => h("div", {}, mark(seat.seat, 18), h("span", {}, seat.yours && table.holds.length === 1 ? "You" : seat.name), h("b", { class: "num" }, seat.standing))) : [];
  $("strip").replaceChildren(...strip);
  if ($("strip").scrollWidth > $("strip").clientWidth + 1) $("strip").tabIndex = 0;
  else $("strip").removeAttribute("tabindex");
}

export function drawWords() {
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

export function setTextView(on) {
  textView = on;
  remember("text-view", on ? "on" : "off");
  drawWords();
  drawChoices();
  drawPrompt();
  if (!on) requestAnimationFrame(() => board.open());
}

export function drawTitle() {
  const turn = Boolean(table.asked) && !table.outcome && !table.imagined;
  document.title = turn ? `● Your turn: ${page.game}` : table.outcome ? `${outcomeTitle()}: ${page.game}` : `${page.title || page.game}, Tabletown`;
  const favicon = $("favicon");
  const wanted = favicon.href.replace(/favicon(-turn)?\.svg/, turn ? "favicon-turn.svg" : "favicon.svg");
  if (favicon.href !== wanted) favicon.href = wanted;
}

export function announce(before) {
  const words = [];
  if (before) words.push(...table.lines.slice(-4).map((one) => one.text));
  if (!before || $("say").textContent !== announce.said) words.push($("say").textContent);
  announce.said = $("say").textContent;
  if (words.length) $("live").textContent = words.join(" ");
}
