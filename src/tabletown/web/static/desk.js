// What all chapters of a table share: the latest table, the line to it, and the parts of the page.
import { Board } from "./board.js";
import { $, pageData, remember, remembered } from "./dom.js";
import { Options } from "./options.js";
import { Log, Panels, Talk } from "./panels.js";
import { Line } from "./socket.js";
import { t } from "./words.js";

export const page = pageData();
export let table = null; // the latest one
export let line = { state: "waiting", seconds: 0 };
export let socket = null;
export let textView = remembered("text-view") === "on";
export const stage = { show: null, focusBack: null }; // shows a table: the one that was sent, or an imagined one (table.js)

export const setTable = (news) => {
  table = news;
};
export const setLine = (state, seconds) => {
  line = { state, seconds };
};
export const connect = (on) => {
  socket = new Line(page.ws, on);
};
export const keepTextView = (on) => {
  textView = on;
  remember("text-view", on ? "on" : "off");
};

export const board = new Board($("view"), $("plane"), $("edges"), $("zoom"));
export const log = new Log(page.rules, page.url);
export const talk = new Talk((text) => socket.send({ type: "say", text }));
const chatTab = { id: "chat", title: t("Chat"), node: talk.box, shown: () => talk.read() };
export const panels = new Panels([{ id: "log", title: t("Log"), node: log.box }, chatTab]);
Object.assign(talk, {
  tell: (message) => socket.send(message),
  isMine: (seat) => table?.holds.includes(seat),
  nameOf: (seat) => table?.seats.find((one) => one.seat === seat)?.name ?? "",
});
talk.changed = () => panels.rename("chat", talk.unread ? t("Chat {n}", { n: talk.unread }) : t("Chat"));
// told what to do in table.js
export const options = new Options(["plane", "hand", "left", "rail", "choices", "words"].map($), $("view"), {});
board.around = () => options.elements().filter((element) => $("plane").contains(element));

export const mine = () => table.holds.length > 0;
export const seatOf = (number) => table.seats.find((seat) => seat.seat === number);
