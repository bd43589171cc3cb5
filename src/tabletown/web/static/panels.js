// Everything around the board: the game's panels, players, log, chat, results; beside the board, or in the phone's sheet.
import { $, capital, h, icon, mark, phone, remember, remembered, toast } from "./dom.js";

const LINES_SHOWN = 150;
const LOG_ROOM = 250; // px that the log keeps at least

export class Log {
  constructor(rules, from) {
    Object.assign(this, { rules, from, lines: [], all: false });
    this.list = h("ol", { class: "log" });
    this.box = h("div", { class: "logbox", role: "log", "aria-label": "Log", tabindex: "0" }, this.list);
  }

  update(lines, fresh) {
    if (fresh) this.lines = [...lines];
    else this.lines.push(...lines);
    if (fresh || lines.length) this.draw();
  }

  ruleLink(rule, why = "") {
    const query = new URLSearchParams({ from: this.from, ...(why && { why }) });
    return `${this.rules}?${query}#${rule}`;
  }

  draw() {
    const skipped = this.all ? 0 : Math.max(0, this.lines.length - LINES_SHOWN);
    const items = this.lines.slice(skipped).map((line) => {
      if (line.heading) return h("li", { class: "when" }, line.text);
      const rule = line.rule ? h("a", { class: "r", href: this.ruleLink(line.rule) }, line.rule) : null;
      return h("li", {}, line.seat !== null && line.seat >= 0 ? mark(line.seat, 14) : h("span"), h("span", {}, line.text, rule && " ", rule));
    });
    // the newest on top, as people look for it; headings stand above what they head
    const groups = [];
    for (const item of items) {
      if (item.className === "when" || !groups.length) groups.push([item]);
      else groups.at(-1).splice(groups.at(-1)[0].className === "when" ? 1 : 0, 0, item);
    }
    this.list.replaceChildren(...groups.reverse().flat());
    if (skipped) this.list.append(h("li", { class: "when" }, h("button", { class: "btn small", type: "button", onclick: () => { this.all = true; this.draw(); } }, `${skipped} earlier lines`)));
  }
}

export class Talk {
  constructor(say) {
    this.list = h("ol", { class: "chat" });
    this.scroll = h("div", { class: "logbox", role: "log", "aria-label": "Chat", tabindex: "0" }, this.list);
    this.empty = h("p", { class: "help" }, "Nobody has said anything yet.");
    const field = h("input", { maxlength: 500, "aria-label": "Say something", autocomplete: "off", placeholder: "Say something" });
    const form = h("form", { class: "say-box" }, field, h("button", { class: "btn", "aria-label": "Send" }, icon("send")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const words = field.value.trim();
      if (words && say(words)) field.value = "";
    });
    this.box = h("div", { class: "talk" }, this.empty, this.scroll, form);
    this.unread = 0;
    this.changed = () => {};
  }

  add(lines, fresh) {
    if (fresh) this.list.replaceChildren();
    for (const line of lines) {
      this.list.append(h("li", {}, line.seat !== null ? mark(line.seat, 14) : h("span"), h("span", {}, h("b", {}, line.name), " ", line.text, " ", h("time", {}, new Date(line.at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })))));
    }
    this.empty.hidden = this.list.children.length > 0;
    this.scroll.scrollTop = this.scroll.scrollHeight;
    if (!fresh && lines.length && !this.box.checkVisibility()) {
      this.unread += lines.length;
      toast(`${lines.at(-1).name}: ${lines.at(-1).text}`);
    }
    this.changed();
  }
}

/** Tabs over a body: [{id, title, node}]. Remembers which one was open. */
function tabs(name, entries, options = {}) {
  const bar = h("div", { class: "tabs", role: "tablist" });
  const body = h("div", { class: "tabbody" });
  const chosen = entries.some((entry) => entry.id === remembered(name)) ? remembered(name) : entries[0]?.id;
  const choose = (id, click) => {
    for (const entry of entries) {
      const on = entry.id === id;
      entry.button.setAttribute("aria-selected", String(on));
      entry.button.tabIndex = on ? 0 : -1;
      entry.pane.hidden = !on;
      if (on) entry.shown?.();
    }
    remember(name, id);
    options.chosen?.(id, click);
  };
  for (const entry of entries) {
    entry.button = h("button", { type: "button", role: "tab", id: `${name}-${entry.id}`, "aria-controls": `${name}-pane-${entry.id}`, onclick: () => choose(entry.id, true) }, entry.title);
    entry.pane = h("div", { role: "tabpanel", id: `${name}-pane-${entry.id}`, "aria-labelledby": `${name}-${entry.id}`, class: "pane" }, ...[entry.node].flat());
    bar.append(entry.button);
    body.append(entry.pane);
  }
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const at = entries.findIndex((entry) => entry.button === document.activeElement);
    const next = entries[(at + step + entries.length) % entries.length];
    choose(next.id, false);
    next.button.focus();
    event.stopPropagation();
    event.preventDefault();
  });
  if (chosen) choose(chosen, false);
  return { bar, body, choose };
}

