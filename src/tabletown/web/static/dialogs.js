// The table's dialogs: menu, invitations, consent to an undo, why-not by list, keys, and the curtain of a shared screen.
import { copy, dialog, h, icon, mark } from "./dom.js";

/** A link that can be copied. */
function linkRow(label, url, seat = null) {
  const full = new URL(url, location.href).href;
  const button = h("button", { type: "button", class: "btn", onclick: () => copy(full, button) }, icon("copy", 16), "Copy");
  return h("div", { class: "field linkrow" }, h("b", {}, seat !== null ? mark(seat, 14) : null, label), h("span", {}, h("input", { class: "input", readonly: true, value: full, "aria-label": `Link: ${label}`, onfocus: (event) => event.target.select() }), button));
}

export function invite(page, table) {
  dialog("Invite", (close) => {
    const rows = [];
    const free = page.links.filter((link) => table?.seats.find((seat) => seat.seat === link.seat)?.kind === "open");
    for (const link of free) rows.push(linkRow(`Seat of ${link.name}`, link.invite_url, link.seat));
    if (free.length) rows.push(h("p", { class: "help" }, "Whoever opens it first takes the seat. No account."));
    if (page.watch) rows.push(linkRow("To watch", page.watch), h("p", { class: "help" }, "Watchers see what is public and can do nothing else."));
    for (const key of page.keys) rows.push(linkRow("Your own seat, on another device", key.url, key.seat));
    if (page.keys.length) rows.push(h("p", { class: "help" }, "Keep this one to yourself: it plays your seat."));
    if (!rows.length) rows.push(h("p", {}, "There is nothing to share at this table."));
    return [...rows, h("div", { class: "acts" }, h("button", { type: "button", class: "btn prime", onclick: close }, "Done"))];
  });
}

export function help() {
  const keys = [["Arrow keys", "to the nearest option in that direction"], ["Enter", "pick it; the main button"], ["Esc", "one step back"], ["R, Shift+R", "turn what you are laying"], ["U", "take back your last answer"], ["H", "a hint"], ["?", "why can I not …?"], ["P", "plan your next turn while others choose"], ["T", "text view"], ["+ − 0", "closer, further away, the whole board"]];
  dialog("Keys", (close) => [h("dl", { class: "keys" }, ...keys.flatMap(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)])), h("div", { class: "acts" }, h("button", { type: "button", class: "btn prime", onclick: close }, "Done"))]);
}

export function menu(page, table, commands) {
  dialog("Table", (close) => {
    const item = (words, run, note = "") => h("li", {}, h("button", { type: "button", class: "item", onclick: () => { close(); run(); } }, h("span", {}, words), note ? h("kbd", {}, note) : null));
    const link = (words, href) => h("li", {}, h("a", { class: "item", href }, words));
    const items = [];
    if (table.holds.length && table.undo.kind !== "no") items.push(item(table.undo.kind === "free" ? "Take back my last answer" : "Ask the others to take back", commands.undo, "U"));
    if (table.asked) items.push(item("Give me a hint", commands.hint, "H"), item("Why can I not …?", commands.why, "?"));
    items.push(item("Text view or picture", commands.text, "T"), item("Invite, watch, other devices", commands.invite));
    if (table.holds.length > 1) for (const seat of table.seats.filter((one) => one.yours && one.seat !== table.you)) items.push(item(`See it as ${seat.name}`, () => commands.look(seat.seat)));
    for (const seat of table.seats.filter((one) => one.can_take_over)) items.push(item(`Let a bot play for ${seat.name}`, () => commands.takeover(seat.seat)));
    for (const seat of table.seats.filter((one) => one.yours && one.stand_in)) items.push(item(`Play ${seat.name} myself again`, () => commands.comeback(seat.seat)));
    if (table.holds.length) items.push(item("Change my name", commands.rename));
    items.push(link("Replay so far", page.replay), link("Rules", `${page.rules}?from=${encodeURIComponent(page.url)}`));
    items.push(h("li", {}, h("button", { type: "button", class: "item", "data-theme-toggle": true }, "Dark or light")), item("Keys", commands.keys), link("All games", "/"));
    return [h("ul", { class: "items" }, ...items), h("div", { class: "acts" }, h("button", { type: "button", class: "btn", onclick: close }, "Close"))];
  });
}

