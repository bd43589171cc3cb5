"""The short way between a connection and its table: a message need not pass through all that stands around a route.

Uvicorn gives every message to the application by way of a queue and a task, and takes every answer apart and together
again. A whole message of a client that is listened to is handed over at once; what is told is written as one frame.
Whatever is not as plain as that (pieces, pings, compressed ones, a line that is held up) goes the long way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from websockets.protocol import OPEN
from websockets.streams import StreamReader

try:
    from websockets.speedups import apply_mask
except ImportError:  # a machine for which it was not compiled
    from websockets.utils import apply_mask

LINE = "tabletown.line"  # where a connection's scope has it
TEXT, MASKED = 0x81, 0x80
BETWEEN = StreamReader.at_eof.__code__  # what the parser waits in between two frames


class Line(asyncio.Protocol):
    """A websocket of uvicorn's, with the short way beside the long one."""

    conn: Any
    transport: asyncio.Transport
    writable: asyncio.Event
    frames: list[bytes]
    close_sent: bool
    # who takes whole messages at once: says whether it did. Set while the application waits for the next one
    hears: Callable[[bytes], bool] | None = None

    def data_received(self, data: bytes) -> None:
        hears = self.hears
        if hears is not None and len(data) > 6 and data[0] == TEXT and not self.frames and not self.close_sent:
            length, start = data[1] - MASKED, 6
            if length == 126:
                length, start = int.from_bytes(data[2:4], "big"), 8
            if (
                0 < length == len(data) - start  # one frame, masked, and nothing else
                and length != 127
                and self._between_frames()
                and hears(apply_mask(data[start:], data[start - 4 : start]))
            ):
                return
        super().data_received(data)

    def _between_frames(self) -> bool:
        """Whether no part of another frame has come: then the parser waits for the first byte of one."""
        waits = self.conn.parser
        while (inner := waits.gi_yieldfrom) is not None:
            waits = inner
        return waits.gi_code is BETWEEN

    def tell(self, data: bytes) -> bool:
        """Write this text as one frame, if the line is free and open."""
        conn, transport = self.conn, self.transport
        if self.close_sent or conn.state is not OPEN or transport.is_closing() or not self.writable.is_set():
            return False
        if conn.extensions:  # compressed, for those who are far away
            conn.send_text(data)
            transport.write(b"".join(conn.data_to_send()))
        elif (size := len(data)) < 126:
            transport.write(bytes((TEXT, size)) + data)
        elif size < 65536:
            transport.write(b"\x81\x7e" + size.to_bytes(2, "big") + data)
        else:
            transport.writelines((b"\x81\x7f" + size.to_bytes(8, "big"), data))
        return True
