// The service worker: what was seen stays readable without a network, and messages arrive while no page is open.
/** @type {any} */
const worker = globalThis; // of a kind of its own, which the types of pages do not know
const KEPT = "tabletown-VERSION"; // the server puts its version in
const LIST = "/me/tables.json";

worker.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(KEPT);
      const page = await fetch("/offline");
      const parts = [...(await page.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((one) => one[1]);
      await cache.put("/offline", page);
      await cache.addAll([...new Set(parts)]);
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) {
      if (name === KEPT) continue;
      const list = await (await caches.open(name)).match(LIST); // your tables as last seen outlive an update
      if (list) await (await caches.open(KEPT)).put(LIST, list);
      await caches.delete(name);
    }
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

/** What never changes under its address: from here, else from there. */
async function kept(request) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** What may change: from there, and remembered; without a network as it was last seen. */
async function fresh(request, keep) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok && keep && !answer.redirected) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const known = keep && (await cache.match(request, { ignoreSearch: true, ignoreVary: true }));
    if (known) return known;
    if (request.mode !== "navigate") throw error;
    return (await cache.match("/offline")) ?? Response.error();
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/static\/v-/.test(url.pathname) || /^\/games\/[\w-]+\/cover\.svg$/.test(url.pathname)) {
    event.respondWith(kept(request));
  } else if (url.pathname === LIST) event.respondWith(fresh(request, true));
  else if (request.mode === "navigate") event.respondWith(fresh(request, /^\/rules(\/|$)/.test(url.pathname)));
});

// ------------------------------------------------------------------------------------------------ messages

worker.addEventListener("push", (event) => {
  const news = event.data?.json() ?? {};
  const shown = { body: news.text, tag: news.tag, data: { url: news.url }, icon: "/static/icon-192.png" };
  const badge = news.badge ? navigator.setAppBadge?.(news.badge) : null;
  event.waitUntil(Promise.all([worker.registration.showNotification(news.title ?? "Tabletown", shown), badge]));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url || "/me", location.href).href;
  const open = async () => {
    const pages = await worker.clients.matchAll({ type: "window" });
    const there = pages.find((page) => page.url.split("#")[0] === url);
    await (there ? there.focus() : worker.clients.openWindow(url));
  };
  event.waitUntil(open());
});
