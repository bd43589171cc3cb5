"""A bounded send queue for one client, so that a slow reader costs next to nothing."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocketDisconnect

ROOM = 256 * 1024  # bytes that may queue before nothing more is added for this client


class Outbox:
    """`again` is called once the queue is empty if something was refused meanwhile."""

    def __init__(self, send: Callable[[str], Awaitable[None]], again: Callable[[], None]) -> None:
        self._send, self._again = send, again
        self._waiting: deque[bytes] = deque()
        self._filled = asyncio.Event()
        self._bytes = 0
        self._behind = False

    @property
    def full(self) -> bool:
        """Whether the queue is full; the caller drops its message and is called again later."""
        self._behind = self._behind or self._bytes > ROOM
        return self._behind

    def put(self, data: bytes) -> None:
        self._waiting.append(data)
        self._bytes += len(data)
        self._filled.set()

    def close(self) -> None:
        """Stop sending and drop the callback, which would keep both objects in memory."""
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
            pass  # the client is gone; the receiving side notices too
