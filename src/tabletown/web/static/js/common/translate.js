// Messages for people: English templates with named parts, translated to the page's language.

const spoken = document.documentElement.lang || "en";
const found = JSON.parse(document.getElementById("messages")?.textContent || "{}");
export const locale = spoken.startsWith("en") ? "en-GB" : spoken;
const plurals = new Intl.PluralRules(locale);
const STYLES = { and: ["long", "conjunction"], or: ["long", "disjunction"], ",": ["narrow", "unit"] };

/** Fills in the named parts; missing ones stay as they are. */
export function fill(template, parts) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in parts ? shown(parts[name]) : whole));
}

const shown = (part) => (Array.isArray(part) ? list(part) : String(part));

/** t("{name} waits for {others}.", {name, others}): a part may be a list. */
export const t = (template, parts = {}) => fill(found[template] ?? template, parts);

/** plural("{n} card", "{n} cards", {n}): the form that the language has for n. */
export function plural(one, many, parts) {
  const form = plurals.select(parts.n);
  const forms = found[one] ?? { one, other: many };
  return fill(forms[form] ?? forms.other ?? many, parts);
}

/** "a, b and c"; how: "and", "or", or "," for a bare list. */
export function list(items, how = "and") {
  if (spoken === "en-XA") return items.join(how === "," ? " · " : " ⊕ ");
  if (how === "," && locale === "en-GB") return items.join(", ");
  const [style, type] = STYLES[how];
  return new Intl.ListFormat(locale, { style, type }).format(items.map(String));
}

const WHOLE = new Intl.NumberFormat(locale, { useGrouping: false });
const TENTHS = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
});

/** 3, 2.5 or −1 as the language writes it; parts of a whole have one decimal. */
export const figure = (value) => (Number.isInteger(value) ? WHOLE : TENTHS).format(value).replace("-", "−");

/** How much room words take: Chinese letters are twice as wide. */
export const breadth = (words) => words.length + (words.match(/[\u2e80-\uffff]/g) ?? []).length;

/** The words before the first colon, also a Chinese one; all of them if there is none. */
export const beforeColon = (words) => words.split(/: |：/, 1)[0];

/** What follows these words and a colon: "one action" of "Act: one action", or "". */
export function afterColon(label, words) {
  const colon = label.startsWith(words) ? label.slice(words.length).match(/^(?:: |：)/) : null;
  return colon ? label.slice(words.length + colon[0].length) : "";
}
