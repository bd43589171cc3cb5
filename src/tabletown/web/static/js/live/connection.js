// The connection to the server, for tables and classes alike: it detects failure and reconnects. An answer is
// kept until the server has acknowledged it; after a reconnect it is sent again under its id and counts once.
import { Reader } from "./message_reader.js";

const QUIET = 10_000; // milliseconds of silence after which we check the connection
const LIMIT = 5_000; // for replies; doubled if that was too short, because some connections are merely slow
const MOST = 40_000;
const SOON = 2_500; // after the device slept or the page was hidden
const AT_LEAST = 1_000; // for an attempt that a person asked for
const LONGEST = 15; // longest pause between two attempts, in seconds

export class Connection {
  /**
   * on: {message(object), state("open" | "waiting" | "gone", secondsToNextTry | reason)}
   * picture: the one the page brought along, which the path names
   */
  constructor(path, on, picture = null) {
    this.url = new URL(path, location.href);
    this.url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.on = on;
    this.picture = picture;
    this.tries = 0;
    this.next = 0; // time of the next attempt
    this.lost = 0; // when the connection was lost
    this.due = 0; // time by which something must arrive
    this.limit = LIMIT;
    this.asked = 0; // when we last sent something that needs a reply
    this.looked = Date.now();
    this.kept = null; // the unacknowledged answer
    this.connect();
    setInterval(() => this.look(), 500);
    addEventListener("online", () => this.now(true));
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
    const early = window.earlyConnection; // from early.js; only the first attempt may use it
    window.earlyConnection = null;
    const taken = !this.tries && early?.url === this.url.href && early.readyState <= WebSocket.OPEN;
    if (early && !taken) early.close();
    const socket = (this.socket = taken ? early : new WebSocket(this.url));
    const reader = new Reader(this.picture);
    this.next = 0;
    this.wants();
    const receive = (event) => {
      if (socket === this.socket) this.onMessage(reader.read(event.data));
    };
    if (!taken) socket.onmessage = receive;
    else {
      setTimeout(() => {
        for (const data of early.early) receive({ data });
        socket.onmessage = receive;
      });
    }
    socket.onopen = () => {
      if (socket === this.socket) this.wants();
    }; // wait for the table
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.socket = null; // its remaining messages are outdated
      if (event.code === 4403 || event.code === 4404) this.end(event.code);
      else this.wait();
    };
  }

  onMessage(news) {
    const first = this.lost > 0 || !this.heard;
    this.heard = Date.now();
    if (this.due && this.heard - this.asked < LIMIT / 2) this.limit = LIMIT;
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

  /** Something arrived: only now does the connection count as open. */
  opened() {
    this.tries = 0;
    this.lost = 0;
    this.on.state("open", 0);
  }

  /** Expects an answer within this time. */
  wants(limit = this.limit) {
    this.asked = Date.now();
    this.due = this.asked + limit;
  }

  /** Checks twice a second whether something is overdue or the next attempt is due. */
  look() {
    const now = Date.now();
    const slept = now - this.looked > SOON; // asleep or too busy: messages from meanwhile haven't been handled yet
    this.looked = now;
    if (this.gone) return;
    if (slept && this.due) this.due = Math.max(this.due, now + SOON);
    if (this.next) {
      if (now >= this.next) this.connect();
      else this.on.state("waiting", Math.ceil((this.next - now) / 1000));
    } else if (this.due && now > this.due) {
      this.limit = Math.min(MOST, 2 * this.limit); // a wrong guess costs a wait if the connection is dead, but without it a slow one would never succeed
      this.drop();
    } else if (this.open && !this.due && now - this.heard > QUIET) this.ping();
  }

  ping(limit = this.limit) {
    this.wants(limit);
    this.socket.send('{"type":"ping"}');
  }

  /** The connection is dead, whatever its state says: opens another one. */
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

  /**
   * Checks at once: the person asked, the device woke up, or the network came back (an earlier attempt is then
   * useless).
   */
  now(online = false) {
    if (this.gone) return;
    if (this.next) this.connect();
    else if (this.open && !this.due) this.ping(Math.max(SOON, this.limit / 2));
    else if (online && this.socket?.readyState === WebSocket.CONNECTING && Date.now() - this.asked > SOON) {
      const vain = this.socket;
      this.connect();
      vain.close();
    }
  }

  /** The person wants it now: drops an attempt that hangs, unless it has just begun. */
  retry() {
    if (this.gone || (!this.next && Date.now() - this.asked < AT_LEAST)) return;
    const hanging = this.socket;
    this.limit = LIMIT;
    this.connect();
    hanging?.close();
  }

  say(message) {
    this.wants();
    this.socket.send(JSON.stringify(message));
  }

  /** Returns whether it is on its way. An answer gets an id and is kept until it counts. */
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
