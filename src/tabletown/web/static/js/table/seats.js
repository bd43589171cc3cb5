// Who sits where, in the bar above the board.
import { clockFor, tick } from "../live/clocks.js";
import { $, h, mark } from "../common/dom.js";
import { t } from "../common/translate.js";
import { table } from "./store.js";

/** "You", "Ines", or "Father · Jo" if seats have names of their own; automatic seats have no other name. */
function seatWords(seat) {
  const other = seat.player && seat.player !== seat.name && seat.kind !== "auto";
  if (seat.yours && table.holds.length === 1) return other ? `${t("You")} · ${seat.name}` : t("You");
  return other ? `${seat.name} · ${seat.player}` : seat.name;
}

export function drawSeats() {
  // roles in place of numbers: names take more room
  $("chips").classList.toggle("named", table.seats.some((seat) => /\p{L}{3}|\p{Script=Han}/u.test(seat.standing)));
  $("chips").replaceChildren(...table.seats.map((seat) => {
    const here = seat.online || seat.yours;
    const words = here ? t("here") : t("away");
    const dot = seat.kind === "person" || seat.kind === "open"
      ? h("i", { class: `dot${here ? "" : " off"}`, role: "img", "aria-label": words })
      : null;
    const mine = seat.yours && table.holds.length === 1;
    const classes = `chip${seat.asked ? " asked" : ""}${seat.standing ? "" : " bare"}${mine ? " own" : ""}`;
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
