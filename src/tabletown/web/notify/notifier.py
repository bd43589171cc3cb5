"""The outbox of notifications: found by looking at tables, claimed by one server, sent once.

A move itself writes nothing here: every few seconds the tables that changed are checked, and each person they wait for
gets an entry per channel. A server claims an entry in the database before it sends. If it dies in between, another
takes over: a push is sent again (it replaces the first), a mail isn't (nobody gets it twice).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from tabletown.translations import speak, speaking
from tabletown.web.notify.channels import FAILED, PUSH, Channels, Gone
from tabletown.web.notify.messages import DAY, Item, NotificationSettings, read_settings, told
from tabletown.web.seats import Refusal
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.tables import clock as clocks
from tabletown.web.views import views

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

log = logging.getLogger("tabletown.web")

OFTEN = 5.0  # seconds between two checks
APART = 120.0  # seconds between two messages on one channel; what comes in between is sent together
MANY = 60  # people that one server notifies at a time
LAST = 3.0  # seconds for which a stopping server waits for messages being sent
STALE = 90.0  # seconds after which another server's claim is checked again
TURN, AGAIN, CLOCK, REMIND = "turn", "again", "clock", "remind"

PUT = db.Put(db.outbox, "channel table seat kind number due state at", ("number", "due", "state", "at"))
NEWER = " WHERE outbox.number < excluded.number"
KEY = 'channel, "table", seat, kind'
CLAIM = f"""UPDATE outbox SET state = 'sending', owner = :me, at = :now WHERE ({KEY}) IN (
SELECT {KEY} FROM outbox WHERE state = 'waiting' AND due <= :now ORDER BY due LIMIT :room {{lock}}) RETURNING *"""
LEFT = f"""UPDATE outbox SET state =
CASE WHEN channel IN (SELECT id FROM channels WHERE kind = '{PUSH}') THEN 'waiting' ELSE 'done' END
WHERE state = 'sending' AND at < :long_ago AND owner != :me
AND owner NOT IN (SELECT name FROM processes WHERE seen > :alive)"""


class Notifier:
    def __init__(self, hub: Hub, channels: Channels) -> None:
        self.hub, self.channels, self.store = hub, channels, hub.store
        self.sent = self.failures = self.given_up = 0
        self.under_way: set[asyncio.Task[None]] = set()
        self._since = 0.0  # tables that changed before are done
        self._next: dict[str, float] = {}  # by channel: when the next message may be sent

    async def run(self) -> None:
        while True:
            try:
                await self._begin()
            except sa.exc.SQLAlchemyError as error:
                log.warning("nobody can be told now: %s", error)
            except Exception:
                log.exception("telling people failed")
            await asyncio.sleep(OFTEN)

    async def look(self) -> None:
        """Add new entries, send those that are due, and wait until they are sent."""
        await self._begin()
        await asyncio.gather(*self.under_way)

    async def stop(self) -> None:
        """Finish what is being sent, for a moment; the rest is left to the next server."""
        if self.under_way:
            _, late = await asyncio.wait(self.under_way, timeout=LAST)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _begin(self) -> None:
        """Notify each person separately, so that nobody waits for somebody else's slow mail server or webhook."""
        await asyncio.to_thread(self.fill)
        now = self.store.now()
        self._next = {channel: at for channel, at in self._next.items() if at > now}
        room = MANY - len(self.under_way)
        by_channel: dict[str, list[Any]] = {}
        for row in await asyncio.to_thread(self._claim, room) if room > 0 else ():
            by_channel.setdefault(row.channel, []).append(row)
        for channel, rows in by_channel.items():
            task = asyncio.create_task(self._tell_safely(channel, rows))
            self.under_way.add(task)
            task.add_done_callback(self.under_way.discard)

    async def _tell_safely(self, channel: str, rows: list[Any]) -> None:
        try:
            await self._tell(channel, rows)
        except Exception:
            log.exception("somebody could not be told")
            await self._put(rows, "waiting", self.store.now() + 300)

    # ------------------------------------------------------------------ what is to be told

    def fill(self, now: float | None = None) -> None:
        """Add an entry for everybody whom a table waits for and who wants notifications."""
        now = self.store.now() if now is None else now
        t, h, w = db.tables.c, db.holders.c, db.channels.c
        with self.store.engine.connect() as connection:
            if connection.execute(sa.select(w.id).where(w.confirmed).limit(1)).first() is None:
                return
            since, self._since = self._since, now - 60
            wanted = (
                sa.select(w.id.label("channel"), h.seat, t.id, t.timing, t.days, t.clock, db.players.c.settings)
                .select_from(db.channels)
                .join(db.holders, h.player == w.person)
                .join(db.tables, t.id == h.table)
                .outerjoin(db.players, db.players.c.id == w.person)
                .where(w.confirmed, h.ended.is_(None), t.over.is_(False), t.broken == "", t.updated > since)
                .where(t.timing != "", t.id.not_like("class%"))
            )
            rows = connection.execute(wanted).all()
        entries: list[tuple[Any, ...]] = []
        for row in rows:
            timing = clocks.read(row.timing)
            asked = timing.asked.get(row.seat)
            if asked is None:
                continue
            number, began = asked
            settings = read_settings(row.settings or "")
            due = {TURN: settings.due(began)}
            if settings.again and settings.when != "day":
                due[AGAIN] = settings.not_quiet(began + DAY)
            clock, until = clocks.Clock.of(row.clock, row.days), timing.until.get(row.seat)
            if until is not None and clock.start >= DAY:
                due[CLOCK] = max(due[TURN] + 3600, until - max(6 * 3600, min(DAY, clock.start / 4)))
            entries += [(row.channel, row.id, row.seat, kind, number, at, "waiting", now) for kind, at in due.items()]
        if entries:
            with writing(self.store.engine) as connection, connection.begin():
                PUT.run(connection, entries, NEWER)

    async def remind(self, table: str, seat: int, number: int, people: Iterable[str]) -> None:
        """Add an entry for a reminder from another player, at most once a day."""
        await asyncio.to_thread(self._remind, table, seat, number, list(people))

    def _remind(self, table: str, seat: int, number: int, people: list[str]) -> None:
        now, o, w = self.store.now(), db.outbox.c, db.channels
        with writing(self.store.engine) as connection, connection.begin():
            wanted = sa.select(w.c.id).where(w.c.person.in_(people), w.c.confirmed)
            recent = sa.select(o.channel).where(o.table == table, o.seat == seat, o.kind == REMIND, o.at > now - DAY)
            channels = list(connection.scalars(wanted.where(w.c.id.not_in(recent))))
            if channels:
                PUT.run(
                    connection, [(channel, table, seat, REMIND, number, now, "waiting", now) for channel in channels]
                )

    # ------------------------------------------------------------------ telling it

    def _claim(self, room: int = MANY) -> list[Any]:
        now = self.store.now()
        values = {"room": room, "me": self.hub.name, "now": now, "alive": now - 6, "long_ago": now - STALE}
        lock = "FOR UPDATE SKIP LOCKED" if self.hub.cluster is not None else ""
        with self.store.engine.connect() as connection:
            o = db.outbox.c
            due = sa.and_(o.state != "done", sa.or_(o.due <= now, o.state == "sending"))
            if connection.execute(sa.select(o.channel).where(due).limit(1)).first() is None:
                return []
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(sa.text(LEFT), values)
            return list(connection.execute(sa.text(CLAIM.format(lock=lock)), values).all())

    async def _put(self, rows: list[Any], state: str, due: float) -> None:
        """Postpone these entries, or mark them as done."""
        if rows:
            await asyncio.to_thread(self._write, rows, state, due)

    def _write(self, rows: list[Any], state: str, due: float) -> None:
        change = sa.text(
            'UPDATE outbox SET state = :state, due = :due, at = :now WHERE channel = :channel AND "table" = :table'
            " AND seat = :seat AND kind = :kind AND number = :number"
        )
        with writing(self.store.engine) as connection, connection.begin():
            for row in rows:
                values = {name: getattr(row, name) for name in ("channel", "table", "seat", "kind", "number")}
                connection.execute(change, {**values, "state": state, "due": due, "now": self.store.now()})

    async def _tell(self, channel: str, rows: list[Any]) -> None:
        now = self.store.now()
        row = await asyncio.to_thread(self.channels.find, channel)
        if row is None or not row.confirmed:
            await self._put(rows, "done", now)
            return
        if (soon := self._next.get(channel, 0.0)) > now:
            await self._put(rows, "waiting", soon)
            return
        self._next[channel] = now + APART
        settings = await asyncio.to_thread(self.channels.settings, row.person)
        items, due = dict[str, Item](), list[Any]()
        for entry in rows:
            item, later = await self._item(entry, settings)
            if item is not None:
                items[item.table] = item
                due.append(entry)
            else:
                await self._put([entry], "waiting" if later else "done", now + later)
        if not items:
            self._next.pop(channel, None)
            return
        waiting = await asyncio.to_thread(self.waiting, row.person)
        first = due[0]
        try:
            news = told(list(items.values()), settings, waiting)
            await self.channels.send(row, news, settings, f"{channel}.{first.table}.{first.kind}.{first.number}")
        except (Gone, Refusal) as error:
            self.failures += 1
            await self._give_up(row, str(error) or "nobody is there any more")
        except OSError as error:
            self.failures += 1
            log.info("somebody could not be told: %s", error or type(error).__name__)
            await self._failed(row, due)
        else:
            self.sent += 1
            await self._put(due, "done", now)
            if row.failed:
                await asyncio.to_thread(self._count, row.id, 0)

    async def _failed(self, row: Any, rows: list[Any]) -> None:
        """Try again later, with growing delays; drop the channel if it never works."""
        failed = row.failed + 1
        if failed >= FAILED:
            await self._give_up(row, f"it failed {failed} times in a row")
            return
        later = self._next[row.id] = self.store.now() + 60.0 * 2**failed  # for news of other tables, too
        await asyncio.to_thread(self._count, row.id, failed)
        await self._put(rows, "waiting", later)

    async def _give_up(self, row: Any, why: str) -> None:
        self.given_up += 1
        log.info("a channel of somebody (%s) is given up: %s", row.kind, why)
        self._next.pop(row.id, None)
        await asyncio.to_thread(self.channels.end, row.id)

    def _count(self, channel: str, failed: int) -> None:
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(db.channels.update().where(db.channels.c.id == channel).values(failed=failed))

    async def _item(self, entry: Any, settings: NotificationSettings) -> tuple[Item | None, float]:
        """The item for this table, or None with the seconds until the next check (0: never)."""
        known = entry.table in self.hub.tables
        try:
            table = await self.hub.open(entry.table)
        except Exception:  # such as a table with other rules
            return None, 0
        if table is None:
            return None, 0
        question, table_seat = table.questions.get(entry.seat), table.seats[entry.seat]
        if question is None or question.number != entry.number or table_seat.plays_itself or table.match.over:
            return None, 0
        if not known and self.hub.cluster is not None:
            return None, 5  # connections at other servers are known within seconds
        if table.online(table_seat):
            return None, 60
        # with public information only, because notifications pass through many hands
        with speaking(speak(settings.language)):
            waits = [one for one in views.waiting(table.match, None, None) if one.seat == entry.seat]
        left = table_seat.deadline - self.store.now() if table_seat.deadline is not None else None
        by = table.notes.reminded.get(entry.seat, "")
        prompt = waits[0].prompt if waits else ""
        return Item(table.id, entry.kind, table.title, prompt, left if entry.kind == CLOCK else None, by), 0

    def waiting(self, person: str) -> int:
        """The number of tables that wait for this person."""
        rows = self.store.tables_of(person, over=False, limit=100)
        held = self.store.held_by(person, [row.id for row in rows])
        return sum(any(seat in held.get(row.id, ()) for seat in msgspec.json.decode(row.asked)) for row in rows)
