// Updates part of the page in place: elements that remain are reused, so that a press in
// progress counts, and focus, scrolling and typed text are kept. Buttons are the same if they do the same;
// entries of reorderable lists have a data-key.
import { h, parsed } from "./dom.js";

const DOES = ["id", "do", "table", "seat", "person", "seatAt", "open", "choose", "copy"];

let added = []; // elements that weren't there before

const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

/** The identity of a node, by which it is recognised. @param {any} node */
function identity(node) {
  const { id = "", dataset = {} } = node;
  const own = dataset.key ?? (id || DOES.map((name) => dataset[name] ?? "").join(" ").trim());
  return `${node.nodeName} ${own || "." + (node.classList?.[0] ?? "")}`;
}

/** All children with their identities; words belong to the element before them. */
function named(parent) {
  let before = "";
  return [...parent.childNodes].map((node) => {
    const name = identity(node);
    if (!isElement(node)) return { node, name: `${name} after ${before}` };
    before = name;
    return { node, name };
  });
}

/** Whether somebody is typing in it. */
function typing(node) {
  const field = /** @type {any} */ (document.activeElement);
  return node.contains(field) && "defaultValue" in field && field.value !== field.defaultValue;
}

function patchAttributes(old, wanted) {
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name) && (name !== "open" || old.nodeName !== "DETAILS")) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/** Puts the children in this order. A moved node would lose a press, so the others move around it. */
function arrange(parent, children) {
  const still = children.findIndex((node) => node.parentNode === parent && node.matches?.(":active, :focus-within"));
  for (let at = still - 1; at >= 0; at--) {
    if (children[at].nextSibling !== children[at + 1]) parent.insertBefore(children[at], children[at + 1]);
  }
  for (let at = Math.max(still, 0); at < children.length; at++) {
    const next = at ? children[at - 1].nextSibling : parent.firstChild;
    if (at !== still && next !== children[at]) parent.insertBefore(children[at], next);
  }
}

function patchChildren(old, wanted) {
  const known = new Map();
  for (const { node, name } of named(old)) known.set(name, [...(known.get(name) ?? []), node]);
  let children = named(wanted).map(({ node, name }) => {
    const same = known.get(name)?.shift();
    if (!same) {
      if (isElement(node)) added.push(node);
      return node;
    }
    if (isElement(same)) {
      patchAttributes(same, node);
      patchChildren(same, node);
    } else same.data = node.data;
    return same;
  });
  const gone = [...known.values()].flat();
  // under the pointer a list keeps its order: removed entries keep their place, and new ones come last
  const steady = "steady" in (old.dataset ?? {}) && old.matches(":hover");
  const kept = gone.filter((node) => steady || typing(node));
  if (kept.length || steady) {
    const before = [...old.childNodes].filter((node) => kept.includes(node) || children.includes(node));
    children = [...before, ...children.filter((node) => node.parentNode !== old)];
  }
  for (const node of gone) {
    if (!kept.includes(node)) node.remove();
    else if (isElement(node) && !typing(node)) node.inert = true;
  }
  arrange(old, children);
}

/** Makes this markup the contents of the element. Returns the new elements. */
export function patch(element, markup) {
  added = [];
  patchChildren(element, parsed(markup));
  return added;
}

/** Makes these nodes the contents of the element; only new nodes keep their listeners. */
export const patchNodes = (element, ...nodes) => patchChildren(element, h("div", {}, ...nodes));
