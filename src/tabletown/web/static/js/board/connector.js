// The line from a card beside the board (the coach, a hint) to what it is about.
import { panels } from "../table/store.js";
import { $, calm } from "../common/dom.js";
import { hasRail } from "../common/layout.js";

/** What the line ends at: the element, or the picture's part that covers its edge, as with a route. */
function spot(target) {
  const box = target.getBoundingClientRect();
  const hit = document.elementFromPoint(box.right - Math.min(10, box.width / 2), box.top + box.height / 2);
  if (!hit || target.contains(hit) || !$("plane").contains(target)) return box;
  const shapes = [...target.querySelectorAll("circle, rect, polygon, text")].map((part) =>
    part.getBoundingClientRect()
  );
  return shapes.filter((shape) => shape.width).sort((one, other) => other.right - one.right)[0] ?? box;
}

export function removeConnector() {
  $("lead")?.remove();
}

/** A line from a docked card to the element it is about, on a wide screen. */
export function drawConnector(from, target) {
  removeConnector();
  const card = from?.getBoundingClientRect();
  const at = target && spot(target);
  if (!card || !at?.width || target.id === "view" || innerWidth < 1000 || at.right > card.left) return;
  const x = at.right, y = at.top + at.height / 2, to = card.top + 60; // from its edge, so that it covers nothing
  const bend = (x + card.left) / 2;
  const way = `M${x},${y}C${bend},${y} ${bend},${to} ${card.left},${to}`;
  const drawing = `<path d="${way}"/><circle cx="${x}" cy="${y}" r="4"/>`;
  document.body.insertAdjacentHTML("beforeend", `<svg id="lead" class="lead" aria-hidden="true">${drawing}</svg>`);
  if (!calm.matches) $("lead").animate([{ opacity: 0 }, { opacity: 1 }], 200);
}

/** If a card would cover part of the tabs, what stands below it is hidden. */
export function coverTabs(card) {
  const tabs = panels.bar.getBoundingClientRect();
  const part = card && hasRail() && card.getBoundingClientRect().top < tabs.bottom;
  document.body.classList.toggle("no-tabs", Boolean(part));
}
