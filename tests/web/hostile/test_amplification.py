"""Little that is asked for much, over many connections: one client has one budget, and others notice nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tabletown.web.testing import running_server
from tests.web.people import FOUR, Person, Wire

Strict = Callable[..., str]


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
        wire.connection.close_timeout = 0  # whose budget is spent is not listened to, not even to a goodbye
        yield wire


def heard(wire: Wire, kind: str, seconds: float = 0.5) -> list[str]:
    """Everything of this kind that comes until nothing more does."""
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
