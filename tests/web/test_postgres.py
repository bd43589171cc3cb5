"""Two servers on one PostgreSQL, neither of which owns a table. A real PostgreSQL, from a wheel."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from tabletown.web.catalog import Catalog
from tabletown.web.hub import Hub
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor
from tabletown.web.settings import Settings
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import NoDatabase
from tabletown.web.storage.maintenance import back_up, restore
from tabletown.web.storage.store import Store, answers_of
from tabletown.web.storage.writer import Overtaken
from tabletown.web.tables import chat
from tabletown.web.testing import Server, database_of, postgres
from tabletown.web.workers.bots import Workers
from tests.waiting import LIMIT, until, until_async
from tests.web.people import FOUR, MARKS, Person, in_a_loop

ME, YOU = Actor("me"), Actor("you")
BOTH = [NewSeat("me"), NewSeat("here")]


def hub_at(address: str) -> Hub:
    catalog = Catalog([FOUR, MARKS])
    return Hub(Store(address), catalog, Workers(catalog), Settings(pace=0))


def test_two_processes_play_at_one_table(tmp_path: Path) -> None:
    """Two hubs with separate connections: one shows what the other commits; the later of two moves is refused."""

    async def go() -> None:
        address = database_of(tmp_path)
        one, other = hub_at(address), hub_at(address)
        await one.start()
        await other.start()
        here = await one.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")]), ME, "Ann")
        there = await other.open(here.id)
        assert there is not None and there is not here and there.head == here.head
        await there.people.sit_down(there.seats[1], YOU, "Bo")
        await until_async(lambda: here.seats[1].player == "Bo" and here.head == there.head, "the other one has it")
        await here.answer(0, "column:1")
        await until_async(lambda: there.number == 1 and 1 in there.questions, "the other one has it")
        await there.answer(1, "column:2")
        await until_async(lambda: here.number == 2, "the other one has it")
        assert [line.event.parts()["column"] for line in here.match.lines] == [1, 2]
        await chat.say(here, ME, "Hello over there")
        await until_async(lambda: [line.text for line in there.chat] == ["Hello over there"], "the other one has it")
        # both at once, before either is told of the other
        done = await asyncio.gather(here.answer(0, "column:3"), there.answer(0, "column:4"), return_exceptions=True)
        assert sorted(type(error) for error in done if error is not None) == [Overtaken]
        await here.settled()
        await there.settled()
        await until_async(lambda: here.head == there.head and here.number == there.number == 3, "the other one has it")
        assert one.store.writer.conflicts + other.store.writer.conflicts == 1
        await here.undo.take_back(0)
        await until_async(lambda: there.match.number == 2 and there.number == 4, "the other one has it")
        loaded = one.store.load(here.id)
        assert loaded is not None and loaded.gap is None and len(answers_of(loaded.entries)) == 2
        await one.stop()
        await other.stop()

    in_a_loop(go())


def test_what_was_read_before_a_commit_does_not_cover_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A catch-up reads the table, then a move of our own is committed: the move stays."""

    async def go() -> None:
        hub = hub_at(database_of(tmp_path))
        table = await hub.opening.create(NewTable("connect-four", BOTH), ME)
        load, read, committed = hub.store.load, threading.Event(), threading.Event()

        def slowly(id: str) -> object:
            found = load(id)
            read.set()
            committed.wait(LIMIT)
            return found

        monkeypatch.setattr(hub.store, "load", slowly)
        for under_way in (True, False):
            number = table.number
            done = table.answer(number % 2, f"column:{number + 1}") if under_way else None
            reading = asyncio.create_task(hub.catch_up(table))
            if under_way:
                await asyncio.sleep(0)  # it checks, and leaves the table to the commit under way
            else:
                await until_async(read.is_set, "it has read the table")
            done = done or table.answer(number % 2, f"column:{number + 1}")
            await done
            committed.set()
            await reading
            assert table.number == number + 1 and table.head == hub.store.head(table.id)
            committed.clear()
        committed.set()
        await hub.stop()

    in_a_loop(go())


def test_a_hundred_conflicts_leave_one_journal(tmp_path: Path) -> None:
    async def go() -> None:
        address = database_of(tmp_path)
        hubs = [hub_at(address), hub_at(address)]
        for hub in hubs:
            await hub.start()
        made = [await hubs[0].opening.create(NewTable("marks", BOTH), ME) for _ in range(10)]
        acknowledged: dict[str, list[tuple[int, str]]] = {table.id: [] for table in made}

        async def play(hub: Hub, id: str) -> None:
            for _ in range(14):
                table = await hub.open(id)
                assert table is not None
                await table.settled()
                if table.match.over or not table.questions:
                    return
                seat, question = next(iter(table.questions.items()))
                number, option = table.number, question.decision.options[0]
                try:
                    await table.answer(seat, option)
                    acknowledged[id].append((number, option))
                except Exception as refused:
                    assert getattr(refused, "code", "") in ("stale", "not-asked", "unknown", "over"), refused
                await asyncio.sleep(0.001)

        await asyncio.gather(*(play(hub, table.id) for hub in hubs for table in made))
        assert sum(hub.store.writer.conflicts for hub in hubs) >= 10
        for id, moves in acknowledged.items():
            loaded = hubs[0].store.load(id)
            assert loaded is not None and loaded.gap is None and loaded.table.number == len(loaded.entries)
            for number, option in moves:
                assert loaded.entries[number].option == option, "an acknowledged move is another one"
        for hub in hubs:
            await hub.stop()

    in_a_loop(go())