/** Take a seat that is free for anybody. */
export function sit(page, table, free) {
  dialog("Sit down", (close) => h("form", { method: "post", action: `${page.url}/sit` },
    h("div", { class: "field" }, h("label", { for: "sit-name" }, "Your name"), h("input", { class: "input", id: "sit-name", name: "name", maxlength: 40, required: true, autocomplete: "nickname" })),
    h("div", { class: "field" }, h("label", { for: "sit-seat" }, "Seat"), h("select", { class: "input", id: "sit-seat", name: "seat" }, ...free.map((seat) => h("option", { value: seat }, table.seats[seat].name)))),
    h("div", { class: "acts" }, h("button", { type: "button", class: "btn", onclick: close }, "Back"), h("button", { class: "btn prime" }, "Take the seat"))));
}

export function rename(done) {
  dialog("Change my name", (close) => {
    const field = h("input", { class: "input", id: "new-name", maxlength: 40, autocomplete: "nickname" });
    const form = h("form", { method: "dialog" }, h("div", { class: "field" }, h("label", { for: "new-name" }, "Your name"), field), h("div", { class: "acts" }, h("button", { type: "button", class: "btn", onclick: close }, "Back"), h("button", { class: "btn prime" }, "Change")));
    form.addEventListener("submit", () => { if (field.value.trim()) done(field.value.trim()); });
    return form;
  });
}

/** Somebody wants to take an answer back: the others agree or not. */
let consent = null;
export function offerUndo(table, answer) {
  const asked = table.consent;
  if (!asked?.yours) {
    consent?.close();
    consent = null;
    return;
  }
  if (consent?.isConnected) return;
  consent = dialog(`${asked.name} would like to take back the last answer`, (close) => [
    h("p", {}, asked.why ? `It is not free: ${asked.why.charAt(0).toLowerCase()}${asked.why.slice(1)}` : "All that came after it goes too."),
    h("div", { class: "acts" }, h("button", { type: "button", class: "btn", onclick: () => { answer(false); close(); } }, "Refuse"), h("button", { type: "button", class: "btn prime", onclick: () => { answer(true); close(); } }, "Agree")),
  ], { firm: true, class: "consent" });
}

/** Everything on the table that is no option now, by name: the keyboard's way to ask why not. */
export function whyNotList(roots, table, ask) {
  const allowed = new Set((table.asked?.options ?? []).map((option) => option.word));
  const things = new Map();
  for (const root of roots) {
    for (const element of root.querySelectorAll("[data-word]")) {
      const word = element.dataset.word;
      if (!allowed.has(word)) things.set(word, element.getAttribute("aria-label") || element.querySelector("title")?.textContent || word);
    }
  }
  dialog("Why can I not …?", (close) => {
    const field = h("input", { class: "input", "aria-label": "Filter", placeholder: "Filter", autocomplete: "off" });
    const rows = [...things].map(([word, words]) => h("li", {}, h("button", { type: "button", class: "item", onclick: () => { close(); ask(word); } }, words)));
    field.addEventListener("input", () => { for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(field.value.toLowerCase()); });
    return [h("p", { class: "help" }, things.size ? "Or click the thing itself." : "Everything in sight is allowed, or it is not your turn."), things.size > 8 ? field : null, h("ul", { class: "items" }, ...rows), h("div", { class: "acts" }, h("button", { type: "button", class: "btn", onclick: close }, "Close"))].filter(Boolean);
  });
}

export function curtain(name, seat, ready) {
  dialog(`Hand the screen to ${name}`, (close) => [h("p", {}, "This table has secrets; the others look away."), h("div", { class: "acts" }, h("button", { type: "button", class: "btn prime big", autofocus: true, onclick: close }, mark(seat, 16), `I am ${name}`))], { firm: true, class: "curtain", closed: ready });
}
