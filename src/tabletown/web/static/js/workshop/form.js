// Forms made from declared fields: every change goes to `changed(path, value)`, mistakes stand at `data-at`.
import { t } from "../common/translate.js";

/** An element with attributes and children. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const idOf = (path) => `f-${path.replaceAll(".", "-")}`;

const filled = (fields) => Object.fromEntries(fields.filter((f) => f.start !== null).map((f) => [f.id, f.start]));

/** The fields of an entry. `hooks`: changed(), rules (address of the rulebook). `data` is changed in place. */
export function fieldset(fields, data, path, hooks) {
  const box = el("div", { class: "ws-fields" });
  const draw = () => box.replaceChildren(...fields.filter(shown).map((field) => row(field, data, path, inner)));
  const shown = ({ when: [other, values] }) => !other || values.includes(data[other] ?? "");
  const decides = new Set(fields.map((field) => field.when[0]).filter(Boolean));
  const inner = {
    ...hooks,
    changed: (id) => {
      hooks.changed();
      if (decides.has(id)) {
        draw();
        document.getElementById(idOf(`${path}.${id}`))?.focus();
      }
    },
  };
  draw();
  return box;
}

/** What a field means, and the clause that it feeds. */
export const why = (field, hooks, id = null) =>
  el(
    "p",
    { class: "help", id },
    field.help && `${field.help} `,
    hooks.rules && field.rule
      ? el("a", { href: `${hooks.rules}#${field.rule}`, target: "_blank", class: "ws-rule" }, t("Rule"))
      : null,
  );

function row(field, data, path, hooks) {
  const at = `${path}.${field.id}`;
  const help = field.help || field.rule;
  const described = help ? `${idOf(at)}-help` : null;
  const told = help ? why(field, hooks, described) : null;
  const mistake = el("p", { class: "ws-mistake", "data-at": at });
  if (["list", "group", "choices", "numbers"].includes(field.kind)) {
    const body = { list, group, choices, numbers }[field.kind](field, data, at, hooks);
    return el("fieldset", { class: `field ws-${field.kind}` }, el("legend", {}, field.label), told, body, mistake);
  }
  if (field.kind === "flag") {
    const box = el("input", {
      type: "checkbox",
      id: idOf(at),
      checked: Boolean(data[field.id]),
      onchange: () => {
        data[field.id] = box.checked;
        hooks.changed(field.id);
      },
    });
    return el("div", { class: "field ws-flag" }, el("label", {}, box, ` ${field.label}`), told, mistake);
  }
  const control = one(field, data, at, hooks, described);
  return el("div", { class: "field" }, el("label", { for: idOf(at) }, field.label), told, control, mistake);
}

function one(field, data, at, hooks, described) {
  const common = { class: "input", id: idOf(at), "aria-describedby": described };
  if (field.kind === "choice") {
    const select = el("select", {
      ...common,
      onchange: () => {
        data[field.id] = select.value;
        hooks.changed(field.id);
      },
    });
    select.append(el("option", { value: "" }, field.optional ? t("none") : t("Choose …")));
    for (const [value, words] of field.choices) {
      select.append(el("option", { value, selected: data[field.id] === value }, words));
    }
    return select;
  }
  if (field.kind === "number") {
    const input = el("input", {
      ...common,
      type: "number",
      min: field.least,
      max: field.most,
      value: data[field.id] ?? "",
      oninput: () => {
        data[field.id] = input.value === "" ? null : Number(input.value);
        hooks.changed(field.id);
      },
    });
    return input;
  }
  const long = field.kind === "long";
  const count = el("small", { class: "ws-count" });
  const tell = () => (count.textContent = t("{n} of {most} characters", { n: input.value.length, most: field.most }));
  const input = el(long ? "textarea" : "input", {
    ...common,
    rows: long ? 4 : null,
    autocomplete: "off",
    oninput: () => {
      data[field.id] = input.value;
      tell();
      hooks.changed(field.id);
    },
  });
  input.value = data[field.id] ?? "";
  tell();
  return el("div", {}, input, count);
}

