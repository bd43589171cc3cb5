"""Clients that open connections and leave them idle: people can still connect."""

from __future__ import annotations

import contextlib
import re
import select
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tabletown.web.security.connections import open_files
from tabletown.web.testing import Server, running_server
from tests.waiting import LIMIT, until
from tests.web.people import FOUR, Person

FEW = 300  # open files, as on a small system
KEY = "Sec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs many loopback addresses")


@contextlib.contextmanager
def half_sent(url: str, count: int, client: str = "127.0.0.1", what: bytes = HALF) -> Iterator[list[socket.socket]]:
    open_files()  # of this process
    port, lines = int(url.rpartition(":")[2]), []
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", port), 5, (client, 0)))
            with contextlib.suppress(OSError):
                line.sendall(what)
            lines.append(line)
        yield lines


def still_open(lines: list[socket.socket]) -> list[socket.socket]:
    """Connections that the server hasn't closed."""
    looks = select.poll()
    for line in lines:
        looks.register(line, select.POLLIN)
    closed = {number for number, _ in looks.poll(0)}
    return [line for line in lines if line.fileno() not in closed]


def until_closed(lines: list[socket.socket], left: int = 0) -> bool:
    return until(lambda: len(still_open(lines)) <= left, f"no more than {left} are open")


def test_half_sent_requests_lock_nobody_out_where_few_files_may_be_open(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", [FOUR], ["--workers", "0", "--patience", str(2 * LIMIT)])
    server.prefix = ["sh", "-c", f'ulimit -n {FEW} && exec "$@"', "sh"]
    errors = tmp_path / "log"
    with errors.open("w") as log:
        server.start(stderr=log)
        try:
            with half_sent(server.url, FEW + 100):
                ann = Person(server.url, "Ann")
                table = ann.opens("connect-four", "me", "here")
                with ann.at(table) as wire:
                    wire.play("column:3")
        finally:
            server.stop()
    assert re.search(rf"open only {FEW} files.*ulimit -n", errors.read_text())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    options = ["--workers", "0", "--patience", str(LIMIT / 150), "--proxies", "127.0.0.9"]
    with running_server(tmp_path_factory.mktemp("web"), [FOUR], options) as url:
        yield url


def test_a_thousand_half_sent_requests_are_not_waited_for(server: str) -> None:
    with half_sent(server, 1100, "127.0.0.9") as lines:
        assert httpx.get(server + "/health", timeout=LIMIT).status_code == 200
        assert until_closed(lines)


@pytest.mark.parametrize(
    "what",
    [
        b"",
        HALF,
        b"POST /new HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\ngame=",
        b"POST /new HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ngame=\r\n",
        b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" + HALF,
    ],
    ids=["silence", "half a head", "half a body", "half in chunks", "half a second request"],
)
def test_a_request_that_does_not_come_is_not_waited_for(server: str, what: bytes) -> None:
    with half_sent(server, 1, what=what) as (line,):
        line.settimeout(LIMIT)
        heard = b""
        with contextlib.suppress(ConnectionResetError):
            while data := line.recv(4096):
                heard += data
        assert heard.startswith(b"HTTP/1.1 200") if b"health" in what else not heard


def test_a_connection_that_was_answered_is_kept_for_the_next_request(server: str) -> None:
    """Longer than a client may take to send one: a proxy's request must not meet a connection that is being closed."""
    with half_sent(server, 1, what=b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n") as (line,):
        line.settimeout(LIMIT)
        assert line.recv(4096).startswith(b"HTTP/1.1 200")
        with half_sent(server, 1) as late:
            assert until_closed(late)
        line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 200")


def test_one_byte_now_and_then_is_not_enough(server: str) -> None:
    with half_sent(server, 1) as (line,):

        def closed() -> bool:
            try:
                line.sendall(b"x")
            except OSError:
                return True
            return False

        until(closed, "it is closed")


def test_one_client_cannot_take_all_connections(tmp_path: Path) -> None:
    options = ["--workers", "0", "--patience", "60"]
    with running_server(tmp_path, [FOUR], options) as url, half_sent(url, 600, "127.0.0.2") as lines:
        assert until_closed(lines, 401)
        left = still_open(lines)
        # the newest stay, and another client at that address gets in
        assert len(left) > 300 and lines[-1] in left and lines[0] not in left


def test_who_never_reads_an_answer_is_dropped(server: str) -> None:
    before = measured(server, "connections_dropped_total")
    with half_sent(server, 1, what=b"GET /rules/cross-bronx HTTP/1.1\r\nHost: x\r\n\r\n" * 30):
        until(lambda: measured(server, "connections_dropped_total") > before, "it is dropped")


def measured(server: str, name: str) -> float:
    found = re.search(rf"^tabletown_{name} (\S+)$", httpx.get(server + "/metrics", timeout=LIMIT).text, re.M)
    assert found is not None
    return float(found[1])


@pytest.mark.parametrize(
    ("line", "headers", "status"),
    [("a" * 9000, "", 414), ("a", "X-A: 1\r\n" * 150, 431), ("a", f"X-A: {'a' * 9000}\r\n", 431)],
)
def test_a_stream_whose_handshake_is_too_long_is_refused_and_let_go(
    server: str, line: str, headers: str, status: int
) -> None:
    """Streams are never idle, so one that waited for ever would hold its connection for ever."""
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    asked = f"GET /t/{line}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n{upgrade}{KEY}{headers}\r\n".encode()
    with half_sent(server, 3, what=asked) as lines:
        for one in lines:
            one.settimeout(LIMIT)
            answer = b""
            while part := one.recv(4096):
                answer += part
            assert answer.startswith(f"HTTP/1.1 {status} ".encode())
