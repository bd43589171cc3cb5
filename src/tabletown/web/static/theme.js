// Dark or light before the first paint; a toggle on every page remembers it. A classic script on purpose: it must not wait.
(() => {
  const root = document.documentElement;
  const saved = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
  if (saved === "dark" || saved === "light") root.dataset.theme = saved;
  addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-theme-toggle]")) return;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* private mode: only this page */ }
  });
})();
