"""What can't be written didn't happen: after any failure no journal has a gap, and all can continue."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tabletown.kernel import Match
from tabletown.saves.replay import RecordedMatch, replayed
from tabletown.saves.snapshot import snapshot
from tabletown.web.catalog import Catalog
from tabletown.web.hub import Hub
from tabletown.web.protocol import NewSeat, NewTable, PlanNode
from tabletown.web.seats import Actor, Refusal
from tabletown.web.settings import FILE, Settings
from tabletown.web.storage import schema as db
from tabletown.web.storage.store import Store, answers_of
from tabletown.web.storage.writer import NotWritten, Overtaken
from tabletown.web.tables.table import Table
from tabletown.web.testing import on_postgres
from tabletown.web.views import views
from tabletown.web.workers.bots import Workers
from tests.waiting import until_async
from tests.web.people import FOUR, MARKS, in_a_loop

pytestmark = pytest.mark.skipif(on_postgres(), reason="of the file")
ME = Actor("me")
BOTH = [NewSeat("me"), NewSeat("here")]


def hub_at(path: Path, timeout: float = 0.3) -> Hub:
    catalog = Catalog([FOUR, MARKS])
    return Hub(Store(path / FILE, timeout), catalog, Workers(catalog), Settings(pace=0))


@contextmanager
def locked(hub: Hub) -> Iterator[None]:
    other = sqlite3.connect(str(hub.store.where), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


@contextmanager
def all_connections(hub: Hub, during: str, after: str) -> Iterator[None]:
    say = [during]

    def take(connection: Any, *_: Any) -> None:
        connection.execute(f"PRAGMA {say[0]}").fetchall()

    sa.event.listen(hub.store.engine, "checkout", take)
    hub.store.writer._hang_up()
    yield
    say[0] = after
    hub.store.writer._hang_up()


def full(hub: Hub) -> Any:
    return all_connections(hub, "max_page_count = 1", "max_page_count = 1000000")  # 1: as many pages as it has


def read_only(hub: Hub) -> Any:
    return all_connections(hub, "query_only = 1", "query_only = 0")


def sound(hub: Hub, table: Table, answers: list[str]) -> None:
    """The database has exactly these answers in order, and so does memory."""
    loaded = hub.store.load(table.id)
    assert loaded is not None and loaded.gap is None and loaded.table.number == len(loaded.entries)
    standing = answers_of(loaded.entries)
    assert [answer.option for answer in standing] == answers
    assert (table.match.number, table.number, table.head) == (len(answers), loaded.table.number, loaded.table.head)
    row, names = loaded.table, table.match.names
    past = RecordedMatch(row.game, names, table.match.options, int(row.seed), (), standing)
    assert replayed(table.match.game, past).state == table.match.state


async def outcomes(*under_way: Callable[[], asyncio.Future[None]]) -> list[Any]:
    """The results of jobs begun one after another, so that later ones queue behind the first commit."""
    begun = []
    for answer in under_way:
        try:
            begun.append(answer())
        except Refusal as refusal:
            begun.append(asyncio.get_running_loop().create_future())
            begun[-1].set_exception(refusal)
        await asyncio.sleep(0)  # hands the waiting jobs to the writer
    return await asyncio.gather(*begun, return_exceptions=True)


@pytest.mark.parametrize("fault", [locked, full, read_only])
def test_while_nothing_can_be_written_nothing_is_done_and_then_all_goes_on(fault: Any, tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        one, other = [await hub.opening.create(NewTable("connect-four", BOTH), ME) for _ in range(2)]
        await asyncio.gather(one.answer(0, "column:1"), other.answer(0, "column:1"))
        with fault(hub):
            much = [(db.PUT_KEPT, ("test", "", "x" * 20000, 0.0))]  # more than fits into the rest of a page
            heard = await outcomes(
                lambda: one.answer(1, "column:2", much),
                lambda: one.answer(0, "column:3", much),
                lambda: other.answer(1, "column:2", much),
            )
            assert all(isinstance(error, Refusal) for error in heard), heard
            await one.settled()
            await other.settled()
        sound(hub, one, ["column:1"])
        sound(hub, other, ["column:1"])
        await asyncio.gather(one.answer(1, "column:4"), other.answer(1, "column:5"))
        sound(hub, one, ["column:1", "column:4"])
        sound(hub, other, ["column:1", "column:5"])
        await hub.stop()

    in_a_loop(go())


def test_two_answer_in_one_round_and_the_first_commit_fails(tmp_path: Path) -> None:
    """The second waits for the next commit, which succeeds; the journal must not have it without the first."""

    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("marks", BOTH), ME)
        begun = [answer.option for answer in table.match.log]  # a roll
        words = {seat: question.decision.options[0] for seat, question in table.questions.items()}
        assert len(words) == 2, "both are asked at once"
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        first = table.answer(0, words[0])
        await until_async(lambda: hub.store.writer._busy, "it is on its way")  # this one waits behind it
        second = table.answer(1, words[1])
        first.add_done_callback(lambda _: other.close())  # between the two
        heard = await asyncio.gather(first, second, return_exceptions=True)
        assert all(isinstance(error, NotWritten) for error in heard), heard
        await table.settled()
        await hub.store.commit([])  # everything requested before
        sound(hub, table, begun)
        await asyncio.gather(table.answer(1, words[1]), table.answer(0, words[0]))
        loaded = hub.store.load(table.id)
        assert loaded is not None and loaded.gap is None
        assert [entry.seat for entry in loaded.entries if entry.seat >= 0] == [1, 0]
        await hub.stop()

    in_a_loop(go())


def test_an_error_in_the_middle_of_a_batch_hits_one_table_only(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        tables = [await hub.opening.create(NewTable("connect-four", BOTH), ME) for _ in range(5)]
        with hub.store.engine.begin() as connection:
            connection.exec_driver_sql(
                "CREATE TRIGGER fault BEFORE INSERT ON journal WHEN NEW.option = 'column:7' "
                "BEGIN SELECT RAISE(ABORT, 'injected'); END"
            )
        moves = [table.answer(0, f"column:{7 if at == 2 else 1}") for at, table in enumerate(tables)]
        heard = await asyncio.gather(*moves, return_exceptions=True)
        assert [type(error) for error in heard] == [type(None), type(None), NotWritten, type(None), type(None)]
        await tables[2].settled()
        for at, table in enumerate(tables):
            sound(hub, table, [] if at == 2 else ["column:1"])
        await tables[2].answer(0, "column:6")
        sound(hub, tables[2], ["column:6"])
        await hub.stop()

    in_a_loop(go())


def test_a_picture_of_a_move_that_could_not_be_written_is_not_shown_for_the_next(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("right-of-way", BOTH), ME)
        seat, decision = next((seat, question.decision) for seat, question in table.questions.items())
        told, (one, other) = len(table.match.lines), decision.options[:2]
        with read_only(hub):
            lost = table.answer(seat, one)
            table.scene(seat)
            with pytest.raises(NotWritten):
                await lost
            await table.settled()
        await table.answer(seat, other)
        assert len(table.match.lines) == told, "both tell nothing, so only the number says which move it is"
        now = views.scene(table.match, seat)
        assert (table.scene(seat).board, table.scene(seat).text) == (now.board, now.text)
        await hub.stop()

    in_a_loop(go())


def test_a_bot_does_not_hammer_a_database_that_cannot_be_written(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("bot")]), ME)

        async def quick(*_: object) -> str:
            return "column:2"

        table.bots._consult_until = quick  # type: ignore[method-assign, assignment]
        table.bots.call = lambda: None  # type: ignore[method-assign]
        await table.answer(0, "column:1")
        del table.bots.call  # type: ignore[method-assign]
        with read_only(hub):
            table.bots.call()
            await until_async(lambda: hub.reloaded, "it is tried once")
            began = time.monotonic()
            await asyncio.sleep(0.2)  # and isn't retried again and again
            assert hub.reloaded <= 1 + time.monotonic() - began
        await until_async(lambda: table.match.number == 2, "it answers by itself")
        await hub.stop()

    in_a_loop(go())


def test_a_move_goes_on_only_from_the_head_and_number_it_was_played_on(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four", BOTH), ME)
        await table.answer(0, "column:1")

        def entry(number: int, before: int, start: int) -> asyncio.Future[None]:
            step = db.TableStep(
                table.id, before, start, 99, time.time(), number + 1, 2, "[0]", False, None, "", 0, 0, False, ""
            )
            return hub.store.commit([(db.ADD_ENTRY, (table.id, number, 1, "column:2", None, 0.0, 99))], step=step)

        for number, before, start in ((1, table.head + 1, 1), (1, table.head, 0), (2, table.head, 2), (1, 0, 1)):
            with pytest.raises(Overtaken):
                await entry(number, before, start)
        sound(hub, table, ["column:1"])
        await table.answer(1, "column:2")
        await hub.stop()

    in_a_loop(go())


def test_a_commit_whose_outcome_nobody_heard_of_is_recognised_by_its_head(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four", BOTH), ME)
        writer = hub.store.writer
        write = writer._write

        def then_silence(jobs: Any) -> Any:
            write(jobs)
            raise sa.exc.OperationalError("COMMIT", None, sqlite3.OperationalError("disk I/O error"))

        monkeypatch.setattr(writer, "_write", then_silence)
        await asyncio.gather(table.answer(0, "column:1"), table.answer(1, "column:2"))
        monkeypatch.undo()
        sound(hub, table, ["column:1", "column:2"])
        await table.answer(0, "column:3")
        sound(hub, table, ["column:1", "column:2", "column:3"])
        await hub.stop()

    in_a_loop(go())


def test_a_rematch_that_was_refused_is_there_for_whoever_asks_next(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four", BOTH), ME)
        for number, column in enumerate([1, 2, 1, 2, 1, 2, 1]):
            await table.answer(number % 2, f"column:{column}")
        assert table.match.over

        def tables() -> set[str]:
            with hub.store.engine.connect() as connection:
                return set(connection.scalars(sa.select(db.tables.c.id)))

        with read_only(hub), pytest.raises(NotWritten):  # the new table is refused
            await hub.opening.rematch(table, ME)
        with hub.store.engine.begin() as connection:  # as another server would: the link to the new table is refused
            connection.execute(db.tables.update().where(db.tables.c.id == table.id).values(head=table.head + 1))
        with pytest.raises(Overtaken):
            await hub.opening.rematch(table, ME)
        await table.settled()
        assert tables() == set(hub.tables) == {table.id} and table.rematch == ""
        new = await hub.opening.rematch(table, ME)
        assert tables() == {table.id, new} and new == await hub.opening.rematch(table, ME)
        await hub.stop()

    in_a_loop(go())


def test_every_change_of_a_table_changes_its_head(tmp_path: Path) -> None:
    """A process that has the current head knows the whole table: seats, names, requests, plans, reminders, clocks,
    rematch."""

    async def go() -> None:
        hub = hub_at(tmp_path)
        wish = NewTable("connect-four", [NewSeat("me"), NewSeat("link")], days=1)
        table = await hub.opening.create(wish, ME)
        heads = {hub.store.head(table.id)}

        async def changed(done: Any = None) -> None:
            if done is not None:
                await done
            await table.settled()
            head = hub.store.head(table.id)
            assert head == table.head and head not in heads
            heads.add(head)

        you = Actor("you")
        await changed(table.people.sit_down(table.seats[1], you, "You"))
        await changed(hub.rename(ME, "Ann", table))
        await changed(table.answer(0, "column:1"))
        await changed(table.people.remind([0], 1))
        await changed(table.answer(1, "column:1"))
        await changed(table.undo.ask(ME, table.number, 0))
        await changed(table.undo.consent(you, True))
        await changed(table.plans.keep([1], 1, PlanNode()))
        table.seats[0].deadline = 1.0
        await changed(table.people.clock_ran_out())
        await changed(table.people.come_back(ME, 0))
        await changed(hub.add_holder(table, table.seats[1], "my phone"))
        await changed(hub.links(table, "cookie", "key", [0]))
        await hub.stop()

    in_a_loop(go())


def test_where_snapshot_and_journal_disagree_the_journal_is_played_again(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four", BOTH), ME)
        for number in range(4):
            await table.answer(number % 2, f"column:{number + 1}")
        state = table.match.state
        won = Match(table.match.game, 2)
        while not won.over:
            won.choose(won.decisions[0].seat, "column:1" if won.decisions[0].seat == 0 else "column:2")
        ended = {"number": 4, "state": snapshot(won).state}  # a state of this game, but of a finished match
        for spoiled in ({"number": 9}, {"state": b"{}"}, {"state": b"nonsense"}, {"number": 0}, ended):
            hub.tables.clear()
            with hub.store.engine.begin() as connection:
                connection.execute(db.snapshots.update().values(**spoiled))
            again = await hub.open(table.id)
            assert again is not None and again.match.state == state and again.match.number == 4, spoiled
            assert [line.event.parts()["column"] for line in again.match.lines] == [1, 2, 3, 4]
        with hub.store.engine.begin() as connection:
            connection.execute(db.snapshots.delete())
        hub.tables.clear()
        again = await hub.open(table.id)
        assert again is not None and again.match.state == state
        await again.answer(0, "column:1")
        sound(hub, again, [f"column:{n}" for n in (1, 2, 3, 4, 1)])
        await hub.stop()

    in_a_loop(go())
