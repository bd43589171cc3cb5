// Opens a pack's file: the server reads it, or says what is wrong with it.
import { t } from "../common/translate.js";

const said = document.getElementById("open-error");
const input = /** @type {HTMLInputElement} */ (document.getElementById("open-file"));

input.addEventListener("change", async () => {
  const file = input.files[0];
  input.value = "";
  if (!file) return;
  const answer = await fetch("/workshop/open", { method: "POST", body: file }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (found?.url) {
    location.assign(found.url);
    return;
  }
  said.textContent = found?.error ?? t("This file can't be sent. It may be too large for a pack.");
  said.hidden = false;
});
