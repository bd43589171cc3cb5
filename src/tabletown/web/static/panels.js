// Everything beside the board: the game's panels, log and chat, as tabs of one box. It stands in the rail or the dock;
// where there is no room it is a sheet over the board's foot.
import { $, capital, h, icon, mark, remember, remembered, toast } from "./dom.js";
import { roomy } from "./frames.js";
import { patchNodes } from "./patch.js";
import { plural, t } from "./words.js";

const LINES_SHOWN = 150;
const ruleWords = ({ clause }) => (clause ? t("rule {number}", { number: clause }) : t("rule"));

export class Log {
  constructor(rules, from) {
    this.rules = rules;
    this.from = from;
    this.lines = [];
    this.all = false;
    this.list = h("ol", { class: "log" });
    const props = { class: "logbox", role: "log", "aria-live": "off", "aria-label": t("Log"), tabindex: "0" };
    this.box = h("div", props, this.list);
  }

  /** New lines are added; only another past is written anew. */
  update(lines, fresh) {
    if (fresh) {
      this.lines = [...lines];
      this.draw();
      return;
    }
    this.lines.push(...lines);
    for (const line of lines) this.add(line);
  }

  /** The last words of the log, the newest first. */
  latest(count) {
    return this.lines.filter((line) => !line.heading).slice(-count).reverse().map((line) => line.text);
  }

  ruleLink(rule, why = "") {
    const query = new URLSearchParams({ from: this.from, ...(why && { why }) });
    return `${this.rules}?${query}#${rule}`;
  }

  draw() {
    const skipped = this.all ? 0 : Math.max(0, this.lines.length - LINES_SHOWN);
    this.list.replaceChildren();
    for (const line of this.lines.slice(skipped)) this.add(line);
    if (!skipped) return;
    const words = plural("{n} earlier line", "{n} earlier lines", { n: skipped });
    const all = () => {
      this.all = true;
      this.draw();
    };
    const button = h("button", { class: "btn small", type: "button", onclick: all }, words);
    this.list.append(h("li", { class: "when" }, button));
  }

  /** The newest on top, as people look for it; headings stand above what they head. */
  add(line) {
    const first = this.list.firstElementChild;
    if (line.heading) this.list.prepend(h("li", { class: "when" }, line.text));
    else if (first?.className === "when" && !first.firstElementChild) first.after(this.item(line));
    else this.list.prepend(this.item(line));
  }

  item(line) {
    const rule = line.rule ? h("a", { class: "r", href: this.ruleLink(line.rule) }, ruleWords(line)) : null;
    const sign = line.seat !== null && line.seat >= 0 ? mark(line.seat, 14) : h("span");
    return h("li", {}, sign, h("span", {}, line.text, rule && " ", rule));
  }
}

export class Talk {
  constructor(say) {
    this.list = h("ol", { class: "chat" });
    this.scroll = h("div", { class: "logbox", role: "log", "aria-label": t("Chat"), tabindex: "0" }, this.list);
    this.empty = h("p", { class: "help" }, t("Nobody has said anything yet."));
    const words = t("Say something");
    const field = h("input", { maxlength: 500, "aria-label": words, autocomplete: "off", placeholder: words });
    const form = h(
      "form",
      { class: "say-box" },
      field,
      h("button", { class: "btn", "aria-label": t("Send") }, icon("send")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = field.value.trim();
      if (typed && say(typed)) field.value = "";
    });
    this.muted = h("p", { class: "muted" });
    this.box = h("div", { class: "talk" }, this.empty, this.scroll, this.muted, form);
    this.unread = 0;
    this.changed = () => {};
    this.tell = (_message) => {}; // to the server
    this.isMine = (_seat) => false;
    this.nameOf = (_seat) => "";
  }

  add(lines, fresh, muted = []) {
    if (fresh) {
      this.list.replaceChildren();
      const again = (seat) => {
        const hear = () => this.tell({ type: "mute", seat, on: false });
        return h(
          "button",
          { type: "button", class: "btn small", onclick: hear },
          t("Hear {name} again", { name: this.nameOf(seat) }),
        );
      };
      this.muted.replaceChildren(...muted.map(again));
    }
    for (const line of lines) this.list.append(this.item(line));
    this.empty.hidden = this.list.children.length > 0;
    this.scroll.scrollTop = this.scroll.scrollHeight;
    if (!fresh && lines.length) {
      if (this.box.checkVisibility()) this.read();
      else {
        this.unread += lines.length;
        toast(`${lines.at(-1).name}: ${lines.at(-1).text}`);
      }
    }
    this.changed();
  }

