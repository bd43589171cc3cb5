// A table that belongs to a room: the facilitator's messages, the pause, and the turn clock.
import { $, h } from "../common/dom.js";
import { t } from "../common/translate.js";

let room = null;
let heard = 0; // when it arrived, by this device's clock
let read = Number(sessionStorage.getItem("read") ?? 0); // the last message that was dismissed

export function updateClassroom(news) {
  room = news;
  heard = performance.now();
  document.body.classList.toggle("paused", news.paused);
  drawRoom();
}

export const paused = () => Boolean(room?.paused);

function strip() {
  const found = $("room");
  if (found) return found;
  const made = h("section", { id: "room", class: "room", "aria-live": "polite", "aria-label": t("From your teacher") });
  document.body.append(made);
  return made;
}

function drawRoom() {
  const parts = [];
  if (room.paused) {
    parts.push(
      h(
        "div",
        { class: "halted" },
        h("b", {}, t("Paused. Look up.")),
        h("p", {}, t("Your turn and its clock wait for you.")),
      ),
    );
  }
  if (room.message && room.message_number > read) {
    const button = h("button", { class: "btn", type: "button" }, t("Read"));
    button.addEventListener("click", () => {
      read = room.message_number;
      sessionStorage.setItem("read", String(read));
      fetch(`${room.home}/read`, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: `number=${read}`,
      }).catch(() => {});
      drawRoom();
    });
    parts.push(h("div", { class: "note" }, h("small", {}, t("Your teacher")), h("q", {}, room.message), button));
  }
  if (room.left !== null || room.law !== null) {
    parts.push(h("div", { class: "ticks" }, h("i", {}), h("b", { role: "timer" })));
  }
  if (room.ended) parts.push(h("a", { class: "btn prime after", href: `${room.home}/mine` }, t("Debrief")));
  else if (room.task) {
    parts.push(h("a", { class: "btn prime after", href: `${room.home}/mine` }, t("While you wait: something to do")));
  }
  if (parts.length) strip().replaceChildren(...parts);
  else $("room")?.remove();
  tick();
}

function tick() {
  const bar = document.querySelector("#room .ticks");
  if (!room || !bar || document.body.classList.contains("off")) return; // without a server, clocks stand still
  const passed = room.paused ? 0 : (performance.now() - heard) / 1000;
  const left = (room.law ?? room.left) - passed;
  const late = Math.max(0, Math.floor(-left));
  const seconds = Math.max(0, Math.ceil(left));
  const face = (number) => `${Math.floor(number / 60)}:${String(number % 60).padStart(2, "0")}`;
  bar.classList.toggle("late", left <= 0);
  bar.querySelector("b").textContent = left > 0 ? face(seconds) : `+${face(late)}`;
  bar.querySelector("i").style.width = room.law === null
    ? `${Math.max(0, Math.min(100, (100 * left) / room.clock))}%`
    : "100%";
}
setInterval(tick, 500);
