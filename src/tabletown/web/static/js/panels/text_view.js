// The table in words, in place of the board.
import { $, capital, h } from "../common/dom.js";
import { t } from "../common/translate.js";
import { options, table, textView } from "../table/store.js";
import { typedForm } from "../table/tray.js";
import { askField, inWords } from "./table_in_words.js";

const ask = askField(() => table.scene.text); // stays while the table changes below it
const body = h("div");

export function drawTextView() {
  const words = $("words");
  const on = textView || !table.scene.board;
  words.hidden = !on;
  $("view").hidden = on;
  $("textview").setAttribute("aria-pressed", String(textView));
  for (const button of $("zoom").children) button.disabled = on;
  if (!on) {
    body.replaceChildren();
    return;
  }
  if (!body.isConnected) words.replaceChildren(h("h2", { class: "vh" }, t("The table in words")), ask, body);
  const parts = [inWords(table.scene.text)];
  if (textView && table.asked) {
    const props = { type: "button", class: "btn opt" };
    const button = ({ word, label }) => h("button", { ...props, "data-option": word }, label);
    const items = table.asked.options.map((option) => h("li", {}, button(option)));
    parts.push(h("h3", {}, capital(table.asked.prompt)), h("ol", { class: "textoptions" }, ...items));
    if (table.asked.typed) parts.push(typedForm(table.asked));
  }
  body.replaceChildren(...parts);
  options.dress();
}
