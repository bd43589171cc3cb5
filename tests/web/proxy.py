"""A bad network between client and server, which drops, delays, cuts and repeats messages."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.waiting import LIMIT


class Proxy:
    """Passes on what it gets unless told otherwise; dropped messages never arrive."""

    def __init__(self, port: int) -> None:
        self.to, self.port = port, 0
        self.delay = 0.0  # seconds by which everything is delayed
        self.twice = False  # repeat every message of a client
        self.swallowed = 0  # bytes
        self._lines: list[Line] = []
        self._loop = asyncio.new_event_loop()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def swallow(self) -> None:
        """Silently drop everything on the current connections; new ones work."""
        for line in self._lines:
            line.dead = True

    def cut(self) -> None:
        self._loop.call_soon_threadsafe(lambda: [line.cut() for line in self._lines])

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = Line(self, writer)
        self._lines.append(line)
        there, away = await asyncio.open_connection("127.0.0.1", self.to)
        line.ends.append(away)
        await asyncio.gather(line.pass_on(reader, away, True), line.pass_on(there, writer, False))


class Line:
    def __init__(self, proxy: Proxy, writer: asyncio.StreamWriter) -> None:
        self.proxy, self.ends, self.dead = proxy, [writer], False
        self.upgraded, self.rest = False, b""

    def cut(self) -> None:
        for end in self.ends:
            end.transport.abort()

    async def pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, ours: bool) -> None:
        try:
            while data := await source.read(65536):
                if self.proxy.delay:
                    await asyncio.sleep(self.proxy.delay)
                if self.dead:
                    self.proxy.swallowed += len(data)
                    continue
                self.upgraded = self.upgraded or b"101 Switching" in data
                again = self.messages(data) if ours and self.upgraded and self.proxy.twice else [data]
                for part in again:
                    target.write(part)
                await target.drain()
        except OSError:
            pass
        finally:
            if not self.dead:  # otherwise the end isn't passed on either
                target.close()

    def messages(self, data: bytes) -> Iterator[bytes]:
        """A client's frames, with each text frame repeated."""
        self.rest += data
        while len(self.rest) >= 2:
            length, start = self.rest[1] & 127, 2
            if length == 126:
                length, start = int.from_bytes(self.rest[2:4]), 4
            end = start + 4 + length
            if len(self.rest) < end:
                return
            frame, self.rest = self.rest[:end], self.rest[end:]
            yield frame
            if frame[0] & 15 == 1:
                yield frame


@contextmanager
def bad_network(port: int) -> Iterator[Proxy]:
    proxy = Proxy(port)

    async def serve(ready: threading.Event, ended: asyncio.Event) -> None:
        server = await asyncio.start_server(proxy.meet, "127.0.0.1", 0)
        proxy.port = server.sockets[0].getsockname()[1]
        ready.set()
        await ended.wait()
        server.close()
        for line in proxy._lines:
            line.cut()

    ready, ended, loop = threading.Event(), asyncio.Event(), proxy._loop

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(serve(ready, ended))
        pending: Any = asyncio.all_tasks(loop)
        loop.run_until_complete(asyncio.wait(pending, timeout=1)) if pending else None

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    ready.wait(LIMIT)
    try:
        yield proxy
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join(5)