  item(line) {
    const at = new Date(line.at * 1000);
    const today = at.toDateString() === new Date().toDateString();
    /** @type {Intl.DateTimeFormatOptions} */
    const when = { hour: "2-digit", minute: "2-digit" };
    if (!today) Object.assign(when, { day: "numeric", month: "short" });
    const words = at.toLocaleString([], when);
    const said = h("span", {}, h("b", {}, line.name), " ", line.text, " ", h("time", {}, words));
    const item = h("li", {}, line.seat !== null ? mark(line.seat, 14) : h("span"), said);
    if (line.seat === null || this.isMine(line.seat)) return item;
    const act = (words2, message) =>
      h("button", { type: "button", class: "plain", onclick: () => this.tell(message) }, words2);
    said.append(
      h(
        "details",
        { class: "on-line" },
        h("summary", { "aria-label": t("About this line of {name}", { name: line.name }) }, "⋯"),
        act(t("Mute {name}", { name: line.name }), { type: "mute", seat: line.seat, on: true }),
        act(t("Report to the host"), { type: "report", at: line.at }),
      ),
    );
    return item;
  }

  read() {
    this.unread = 0;
    if (this.list.children.length) this.tell({ type: "read" });
    this.changed();
  }
}

// ------------------------------------------------------------------------------------------------ tabs

