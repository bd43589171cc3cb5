// While the page's modules are still loading: connects to the table, and shows the picture that the page brought along.
// connection.js takes over the socket and its messages; patch.js keeps every part of board and hand.
// If the modules load faster, it opens none, because nobody would use it.
if (window.earlyConnection === undefined) {
  const { stream = "" } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  const address = new URL(stream, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = (window.earlyConnection = new WebSocket(address));
  socket.early = [];
  socket.onmessage = (event) => socket.early.push(event.data);

  const made = (name, className, html) => Object.assign(document.createElement(name), { className, innerHTML: html });

  const showPicture = () => {
    const [picture, plane, hand, rail] = ["picture", "plane", "hand", "rail"].map((id) => document.getElementById(id));
    if (!picture || !plane || !hand || !rail || plane.childElementCount) return;
    const { board, panels } = JSON.parse(picture.textContent ?? "");
    plane.innerHTML = board;
    const filled = panels.filter((panel) => panel.html.trim());
    if (filled.some(({ place }) => place === "drawer" || place === "dialog")) return; // they change the layout
    for (const { id, html } of filled.filter((panel) => panel.place === "hand")) {
      hand.hidden = false;
      hand.append(made("div", "handbody", html));
      hand.lastElementChild?.setAttribute("data-id", id);
    }
    const first = filled.find((panel) => panel.place === "rail");
    if (!first) return;
    const pane = made("div", "pane", '<section class="panel"><div class="body"></div></section>');
    pane.querySelector(".body")?.append(made("div", "", first.html));
    rail.replaceChildren(made("div", "tabs", '<button type="button" aria-selected="true"></button>'), pane);
    rail.querySelector("button")?.append(first.tab);
  };
  if (document.readyState === "loading") document.addEventListener("readystatechange", showPicture, { once: true });
  else showPicture();
}
