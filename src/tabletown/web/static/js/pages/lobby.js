// Find a table: the list of open seats, live; the strip while you are looking, and the dialog when a table was found.
import { $, dialog, h, parsed, remember, remembered } from "../common/dom.js";
import { plural, t } from "../common/translate.js";

const SOON = 10;
const TAKEN = 3000;
const list = $("offers");
const news = $("news");
const title = document.title;
let strip = null;
let box = null;
let asked = "";
let ticking = 0;
let waiting = [];
let pause = 500;

const send = (path, fields = {}) =>
  fetch(path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }).catch(() => null);

// ------------------------------------------------------------------------------------------------ open seats

/** @returns {HTMLElement | null} */
const row = (id) => list?.querySelector(`[data-offer="${CSS.escape(id)}"]`);
/** @returns {HTMLElement} */
const made = (html) => parsed(html).querySelector("li");
const busy = () => list.matches(":hover, :focus-within");

function show(rows) {
  for (const html of rows) {
    const fresh = made(html);
    const old = row(fresh.dataset.offer);
    if (old) old.replaceWith(fresh);
    else list.prepend(fresh);
  }
  quiet();
}

function quiet() {
  const empty = /** @type {HTMLElement | null} */ (document.querySelector(".quiet"));
  if (empty) empty.hidden = list.children.length > 0;
}

/** Rows never move under a pointer: new ones wait until it has left the list. */
function listed({ rows, gone }) {
  for (const id of gone) {
    waiting = waiting.filter((html) => !html.includes(`data-offer="${id}"`));
    const old = row(id);
    if (!old) continue;
    old.classList.add("gone");
    old.inert = true;
    const button = old.querySelector("button");
    if (button) button.textContent = t("Taken");
    setTimeout(() => {
      old.remove();
      quiet();
    }, TAKEN);
  }
  const known = rows.filter((html) => row(made(html).dataset.offer));
  show(known);
  waiting.push(...rows.filter((html) => !known.includes(html)));
  later();
}

function later() {
  if (!waiting.length || !busy()) {
    show(waiting);
    waiting = [];
  }
  news.hidden = !waiting.length;
  if (waiting.length) news.textContent = plural("{n} new", "{n} new", { n: waiting.length });
}

if (list) {
  for (const event of ["pointerleave", "focusout"]) list.addEventListener(event, () => setTimeout(later));
  news.addEventListener("click", () => {
    show(waiting);
    waiting = [];
    later();
  });
}

// ------------------------------------------------------------------------------------------------ looking

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function look(looking) {
  strip?.remove();
  strip = null;
  if (!looking) return;
  const began = Date.now() - looking.since * 1000;
  const line = h("small");
  const play = h("form", { method: "post", action: `/play/${looking.play}` }, [
    h("button", { class: "btn" }, t("Play a bot meanwhile")),
  ]);
  const stop = h("button", { class: "btn", type: "button", onclick: () => send("/lobby/stop") }, t("Stop"));
  strip = h("section", { class: "strip-look", "aria-label": t("Looking for a table") }, [
    h("p", {}, h("b", {}, looking.title), line),
    play,
    stop,
  ]);
  document.body.append(strip);
  const tick = () => {
    line.textContent = `${clock(Math.round((Date.now() - began) / 1000))} · ${looking.range}`;
  };
  tick();
  clearInterval(ticking);
  ticking = setInterval(tick, 1000);
}

function ask(found) {
  if (found?.id === asked) {
    if (found?.accepted) box?.querySelector(".acts")?.replaceChildren(h("p", {}, t("Waiting for the others …")));
    return;
  }
  const before = asked;
  asked = found?.id ?? "";
  box?.close();
  box = null;
  document.title = title;
  if (!found) {
    if (before) say(t("That table fell through. Still looking."));
    return;
  }
  const until = Date.now() + found.seconds * 1000;
  const left = h("b", { class: "left" });
  const said = h("p", { class: "vh", role: "status" });
  const answer = (accept) => send("/lobby/answer", { meeting: found.id, accept });
  box = dialog(t("A table for you"), () => [
    h("div", { class: "with" }, [
      h("img", { src: found.cover, alt: "" }),
      h("p", {}, h("b", {}, found.game), h("br"), t("with {people}", { people: found.with }), h("br"), [
        h("small", {}, `${found.clock} · ${found.rated}`),
      ]),
      left,
    ]),
    said,
    h("div", { class: "acts" }, [
      h("button", { class: "btn", type: "button", onclick: () => answer("no") }, t("Decline")),
      h("button", { class: "btn go", type: "button", autofocus: true, onclick: () => answer("yes") }, t("Accept")),
    ]),
  ], { class: "found", firm: true });
  box.setAttribute("role", "alertdialog");
  box.addEventListener("cancel", () => answer("no"));
  if (found.accepted) box.querySelector(".acts").replaceChildren(h("p", {}, t("Waiting for the others …")));
  document.title = t("A table for you");
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    left.textContent = String(seconds);
    left.classList.toggle("soon", seconds < SOON);
    if ([30, 10, 5].includes(seconds)) said.textContent = plural("{n} second left", "{n} seconds left", { n: seconds });
    if (box?.open && asked === found.id) setTimeout(tick, 500);
  };
  tick();
}

function say(words) {
  const line = h("p", { class: "strip-look", role: "status" }, words);
  document.body.append(line);
  setTimeout(() => line.remove(), 5000);
}

function state({ looking, asked: found, seated }) {
  const wanted = strip !== null || asked !== "" || looking || found;
  if (seated && remembered("tabletown-seated") !== seated) {
    remember("tabletown-seated", seated);
    if (location.pathname !== seated && (wanted || list)) {
      location.assign(seated);
      return;
    }
  }
  ask(found);
  look(found ? null : looking);
}

// ------------------------------------------------------------------------------------------------ connection

function connect() {
  const at = new URL(`/lobby/stream?list=${list ? "yes" : "no"}`, location.href);
  at.protocol = at.protocol.replace("http", "ws");
  const line = new WebSocket(at);
  line.addEventListener("message", ({ data }) => {
    pause = 500;
    const message = JSON.parse(data);
    if (message.type === "you") state(message);
    else if (list) listed(message);
  });
  line.addEventListener("close", ({ code }) => {
    if (code === 4403) return;
    pause = Math.min(15_000, pause * 2);
    setTimeout(connect, pause * (0.5 + Math.random()));
  });
}
connect();
