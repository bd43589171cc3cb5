// New table: shows the chosen number of seats, and sums the table up in a sentence above its one button.
import { t } from "../common/translate.js";

const form = document.querySelector("form.nt");
const count = document.getElementById("count");
const seats = [...form.querySelectorAll("[data-seat]")];

function sentence() {
  const wanted = Number(count.value);
  const words = [];
  seats.forEach((row, number) => {
    row.hidden = number >= wanted;
    for (const input of row.querySelectorAll("input")) input.disabled = row.hidden;
    if (row.hidden) return;
    const chosen = row.querySelector("input[type=radio]:checked");
    const seat = row.dataset.title;
    const name = row.querySelector(`#name-${number}`).value.trim();
    if (!chosen) return;
    if (chosen.value === "me") words.push(t("You are {seat}.", { seat }));
    else if (chosen.value === "link") words.push(t("{seat}: waiting for your friend.", { seat }));
    else if (chosen.value === "open") words.push(t("{seat}: anyone.", { seat }));
    else if (chosen.value !== "here") words.push(t("{seat}: {level} bot.", { seat, level: chosen.dataset.level }));
    else if (name) words.push(t("{seat}: {name} on this screen.", { seat, name }));
    else words.push(t("{seat}: someone on this screen.", { seat }));
  });
  const title = document.getElementById("title").value.trim();
  form.querySelector('[data-say="table"]').textContent = title ? `${form.dataset.game}: ${title}` : form.dataset.game;
  form.querySelector('[data-say="who"]').textContent = words.join(" ");
}

// only one seat can be "me": choosing another gives the first to a bot
form.addEventListener("change", (event) => {
  if (event.target.value === "me" && event.target.name.startsWith("seat-")) {
    for (const row of seats) {
      const mine = row.querySelector('input[value="me"]');
      if (mine !== event.target && mine.checked) {
        document.getElementById(row.querySelector(".isbot").htmlFor).checked = true;
      }
    }
  }
  sentence();
});
form.addEventListener("input", sentence);
form.querySelector("[data-seed]").addEventListener("click", () => {
  document.getElementById("seed").value = String(crypto.getRandomValues(new Uint32Array(1))[0]);
});
sentence();
