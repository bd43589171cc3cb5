"""Clocks: whose time runs, how much is left, and that it stops while no server runs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tabletown.web.hub import Hub
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor, Refusal, TableSeat
from tabletown.web.storage import schema as db
from tabletown.web.tables.clock import BANK, CHOICES, DAY, LIVE, MOVE, Clock, comes_back, keep_time, read, run
from tabletown.web.tables.table import Table
from tests.waiting import until_async
from tests.web.people import in_a_loop
from tests.web.test_store import ME, hub_at

YOU = Actor("you")
ALIVE = (db.kept.c.kind == "alive",)


def people(count: int = 2) -> list[TableSeat]:
    return [TableSeat(seat, "person", f"P{seat}") for seat in range(count)]


def test_a_clock_is_written_and_read_again() -> None:
    for clock in CHOICES:
        assert Clock.of(str(clock)) == clock and clock.in_words().render()
    assert Clock.of("", 3) == Clock(MOVE, 3 * DAY) and Clock.of("live:600+5") == Clock(LIVE, 600, 5)


def test_only_who_is_asked_loses_time_and_handing_on_brings_the_increment() -> None:
    clock, table_seats = Clock(LIVE, 600, 10), people()
    run(clock, table_seats, {0: 1}, [0], 1000.0)
    assert table_seats[0].deadline == 1600 and table_seats[1].deadline is None and table_seats[1].reserve == 600
    run(clock, table_seats, {0: 1}, [0], 1030.0)  # another question of the same turn adds no time
    assert table_seats[0].deadline == 1600
    run(clock, table_seats, {1: 1}, [1], 1060.0)
    assert (table_seats[0].deadline, table_seats[0].reserve) == (None, 550.0) and table_seats[1].deadline == 1660


def test_who_chooses_at_the_same_time_as_others_pays_for_the_own_thinking_alone() -> None:
    clock, table_seats = Clock(BANK, 1000), people(3)
    run(clock, table_seats, {0: 1, 1: 1, 2: 1}, [0, 1, 2], 0.0)
    run(clock, table_seats, {1: 1, 2: 1}, [], 10.0)
    run(clock, table_seats, {2: 1}, [], 200.0)
    run(clock, table_seats, {0: 1}, [0], 500.0)
    assert [table_seat.reserve for table_seat in table_seats] == [None, 800.0, 500.0] and table_seats[
        0
    ].deadline == 500 + 990


def test_nobody_loses_live_time_until_everybody_sits() -> None:
    clock, table_seats = Clock(LIVE, 300, 5), people()
    table_seats[1].kind = "link"
    run(clock, table_seats, {0: 1}, [0], 0.0)
    assert table_seats[0].deadline is None
    table_seats[1].kind = "person"
    run(clock, table_seats, {0: 1}, [], 50.0)
    assert table_seats[0].deadline == 350
    table_seats[0].stand_in = True
    run(clock, table_seats, {0: 1}, [], 340.0)
    assert table_seats[0].deadline is None and table_seats[0].reserve == 10, "a bot that takes over earns nothing"
    comes_back(clock, table_seats[0])
    assert table_seats[0].reserve == 30


async def opened(hub: Hub, clock: str) -> Table:
    table = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")], clock=clock), ME)
    await table.people.sit_down(table.seats[1], YOU, "You")
    return table


def stored(hub: Hub, table: Table) -> Any:
    with hub.store.engine.connect() as connection:
        return connection.execute(db.tables.select().where(db.tables.c.id == table.id)).one()


def test_a_table_goes_on_with_the_time_it_had_after_it_was_read_again(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await opened(hub, "live:600+10")
        await table.answer(0, "column:1")
        left, until, since = table.seats[0].reserve, table.seats[1].deadline, table.questions[1].since
        assert left is not None and 605 < left <= 610 and until is not None and stored(hub, table).deadline == until
        hub.tables.clear()
        again = await hub.open(table.id)
        assert again is not None and again is not table and again.clock == Clock(LIVE, 600, 10)
        assert (again.seats[0].reserve, again.seats[1].deadline) == (left, until)
        assert again.questions[1].since == since and again.questions[1].number == table.questions[1].number
        await hub.stop()

    in_a_loop(go())


def test_a_live_clock_that_runs_out_lets_a_bot_play_by_itself_and_once(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await opened(hub, "live:600+10")
        table.seats[0].deadline = time.time() + 0.1
        table.people.mind_clock()
        await until_async(lambda: table.seats[0].stand_in, "a bot plays")
        await table.settled()
        assert table.seats[0].stand_in and table.notes.clocked == [0]
        table.people.clock_ran_out()
        assert table.notes.clocked == [0]
        began = hub.now()
        await table.people.come_back(ME, 0)
        assert not table.seats[0].stand_in
        deadline = table.seats[0].deadline
        if deadline is not None:  # the bot may have answered already
            assert began <= deadline - 60 <= hub.now()
        await hub.stop()

    in_a_loop(go())


@pytest.mark.parametrize("clock", ["live:600+10", "bank:604800", "move:86400"])
def test_time_stands_still_while_no_server_runs(tmp_path: Path, clock: str) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await opened(hub, clock)
        until = table.seats[0].deadline
        assert until is not None
        store, now = hub.store, time.time()
        assert keep_time(store, now) == [] and keep_time(store, now + 5) == [], "it lives"
        assert stored(hub, table).deadline == until
        assert keep_time(store, now + 5 + 7200) == [table.id], "for two hours it did not"
        row = stored(hub, table)
        assert row.deadline == pytest.approx(until + 7200, abs=6) and row.head != table.head
        assert read(row.timing).until[0] == row.deadline
        assert keep_time(store, now + 5 + 7200) == [], "whoever comes second finds it done"
        await hub.catch_up(table)
        assert table.seats[0].deadline == row.deadline
        await table.answer(0, "column:1")
        await hub.stop()

    in_a_loop(go())


def test_what_happened_after_the_last_sign_of_life_counts_as_one(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        await opened(hub, "bank:604800")
        with hub.store.engine.begin() as connection:
            connection.execute(db.kept.delete().where(*ALIVE))
            connection.execute(db.kept.insert().values(kind="alive", key="", data="", at=time.time() - 9000))
        assert keep_time(hub.store, time.time()) == [], "the table was opened just now: the server was up then"
        await hub.stop()

    in_a_loop(go())


@pytest.mark.parametrize("clock", ["live:5", "chess", "live:x", "bank:99999999999", "live:600+-7+9"])
def test_a_clock_that_nobody_knows_is_refused(tmp_path: Path, clock: str) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        with pytest.raises(Refusal, match="one of the clocks"):
            await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")], clock=clock), ME)
        await hub.stop()

    in_a_loop(go())
