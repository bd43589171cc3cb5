// The table's dialogs: consent to an undo, the curtain of a shared screen; the others come when they are needed.
import { dialog, h, mark, pageData } from "../common/dom.js";
import { t } from "../common/translate.js";

const button = (words, onclick, kind = "") => h("button", { type: "button", class: `btn ${kind}`, onclick }, words);
const acts = (...buttons) => h("div", { class: "acts" }, ...buttons);

let others = null;

/** The dialogs of the menu, from a file that the first table doesn't wait for. */
export const loadDialogs = () => {
  others ??= import(pageData().dialogs).catch(() => {
    others = null; // without a network: next time
  });
  return others;
};
const opens = (name) => async (...about) => (await loadDialogs())?.[name](...about);
export const help = opens("help");
export const invite = opens("invite");
export const menu = opens("menu");
export const rename = opens("rename");
export const sit = opens("sit");

// ------------------------------------------------------------------------------------------------ taking back

/** Asks before an undo of an answer that others built on, or that ended a turn. */
export function confirmUndo(table, go) {
  const asks = table.undo.kind === "ask";
  const words = asks
    ? t("The other players must agree. Everything after it is undone too.")
    : t("This goes back before the start of your turn. Everything after it is undone too.");
  dialog(t("Undo your last move?"), (close) => [
    h("p", {}, table.undo.why ? `${table.undo.why} ${words}` : words),
    acts(
      button(t("Keep it"), close),
      button(t("Undo"), () => {
        close();
        go();
      }, "prime"),
    ),
  ], { class: "undoing" });
}

/** Somebody asks for an undo: the others agree or decline. */
let consent = null;
export function offerUndo(table, answer) {
  const asked = table.consent;
  if (!asked?.yours) {
    consent?.close();
    consent = null;
    return;
  }
  if (consent?.isConnected) return;
  const say = (agree, close) => () => {
    answer(agree);
    close();
  };
  const after = t("Everything after it is undone too.");
  consent = dialog(t("{name} asks to undo the last move", { name: asked.name }), (close) => [
    h("p", {}, asked.why ? `${asked.why} ${after}` : after),
    acts(button(t("Refuse"), say(false, close)), button(t("Agree"), say(true, close), "prime")),
  ], { firm: true, class: "consent" });
}

export function curtain(name, seat, ready) {
  const props = { type: "button", class: "btn prime big", autofocus: true };
  dialog(t("Hand the screen to {name}", { name }), (close) => [
    h("p", {}, t("This table has secrets. Everyone else, look away.")),
    acts(h("button", { ...props, onclick: close }, mark(seat, 16), t("I'm {name}", { name }))),
  ], { firm: true, class: "curtain", closed: ready });
}
