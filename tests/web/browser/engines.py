"""The other two engines: Firefox over WebDriver BiDi, WebKit through its WebDriver.

Each opens all five games, measures the table as the census does, and plays some decisions with real clicks and keys.

    python -m tests.web.browser.engines [--engines firefox,webkit] [--games right-of-way,…] [--decisions 25]

Debian: apt install firefox-esr webkit2gtk-driver xvfb. The suite opens each engine for a short run (test_engines.py).
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from tabletown.web.testing import Server, free_port
from tests.waiting import LIMIT, until
from tests.web.browser.census import FIVE, MEASURE
from tests.web.browser.conftest import GAMES
from tests.web.browser.person import SETTLED

SIZES = {"firefox": ((1280, 800), (390, 844)), "webkit": ((1280, 800), (460, 844))}  # WebKit has no narrower windows

# a scrollbar that an engine draws in a list with its own sign that it scrolls
BARS = """[...document.querySelectorAll("body *")].filter((one) => {
  const style = getComputedStyle(one);
  if (!["auto", "scroll"].includes(style.overflowX) || one.scrollWidth <= one.clientWidth) return false;
  const edges = parseFloat(style.borderTopWidth) + parseFloat(style.borderBottomWidth);
  return one.offsetHeight - one.clientHeight - edges > 1;
}).map((one) => "a scrollbar: " + (one.id || one.className))"""
STATE = """({
  number: Number(document.body.dataset.number ?? -1),
  mine: document.querySelector("#prompt")?.matches(".you") ?? false,
  over: document.querySelector("#prompt")?.matches(".over") ?? false,
})"""
# what changes after an answer or a selection
ASKED = """[document.body.dataset.number, ...["say", "acts", "choices", "hand", "plane"].map((id) =>
  document.getElementById(id)?.outerHTML)].join()"""
SAID = "document.getElementById('say').innerText"
# clickable answers: the main button, otherwise every chip, place on the board (many are only there) and button
TARGETS = """(() => {
  const middle = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
  };
  const shown = (one) => {
    const [x, y] = middle(one);
    return x > 0 && y > 0 && x < innerWidth && y < innerHeight && one.contains(document.elementFromPoint(x, y));
  };
  const go = document.querySelector("#acts .go");
  const all = go ? [go] : [...document.querySelectorAll("[data-option][data-can], #acts [data-word-of]")];
  return all.filter(shown).map(middle);
})()"""


class Window(Protocol):
    name: str

    def go(self, url: str) -> None: ...
    def run(self, expression: str) -> Any: ...
    def size(self, width: int, height: int) -> None: ...
    def act(self, actions: list[dict[str, Any]]) -> None: ...
    def picture(self) -> bytes: ...


class Firefox:
    """WebDriver BiDi as Firefox implements it: commands over a socket."""

    name = "firefox"

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._count = 0
        self.errors: list[str] = []
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])
        self._context = self.command("browsingContext.create", type="tab")["context"]
        self.command("browsingContext.activate", context=self._context)  # otherwise nothing has the focus

    def command(self, method: str, **params: Any) -> dict[str, Any]:
        self._count += 1
        self._line.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            news = json.loads(self._line.recv(timeout=LIMIT))
            if news.get("method") == "log.entryAdded" and news["params"].get("type") == "javascript":
                self.errors.append(news["params"]["text"])
            if news.get("id") != self._count:
                continue
            if news["type"] == "error":
                raise RuntimeError(f"{method}: {news['error']}: {news['message']}")
            return dict(news["result"])

    def go(self, url: str) -> None:
        self.command("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def run(self, expression: str) -> Any:
        wrapped = f"(async () => JSON.stringify((await ({expression})) ?? null))()"
        target = {"context": self._context}
        result = self.command("script.evaluate", expression=wrapped, target=target, awaitPromise=True)
        if result["type"] == "exception":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"])

    def size(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self.command("browsingContext.setViewport", context=self._context, viewport=viewport)

    def act(self, actions: list[dict[str, Any]]) -> None:
        self.command("input.performActions", context=self._context, actions=actions)

    def picture(self) -> bytes:
        return base64.b64decode(self.command("browsingContext.captureScreenshot", context=self._context)["data"])


class WebKit:
    """WebDriver over HTTP."""

    name = "webkit"

    def __init__(self, url: str) -> None:
        self._http = httpx.Client(base_url=url, timeout=LIMIT)
        made = self.ask("POST", "/session", capabilities={"alwaysMatch": {}})
        self._session = f"/session/{made['sessionId']}"
        self.errors: list[str] = []

    def ask(self, method: str, path: str, **body: Any) -> Any:
        answer = self._http.request(method, path, json=body if method == "POST" else None)
        value = answer.json()["value"]
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {value['error']}: {value['message']}")
        return value

    def go(self, url: str) -> None:
        self.ask("POST", f"{self._session}/url", url=url)

    def run(self, expression: str) -> Any:
        script = (
            "const done = arguments[arguments.length - 1];"
            f"(async () => JSON.stringify((await ({expression})) ?? null))()"
            ".then(done, (error) => done(JSON.stringify({ threw: String(error) })));"
        )
        value = json.loads(self.ask("POST", f"{self._session}/execute/async", script=script, args=[]))
        if isinstance(value, dict) and "threw" in value:
            raise RuntimeError(value["threw"])
        return value

    def size(self, width: int, height: int) -> None:
        """The page's size, without the window's frame, which is measured once the size is stable."""
        before: tuple[int, ...] = ()

        def fits() -> bool:
            nonlocal before
            inside = self.run("[innerWidth, innerHeight]")
            window = self.ask("GET", f"{self._session}/window/rect")
            now = (*inside, window["width"], window["height"])
            if now == before and inside != [width, height]:
                wish = {"width": now[2] + width - now[0], "height": now[3] + height - now[1]}
                self.ask("POST", f"{self._session}/window/rect", x=0, y=0, **wish)
            before = now
            return bool(inside == [width, height])

        until(fits, f"a window of {width}x{height}")

    def act(self, actions: list[dict[str, Any]]) -> None:
        self.ask("POST", f"{self._session}/actions", actions=actions)

    def picture(self) -> bytes:
        return base64.b64decode(self.ask("GET", f"{self._session}/screenshot"))


# ---------------------------------------------------------------------- starting them


NEEDED = {"firefox": ("firefox-esr",), "webkit": ("WebKitWebDriver", "Xvfb")}


def missing(engine: str) -> list[str]:
    return [program for program in NEEDED[engine] if shutil.which(program) is None]


@contextmanager
def opened(engine: str) -> Iterator[Firefox | WebKit]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        yield firefox(stack, folder) if engine == "firefox" else webkit(stack, folder)


def started(stack: ExitStack, command: list[str], log: Path, **env: str) -> subprocess.Popen[bytes]:
    output = stack.enter_context(log.open("wb"))
    process = subprocess.Popen(command, stdout=output, stderr=output, env={**os.environ, **env}, start_new_session=True)

    def end() -> None:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.wait()

    stack.callback(end)
    return process


def firefox(stack: ExitStack, folder: Path) -> Firefox:
    quiet = ("browser.shell.checkDefaultBrowser", "datareporting.policy.dataSubmissionEnabled", "app.update.enabled")
    prefs = "".join(f'user_pref("{name}", false);\n' for name in quiet)
    prefs += 'user_pref("focusmanager.testmode", true);\n'  # hidden windows have the focus, too
    prefs += 'user_pref("browser.startup.page", 0);\nuser_pref("ui.prefersReducedMotion", 1);\n'
    (folder / "user.js").write_text(prefs)
    log = folder / "log"
    command = ["firefox-esr", "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]
    started(stack, command, log, MOZ_HEADLESS_WIDTH="1280", MOZ_HEADLESS_HEIGHT="900", HOME=str(folder))

    def address() -> str:
        found = re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read_text(errors="replace"))
        return found[1] if found else ""

    found = until(address, "Firefox starts")
    return Firefox(stack.enter_context(connect(f"{found}/session", max_size=None, open_timeout=LIMIT)))


def webkit(stack: ExitStack, folder: Path) -> WebKit:
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1800x1300x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    stack.callback(screen.wait)
    stack.callback(screen.terminate)
    with os.fdopen(read) as pipe:
        display = f":{pipe.readline().strip()}"
    port = free_port()
    env = {"DISPLAY": display, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "NO_AT_BRIDGE": "1"}
    env |= {"WEBKIT_DISABLE_DMABUF_RENDERER": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    env |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # it only loads our own pages
    started(stack, ["WebKitWebDriver", f"--port={port}"], folder / "log", **env)
    url = f"http://127.0.0.1:{port}"

    def ready() -> bool:
        with suppress(httpx.HTTPError):
            return bool(httpx.get(f"{url}/status", timeout=LIMIT).status_code == 200)
        return False

    until(ready, "WebKitWebDriver starts")
    window = WebKit(url)
    stack.callback(lambda: window.ask("DELETE", window._session))
    return window


# ---------------------------------------------------------------------- playing


def click(window: Window, x: int, y: int) -> None:
    move = {"type": "pointerMove", "x": x, "y": y, "duration": 0}
    steps = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    window.act([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}])


def press(window: Window, key: str) -> None:
    steps = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
    window.act([{"type": "key", "id": "keys", "actions": steps}])


def sits(window: Window, url: str, game: str) -> None:
    """Open a new table against bots."""
    window.go(f"{url}/settings")
    window.run("localStorage.setItem('cards', 'never')")  # cards have tests of their own
    form = "{ method: 'POST', body: new URLSearchParams() }"
    window.go(window.run(f"fetch('/play/{game}', {form}).then((answer) => answer.url)"))
    until(lambda: window.run(STATE)["number"] >= 0, f"{window.name}: {game} opens")


def plays(window: Window, decisions: int, seed: int = 5) -> int:
    """Play this many decisions, one in four by keyboard; returns how many were answered before the end."""
    rng = random.Random(seed)
    for answered in range(decisions):
        now = until(lambda: (now := window.run(STATE)) and (now["mine"] or now["over"]) and now, "somebody is asked")
        if now["over"]:
            return answered
        answer(window, rng, now["number"], by_keys=answered % 4 == 3)
    return decisions


def answer(window: Window, rng: random.Random, number: int, by_keys: bool) -> None:
    """Choose an option, then confirm if necessary."""
    if by_keys:
        press(window, "\ue014")  # arrow to the right
    for _ in range(8):
        changed = partial(differs, window, window.run(ASKED))
        if by_keys:
            press(window, "\ue006")  # Enter
        else:
            click(window, *rng.choice(until(lambda: window.run(TARGETS), f"{window.name}: something to click")))
        until(changed, f"{window.name}: an answer to {window.run(SAID)!r}")
        if window.run(STATE)["number"] != number:
            return
    raise AssertionError(f"{window.name}: chosen, and never answered: {window.run(SAID)!r}")


def differs(window: Window, asked: str) -> bool:
    return bool(window.run(ASKED) != asked)


def measured(window: Window) -> list[str]:
    """The findings once the window has been laid out again."""
    window.run(f"({SETTLED})()")
    return sorted({*window.run(f"({MEASURE})()"), *window.run(BARS)})


def visit(window: Firefox | WebKit, url: str, game: str, decisions: int) -> Iterator[str]:
    """The findings about one game in one engine."""
    window.size(*SIZES[window.name][0])
    sits(window, url, game)
    for step in range(2):
        plays(window, decisions // 2 + step, seed=step)
        for width, height in SIZES[window.name]:
            window.size(width, height)
            yield from (f"{window.name} {game} {width}x{height}: {words}" for words in measured(window))
        window.size(*SIZES[window.name][0])
    yield from (f"{window.name} {game}: an error: {words}" for words in window.errors)
    window.errors.clear()


def main() -> int:
    parser = argparse.ArgumentParser(description="Open and play every game in Firefox and WebKit.")
    parser.add_argument("--engines", default="firefox,webkit")
    parser.add_argument("--games", default=",".join(FIVE))
    parser.add_argument("--decisions", type=int, default=25)
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of every table")
    wish = parser.parse_args()
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), GAMES, ("--unlimited", "--pace", "0"))
        server.start()
        try:
            for engine in wish.engines.split(","):
                with opened(engine) as window:
                    for game in wish.games.split(","):
                        for words in visit(window, server.url, game, wish.decisions):
                            print(words, flush=True)
                            count += 1
                        if wish.pictures:
                            (wish.pictures / f"{game}.{engine}.png").write_bytes(window.picture())
                        print(f"{engine}: {game} was played", flush=True)
        finally:
            server.stop()
    print(f"{count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
