// The table in words: its lines with headings, so that a screen reader can jump, and a field that answers what is said
// about one place.
import { h } from "../common/dom.js";
import { plural, t } from "../common/translate.js";

const LONG_HEADING = 60; // letters
const LONG_LINE = 160;
const MOST = 8; // lines about one place

const indented = (line) => /^\s+\S/.test(line ?? "");

/** Headings, paragraphs and lists: a line is a heading if lines stand indented below it, or if it is a title. */
export function inWords(text) {
  const parts = [], lines = text.split("\n");
  let list = null;
  lines.forEach((line, at) => {
    const words = line.trim();
    if (!words) return;
    if (indented(line)) {
      if (!list) parts.push(list = h("ul"));
      list.append(h("li", {}, words));
      return;
    }
    list = null;
    const begins = !lines[at - 1]?.trim() && !/[.:!?。：！？]/.test(words); // the title of a part
    if (!indented(lines[at + 1]) && !begins && !/[:：]$/.test(words)) {
      parts.push(h("p", {}, words));
      return;
    }
    const [, head, rest] = words.match(/^(.+?)[:：]\s*(.*)$/) ?? [];
    const short = head && head.length <= LONG_HEADING;
    parts.push(h("h3", {}, short ? head : words), ...(short && rest ? [h("p", {}, rest)] : []));
  });
  return h(
    "div",
    { class: "boardtext", tabindex: "0", role: "group", "aria-label": t("The table in words") },
    ...parts,
  );
}

/** What the text says about this place. */
export function saidOf(text, place) {
  const wanted = place.trim().toLowerCase();
  if (!wanted) return [];
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  const found = lines.flatMap((line) => line.length > LONG_LINE ? line.split(/(?<=[.。)])[,，、]?\s*/) : [line])
    .filter((line) => line.toLowerCase().includes(wanted));
  const starts = (line) => Number(line.toLowerCase().startsWith(wanted));
  return found.sort((one, other) => starts(other) - starts(one));
}

/** A field to ask about a place; `text`: the table's words now. */
export function askField(text) {
  const input = h("input", { class: "input", id: "ask-place", maxlength: 60, autocomplete: "off", type: "search" });
  const answer = h("div", { role: "status", class: "asked-of" });
  const form = h(
    "form",
    { class: "askplace", role: "search" },
    h("label", { for: "ask-place" }, t("Ask about a place")),
    input,
    h("button", { class: "btn" }, t("Ask")),
    answer,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = saidOf(text(), input.value), n = found.length - MOST;
    const none = h("p", {}, t("Nothing is said about “{place}”.", { place: input.value.trim() }));
    answer.replaceChildren(
      ...(found.length ? [h("ul", {}, ...found.slice(0, MOST).map((line) => h("li", {}, line)))] : [none]),
      n > 0 ? h("p", {}, plural("{n} more line", "{n} more lines", { n })) : "",
    );
  });
  return form;
}
