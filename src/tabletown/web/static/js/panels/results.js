// Panels built by the page itself: who sits where, and the result.
import { capital, h, mark } from "../common/dom.js";
import { figure, t } from "../common/translate.js";

export const points = (value) => {
  if (value === undefined) return "–";
  return figure(value);
};

/** Who sits where, for games that have no such panel of their own. */
export function playersPanel(seats) {
  const rows = seats.map((seat) => {
    const name = seat.yours && seat.player ? t("{name}, you", { name: seat.name }) : seat.name;
    return h(
      "li",
      { class: `row${seat.asked ? " asked" : ""}` },
      mark(seat.seat, 26),
      h("span", { class: "who" }, h("b", {}, name), h("small", {}, seatState(seat))),
      seat.standing ? h("span", { class: "pts num" }, seat.standing) : null,
    );
  });
  return { id: "page-players", title: t("Players"), node: h("ul", { class: "players" }, ...rows), stamp: seats };
}

export function seatState(seat) {
  return [seat.asked ? t("choosing") : "", who(seat)].filter(Boolean).join(" · ");
}

function who(seat) {
  if (seat.kind === "bot") return seat.bot ? t("bot, {level}", { level: seat.bot }) : t("bot");
  if (seat.kind === "auto") return t("played by the rules");
  if (seat.kind === "open") return t("no one yet");
  if (seat.stand_in) return t("a bot is standing in");
  if (seat.guest) return seat.online ? t("guest bot") : t("guest bot, away");
  return seat.yours || seat.online ? "" : t("away");
}

/** The result, broken down; a long breakdown stays folded. */
export function resultsPanel(outcome, seats) {
  const head = (seat) => h("th", { class: "n", scope: "col" }, mark(seat.seat, 12), h("span", {}, seat.name));
  const heads = h("tr", {}, h("th", {}, h("span", { class: "vh" }, t("For"))), ...seats.map(head));
  const row = (words, value) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, words),
      ...seats.map((seat) => h("td", { class: "n" }, points(value(seat.seat)))),
    );
  const reasons = [...new Set(outcome.breakdown.flatMap((part) => Object.keys(part)))];
  const rows = reasons.map((reason) => row(capital(reason), (seat) => outcome.breakdown[seat]?.[reason]));
  const total = outcome.scores.length ? h("tfoot", {}, row(t("Points"), (seat) => outcome.scores[seat])) : null;
  const data = (...parts) => h("table", { class: "data narrow" }, ...parts);
  const long = rows.length > 9;
  const parts = [];
  if (rows.length || total) parts.push(data(h("thead", {}, heads), long ? null : h("tbody", {}, ...rows), total));
  else parts.push(h("p", {}, outcome.reason));
  if (long) {
    const all = data(h("thead", {}, heads.cloneNode(true)), h("tbody", {}, ...rows));
    parts.push(h("details", { class: "parts" }, h("summary", {}, t("Breakdown")), all));
  }
  const title = rows.length || total ? t("Points") : t("The end"); // a game won or lost together has no points
  const node = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title }, ...parts);
  return { id: "page-results", title, node, stamp: outcome };
}
