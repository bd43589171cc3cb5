// What a hint would change on the board, drawn faintly over it: new pieces, or pieces in new places.
import { $, parsed } from "../common/dom.js";
import { patch } from "../common/patch.js";

const CHOICES = "[data-option], [data-preview], .hit, title, defs, style";
const OWN = ["id", "data-option", "data-word", "role", "tabindex"];

export const hideGhost = () => $("ghost")?.remove();

/** An element within copies of its groups, so that it appears where it would be. */
function copied(element) {
  let copy = element.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("*")]) for (const name of OWN) one.removeAttribute(name);
  for (let group = element.parentElement; group && group.localName !== "svg"; group = group.parentElement) {
    const around = group.cloneNode(false);
    for (const name of OWN) around.removeAttribute(name);
    around.append(copy);
    copy = around;
  }
  return copy;
}

/** The board as it would look. @param {string} [markup] */
export function showGhost(markup) {
  hideGhost();
  const svg = $("plane").querySelector("svg");
  if (!svg || !markup) return;
  const then = /** @type {Element} */ ($("plane").cloneNode(true));
  const before = new Map(
    [...then.querySelectorAll("[id][transform]")].map((one) => [one.id, one.getAttribute("transform")]),
  );
  const added = patch(then, markup);
  const moved = [...then.querySelectorAll("[id][transform]")].filter((one) =>
    before.has(one.id) && before.get(one.id) !== one.getAttribute("transform")
  );
  const shown = [...added, ...moved].filter((one) => then.contains(one) && !one.closest(CHOICES));
  if (!shown.length) return;
  const ghost = parsed('<svg><g id="ghost" class="ghost" aria-hidden="true"></g></svg>').querySelector("g");
  ghost.append(...shown.map(copied));
  svg.append(ghost);
}
