// New table: shows as many seats as are wanted, and says the table in a sentence above its one button.
const form = document.querySelector("form.nt");
const count = document.getElementById("count");
const seats = [...form.querySelectorAll("[data-seat]")];

function sentence() {
  const wanted = Number(count.value);
  const words = [];
  seats.forEach((row, seat) => {
    row.hidden = seat >= wanted;
    for (const input of row.querySelectorAll("input")) input.disabled = row.hidden;
    if (row.hidden) return;
    const chosen = row.querySelector("input[type=radio]:checked");
    const title = row.dataset.title;
    const name = row.querySelector(`#name-${seat}`).value.trim();
    if (!chosen) return;
    if (chosen.value === "me") words.push(`You are ${title}.`);
    else if (chosen.value === "link") words.push(`${title}: waits for your friend.`);
    else if (chosen.value === "open") words.push(`${title}: anybody.`);
    else if (chosen.value === "here") words.push(`${title}: ${name || "somebody"} on this screen.`);
    else words.push(`${title}: ${chosen.dataset.level} bot.`);
  });
  const title = document.getElementById("title").value.trim();
  form.querySelector('[data-say="table"]').textContent = title ? `${form.dataset.game}: ${title}` : form.dataset.game;
  form.querySelector('[data-say="who"]').textContent = words.join(" ");
}

// only one seat can be "me": taking another one gives the first to a bot
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
