// The panels beside a table's board: the game's own, the players, and the result.
import { $ } from "../common/dom.js";
import { options, panels, table } from "../table/store.js";
import { playersPanel, resultsPanel } from "./results.js";

export function drawPanels() {
  const { scene } = table;
  const extra = [];
  const own = scene.panels.find((panel) => /^(points|results)$/.test(panel.id) && panel.html);
  // a game's own results come first; without them, the outcome's breakdown is shown
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
