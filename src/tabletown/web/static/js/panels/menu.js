// What opens from the table's menu and is loaded after the table itself: menu, invitations, keys, names, leaving.
import { copy, dialog, h, icon, mark } from "../common/dom.js";
import { t } from "../common/translate.js";

const button = (words, onclick, kind = "") => h("button", { type: "button", class: `btn ${kind}`, onclick }, words);
const acts = (...buttons) => h("div", { class: "acts" }, ...buttons);

/** A link that can be copied. */
function linkRow(label, url, seat = null) {
  const full = new URL(url, location.href).href;
  const take = button([icon("copy", 16), t("Copy")], () => copy(full, take));
  const props = { class: "input", readonly: true, value: full, onfocus: (event) => event.target.select() };
  const field = h("input", { ...props, "aria-label": t("Link: {label}", { label }) });
  const share = () => navigator.share({ title: t("Tabletown: {label}", { label }), url: full }).catch(() => {});
  const picture = h("img", { alt: t("QR code: {label}", { label }), width: 200, height: 200, hidden: true });
  const show = () => {
    picture.src = `/qr.svg?path=${new URL(full).pathname}`;
    picture.hidden = !picture.hidden;
  };
  return h(
    "div",
    { class: "field linkrow" },
    h("b", {}, seat !== null ? mark(seat, 14) : null, label),
    h("span", {}, field, take, navigator.share ? button(t("Share"), share) : null, button(t("QR"), show)),
    picture,
  );
}

const help1 = (words) => h("p", { class: "help" }, words);

export function invite(page, table) {
  dialog(t("Invite"), (close) => {
    const rows = [];
    const free = page.links.filter((link) => table?.seats.find((seat) => seat.seat === link.seat)?.kind === "open");
    for (const { name, invite_url: url, seat } of free) rows.push(linkRow(t("Seat of {name}", { name }), url, seat));
    if (free.length) rows.push(help1(t("The first person to open it takes the seat. No account needed.")));
    if (page.watch) {
      rows.push(linkRow(t("For spectators"), page.watch));
      rows.push(help1(t("Spectators see only public information and can't play.")));
    }
    for (const key of page.keys) rows.push(linkRow(t("Your seat on another device"), key.url, key.seat));
    if (page.keys.length) rows.push(help1(t("Keep this one private: it lets anyone play your seat.")));
    if (!rows.length) rows.push(h("p", {}, t("There's nothing to share at this table.")));
    return [...rows, acts(button(t("Done"), close, "prime"))];
  });
}

export function help() {
  const keys = [
    [t("Arrow keys"), t("to the nearest option in that direction")],
    ["Enter", t("choose it; press the main button")],
    ["Esc", t("close what's open; go back one step in your turn")],
    ["R, Shift+R", t("turn the piece you're placing")],
    ["U", t("undo your last move")],
    ["H", t("get a hint")],
    ["?", t("ask why you can't do something")],
    ["P", t("plan your next turn while others play")],
    ["T", t("text view")],
    ["A", t("replay the others' moves")],
    ["L", t("hear all that happened since your last move")],
    ["M", t("turn sound on or off")],
    ["+ − 0", t("zoom in, zoom out, whole board")],
  ];
  const rows = keys.flatMap(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)]);
  dialog(t("Keys"), (close) => [h("dl", { class: "keys" }, ...rows), acts(button(t("Done"), close, "prime"))]);
}

export function menu(page, table, commands) {
  dialog(t("Table"), (close) => {
    const item = (words, run, key = "") => {
      const go = () => {
        close();
        run();
      };
      const label = [h("span", {}, words), key ? h("kbd", {}, key) : null];
      return h("li", {}, h("button", { type: "button", class: "item", onclick: go }, ...label));
    };
    const link = (words, href) => h("li", {}, h("a", { class: "item", href }, words));
    const theme = h("li", {}, h("button", { type: "button", class: "item", "data-theme-toggle": true }, t("Theme")));
    const items = [
      ...actions(table, commands, item),
      item(t("Text view or picture"), commands.text, "T"),
      item(t("Invite, watch, other devices"), commands.invite),
      ...seatItems(table, commands, item),
      link(t("Replay so far"), page.replay),
      link(t("Rules"), `${page.rules}?from=${encodeURIComponent(page.url)}`),
      ...(page.about ? [link(t("About this game"), page.about)] : []),
      item(t("Replay the others' moves"), commands.again, "A"),
      item(t("Turn sound on or off"), commands.mute, "M"),
      item(t("Motion, sound and cards"), commands.motion),
      theme,
      item(t("Keys"), commands.keys),
      ...leavingItems(page, table, commands, item),
      link(t("All games"), "/"),
    ];
    const luck = h("p", { class: "help luck" }, `${page.luck} `, h("a", { href: `${page.url}/luck` }, t("More")));
    return [h("ul", { class: "items" }, ...items), luck, acts(button(t("Close"), close))];
  });
}

