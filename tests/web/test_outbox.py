"""Messages to a client stay in order, whether the connection is free or blocked; a disconnected one harms nobody."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tabletown.web.app import make_app
from tabletown.web.hub import Hub
from tabletown.web.live.connection import Socket
from tabletown.web.live.outbox import ROOM, Outbox
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor
from tabletown.web.settings import Settings
from tests.waiting import until_async
from tests.web.people import FOUR, in_a_loop


class Wire:
    """A connection that can be blocked, like a client that doesn't read."""

    def __init__(self) -> None:
        self.free, self.heard, self.gone = asyncio.Event(), list[str](), False
        self.free.set()

    async def send(self, text: str) -> None:
        await self.free.wait()
        if self.gone:
            raise OSError
        self.heard.append(text)


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_in_order_whether_the_line_is_free_or_held_up() -> None:
    async def go() -> None:
        wire, again = Wire(), list[int]()
        box = Outbox(wire.send, lambda: again.append(1))
        sender = asyncio.create_task(box.run())
        box.put(b"0")  # before the sender has begun
        await settled()
        box.put(b"1")
        await settled()
        assert wire.heard == ["0", "1"]
        wire.free.clear()
        for word in (b"2", b"3", b"4"):
            box.put(word)
        await settled()
        assert wire.heard == ["0", "1"] and not box.full
        box.put(b"x" * (ROOM + 1))
        assert box.full
        wire.free.set()
        await settled()
        assert wire.heard[2:5] == ["2", "3", "4"] and len(wire.heard) == 6 and again == [1] and not box.full
        box.put(b"5")
        await settled()
        assert wire.heard[-1] == "5"
        sender.cancel()

    in_a_loop(go())


def test_a_line_that_is_gone_hurts_nobody() -> None:
    async def go() -> None:
        wire = Wire()
        box = Outbox(wire.send, lambda: None)
        sender = asyncio.create_task(box.run())
        await settled()
        wire.gone = True
        box.put(b"0")
        await settled()
        box.put(b"1")
        assert wire.heard == [] and sender.done()

    in_a_loop(go())


def test_nobody_hears_of_seats_before_the_first_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Someone arrives or leaves while a new connection still waits for the table to be stored."""
    heard: list[str] = []

    async def send(text: str) -> None:
        heard.append(json.loads(text)["type"])

    async def receive() -> Any:
        await asyncio.Event().wait()  # nothing arrives

    async def meet() -> None:
        hub: Hub = make_app(Settings(data=tmp_path, games=[FOUR])).state.hub
        table = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("here")]), Actor("ann"))
        safe = asyncio.Event()
        monkeypatch.setattr(table, "settled", safe.wait)
        accept = partial(asyncio.sleep, 0)
        websocket: Any = SimpleNamespace(query_params={}, scope={}, accept=accept, receive=receive, send_text=send)
        running = asyncio.create_task(Socket(hub, table, Actor("ann"), websocket).run())
        while not table.sockets:
            await asyncio.sleep(0)
        table.tell_seats()
        safe.set()
        await until_async(lambda: "seats" in heard, "the seats are told")
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await hub.store.close()

    in_a_loop(meet())
    assert heard[0] == "table"
