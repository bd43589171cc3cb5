// Small helpers shared by all modules. Text is always inserted as text, never as markup.
import { t } from "./translate.js";

export const $ = (id) => document.getElementById(id);

/** h("button", {class: "btn", onclick: f}, "words", child): makes an element with
attributes, listeners and children. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "html") element.innerHTML = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SHAPES = [
  '<circle r="5"/>',
  '<path d="M0,-5.6L5.6,4.4H-5.6Z"/>',
  '<path d="M-4.6,-4.6H4.6V4.6H-4.6Z"/>',
  '<path d="M0,-6L6,0L0,6L-6,0Z"/>',
  '<path d="M-5.5,0L-2.75,-4.8H2.75L5.5,0L2.75,4.8H-2.75Z"/>',
  '<path d="M-2,-5.5H2V-2H5.5V2H2V5.5H-2V2H-5.5V-2H-2Z"/>',
];

/** The nodes of this markup. @param {string} markup */
export function parsed(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content;
}

/** The first element of this markup. @param {string} markup */
export const drawing = (markup) => parsed(markup).firstElementChild;

const svg = (how, size, inside) =>
  drawing(`<svg ${how} width="${size}" height="${size}" aria-hidden="true">${inside}</svg>`);

/** A seat's mark: its shape in its colour. */
export function mark(seat, size = 14) {
  const shape = SHAPES[((seat % 6) + 6) % 6];
  const colour = `seat-${(((seat % 4) + 4) % 4) + 1}`;
  return svg(`class="mark ${colour}" viewBox="-8 -8 16 16"`, size, shape);
}

const ICONS = {
  spin: "M15,9A6,6 0 1 1 9,3",
  undo: "M6,3L2.5,6.5L6,10M3,6.5H11A4,4 0 0 1 11,14.5H7",
  why: "M6,6.5A3,3 0 1 1 9.5,9.4C9,9.6 9,10 9,11M9,14.5h.01",
  ccw: "M4,3V7H8M4.5,7A6,6 0 1 1 3.4,11",
  cw: "M14,3V7H10M13.5,7A6,6 0 1 0 14.6,11",
  event: "M10.5,2L4,10.5H8.5L7.5,16L14,7.5H9.5Z",
  close: "M4,4L14,14M14,4L4,14",
  play: "M5,3L14,9L5,15Z",
  pause: "M6,3V15M12,3V15",
  copy: "M6,6H15V15H6ZM3,12V3H12",
  send: "M3,9H15M10,4L15,9L10,14",
  plus: "M9,3V15M3,9H15",
  check: "M3,9.5L7,13.5L15,4.5",
};

export function icon(name, size = 18) {
  const pen = 'fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"';
  return svg(`class="icon" viewBox="0 0 18 18" ${pen}`, size, `<path d="${ICONS[name]}"/>`);
}

export const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const pageData = () => JSON.parse($("data").textContent);
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

export function remembered(key, otherwise = "") {
  try {
    return localStorage.getItem(key) ?? otherwise;
  } catch {
    return otherwise;
  }
}
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch { /* private mode: only this page */ }
}

/** Shows a sentence over the bar for a few seconds; it covers nothing that can be chosen. */
export function toast(words) {
  document.querySelector(".toast")?.remove();
  const box = h("p", { class: "toast", role: "status" }, words);
  document.body.append(box);
  setTimeout(() => box.remove(), 5000);
}

/** A modal dialog that removes itself when closed. `build(close)` returns its contents. */
export function dialog(title, build, options = {}) {
  const box = h("dialog", { class: `dialog ${options.class ?? ""}`, "aria-labelledby": "dialog-title" });
  const close = () => box.close();
  box.append(h("h2", { id: "dialog-title" }, title), ...[build(close)].flat());
  box.addEventListener("close", () => {
    box.remove();
    options.closed?.();
  });
  box.addEventListener("click", (event) => {
    if (event.target === box && !options.firm) close();
  });
  if (options.firm) box.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(box);
  box.showModal();
  return box;
}

export async function copy(words, button) {
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    const field = h("textarea", { class: "vh" }, words);
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  if (button) {
    const before = [...button.childNodes];
    button.replaceChildren(t("Copied"));
    setTimeout(() => button.replaceChildren(...before), 1600);
  }
}