function group(field, data, at, hooks) {
  data[field.id] ??= filled(field.fields);
  return fieldset(field.fields, data[field.id], at, hooks);
}

function numbers(field, data, at, hooks) {
  const found = (data[field.id] ??= field.start ?? Array(field.count || 0).fill(field.least));
  if (!field.count) {
    const input = el("input", {
      class: "input",
      id: idOf(at),
      "aria-label": field.label,
      value: found.join(" "),
      oninput: () => {
        data[field.id] = input.value.split(/[\s,]+/).filter(Boolean).map(Number);
        hooks.changed(field.id);
      },
    });
    return input;
  }
  return el(
    "div",
    { class: "ws-numbers" },
    ...found.map((value, place) => {
      const input = el("input", {
        class: "input",
        type: "number",
        id: place ? null : idOf(at),
        min: field.least,
        max: field.most,
        value,
        "aria-label": t("{field}, {n}", { field: field.label, n: place + 1 }),
        oninput: () => {
          found[place] = Number(input.value);
          hooks.changed(field.id);
        },
      });
      return input;
    }),
  );
}

function choices(field, data, at, hooks) {
  const found = (data[field.id] ??= []);
  const box = el("div", { class: "ws-chips", id: idOf(at), tabindex: -1 });
  for (const [value, words] of field.choices) {
    const input = el("input", {
      type: "checkbox",
      checked: found.includes(value),
      onchange: () => {
        if (input.checked) found.push(value);
        else found.splice(found.indexOf(value), 1);
        hooks.changed(field.id);
      },
    });
    box.append(el("label", { class: "ws-chip" }, input, el("span", {}, words)));
  }
  return box;
}

function list(field, data, at, hooks) {
  const found = (data[field.id] ??= []);
  const box = el("div", { class: "ws-entries", id: idOf(at), tabindex: -1 });
  const move = (from, to) => {
    if (to < 0 || to >= found.length) return;
    found.splice(to, 0, ...found.splice(from, 1));
    hooks.changed(field.id);
    draw();
    box.children[to]?.querySelector("button")?.focus();
  };
  const draw = () => {
    const fixed = field.least === field.most;
    box.replaceChildren(
      ...found.map((entry, place) =>
        el(
          "div",
          {
            class: "ws-entry",
            role: "group",
            "aria-label": `${field.one} ${place + 1}`,
            onkeydown: (event) => {
              if (event.altKey && event.key === "ArrowUp") move(place, place - 1);
              if (event.altKey && event.key === "ArrowDown") move(place, place + 1);
            },
          },
          el(
            "div",
            { class: "ws-entry-head" },
            el("b", {}, `${field.one} ${place + 1}`),
            fixed ? null : step("↑", t("Move up"), () => move(place, place - 1)),
            fixed ? null : step("↓", t("Move down"), () => move(place, place + 1)),
            fixed ? null : step("×", t("Remove"), () => {
              found.splice(place, 1);
              hooks.changed(field.id);
              draw();
            }),
          ),
          fieldset(field.fields, entry, `${at}.${place}`, hooks),
        )
      ),
    );
    if (!fixed && found.length < field.most) {
      box.append(el(
        "button",
        {
          type: "button",
          class: "btn small",
          onclick: () => {
            found.push(structuredClone(filled(field.fields)));
            hooks.changed(field.id);
            draw();
            const last = box.querySelectorAll(":scope > .ws-entry");
            last[last.length - 1].querySelector("input, select, textarea")?.focus();
          },
        },
        t("Add {what}", { what: field.one.toLowerCase() }),
      ));
    }
  };
  draw();
  return box;
}

const step = (sign, words, click) =>
  el("button", { type: "button", class: "ghost icon", "aria-label": words, onclick: click }, sign);
