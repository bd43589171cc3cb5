"""Spectators who never read: they cost next to nothing, are disconnected, and may return."""

from __future__ import annotations

import contextlib
import os
import random
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown.web.app import make_app
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor
from tabletown.web.settings import Settings
from tabletown.web.testing import Server
from tests.waiting import LIMIT, until
from tests.web.people import FOUR, Person, in_a_loop

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

TABLES, MOVES = 3, 45


def memory(pid: int) -> float:
    """Megabytes in use."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextlib.contextmanager
def deaf(server: Server, table: str, count: int) -> Iterator[list[socket.socket]]:
    """Spectators that never read a byte."""
    ask = f"GET {table}/stream HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    ask += "Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    with contextlib.ExitStack() as stack:
        lines = []
        for _ in range(count):
            line = stack.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", server.port))
            line.sendall(ask.encode())
            lines.append(line)
        yield lines


@contextlib.contextmanager
def started(folder: Path, *options: str) -> Iterator[Server]:
    server = Server(folder, [FOUR], ["--unlimited", "--workers", "0", *options])
    server.start()
    try:
        yield server
    finally:
        server.stop()


def test_what_is_not_read_is_not_kept(tmp_path: Path) -> None:
    with started(tmp_path, "--patience", "60") as server, contextlib.ExitStack() as stack:
        assert server.process is not None
        ann, rng, wires = Person(server.url, "Ann"), random.Random(1), []
        for _ in range(TABLES):  # one spectator per table, so that no message is shared
            table = ann.opens("right-of-way", "me", "here", seed="1")
            wires.append(stack.enter_context(ann.at(table, "?scene=no")))
            stack.enter_context(deaf(server, table, 1))
            wires[-1].next("seats")
            wires[-1].play(rng.choice(wires[-1].words))
        before = memory(server.process.pid)
        for wire in wires:
            for _ in range(MOVES):
                wire.play(rng.choice(wire.words))
        grown = memory(server.process.pid) - before
        assert grown < 1.6 * TABLES, f"{grown:.0f} MB for {TABLES} watchers"


def test_who_does_not_read_is_let_go_and_may_come_again(tmp_path: Path) -> None:
    with started(tmp_path, "--patience", str(LIMIT / 100)) as server:
        ann = Person(server.url, "Ann")
        table = ann.opens("right-of-way", "me", "here", seed="1")
        with ann.at(table) as wire, deaf(server, table, 3):
            until_there(ann, 4)  # otherwise they would be gone before they arrived
            rng = random.Random(1)
            until(lambda: streams(ann) == 1 or not wire.play(rng.choice(wire.words)), "the others are gone")
            with Person(server.url, "Zoe").at(table) as again:
                assert again.table["number"] >= wire.table["number"]


def streams(person: Person) -> int:
    # on a connection of its own: an idle one may be closed by an impatient server just when it is used again
    text = person.http.get("/metrics", headers={"Connection": "close"}).text
    return int(float(text.split("\ntabletown_sockets ")[1].split("\n")[0]))


def until_there(person: Person, count: int) -> None:
    until(lambda: streams(person) >= count, "they come")


def test_tables_that_nobody_looks_at_do_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.web.hub.IDLE_TABLES", 20)

    async def go() -> None:
        hub = make_app(Settings(data=tmp_path, games=[FOUR], unlimited=True, workers=0)).state.hub
        wish = NewTable("connect-four", [NewSeat("me"), NewSeat("here")])
        made = [(await hub.opening.create(wish, Actor("ann"))).id for _ in range(60)]
        assert len(hub.tables) <= 40
        for id in made:
            assert (await hub.open(id)).match.number == 0
            assert len(hub.tables) <= 40
        await hub.stop()

    in_a_loop(go())


def frame(opcode: int, payload: bytes = b"", last: bool = True) -> bytes:
    return bytes((opcode | (0x80 if last else 0), 0x80 | len(payload))) + b"\0\0\0\0" + payload


@pytest.mark.parametrize(
    "first, flood, ends",
    [
        (b"", frame(9, b"x" * 100) * 2000, "listens no more"),
        (frame(1, b"{", last=False), frame(0, last=False) * 2000, "hung up"),
    ],
    ids=["pings that nobody waits for", "a message in endless parts"],
)
def test_a_flood_of_frames_is_not_kept(tmp_path: Path, first: bytes, flood: bytes, ends: str) -> None:
    with started(tmp_path, "--patience", "60") as server:  # so that nobody is disconnected for being slow
        assert server.process is not None
        ann = Person(server.url, "Ann")
        table = ann.opens("connect-four", "me", "here")
        with ann.at(table) as wire, deaf(server, table, 1) as (line,):
            until_there(ann, 2)  # earlier messages aren't parsed as frames
            before, sent, ended = memory(server.process.pid), 0, "takes all of it"
            line.settimeout(2)
            try:
                line.sendall(first)
                while sent < 16_000_000:  # more than the system buffers between two programs
                    sent += line.send(flood[sent % len(flood) :])
            except TimeoutError:
                ended = "listens no more"
            except OSError:
                ended = "hung up"
            assert ended == ends
            assert memory(server.process.pid) - before < 10
            wire.play("column:3")  # and nobody else is affected