const SCROLLED = ".panel[data-id], #hand, #rail, #left, .logbox, .pane, .tabbody";
const key = (element) => element.dataset.id ?? (element.id || `${element.className} ${element.getAttribute("aria-label")}`);
const slug = (words) => words.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Lays out panels: `own` are the page's [{id, title, node}] (log, chat …), always last. */
export class Panels {
  constructor(own) {
    this.own = own;
    this.last = "";
    this.sheetOpen = false;
    $("sheet").addEventListener("keydown", (event) => { if (event.key === "Escape" && this.sheetOpen) { this.openSheet(false); event.stopPropagation(); } });
  }

  /** scene: its panels and peek. extra: panels of the page before the game's own [{id, title, node}]. */
  show(scene, extra = []) {
    const wide = matchMedia("(min-width: 1100px)").matches;
    const signature = JSON.stringify([scene.panels.map((panel) => [panel.id, panel.title, panel.html, panel.place, panel.tab]), extra.map((panel) => [panel.id, panel.title, panel.stamp]), phone.matches, wide, scene.peek, innerHeight]);
    if (signature === this.last) return false;
    this.last = signature;
    const scrolled = new Map([...document.querySelectorAll(SCROLLED)].map((element) => [key(element), [element.scrollTop, element.scrollLeft]]));
    const filled = scene.panels.filter((panel) => panel.html.trim());
    const place = (name) => filled.filter((panel) => panel.place === name);
    this.hand(place("hand"));
    if (phone.matches) this.sheet(scene, [...extra, ...place("left"), ...place("rail")]);
    else {
      const left = wide ? place("left") : [];
      const rail = [...extra, ...(wide ? [] : place("left")), ...filled.filter((panel) => !["hand", "left"].includes(panel.place))];
      $("left").hidden = !left.length;
      $("left").replaceChildren(...left.map(box));
      this.rail(rail);
      $("sheet").replaceChildren();
    }
    document.body.classList.toggle("three", !$("left").hidden && !phone.matches);
    for (const element of document.querySelectorAll(SCROLLED)) {
      const [top, left] = scrolled.get(key(element)) ?? [0, 0];
      element.scrollTop = top;
      element.scrollLeft = left;
    }
    // what scrolls can be reached with the keyboard
    for (const body of document.querySelectorAll(".panel > .body, .panel > .body > *, .handbody, .handbody > *, #hand")) {
      if (body.scrollWidth > body.clientWidth + 1) body.tabIndex = 0;
      else body.removeAttribute("tabindex");
    }
    return true;
  }

  hand(panels) {
    const hand = $("hand");
    if (hand.classList.contains("tr")) return; // the replay's time line stands there
    hand.hidden = !panels.length;
    hand.replaceChildren(...panels.flatMap((panel) => [panel.title ? h("h2", {}, panel.title) : null, h("div", { class: "handbody", "data-id": `hand-${panel.id}`, html: panel.html })].filter(Boolean)));
    if (panels.length) hand.setAttribute("aria-label", panels[0].title || "Your hand");
  }

  /** Panels from the top; those that leave no room for the log become tabs beside it. */
  rail(panels) {
    const rail = $("rail");
    const boxes = panels.map(box);
    rail.replaceChildren(...boxes);
    const room = rail.clientHeight - LOG_ROOM;
    let used = 0, fitting = 0;
    for (const element of boxes) {
      used += element.offsetHeight + 12;
      if (used > room && fitting) break;
      fitting += 1;
    }
    const own = this.own.map((entry) => ({ ...entry }));
    const named = new Map();
    panels.slice(fitting).forEach((panel, index) => {
      const title = panel.tab || panel.title || capital(panel.id);
      if (!named.has(title)) named.set(title, []);
      named.get(title).push(boxes[fitting + index]);
    });
    const more = [...named].map(([title, node]) => ({ id: slug(title), title, node }));
    const { bar, body } = tabs("tab", [...own, ...more]);
    rail.append(h("section", { class: "panel grow own", "aria-label": "Log and more" }, bar, body));
  }

