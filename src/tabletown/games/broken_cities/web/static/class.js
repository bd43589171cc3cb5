// The live pages of a classroom: shows what the server sends, and sends what the facilitator presses.
import { Line } from "/static/socket.js";

const live = document.getElementById("live");
const away = document.getElementById("away");
const refused = document.getElementById("refused");
let since = performance.now();
let held = null; // the seat that is to be moved

function show({ html, go }) {
  if (go) {
    location.href = go;
    return;
  }
  const focus = document.activeElement;
  const typing = focus?.closest?.("[data-decide]");
  if (typing && focus.value) return setTimeout(() => show({ html, go }), 1500); // do not take a half-typed answer away
  const key = focus?.dataset?.do ? `[data-do="${focus.dataset.do}"][data-table="${focus.dataset.table ?? ""}"]` : "";
  live.innerHTML = html;
  since = performance.now();
  held = null;
  if (key) live.querySelector(key)?.focus();
}

// clocks run on between two messages
setInterval(() => {
  const passed = Math.floor((performance.now() - since) / 1000);
  for (const clock of live.querySelectorAll("[data-clock], [data-up]")) {
    const start = Number(clock.dataset.clock ?? clock.dataset.up);
    if (clock.dataset.clock !== undefined && !start) continue;
    const seconds = Math.max(0, clock.dataset.up !== undefined ? start + passed : start - passed);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}, 1000);

async function send(wish) {
  const answer = await fetch(live.dataset.do, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(wish),
  });
  const { error } = await answer.json();
  refused.hidden = !error;
  refused.textContent = error;
  if (error) {
    setTimeout(() => {
      refused.hidden = true;
    }, 6000);
  }
}

function move(button) {
  const [table, seat] = button.dataset.move.split(",").map(Number);
  if (!held) {
    held = { table, seat };
    button.setAttribute("aria-pressed", "true");
  } else {
    send({ do: "move", ...held, to_table: table, to_seat: seat });
    held = null;
  }
}

live.addEventListener("click", (event) => {
  const seat = event.target.closest("[data-move]");
  if (seat) return move(seat);
  const button = event.target.closest("[data-do]");
  if (!button || button === live) return;
  if (button.dataset.sure && !confirm(button.dataset.sure)) return;
  const { do: what, table, seat: at, number, text } = button.dataset;
  send({ do: what, table: Number(table ?? -1), seat: Number(at ?? -1), number: Number(number ?? 0), text: text ?? "" });
});

live.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-decide]");
  if (!form) return;
  event.preventDefault();
  send({ do: "decide", number: Number(form.dataset.decide), text: form.elements.text.value });
  form.elements.text.value = "";
});

new Line(live.dataset.stream, {
  message: show,
  state: (state) => {
    away.hidden = state === "open";
  },
});
