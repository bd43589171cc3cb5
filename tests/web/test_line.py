"""The short way from a connection to its table and back: only what is plain takes it, and all else still arrives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from tabletown.web.line import Line
from tests.web.people import Person, api

ANSWER = b'{"type":"choose","number":1,"option":"a"}'
MASK = b"\1\2\3\4"


class Long(asyncio.Protocol):
    """In uvicorn's place: what comes the long way."""

    def __init__(self) -> None:
        self.conn = ServerProtocol(state=OPEN)
        self.came: list[bytes] = []

    def data_received(self, data: bytes) -> None:
        self.conn.receive_data(data)
        self.came += [bytes(event.data) for event in self.conn.events_received() if isinstance(event, Frame)]


class Pipe:
    def __init__(self) -> None:
        self.written, self.closing = b"", False

    def write(self, data: bytes) -> None:
        self.written += data

    def writelines(self, parts: Any) -> None:
        self.written += b"".join(parts)

    def is_closing(self) -> bool:
        return self.closing


class Both(Line, Long):
    def __init__(self) -> None:
        super().__init__()
        self.pipe = Pipe()
        self.transport: Any = self.pipe
        self.frames, self.close_sent, self.writable = [], False, asyncio.Event()
        self.writable.set()
        self.short: list[bytes] = []
        self.hears = self.take

    def take(self, data: bytes) -> bool:
        if data.startswith(b"not"):
            return False
        self.short.append(data)
        return True


def masked(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("data", [b"x", ANSWER, ANSWER * 10])
def test_a_whole_message_is_handed_over_at_once(data: bytes) -> None:
    line = Both()
    line.data_received(masked(data))
    assert (line.short, line.came) == ([data], [])


def test_whoever_does_not_take_it_gets_it_the_long_way() -> None:
    line = Both()
    line.data_received(masked(b"not now"))
    line.hears = None
    line.data_received(masked(ANSWER))
    assert (line.short, line.came) == ([], [b"not now", ANSWER])


def test_pieces_go_the_long_way_until_the_message_is_whole() -> None:
    for cut in range(1, len(masked(ANSWER))):
        line = Both()
        whole = masked(ANSWER)
        line.data_received(whole[:cut])
        line.data_received(whole[cut:])
        line.data_received(masked(b"next"))
        assert (line.short, line.came) == ([b"next"], [ANSWER]), cut


def test_a_piece_that_looks_like_a_whole_message_is_still_a_piece() -> None:
    line = Both()
    inner = masked(b"evil")  # stands inside a longer message
    outer = masked(b"a" * 20 + inner)
    unmasked = bytes((outer[0], outer[1])) + b"\0\0\0\0" + b"a" * 20  # with a mask that changes nothing
    line.data_received(unmasked)
    line.data_received(inner)
    assert (line.short, line.came) == ([], [b"a" * 20 + inner])


def test_two_at_once_and_pings_go_the_long_way_in_order() -> None:
    line = Both()
    line.data_received(masked(b"one") + masked(b"two"))
    line.data_received(masked(b"", Opcode.PING))
    line.data_received(masked(b"thr", fin=False))
    line.frames = [b"thr"]  # as uvicorn keeps them
    line.data_received(masked(b"ee", Opcode.CONT))
    assert line.short == [] and line.came == [b"one", b"two", b"", b"thr", b"ee"]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 200_000])
def test_what_is_told_can_be_read(size: int) -> None:
    line, data = Both(), b"w" * size
    assert line.tell(data)
    client = ClientProtocol(parse_uri("ws://x/"), state=OPEN, max_size=None)
    client.receive_data(line.pipe.written)
    assert [event.data for event in client.events_received() if isinstance(event, Frame)] == [data]


def test_a_line_that_is_closed_or_held_up_is_not_written_to() -> None:
    for hinder in ("close_sent", "closing", "writable"):
        line = Both()
        if hinder == "close_sent":
            line.close_sent = True
        elif hinder == "closing":
            line.pipe.closing = True
        else:
            line.writable.clear()
        assert not line.tell(b"x") and line.pipe.written == b"", hinder


def test_who_answers_the_short_way_is_answered_in_their_language(server: str) -> None:
    ines = Person(server, "Ines")
    table = ines.opens("connect-four", "me", "here")
    with ines.at(table, **{"Accept-Language": "de"}) as wire:
        wire.choose(wire.words[0], number=7)
        assert wire.refused()["text"] == "Der Tisch hat sich inzwischen geändert; so steht er jetzt."
        assert wire.play(wire.words[0])["answers"] == 1


def test_whoever_is_far_away_gets_it_compressed_and_may_answer_so(server: str) -> None:
    ines = Person(server, "Ines")
    table = ines.opens("connect-four", "me", "here")
    with ines.at(table, **{"X-Forwarded-For": "203.0.113.9"}) as wire:
        assert wire.connection.protocol.extensions
        for number in (1, 2, 3):
            assert wire.play(wire.words[0])["number"] == number


@pytest.mark.parametrize("game", ["connect-four", "marks"])
def test_what_goes_out_in_two_parts_is_the_whole_table(game: str, ann: Person, bo: Person, zoe: Person) -> None:
    """Without pictures a move is told with the rest as it was encoded before: it is what a request is answered."""
    table = ann.opens(game, "me", "link", watch="link")
    bo.joins(ann.invites(table, 1))

    with ann.at(table, "?scene=no") as hers, bo.at(table, "?scene=no") as his, zoe.at(table, "?scene=no") as watches:
        people = ((ann, hers), (bo, his), (zoe, watches))

        def compare() -> None:
            for person, wire in people:
                whole, seen = person.http.get(api(table) + "?scene=no").json(), {**wire.table}
                for changing in ("now", "lines", "fresh"):
                    del whole[changing], seen[changing]
                assert seen == whole

        def all_see(when: Callable[[dict[str, Any]], bool]) -> None:
            for _, wire in people:
                if not when(wire.table):
                    wire.next(when=when)
            compare()

        def play() -> None:
            number = hers.table["number"]
            wire = hers if hers.table["asked"] else his
            wire.choose(wire.words[0])
            all_see(lambda seen: seen["number"] > number)

        for _ in range(4):
            play()
        hers.send("name", name="Anna")  # names are in the rest
        all_see(lambda seen: seen["seats"][0]["player"] == "Anna")
        play()
        number, wishes = hers.table["number"], his if hers.table["asked"] else hers
        wishes.send("undo", number=number)  # a wish that everybody sees, or done at once
        all_see(lambda seen: seen["consent"] is not None or seen["number"] > number)
        if hers.table["consent"]:
            (hers if wishes is his else his).send("consent", agree=False)
            all_see(lambda seen: seen["consent"] is None)
        play()
        while game == "marks" and not hers.table["outcome"]:
            play()
