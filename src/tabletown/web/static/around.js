// Around the board: panels, who sits where, the table in words, the page's title, and what is read aloud.
import { board, options, page, panels, table, textView } from "./desk.js";
import { clockFor, tick } from "./clocks.js";
import { $, capital, h, mark } from "./dom.js";
import { outcomeTitle } from "./prompt.js";
import { playersPanel, resultsPanel } from "./results.js";
import { typedForm } from "./tray.js";
import { t } from "./words.js";

export function nameBoard() {
  const { svg } = board;
  $("board").classList.toggle("nopicture", !svg);
  if (!svg) return;
  if (!svg.hasAttribute("role")) svg.setAttribute("role", "group");
  if (svg.hasAttribute("aria-label") || svg.hasAttribute("aria-labelledby")) return;
  svg.setAttribute("aria-label", t("The board of {game}", { game: page.game }));
}

export function drawPanels() {
  const { scene } = table;
  const extra = [];
  const own = scene.panels.find((panel) => /^(points|results)$/.test(panel.id) && panel.html);
  // a game's own results go first; without them the outcome's breakdown is shown
  if (table.outcome && own) {
    scene.panels = [{ ...own, place: "rail" }, ...scene.panels.filter((panel) => panel !== own)];
  } else if (table.outcome) extra.push(resultsPanel(table.outcome, table.seats));
  if (!scene.panels.some((panel) => ["rail", "left"].includes(panel.place))) extra.push(playersPanel(table.seats));
  if (!panels.show(scene, extra)) return;
  options.dress();
  const picked = $("hand").querySelector('[aria-pressed="true"]');
  if (picked && $("hand").scrollWidth > $("hand").clientWidth) {
    picked.scrollIntoView({ inline: "nearest", block: "nearest" });
  }
}

/** "You", "Ines", or "Father · Jo" where seats have names of their own; what the rules play has no other name. */
function seatWords(seat) {
  if (seat.yours && table.holds.length === 1) return t("You");
  const other = seat.player && seat.player !== seat.name && seat.kind !== "auto";
  return other ? `${seat.name} · ${seat.player}` : seat.name;
}

export function drawSeats() {
  // who one plays instead of a number: names take more room
  $("chips").classList.toggle("named", table.seats.some((seat) => /\p{L}{3}/u.test(seat.standing)));
  $("chips").replaceChildren(...table.seats.map((seat) => {
    const here = seat.online || seat.yours;
    const words = here ? t("here") : t("away");
    const dot = seat.kind === "person" || seat.kind === "open"
      ? h("i", { class: `dot${here ? "" : " off"}`, role: "img", "aria-label": words })
      : null;
    const classes = `chip${seat.asked ? " asked" : ""}${seat.standing ? "" : " bare"}`;
    return h(
      "li",
      { class: classes, title: seatWords(seat) },
      mark(seat.seat, 14),
      h("span", {}, seatWords(seat)),
      seat.standing ? h("b", { class: "num" }, seat.standing) : null,
      clockFor(seat),
      dot,
    );
  }));
  tick();
}

export function drawWords() {
  const words = $("words");
  const on = textView || !table.scene.board;
  words.hidden = !on;
  $("view").hidden = on;
  $("textview").setAttribute("aria-pressed", String(textView));
  for (const button of $("zoom").children) button.disabled = on;
  if (!on) {
    words.replaceChildren();
    return;
  }
  const parts = [h("h2", { class: "vh" }, t("The table in words")), bodyText(table.scene.text)];
  if (textView && table.asked) {
    const props = { type: "button", class: "btn opt" };
    const button = ({ word, label }) => h("button", { ...props, "data-option": word }, label);
    const items = table.asked.options.map((option) => h("li", {}, button(option)));
    parts.push(h("h3", {}, capital(table.asked.prompt)), h("ol", { class: "textoptions" }, ...items));
    if (table.asked.typed) parts.push(typedForm(table.asked));
  }
  words.replaceChildren(...parts);
  options.dress();
}

const bodyText = (text) => h("pre", { class: "boardtext", tabindex: "0" }, text);

export function drawTitle() {
  const turn = Boolean(table.asked) && !table.outcome && !table.imagined;
  const { game } = page;
  document.title = turn
    ? t("● Your turn: {game}", { game })
    : table.outcome
    ? `${outcomeTitle()}: ${game}`
    : `${page.title || game}, Tabletown`;
  const favicon = $("favicon");
  const wanted = favicon.href.replace(/favicon(-turn)?\.svg/, turn ? "favicon-turn.svg" : "favicon.svg");
  if (favicon.href !== wanted) favicon.href = wanted;
}

// ------------------------------------------------------------------------------------------------ read aloud

let said = "";
const queue = [];
let speaking = 0;

/** All that happened, then what is asked now; one after the other, so that no message swallows another. */
export function announce(before) {
  if (before) { for (const line of table.lines) queue.push(line.text); }
  const asks = $("say").textContent;
  if (!before || asks !== said) queue.push(asks);
  said = asks;
  if (!speaking) speak();
}

function speak() {
  speaking = 0;
  if (!queue.length) return;
  const words = queue.splice(0, queue.length).join(" ");
  $("live").append(h("p", {}, words));
  while ($("live").childElementCount > 4) $("live").firstElementChild.remove();
  speaking = setTimeout(speak, 400);
}
