// The service worker: pages you have seen stay readable offline, and notifications arrive while no page is open.
/** @type {any} */
const worker = globalThis; // has types of its own, which pages' types lack
const KEPT = "tabletown-VERSION"; // the server inserts its version
const LIST = "/me/tables.json";

/** What a page needs for its look. */
const parts = (html) => [...new Set([...html.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((one) => one[1]))];
const isFile = (path) => /^\/static\/v-/.test(path) || /^\/games\/[\w-]+\/cover\.svg$/.test(path);
const isKept = (path) => path === LIST || /^\/rules(\/|$)/.test(path);
const AS_SEEN = { ignoreSearch: true, ignoreVary: true };

worker.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(KEPT);
      const page = await fetch("/offline");
      if (!page.ok) throw new Error("no page for times without a network");
      const needed = parts(await page.clone().text());
      await cache.put("/offline", page);
      await cache.addAll(needed);
      await worker.skipWaiting();
    })(),
  );
});

/**
 * Pages seen before survive an update of the server, with what they need; everything else of the old version is
 * deleted.
 */
async function moveIn(name) {
  const cache = await caches.open(KEPT);
  const old = await caches.open(name);
  const move = async (request) => {
    const found = (await cache.match(request, AS_SEEN)) ? null : await old.match(request, AS_SEEN);
    if (found) await cache.put(request, found.clone());
    return found;
  };
  for (const request of await old.keys()) {
    if (!isKept(new URL(request.url).pathname)) continue;
    const page = await move(request);
    if (page?.headers.get("content-type")?.startsWith("text/html")) {
      for (const part of parts(await page.text())) await move(part);
    }
  }
  await caches.delete(name);
}

worker.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) {
      if (name !== KEPT) await moveIn(name);
    }
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

/** Stores a response. If there is no room for it, the page gets it all the same. */
function remember(event, answer) {
  const copy = answer.clone();
  const put = async () => (await caches.open(KEPT)).put(event.request, copy);
  event.waitUntil(put().catch(() => {}));
  return answer;
}

/** For what never changes under its address: from the cache, otherwise from the network. */
async function kept(event) {
  const found = await (await caches.open(KEPT)).match(event.request);
  if (found) return found;
  const answer = await fetch(event.request);
  return answer.ok ? remember(event, answer) : answer;
}

/** For what may change: from the network, and stored; without a network, as last seen. */
async function fresh(event, keep) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    return answer.ok && keep && !answer.redirected ? remember(event, answer) : answer;
  } catch (error) {
    const cache = await caches.open(KEPT);
    // in any cache: the previous worker may have stored it after the move
    const known = keep && ((await cache.match(request, AS_SEEN)) ?? (await caches.match(request, AS_SEEN)));
    if (known) return known;
    if (request.mode !== "navigate") throw error;
    return (await cache.match("/offline")) ?? Response.error();
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (isFile(url.pathname)) event.respondWith(kept(event));
  else if (request.mode === "navigate" || url.pathname === LIST) event.respondWith(fresh(event, isKept(url.pathname)));
});

// ------------------------------------------------------------------------------------------------ messages

worker.addEventListener("push", (event) => {
  const news = event.data?.json() ?? {};
  const shown = { body: news.text, tag: news.tag, data: { url: news.url }, icon: "/static/images/icon-192.png" };
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
