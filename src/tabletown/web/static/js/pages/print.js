// The counts and pictures of pages follow the options; without this script they are those of the first look.
const form = /** @type {HTMLFormElement} */ (document.querySelector("form.sheet"));

let last = 0;
async function follow() {
  const mine = ++last;
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const answer = await fetch(`${form.dataset.page}?${query}`);
  if (!answer.ok || mine !== last) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelectorAll(".parts .num, #make, .pages");
  form.querySelectorAll(".parts .num, #make, .pages").forEach((old, at) => old.replaceWith(fresh[at]));
  history.replaceState(null, "", `${form.dataset.page}?${query}`);
}

form.addEventListener("change", follow);
