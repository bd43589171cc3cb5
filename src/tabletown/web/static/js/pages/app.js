// Loaded last on every page: makes the site an installable app, where the browser allows it.
const standalone = () => matchMedia("(display-mode: standalone)").matches;

/** Shows on the app's icon at how many tables it's my turn; the list is what is shown without a network. */
async function badge() {
  const answer = await fetch("/me/tables.json");
  if (!answer.ok || !standalone()) return;
  const { waiting } = await answer.json();
  if (waiting) navigator.setAppBadge?.(waiting);
  else navigator.clearAppBadge?.();
}

addEventListener("load", async () => {
  if (!globalThis.isSecureContext || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) { // after the first visit it takes a moment to control the page
      await new Promise((there) => navigator.serviceWorker.addEventListener("controllerchange", there, { once: true }));
    }
    if (standalone() || location.pathname === "/me" || location.pathname === "/") await badge();
  } catch { /* it works without */ }
});
document.addEventListener("visibilitychange", () => {
  if (standalone()) badge().catch(() => {});
});
