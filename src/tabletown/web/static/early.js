// Opens the line to the table while the page's modules are still on their way; socket.js takes it over with what came.
// Where the modules were faster it opens none: nobody would take it.
if (window.earlyLine === undefined && /^\/t\/\w+$/.test(location.pathname)) {
  const address = new URL(`${location.pathname}/stream?changes=yes`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const line = (window.earlyLine = new WebSocket(address));
  line.early = [];
  line.onmessage = (event) => line.early.push(event.data);
}
