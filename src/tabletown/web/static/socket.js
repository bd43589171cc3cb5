// The line to the server, for tables and classes alike: connects, notices that it is dead, comes back by itself. An answer
// is kept until the server has acknowledged it; over a new line it is sent again under its own id, and counts once.
import { Reader } from "./changes.js";

const QUIET = 10_000; // milliseconds without a word after which we ask whether the line holds
const LIMIT = 5_000; // for whatever must be answered
const SOON = 2_500; // after a sleep, when somebody looks again
const LONGEST = 15; // seconds between two tries

export class Line {
  /** on: {message(object), state("open" | "waiting" | "gone", secondsToNextTry | reason)} */
  constructor(path, on) {
    this.url = new URL(path, location.href);
    this.url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.on = on;
    this.tries = 0;
    this.next = 0; // when to try again
    this.lost = 0; // since when there is no line
    this.due = 0; // until when something must be heard
    this.kept = null; // the answer that is not acknowledged
    this.connect();
    setInterval(() => this.look(), 500);
    addEventListener("online", () => this.now());
    addEventListener("focus", () => this.now());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.now();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.now();
    });
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    const early = window.earlyLine; // opened before this module was there (early.js)
    window.earlyLine = null;
    const taken = early?.url === this.url.href && early.readyState <= WebSocket.OPEN;
    const socket = (this.socket = taken ? early : new WebSocket(this.url));
    const reader = new Reader();
    this.next = 0;
    this.due = Date.now() + LIMIT;
    const hear = (event) => {
      if (socket === this.socket) this.hear(reader.read(event.data));
    };
    if (!taken) socket.onmessage = hear;
    else {
      setTimeout(() => {
        for (const data of early.early) hear({ data });
        socket.onmessage = hear;
      });
    }
    socket.onopen = () => {
      if (socket === this.socket) this.due = Date.now() + LIMIT;
    }; // the table must follow
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      if (event.code === 4403 || event.code === 4404) this.end(event.code);
      else this.wait();
    };
  }

  hear(news) {
    const first = this.lost > 0 || !this.heard;
    this.heard = Date.now();
    this.due = this.kept ? this.due : 0;
    if (news.type === "pong") return;
    if ((news.type === "ack" || news.type === "refused") && news.id && news.id === this.kept?.id) {
      this.kept = null;
      this.due = 0;
    }
    if (news.type === "ack") return;
    if (first) this.opened();
    this.on.message(news);
    if (first && this.kept) this.say(this.kept);
  }

  /** Something came: now the line is open, not before. */
  opened() {
    this.tries = 0;
    this.lost = 0;
    this.on.state("open", 0);
  }

  /** Twice a second: is something overdue, or is it time for the next try? */
  look() {
    const now = Date.now();
    if (this.gone) return;
    if (this.next) {
      if (now >= this.next) this.connect();
      else this.on.state("waiting", Math.ceil((this.next - now) / 1000));
    } else if (this.due && now > this.due) {
      this.drop();
    } else if (this.open && !this.due && now - this.heard > QUIET) this.ping();
  }

  ping(limit = LIMIT) {
    this.due = Date.now() + limit;
    this.socket.send('{"type":"ping"}');
  }

  /** The line is dead, whatever it says of itself: another one. */
  drop() {
    const dead = this.socket;
    this.socket = null;
    dead.close();
    this.wait();
  }

  wait() {
    this.lost = this.lost || Date.now();
    this.due = 0;
    const seconds = this.tries ? Math.min(LONGEST, 2 ** Math.min(this.tries - 1, 4)) : 0;
    this.tries += 1;
    this.next = Date.now() + seconds * 1000;
    this.on.state("waiting", seconds);
    if (!seconds) this.connect();
  }

  end(code) {
    this.gone = true;
    this.on.state("gone", code);
  }

  /** Look at once: the person asked, woke the device, or the network came back. */
  now() {
    if (this.gone) return;
    if (this.next) this.connect();
    else if (this.open && !this.due) this.ping(SOON);
  }

  say(message) {
    this.due = Date.now() + LIMIT;
    this.socket.send(JSON.stringify(message));
  }

  /** Whether it is on its way. An answer gets an id and is kept until it counts. */
  send(message) {
    if (!this.open || this.lost) return false;
    if (message.type === "choose") {
      this.kept = { ...message, id: this.newId() };
      this.say(this.kept);
    } else {
      this.socket.send(JSON.stringify(message));
      this.ping();
    }
    return true;
  }

  newId() {
    return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}
