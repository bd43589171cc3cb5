// A match's chances turn by turn: where they swung, and the chart above the slider.
import { h } from "../common/dom.js";
import { t } from "../common/translate.js";

const WIDE = 860, HIGH = 92;
const SWING = 0.08; // a change of chances worth showing
const DOTS = 5;

/** How much the mover's chance changed in each turn. */
export function swings(record) {
  return record.chances.map((now, turn) => {
    const after = record.chances[turn + 1], number = record.turns[turn], end = record.turns[turn + 1];
    const seat = record.answers.slice(number, end).find((answer) => answer && answer[0] >= 0)?.[0];
    return after && seat !== undefined ? { turn, number: end, seat, change: after[seat] - now[seat] } : null;
  }).filter(Boolean);
}

export const largest = (record) => swings(record).filter((swing) => Math.abs(swing.change) >= SWING);
export const bySize = (one, other) => Math.abs(other.change) - Math.abs(one.change);

/** As percentages; two chances that share everything also add up when they are rounded. */
function percents(chances) {
  const round = chances.map((chance) => Math.round(100 * chance));
  const two = chances.length === 2 && Math.abs(chances[0] + chances[1] - 1) < 1e-6;
  return two ? [round[0], 100 - round[0]] : round;
}

/** The chances in words: one for all who play together; if all may lose, that too, so that they add up. */
export function told(chances, names, together) {
  const each = percents(chances);
  if (together) return t("Chance of winning together: {n}%.", { n: each[0] });
  const lost = Math.round(100 * (1 - chances.reduce((sum, chance) => sum + chance, 0)));
  const shares = names.map((name, seat) => `${name} ${each[seat]} %`);
  if (lost > 0) shares.push(t("everyone loses {n}%", { n: lost }));
  return t("Chances: {shares}.", { shares: shares.join(", ") });
}

export function changed(change) {
  const words = change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "±0";
  return h("b", { class: `num ${change > 1 ? "up" : change < -1 ? "dn" : ""}` }, words);
}

const across = (record, number) => (WIDE * number) / Math.max(1, record.answers.length);

export function moveNow(record, at) {
  document.getElementById("now")?.setAttribute("transform", `translate(${across(record, at)} 0)`);
}

export function drawChart(box, record, mine) {
  if (record.chances.length < 2) return box.replaceChildren();
  const seats = record.names.length;
  const high = (chance) => (HIGH - HIGH * chance).toFixed(1);
  const x = (number) => across(record, number).toFixed(1);
  const points = (who) =>
    record.chances.map((chances, turn) => `${x(record.turns[turn] ?? record.answers.length)},${high(chances[who])}`)
      .join("L");
  let drawn = `<rect class="ground" width="${WIDE}" height="${HIGH}"/>`;
  if (seats === 2) {
    const line = points(mine);
    drawn = `<rect class="s${1 - mine}" width="${WIDE}" height="${HIGH}"/>` +
      `<path class="s${mine}" d="M0,${HIGH}L${line}L${WIDE},${HIGH}Z"/><path class="wl" d="M${line}"/>`;
  } else drawn += record.names.map((_, who) => `<path class="ln l${who}" d="M${points(who)}"/>`).join("");
  const dots = largest(record).sort(bySize).slice(0, DOTS).map((swing) => {
    const y = high(record.chances[swing.turn + 1][seats === 2 ? mine : swing.seat]);
    return `<circle class="dot${swing.seat}" cx="${x(swing.number)}" cy="${y}" r="6"/>`;
  }).join("");
  const frame = `viewBox="0 -6 ${WIDE} ${HIGH + 12}" preserveAspectRatio="none" role="img"`;
  box.innerHTML = `<svg ${frame}>${drawn}<path class="mid" d="M0,${HIGH / 2}H${WIDE}"/>${dots}` +
    `<path id="now" class="nowl" d="M0,-6V${HIGH + 6}"/></svg>`;
  box.firstElementChild.setAttribute("aria-label", t("Chance of winning, turn by turn"));
  if (seats !== 2) return undefined;
  const wins = (who) => t("{name} wins", { name: record.names[who] });
  return box.append(
    h("span", { class: `lab a${mine}` }, wins(mine)),
    h("span", { class: `lab top a${1 - mine}` }, wins(1 - mine)),
  );
}