  sheet(scene, panels) {
    const sheet = $("sheet");
    $("rail").replaceChildren();
    $("left").hidden = true;
    const named = new Map();
    for (const panel of panels) {
      const title = panel.tab || panel.title || capital(panel.id);
      if (!named.has(title)) named.set(title, []);
      named.get(title).push(box(panel));
    }
    const entries = [...[...named].map(([title, node]) => ({ id: slug(title), title, node })), ...this.own.map((entry) => ({ ...entry }))];
    const inner = h("div", { class: "inner" });
    const grip = h("button", { type: "button", class: "gripper", "aria-label": "Open or close the sheet", "aria-expanded": String(this.sheetOpen), onclick: () => this.openSheet(!this.sheetOpen) }, h("i", { class: "grip" }));
    const { bar, body } = tabs("sheet-tab", entries, { chosen: (id, click) => { if (click) this.openSheet(!(this.sheetOpen && this.sheetTab === id)); this.sheetTab = id; } });
    const peek = h("p", { class: "peek" }, scene.peek);
    inner.append(grip, bar, peek, body);
    sheet.replaceChildren(inner);
    this.grip = grip;
    this.openSheet(this.sheetOpen, true);
    let start = null;
    inner.addEventListener("pointerdown", (event) => { if (!event.target.closest(".tabbody")) start = event.clientY; });
    inner.addEventListener("pointerup", (event) => {
      if (start !== null && Math.abs(event.clientY - start) > 24) this.openSheet(event.clientY < start);
      start = null;
    });
  }

  openSheet(open, quiet = false) {
    this.sheetOpen = open;
    $("sheet").classList.toggle("open", open);
    this.grip?.setAttribute("aria-expanded", String(open));
    if (!quiet) this.sheetChanged?.();
  }
}

function box(panel) {
  const body = panel.node ?? h("div", { class: "body", role: "group", "aria-label": panel.title || panel.id, html: panel.html });
  return h("section", { class: `panel ${panel.class ?? ""}`, "data-id": panel.id, "aria-label": panel.title || panel.id }, panel.title ? h("h2", {}, panel.title) : null, body);
}

/** Who sits where, for games that have no such panel of their own. */
export function playersPanel(seats) {
  const rows = seats.map((seat) => h("li", { class: `row${seat.asked ? " asked" : ""}` }, mark(seat.seat, 26),
    h("span", { class: "who" }, h("b", {}, seat.yours && seat.player ? `${seat.name}, you` : seat.name), h("small", {}, seatState(seat))),
    seat.standing ? h("span", { class: "pts num" }, seat.standing) : null));
  return { id: "page-players", title: "Players", node: h("ul", { class: "players" }, ...rows), stamp: seats };
}

export function seatState(seat) {
  const who = seat.kind === "bot" ? `bot${seat.bot ? `, ${seat.bot}` : ""}` : seat.kind === "auto" ? "played by the rules" : seat.kind === "open" ? "nobody yet" : seat.stand_in ? "a bot stands in" : seat.yours || seat.online ? "" : "away";
  return [seat.asked ? "choosing" : "", who].filter(Boolean).join(" · ");
}

/** How it ended, broken down; a long breakdown stays folded. */
export function resultsPanel(outcome, seats) {
  const heads = h("tr", {}, h("th", {}, h("span", { class: "vh" }, "For")), ...seats.map((seat) => h("th", { class: "n", scope: "col" }, mark(seat.seat, 12), h("span", {}, seat.name))));
  const row = (words, value) => h("tr", {}, h("th", { scope: "row" }, words), ...seats.map((seat) => h("td", { class: "n" }, points(value(seat.seat)))));
  const reasons = [...new Set(outcome.breakdown.flatMap((part) => Object.keys(part)))];
  const rows = reasons.map((reason) => row(capital(reason), (seat) => outcome.breakdown[seat]?.[reason]));
  const total = outcome.scores.length ? h("tfoot", {}, row("Points", (seat) => outcome.scores[seat])) : null;
  const long = rows.length > 9;
  const parts = [];
  if (rows.length || total) parts.push(h("table", { class: "data narrow" }, h("thead", {}, heads), long ? null : h("tbody", {}, ...rows), total));
  else parts.push(h("p", {}, outcome.reason));
  if (long) parts.push(h("details", { class: "parts" }, h("summary", {}, "Broken down"), h("table", { class: "data narrow" }, h("thead", {}, heads.cloneNode(true)), h("tbody", {}, ...rows))));
  const title = rows.length || total ? "Points" : "The end"; // a game that is won or lost by all counts none
  return { id: "page-results", title, node: h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title }, ...parts), stamp: outcome };
}

export const points = (value) => (value === undefined ? "–" : Number.isInteger(value) ? String(value).replace("-", "−") : value.toFixed(1).replace("-", "−"));