const slug = (words) => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
const clean = (words) => words.replace(/[<>&"']/g, "");

/** Panels in their places. `own` are the page's [{id, title, node}] (log, chat …), last as a rule. */
export class Panels {
  constructor(own) {
    this.own = own;
    this.ownFirst = false;
    this.drawn = new Map();
    this.entries = [];
    this.sheetChanged = () => {};
    this.three = () => false;
    this.bar = h("div", { class: "tabs", role: "tablist" });
    this.body = h("div", { class: "tabbody" });
    this.grip = h("button", { type: "button", class: "gripper", "aria-label": t("Close the panels") }, h("i"));
    this.grip.addEventListener("click", () => this.open(false));
    this.bar.addEventListener("keydown", (event) => this.onKey(event));
    $("rail").append(this.grip, this.bar, this.body);
    $("rail").addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.isOpen) return;
      this.open(false);
      event.stopPropagation();
    });
  }

  get isOpen() {
    return document.body.classList.contains("panels-open");
  }

  /** scene: its panels. extra: panels of the page before the game's own. True if anything was drawn anew. */
  show(scene, extra = []) {
    const filled = scene.panels.filter((panel) => panel.html.trim());
    const place = (...names) => filled.filter((panel) => names.includes(panel.place));
    const three = this.three();
    const left = three ? place("left") : [];
    const rail = [...extra, ...(three ? [] : place("left")), ...filled.filter((panel) => panel.place === "rail")];
    const changed = [this.hand(place("hand", "drawer", "dialog")), this.left(left), this.rail(rail)].some(Boolean);
    if (changed) reachable();
    return changed;
  }

  /** Whether this place shows something else than before; remembered by what it shows. */
  differs(place, panels) {
    const stamp = JSON.stringify(panels.map((panel) => ({ ...panel, node: 0 })));
    if (this.drawn.get(place) === stamp) return false;
    this.drawn.set(place, stamp);
    return true;
  }

  hand(panels) {
    const hand = $("hand");
    if (!hand) return false; // a replay has none
    document.body.classList.toggle("high", panels.some((panel) => panel.place !== "hand"));
    document.body.classList.toggle("offers", panels.some((panel) => panel.place === "dialog"));
    if (!this.differs("hand", panels)) return false;
    hand.hidden = !panels.length;
    const body = ({ id, html }) => h("div", { class: "handbody", "data-id": id, html });
    patchNodes(hand, ...panels.map(body));
    if (panels.length) hand.setAttribute("aria-label", panels[0].title || t("Your hand"));
    return true;
  }

  left(panels) {
    $("left").hidden = !panels.length;
    if (!this.differs("left", panels)) return false;
    patchNodes($("left"), ...panels.map((panel) => box(panel)));
    return true;
  }

  /** A tab for each title; panels of the same tab stand below each other. */
  rail(panels) {
    const named = new Map();
    for (const panel of panels) {
      const title = panel.tab || panel.title || capital(panel.id);
      if (!named.has(title)) named.set(title, []);
      named.get(title).push(panel);
    }
    const theirs = [...named].map(([title, all]) => ({ id: slug(title), title, all }));
    const wanted = this.ownFirst ? [...this.own, ...theirs] : [...theirs, ...this.own];
    const same = wanted.map((entry) => entry.id).join() === this.entries.map((entry) => entry.id).join();
    if (!same) this.build(wanted);
    let changed = !same;
    for (const { id, title, all } of wanted) {
      if (!all || !(this.differs(`tab-${id}`, all) || !same)) continue;
      const { pane } = this.entries.find((entry) => entry.id === id);
      patchNodes(pane, ...all.map((panel, at) => box(panel, at ? "" : title)));
      changed = true;
    }
    return changed;
  }

  build(wanted) {
    this.entries = wanted.map((entry) => {
      const name = `tab-${entry.id}`;
      const tab = { type: "button", role: "tab", id: name, "aria-controls": `${name}-pane` };
      const button = h("button", tab, entry.title);
      button.addEventListener("click", () => this.choose(entry.id));
      const scrolls = entry.node ? {} : { tabindex: 0 }; // what has a scroller of its own needs no other
      const props = { role: "tabpanel", id: `${name}-pane`, "aria-labelledby": name, class: "pane", ...scrolls };
      return { ...entry, button, pane: h("div", props, entry.node ?? null) };
    });
    this.bar.replaceChildren(...this.entries.map((entry) => entry.button));
    this.body.replaceChildren(...this.entries.map((entry) => entry.pane));
    const chosen = remembered("tab");
    this.choose(this.entries.some((entry) => entry.id === chosen) ? chosen : this.entries[0]?.id, false);
  }

  choose(id, keep = true) {
    for (const entry of this.entries) {
      const on = entry.id === id;
      entry.button.setAttribute("aria-selected", String(on));
      entry.button.tabIndex = on ? 0 : -1;
      entry.pane.hidden = !on;
      if (!on) continue;
      if (roomy() || this.isOpen) entry.shown?.();
      entry.button.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    if (keep) remember("tab", id);
  }

  rename(id, title) {
    const entry = this.entries.find((one) => one.id === id);
    if (entry && entry.button.textContent !== title) entry.button.textContent = title;
  }

  onKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const at = this.entries.findIndex((entry) => entry.button === document.activeElement);
    const next = this.entries[(at + step + this.entries.length) % this.entries.length];
    this.choose(next.id);
    next.button.focus();
    event.stopPropagation();
    event.preventDefault();
  }

  /** The sheet. */
  open(open) {
    if (open === this.isOpen) return;
    document.body.classList.toggle("panels-open", open);
    for (const button of document.querySelectorAll('[data-do="panels"]')) button.setAttribute("aria-expanded", open);
    if (open) this.entries.find((entry) => !entry.pane.hidden)?.shown?.();
    if (open) this.bar.querySelector('[aria-selected="true"]')?.focus({ preventScroll: true });
    this.sheetChanged();
  }
}

/** What scrolls can be reached with the keyboard. */
function reachable() {
  for (const body of document.querySelectorAll(".panel > .body, .panel > .body > *, .handbody, .handbody > *, #hand")) {
    if (body.scrollWidth > body.clientWidth + 1 && getComputedStyle(body).overflowX !== "visible") body.tabIndex = 0;
    else body.removeAttribute("tabindex");
  }
}

/** `tab`: the words on the tab it stands under; they are not said twice. */
function box(panel, tab = "") {
  const name = panel.title || panel.tab || clean(panel.id);
  const body = panel.node ?? h("div", { class: "body", role: "group", "aria-label": name, html: panel.html });
  const title = panel.title ? h("h2", { class: panel.title === tab ? "vh" : null }, panel.title) : null;
  return h("section", { class: `panel ${panel.class ?? ""}`, "data-id": panel.id, "aria-label": name }, title, body);
}
