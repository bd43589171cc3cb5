"""A table's luck: fixed before the first move, known to nobody before the end, and proven after it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from tabletown.verify import commitment
from tabletown.web.testing import Server
from tests.web.people import GAMES, Person, api


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that deals from secret seeds, like those in use, instead of a seed for tests."""
    secret = Server(tmp_path_factory.mktemp("luck"), GAMES, ("--unlimited", "--pace", "0"))
    secret.seeded = secret.apart = False
    secret.start()
    yield secret.url
    secret.stop()


def luck_of(person: Person, table: str) -> str:
    page = person.http.get(table).text
    said: str = json.loads(page.split('id="data">')[1].split("</script>")[0])["luck"]
    return said


def saved(person: Person, table: str) -> dict[str, object]:
    answer = person.http.get(f"{table}/download")
    assert answer.status_code == 200, answer.text
    data: dict[str, object] = json.loads(answer.text)
    return data


def test_a_new_table_has_a_secret_and_shows_what_it_stands_for(ann: Person, bo: Person, zoe: Person) -> None:
    form = ann.http.get("/new?game=marks").text
    assert re.search(r'<input id="seed"[^>]* value=""', form), "no seed is submitted unless somebody chooses one"
    table = ann.opens("marks", "me", "link")
    invitation = ann.invites(table, 1)
    shown = re.search(r"SHA-256 is ([0-9a-f]{64})\.", luck_of(ann, table))
    assert shown and shown[1] in luck_of(zoe, table) and shown[1] in bo.http.get(invitation).text
    assert "After the match, the secret" in zoe.http.get(f"{table}/luck").text
    bo.joins(invitation)
    with ann.at(table) as one, bo.at(table) as other:
        while one.table["outcome"] is None:
            for wire in (one, other):
                wire.send("refresh")
                wire.next(when=lambda t: t["fresh"])
                if wire.table["outcome"] is None and wire.words:
                    wire.play(wire.words[0])
    seed = saved(zoe, table)["seed"]
    assert isinstance(seed, int) and seed > 2**64 and commitment(seed) == shown[1]
    page = zoe.http.get(f"{table}/luck").text
    assert str(seed) in page and "fixed before the first move" in page
    assert (proven := re.search(r"(\d+) of (\d+) draws follow from the secret", page)) and proven[1] == proven[2] != "0"
    assert f"{table}/luck" in zoe.http.get(f"{table}/replay").text


def test_a_chosen_seed_is_told_to_all_who_sit_down(ann: Person, bo: Person) -> None:
    table = ann.opens("marks", "me", "link", seed="1234567")
    told = "The luck of this table may be known in advance"
    assert told in luck_of(ann, table) and told in bo.http.get(ann.invites(table, 1)).text


def test_nobody_sees_the_luck_of_a_table_that_somebody_else_may_join(ann: Person, bo: Person) -> None:
    """The host opens a seat, takes it herself, and saves the match with its seed; her friend comes later."""
    table = ann.opens("connect-four", "me", "link")
    invitation = ann.invites(table, 1)

    def refused() -> None:
        for person in (ann, bo):
            assert "once the match is over" in person.http.get(f"{table}/download").text
            assert person.http.get(f"{table}/download").status_code == 403
            assert person.post(f"{table}/branch", at=0, seat=0, others="here").status_code == 403
            assert person.http.get(api(table) + "/at/0?seat=all").status_code == 403
            record = person.http.get(api(table) + "/record").json()
            assert not record["can_download"] and not record["can_branch"]
        assert "secret" in luck_of(ann, table)

    refused()
    ann.joins(invitation)  # she holds every seat now
    with ann.at(table) as wire:
        assert wire.table["holds"] == [0, 1]
        refused()
        wire.play("column:1")
    refused()


def test_who_plays_alone_may_save_a_match_and_the_table_says_so_from_then_on(ann: Person, bo: Person) -> None:
    table = ann.opens("marks", "me", "here")
    before = luck_of(ann, table)
    assert "SHA-256" in before
    assert bo.http.get(f"{table}/download").status_code == 403
    seed = saved(ann, table)["seed"]
    assert isinstance(seed, int) and commitment(seed) in before
    assert "The luck of this table may be known in advance" in luck_of(bo, table)
    assert ann.post(f"{table}/branch", at=0, seat=0, others="here").status_code == 303


def test_a_branch_proves_only_the_luck_of_its_own(ann: Person) -> None:
    table = ann.opens("marks", "me")
    with ann.at(table) as wire:
        while wire.table["outcome"] is None:
            wire.play(wire.words[0])
    branch = ann.post(f"{table}/branch", at=4, seat=0, others="here").headers["location"]
    with ann.at(branch) as wire:
        while wire.table["outcome"] is None:
            wire.play(wire.words[0])
    page = ann.http.get(f"{branch}/luck").text
    assert "The first 4 moves come from another match" in page and "before move 4" in page
    assert saved(ann, branch)["dealt_from"] == 4 and saved(ann, branch)["seed"] != saved(ann, table)["seed"]
