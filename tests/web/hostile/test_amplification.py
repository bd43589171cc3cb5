"""Small requests with large effects over many connections: one client has one budget, and others notice nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tabletown.web.app import make_app
from tabletown.web.live.connection import Socket
from tabletown.web.settings import Settings
from tabletown.web.testing import running_server
from tests.waiting import LIMIT
from tests.web.people import FOUR, Person, Wire, api, in_a_loop

Strict = Callable[..., str]
FORWARDED = "X-Forwarded-For"


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Strict]:
    with ExitStack() as stack:

        def start(*limits: str) -> str:
            switches = [part for limit in limits for part in ("--limit", limit)]
            return stack.enter_context(running_server(tmp_path, [FOUR], ["--workers", "0", "--unlimited", *switches]))

        yield start


@contextmanager
def sits(person: Person, table: str, address: str = "203.0.113.1") -> Iterator[Wire]:
    with person.at(table, **{"X-Forwarded-For": address}) as wire:
        wire.connection.close_timeout = 0  # a client without budget gets no reply, not even to its goodbye
        yield wire


def heard(wire: Wire, kind: str, seconds: float = 0.5) -> list[str]:
    """Every message of this kind until no more arrive."""
    found = []
    try:
        while True:
            text = str(wire.connection.recv(timeout=seconds))
            found += [text] if json.loads(text)["type"] == kind else []
    except TimeoutError:
        return found


def test_a_connection_that_asks_for_the_whole_table_again_and_again_gets_few(strict: Strict) -> None:
    ann = Person(strict("refreshes=0,2"), "Ann")
    with ann.at(ann.opens("connect-four", "me", "here")) as wire:
        for _ in range(20):
            wire.send("refresh")
            wire.send("look", seat=1)
            wire.send("choose", number=77, option="column:1")
        wire.send("ping")
        assert 1 <= len(heard(wire, "table")) <= 2


def test_what_was_asked_for_too_soon_comes_a_second_later(strict: Strict) -> None:
    ann = Person(strict("refreshes=1,1"), "Ann")
    with ann.at(ann.opens("connect-four", "me", "here")) as wire:
        wire.send("refresh")
        for seat in (1, 0, 1):
            wire.send("look", seat=seat)
        assert wire.next(when=lambda table: table["you"] == 1)["fresh"]


def test_bytes_are_counted_over_all_connections_of_a_client(strict: Strict) -> None:
    url = strict("bytes=0,100000")
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = ann.opens("connect-four", "me", "link")
    with ExitStack() as stack:
        wires, got = [], 0
        with pytest.raises(InvalidStatus) as refused:
            for _ in range(100):
                wires.append(stack.enter_context(sits(ann, table)))
                got += len(wires[-1].heard[-1])
        assert refused.value.response.status_code == 429 and 80_000 < got < 150_000
        for wire in wires:
            wire.send("refresh")
        assert not any(heard(wire, "table", 0.1) for wire in wires)
        with sits(bo, table, "203.0.113.2") as other:
            other.send("refresh")
            assert other.next()["fresh"]


def test_messages_are_counted_over_all_connections_of_a_client_and_wait(strict: Strict) -> None:
    url = strict("traffic=0,50")
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = ann.opens("connect-four", "me", "link")
    with ExitStack() as stack:
        wires = [stack.enter_context(sits(ann, table)) for _ in range(5)]
        for wire in wires:
            for _ in range(20):
                wire.send("ping")
        with sits(bo, table, "203.0.113.2") as other:
            other.send("ping")
            other.next("pong")
        assert sum(len(heard(wire, "pong")) for wire in wires) == 50


def test_a_seat_writes_a_few_lines_in_ten_seconds(strict: Strict) -> None:
    ann = Person(strict("chat=0,5"), "Ann")
    with ann.at(ann.opens("connect-four", "me", "link")) as wire:
        for number in range(8):
            wire.send("say", text=f"line {number}")
        told = [wire.next("refused")["text"] for _ in range(3)]
        assert all("writing too quickly" in text for text in told)
    with ann.at(ann.opens("connect-four", "me", "link")) as wire:  # at another table she may
        wire.send("say", text="hello")
        assert [line["text"] for line in wire.next("chat", lambda chat: chat["lines"])["lines"]] == ["hello"]


def test_a_seat_changes_its_name_as_seldom_as_it_writes(strict: Strict) -> None:
    """Each new name sends the whole table to everybody: one client with 120 sockets made 11 MB a second of it."""
    ann = Person(strict("chat=0,5"), "Ann")
    with ann.at(ann.opens("connect-four", "me", "here")) as wire:
        for number in range(8):
            wire.send("name", name=f"Ann {number}")
        told = [wire.next("refused")["text"] for _ in range(3)]
        assert all("writing too quickly" in text for text in told)
        wire.send("refresh")
        assert wire.next(when=lambda table: table["fresh"])["seats"][0]["player"] == "Ann 4"


def test_pages_and_answers_of_the_api_count_among_the_bytes_of_a_client(strict: Strict) -> None:
    url = strict("bytes=0,200000")
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    ann.http.headers["X-Forwarded-For"], bo.http.headers["X-Forwarded-For"] = "203.0.113.1", "203.0.113.2"
    table = ann.opens("connect-four", "me", "here")
    sizes = []
    while len(sizes) < 1000 and (answer := ann.http.get(api(table))).status_code == 200:
        sizes.append(answer.num_bytes_downloaded)
    assert answer.status_code == 429 and sizes, "until the budget is spent"
    assert 100_000 < sum(sizes) < 300_000
    assert ann.http.get("/").status_code == 429 and bo.http.get("/").status_code == 200
    move = {"number": 0, "option": "column:1"}
    assert ann.http.post(f"{api(table)}/choose", json=move).status_code == 200, "a move is never too much"


def test_the_lobby_has_the_same_limits_for_messages_and_bytes(tmp_path: Path) -> None:
    def lobby(address: str) -> ClientConnection:
        return connect(f"{url.replace('http', 'ws')}/lobby/stream?list=yes", additional_headers={FORWARDED: address})

    options = ["--workers", "0", "--unlimited", "--lobby", "--limit", "messages=0,10", "--limit", "bytes=0,2000"]
    with running_server(tmp_path, [FOUR], options) as url:
        with lobby("203.0.113.1") as wire:
            with pytest.raises(ConnectionClosed) as closed:
                for _ in range(12):
                    wire.send("hello")
                while True:
                    wire.recv(timeout=LIMIT)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
        with pytest.raises(InvalidStatus) as refused, ExitStack() as stack:
            for _ in range(50):
                wire = stack.enter_context(lobby("203.0.113.2"))
                assert [json.loads(wire.recv(timeout=LIMIT))["type"] for _ in range(2)] == ["you", "list"]
        assert refused.value.response.status_code == 429
        with lobby("203.0.113.3") as wire:
            assert json.loads(wire.recv(timeout=LIMIT))["type"] == "you"


def test_connections_that_change_nothing_are_told_to_nobody(strict: Strict) -> None:
    """Every arrival used to be announced to all: 180 connections of one client were 16,000 messages."""
    url = strict()
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = ann.opens("connect-four", "me", "link")
    bo.joins(ann.invites(table, 1))
    with bo.at(table) as his, ExitStack() as stack:
        for _ in range(6):
            stack.enter_context(ann.at(table))
        his.send("ping")
        his.next("pong")
        assert len([text for text in his.heard if json.loads(text)["type"] == "seats"]) <= 2, "Bo came, Ann came"


def test_however_many_whole_tables_a_client_wants_others_come_in_between(tmp_path: Path) -> None:
    async def go() -> None:
        hub, order = make_app(Settings(data=tmp_path)).state.hub, list[str]()

        def wants() -> Socket:
            socket = Socket.__new__(Socket)
            socket.hub, socket.client = hub, "203.0.113.1"
            socket.send_table = lambda fresh: order.append("table")  # type: ignore
            return socket

        async def ping() -> None:
            order.append("ping of another")

        await asyncio.gather(*(wants()._send_whole() for _ in range(20)), ping())
        assert order.index("ping of another") == 1 and order.count("table") == 20
        await hub.stop()

    in_a_loop(go())


def test_one_client_has_one_board_of_the_workshop_drawn_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes a worker a moment; a hundred in line would keep everybody's replays waiting."""

    async def go() -> None:
        app, at_once = make_app(Settings(data=tmp_path, unlimited=True)), [0]

        async def draw(*_: object) -> str:
            at_once[0] += 1
            for _ in range(20):
                await asyncio.sleep(0)
                assert at_once[0] == 1
            at_once[0] -= 1
            return "<svg/>"

        monkeypatch.setattr(app.state.hub.workers, "board_of", draw)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as eve:
            made = await eve.post("/workshop/new", data={"game": "right-of-way", "kind": "city"})
            draft = made.headers["location"]
            looks = [eve.post(f"{draft}/preview", json={"kind": "city", "card": ""}) for _ in range(5)]
            assert [answer.json() for answer in await asyncio.gather(*looks)] == [{"html": "<svg/>"}] * 5
        await app.state.hub.stop()

    in_a_loop(go())
