// What a person does at the table, and the words that come back: a refusal, a reason, a hint.
import { line, log, options, socket, table } from "./desk.js";
import { $, calm, h, icon, list, phone, toast } from "./dom.js";
import { planStep } from "./planning.js";

let sent = null; // the number that was answered and is not yet followed by a new table
let clicked = null; // the thing a reason hangs on

/** A new table or a new connection: whatever was sent is answered, or must be asked again. */
export const settle = () => { sent = null; };
export const unclick = () => { clicked = null; };

export function choose(word) {
  if (!table?.asked || sent === table.number || line.state !== "open") return;
  if (table.imagined) { planStep(word); return; }
  if (socket.send({ type: "choose", number: table.number, option: word, seat: table.asked.seat })) {
    sent = table.number;
    hideReason();
    document.body.classList.add("busy");
    setTimeout(() => document.body.classList.remove("busy"), 400);
  }
}

export function refused(news) {
  sent = null;
  document.body.classList.remove("busy");
  if (news.code === "stale") toast("The table had moved on. Here it is.");
  else {
    clicked = news.option ? [...document.querySelectorAll("[data-option], [data-word]")].find((element) => (element.dataset.option ?? element.dataset.word) === news.option) ?? clicked : clicked;
    reason(news.text, news.rule);
  }
}

export function askWhy(word, element) {
  if (line.state !== "open") return;
  clicked = element;
  if (table.imagined) reason("It is not among the things you could do then.", "");
  else if (table.asked) socket.send({ type: "why", option: word, seat: table.asked.seat });
  else if (!table.outcome) reason(table.holds.length ? `It is not your turn; the table waits for ${list(table.waiting.map((one) => one.name))}.` : "You are watching.", "");
}

export function undo() {
  if (!table || !table.holds.length || table.imagined) return;
  if (table.undo.kind === "no") return reason(table.undo.why || "There is nothing to take back.", "");
  socket.send({ type: "undo", number: table.number, ...(table.you !== null && { seat: table.you }) });
}

export function askHint() {
  if (!table?.asked || table.imagined) return toast("A hint comes with your turn.");
  toast("Thinking about a good move …");
  socket.send({ type: "hint", seat: table.asked.seat });
}

export function hint(news) {
  document.querySelector(".toast")?.remove();
  if (!table || news.number !== table.number) return;
  toast(`Hint: ${news.label}`);
  if (table.asked.cycle || table.asked.confirm) options.select(news.option);
  const element = options.elements().find((candidate) => candidate.dataset.option === news.option);
  for (const other of document.querySelectorAll(".hinted")) other.classList.remove("hinted");
  if (element) {
    element.classList.add("hinted");
    options.focus(element);
  }
}

/** Somebody says that the table waits for me. */
export function reminded(by) {
  toast(`${by} reminds you: the table waits for you.`);
  navigator.vibrate?.(200);
  if (!calm.matches) $("prompt").animate({ scale: [1, 1.02, 1] }, { duration: 260, iterations: 2 });
}

// ------------------------------------------------------------------------------------------------ why not

export function reason(words, rule) {
  hideReason();
  const box = h("div", { class: "whynot bubble", role: "status", id: "bubble" }, h("span", {}, words), rule ? h("a", { href: log.ruleLink(rule, words) }, "Read the rule") : null,
    h("button", { type: "button", class: "ghost x", "aria-label": "Close", onclick: hideReason }, icon("close", 14)));
  document.body.append(box);
  const at = clicked?.isConnected ? clicked.getBoundingClientRect() : null;
  const size = box.getBoundingClientRect();
  const prompt = $("prompt").getBoundingClientRect();
  if (at && !phone.matches && at.width) {
    const below = at.bottom + 8 + size.height < innerHeight - 8;
    box.style.left = `${Math.min(Math.max(at.left + at.width / 2 - size.width / 2, 12), innerWidth - size.width - 12)}px`;
    box.style.top = `${below ? Math.max(at.bottom + 8, prompt.bottom + 4) : Math.max(prompt.bottom + 4, at.top - size.height - 8)}px`;
  } else {
    box.style.left = `${phone.matches ? 8 : prompt.left}px`;
    box.style.top = `${prompt.bottom + 8}px`;
    if (phone.matches) box.style.width = `${innerWidth - 16}px`;
  }
}

export function hideReason() {
  $("bubble")?.remove();
}
