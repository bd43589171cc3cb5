// The debrief: what if a law had passed? Computed by the server on request.
import { t } from "/static/js/common/translate.js";

const answer = document.getElementById("answer");
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-what]");
  if (!button) return;
  for (const other of document.querySelectorAll("[data-what]")) {
    other.setAttribute("aria-pressed", String(other === button));
  }
  answer.textContent = t("The bots are playing…");
  try {
    const reply = await fetch(`${document.getElementById("main").dataset.home}/what-if?${button.dataset.what}`);
    if (reply.ok) answer.innerHTML = await reply.text();
    else answer.textContent = t("That couldn't be played. Nothing was changed; try again.");
  } catch {
    answer.textContent = t("No connection. Try again in a moment.");
  }
});