def test_a_restore_keeps_what_it_replaces_and_waits_for_the_servers_to_stop(tmp_path: Path) -> None:
    async def go() -> None:
        address, backup = database_of(tmp_path), tmp_path / "monday.sqlite"
        hub = hub_at(address)
        await hub.start()
        first = await hub.opening.create(NewTable("connect-four", BOTH), ME, "Ann")
        back_up(address, backup)
        second = await hub.opening.create(NewTable("connect-four", BOTH), ME, "Ann")
        await chat.say(second, ME, "hello")
        with pytest.raises(NoDatabase, match="A running server uses this database"):
            restore(backup, address, replace=True)
        assert await hub.open(second.id) is not None and list(tmp_path.glob("*before-restore*")) == []
        await hub.stop()
        with pytest.raises(NoDatabase, match="--replace"):
            restore(backup, address)
        kept = Path(restore(backup, address, replace=True))
        again = hub_at(address)
        assert await again.open(first.id) is not None and await again.open(second.id) is None
        await again.stop()
        assert kept.parent == tmp_path
        restore(kept, address, replace=True)
        again = hub_at(address)
        table = await again.open(second.id)
        assert table is not None and table.chat[0].text == "hello"
        await again.stop()

    in_a_loop(go())


def test_a_file_moves_to_postgresql_and_back(tmp_path: Path) -> None:
    async def go() -> None:
        file, address = tmp_path / "tabletown.sqlite", database_of(tmp_path)
        catalog = Catalog([FOUR, MARKS])
        hub = Hub(Store(file), catalog, Workers(catalog), Settings(pace=0))
        table = await hub.opening.create(NewTable("connect-four", BOTH), ME, "Ann")
        for number in range(5):
            await table.answer(number % 2, f"column:{number % 2 + 1}")
        await chat.say(table, ME, "Grüße")
        await hub.stop()
        restore(file, address)
        moved = hub_at(address)
        again = await moved.open(table.id)
        assert again is not None and again.match.number == 5 and again.chat[0].text == "Grüße"
        await again.answer(1, "column:7")
        back_up(address, tmp_path / "copy.sqlite")
        await moved.stop()
        back = Hub(Store(tmp_path / "copy.sqlite"), catalog, Workers(catalog), Settings(pace=0))
        last = await back.open(table.id)
        assert last is not None and last.match.number == 6 and last.held_by(ME) == [0, 1]
        await back.stop()

    in_a_loop(go())


# ------------------------------------------------------------------ real processes


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[Server]]:
    options = ["--unlimited", "--workers", "0", "--pace", "0", "--database", database_of(tmp_path)]
    found = [Server(tmp_path / name, [FOUR, MARKS], options) for name in ("one", "other")]
    for server in found:
        server.start()
    yield found
    for server in found:
        server.kill()


@pytest.mark.long
def test_one_of_two_servers_is_killed_or_restarted_and_nobody_loses_anything(servers: list[Server]) -> None:
    one, other = servers
    ann, bo = Person(one.url, "Ann"), Person(other.url, "Bo")
    table = ann.opens("connect-four", "me", "link")
    bo.joins(ann.invites(table, 1).replace(one.url, other.url))
    against_bot = ann.opens("connect-four", "me", "bot")
    with ann.at(table) as a, bo.at(table) as b:
        for number in range(4):
            wire = (a, b)[number % 2]
            wire.at(number)
            wire.play(f"column:{number % 2 + 1}")
        a.at(4)
        while not all(seat["online"] for seat in a.table["seats"]):  # and who is connected elsewhere
            a.table["seats"] = a.next("seats")["seats"]
    teacher = Person(one.url, "Kim")
    code = teacher.post("/class", title="9b", tables=2, clock=40).headers["location"].split("/")[2]
    one.kill()  # -9, perhaps with a bot about to answer there
    here = Person(other.url, "Ann")
    here.http.cookies.update(ann.http.cookies)
    with here.at(table) as a, bo.at(table) as b:  # the proxy sends Ann to the other server
        assert a.table["number"] == 4
        a.play("column:3")
        b.at(5)
    with here.at(against_bot) as a:
        if a.table["number"] == 0:
            a.play("column:1")
        a.at(2)  # the dead process's bot answers here
    teacher.http.base_url = other.url
    # a class lives in one process, and moves when that one dies
    until(lambda: teacher.http.get(f"/class/{code}/lead").status_code == 200, "the class has moved")
    one.start()
    other.stop()  # a rolling restart: the first is back, the other stops
    there = Person(one.url, "Bo")
    there.http.cookies.update(bo.http.cookies)
    with there.at(table) as b:
        assert b.table["number"] == 5
        b.play("column:4")


def test_postgresql_restarts_under_a_running_server(tmp_path: Path) -> None:
    """A commit interrupted by the restart is retried, and recognised by its head."""

    async def go() -> None:
        hub = hub_at(database_of(tmp_path))
        await hub.start()
        tables = [await hub.opening.create(NewTable("connect-four", BOTH), ME) for _ in range(10)]
        for number in range(6):
            under_way = [table.answer(number % 2, f"column:{number % 2 * 3 + 1}") for table in tables]
            if number == 3:
                with sa.create_engine(str(hub.store.engine.url)).connect() as connection:
                    connection.exec_driver_sql(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tabletown'"
                    )
            await asyncio.gather(*under_way)
            await asyncio.gather(*(table.settled() for table in tables))
        with hub.store.engine.connect() as connection:
            counted = connection.execute(
                sa.select(db.journal.c.table, sa.func.count(), sa.func.max(db.journal.c.number)).group_by(
                    db.journal.c.table
                )
            ).all()
        assert [tuple(row)[1:] for row in counted] == [(6, 5)] * 10 and postgres()
        await hub.stop()

    in_a_loop(go())
