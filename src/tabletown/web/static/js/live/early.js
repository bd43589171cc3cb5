// While the page's modules are still loading: connects to the table, and shows the board that the page brought along.
// connection.js takes over the socket and its messages; board.js keeps every part of the board.
// If the modules load faster, it opens none, because nobody would use it.
const { stream } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
if (window.earlyConnection === undefined) {
  const address = new URL(stream ?? "", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = (window.earlyConnection = new WebSocket(address));
  socket.early = [];
  socket.onmessage = (event) => socket.early.push(event.data);

  const showBoard = () => {
    const plane = document.getElementById("plane"), picture = document.getElementById("picture");
    if (!plane || !picture || plane.childElementCount) return;
    plane.innerHTML = JSON.parse(picture.textContent ?? "").board;
  };
  if (document.readyState === "loading") document.addEventListener("readystatechange", showBoard, { once: true });
  else showBoard();
}
