"""Several servers on one PostgreSQL, and none of them owns a table.

A table goes on only from the head it has, so the database decides who was first. A commit notifies the other servers in
the same transaction, and they reload the tables they have in memory. A listener first LISTENs and then checks all its
tables, and checks again every few seconds: a lost notification delays a table but never stops it. The server that
committed last runs the table's bots and clocks; if it is silent for some seconds, another claims them. This only saves
work: two servers that run the same bot do no harm.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from tabletown.web.protocol import ChatLine
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import address_of, writing
from tabletown.web.tables import chat

if TYPE_CHECKING:
    from tabletown.web.hub import Hub
    from tabletown.web.storage.writer import Job
    from tabletown.web.tables.table import Table

log = logging.getLogger("tabletown.web")

CHANNEL = "tabletown"
OFTEN, DEAD = 2.0, 6.0  # seconds between two heartbeats; seconds of silence after which a process counts as dead
MOST = 7000  # largest notification in bytes: PostgreSQL allows less than 8,000

NOW = "extract(epoch FROM clock_timestamp())"  # the database's clock decides who is alive, not a server's
ALIVE = f"SELECT name FROM processes WHERE seen > {NOW} - {DEAD}"
CLAIM = """
UPDATE tables SET thinker = :me WHERE id IN (
    SELECT id FROM tables WHERE {which} AND "over" = false AND broken = ''
    AND (thinker = :me OR thinker NOT IN ({alive}))
    ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED) RETURNING id
