"""People who look for others find each other: who meets whom, who is asked, and that nobody is seated by mistake."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from itertools import combinations
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from websockets.sync.client import connect

from tabletown.web.app import make_app
from tabletown.web.hub import Hub
from tabletown.web.lobby.matching import SeatRange, tables, why_apart
from tabletown.web.lobby.seeks import ANSWER, BOTS_AFTER, Seek, SeekRating, SeekTerms
from tabletown.web.seats import Refusal
from tabletown.web.settings import Settings
from tabletown.web.storage import schema as db
from tabletown.web.testing import database_of, running_server
from tests.waiting import LIMIT, until
from tests.web.people import FOUR, Person, in_a_loop
from tests.web.test_postgres import hub_at as on_postgres
from tests.web.test_store import hub_at

GAME = "connect-four"
SEATS = {"two": SeatRange(2, 2, 2), "three": SeatRange(2, 4, 3)}
NOW = 1000.0


def seek(person: str, *games: str, at: float = NOW, rating: int = 1500, **terms: object) -> Seek:
    ratings = {game: SeekRating(rating, 50) for game in games}
    return Seek(person, person, person, SeekTerms([*games], **terms), ratings, 0.0, {}, at, at, at + 600)  # type: ignore[arg-type]


def met(seeks: list[Seek], now: float = NOW, blocked: set[frozenset[str]] = frozenset()) -> list[set[str]]:  # type: ignore[assignment]
    return [{one.person for one in found.seeks} for found in tables(seeks, SEATS.get, now, blocked)]


def test_two_who_want_the_same_meet_and_others_do_not() -> None:
    assert met([seek("a", "two"), seek("b", "two")]) == [{"a", "b"}]
    for other in (
        seek("b", "three"),
        seek("b", "two", pace="days"),
        seek("b", "two", rated=True),
        seek("b", "two", rating=1900, near=True),
        seek("a", "two"),
    ):
        assert met([seek("a", "two"), other]) == []


def test_the_range_of_ratings_widens_until_it_takes_in_anyone() -> None:
    far = [seek("a", "two", near=True), seek("b", "two", near=True, rating=1750)]
    for one in far:
        one.seen = NOW + 300
    assert [bool(met(far, NOW + after)) for after in (0, 59, 61)] == [False, False, True]
    farther = [far[0], seek("b", "two", near=True, rating=2300)]
    farther[1].seen = NOW + 300
    assert [bool(met(farther, NOW + after)) for after in (61, 181)] == [False, True]


def test_pairs_are_those_that_fit_best_in_all() -> None:
    people = [seek(str(rating), "two", rating=rating) for rating in (1400, 1410, 1600, 1620, 1800, 1790)]
    random.Random(1).shuffle(people)
    assert sorted(map(sorted, met(people))) == [["1400", "1410"], ["1600", "1620"], ["1790", "1800"]]


def test_over_days_those_meet_who_take_about_as_long() -> None:
    people = [seek(name, "two", pace="days") for name in "abcd"]
    for one, hours in zip(people, (1.0, 24.0, 1.5, 30.0)):
        one.hours = hours
    assert sorted(map(sorted, met(people))) == [["a", "c"], ["b", "d"]]


def test_a_table_of_three_waits_for_three_and_then_for_whoever_there_is() -> None:
    two = [seek("a", "three"), seek("b", "three")]
    for one in two:
        one.seen = NOW + 4
    assert met(two) == [] and met(two, NOW + 4) == [{"a", "b"}]
    assert met([*two, seek("c", "three")]) == [{"a", "b", "c"}]


def test_who_has_closed_the_page_is_not_seated_and_blocked_people_never_meet() -> None:
    pair = [seek("a", "two"), seek("b", "two")]
    assert met(pair, NOW + 60) == []
    assert met(pair, blocked={frozenset("ab")}) == []


def test_any_crowd_is_brought_together_without_a_table_that_someone_did_not_want() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        crowd = [
            seek(
                str(n),
                *rng.sample(["two", "three"], rng.choice([1, 2])),
                rating=rng.randrange(1200, 1900, 10),
                near=rng.random() < 0.5,
                rated=rng.random() < 0.3,
                pace=rng.choice(["live", "days", "either"]),
            )
            for n in range(40)
        ]
        found = tables(crowd, SEATS.get, NOW)
        seated = [one.person for table in found for one in table.seeks]
        assert len(seated) == len(set(seated)) > 20
        assert not any(
            why_apart(a, b, table.game, table.live, NOW, ()) for table in found for a, b in combinations(table.seeks, 2)
        )


# ------------------------------------------------------------------ on a server


def with_hub(folder: Path, work: Callable[[Hub], Awaitable[None]]) -> None:
    async def go() -> None:
        hub = hub_at(folder)
        await work(hub)
        await hub.stop()

    in_a_loop(go())


async def looks(hub: Hub, *people: str, **terms: object) -> None:
    for person in people:
        await hub.lobby.seek(person, person.title(), SeekTerms([GAME], **terms))  # type: ignore[arg-type]
    await hub.lobby.look()


def test_both_are_asked_and_seated_when_both_have_accepted(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        await looks(hub, "ann", "bo")
        meeting = hub.lobby.meeting_of("ann")
        assert meeting is not None and not meeting.opened
        await hub.lobby.answer("ann", meeting.id, True)
        assert await hub.open(meeting.id) is None
        await hub.lobby.answer("bo", meeting.id, True)
        table = await hub.open(meeting.id)
        assert table is not None and {next(iter(table_seat.holders)) for table_seat in table.seats} == {"ann", "bo"}
        assert sorted(table_seat.player for table_seat in table.seats) == ["Ann", "Bo"]
        assert table.clock.kind == "live" and not hub.lobby.seeks

    with_hub(tmp_path, work)


def test_who_declines_looks_on_and_is_not_asked_for_the_same_again(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        await looks(hub, "ann", "bo")
        meeting = hub.lobby.meeting_of("ann")
        assert meeting is not None
        await hub.lobby.answer("bo", meeting.id, False)
        assert {s.person for s in hub.lobby.seeks.values()} == {"ann", "bo"} and not hub.lobby.meetings
        await looks(hub, "cy")
        assert set(next(iter(hub.lobby.meetings.values())).people) in ({"ann", "cy"}, {"bo", "cy"})
        with pytest.raises(Refusal, match="fell through"):
            await hub.lobby.answer("ann", meeting.id, True)

    with_hub(tmp_path, work)


def test_who_does_not_answer_leaves_the_queue_and_the_other_looks_on(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        await looks(hub, "ann", "bo")
        meeting = hub.lobby.meeting_of("ann")
        assert meeting is not None
        await hub.lobby.answer("ann", meeting.id, True)
        with hub.store.engine.begin() as connection:
            connection.execute(db.meetings.update().values(until=hub.now() - ANSWER))
        await hub.lobby.look()
        assert [s.person for s in hub.lobby.seeks.values()] == ["ann"] and not hub.lobby.meetings

    with_hub(tmp_path, work)


def test_an_offer_over_days_is_a_table_at_once_when_someone_joins(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        terms = SeekTerms([GAME], "days", "move:86400", 2, rated=True, low=1400, high=1600, offer=True)
        offer = await hub.lobby.seek("ann", "Ann", terms)
        with pytest.raises(Refusal, match="already sitting"):
            await hub.lobby.join("ann", "Ann", offer.id)
        joined = await hub.lobby.join("bo", "Bo", offer.id)
        assert joined is not None and joined.opened
        table = await hub.open(joined.id)
        assert table is not None and table.rated and str(table.clock) == "move:86400"
        with pytest.raises(Refusal, match="faster"):
            await hub.lobby.join("cy", "Cy", offer.id)

    with_hub(tmp_path, work)


def test_a_seat_is_not_for_ratings_outside_its_range_and_a_wish_must_make_sense(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        terms = SeekTerms([GAME], "days", "move:86400", 2, low=1900, high=2000, offer=True)
        offer = await hub.lobby.seek("ann", "Ann", terms)
        with pytest.raises(Refusal, match="1900 to 2000"):
            await hub.lobby.join("bo", "Bo", offer.id)
        for wrong in (SeekTerms([]), SeekTerms([GAME], seats=9), SeekTerms([GAME], low=2000, high=1000)):
            with pytest.raises(Refusal):
                await hub.lobby.seek("bo", "Bo", wrong)

    with_hub(tmp_path, work)


def test_live_seeks_end_when_the_page_is_closed_and_bots_come_where_they_are_wanted(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        await looks(hub, "ann")
        with hub.store.engine.begin() as connection:
            connection.execute(db.seeks.update().values(seen=hub.now() - 60))
        await hub.lobby.look()
        await hub.lobby.look()
        assert not hub.lobby.seeks
        await looks(hub, "ann", bots=True)
        with hub.store.engine.begin() as connection:
            connection.execute(db.seeks.update().values(created=hub.now() - BOTS_AFTER - 1))
        await hub.lobby.look()
        meeting = hub.lobby.meeting_of("ann")
        assert meeting is not None and meeting.opened
        table = await hub.open(meeting.id)
        assert (
            table is not None
            and [table_seat.kind for table_seat in table.seats] == ["person", "bot"]
            and not table.rated
        )

    with_hub(tmp_path, work)


def test_two_servers_open_one_table_and_one_that_stopped_half_way_is_finished_by_the_other(tmp_path: Path) -> None:
    async def go() -> None:
        address = database_of(tmp_path)
        one, other = on_postgres(address), on_postgres(address)
        await one.lobby.seek("ann", "Ann", SeekTerms([GAME]))
        await other.lobby.seek("bo", "Bo", SeekTerms([GAME]))
        await asyncio.gather(one.lobby.look(), other.lobby.look())
        await one.lobby.look()  # the other one may have brought them together
        assert len(one.lobby.meetings) == 1
        id = next(iter(one.lobby.meetings))
        one.lobby.stored.accept("ann", id)
        one.lobby.stored.accept("bo", id)  # and is killed before it opens the table
        await asyncio.gather(other.lobby.look(), other.lobby.look())
        assert other.lobby.meetings[id].opened
        await one.lobby.look()
        assert one.lobby.meetings[id].opened and not one.lobby.seeks
        table = await one.open(id)
        assert table is not None and len(table.seats) == 2
        await one.stop()
        await other.stop()

    in_a_loop(go())


def test_the_home_page_lists_open_seats_live_and_each_row_says_what_its_reader_may_do(tmp_path: Path) -> None:
    with running_server(tmp_path, [FOUR], ("--unlimited", "--lobby")) as url:
        ann, bo = Person(url), Person(url)
        assert ann.post("/lobby/offer", game=GAME, clock="move:86400", seats="2", name="Ann").status_code == 303
        until(lambda: "Withdraw" in ann.http.get("/").text, "the offer is listed")
        page = bo.http.get("/").text
        assert "Ann" in page and ">Join<" in page
        with connect(url.replace("http", "ws") + "/lobby/stream?list=yes") as line:
            told = [json.loads(line.recv(timeout=LIMIT)) for _ in range(2)]
            assert told[0]["type"] == "you" and "Ann" in told[1]["rows"][0]
            offer = told[1]["rows"][0].split('data-offer="')[1].split('"')[0]
            joined = bo.post(f"/lobby/{offer}/join")
            assert joined.headers["location"].startswith("/t/")
            assert json.loads(line.recv(timeout=LIMIT))["gone"] == [offer]
        assert bo.http.get(joined.headers["location"]).status_code == 200


def test_one_client_fills_the_lobby_with_few_offers(tmp_path: Path) -> None:
    """Offers over days wait for three days, and each is compared with all the others; a person costs nothing."""
    with running_server(tmp_path, [FOUR], ("--unlimited", "--lobby", "--limit", "offers=0,3")) as url:
        guests, ann = [Person(url) for _ in range(4)], Person(url)
        for guest in guests:
            guest.http.headers["X-Forwarded-For"] = "203.0.113.7"
        form = {"game": GAME, "clock": "move:86400", "seats": "2", "low": "9000", "high": "9001", "name": "Eve"}
        assert [guest.post("/lobby/offer", **form).status_code for guest in guests] == [303] * 3 + [429]
        live = {f"game-{GAME}": "on", "pace": "live", "name": "Eve"}
        assert guests[3].post("/lobby/seek", **live).status_code == 303, "live seeks end with their page"
        assert ann.post("/lobby/offer", **form).status_code == 303


def test_without_the_lobby_nothing_of_it_is_there(tmp_path: Path) -> None:
    with TestClient(make_app(Settings(data=tmp_path, games=[FOUR], workers=1))) as client:
        assert "What would you play" not in client.get("/").text
        assert client.post("/lobby/seek").status_code == 404
