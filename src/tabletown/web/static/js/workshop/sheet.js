// Cards as a sheet: exported as CSV, and brought in from a file or pasted; nothing changes before "Import".
import { t } from "../common/translate.js";
import { el } from "./form.js";

/** A folding box for one deck. `take(cards)`: the deck with what was imported. */
export function sheet(base, id, kind, cards, take) {
  const text = el("textarea", { class: "input", rows: 4, "aria-label": t("Rows to import") });
  const found = el("div", { "aria-live": "polite" });
  const file = el("input", {
    type: "file",
    accept: ".csv,.tsv,text/csv",
    class: "vh",
    onchange: async () => {
      text.value = file.files[0] ? await file.files[0].text() : text.value;
      look();
    },
  });
  async function look() {
    const answer = await fetch(`${base}/sheet`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind: id, text: text.value }),
    }).catch(() => null);
    const read = await answer?.json().catch(() => null);
    if (!read?.rows) {
      found.replaceChildren(el("p", { class: "ws-error" }, read?.error ?? t("The sheet can't be sent.")));
      return;
    }
    const stops = (row) => (row.problems ?? []).filter((problem) => problem.stops ?? true);
    const good = read.rows.filter((row) => !stops(row).length);
    const import_ = el("button", {
      type: "button",
      class: "btn small prime",
      disabled: !good.length,
      onclick: () => {
        const mine = new Map(cards.map((card) => [card[kind.id], card]));
        for (const row of good) mine.set(row.card[kind.id], { ...mine.get(row.card[kind.id]), ...row.card });
        take([...mine.values()]);
      },
    }, t("Import {n}, skip {skipped}", { n: good.length, skipped: read.rows.length - good.length }));
    found.replaceChildren(
      el(
        "ul",
        { class: "ws-rows" },
        ...read.rows.slice(0, 60).map((row) =>
          el(
            "li",
            { class: stops(row).length ? "stops" : "" },
            `${row.line}: ${row.card[kind.name] ?? row.card[kind.id]} `,
            el("small", {}, stops(row).map((problem) => problem.text).join(" ")),
          )
        ),
      ),
      import_,
    );
  }
  return el(
    "details",
    { class: "ws-sheet" },
    el("summary", {}, t("Spreadsheet")),
    el("a", { class: "btn small wide", href: `${base}/sheet?kind=${encodeURIComponent(id)}` }, t("Export CSV")),
    el("label", { class: "btn small wide" }, t("Choose a CSV file"), file),
    el("p", { class: "help" }, t("Or paste rows from a spreadsheet, with their header:")),
    text,
    el("button", { type: "button", class: "btn small wide", onclick: look }, t("Read rows")),
    found,
  );
}
