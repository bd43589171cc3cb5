// What all chapters of a table share: the latest table, the line to it, and the parts of the page.
import { Board } from "./board.js";
import { $, pageData } from "./dom.js";
import { Options } from "./options.js";
import { Log, Panels, Talk } from "./panels.js";
import { Line } from "./socket.js";

export const page = pageData();
export let table = null; // the latest one
export let line = { state: "waiting", seconds: 0 };
export let socket = null;
export const stage = { show: null }; // shows a table: the one that was sent, or an imagined one (table.js)

export const setTable = (news) => { table = news; };
export const setLine = (state, seconds) => { line = { state, seconds }; };
export const connect = (on) => { socket = new Line(page.ws, on); };

export const board = new Board($("view"), $("plane"), $("zoom"));
export const log = new Log(page.rules, page.url);
export const talk = new Talk((text) => socket.send({ type: "say", text }));
const chatTab = { id: "chat", title: "Chat", node: talk.box, shown: () => { talk.unread = 0; talk.changed(); } };
export const panels = new Panels([{ id: "log", title: "Log", node: log.box }, chatTab]);
talk.changed = () => { for (const tab of document.querySelectorAll('[role="tab"][id$="-chat"]')) tab.textContent = talk.unread ? `Chat ${talk.unread}` : "Chat"; };
export const options = new Options([$("plane"), $("hand"), $("left"), $("rail"), $("sheet"), $("choices"), $("words")], {}); // told what to do in table.js

export const mine = () => table.holds.length > 0;
export const seatOf = (number) => table.seats.find((seat) => seat.seat === number);
