"""Statistics of the stored results, without people who opted out."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from tabletown.web.catalog import Catalog
from tabletown.web.hub import Hub
from tabletown.web.notify.messages import NotificationSettings
from tabletown.web.pages.identity.profiles import sides_of
from tabletown.web.pages.statistics import WinRate, of_game, of_person
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor
from tabletown.web.settings import Settings
from tabletown.web.storage import schema as db
from tabletown.web.storage.store import Store
from tabletown.web.testing import place_of
from tabletown.web.workers.bots import Workers
from tests.web.people import in_a_loop
from tests.web.test_store import ME, hub_at


def test_a_profile_counts_how_often_somebody_won_with_each_side() -> None:
    card: Any = SimpleNamespace(id="road", seat_names=("North", "South"))
    finished = (("road", "a", (0,)), ("road", "b", (1,)), ("other", "c", (0,)), ("road", "d", (0, 1)))
    matches: list[Any] = [SimpleNamespace(game=game, table=table, winners=won) for game, table, won in finished]
    held = {"a": {0}, "b": {0}, "c": {0}, "d": {0, 1}}
    assert sides_of(card, matches, held) == [WinRate("North", 2, 3), WinRate("South", 1, 1)]


def test_an_interval_is_the_one_of_wilson() -> None:
    low, high = WinRate("", 8, 10).interval
    assert low == pytest.approx(49.02, abs=0.01) and high == pytest.approx(94.33, abs=0.01)
    assert WinRate("", 0, 0).interval == (0.0, 100.0) and WinRate("", 10, 10).interval[1] == 100.0


def test_results_are_counted_by_seat_and_person_and_not_where_somebody_does_not_want_it(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)

        async def match(first_wins: bool, other: str) -> None:
            table = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")]), ME)
            await table.people.sit_down(table.seats[1], Actor(other), other)
            columns = (1, 2, 1, 2, 1, 2, 1) if first_wins else (1, 2, 1, 2, 1, 2, 3, 2)
            for number, column in enumerate(columns):
                await table.answer(number % 2, f"column:{column}")
            assert table.match.over

        for wins, other in ((True, "bo"), (True, "bo"), (False, "bo"), (True, "cy")):
            await match(wins, other)
        card = hub.catalog.cards["connect-four"]
        found = of_game(hub, card)
        assert found.matches == 4 and [(rate.won, rate.of) for rate in found.seats] == [(3, 4), (1, 4)]
        (mine,) = of_person(hub, "me")
        assert (mine.matches.won, mine.matches.of, mine.people.of) == (3, 4, 4)
        (his,) = of_person(hub, "bo")
        assert (his.matches.won, his.matches.of) == (1, 3)
        assert of_person(hub, "nobody") == []
        hub.channels.keep_settings("cy", NotificationSettings(counted=False))
        found = of_game(hub, card)
        assert found.matches == 3 and [(rate.won, rate.of) for rate in found.seats] == [(2, 3), (1, 3)]
        await hub.stop()

    in_a_loop(go())


def test_a_lesson_counts_nowhere(tmp_path: Path) -> None:
    """It is stored as a branch, and branches aren't counted."""

    async def go() -> None:
        catalog = Catalog([])
        hub = Hub(Store(place_of(tmp_path)), catalog, Workers(catalog), Settings(pace=0))
        table = await hub.opening.learn("crossroll", ME)
        row = {"table": table.id, "winners": "[0]", "scores": "[7, 5]", "reason": "It is over.", "at": 1.0}
        with hub.store.engine.begin() as connection:
            connection.execute(sa.update(db.tables).values(over=True))
            connection.execute(sa.insert(db.results), row)
        assert of_person(hub, "me") == [] and of_game(hub, catalog.cards["crossroll"]).matches == 0
        await hub.stop()

    in_a_loop(go())
