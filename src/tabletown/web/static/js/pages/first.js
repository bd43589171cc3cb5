// Runs before the first paint, so it is a classic script. Written in what browsers of 2018 know, because it also
// redirects browsers that can't read the modules of a table.

// The theme: as the system says, light or dark. A toggle on every page cycles through the three and remembers the choice.
(() => {
  const root = document.documentElement;
  const saved = () => {
    try {
      return localStorage.getItem("theme") || "";
    } catch {
      return root.dataset.theme || ""; // private mode: for this page only
    }
  };
  const words = (root.dataset.themes || "").split("|"); // in the reader's language
  const show = (theme) => {
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      button.dataset.now = words[["", "light", "dark"].indexOf(root.dataset.theme || "")];
    }
    for (const radio of document.querySelectorAll('input[name="theme"]')) {
      radio.checked = radio.value === (theme || "system");
    }
  };
  const keep = (theme) => {
    try {
      if (theme) localStorage.setItem("theme", theme);
      else localStorage.removeItem("theme");
    } catch { /* private mode */ }
    show(theme);
  };
  /** Changes from the system's look to the opposite, then to the same look by choice, then back to the system's. */
  const next = () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const turn = dark ? ["", "light", "dark"] : ["", "dark", "light"];
    return turn[(turn.indexOf(root.dataset.theme || "") + 1) % 3];
  };
  show(saved());
  addEventListener("DOMContentLoaded", () => show(saved()));
  addEventListener("click", (event) => {
    if (event.target.closest && event.target.closest("[data-theme-toggle]")) keep(next());
  });
  addEventListener("change", (event) => {
    if (event.target.name === "theme") keep(event.target.value === "system" ? "" : event.target.value);
  });
})();

// A browser that can't read modules goes to the table's plain page, or loads the page of a lesson anew every few seconds;
// one that can't read cascade layers gets a sheet without them.
(() => {
  if (!("CSSLayerBlockRule" in window)) {
    const script = /** @type {HTMLScriptElement} */ (document.currentScript);
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = script.src.replace("js/pages/first.js", "css/plain.css");
    document.head.appendChild(sheet);
  }
  const table = /^\/t\/\w+$/.exec(location.pathname);
  let left = !table && !/^\/class\/\d+(\/(lead|projector|mine))?$/.test(location.pathname);
  const typing = () => document.activeElement && document.activeElement.tagName === "INPUT";
  const again = () => setTimeout(() => typing() ? again() : location.reload(), 5000);
  const leave = () => {
    if (left) return;
    left = true;
    if (table) location.replace(table[0] + "/plain");
    else again();
  };
  if (!("noModule" in HTMLScriptElement.prototype)) leave();
  addEventListener("error", (event) => {
    const ours = event.filename && event.filename.indexOf(location.origin) === 0;
    if (ours && /SyntaxError/.test(event.message)) leave();
  });
})();
