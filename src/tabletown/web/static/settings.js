// Settings of this browser: kept here, sent nowhere.
import { remember, remembered } from "./dom.js";

const text = document.getElementById("text-view");
text.checked = remembered("text-view") === "on";
text.addEventListener("change", () => remember("text-view", text.checked ? "on" : "off"));
