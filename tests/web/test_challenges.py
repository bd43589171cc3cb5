"""Challenges: the same luck for everybody, one counting attempt, and others' matches only after one's own."""

from __future__ import annotations

import re
import threading
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tabletown.games.cross_bronx import game as cross_bronx
from tabletown.games.right_of_way import game as right_of_way
from tabletown.web.pages.challenges import places
from tabletown.web.storage.database import connect
from tabletown.web.testing import Server, place_of
from tests.web.people import FOUR, Person
from tests.web.test_pages import words


def begin(person: Person, id: str) -> str:
    answer = person.http.post(f"/challenge/{id}/play")
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def finish(person: Person, table: str) -> None:
    """Take the first option until the match is over."""
    with person.at(table) as wire:
        while wire.table["outcome"] is None:
            if wire.words:
                wire.play(wire.words[0])
            else:
                wire.next()


@pytest.fixture
def daily() -> str:
    return f"connect-four-{datetime.now(UTC).date().isoformat()}"


def test_everybody_gets_the_same_start_once_a_day(ann: Person, bo: Person, daily: str) -> None:
    assert "Connect Four" in words(ann.http.get("/challenges").text)
    table, other = begin(ann, daily), begin(bo, daily)
    assert table != other
    assert begin(ann, daily) == table  # not a second attempt
    assert f"/challenge/{daily}" in ann.http.get(table).text


def test_two_clicks_at_once_are_one_try(ann: Person, daily: str) -> None:
    ann.http.post("/name", data={"name": "Ann"})
    begin(ann, daily)  # gets the cookie
    found: list[str] = []
    clicks = [threading.Thread(target=lambda: found.append(begin(ann, daily))) for _ in range(3)]
    for click in clicks:
        click.start()
    for click in clicks:
        click.join()
    assert len(set(found)) == 1


def test_the_matches_of_others_open_after_the_own(ann: Person, bo: Person, zoe: Person) -> None:
    made = ann.http.post("/challenges/connect-four/new")
    assert made.status_code == 303
    id = made.headers["location"].removeprefix("/challenge/")
    table = begin(ann, id)
    assert bo.http.get(f"{table}/replay").status_code == 403
    finish(ann, table)
    own = begin(bo, id)
    page = bo.http.get(f"/challenge/{id}").text
    assert "/replay" not in page and "Continue your try" in words(page)
    assert bo.http.get(f"{table}/replay").status_code == 403  # begun isn't finished
    assert bo.http.get(f"/api{table.replace('/t/', '/tables/')}/record").status_code in (401, 403)
    finish(bo, own)
    page = bo.http.get(f"/challenge/{id}").text
    assert f"{table}/replay" in page and "(you)" in page
    assert bo.http.get(f"{table}/replay").status_code == 200
    assert zoe.http.get(f"{table}/replay").status_code == 403


def test_the_same_luck_for_all_and_nobody_knows_the_seed_before_the_end(ann: Person, bo: Person) -> None:
    id = ann.http.post("/challenges/connect-four/new").headers["location"].removeprefix("/challenge/")
    tables = [begin(person, id) for person in (ann, bo)]
    for person, table in zip((ann, bo), tables):
        finish(person, table)
    saves = [person.http.get(f"{table}/download").json() for person, table in zip((ann, bo), tables)]
    assert saves[0]["seed"] == saves[1]["seed"] and saves[0]["log"] == saves[1]["log"]
    early = begin(bo, ann.http.post("/challenges/connect-four/new").headers["location"].removeprefix("/challenge/"))
    # downloading it reveals the luck, so this attempt doesn't count
    seed = bo.http.get(f"{early}/download").json()["seed"]
    finish(bo, early)
    own = re.search(r"/challenge/[\w-]+", bo.http.get(early).text)
    assert own is not None and seed != saves[0]["seed"]
    assert "Not counted" in words(bo.http.get(own[0]).text)


