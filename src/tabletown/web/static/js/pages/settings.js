// Settings of this browser, kept here.
import { remember, remembered } from "../common/dom.js";

const text = document.getElementById("text-view");
text.checked = remembered("text-view") === "on";
text.addEventListener("change", () => remember("text-view", text.checked ? "on" : "off"));
for (const radio of document.querySelectorAll('input[name="cards"]')) {
  radio.checked = radio.value === remembered("cards", "matters");
  radio.addEventListener("change", () => remember("cards", radio.value));
}
