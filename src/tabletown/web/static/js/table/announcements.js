// Updates the page's title, the board's name, and the text for screen readers.
import { $, h } from "../common/dom.js";
import { t } from "../common/translate.js";
import { board, page, table } from "./store.js";

export function nameBoard() {
  const { svg } = board;
  $("board").classList.toggle("nopicture", !svg);
  if (!svg) return;
  if (!svg.hasAttribute("role")) svg.setAttribute("role", "group");
  if (svg.hasAttribute("aria-label") || svg.hasAttribute("aria-labelledby")) return;
  svg.setAttribute("aria-label", t("The board of {game}", { game: page.game }));
}

export function drawTitle() {
  const turn = Boolean(table.asked) && !table.outcome && !table.imagined;
  const { game } = page;
  document.title = turn
    ? t("● Your turn: {game}", { game })
    : table.outcome
    ? `${table.outcome.title}: ${game}`
    : `${page.title || game}, Tabletown`;
  const favicon = $("favicon");
  const wanted = favicon.href.replace(/favicon(-turn)?\.svg/, turn ? "favicon-turn.svg" : "favicon.svg");
  if (favicon.href !== wanted) favicon.href = wanted;
}

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
