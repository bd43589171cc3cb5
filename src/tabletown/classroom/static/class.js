// The live pages of a classroom: shows what the server sends, and sends what the facilitator presses.
import { patch } from "/static/js/common/patch.js";
import { Connection } from "/static/js/live/connection.js";
import { t } from "/static/js/common/translate.js";

const live = document.getElementById("live");
const away = document.getElementById("away");
const refused = document.getElementById("refused");
const card = document.getElementById("seat");
const message = document.getElementById("message");
let since = performance.now();
let lost = 0; // when the connection was lost; the class's clocks stand still until the server is back
let held = null; // the person or seat being moved: {table, seat} or {person}, and the name

let shown = "";

function show({ html, go }) {
  if (go) {
    location.href = go;
    return;
  }
  shown = html;
  since = performance.now();
  lost = 0;
  draw();
}

function draw() {
  patch(live, shown);
  drawHeld();
  fitWords();
}

// redraw a list that kept its order while the pointer was on it
live.addEventListener("pointerout", (event) => {
  const list = event.target.closest?.("[data-steady]");
  if (list && shown && event.relatedTarget?.closest?.("[data-steady]") !== list) draw();
});

/** A name on the wall is first drawn smaller, then shortened in the middle. */
function fitWords() {
  if (!document.body.classList.contains("projector")) return;
  const least = 26 * Math.min(innerWidth / 1280, innerHeight / 720);
  for (const word of live.querySelectorAll("[data-fit], [data-fit-box]")) {
    const over = () => word.scrollWidth > word.clientWidth + 1 || word.scrollHeight > word.clientHeight + 2;
    let size = parseFloat(getComputedStyle(word).fontSize);
    while (over() && size > least) {
      size = Math.max(least, size * .95);
      word.style.fontSize = `${size}px`;
    }
    const whole = word.textContent;
    for (let left = whole.length - 1; word.dataset.fit !== undefined && over() && left > 4; left--) {
      word.textContent = `${whole.slice(0, Math.ceil(left / 2))}…${whole.slice(whole.length - Math.floor(left / 2))}`;
      word.title = whole;
    }
  }
}
addEventListener("resize", fitWords);
fitWords();

// clocks tick between messages
function tick() {
  const passed = Math.floor(((lost || performance.now()) - since) / 1000);
  for (const clock of live.querySelectorAll("[data-clock], [data-up]")) {
    const start = Number(clock.dataset.clock ?? clock.dataset.up);
    const seconds = Math.max(0, clock.dataset.up !== undefined ? start + passed : start - passed);
    const face = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    clock.textContent = (clock.dataset.before ?? "") + face;
  }
}
setInterval(tick, 1000);

function complain(error) {
  refused.hidden = !error;
  refused.textContent = error;
  if (error) {
    setTimeout(() => {
      refused.hidden = true;
    }, 8000);
  }
}

async function post(path, action) {
  try {
    return await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(action),
    });
  } catch {
    complain(t("No connection, so nothing was changed. Try again."));
    return null;
  }
}

async function send(action) {
  const answer = await post(live.dataset.do, action);
  if (!answer) return false;
  const { error } = await answer.json();
  complain(error);
  return !error;
}

// ------------------------------------------------------------------------------------------------ seats

const spot = (at) => {
  const [table, seat] = at.split(",").map(Number);
  return { table, seat };
};

async function openSeat(at) {
  const answer = await post(live.dataset.do.replace(/do$/, "seat"), { do: "seat", ...spot(at) });
  if (!answer?.ok) return;
  card.innerHTML = await answer.text();
  if (!card.open) card.showModal();
}

function hold(what) {
  held = what;
  drawHeld();
}

