// A pack in several languages: every text that people wrote, beside its translation.
import { t } from "../common/translate.js";
import { el } from "./form.js";

/** Where each text of the pack stands: {path: text}. */
export function textsOf(kinds, parts) {
  const found = new Map();
  const walk = (fields, data, path) => {
    for (const field of fields) {
      const value = data?.[field.id];
      if ((field.kind === "text" || field.kind === "long") && typeof value === "string") {
        found.set(`${path}.${field.id}`, value);
      } else if (field.kind === "group") walk(field.fields, value, `${path}.${field.id}`);
      else if (field.kind === "list" && Array.isArray(value)) {
        value.forEach((entry, place) => walk(field.fields, entry, `${path}.${field.id}.${place}`));
      }
    }
  };
  for (const [id, kind] of Object.entries(kinds)) {
    const data = parts[id];
    if (!data) continue;
    if (kind.deck) { for (const card of data.cards) walk(kind.fields, card, `${id}.${card[kind.id]}`); }
    else walk(kind.fields, data, id);
    if (kind.editor === "roads") { for (const stop of data.stops) found.set(`${id}.${stop.id}`, stop.name); }
  }
  return found;
}

/** A text that was rewritten keeps its translations: they move to its new words. */
export function follow(kinds, before, after, words) {
  const [old, fresh] = [textsOf(kinds, before), textsOf(kinds, after)];
  const moved = [...old].filter(([path, text]) => fresh.get(path) !== text);
  if (moved.length !== 1 || old.size !== fresh.size) return;
  const [path, text] = moved[0];
  const now = fresh.get(path);
  if (now === undefined || [...fresh.values()].includes(text)) return;
  for (const own of Object.values(words)) {
    if (!(text in own) || now in own) continue;
    own[now] = own[text];
    delete own[text];
  }
}

let chosen = "";

/** The table of translations. `words`: {language: {text: translation}}, changed in place. */
export function translations(given, parts, words, changed) {
  const offered = Object.entries(given.languages).filter(([code]) => code !== given.language);
  chosen ||= Object.keys(words).find((code) => code in given.languages) ?? offered[0]?.[0] ?? "";
  const rows = el("div", { class: "ws-fields" });
  const texts = [...new Set(textsOf(given.kinds, parts).values())].filter((text) => text.trim());
  const count = el("p", { class: "help", role: "status" });
  const tell = () => {
    const n = texts.filter((text) => words[chosen]?.[text]?.trim()).length;
    count.textContent = t("{n} of {all} texts translated. The rest stays as you wrote it.", { n, all: texts.length });
  };
  function draw() {
    rows.replaceChildren(...texts.map((text, place) => {
      const input = /** @type {HTMLTextAreaElement} */ (el("textarea", {
        class: "input",
        id: `word-${place}`,
        lang: chosen,
        rows: text.length > 60 ? 4 : 1,
        maxlength: 1000,
        oninput: () => {
          const own = (words[chosen] ??= {});
          if (input.value) own[text] = input.value;
          else delete own[text];
          if (!Object.keys(own).length) delete words[chosen];
          tell();
          changed();
        },
      }));
      input.value = words[chosen]?.[text] ?? "";
      const mistake = el("p", { class: "ws-mistake", "data-at": `words.${chosen}.${text}` });
      const label = el("label", { for: `word-${place}`, lang: given.language }, text);
      return el("div", { class: "field" }, label, input, mistake);
    }));
    tell();
  }
  const pick = /** @type {HTMLSelectElement} */ (el("select", {
    class: "input",
    id: "word-language",
    onchange: () => {
      chosen = pick.value;
      draw();
    },
  }));
  for (const [code, name] of offered) {
    pick.append(el("option", { value: code, lang: code, selected: code === chosen }, name));
  }
  draw();
  return el(
    "div",
    { class: "ws-box" },
    el("h2", {}, t("Translations")),
    el(
      "p",
      { class: "help" },
      t("Everyone at a table reads the pack in their own language. Rules translate themselves."),
    ),
    el("div", { class: "field" }, el("label", { for: "word-language" }, t("Language")), pick),
    count,
    texts.length ? rows : el("p", {}, t("Write something first.")),
  );
}
