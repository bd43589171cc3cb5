// The track of a mission: a disc for each story card, dragged or moved with arrows, and a way to play from there.
import { plural, t } from "../common/translate.js";
import { el } from "./form.js";

const STEP = 10; // pixels that a disc is dragged to move by one
const MOST = 40;

/**
 * The entries of a card along their track. `at`: {list, numbers}, the fields' names; `count`: which of the numbers.
 * hooks: moved(), chosen(entry), counted(count), play(entry).
 */
export function track(entries, [list, numbers], count, hooks) {
  const choices = entries[0]?.[numbers].length ?? 0;
  const shown = entries.map((entry, place) => row(entry, place));

  const here = (place) => entries[place][numbers][count];
  /** Between the entries before and after it, where there is room. */
  function put(place, value) {
    const low = place ? here(place - 1) + 1 : 0;
    const next = place + 1 < entries.length ? here(place + 1) - 1 : MOST;
    const high = place ? Math.max(low, next < low ? MOST : next) : 0; // the first one opens the night
    entries[place][numbers][count] = Math.min(high, Math.max(low, value));
    shown[place].disc.textContent = String(here(place));
    for (const other of [place, place + 1]) shown[other]?.tell();
  }

  function row(entry, place) {
    const disc = el("button", {
      type: "button",
      class: "ws-disc",
      id: `disc-${place}`,
      role: "slider",
      "aria-label": entry.title || t("Untitled"),
      "aria-valuenow": entry[numbers][count],
      onkeydown: (event) => {
        const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
        if (!step || event.altKey) return;
        event.preventDefault();
        put(place, here(place) + step);
        hooks.moved();
      },
    }, String(entry[numbers][count]));
    let from = null;
    disc.addEventListener("pointerdown", (event) => {
      from = { y: event.clientY, value: here(place) };
      disc.setPointerCapture(event.pointerId);
    });
    disc.addEventListener("pointermove", (event) => {
      if (from) put(place, from.value + Math.round((event.clientY - from.y) / STEP));
    });
    for (const end of ["pointerup", "pointercancel"]) {
      disc.addEventListener(end, () => {
        if (from && from.value !== here(place)) hooks.moved();
        from = null;
      });
    }
    const gap = el("small", { class: "ws-gap" });
    const tell = () => {
      const n = place ? here(place) - here(place - 1) : 0;
      gap.textContent = place ? plural("{n} info token", "{n} info tokens", { n }) : "";
      disc.setAttribute("aria-valuenow", String(here(place)));
    };
    const name = el(
      "button",
      { type: "button", class: "ws-link", onclick: () => hooks.chosen(place) },
      entry.title || t("Untitled"),
    );
    const play = el(
      "button",
      { type: "button", class: "btn small", "data-needs": true, onclick: () => hooks.play(place) },
      t("Play from this card"),
    );
    return { disc, tell, item: el("li", {}, gap, disc, el("span", {}, name, place ? play : "")) };
  }

  for (const one of shown) one.tell();
  const counts = el(
    "div",
    { class: "ws-counts", role: "group", "aria-label": t("Relatives") },
    ...Array.from({ length: choices }, (_, n) =>
      el(
        "button",
        {
          type: "button",
          class: "btn small",
          id: `count-${n}`,
          "aria-pressed": String(n === count),
          onclick: () => hooks.counted(n),
        },
        String(n + 1),
      )),
  );
  return el(
    "div",
    { class: "ws-track", "data-list": list },
    el("h2", {}, plural("Story track, {n} relative", "Story track, {n} relatives", { n: count + 1 })),
    counts,
    el("ol", {}, ...shown.map((one) => one.item)),
    el("p", { class: "help" }, t("Drag a disc, or choose it and press the arrow keys.")),
  );
}
