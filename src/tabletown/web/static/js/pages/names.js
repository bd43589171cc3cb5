// Keep a name and sign in: whether a name is free, passkeys, and what to do with a recovery code.
import { copy } from "../common/dom.js";
import { t } from "../common/translate.js";

const said = document.querySelector("[data-said]");
const says = (words) => {
  said.textContent = words;
};

// ------------------------------------------------------------------------------------------------ a name

const claim = document.querySelector("[data-claim]");
if (claim) {
  const [field, line, offers] = ["#name", "#said", "[data-free]"].map((found) => claim.querySelector(found));
  let asked = 0;
  let waiting;
  const look = async () => {
    const number = ++asked;
    const answer = await fetch(`/me/name/free?name=${encodeURIComponent(field.value)}`).catch(() => null);
    if (!answer?.ok || number !== asked) return;
    const { free, why, names } = await answer.json();
    line.textContent = free ? t("{name} is free.", { name: field.value.trim() }) : why;
    line.className = free ? "good" : "bad";
    field.setAttribute("aria-invalid", String(!free));
    offers.replaceChildren(...names.map((name) => {
      const button = document.createElement("button");
      Object.assign(button, { className: "btn small", name: "name", value: name, textContent: name, type: "button" });
      button.addEventListener("click", () => {
        field.value = name;
        look();
        field.focus();
      });
      return button;
    }));
  };
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    line.textContent = "";
    if (field.value.trim().length > 1) waiting = setTimeout(look, 300);
  });
}

// ------------------------------------------------------------------------------------------------ passkeys

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const headers = { "content-type": "application/json", accept: "application/json" };

async function ask(path, sent = {}) {
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(sent) });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(found.error ?? t("That didn't work. Try again."));
  return found;
}

const named = ({ id, type }) => ({ id: bytes(id), type });

async function create() {
  const options = await ask("/me/passkey/options");
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: (options.excludeCredentials ?? []).map(named),
    },
  });
  const { clientDataJSON, attestationObject } = /** @type {any} */ (made).response;
  const response = { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) };
  return ask("/me/passkey", { credential: { id: made.id, rawId: made.id, type: made.type, response } });
}

async function signIn() {
  const options = await ask("/sign-in/options");
  const found = await navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge) } });
  const { clientDataJSON, authenticatorData, signature, userHandle } = /** @type {any} */ (found).response;
  const response = {
    clientDataJSON: text(clientDataJSON),
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    userHandle: userHandle ? text(userHandle) : null,
  };
  const credential = { id: found.id, rawId: found.id, type: found.type, response };
  return ask("/sign-in", { credential });
}

for (const button of document.querySelectorAll("[data-passkey]")) {
  const creates = button.dataset.passkey === "create";
  button.addEventListener("click", async () => {
    button.disabled = true;
    says("");
    try {
      if (!globalThis.PublicKeyCredential) throw new Error(t("This browser has no passkeys. Use a recovery code."));
      const { to } = await (creates ? create() : signIn());
      location.assign(to);
      return;
    } catch (error) {
      const own = error instanceof DOMException; // closed, refused, timed out
      if (!own) says(error.message);
      else says(creates ? t("No passkey was created. Try again or skip.") : t("No passkey was used. Try again."));
    }
    button.disabled = false;
  });
}

// ------------------------------------------------------------------------------------------------ a recovery code

const word = document.querySelector("[data-word]");
if (word) {
  const tools = document.querySelector("[data-tools]");
  tools.hidden = false;
  tools.querySelector("[data-copy]").addEventListener("click", (event) => copy(word.dataset.word, event.currentTarget));
  tools.querySelector("[data-print]").addEventListener("click", () => print());
  tools.querySelector("[data-save]").addEventListener("click", () => {
    const file = new Blob([`${t("Tabletown recovery code")}\n${location.host}\n${word.dataset.word}\n`]);
    const link = Object.assign(document.createElement("a"), { download: "tabletown.txt" });
    link.href = URL.createObjectURL(file);
    link.click();
  });
}
document.querySelector(".claim h1")?.focus();
