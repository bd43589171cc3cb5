// A tournament's page, live: what has changed is read again every few seconds, and not while somebody types there.
import { parsed } from "../common/dom.js";

const OFTEN = 4000;

async function read() {
  const live = document.getElementById("live");
  if (live.dataset.state === "over") return;
  if (!document.hidden && !live.contains(document.activeElement)) {
    const answer = await fetch(location.href).catch(() => null);
    const fresh = answer?.ok ? parsed(await answer.text()).getElementById("live") : null;
    if (fresh && fresh.innerHTML !== live.innerHTML) live.replaceWith(fresh);
  }
  setTimeout(read, OFTEN);
}
setTimeout(read, OFTEN);
