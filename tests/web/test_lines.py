"""A connection that breaks, swallows, delays or repeats: an answer sent again under its id counts once."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from websockets.sync.client import connect

from tests.waiting import LIMIT
from tests.web.people import Person, api
from tests.web.proxy import Proxy, bad_network


@pytest.fixture
def network(server: str) -> Iterator[Proxy]:
    with bad_network(int(server.rpartition(":")[2])) as proxy:
        yield proxy


def test_an_answer_is_acknowledged_and_sent_again_it_counts_once(ann: Person) -> None:
    table = ann.opens("connect-four", "me", "here")
    with ann.at(table) as wire:
        wire.choose("column:3", id="a1", seat=0)
        assert wire.next("ack")["id"] == "a1" and wire.table["number"] == 1
        wire.choose("column:3", 0, id="a1", seat=0)
        assert wire.next("ack")["id"] == "a1"
    with ann.at(table) as wire:  # over another connection
        wire.choose("column:3", 0, id="a1", seat=0)
        assert wire.next("ack")["id"] == "a1" and wire.table["answers"] == 1
        wire.choose("column:9", id="a2", seat=1)
        assert wire.refused()["id"] == "a2"
    again = {"number": 0, "option": "column:3", "seat": 0, "id": "a1"}
    assert ann.http.post(api(table) + "/choose", json=again).json()["answers"] == 1


def test_whose_id_it_is_matters(ann: Person, bo: Person) -> None:
    table = ann.opens("connect-four", "me", "link")
    bo.joins(ann.invites(table, 1))
    with ann.at(table) as hers, bo.at(table) as his:
        hers.choose("column:3", id="same")
        hers.next("ack")
        his.at(1)
        his.choose("column:4", id="same")
        his.next("ack")
        assert his.at(2)["answers"] == 2


def test_what_comes_twice_counts_once(ann: Person, network: Proxy) -> None:
    table, network.twice = ann.opens("connect-four", "me", "here"), True
    far = Person(network.url)
    far.http.cookies = ann.http.cookies
    with far.at(table) as wire:
        for seat in (0, 1, 0):
            wire.choose("column:3", id=f"a{wire.table['number']}", seat=seat)
            acks = [wire.next("ack"), wire.next("ack")]
            assert acks[0] == acks[1]
        assert wire.table["answers"] == 3


def test_an_answer_that_was_swallowed_is_given_over_the_next_line(ann: Person, network: Proxy) -> None:
    table = ann.opens("connect-four", "me", "here")
    far = Person(network.url)
    far.http.cookies = ann.http.cookies
    with far.at(table) as dead:
        network.swallow()
        dead.choose("column:3", id="a1", seat=0)
        with far.at(table) as wire:
            assert wire.table["answers"] == 0
            wire.choose("column:3", 0, id="a1", seat=0)
            assert wire.next("ack") and wire.table["answers"] == 1 and network.swallowed
        network.cut()


def test_a_line_is_asked_whether_it_holds(ann: Person) -> None:
    with ann.at(ann.opens("connect-four", "me", "here")) as wire:
        wire.send("ping")
        assert wire.next("pong") == {"type": "pong"}
    code = ann.post("/class", tables=1).headers["location"].split("/")[2]
    cookie = {"Cookie": f"tabletown={ann.http.cookies['tabletown']}"}
    address = f"{ann.url.replace('http', 'ws')}/class/{code}/stream?part=lead"
    with connect(address, additional_headers=cookie) as line:
        assert "html" in json.loads(line.recv(timeout=LIMIT))
        line.send('{"type":"ping"}')
        while "html" in (told := json.loads(line.recv(timeout=LIMIT))):
            pass  # the class again, because someone connected or disconnected
        assert told == {"type": "pong"}
