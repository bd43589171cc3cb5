// Everybody's clock: it runs for players who are asked and stands still for all others. The server's time counts, not this device's.
import { connectionState, table } from "../table/store.js";
import { $, h } from "../common/dom.js";
import { locale, t } from "../common/translate.js";

let ahead = 0; // seconds by which the server's clock is ahead of ours
let heard = null;

/** Seconds since 1970, by the server's clock. */
export const now = () => Date.now() / 1000 + ahead;

const clockOf = () => {
  if (table.now && table.now !== heard) {
    heard = table.now;
    ahead = table.now - Date.now() / 1000;
  }
  return table.clock;
};

const two = (number) => String(number).padStart(2, "0");

/** "4:05", "3 h", "2 d 5 h". */
export function span(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [
    Math.floor(whole / 86400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  if (days) return hours && days < 10 ? t("{d} d {h} h", { d: days, h: hours }) : t("{d} d", { d: days });
  if (hours) return minutes && hours < 6 ? t("{h} h {m} min", { h: hours, m: minutes }) : t("{h} h", { h: hours });
  return `${minutes}:${two(whole % 60)}`;
}

/** "away till 24 Nov": days off, on which a seat's clock stands still. */
export const daysOff = (seat) =>
  t("away till {day}", {
    day: new Date(1000 * (seat.off_until - 1)).toLocaleDateString(locale, { day: "numeric", month: "short" }),
  });

/** A seat's clock beside its name; null if it has none. */
export const clockFor = (seat) =>
  clockOf() && seat.off_until > now()
    ? h("span", { class: "clk" }, daysOff(seat))
    : clockOf() && (seat.deadline || seat.left !== null)
    ? h("time", { class: "clk num", "data-clock": seat.seat, role: "timer", "aria-live": "off" })
    : null;

/** Called once a second, and whenever seats are drawn. */
export function tick() {
  if (!table || !clockOf()) return;
  for (const element of document.querySelectorAll("[data-clock]")) {
    const seat = table.seats.find((one) => one.seat === Number(element.dataset.clock));
    const left = seat?.deadline ? seat.deadline - now() : seat?.left ?? null;
    if (left === null) continue;
    const words = span(left);
    if (element.textContent !== words) element.textContent = words;
    element.setAttribute("aria-label", t("{time} left", { time: words }));
    element.classList.toggle("runs", Boolean(seat.deadline));
    element.classList.toggle("low", Boolean(seat.deadline) && left < (table.clock.startsWith("live") ? 60 : 21600));
  }
}

export const live = () =>
  Boolean(table?.clock?.startsWith("live")) && !table.outcome && connectionState.state === "open";
setInterval(() => {
  if ($("chips")) tick();
}, 1000);
