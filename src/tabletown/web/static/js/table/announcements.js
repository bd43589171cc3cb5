// Updates the page's title, the board's name, and the text for screen readers.
import { $, h } from "../common/dom.js";
import { plural, t } from "../common/translate.js";
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
    ? t("{title}: {said}", { title: table.outcome.title, said: game })
    : `${page.title || game}, Tabletown`;
  const favicon = $("favicon");
  const wanted = favicon.href.replace(/favicon(-turn)?\.svg/, turn ? "favicon-turn.svg" : "favicon.svg");
  if (favicon.href !== wanted) favicon.href = wanted;
}

const BRIEF = 200; // letters of what happened that are read at once

let said = "";
let question = "";
let events = []; // titles of cards that tell what happened to everybody
let lines = [];
let since = []; // all that happened since your last answer
let speaking = 0;

/** What happened in brief, then what is asked now; one after the other, so that no message swallows another. */
export function announce(before) {
  const told = before ? table.lines.map((line) => line.text) : [];
  lines.push(...told);
  const known = before?.recaps.map((one) => one.id);
  if (before) events.push(...table.recaps.filter((one) => !known.includes(one.id)).map((one) => one.title));
  since = before?.asked ? told : [...since, ...told];
  const asks = $("say").textContent;
  if (!before || asks !== said) question = asks;
  said = asks;
  if (!speaking) speak();
}

/** The end of what happened, and how much came before it. */
function brief(all) {
  if (all.join(" ").length <= BRIEF) return all;
  let first = all.length - 1;
  while (first > 0 && all.slice(first - 1).join(" ").length <= BRIEF) first -= 1;
  const told = all.slice(first);
  if (told[0].length > BRIEF) told[0] = told[0].match(/^.*?[.!?。！？](?=\s|$)/s)?.[0] ?? told[0];
  return [...told, first ? plural("{n} more line: L reads it.", "{n} more lines: L reads them.", { n: first }) : ""];
}

function speak() {
  speaking = 0;
  if (!lines.length && !events.length && !question) return;
  const told = lines.length ? brief(lines) : [];
  const title = events.filter((event) => !told.some((line) => line.includes(event))).join(", ");
  const happened = told.filter(Boolean).join(" ");
  const titled = title && happened ? t("{title}: {said}", { title, said: happened }) : title || happened;
  const asks = question;
  [lines, events, question] = [[], [], ""];
  read([titled, asks].filter(Boolean));
  speaking = setTimeout(speak, 400);
}

function read(words) {
  $("live").append(h("p", {}, words.join(" ")));
  while ($("live").childElementCount > 4) $("live").firstElementChild.remove();
}

/** All that happened since your last answer. */
export const readAll = () => read([...since, said]);
