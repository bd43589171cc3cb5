// The rulebook: search as you type, the requested clause highlighted, and the reason for coming here.
import { plural, t } from "../common/translate.js";

const search = document.getElementById("search");
const found = document.getElementById("found");
const all = found.textContent;
const entries = [...document.querySelectorAll(".cl, .ru")];
const chapters = [...document.querySelectorAll(".chapter")];

function unmark(root) {
  for (const old of root.querySelectorAll("mark")) old.replaceWith(old.textContent);
  root.normalize();
}

function markWords(root, words) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const at = words.map((word) => text.data.toLowerCase().indexOf(word)).filter((index) => index >= 0);
    if (!at.length) continue;
    const start = Math.min(...at);
    const word = words.find((one) => text.data.toLowerCase().startsWith(one, start));
    const hit = text.splitText(start);
    hit.splitText(word.length);
    const box = document.createElement("mark");
    hit.replaceWith(box);
    box.append(hit);
  }
}

const foundWords = (clauses, rulings) =>
  t("Found: {clauses}, {rulings}", {
    clauses: plural("{n} clause", "{n} clauses", { n: clauses }),
    rulings: plural("{n} ruling", "{n} rulings", { n: rulings }),
  });

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let clauses = 0, rulings = 0;
  for (const entry of entries) {
    unmark(entry);
    const text = entry.textContent.toLowerCase();
    entry.hidden = !words.every((word) => text.includes(word));
    if (entry.hidden) continue;
    if (entry.classList.contains("cl")) clauses += 1;
    else rulings += 1;
    if (words.length) markWords(entry, words);
  }
  for (const chapter of chapters) {
    chapter.hidden = ![...chapter.querySelectorAll(".cl, .ru")].some((entry) => !entry.hidden);
  }
  found.textContent = words.length ? foundWords(clauses, rulings) : all;
}

search.addEventListener("input", filter);
search.form.addEventListener("submit", (event) => {
  event.preventDefault();
  filter();
});
if (search.value) filter();

const why = new URLSearchParams(location.search).get("why");
if (why) {
  document.getElementById("why").textContent = why.slice(0, 300);
  const box = document.getElementById("from");
  box.hidden = false;
  box.classList.add("refused");
}
if (location.hash) {
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView({ block: "center" });
}

const links = new Map([...document.querySelectorAll(".toc ol a")].map((link) => [link.hash.slice(1), link]));
const seen = new IntersectionObserver((changes) => {
  for (const change of changes) {
    if (!change.isIntersecting) continue;
    for (const link of links.values()) link.removeAttribute("aria-current");
    links.get(change.target.querySelector("h2").id)?.setAttribute("aria-current", "true");
  }
}, { rootMargin: "-10% 0px -80% 0px" });
for (const chapter of chapters) seen.observe(chapter);
