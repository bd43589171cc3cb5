// The coach of a finished match: each player's accuracy, and the most costly answers.
import { h, mark } from "../common/dom.js";
import { t } from "../common/translate.js";

const percent = (part) => t("{n}%", { n: Math.round(100 * part) });

/** A button that asks the coach and is replaced by its answer; `go(number)` shows that moment. */
export function offerCoach(box, url, names, go) {
  const ask = h("button", { type: "button", class: "btn prime" }, t("Ask the coach"));
  const status = h(
    "p",
    { class: "help", role: "status" },
    t("How well everyone played, and what the search bot would have done."),
  );
  ask.addEventListener("click", async () => {
    ask.disabled = true;
    status.textContent = t("The coach is looking at the match; this takes a few seconds.");
    try {
      const response = await fetch(url);
      const said = await response.json();
      if (!response.ok) throw new Error(said.error);
      box.replaceChildren(...told(said, names, go));
    } catch (error) {
      ask.disabled = false;
      status.textContent = error.message || t("The coach can't be reached. Check your connection.");
    }
  });
  box.replaceChildren(status, ask);
}

function told(said, names, go) {
  const row = (name, seat) => {
    const part = said.accuracy[seat];
    return h(
      "li",
      {},
      mark(seat, 18),
      h("span", {}, name),
      h("meter", { min: 0, max: 1, value: part ?? 0, "aria-label": t("Accuracy of {name}", { name }) }),
      h("b", { class: "num" }, part === null ? "" : percent(part)),
    );
  };
  const swing = (one) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "sw", onclick: () => go(one.number) },
        h("span", { class: "swh" }, mark(one.seat, 14), h("b", {}, names[one.seat]), h("small", {}, one.asked)),
        h("span", { class: "swp" }, t("Played: {words}", { words: one.played })),
        h(
          "span",
          { class: "swb" },
          t("Better by {n} points: {words}", { n: Math.max(1, Math.round(100 * one.cost)), words: one.better }),
        ),
        one.why ? h("small", {}, one.why) : null,
      ),
    );
  const none = h("p", { class: "help" }, t("The search bot found no better move that mattered."));
  return [
    h("h3", {}, t("Accuracy")),
    h("ul", { class: "acc" }, ...names.map(row)),
    h("h3", {}, t("Costliest moves")),
    said.swings.length ? h("ol", { class: "sws" }, ...said.swings.map(swing)) : none,
  ];
}
