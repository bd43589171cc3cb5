// Connects to the table while the page's modules are still loading; connection.js takes the socket over with what came.
// Where the modules were faster it opens none: nobody would take it.
if (window.earlyConnection === undefined && /^\/t\/\w+$/.test(location.pathname)) {
  const address = new URL(`${location.pathname}/stream?changes=yes`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = (window.earlyConnection = new WebSocket(address));
  socket.early = [];
  socket.onmessage = (event) => socket.early.push(event.data);
}