function actions(table, commands, item) {
  const items = [];
  if (table.holds.length && table.undo.kind !== "no") items.push(item(t("Undo"), commands.undo, "U"));
  if (table.asked) items.push(item(t("Give me a hint"), commands.hint, "H"), item(t("Why not?"), commands.why, "?"));
  return items;
}

function seatItems(table, commands, item) {
  const items = [];
  const yours = table.seats.filter((seat) => seat.yours);
  for (const { seat, name } of table.holds.length > 1 ? yours : []) {
    if (seat !== table.you) items.push(item(t("View as {name}", { name }), () => commands.look(seat)));
  }
  for (const { seat, name } of table.seats.filter((one) => one.can_take_over)) {
    items.push(item(t("Let a bot play for {name}", { name }), () => commands.takeover(seat)));
  }
  for (const { seat, name } of yours.filter((one) => one.stand_in)) {
    items.push(item(t("Play {name} myself again", { name }), () => commands.comeback(seat)));
  }
  if (table.holds.length) items.push(item(t("Change my name"), commands.rename));
  return items;
}

/** Where the match can be left, or the table deleted: nobody else's match is. */
function leavingItems(page, table, commands, item) {
  const plays = table.seats.some((seat) => seat.yours && !seat.stand_in);
  const leaves = page.leaves && plays && !table.outcome && !table.lesson;
  const others = table.seats.some((seat) => seat.kind === "person" && !seat.yours);
  return [
    leaves ? item(t("Leave or resign"), () => leave(commands.leave)) : null,
    page.leaves && page.hosting && (table.outcome || !others) ? item(t("Delete this table"), () => remove(page)) : null,
  ];
}

function leave(go) {
  dialog(t("Leave this match?"), (close) => [
    h("p", {}, t("A bot plays on for you. You can come back until the match ends.")),
    h("p", { class: "help" }, t("If you don't come back, a rated match counts as lost.")),
    acts(
      button(t("Keep playing"), close),
      button(t("Let a bot play"), () => {
        close();
        go();
      }, "prime"),
    ),
  ], { class: "leaving" });
}

function remove(page) {
  dialog(
    t("Delete this table?"),
    (close) =>
      h(
        "form",
        { method: "post", action: `${page.url}/delete` },
        h("p", {}, t("The match is deleted for everyone, and for good.")),
        acts(button(t("Keep it"), close), h("button", { class: "btn danger" }, t("Delete table"))),
      ),
    { class: "leaving" },
  );
}

function field(label, id, input) {
  return h("div", { class: "field" }, h("label", { for: id }, label), input);
}

/** Take a seat that is free for anybody. */
export function sit(page, table, free) {
  const name = { class: "input", id: "sit-name", name: "name", maxlength: 40, required: true };
  const seats = free.map((seat) => h("option", { value: seat }, table.seats[seat].name));
  dialog(
    t("Sit down"),
    (close) =>
      h(
        "form",
        { method: "post", action: `${page.url}/sit` },
        field(t("Your name"), "sit-name", h("input", { ...name, autocomplete: "nickname" })),
        field(t("Seat"), "sit-seat", h("select", { class: "input", id: "sit-seat", name: "seat" }, ...seats)),
        acts(button(t("Back"), close), h("button", { class: "btn prime" }, t("Take the seat"))),
      ),
  );
}

export function rename(done) {
  dialog(t("Change my name"), (close) => {
    const input = h("input", { class: "input", id: "new-name", maxlength: 40, autocomplete: "nickname" });
    const buttons = acts(button(t("Back"), close), h("button", { class: "btn prime" }, t("Change")));
    const form = h("form", { method: "dialog" }, field(t("Your name"), "new-name", input), buttons);
    form.addEventListener("submit", () => {
      if (input.value.trim()) done(input.value.trim());
    });
    return form;
  });
}
