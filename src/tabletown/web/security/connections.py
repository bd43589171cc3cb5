"""Limit how long connections may stay idle, so that half-sent requests and clients that never read lock nobody out.

Uvicorn waits for ever for a request's headers and body, and for clients that don't read the response. So every
connection is checked once a second; if there is no room, the one that has been idle longest is closed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections import Counter
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from tabletown.web.security.token_buckets import client_at, plain

log = logging.getLogger("tabletown.web")

SPARE = 100  # open files other than connections: the database, the workers, the program itself
MOST = 20_000
LOOPBACK = ("127.0.0.1", "::1")
FRAGMENTS = 64  # frames into which a client may split one message
ENOUGH = 2048  # open files above which no warning is needed


def _network(address: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    """A network from an address or a range such as 172.16.0.0/12."""
    try:
        return ipaddress.ip_network(address.strip())
    except ValueError:
        return None


class Connections:
    """All connections of a server. `own`: addresses of proxies, behind which many people look like one client."""

    def __init__(self, patience: float, per_client: int, own: str = "", most: int = MOST) -> None:
        self.patience, self.per_client, self.most = patience, per_client, most
        self.own = [network for address in own.split(",") if (network := _network(address)) is not None]
        self.waiting: dict[WatchedProtocol, None] = {}  # idle HTTP connections, longest idle first
        self.streams: set[WatchedProtocol] = set()
        self.dropped = self.refused = 0  # refused: connections of clients at their limit
        self._clients: Counter[str] = Counter()
        self._sweeper: asyncio.TimerHandle | None = None

    def add(self, connection: WatchedProtocol) -> None:
        client, own = connection.counts_as, self.is_own(connection.address)
        its_share = own or self._clients[client] < self.per_client or self._make_room(client)
        self.refused += not its_share
        if not its_share or (len(self.waiting) + len(self.streams) >= self.most and not self._make_room()):
            connection.drop()
        self._clients[client] += 1
        if connection.is_stream:
            self.streams.add(connection)
        else:
            self.waiting[connection] = None
        if self._sweeper is None:
            self._sweep_later(connection)

    def is_own(self, client: str) -> bool:
        address = _network(client)
        return address is not None and any(
            address.version == network.version and address.network_address in network for network in self.own
        )

    def remove(self, connection: WatchedProtocol) -> None:
        if connection not in self.waiting and connection not in self.streams:
            return
        self.waiting.pop(connection, None)
        self.streams.discard(connection)
        self._clients[connection.counts_as] -= 1
        if not self._clients[connection.counts_as]:
            del self._clients[connection.counts_as]

    def _make_room(self, client: str | None = None) -> bool:
        """Close the connection that has been idle longest."""
        for connection in self.waiting:
            if connection.idle and client in (None, connection.counts_as) and not connection.transport.is_closing():
                connection.drop()
                return True
        return False

    def _sweep_later(self, connection: WatchedProtocol) -> None:
        loop = connection.loop
        self._sweeper = loop.call_later(min(1.0, self.patience / 2), self._sweep, loop)

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        now, self._sweeper = loop.time(), None
        for connection in [*self.waiting, *self.streams]:
            if connection.overdue(now, self.patience):
                connection.drop()
        if self.waiting or self.streams:
            self._sweep_later(next(iter(self.waiting), None) or next(iter(self.streams)))

    def protocols(self) -> dict[str, Any]:
        """Uvicorn's protocols with watching, as arguments for its configuration."""
        http: Any = AutoHTTPProtocol
        stream: Any = AutoWebSocketsProtocol
        known = {"all": self}
        return {
            "http": type("Http", (WatchedHttp, http), known),
            "ws": type("Stream", (WatchedStream, stream), known),
        }


class WatchedProtocol(asyncio.Protocol):
    """Adds the watching to one of uvicorn's protocols."""

    all: Connections
    is_stream = False
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    address = counts_as = "?"  # counts_as: see `token_buckets.client_at`
    idle = False
    began = 0.0  # when it was made or last answered
    stuck = 0.0  # when the client stopped reading
    ending = 0.0  # when we began to close it

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self.address = plain(str(peer[0])) if isinstance(peer, tuple) else "?"
        self.counts_as = client_at(self.address)
        self.began = self.loop.time()
        self.all.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.remove(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stuck = self.stuck or self.loop.time()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stuck = 0.0

    def overdue(self, now: float, patience: float) -> bool:
        if self.transport.is_closing():
            self.ending = self.ending or now
        return any(since and now - since > patience for since in (self.stuck, self.ending))

    def drop(self) -> None:
        self.all.dropped += 1
        self.transport.abort()


class WatchedHttp(WatchedProtocol):
    cycle: Any
    resting = False  # answered, and kept open for the client's next request, as uvicorn's `timeout_keep_alive` says

    @property
    def idle(self) -> bool:  # type: ignore[override]
        """Whether no request is complete yet."""
        return self.cycle is None or self.cycle.response_complete

    def overdue(self, now: float, patience: float) -> bool:
        lasted = now - self.began
        if self.idle:
            return (lasted > patience and not self.resting) or super().overdue(now, patience)
        return (self.cycle.more_body and lasted > 2 * patience) or super().overdue(now, patience)

    def data_received(self, data: bytes) -> None:
        if self.resting:
            self.resting, self.began = False, self.loop.time()
        super().data_received(data)

    def on_response_complete(self) -> None:
        self.resting, self.began = True, self.loop.time()
        super().on_response_complete()  # type: ignore[misc]

    def handle_websocket_upgrade(self, *request: Any) -> None:
        self.all.remove(self)
        super().handle_websocket_upgrade(*request)  # type: ignore[misc]


class WatchedStream(WatchedProtocol):
    is_stream = True
    conn: Any
    frames: list[bytes]
    read_paused: bool
    handshake_initiated: bool

    def connection_lost(self, exc: Exception | None) -> None:
        """End the parser, which waits for the end of the data and would keep the connection in a cycle, with all that
        it needs to compress: 0.1 MB."""
        super().connection_lost(exc)
        self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        """Answer a handshake that can't even be read, such as one with a line too long: uvicorn hears nothing of it and
        would wait for ever."""
        super().data_received(data)
        unread = self.conn.handshake_exc is not None and not self.handshake_initiated
        if unread and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def pause_writing(self) -> None:
        """Stop reading from a client that doesn't read: each ping would add one more answer to the buffer."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_connect(self, event: Any) -> None:
        """Don't compress for this machine itself, which costs time and saves nothing; but do for a proxy, whose clients
        may be far away."""
        if self.address in LOOPBACK and "X-Forwarded-For" not in event.headers:
            self.conn.available_extensions = []
        super().handle_connect(event)  # type: ignore[misc]

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= FRAGMENTS:
            self.drop()
        else:
            super().handle_cont(event)  # type: ignore[misc]


def open_files(wanted: int = MOST + SPARE) -> int:
    """Raise the limit on open files as far as the system allows; 0: unknown."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 0
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    better = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if now != resource.RLIM_INFINITY and now < better:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (better, most))
            now = better
        except (OSError, ValueError):
            pass
    return min(now, wanted) if now != resource.RLIM_INFINITY else wanted


def room_for_connections() -> int:
    """The number of concurrent connections possible; warns if the system allows only a few."""
    files = open_files()
    most = max(16, min(MOST, files - SPARE)) if files else MOST
    if files and files < ENOUGH:
        log.warning(
            "This system lets a program open only %d files, which leaves room for %d connections. "
            "Raise it with `ulimit -n 8192`, or with LimitNOFILE=8192 in the service.",
            files,
            most,
        )
    return most
