"""Measure the seconds until a table is playable on a slow connection: 400 kbit/s, 400 ms round trip, empty cache.

python benchmarks/first_table.py [--kbit 400] [--latency 400] [GAME ...]

A real browser (chromium) through a proxy of ours that delays every byte, shares the line among all connections, and
adds the round trip of each new connection. The board can be seen before it can be played on, as the page brings it
along. "again": the same page once more, with the browser's cache.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tabletown import registry
from tabletown.web.testing import Server

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SEEN = "() => document.querySelector('#plane > svg')?.clientWidth > 0"
READY = "() => document.body?.dataset.number !== undefined && document.querySelector('[data-option]') !== null"


class SlowLine:
    def __init__(self, port: int, kbit: float, latency: float) -> None:
        self.to, self.port, self.pace, self.half = port, 0, kbit * 1000 / 8, latency / 2000
        self.free = 0.0  # when the connection is free again
        self.bytes = 0

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, away = await asyncio.open_connection("127.0.0.1", self.to)
        await asyncio.sleep(2 * self.half)  # the handshake
        await asyncio.gather(self.pass_on(reader, away, False), self.pass_on(there, writer, True))

    async def pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, down: bool) -> None:
        loop, queue = asyncio.get_running_loop(), asyncio.Queue[tuple[float, bytes]]()

        async def deliver() -> None:
            while (item := await queue.get())[1]:
                await asyncio.sleep(item[0] - loop.time())
                target.write(item[1])
            target.close()

        delivering = asyncio.create_task(deliver())
        try:
            while data := await source.read(1400):
                if not down and data.startswith(b"GET "):  # looks like a distant client, so that streams are compressed
                    data = data.replace(b"\r\n", b"\r\nX-Forwarded-For: 203.0.113.1\r\n", 1)
                if down:
                    self.bytes += len(data)
                    self.free = max(self.free, loop.time()) + len(data) / self.pace
                    await asyncio.sleep(max(0.0, self.free - loop.time()))
                queue.put_nowait((loop.time() + self.half, data))
        except OSError:
            pass
        queue.put_nowait((0.0, b""))
        await delivering


def start(line: SlowLine) -> None:
    ready = threading.Event()

    async def serve() -> None:
        server = await asyncio.start_server(line.meet, "127.0.0.1", 0)
        line.port = server.sockets[0].getsockname()[1]
        ready.set()
        await server.serve_forever()

    threading.Thread(target=lambda: asyncio.run(serve()), daemon=True).start()
    ready.wait(10)


def opened(page: Page, address: str) -> tuple[float, float]:
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function(SEEN, timeout=60_000, polling=20)
    seen = time.perf_counter() - began
    page.wait_for_function(READY, timeout=60_000, polling=20)
    return seen, time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[game.about.id for game in registry.games()])
    parser.add_argument("--kbit", type=float, default=400)
    parser.add_argument("--latency", type=float, default=400)
    given = parser.parse_args()
    chromium = next(found for name in BROWSERS if (found := shutil.which(name)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), options=["--unlimited", "--workers", "0"])
        server.start()
        line = SlowLine(server.port, given.kbit, given.latency)
        start(line)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            for id in given.games:
                context = browser.new_context()
                seats = {f"seat-{n}": "bot" for n in range(registry.game(id).about.default_seats)} | {"seat-0": "me"}
                form = {"game": id, "count": str(len(seats)), **seats}
                made = context.request.post(f"{server.url}/new", form=form, max_redirects=0)
                page, address = context.new_page(), f"http://127.0.0.1:{line.port}{made.headers['location']}"
                line.bytes = 0
                (seen, first), sent = opened(page, address), line.bytes
                line.bytes = 0
                page.goto("about:blank")
                _, again = opened(page, address)
                kept = line.bytes
                print(
                    f"{id:<16} seen {seen:.1f} s, played {first:.1f} s, {sent / 1000:.0f} KB; "
                    f"again {again:.1f} s, {kept / 1000:.0f} KB"
                )
                context.close()
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
