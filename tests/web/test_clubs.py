"""Clubs: a link brings members in, nobody else sees anything, and what members play with each other is counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown.web.people import clubs
from tabletown.web.people.clubs import month_of, span_of, worth_of
from tabletown.web.seats import Refusal
from tabletown.web.storage.store import Store
from tabletown.web.testing import running_server
from tests.web.people import FOUR, Person, in_a_loop
from tests.web.test_store import hub_at, place_of

WINS = (1, 2, 1, 2, 1, 2, 1)  # columns: the first seat wins


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("clubs"), [FOUR], ("--unlimited", "--lobby", "--pace", "0")) as found:
        yield found


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(place_of(tmp_path))


def founded(person: Person, title: str = "Thursday") -> str:
    answer = person.post("/clubs", title=title, name=person.name)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def link_of(person: Person, club: str) -> str:
    found = re.search(r"/clubs/join/[\w-]+", person.http.get(club).text)
    assert found is not None
    return found[0]


def test_a_link_brings_members_in_and_nobody_else_sees_anything(url: str) -> None:
    ann, ben, eve = (Person(url, name) for name in ("Ann", "Ben", "Eve"))
    club = founded(ann)
    link = link_of(ann, club)
    for path in (club, f"{club}?month=2026-11"):
        assert eve.http.get(path).status_code == 403 and "Ann" not in eve.http.get(path).text
    assert eve.post(club, do="code").status_code == eve.post(club, do="leave").status_code == 403
    assert "Join Thursday?" in ben.http.get(link).text
    assert ben.http.get(club).status_code == 403, "a link that was only opened brings nobody in"
    assert ben.post(link, name="Ben").headers["location"] == club
    page = ann.http.get(club).text
    assert "2 members" in page and "Ben" in page
    assert ben.http.get(link).headers["location"] == club
    assert ben.post(club, do="code").status_code == 403
    assert ben.http.get("/clubs").text.count("Thursday") == 1

    assert ann.post(club, do="code").status_code == 303
    assert eve.http.get(link).status_code == 404 and link_of(ann, club) != link
    who = re.search(r'name="who" value="(\w+)"><button[^>]*value="remove"', page)
    assert who is not None
    assert ann.post(club, do="remove", who="nobody").status_code == 404
    known = link_of(ann, club)
    assert ann.post(club, do="remove", who=who[1]).status_code == 303
    assert ben.http.get(club).status_code == 403
    assert ben.post(known, name="Ben").status_code == 404, "who was removed knows the link"
    assert ben.post(link_of(ann, club), name="Ben").status_code == 303


def test_matches_between_members_are_counted_and_others_are_not(url: str) -> None:
    ann, ben, eve = (Person(url, name) for name in ("Ann", "Ben", "Eve"))
    club = founded(ann)
    ben.post(link_of(ann, club), name="Ben")

    def play(one: Person, other: Person) -> None:
        table = one.opens("connect-four", "me", "link")
        other.joins(one.invites(table, 1))
        with one.at(table) as first, other.at(table) as second:
            for number, column in enumerate(WINS):
                wire = (first, second)[number % 2]
                wire.at(number)
                wire.choose(f"column:{column}")
            first.at(len(WINS))

    play(ann, ben)
    play(eve, ann)  # one member alone
    for query in ("", f"?month={month_of(1e9)}"):
        page = ann.http.get(club + query).text
        assert ("No match between members yet" in page) == bool(query)
    rows = re.findall(r'scope="row">(\w+)</th><td class="num">(\d+)</td><td class="num">(\d+)</td><td[^>]*>([\d.]+)',
                      ann.http.get(club).text)  # fmt: skip
    assert rows == [("Ann", "1", "1", "1"), ("Ben", "1", "0", "0")]
    assert ann.http.get(f"{club}?month=soon").status_code == 400


def test_a_tournament_of_a_club_is_for_its_members(url: str) -> None:
    ann, ben, eve = (Person(url, name) for name in ("Ann", "Ben", "Eve"))
    club = founded(ann, "Cups")
    ben.post(link_of(ann, club), name="Ben")
    assert f'value="{club[7:]}" selected' in ann.http.get(f"/tournaments/new?club={club[7:]}").text
    form = {"game": "connect-four", "kind": "swiss", "clock": "move:86400", "title": "Inside", "club": club[7:]}
    assert eve.http.post("/tournaments/new", data=form).status_code == 403
    at = ann.http.post("/tournaments/new", data=form).headers["location"]
    assert "Inside" in ann.http.get(club).text
    assert "Inside" not in ann.http.get("/tournaments").text and "Inside" not in eve.http.get("/").text
    assert eve.post(f"{at}/enter", name="Eve").status_code == 403
    assert ben.post(f"{at}/enter").status_code == 303
    assert "Cups" in ben.http.get(at).text and "Cups" not in eve.http.get(at).text


def test_a_club_always_has_a_leader_and_goes_with_its_last_member(store: Store) -> None:
    club = clubs.found(store, "ann", "Thursday")
    for person in ("ben", "cem"):
        assert clubs.join(store, person, club.code) == club
    clubs.join(store, "ben", club.code)
    assert [one.person for one in clubs.members_of(store, club.id)] == ["ann", "ben", "cem"]
    with pytest.raises(Refusal, match="lead the club"):
        clubs.leader(store, club.id, "ben")
    clubs.leave(store, club.id, "ann")
    assert clubs.leader(store, club.id, "ben").leads
    clubs.promote(store, club.id, "cem")
    for person in ("ben", "cem"):
        clubs.leave(store, club.id, person)
    with pytest.raises(Refusal, match="can't find that club"):
        clubs.club_at(store, club.id)


def test_who_left_it_to_a_bot_comes_last_and_ties_share_their_points() -> None:
    assert worth_of([1, 2]) == [1.0, 0.0] and worth_of([1, 1, 3]) == [2.25, 2.25, 0.5]
    assert sum(worth_of([1, 2, 2, 4, 5])) == 4 + 3 + 2 + 1
    start, end = span_of("2026-12")
    assert month_of(start) == "2026-12" and month_of(end) == "2027-01"


def test_who_is_erased_leaves_their_clubs_and_the_next_one_leads(tmp_path: Path) -> None:
    from tabletown.web.people.own_data import erase

    async def go() -> None:
        hub = hub_at(tmp_path)
        club = clubs.found(hub.store, "ann", "Thursday")
        clubs.join(hub.store, "ben", club.code)
        await erase(hub, "ann")
        assert [(one.person, one.leads) for one in clubs.members_of(hub.store, club.id)] == [("ben", True)]
        await erase(hub, "ben")
        assert clubs.clubs_of(hub.store, "ben") == []
        await hub.stop()

    in_a_loop(go())
