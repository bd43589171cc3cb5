// Shows how far a fairness check has got, and its result once it is there.
import { t } from "../common/translate.js";

const main = document.getElementById("main");
let leaves = false; // Stop loads the page itself
addEventListener("submit", () => (leaves = true));

async function look() {
  const found = await fetch(`${main.dataset.check}/state`).then((answer) => answer.json()).catch(() => null);
  if (leaves) return;
  if (found && !found.running) {
    location.reload();
    return;
  }
  if (found) {
    document.getElementById("progress").value = found.pairs;
    const { here } = found;
    let words = t("{n} of {all} pairs", { n: found.pairs, all: found.wanted });
    if (here && found.pairs >= 10) {
      const [low, high] = [Math.round(here.low), Math.round(here.high)];
      words += ` · ${t("between {low} and {high} % so far", { low, high })}`;
    }
    document.getElementById("told").textContent = words;
  }
  setTimeout(look, 1500);
}

if (main.dataset.running) setTimeout(look, 1500);
