// Everything beside the board: the game's panels, log and chat, as tabs of one box in the rail or the dock;
// without room for either, a sheet over the foot of the board.
import { $, capital, h, remember, remembered } from "../common/dom.js";
import { hasRail } from "../common/layout.js";
import { patchNodes } from "../common/patch.js";
import { t } from "../common/translate.js";

const slug = (words) => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
const clean = (words) => words.replace(/[<>&"']/g, "");

const TAB = `tab-${document.body.dataset.game}`; // each game has its own panels

/** Puts panels in their places. `own`: the page's [{id, title, node}] (log, chat …), usually last. */
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
    $("rail").replaceChildren(this.grip, this.bar, this.body); // in place of what early.js showed
    $("rail").addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.isOpen) return;
      this.open(false);
      event.stopPropagation();
    });
  }

  get isOpen() {
    return document.body.classList.contains("panels-open");
  }

  /** scene: its panels. extra: panels of the page before the game's own. True if anything was redrawn. */
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

  /** Whether this place shows something new; its contents are remembered. */
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

  /** A tab for each title; panels of the same tab are stacked. */
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
      button.addEventListener("click", () => {
        this.choose(entry.id);
        document.body.classList.add("reads"); // a long list of answers leaves it room, until the next question
      });
      const scrolls = entry.node ? {} : { tabindex: 0 }; // what scrolls by itself needs no other scroller
      const props = { role: "tabpanel", id: `${name}-pane`, "aria-labelledby": name, class: "pane", ...scrolls };
      return { ...entry, button, pane: h("div", props, entry.node ?? null) };
    });
    this.bar.replaceChildren(...this.entries.map((entry) => entry.button));
    this.body.replaceChildren(...this.entries.map((entry) => entry.pane));
    const chosen = remembered(TAB);
    this.choose(this.entries.some((entry) => entry.id === chosen) ? chosen : this.entries[0]?.id, false);
  }

  choose(id, keep = true) {
    for (const entry of this.entries) {
      const on = entry.id === id;
      entry.button.setAttribute("aria-selected", String(on));
      entry.button.tabIndex = on ? 0 : -1;
      entry.pane.hidden = !on;
      if (!on) continue;
      if (hasRail() || this.isOpen) entry.shown?.();
      entry.button.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    if (keep) remember(TAB, id);
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

/** Makes what scrolls reachable with the keyboard. */
function reachable() {
  for (const body of document.querySelectorAll(".panel > .body, .panel > .body > *, .handbody, .handbody > *, #hand")) {
    if (body.scrollWidth > body.clientWidth + 1 && getComputedStyle(body).overflowX !== "visible") body.tabIndex = 0;
    else body.removeAttribute("tabindex");
  }
}

/** `tab`: the words on its tab, which aren't repeated. */
function box(panel, tab = "") {
  const name = panel.title || panel.tab || clean(panel.id);
  const body = panel.node ?? h("div", { class: "body", role: "group", "aria-label": name, html: panel.html });
  const title = panel.title ? h("h2", { class: panel.title === tab ? "vh" : null }, panel.title) : null;
  return h("section", { class: `panel ${panel.class ?? ""}`, "data-id": panel.id, "aria-label": name }, title, body);
}
