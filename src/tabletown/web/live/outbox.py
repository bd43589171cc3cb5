"""What waits to be sent to one client: bounded, so that somebody who does not read costs next to nothing."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocketDisconnect

ROOM = 256 * 1024  # bytes that may wait before nothing more is written for this client


class Outbox:
    """`again` is called when everything is sent and something was refused meanwhile, for lack of room."""

    def __init__(self, send: Callable[[str], Awaitable[None]], again: Callable[[], None]) -> None:
        self._send, self._again = send, again
        self._waiting: deque[bytes] = deque()
        self._filled = asyncio.Event()
        self._bytes = 0
        self._behind = False

    @property
    def full(self) -> bool:
        """Whether there is no room; whoever asks gives up what it wanted to send, and will be called again."""
        self._behind = self._behind or self._bytes > ROOM
        return self._behind

    def put(self, data: bytes) -> None:
        self._waiting.append(data)
        self._bytes += len(data)
        self._filled.set()

    def close(self) -> None:
        """Nothing more is sent. Whoever was to be called again is let go: else the two keep each other in memory."""
        self._again = lambda: None

    async def run(self) -> None:
        try:
            while True:
                await self._filled.wait()
                self._filled.clear()
                while self._waiting:
                    data = self._waiting.popleft()
                    await self._send(data.decode())
                    self._bytes -= len(data)
                if self._behind:
                    self._behind = False
                    self._again()
                    await asyncio.sleep(0)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # the client is gone; whoever receives hears of it too
