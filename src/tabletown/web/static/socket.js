// The line to the table: connects, comes back by itself, and says how it stands. Nothing is sent twice: a move that was
// not answered before the line broke is simply shown again, or not, by the table that comes with the next connection.

import { Reader } from "./changes.js";

export class Line {
  /** on: {message(object), state("open" | "waiting" | "gone", secondsToNextTry | reason)} */
  constructor(path, on) {
    this.url = new URL(path, location.href);
    this.url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.on = on;
    this.tries = 0;
    this.timer = 0;
    this.connect();
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.now(); });
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearInterval(this.timer);
    const socket = (this.socket = new WebSocket(this.url));
    const reader = new Reader();
    socket.onmessage = (event) => {
      this.tries = 0;
      this.on.message(reader.read(event.data));
    };
    socket.onopen = () => this.on.state("open", 0);
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      if (event.code === 4403 || event.code === 4404) return this.on.state("gone", event.code);
      this.wait();
    };
  }

  wait() {
    let seconds = Math.min(20, 2 ** Math.min(this.tries++, 5));
    this.on.state("waiting", seconds);
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      seconds -= 1;
      if (seconds <= 0) this.connect();
      else this.on.state("waiting", seconds);
    }, 1000);
  }

  /** Try at once: the person asked, or the network came back. */
  now() {
    if (this.socket.readyState === WebSocket.CLOSED) this.connect();
  }

  send(message) {
    if (!this.open) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
