// Offline: your tables as last seen.
import { $, h } from "../common/dom.js";
import { locale, t } from "../common/translate.js";

const found = await caches.match("/me/tables.json");
const { tables = [] } = found ? await found.json() : {};
const seen = found ? new Date(found.headers.get("date") ?? Date.now()) : null;
if (seen) $("seen").textContent = t("As last seen on {when}.", { when: seen.toLocaleString(locale) });
$("tables").replaceChildren(
  ...tables.map(({ url, title, game, status }) =>
    h(
      "li",
      { class: "it bare" },
      h("span", {}, h("a", { class: "g", href: url }, title), h("span", { class: "wt" }, game, " · ", status)),
    )
  ),
);
let leaving = false; // navigating to another page, which must not be interrupted
addEventListener("beforeunload", () => {
  leaving = true;
});
addEventListener("online", () => {
  if (!leaving) location.reload();
});
$("again").addEventListener("click", () => location.reload());
