// Connects to the table while the page's modules are still loading; connection.js takes over the socket and its messages.
// If the modules load faster, it opens none, because nobody would use it.
if (window.earlyConnection === undefined && /^\/t\/\w+$/.test(location.pathname)) {
  const address = new URL(`${location.pathname}/stream?changes=yes`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = (window.earlyConnection = new WebSocket(address));
  socket.early = [];
  socket.onmessage = (event) => socket.early.push(event.data);
}