/** While somebody is being moved, every seat is a possible target, and the banner says so. */
function drawHeld() {
  document.body.classList.toggle("moving", held !== null);
  if (!held) return;
  const [title, words] = live.querySelectorAll(".prompt h1, .prompt .say p");
  if (title) title.textContent = t("Where should {name} sit?", { name: held.name });
  if (words) {
    words.textContent = held.person
      ? t("Tap a free seat or a bot, or tap a pupil to make a pair. Esc cancels.")
      : t("Tap a free seat, or another pupil to swap. Esc cancels.");
  }
}

function drop(at) {
  const to = spot(at);
  const { person, table, seat } = held;
  if (person) send({ do: "place", person, ...to });
  else if (table !== to.table || seat !== to.seat) {
    send({ do: "move", table, seat, to_table: to.table, to_seat: to.seat });
  }
  hold(null);
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && held) location.reload();
});
live.addEventListener("dragstart", (event) => {
  const from = event.target.closest?.("[data-seat-at]");
  if (!from) return;
  event.dataTransfer.setData("text/plain", from.dataset.seatAt);
  event.dataTransfer.effectAllowed = "move";
});
live.addEventListener("dragover", (event) => {
  if (event.target.closest?.("[data-seat-at]")) event.preventDefault();
});
live.addEventListener("drop", (event) => {
  const to = event.target.closest?.("[data-seat-at]");
  const from = event.dataTransfer.getData("text/plain");
  if (!to || !/^\d+,\d+$/.test(from)) return;
  event.preventDefault();
  held = spot(from);
  drop(to.dataset.seatAt);
});

// ------------------------------------------------------------------------------------------------ buttons

async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = t("Copied");
  } catch { // not allowed without https: show it, to be copied by hand
    const field = Object.assign(document.createElement("input"), { value: button.dataset.copy, readOnly: true });
    field.className = "input";
    field.setAttribute("aria-label", t("The link"));
    button.replaceWith(field);
    field.select();
  }
}

async function press(button) {
  if (button.dataset.sure && !confirm(button.dataset.sure)) return;
  const { do: what, table, seat, number, text, person } = button.dataset;
  const done = await send({
    do: what,
    table: Number(table ?? -1),
    seat: Number(seat ?? -1),
    number: Number(number ?? 0),
    text: text ?? "",
    person: person ?? "",
    pause: button.dataset.pause === "1",
  });
  if (done && card?.contains(button)) card.close();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest(
    "[data-do], [data-seat-at], [data-copy], [data-hold], [data-choose], [data-open]",
  );
  if (!button || button === live) return;
  const { seatAt, copy: link, hold: from, choose, open, name } = button.dataset;
  if (link) copy(button);
  else if (from) {
    card.close();
    hold({ ...spot(from), name });
  } else if (choose) hold({ person: choose, name });
  else if (open) document.getElementById(open).showModal();
  else if (seatAt) held ? drop(seatAt) : openSeat(seatAt);
  else press(button);
});
document.addEventListener("click", (event) => {
  const words = event.target.closest("[data-quick]")?.dataset.quick;
  if (words) message.querySelector("textarea").value = words;
});

/** A form's fields by name. @returns {any} */
const fields = (form) => form.elements;

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.decide) {
    event.preventDefault();
    const { text } = fields(form);
    if (await send({ do: "decide", number: Number(form.dataset.decide), text: text.value })) form.reset();
  } else if (form.dataset.rename) {
    event.preventDefault();
    const { text } = fields(form);
    if (await send({ do: "rename", person: form.dataset.rename, text: text.value })) card.close();
  } else if (form.dataset.say !== undefined && event.submitter?.value === "send") {
    const { text, whom, pause } = fields(form);
    const wall = whom.value === "wall";
    send({
      do: "say",
      text: text.value,
      table: wall ? -1 : Number(whom.value),
      number: wall ? 1 : 0,
      pause: pause.checked,
    });
    form.reset();
  }
});

new Connection(live.dataset.stream, {
  message: show,
  state: (state) => {
    away.hidden = state === "open";
    if (state !== "open") lost ||= performance.now();
  },
});
