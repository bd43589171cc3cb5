// Motion, sound and cards: how this browser shows others' moves.
import { dialog, h, remember, remembered } from "../common/dom.js";
import { t } from "../common/translate.js";
import { play, setSound, setVolume, sound, volume } from "./sound.js";

/** A setting with a few choices, kept in this browser. `changed` gets the value. */
function choice(key, legend, words, now, changed = (value) => remember(key, value)) {
  const row = ([value, label]) => {
    const props = { type: "radio", name: key, value, checked: now === value, onchange: () => changed(value) };
    return h("label", { class: "tick-setting" }, h("input", props), label);
  };
  return h("fieldset", {}, h("legend", {}, legend), ...Object.entries(words).map(row));
}

function volumeRow() {
  const props = { type: "range", id: "volume", min: 0, max: 100, step: 5, value: volume() };
  const onchange = (event) => {
    setVolume(event.target.value);
    play("pick");
  };
  return h("p", { class: "volume" }, h("label", { for: "volume" }, t("Volume")), h("input", { ...props, onchange }));
}

export function motionSettings() {
  dialog(t("Motion, sound and cards"), (close) => [
    choice("moves", t("Other players' moves"), {
      slow: t("Slow"),
      normal: t("Normal"),
      fast: t("Fast"),
      off: t("Off"),
    }, remembered("moves", "normal")),
    choice("sound", t("Sound"), { on: t("On"), turn: t("Only my turn"), off: t("Off") }, sound(), setSound),
    volumeRow(),
    choice(
      "cards",
      t("Open cards for"),
      { matters: t("Events that affect everyone"), never: t("Never (summary strip only)") },
      remembered("cards", "matters"),
    ),
    choice(
      "steps",
      t("Turns played by the rules"),
      { step: t("Step through"), off: t("Only on the board") },
      remembered("steps", "step"),
    ),
    h("div", { class: "acts" }, h("button", { type: "button", class: "btn prime", onclick: close }, t("Done"))),
  ], { class: "motion" });
}
