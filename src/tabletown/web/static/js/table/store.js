// What all parts of a table share: the latest table, its connection, and the parts of the page.
import { Board } from "../board/board.js";
import { $, pageData, remember, remembered } from "../common/dom.js";
import { Options } from "../board/options.js";
import { Chat } from "../panels/chat.js";
import { Log } from "../panels/log.js";
import { Panels } from "../panels/panels.js";
import { Connection } from "../live/connection.js";
import { t } from "../common/translate.js";

export const page = pageData();
export let table = null; // the latest one
export let connectionState = { state: "waiting", seconds: 0 };
export let connection = null;
export let textView = remembered("text-view") === "on";
export const stage = { show: null, focusBack: null }; // shows a table, received or imagined (table.js)

export const setTable = (news) => {
  table = news;
};
export const setConnectionState = (state, seconds) => {
  connectionState = { state, seconds };
};
export const connect = (on) => {
  connection = new Connection(page.ws, on, JSON.parse($("picture")?.textContent ?? "null"));
};
export const setTextView = (on) => {
  textView = on;
  remember("text-view", on ? "on" : "off");
};

export const board = new Board($("view"), $("plane"), $("edges"), $("zoom"));
export const log = new Log(page.rules, page.url);
export const chat = new Chat((text) => connection.send({ type: "say", text }));
const chatTab = { id: "chat", title: t("Chat"), node: chat.box, shown: () => chat.read() };
export const panels = new Panels([{ id: "log", title: t("Log"), node: log.box }, chatTab]);
Object.assign(chat, {
  tell: (message) => connection.send(message),
  isMine: (seat) => table?.holds.includes(seat),
  nameOf: (seat) => table?.seats.find((one) => one.seat === seat)?.name ?? "",
});
chat.changed = () => panels.rename("chat", chat.unread ? t("Chat {n}", { n: chat.unread }) : t("Chat"));
// set in table.js
export const options = new Options(["plane", "hand", "left", "rail", "choices", "words"].map($), $("view"), {});
board.around = () => options.elements().filter((element) => $("plane").contains(element));

export const mine = () => table.holds.length > 0;
export const seatOf = (number) => table.seats.find((seat) => seat.seat === number);