def test_the_seed_of_a_day_is_kept_back_until_the_day_is_over(tmp_path: Path, daily: str) -> None:
    """A throwaway person who begins it, or loses at once, learns nothing that helps in a counting attempt."""
    server = Server(tmp_path, [FOUR], ("--unlimited", "--pace", "0"))
    server.apart = False
    server.start()
    throwaway = Person(server.url)
    table = begin(throwaway, daily)
    with connect(place_of(tmp_path)).connect() as file:
        seed = str(file.exec_driver_sql(f"select seed from tables where id = '{table.removeprefix('/t/')}'").scalar())

    def tells_the_seed() -> bool:
        download = throwaway.http.get(f"{table}/download")
        pages = [throwaway.http.get(table + page).text for page in ("", "/luck", "/replay", "/result")]
        assert (f"{table}/download" in pages[2]) == (download.status_code == 200)
        return any(seed in text for text in [download.text, *pages])

    assert not tells_the_seed() and throwaway.http.get(f"{table}/download").status_code == 403
    refused = throwaway.post(f"{table}/branch", at=0, seat=0, others="bots")
    assert refused.status_code == 403 and "hidden cards" in refused.text, "the file of a branch has all hands"
    finish(throwaway, table)
    assert not tells_the_seed() and "Tomorrow (UTC)" in words(throwaway.http.get(f"{table}/luck").text)
    assert throwaway.http.post(f"{table}/challenge").status_code == 403, "nor is a copy of it there to practise on"
    assert throwaway.post(f"{table}/branch", at=0, seat=0, others="bots").status_code == 403
    server.stop()
    server.apart, server.ahead = True, 86400
    server.start()
    try:
        assert tells_the_seed() and throwaway.http.get(f"{table}/download").json()["seed"] == int(seed)
        assert seed in throwaway.http.get(f"{table}/luck").text
        assert throwaway.http.post(f"{table}/challenge").status_code == 303
        assert throwaway.post(f"{table}/branch", at=0, seat=0, others="bots").status_code == 303
    finally:
        server.stop()


def test_a_finished_match_becomes_a_challenge_and_is_the_makers_try(ann: Person, bo: Person) -> None:
    table = ann.http.post("/play/connect-four").headers["location"]
    assert ann.http.post(f"{table}/challenge").status_code == 403  # not over yet
    finish(ann, table)
    assert "Challenge others" in ann.http.get(f"{table}/replay").text
    assert bo.http.post(f"{table}/challenge").status_code == 403
    made = ann.http.post(f"{table}/challenge")
    assert made.status_code == 303
    page = ann.http.get(made.headers["location"]).text
    assert "(you)" in page and "Start your try" not in words(page)
    assert begin(ann, made.headers["location"].removeprefix("/challenge/")) == table
    assert begin(bo, made.headers["location"].removeprefix("/challenge/")) != table


@pytest.mark.parametrize("id", ["nope", "connect-four-1999-01-01", "connect-four-2999-01-01", "nope-2026-01-01"])
def test_a_challenge_that_is_not_there_is_refused(ann: Person, id: str) -> None:
    for answer in (ann.http.get(f"/challenge/{id}"), ann.http.post(f"/challenge/{id}/play")):
        assert answer.status_code == 404 and "find that challenge" in words(answer.text)


def test_roles_change_from_day_to_day() -> None:
    days = [date(2026, 11, day).isoformat() for day in (16, 17, 18)]
    assert {tuple(places(cross_bronx, day)).index("me") for day in days} == {0, 1, 2}
    assert {tuple(places(right_of_way, day)) for day in days} == {("me", "strong")}


def test_whoever_has_no_name_is_asked_for_one_and_stands_under_it_in_the_results(bo: Person, daily: str) -> None:
    assert 'name="name"' in bo.http.get(f"/challenge/{daily}").text
    table = bo.http.post(f"/challenge/{daily}/play", data={"name": "Bo the Bold"}).headers["location"]
    assert 'name="name"' not in bo.http.get(f"/challenge/{daily}").text, "known by now"
    finish(bo, table)
    assert "Bo the Bold (you)" in words(bo.http.get(f"/challenge/{daily}").text)
