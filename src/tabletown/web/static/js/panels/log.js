// The log: newest lines on top; a line that is pointed at, focused or tapped shows the number of its rule.
import { h, mark } from "../common/dom.js";
import { plural, t } from "../common/translate.js";

const LINES_SHOWN = 150;
const ruleWords = ({ clause }) => (clause ? t("rule {number}", { number: clause }) : t("rule"));

export class Log {
  constructor(rules, from) {
    this.rules = rules;
    this.from = from;
    this.lines = [];
    this.all = false;
    const show = ({ target }) => target.closest("a") || target.closest("li")?.classList.toggle("tapped");
    this.list = h("ol", { class: "log", onclick: show });
    const props = { class: "logbox", role: "log", "aria-live": "off", "aria-label": t("Log"), tabindex: "0" };
    this.box = h("div", props, this.list);
  }

  /** Adds new lines; the log is rewritten only if its past has changed. */
  update(lines, fresh) {
    if (fresh) {
      this.lines = [...lines];
      this.draw();
      return;
    }
    this.lines.push(...lines);
    for (const line of lines) this.add(line);
  }

  /** The last words of the log, newest first. */
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

  /** Newest on top, as people expect; headings stand above what they head. */
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
