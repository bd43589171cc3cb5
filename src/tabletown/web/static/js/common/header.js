// The header of every page but a table's: entries without room for all their words become the menu. How much they need
// depends on language and page. A classic script, because it runs before the first paint.
(() => {
  const header = document.querySelector("body > .bar, body > .top");
  if (!header) return;
  const fit = () => {
    header.classList.remove("full");
    header.classList.add("measured");
    const full = header.scrollWidth > header.clientWidth;
    header.classList.remove("measured");
    if (full) header.classList.add("full");
  };
  fit();
  addEventListener("resize", fit);
  addEventListener("load", fit); // the fonts are there
})();
