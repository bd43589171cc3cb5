// The chat of a table, with muting and reporting.
import { h, icon, mark, toast } from "../common/dom.js";
import { locale, t } from "../common/translate.js";

export class Chat {
  constructor(say) {
    this.list = h("ol", { class: "chat" });
    this.scroll = h("div", { class: "logbox", role: "log", "aria-label": t("Chat"), tabindex: "0" }, this.list);
    this.empty = h("p", { class: "help" }, t("No messages yet."));
    const words = t("Write a message");
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
        const unmute = () => this.tell({ type: "mute", seat, on: false });
        return h(
          "button",
          { type: "button", class: "btn small", onclick: unmute },
          t("Unmute {name}", { name: this.nameOf(seat) }),
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
    const words = at.toLocaleString(locale, when);
    const said = h("span", {}, h("b", {}, line.name), " ", line.text, " ", h("time", {}, words));
    const item = h("li", {}, line.seat !== null ? mark(line.seat, 14) : h("span"), said);
    if (line.seat === null || this.isMine(line.seat)) return item;
    const act = (words2, message) =>
      h("button", { type: "button", class: "plain", onclick: () => this.tell(message) }, words2);
    said.append(
      h(
        "details",
        { class: "on-line" },
        h("summary", { "aria-label": t("About {name}'s message", { name: line.name }) }, "⋯"),
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
