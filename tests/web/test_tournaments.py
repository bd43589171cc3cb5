"""Tournaments on the server, each kind played to its end with people who leave: tables open, results count once."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from msgspec import structs

from tabletown.tournaments.tournament import Player
from tabletown.web.hub import Hub
from tabletown.web.seats import Actor, Refusal
from tabletown.web.storage import schema as db
from tabletown.web.testing import database_of, running_server
from tabletown.web.tournaments.tournaments import DAY, HostedTournament, new_tournament
from tests.waiting import until, until_async
from tests.web.people import FOUR, Person, in_a_loop
from tests.web.test_postgres import hub_at as on_postgres
from tests.web.test_store import hub_at

GAME = "connect-four"
HOST = "host"
COLUMNS = {0: (1, 2, 1, 2, 1, 2, 1), 1: (1, 2, 1, 2, 1, 2, 3, 2)}  # who wins


async def opened(hub: Hub, kind: str, count: int, rounds: int = 0) -> str:
    hosted = new_tournament("Cup", GAME, HOST, kind, 2, rounds, clock="move:86400")
    hosted.tournament.seed = "s"
    id = hub.tournaments.add(hosted)
    for n in range(count):
        await hub.tournaments.enter(id, f"p{n}", f"Player {n}")
    return id


async def play(hub: Hub, hosted: HostedTournament, rng: random.Random, leave: float) -> str:
    """Play one table of the tournament, or let one player leave; returns who."""
    number, id = next((n, t) for n, t in hosted.tables.items() if hosted.tournament.pairing(n).state == "playing")
    if rng.random() < leave:
        return rng.choice(hosted.tournament.pairing(number).seats)
    table = await hub.open(id)
    assert table is not None
    for turn, column in enumerate(COLUMNS[rng.randrange(2)]):
        await table.answer(turn % 2, f"column:{column}")
    assert table.match.over
    return ""


@pytest.mark.parametrize(("kind", "count"), [("swiss", 7), ("knockout", 6), ("groups", 7)])
def test_a_tournament_is_played_to_its_end_with_people_who_leave(tmp_path: Path, kind: str, count: int) -> None:
    async def go() -> None:
        hub, rng = hub_at(tmp_path), random.Random(kind)
        id = await opened(hub, kind, count)
        with pytest.raises(Refusal, match="host"):
            await hub.tournaments.steer(id, "p1", "start")
        await hub.tournaments.steer(id, HOST, "start")
        for turn in range(80):
            hosted, _ = hub.tournaments.find(id)
            if hosted.tournament.state == "over":
                break
            if gone := await play(hub, hosted, rng, float(turn == 2)):
                await hub.tournaments.withdraw(id, gone)
            await hub.tournaments.run_one(id)
        over = hosted.tournament
        assert over.state == "over" and len(over.standings()) == count
        assert any(player.left for player in over.players)
        met = Counter(frozenset(pair) for one in over.pairings for pair in combinations(one.seats, 2))
        assert max(met.values()) == 1
        table = await hub.open(hosted.tables[min(hosted.tables)])
        assert table is not None and [c.holders for c in table.seats] == [
            {who} for who in over.pairings[min(hosted.tables)].seats
        ]
        await hub.stop()

    in_a_loop(go())


def test_who_let_the_clock_run_out_has_lost_whatever_the_bot_did(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        id = await opened(hub, "swiss", 4)
        await hub.tournaments.steer(id, HOST, "start")
        hosted, _ = hub.tournaments.find(id)
        number, at = next(iter(hosted.tables.items()))
        table = await hub.open(at)
        assert table is not None
        for turn, column in enumerate(COLUMNS[0][:-1]):
            await table.answer(turn % 2, f"column:{column}")
        await table.people.let_bot_play([table.seats[0]])
        if not table.match.over:
            await table.answer(0, "column:1")
        await hub.tournaments.run_one(id)
        pairing = hub.tournaments.find(id)[0].tournament.pairing(number)
        assert pairing.winners == [pairing.seats[1]]
        await hub.stop()

    in_a_loop(go())


def test_a_pause_opens_no_table_and_a_knock_out_goes_on_after_it(tmp_path: Path) -> None:
    async def go() -> None:
        hub, rng = hub_at(tmp_path), random.Random(1)
        id = await opened(hub, "knockout", 4)
        await hub.tournaments.steer(id, HOST, "start")
        await hub.tournaments.steer(id, HOST, "pause")
        for _ in range(2):
            await play(hub, hub.tournaments.find(id)[0], rng, 0)
            await hub.tournaments.run_one(id)
        assert len(hub.tournaments.find(id)[0].tables) == 2
        await hub.tournaments.steer(id, HOST, "resume")
        assert len(hub.tournaments.find(id)[0].tables) == 3
        await hub.stop()

    in_a_loop(go())


def test_an_arena_takes_results_until_its_day_is_over(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        id = hub.tournaments.add(new_tournament("Day", "crossroll", HOST, "arena", 1, 0))
        await hub.tournaments.steer(id, HOST, "start")
        table = await hub.tournaments.play_alone(id, "ann", "Ann")
        assert await hub.tournaments.play_alone(id, "ann", "Ann") == table
        with hub.store.engine.begin() as connection:
            connection.execute(db.results.insert().values(table=table, winners="[0]", scores="[61]", reason="", at=1.0))
        await hub.tournaments.run_one(id)
        hosted, _ = hub.tournaments.find(id)
        assert hosted.tournament.standings()[0].best == (61.0,) and not hosted.alone
        hub.tournaments.change(id, lambda one: setattr(one, "ends", 1.0))
        await hub.tournaments.run_one(id)
        assert hub.tournaments.find(id)[0].tournament.state == "over"
        await hub.stop()

    in_a_loop(go())


def test_every_day_opens_an_arena_for_each_game_that_has_one_and_ends_it_at_midnight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        hub, at = hub_at(tmp_path), [20_000.5 * DAY]  # noon
        monkeypatch.setattr(hub.store, "now", lambda: at[0])
        friday = hub.tournaments.add(new_tournament("Friday", GAME, HOST, "swiss", 2, 0))
        for _ in range(2):
            hub.tournaments.open_daily()
        ids = ["daily-crossroll-2024-10-04", "daily-new-york-crisis-2024-10-04"]
        assert [id for id, _ in hub.tournaments.all()] == [friday, *ids]  # people's own first
        assert {one.game: one.options for _, one in hub.tournaments.all()[1:]} == {
            "crossroll": {},
            "new-york-crisis": {"scenario": "mission_1"},
        }
        for who in (HOST, ""):
            with pytest.raises(Refusal, match="Only the host"):
                await hub.tournaments.steer(ids[0], who, "end")
        table = await hub.tournaments.play_alone(ids[0], "ann", "Ann")
        with hub.store.engine.begin() as connection:
            connection.execute(db.results.insert().values(table=table, winners="[0]", scores="[61]", reason="", at=1.0))
        for id in ids:
            await hub.tournaments.run_one(id)
        assert hub.tournaments.find(ids[0])[0].tournament.standings()[0].best == (61.0,)
        at[0] = 20_001 * DAY - 1
        await hub.tournaments.run_one(ids[0])
        assert hub.tournaments.find(ids[0])[0].tournament.state == "running"
        at[0] = 20_001 * DAY + 1
        for id in hub.tournaments.running():
            await hub.tournaments.run_one(id)
        with pytest.raises(Refusal, match="isn't open"):
            await hub.tournaments.play_alone(ids[0], "bo", "Bo")
        hub.tournaments.open_daily()
        found = {id: one.tournament.state for id, one in hub.tournaments.all()}
        assert found == {
            friday: "open",
            "daily-crossroll-2024-10-05": "running",
            "daily-new-york-crisis-2024-10-05": "running",
            ids[0]: "over",  # nobody played the other one
        }
        await hub.stop()

    in_a_loop(go())


def test_arenas_open_by_themselves_only_where_there_is_a_lobby(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.web.tournaments.tournaments.OFTEN", 0.01)

    async def go() -> None:
        hubs = [hub_at(tmp_path / name) for name in ("without", "with")]
        hubs[1].settings = structs.replace(hubs[1].settings, lobby=True)
        for hub in hubs:
            await hub.start()
        await until_async(lambda: len(hubs[1].tournaments.all()) == 2, "both are open")
        assert not hubs[0].tournaments.all()
        for hub in hubs:
            await hub.stop()

    in_a_loop(go())


def test_two_servers_open_one_daily_arena(tmp_path: Path) -> None:
    async def go() -> None:
        address = database_of(tmp_path)
        hubs = on_postgres(address), on_postgres(address)
        await asyncio.gather(*(asyncio.to_thread(hub.tournaments.open_daily) for hub in hubs))
        listed = [[id for id, _ in hub.tournaments.all()] for hub in hubs]
        assert listed[0] == listed[1] and [id.rsplit("-", 3)[0] for id in listed[0]] == [
            "daily-crossroll",
            "daily-new-york-crisis",
        ]
        await asyncio.gather(*(hub.tournaments.play_alone(listed[0][0], hub.name, "") for hub in hubs))
        assert len(hubs[0].tournaments.find(listed[0][0])[0].tournament.players) == 2
        for hub in hubs:
            await hub.stop()

    in_a_loop(go())


def test_the_list_shows_the_arena_of_the_day_to_play_at_once(tmp_path: Path) -> None:
    with running_server(tmp_path, [FOUR], ("--unlimited", "--lobby")) as url:
        ann = Person(url)
        until(lambda: "daily-crossroll-" in ann.http.get("/tournaments").text, "it is listed")
        page = ann.http.get("/tournaments").text
        assert "Arena of the day, alone against the board, until midnight UTC" in page
        at = page[page.index("/tournaments/daily-new-york-crisis-") :].partition('"')[0]
        assert "End now" not in ann.http.get(at).text
        assert ann.post(f"{at}/end").status_code == 403
        played = ann.post(f"{at}/play", name="Ann").headers["location"]
        assert played.startswith("/t/") and ann.http.get(played).status_code == 200
        assert "Ann" in ann.http.get(at).text


def test_two_servers_count_each_result_once_and_open_each_table_once(tmp_path: Path) -> None:
    async def go() -> None:
        address = database_of(tmp_path)
        one, other = on_postgres(address), on_postgres(address)
        id = one.tournaments.add(new_tournament("Cup", GAME, HOST, "swiss", 2, 2, clock="move:86400"))
        await asyncio.gather(
            *(hub.tournaments.enter(id, f"{hub.name}{n}", "") for n in range(3) for hub in (one, other))
        )
        assert len(one.tournaments.find(id)[0].tournament.players) == 6
        await one.tournaments.steer(id, HOST, "start")
        rng = random.Random(3)
        for _ in range(6):
            await play(rng.choice([one, other]), one.tournaments.find(id)[0], rng, 0)
            await asyncio.gather(one.tournaments.run_one(id), other.tournaments.run_one(id))
        hosted, _ = other.tournaments.find(id)
        assert hosted.tournament.state == "over" and len(hosted.tables) == 6
        for hub in (one, other):
            await hub.stop()

    in_a_loop(go())


def test_the_page_takes_people_in_shows_the_standings_and_says_why_one_stands_before_another(tmp_path: Path) -> None:
    with running_server(tmp_path, [FOUR], ("--unlimited", "--lobby")) as url:
        host, people = Person(url), [Person(url) for _ in range(4)]
        wrong = host.post("/tournaments/new", game=GAME, kind="swiss", clock="")
        assert wrong.status_code == 400 and "needs a clock" in wrong.text
        made = host.post("/tournaments/new", game=GAME, kind="swiss", clock="move:86400", rounds="2", title="Friday")
        at = made.headers["location"]
        for n, person in enumerate(people):
            assert person.post(f"{at}/enter", name=f"Guest {n}").status_code == 303
        assert people[0].post(f"{at}/start").status_code == 403
        assert host.post(f"{at}/start").status_code == 303
        pages = [person.http.get(at).text for person in people]
        assert all("Your next match" in page and "Guest 3" in page for page in pages)
        assert sum("are equal in everything" in page for page in pages) == 3  # the first has nobody before them
        assert "Friday" in host.http.get("/tournaments").text and "Friday" in host.http.get("/").text


def test_the_host_removes_who_only_takes_a_place(tmp_path: Path) -> None:
    with running_server(tmp_path, [FOUR], ("--unlimited", "--lobby")) as url:
        host, eve, people = Person(url), Person(url), [Person(url) for _ in range(4)]
        form = {"game": GAME, "kind": "knockout", "clock": "move:86400"}
        at = host.post("/tournaments/new", **form).headers["location"]
        for person, name in zip([eve, *people], ["Fake", "Ann", "Bo", "Cy", "Di"]):
            assert person.post(f"{at}/enter", name=name).status_code == 303

        def sign(name: str) -> str:
            found = re.search(rf'value="(\w+)" aria-label="Remove {name}"', host.http.get(at).text)
            return found[1] if found is not None else ""

        assert not re.search("Remove", people[0].http.get(at).text)
        fake, ann = sign("Fake"), sign("Ann")
        assert eve.post(f"{at}/remove", who=ann).status_code == 403
        assert host.post(f"{at}/remove", who="0" * 16).status_code == 409
        assert host.post(f"{at}/remove", who=fake).status_code == 303
        assert "Fake" not in host.http.get(at).text and "Ann" in host.http.get(at).text
        assert host.post(f"{at}/start").status_code == 303
        assert host.post(f"{at}/remove", who=ann).status_code == 303, "later, too: who should meet Ann goes on"
        assert "withdrew" in host.http.get(at).text and sign("Ann") == ""
        assert "Your next match" not in people[0].http.get(at).text


def test_one_client_opens_few_tournaments_for_everybody_to_look_at(tmp_path: Path) -> None:
    options = ("--unlimited", "--lobby", "--limit", "tournaments=0,3")
    with running_server(tmp_path, [FOUR], options) as url:
        eve, ann = Person(url), Person(url)
        eve.http.headers["X-Forwarded-For"], ann.http.headers["X-Forwarded-For"] = "203.0.113.1", "203.0.113.2"
        made = [eve.post("/tournaments/new", game=GAME, kind="swiss", clock="move:86400") for _ in range(5)]
        assert [answer.status_code for answer in made] == [303] * 3 + [400] * 2
        assert "opening tournaments too quickly" in made[-1].text
        assert ann.post("/tournaments/new", game=GAME, kind="swiss", clock="move:86400").status_code == 303


def test_a_script_does_not_take_all_places_of_a_tournament(tmp_path: Path) -> None:
    options = ("--unlimited", "--lobby", "--limit", "tables=0,4")
    with running_server(tmp_path, [FOUR], options) as url:
        ann, guests = Person(url), [Person(url) for _ in range(5)]
        form = {"game": GAME, "kind": "swiss", "clock": "move:86400"}
        at = ann.http.post("/tournaments/new", data=form).headers["location"]
        for guest in guests:
            guest.http.headers["X-Forwarded-For"] = "203.0.113.7"
        codes = [guest.post(f"{at}/enter", name=f"Guest {n}").status_code for n, guest in enumerate(guests)]
        assert codes == [303] * 4 + [429] and ann.post(f"{at}/enter", name="Ann").status_code == 303


def test_a_tournament_that_fails_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.web.tournaments.tournaments.OFTEN", 0.01)

    async def go() -> None:
        hub, seen = hub_at(tmp_path), set[str]()
        ids = [await opened(hub, "swiss", 4) for _ in range(3)]
        for id in ids:
            await hub.tournaments.steer(id, HOST, "start")

        async def run_one(id: str) -> None:
            seen.add(id)
            raise ValueError("broken")

        monkeypatch.setattr(hub.tournaments, "run_one", run_one)
        running = asyncio.create_task(hub.tournaments.run())
        await until_async(lambda: seen == {*ids}, "each is looked at")
        running.cancel()
        await hub.stop()

    in_a_loop(go())


def test_seeds_are_ratings() -> None:
    hosted = new_tournament("Cup", GAME, HOST, "knockout", 2, 0)
    hosted.tournament.players = [Player(str(n), float(n)) for n in range(4)]
    hosted.tournament.start()
    assert [one.seats for one in hosted.tournament.pairings] == [["3", "0"], ["2", "1"]]
    assert Actor(HOST).player == hosted.host
