"""What waits to be sent to one client: bounded, so that somebody who does not read costs next to nothing."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from starlette.types import Send
from starlette.websockets import WebSocketDisconnect

ROOM = 256 * 1024  # bytes that may wait before nothing more is written for this client


class Outbox:
    """`again` is called when everything is sent and something was refused meanwhile, for lack of room."""

    def __init__(self, send: Send, again: Callable[[], None]) -> None:
        self._send, self._again = send, again
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._behind = False
        self._asleep: asyncio.Future[None] | None = None  # what the sender waits for

    @property
    def full(self) -> bool:
        """Whether there is no room; whoever asks gives up what it wanted to send, and will be called again."""
        self._behind = self._behind or self._bytes > ROOM
        return self._behind

    def put(self, data: bytes) -> None:
        self._waiting.append(data)
        self._bytes += len(data)
        asleep, self._asleep = self._asleep, None
        if asleep is not None and not asleep.done():
            asleep.set_result(None)

    async def run(self) -> None:
        waiting, send, loop = self._waiting, self._send, asyncio.get_running_loop()
        try:
            while True:
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
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            self._asleep = None