"""
CLAIM_BOTS = sa.text(CLAIM.format(which="bot AND thinker != :me", alive=ALIVE))
CLAIM_CLOCKS = sa.text(CLAIM.format(which="deadline < :now", alive=ALIVE))
CLAIM_THING = sa.text(f"""
INSERT INTO kept AS k (kind, "key", data, at) VALUES ('owner', :what, :me, {NOW})
ON CONFLICT (kind, "key") DO UPDATE SET data = :me, at = {NOW}
WHERE k.data = :me OR k.data NOT IN ({ALIVE}) RETURNING data
""")
BEAT = sa.text(f"INSERT INTO processes (name, seen) VALUES (:me, {NOW}) ON CONFLICT (name) DO UPDATE SET seen = {NOW}")
FORGET_DEAD = sa.text(f"DELETE FROM processes WHERE seen < {NOW} - 3600")


class Cluster:
    """One process's part in sharing tables."""

    def __init__(self, hub: Hub, address: str) -> None:
        self.hub, self.address = hub, address
        self.heard = self.catch_ups = 0
        self.others: set[str] = set()  # live processes
        self.opened: dict[str, dict[str, int]] = {}  # by process: how many tables each client has open there
        self._opened = False  # whether other servers were told of clients with many tables here
        self._tasks: list[asyncio.Task[None]] = []
        self._lock = asyncio.Lock()
        hub.store.writer.notify = self.notify

    async def start(self) -> None:
        await asyncio.to_thread(self._beat)
        self._tasks = [asyncio.create_task(work()) for work in (self._listen_on, self._beat_on)]

    async def stop(self) -> None:
        """Hand over bots and clocks to the other servers at once."""
        for task in self._tasks:
            task.cancel()
        try:
            await asyncio.to_thread(self._leave)
        except sa.exc.SQLAlchemyError:
            log.warning("this process could not say goodbye; others will find out")

    # ------------------------------------------------------------------ telling others

    def notify(self, connection: sa.Connection, jobs: Iterable[Job]) -> None:
        """Notify the others. Called inside the transaction, so they hear of it when it commits and only then."""
        words: list[str] = []
        for job in jobs:
            if job.step is not None:
                words.append(f"{job.step.id} {job.step.head}")
            words += [f"chat {row[1]}" for statement, row in job.writes if statement is db.ADD_CHAT]
        self.say(connection, "changed", words)

    def say(self, connection: sa.Connection, what: str, words: Iterable[str]) -> None:
        part: list[str] = []
        size = 0
        for word in [*words, ""]:
            if part and (not word or size + len(word) > MOST):
                payload = f"{self.hub.name} {what} {' '.join(part)}"
                connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
                part, size = [], 0
            part.append(word)
            size += len(word) + 1

    def tell_presence(self, tables: Iterable[Table]) -> None:
        """Tell the other servers who is connected here, soon and in a thread."""
        words = [f"{table.id} {','.join(map(str, sorted(table.connected()))) or '-'}" for table in tables]
        if words:
            self._later(asyncio.to_thread(self._say_now, "here", words))

    def tell_signed_out(self, device: str) -> None:
        self._later(asyncio.to_thread(self._say_now, "out", [device]))

    def tell_joined(self, device: str, before: str, person: str) -> None:
        self._later(asyncio.to_thread(self._say_now, "joined", [f"{device} {before} {person}"]))

    def tell_opened_by(self, person: str, tables: Iterable[str]) -> None:
        """Tell the other servers that these tables belong to this person again, after two devices were separated."""
        self._later(asyncio.to_thread(self._say_now, "host", [f"{id} {person}" for id in tables]))

    def tell_lobby(self) -> None:
        """Who looks for a table has changed."""
        self._later(asyncio.to_thread(self._say_now, "lobby", ["-"]))

    def tell_blocked(self, one: str, other: str) -> None:
        self._later(asyncio.to_thread(self._say_now, "blocked", [f"{one} {other}"]))

    def tell_unsaid(self, table: str, at: float) -> None:
        self._later(asyncio.to_thread(self._say_now, "unsaid", [f"{table} {at!r}"]))

    def tell_limits(self) -> None:
        """Tell the other servers how much of their limits clients used since the last time; small numbers are not
        sent."""
        took = []
        for name, buckets in self.hub.rates.items():
            least = buckets.rate.burst / 12 if name in ("requests", "traffic", "bytes") else 1
            took += [f"{name}:{client} {count}" for client, count in buckets.taken.items() if count >= least]
            buckets.taken.clear()
        opened = [f"{client} {count}" for client, count in self.hub.open_by.items() if count >= 10]
        ended, self._opened = [] if opened or not self._opened else ["-"], bool(opened)
        for what, words in (("took", took), ("open", opened or ended)):
            if words:
                self._later(asyncio.to_thread(self._say_now, what, words))

    def ask_presence(self) -> None:
        self._later(asyncio.to_thread(self._say_now, "who", ["?"]))

    def _say_now(self, what: str, words: list[str]) -> None:
        with writing(self.hub.store.engine) as connection, connection.begin():
            self.say(connection, what, words)

    def _later(self, work: Any) -> None:
        async def quietly() -> None:
            try:
                await work
            except sa.exc.SQLAlchemyError as error:  # sent again with the next heartbeat
                log.warning("others could not be told: %s", error)

        task = asyncio.ensure_future(quietly())
        self.hub.keeping.add(task)
        task.add_done_callback(self.hub.keeping.discard)

    # ------------------------------------------------------------------ hearing others

    async def _listen_on(self) -> None:
        import psycopg

        address, pause = address_of(self.address).render_as_string(hide_password=False), 0.1
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(address, autocommit=True, connect_timeout=5) as line:
                    await line.execute(f"LISTEN {CHANNEL}")
                    self.ask_presence()
                    pause = 0.1
                    while True:
                        await self.catch_up(list(self.hub.tables.values()))
                        until = time.monotonic() + OFTEN
                        async for note in line.notifies(timeout=OFTEN):
                            await self._heard(note.payload.split())
                            if time.monotonic() > until:  # to leave the loop would lose what arrived together with it
                                await self.catch_up(list(self.hub.tables.values()))
                                until = time.monotonic() + OFTEN
            except (psycopg.Error, OSError) as error:  # the connection or server is gone or starting up
                if pause < 1:  # logged a few times, not for hours
                    log.warning("the database is unavailable: %s", error)
            except Exception:
                log.exception("listening failed")
            await asyncio.sleep(pause)
            pause = min(1.0, pause * 1.5)

    async def _heard(self, words: list[str]) -> None:
        origin, what, *rest = words
        if origin == self.hub.name:
            return
        self.heard += 1
        tables = self.hub.tables
        if what == "who":
            self.tell_presence([table for table in tables.values() if table.sockets])
        elif what == "here":
            for id, seats in zip(rest[::2], rest[1::2]):
                if id in tables:
                    tables[id].elsewhere_is(origin, {int(seat) for seat in seats.split(",") if seat != "-"})
        elif what == "took":
            for name, count in zip(rest[::2], rest[1::2]):
                kind, _, client = name.partition(":")
                if kind in self.hub.rates:
                    self.hub.rates[kind].took(client, int(count))
        elif what == "open":
            self.opened[origin] = {client: int(count) for client, count in zip(rest[::2], rest[1::2])}
        elif what == "unsaid":
            if rest[0] in tables:
                chat.unsay(tables[rest[0]], float(rest[1]))
        elif what == "joined":
            self.hub.devices.joined(*rest)
        elif what == "host":
            for id, person in zip(rest[::2], rest[1::2]):
                if id in tables:
                    tables[id].creator = person
        elif what == "blocked":
            await self.hub.hear_no_more(rest[0], rest[1], tell=False)
        elif what == "out":
            self.hub.devices.forget(rest[0])
        elif what == "lobby":
            self.hub.lobby.wake()
        elif what == "gone":
            for id in rest:
                if id in tables:
                    self.hub.drop(tables[id], 4404)
        else:
            late = []
            for one, other in zip(rest[::2], rest[1::2]):
                if one == "chat":
                    if other in tables:
                        await self._catch_up_chat(tables[other])
                elif one in tables and str(tables[one].head) != other:
                    late.append(tables[one])
            await self.catch_up(late)

    async def catch_up(self, tables: list[Table]) -> None:
        """Reload tables that have a new head in the database."""
        known = {table.id: table.head for table in tables if not table.pending and not table.reloading}
        if not known:
            return
        heads = await asyncio.to_thread(self.hub.store.heads, list(known))
        for id, head in known.items():
            table = self.hub.tables.get(id)
            if table is None or heads.get(id) == head:
                continue
            if id not in heads:
                self.hub.drop(table, 4404)
                continue
            self.catch_ups += 1
            try:
                await self.hub.catch_up(table)
            except Exception as error:
                log.error("table %s cannot be read: %s", id, error)
                self.hub.drop(table)

    async def _catch_up_chat(self, table: Table) -> None:
        rows = await asyncio.to_thread(self.hub.store.chat_of, table.id)
        known = {(line.at, line.name, line.text) for line in table.chat}
        new = [ChatLine(row.seat, row.name, row.text, row.at) for row in rows]
        chat.add_messages(table, [line for line in new if (line.at, line.name, line.text) not in known])

    # ------------------------------------------------------------------ heartbeats

    async def _beat_on(self) -> None:
        while True:
            try:
                await self.hub.keep_time()
                bots, clocks = await asyncio.to_thread(self._beat)
                for ids, act in ((bots, False), (clocks, True)):
                    for id in ids:
                        await self._take_up(id, act)
                self._forget_dead()
                self.tell_presence([table for table in self.hub.tables.values() if table.sockets])
                self.tell_limits()
            except sa.exc.SQLAlchemyError as error:
                log.warning("no heartbeat: %s", error)
            except Exception:
                log.exception("the heartbeat failed")
            await asyncio.sleep(OFTEN)

    async def _take_up(self, id: str, clock: bool) -> None:
        try:
            table = await self.hub.open(id)
            if table is not None:
                if clock:
                    table.people.clock_ran_out()
                else:
                    table.bots.call()
        except Exception as error:
            if id not in self.hub.quarantined:
                log.warning("table %s: %s", id, error)

    def _beat(self) -> tuple[list[str], list[str]]:
        """Report that this server is alive; take over the bots and clocks of servers that are not."""
        me = self.hub.name
        with writing(self.hub.store.engine) as connection, connection.begin():
            connection.execute(BEAT, {"me": me})
            connection.execute(FORGET_DEAD)
            bots = list(connection.scalars(CLAIM_BOTS, {"me": me}))
            clocks = list(connection.scalars(CLAIM_CLOCKS, {"me": me, "now": self.hub.now()}))
            self.others = set(connection.scalars(sa.text(ALIVE))) - {me}
        return bots, clocks

    def claim(self, what: str) -> bool:
        """Claim something whose owner is not alive; returns whether it is ours now."""
        with writing(self.hub.store.engine) as connection, connection.begin():
            return bool(connection.scalar(CLAIM_THING, {"what": what, "me": self.hub.name}) == self.hub.name)

    def _forget_dead(self) -> None:
        self.opened = {name: there for name, there in self.opened.items() if name in self.others}
        for table in self.hub.tables.values():
            for name in [name for name in table.elsewhere if name not in self.others]:
                table.elsewhere_is(name, set())

    def _leave(self) -> None:
        with writing(self.hub.store.engine) as connection, connection.begin():
            connection.execute(db.processes.delete().where(db.processes.c.name == self.hub.name))
