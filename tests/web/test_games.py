"""Every installed game at a table of the server: seen from all seats, and closed and reopened in mid-match."""

from __future__ import annotations

import logging
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tabletown import registry
from tabletown.kernel import CHANCE
from tabletown.web.catalog import Catalog
from tabletown.web.hub import Hub
from tabletown.web.live.connection import Viewer
from tabletown.web.protocol import NewSeat, NewTable, encode
from tabletown.web.seats import Actor
from tabletown.web.settings import Settings
from tabletown.web.storage.store import Store
from tabletown.web.tables.table import Table
from tabletown.web.testing import place_of
from tabletown.web.workers.bots import Workers
from tests.web.people import in_a_loop

ME = Actor("me")
EVIL = "<img src=x onerror=alert(1)>"  # a name that would execute if a picture didn't escape it


def look(table: Table) -> None:
    """Check the view of every seat and of a spectator: nothing fails, and every option has words."""
    for seat in (*range(len(table.seats)), None):
        view = Viewer(table, ME, looks=seat).view()
        assert view.you == seat and encode(view)
        markup = view.scene.board + "".join(panel.html for panel in view.scene.panels)
        assert EVIL[:8] not in markup
        for option in view.asked.options if view.asked is not None else []:
            assert option.label.strip() and option.button.strip()


def seen(table: Table) -> list[dict[str, Any]]:
    """The views of a seat and a spectator, without waiting times: a reopened table knows only when it last changed."""
    views = [Viewer(table, ME, looks=seat).view() for seat in (0, None)]
    shown: list[dict[str, Any]] = msgspec.json.decode(encode(views))
    for view in shown:
        del view["now"]
    for each in (waiting for view in shown for waiting in view["waiting"]):
        del each["since"]
    return shown


@pytest.mark.parametrize("name", [game.about.id for game in registry.games()])
def test_a_game_is_played_at_a_table(name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        catalog = Catalog()
        hub = Hub(Store(place_of(tmp_path)), catalog, Workers(catalog), Settings(pace=0))
        count = catalog.find(name).about.default_seats
        table = await hub.opening.create(NewTable(name, [NewSeat("here", EVIL)] * count, seed=5), ME)
        rng = random.Random(3)
        for step in range(40):
            if table.match.over:
                break
            if step % 8 == 0:
                look(table)
            decision = rng.choice(table.match.decisions)
            assert decision.seat != CHANCE
            await table.answer(decision.seat, rng.choice(decision.options))
            if step == 20:
                before = seen(table)
                hub.tables.clear()
                again = await hub.open(table.id)
                assert again is not None
                table = again
                assert seen(table) == before
        look(table)
        past = await table.past.match()
        assert past.state == table.match.state
        await hub.stop()

    with caplog.at_level(logging.ERROR, "tabletown.web"):
        in_a_loop(go())
    assert not caplog.records, caplog.text
