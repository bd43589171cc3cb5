"""The data file: only ever appended to, committed in batches, opened without a replay."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from tabletown.kernel import Answer
from tabletown.saves.replay import record_of, replayed
from tabletown.saves.snapshot import RECENT
from tabletown.web.catalog import Catalog
from tabletown.web.hub import Hub
from tabletown.web.protocol import NewSeat, NewTable, PlanNode, PlanStep
from tabletown.web.seats import Actor, Refusal
from tabletown.web.settings import Settings
from tabletown.web.storage import schema as db
from tabletown.web.storage.store import JournalEntry, Store, answers_of
from tabletown.web.storage.writer import NotWritten, Overtaken
from tabletown.web.tables.notes import KeptPlan
from tabletown.web.testing import place_of
from tabletown.web.workers.bots import Workers
from tests.web.people import FOUR, MARATHON, MARKS, in_a_loop

ME = Actor("me")


def entry(number: int, option: str = "x") -> db.Write:
    return db.ADD_ENTRY, ("t", number, 0, option, None, 0.0, 0)


def test_what_arrives_together_shares_a_commit(tmp_path: Path) -> None:
    async def go() -> None:
        store = Store(place_of(tmp_path))
        await asyncio.gather(*(store.commit([entry(number)]) for number in range(300)))
        assert store.rows == 300 and store.commits <= 4
        await store.close()

    in_a_loop(go())


@pytest.mark.parametrize("count", [1, 4, 5, 8, 9, 127, 128, 129])
def test_however_many_rows_go_together_each_is_there_and_none_besides(tmp_path: Path, count: int) -> None:
    async def go() -> None:
        store = Store(place_of(tmp_path))
        rows = {f"row {n}": str(n) for n in range(count)}
        await asyncio.gather(*(store.commit([(db.PUT_KEPT, ("test", key, data, 1.0))]) for key, data in rows.items()))
        assert dict(store.kept("test")) == rows and store.writer.commits == 1
        await store.close()

    in_a_loop(go())


def test_one_bad_row_fails_alone(tmp_path: Path) -> None:
    async def go() -> None:
        store = Store(place_of(tmp_path))
        await store.commit([entry(1)])
        done = await asyncio.gather(
            store.commit([entry(2)]),
            store.commit([entry(1, "again")]),  # entry 1 exists already: the journal only grows
            store.commit([entry(3)]),
            return_exceptions=True,
        )
        assert [type(result) for result in done] == [type(None), NotWritten, type(None)]
        with store.engine.connect() as connection:
            rows = connection.execute(sa.select(db.journal.c.number, db.journal.c.option)).all()
        assert rows == [(1, "x"), (2, "x"), (3, "x")]
        await store.close()

    in_a_loop(go())


def test_a_new_table_and_its_first_moves_may_share_a_commit_with_other_moves(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        wish = NewTable("connect-four", [NewSeat("me"), NewSeat("here")])
        old = await hub.opening.create(wish, ME)
        old.answer(0, "column:1")
        new = asyncio.create_task(hub.opening.create(wish, ME))
        while len(hub.tables) < 2:  # its names are looked at in a thread first
            await asyncio.sleep(0)
        table = next(table for table in hub.tables.values() if table is not old)
        await asyncio.gather(table.answer(0, "column:2"), new)
        loaded = hub.store.load(table.id)
        assert loaded is not None and loaded.table.number == len(loaded.entries) == 1
        await hub.stop()

    in_a_loop(go())


def test_what_was_taken_back_does_not_stand() -> None:
    entries = [
        JournalEntry(0, "a"),
        JournalEntry(1, "b"),
        JournalEntry(-1, "6"),
        JournalEntry(db.UNDO, "1"),
        JournalEntry(1, "c"),
    ]
    assert answers_of(entries) == [Answer(0, "a"), Answer(1, "c")]


def hub_at(path: Path) -> Hub:
    catalog = Catalog([FOUR, MARKS, MARATHON])
    return Hub(Store(place_of(path)), catalog, Workers(catalog), Settings(pace=0))


def test_a_match_of_a_thousand_answers_opens_like_a_new_one(tmp_path: Path) -> None:
    """Only the current turn is replayed, and it is the very same match."""

    async def go() -> None:
        hub = hub_at(tmp_path)
        new, long = [
            await hub.opening.create(NewTable("marathon", [NewSeat("me"), NewSeat("here")]), ME) for _ in range(2)
        ]
        await new.answer(0, "1")
        for number in range(1000):
            done = long.answer(number % 2, "123"[number % 3])
        await done
        assert len(long.match.checkpoints) <= 2 * RECENT, "a live table forgets early states"
        toy = sys.modules[hub.catalog.games["marathon"].rules.step.__module__]
        for id in (new.id, long.id):
            hub.tables.clear()
            before = toy.turns
            table = await hub.open(id)
            assert toy.turns == before + 1
        assert table is not None and table.number == table.match.number == 1000
        assert [line.text.render(["A", "B"]) for line in table.match.lines][-1] == "B took 1."
        past = replayed(table.match.game, record_of(table.match))
        assert past.state == table.match.state and past.log == table.match.log
        await table.answer(0, "2")
        await hub.stop()

    in_a_loop(go())


def test_undo_reaches_back_behind_the_snapshot(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("here")]), ME)
        for number, column in enumerate([1, 2, 3, 4]):
            await table.answer(number % 2, f"column:{column}")
        hub.tables.clear()
        again = await hub.open(table.id)
        assert again is not None
        await again.undo.take_back(0)
        assert [answer.option for answer in again.match.log] == ["column:1", "column:2"]
        hub.tables.clear()
        again = await hub.open(table.id)
        assert again is not None and again.match.number == 2 and again.number == 5
        assert [line.event.parts()["column"] for line in again.match.lines] == [1, 2]
        await hub.stop()

    in_a_loop(go())


def test_a_table_that_cannot_be_written_goes_back_to_what_is_in_the_file(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("here")]), ME)
        await table.answer(0, "column:1")
        with hub.store.engine.begin() as connection:  # someone else has continued it
            connection.execute(db.tables.update().values(head=7))
        with pytest.raises(Overtaken):
            await table.answer(1, "column:2")
        await table.settled()
        assert hub.tables[table.id] is table and (table.head, table.number, table.match.number) == (7, 1, 1)
        await table.answer(1, "column:3")
        await hub.stop()

    in_a_loop(go())


def test_a_seat_whose_time_is_up_is_played_by_a_bot_until_its_holder_comes_back(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")], days=1), ME)
        await table.people.sit_down(table.seats[1], Actor("you"), "You")
        assert table.seats[0].deadline is not None and table.seats[1].deadline is None
        assert hub.store.overdue(time.time()) == [] and hub.store.overdue(time.time() + 90000) == [table.id]
        assert not table.people.can_take_over(Actor("you"), [1], table.seats[0])
        await table.plans.keep([1], 1, PlanNode([PlanStep("column:3", "Three")]))
        table.notes.ahead[0] = KeptPlan(PlanNode([PlanStep("column:2", "Two")]))
        table.seats[0].deadline = time.time() - 1
        assert table.people.can_take_over(Actor("you"), [1], table.seats[0])
        table.people.clock_ran_out()
        await table.settled()
        assert table.seats[0].stand_in and list(table.notes.ahead) == [1], "a bot has plans of its own"
        with pytest.raises(Refusal):
            table.choose([0], table.number, "column:1", 0)
        await table.people.come_back(ME, 0)
        assert not table.seats[0].stand_in
        await hub.stop()

    in_a_loop(go())


def test_a_seat_that_left_may_be_played_by_a_bot_after_a_while(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")]), ME)
        await table.people.sit_down(table.seats[1], Actor("you"), "You")
        assert not table.people.can_take_over(ME, table.held_by(ME), table.seats[1])
        table.seats[1].left -= 61
        assert table.people.can_take_over(ME, table.held_by(ME), table.seats[1]) and not table.people.can_take_over(
            Actor("nobody"), [], table.seats[1]
        )
        await hub.stop()

    in_a_loop(go())


def test_a_table_where_a_bot_was_about_to_answer_is_found_after_a_restart(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("bot")]), ME)
        other = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("here")]), ME)
        table.bots.call = other.bots.call = lambda: None  # type: ignore[method-assign]
        await asyncio.gather(table.answer(0, "column:1"), other.answer(0, "column:1"))
        assert hub.store.waiting_for_bots() == [table.id]
        await hub.stop()

    in_a_loop(go())


def test_tables_of_other_rules_are_refused_in_words(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four"), ME)
        hub.tables.clear()
        with hub.store.engine.begin() as connection:
            connection.execute(db.tables.update().values(rules="0"))
        with pytest.raises(Refusal, match="version 0 of the rules of Connect Four"):
            await hub.open(table.id)
        await hub._at_each(lambda: [table.id], lambda _: None)  # the others' clocks continue
        await hub.stop()

    in_a_loop(go())
