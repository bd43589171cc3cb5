"""A table that everybody has left is freed at once, without the garbage collector."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import subprocess
import sys
import tracemalloc
import weakref
from collections.abc import Iterator
from pathlib import Path
from types import CoroutineType
from typing import Any

import pytest
from starlette.testclient import TestClient
from websockets.server import ServerProtocol

from tabletown import registry
from tabletown.kernel.log import Log
from tabletown.web import hub as hubs
from tabletown.web.app import make_app
from tabletown.web.hub import Hub
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor
from tabletown.web.settings import Settings
from tabletown.web.tables.table import Table
from tests.waiting import until
from tests.web.people import Person, in_a_loop

ME = Actor("me")
GAMES = [game.about for game in registry.games()]


@pytest.fixture
def no_garbage_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def played(hub: Hub, game: str, seats: int) -> Table:
    table = await hub.opening.create(NewTable(game, [NewSeat("me"), *[NewSeat("here")] * (seats - 1)]), ME)
    for _ in range(6):
        if asked := [decision for decision in table.match.decisions if "" not in decision.options]:
            await table.answer(asked[0].seat, asked[0].options[0])
    table.picture(0)
    await table.past.match()
    await table.settled()
    return table


def test_tables_that_were_played_and_left_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_garbage_collector: None
) -> None:
    monkeypatch.setattr(hubs, "IDLE_TABLES", 5)

    async def go() -> None:
        hub = make_app(Settings(data=tmp_path)).state.hub
        made: list[weakref.ref[Table]] = []
        logs: list[weakref.ref[Log]] = []  # states can't have weak references, but each has a log
        for number in range(20):
            about = GAMES[number % len(GAMES)]
            table = await played(hub, about.id, about.default_seats)
            made.append(weakref.ref(table))
            logs += [weakref.ref(match.state.lines) for match in (table.match, await table.past.match())]
            del table
        hub._let_go()
        await hub.store.commit([])  # makes the writer drop what it wrote last
        await asyncio.sleep(0)
        there = [number for number, table in enumerate(made) if table() is not None]
        assert there == [15, 16, 17, 18, 19] and len(hub.tables) == 5
        assert [number for number, log in enumerate(logs) if log() is not None] == [*range(30, 40)]
        assert all(not table._scenes and not table._pictures for table in hub.tables.values()), "nobody looks at them"
        await hub.stop()

    in_a_loop(go())


def test_tables_that_were_left_leave_hardly_anything_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_garbage_collector: None
) -> None:
    """What grows are bounded caches (words, shapes): 3 KB a table. A table that stays would take 150 KB or more."""
    monkeypatch.setattr(hubs, "IDLE_TABLES", 5)

    async def go() -> None:
        hub = make_app(Settings(data=tmp_path)).state.hub

        async def play(first: int, end: int) -> int:
            for number in range(first, end):
                about = GAMES[number % len(GAMES)]
                await played(hub, about.id, about.default_seats)
            hub._let_go()
            await hub.store.commit([])
            await asyncio.sleep(0)
            return tracemalloc.get_traced_memory()[0]

        await play(0, 10)
        tracemalloc.start()
        try:
            before = await play(10, 20)
            kilobytes = (await play(20, 60) - before) / 40 / 1000
        finally:
            tracemalloc.stop()
        assert kilobytes < 15, f"{kilobytes:.1f} KB of every table stay in memory"
        await hub.stop()

    in_a_loop(go())


LARGE_BLOCKS = """
import ctypes
from tabletown.web.free_memory import keep_large_blocks_apart

class Counts(ctypes.Structure):  # glibc's struct mallinfo2
    _fields_ = [(name, ctypes.c_size_t) for name in "arena a b c mapped d e f g h".split()]

if APART:
    keep_large_blocks_apart()
blocks = bytes(16 << 20)
del blocks
blocks = [bytes(1 << 20) for _ in range(32)]
count = ctypes.CDLL(None).mallinfo2
count.restype = Counts
print(count().mapped >> 20)
"""


@pytest.mark.skipif(sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="glibc's heap only")
def test_large_blocks_stay_out_of_the_heap_also_after_larger_ones_were_freed() -> None:
    apart, together = (
        int(subprocess.check_output([sys.executable, "-c", LARGE_BLOCKS.replace("APART", how)], text=True))
        for how in ("True", "False")
    )
    assert together < 32 <= apart


def test_after_many_tables_free_memory_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []
    monkeypatch.setattr(hubs, "IDLE_TABLES", 4)

    async def go() -> None:
        hub = make_app(Settings(data=tmp_path)).state.hub

        def in_background(work: CoroutineType[Any, Any, None]) -> None:
            assert work.cr_frame is not None
            given.append(work.cr_frame.f_locals["func"])
            work.close()

        hub.in_background = in_background  # only this hub's: other tests' server is in the same process
        for count in range(1, 7):
            await played(hub, "crossroll", 2)
            hub._let_go()
            assert given == ([hubs.free_memory] if count == 6 else [])  # two of them are gone by then
        await hub.stop()

    in_a_loop(go())


def test_a_connection_that_was_closed_is_gone(tmp_path: Path, no_garbage_collector: None) -> None:
    app = make_app(Settings(data=tmp_path))
    with TestClient(app) as client:
        seats = [{"kind": "me"}, {"kind": "here"}]
        id = client.post("/api/tables", json={"game": "right-of-way", "seats": seats}).json()["id"]
        with client.websocket_connect(f"/t/{id}/stream") as wire:
            wire.receive_text()
            closed = weakref.ref(next(iter(app.state.hub.tables[id].sockets)))
            assert closed() is not None
        until(lambda: closed() is None, "it leaves memory")


def test_what_a_closed_connection_was_read_with_is_gone(server: str, no_garbage_collector: None) -> None:
    ann = Person(server, "Ann")
    with ann.http:
        table = ann.opens("right-of-way", "me", "here")
        with ann.at(table):
            open_ones = [weakref.ref(it) for it in gc.get_objects() if isinstance(it, ServerProtocol)]
            assert open_ones
        until(lambda: any(protocol() is None for protocol in open_ones), "it leaves memory")
