// Your tables: notifications on this device, installing the app, linking devices.
import { $, copy, remember, remembered } from "../common/dom.js";
import { t } from "../common/translate.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of zone ? document.querySelectorAll("[data-zone]") : []) field.value = zone;

// ------------------------------------------------------------------------------------------------ push

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const knob = document.querySelector("[data-push]");
const says = (words) => {
  document.querySelector("[data-push-says]").textContent = words;
};

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") {
    says(t("Your browser blocks notifications here. Allow them in its settings for this site."));
    return false;
  }
  const worker = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytes(knob.dataset.push) };
  const found = await worker.pushManager.subscribe(options);
  const sent = {
    endpoint: found.endpoint,
    p256dh: text(found.getKey("p256dh")),
    auth: text(found.getKey("auth")),
    zone: zone ?? "",
  };
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/me/push", { method: "POST", headers, body: JSON.stringify(sent) });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) says(said.error ?? t("That didn't work. Try again."));
  knob.dataset.way = said.id ?? "";
  return answer.ok;
}

async function unsubscribe() {
  const worker = await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  await fetch(`/me/end/${knob.dataset.way}`, { method: "POST" });
}

if (knob && !("PushManager" in globalThis && "serviceWorker" in navigator)) {
  knob.disabled = true;
  says(t("This browser can't show notifications. On an iPhone, add this page to the home screen first."));
}
knob?.addEventListener("click", async () => {
  const on = knob.getAttribute("aria-checked") === "true";
  knob.disabled = true;
  try {
    if (on) await unsubscribe();
    const done = on || (await subscribe());
    if (done) knob.setAttribute("aria-checked", String(!on));
  } catch {
    says(t("That didn't work. Try again."));
  }
  knob.disabled = false;
});

// ------------------------------------------------------------------------------------------------ installing, sharing

/** Asked once, after the second table; never during a turn. */
const box = $("install");
let offer = null;
const wanted = () => box && remembered("install") !== "later" && document.querySelectorAll(".it").length > 1;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event;
  if (wanted()) box.hidden = false;
});
const apple = /iPhone|iPad/.test(navigator.userAgent) && !matchMedia("(display-mode: standalone)").matches;
if (apple && wanted() && globalThis.isSecureContext) {
  box.hidden = false;
  box.querySelector("[data-iphone]").hidden = false;
  box.querySelector("[data-install]").hidden = true;
}
box?.querySelector("[data-later]").addEventListener("click", () => {
  remember("install", "later");
  box.hidden = true;
});
box?.querySelector("[data-install]").addEventListener("click", async () => {
  remember("install", "later");
  box.hidden = true;
  await offer?.prompt();
});

const share = document.querySelector("[data-share]");
share?.addEventListener("click", async () => {
  const url = share.dataset.share;
  if (navigator.share) await navigator.share({ title: "Tabletown", url }).catch(() => {});
  else copy(url, share);
});

/** A code that is shown expires by itself: how long it still works, and then that it doesn't. */
const left = document.querySelector("[data-left]");
if (left) {
  const until = performance.now() + 1000 * Number(left.dataset.left);
  const count = () => {
    const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    left.textContent = seconds
      ? t("{time} left, works once", { time: clock })
      : t("This code has expired. Make a new one.");
  };
  left.hidden = false;
  count();
  setInterval(count, 1000);
}

/** Two devices being linked wait for each other: each checks whether the other has done its part. */
const linking = document.querySelector("[data-state]");
if (linking) {
  const looking = setInterval(async () => {
    const answer = await fetch(`${location.pathname}/state`).catch(() => null);
    if (!answer?.ok) return;
    const { state } = await answer.json();
    if (state === linking.dataset.state) return;
    clearInterval(looking);
    if (linking.dataset.state !== "open" || state !== "ended") location.reload(); // an expired code says so itself
  }, 2000);
}
