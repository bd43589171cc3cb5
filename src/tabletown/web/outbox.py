"""What waits to be sent to one client: bounded, so that somebody who does not read costs next to nothing."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import Any

from starlette.types import Send
from starlette.websockets import WebSocketDisconnect

ROOM = 256 * 1024  # bytes that may wait before nothing more is written for this client
GONE = (WebSocketDisconnect, RuntimeError, OSError)


class Started:
    """A coroutine that was begun by hand and waits for something: its rest can be awaited."""

    def __init__(self, work: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self.work, self.waits_for = work, waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        while True:
            yield self.waits_for
            try:
                self.waits_for = self.work.send(None)
            except StopIteration:
                return


class Outbox:
    """`again` is called when everything is sent and something was refused meanwhile, for lack of room.

    `tell`: the short way (see `line.py`), where there is one.
    """

    def __init__(self, send: Send, again: Callable[[], None], tell: Callable[[bytes], bool] | None = None) -> None:
        self._send, self._again, self._tell = send, again, tell
        self._waiting: deque[bytes] = deque()
        self._started: Started | None = None
        self._bytes = 0
        self._behind = False
        self._asleep: asyncio.Future[None] | None = None  # what the sender waits for

    @property
    def full(self) -> bool:
        """Whether there is no room; whoever asks gives up what it wanted to send, and will be called again."""
        self._behind = self._behind or self._bytes > ROOM
        return self._behind

    def put(self, data: bytes) -> None:
        """Send it at once where the line is free, as it mostly is: waking the sender up would cost more than that."""
        asleep = self._asleep
        if asleep is None or asleep.done():
            self._waiting.append(data)
            self._bytes += len(data)
            return
        if self._tell is not None and self._tell(data):
            return
        work: Any = self._send({"type": "websocket.send", "text": data.decode()})
        try:
            waits_for = work.send(None)
        except StopIteration:
            return
        except GONE:
            self._asleep = None  # whoever receives hears of it too
            asleep.cancel()
            return
        self._started, self._asleep = Started(work, waits_for), None
        asleep.set_result(None)

    async def run(self) -> None:
        waiting, send, loop = self._waiting, self._send, asyncio.get_running_loop()
        try:
            while True:
                if self._started is not None:
                    await self._started
                    self._started = None
                while waiting:
                    data = waiting.popleft()
                    await send({"type": "websocket.send", "text": data.decode()})
                    self._bytes -= len(data)
                if self._behind:
                    self._behind = False
                    self._again()
                    await asyncio.sleep(0)
                    continue
                self._asleep = loop.create_future()
                await self._asleep
        except GONE:
            pass
        finally:
            self._asleep = None
