// Settings of this browser, stored in it.
import { remember, remembered } from "../common/dom.js";

const text = document.getElementById("text-view");
text.checked = remembered("text-view") === "on";
text.addEventListener("change", () => remember("text-view", text.checked ? "on" : "off"));
const shortcuts = document.getElementById("shortcuts");
shortcuts.checked = remembered("shortcuts") !== "off";
shortcuts.addEventListener("change", () => remember("shortcuts", shortcuts.checked ? "on" : "off"));
const START = { cards: "matters", moves: "normal", sound: "on" };
for (const [key, otherwise] of Object.entries(START)) {
  for (const radio of document.querySelectorAll(`input[name="${key}"]`)) {
    radio.checked = radio.value === remembered(key, otherwise);
    radio.addEventListener("change", () => remember(key, radio.value));
  }
}
