"""Rated matches: who can open one, what its result changes, and that nothing else changes a rating."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from tabletown.kernel import About
from tabletown.ratings import Rating
from tabletown.web.app import make_app
from tabletown.web.hub import Hub
from tabletown.web.people.ratings import board, of_person, pool_of_bots, recompute, take_in
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor, Refusal
from tabletown.web.settings import Settings
from tabletown.web.storage import schema as db
from tabletown.web.storage.maintenance import delete
from tabletown.web.tables.table import Table
from tests.web.people import FOUR, in_a_loop
from tests.web.test_store import ME, hub_at

FIRST_WINS = (1, 2, 1, 2, 1, 2, 1)
SECOND_WINS = (1, 2, 1, 2, 1, 2, 3, 2)
GAME = "connect-four"
HARD = Rating(54.0, 0.5, 9)


async def seated(hub: Hub, other: str, rated: bool = True) -> Table:
    wish = NewTable(GAME, [NewSeat("me"), NewSeat("link")], rated=rated)
    table = await hub.opening.create(wish, ME)
    await table.people.sit_down(table.seats[1], Actor(other), other)
    return table


async def played(hub: Hub, other: str, columns: tuple[int, ...] = FIRST_WINS, rated: bool = True) -> Table:
    table = await seated(hub, other, rated)
    for number, column in enumerate(columns):
        await table.answer(number % 2, f"column:{column}")
    assert table.match.over
    await hub.rate()
    return table


def about(hub: Hub) -> About:
    return hub.catalog.games[GAME].about


def test_a_rated_match_changes_the_ratings_of_both_and_an_ordinary_one_those_of_nobody(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        await played(hub, "bo", rated=False)
        assert of_person(hub.store, "me") == {}
        await played(hub, "bo")
        mine, his = (of_person(hub.store, who)[GAME] for who in ("me", "bo"))
        assert mine.shown > 1500 > his.shown and mine.provisional
        assert board(hub.store, about(hub))[:2] == ([], 2)
        await hub.stop()

    in_a_loop(go())


def test_each_match_is_taken_in_once_and_what_is_made_anew_is_the_same_also_without_the_tables(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        tables = [await played(hub, f"p{n % 3}", FIRST_WINS if n % 4 else SECOND_WINS) for n in range(9)]
        assert take_in(hub.store, {GAME: about(hub)}) == 0
        before = of_person(hub.store, "me")
        assert before[GAME].matches == 9
        assert recompute(hub.store) == (9, 0)
        delete(hub.store, [tables[0].id, tables[5].id])
        with hub.store.engine.begin() as connection:
            connection.execute(db.ratings.update().values(mean=1.0))
        matches, differed = recompute(hub.store)
        assert (matches, differed) == (9, 6)  # four people and two seats
        assert of_person(hub.store, "me") == before
        assert [leader.person for leader in board(hub.store, about(hub)).leaders] in ([], ["me"])
        await hub.stop()

    in_a_loop(go())


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (NewTable(GAME, [NewSeat("me"), NewSeat("bot")], rated=True), "between people"),
        (NewTable(GAME, [NewSeat("me"), NewSeat("here")], rated=True), "between people"),
        (NewTable(GAME, [NewSeat("me"), NewSeat("link")], seed=7, rated=True), "secret luck"),
    ],
)
def test_a_match_with_a_bot_a_shared_screen_or_a_chosen_seed_cannot_be_rated(
    tmp_path: Path, wish: NewTable, why: str
) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        with pytest.raises(Refusal, match=why):
            await hub.opening.create(wish, ME)
        await hub.stop()

    in_a_loop(go())


def test_nobody_plays_both_sides_of_a_rated_match_and_its_result_is_not_taken_back(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        wish = NewTable(GAME, [NewSeat("me"), NewSeat("link")], rated=True)
        table = await hub.opening.create(wish, ME)
        with pytest.raises(Refusal, match="each person plays one seat"):
            table.people.sit_down(table.seats[1], ME, "me again")
        ended = await played(hub, "bo")
        assert ended.undo.view([0], 0).kind == "no"
        assert "result stands" in ended.undo.view([0], 0).why
        again = await hub.open(await hub.opening.rematch(ended, ME))
        assert again is not None and again.rated
        await hub.stop()

    in_a_loop(go())


def test_who_leaves_the_rest_to_a_bot_has_lost(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await seated(hub, "bo")
        for number, column in enumerate(FIRST_WINS[:-1]):
            await table.answer(number % 2, f"column:{column}")
        table.seats[0].stand_in = True  # "me" has left; the bot in their place wins
        await table.write_seats([table.seats[0]])
        await table.answer(0, "column:1")
        await hub.rate()
        assert of_person(hub.store, "bo")[GAME].shown > 1500 > of_person(hub.store, "me")[GAME].shown
        await hub.stop()

    in_a_loop(go())


def test_a_server_that_was_killed_before_it_rated_does_it_later(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        await played(hub, "bo")
        with hub.store.engine.begin() as connection:  # as if the server had stopped between the move and this
            for table in (db.rated, db.ratings):
                connection.execute(table.delete())
        assert of_person(hub.store, "me") == {}
        await hub._forget()
        assert of_person(hub.store, "me")[GAME].matches == 1
        await hub.stop()

    in_a_loop(go())


def test_the_page_shows_places_only_to_those_of_whom_enough_is_known(tmp_path: Path) -> None:
    app = make_app(Settings(data=tmp_path, games=[FOUR], workers=1))
    with TestClient(app) as client:
        assert "It takes eight rated matches" in client.get(f"/ratings/{GAME}").text
        store = app.state.hub.store
        people = [("ann", Rating(28.0, 1.5, 20)), ("bo", Rating(24.0, 1.2, 30)), ("cy", Rating(30.0, 5.0, 2))]
        sides = [("side:seat 1 of 2", Rating(1.0, 0.2, 60)), ("side:seat 2 of 2", Rating(-1.0, 0.2, 60))]
        with store.engine.begin() as connection:
            for name, rating in people + sides:
                row = {"mean": rating.mean, "spread": rating.spread, "matches": rating.matches}
                connection.execute(db.ratings.insert().values(game=GAME, name=name, **row))
            for name, _ in people:
                connection.execute(sa.insert(db.players).values(id=name, name=name.title(), created=0.0))
        page = client.get(f"/ratings/{GAME}").text
        assert page.index(">Ann<") < page.index(">Bo<") and ">Cy<" not in page
        assert "1 more player has too few matches" in page
        assert page.count('class="off"') == 2 and "58 %" in page
        assert client.get("/ratings", follow_redirects=False).headers["location"].startswith("/ratings/")
        assert client.get("/ratings/none").status_code == 404


def test_the_page_of_a_cooperative_game_says_how_hard_each_mission_is(tmp_path: Path) -> None:
    app = make_app(Settings(data=tmp_path, workers=1))
    game = "new-york-crisis"
    with TestClient(app) as client:
        page = client.get(f"/ratings/{game}").text
        assert "How hard is it?" in page and "Is every seat fair?" not in page
        about = app.state.hub.catalog.games[game].about
        options = ", ".join(sorted(f"{setting.id} {setting.default}" for setting in about.settings))
        store = app.state.hub.store
        boards = [
            (f"side:{options}, for 3", Rating(75.0, 0.5, 40)),
            (f"side:{options.replace('tutorial', 'mission_1')}, for 2", Rating(46.0, 0.5, 12)),
            (f"side:{options.replace('tutorial', 'mission_1').replace('expert no', 'expert yes')}, for 2", HARD),
            (f"side:{options.replace('tutorial', 'mission_3')}, for 1", Rating(25.0, 5.0, 7)),
        ]
        with store.engine.begin() as connection:
            for name, rating in boards:
                row = {"mean": rating.mean, "spread": rating.spread, "matches": rating.matches}
                connection.execute(db.ratings.insert().values(game=game, name=name, **row))
        found = board(store, about)
        assert [(one.title, one.details) for one in found.boards] == [
            ("The Paper Trail", ["As written", "2 players"]),
            ("Wrong Place, Wrong Time", ["As written", "3 players"]),
            ("The Paper Trail", ["Expert", "2 players"]),
        ]
        assert found.against_board == 40 + 12 + 9 + 7 and found.boards[1].share == 0.5
        assert all(one.low < one.share < one.high for one in found.boards)
        page = client.get(f"/ratings/{game}").text
        assert page.index("The Paper Trail") < page.index("Wrong Place, Wrong Time") and "Lights Out" not in page
        assert "68 rated matches against the board." in page and "9 matches" in page
        assert "How hard is it?" not in client.get("/ratings/broken-cities").text


def test_matches_with_guest_bots_count_in_a_list_of_their_own(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        bot = Actor(hub.guests.create("owner", "Robo")[0].id)
        pool = pool_of_bots(GAME)
        with pytest.raises(Refusal, match="among people"):  # nobody meets a bot in a rated match without knowing
            await seated(hub, bot.player)
        table = await hub.opening.create(NewTable(GAME, [NewSeat("me"), NewSeat("link")], rated=True), ME)
        await table.people.sit_down(table.seats[1], bot, "", challenged=True)
        assert table.seats[1].player == "Robo (bot)"
        for number, column in enumerate(FIRST_WINS):
            await table.answer(number % 2, f"column:{column}")
        wish = NewTable(GAME, [NewSeat("me"), NewSeat("bot", bot="easy")], rated=True)
        with pytest.raises(Refusal, match="between people"):
            await hub.opening.create(wish, ME)
        alone = await hub.opening.create(wish, bot)
        alone.bots.call = lambda: None  # type: ignore[method-assign] # the test plays for it
        for number, column in enumerate(FIRST_WINS):
            await alone.answer(number % 2, f"column:{column}")
        await hub.rate()
        assert set(of_person(hub.store, "me")) == {pool} == set(of_person(hub.store, bot.player))
        assert set(of_person(hub.store, "level:easy")) == {pool}
        assert board(hub.store, about(hub)).matches == 0
        assert board(hub.store, about(hub), pool).matches == 2
        assert recompute(hub.store) == (2, 0)
        await hub.stop()

    in_a_loop(go())
