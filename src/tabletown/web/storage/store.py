"""Database access. A table's journal only ever grows; a table advances only from its current head."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa

from tabletown.kernel import Answer, Game, LogLine
from tabletown.saves.lines import unpack_lines
from tabletown.web.seats import Refusal, digest
from tabletown.web.storage.database import connect
from tabletown.web.storage.database_clock import DatabaseClock
from tabletown.web.storage.schema import ADD_CHAT as ADD_CHAT  # for writes by games' own pages
from tabletown.web.storage.schema import (
    BRANCH,
    UNDO,
    TableStep,
    Write,
    alone,
    chat,
    holders,
    journal,
    kept,
    keys,
    players,
    reads,
    records,
    results,
    seats,
    snapshots,
    tables,
)
from tabletown.web.storage.schema import PUT_KEPT as PUT_KEPT
from tabletown.web.storage.upgrade import missing, upgrade
from tabletown.web.storage.writer import Writer

log = logging.getLogger("tabletown.web")


class JournalEntry(NamedTuple):
    """A journal entry as read: an answer, or how many answers remain (seat UNDO)."""

    seat: int
    option: str
    lines: bytes | None = None


class LoadedTable(NamedTuple):
    """All data from which a live table is rebuilt."""

    table: Any
    seats: Sequence[Any]
    holders: Sequence[Any]
    keys: Sequence[Any]
    entries: list[JournalEntry]
    gap: int | None  # the first missing number in the journal
    shot: tuple[int, bytes] | None
    chat: Sequence[Any]
    notes: str


T = TypeVar("T")


def patient(read: Callable[..., T]) -> Callable[..., T]:
    """Retry reads for some seconds while PostgreSQL restarts; only for reads in a thread."""

    @wraps(read)
    def reading(self: Store, *args: Any) -> T:
        until = time.monotonic() + 10
        while True:
            try:
                return read(self, *args)
            except (sa.exc.OperationalError, sa.exc.InterfaceError):
                if self.engine.dialect.name == "sqlite" or time.monotonic() > until:
                    raise
                time.sleep(0.1)

    return reading


class Store:
    """`where`: a file, or a PostgreSQL address. `timeout`: seconds to wait for another writer.

    `scratch`: a temporary copy.
    """

    def __init__(self, where: Path | str, timeout: float = 30, scratch: bool = False) -> None:
        self.where = where
        self.engine = connect(where, timeout)
        upgrade(self.engine, where, scratch)
        self.clock = DatabaseClock(self.engine)
        self.writer = Writer(self.engine, timeout)
        self._looked, self._ill = float("-inf"), ""

    def now(self) -> float:
        """The time by the database's clock, the same for every server."""
        return self.clock.now()

    @property
    def commits(self) -> int:
        return self.writer.commits

    @property
    def rows(self) -> int:
        return self.writer.rows

    # ------------------------------------------------------------------ writing

    def commit(
        self, writes: list[Write], then: Callable[[Exception | None], None] | None = None, step: TableStep | None = None
    ) -> asyncio.Future[None]:
        """Write these rows; returns when they are safe on disk. See Writer.commit."""
        return self.writer.commit(writes, then, step)

    async def close(self) -> None:
        await self.writer.close()
        self.engine.dispose()

    # ------------------------------------------------------------------ reading

    def kept(self, kind: str, since: float = 0.0) -> list[tuple[str, str]]:
        """Keys and data of the stored items of this kind, latest last."""
        wanted = sa.select(kept.c.key, kept.c.data).where(kept.c.kind == kind, kept.c.at >= since).order_by(kept.c.at)
        with self.engine.connect() as connection:
            return [(row.key, row.data) for row in connection.execute(wanted)]

    def kept_as(self, kind: str, key: str) -> str:
        """The stored item of this kind under this key; "" if there is none."""
        with self.engine.connect() as connection:
            found = connection.scalar(sa.select(kept.c.data).where(kept.c.kind == kind, kept.c.key == key))
        return str(found) if found is not None else ""

    def kept_all(self, kind: str, keys: Iterable[str]) -> dict[str, str]:
        wanted = sa.select(kept.c.key, kept.c.data).where(kept.c.kind == kind, kept.c.key.in_(list(keys)))
        with self.engine.connect() as connection:
            return {row.key: row.data for row in connection.execute(wanted)}

    @patient
    def load(self, id: str) -> LoadedTable | None:
        """A table's current state; of its history only the answers and the latest log lines."""
        with self.engine.connect() as connection:  # one transaction gives a consistent snapshot
            table = connection.execute(sa.select(tables).where(tables.c.id == id)).one_or_none()
            if table is None:
                return None
            recent = max(0, table.number - 200)
            shot = connection.execute(
                sa.select(snapshots.c.number, snapshots.c.state).where(snapshots.c.table == id)
            ).one_or_none()
            own = journal.c.table == id
            entries = connection.execute(
                sa.select(journal.c.seat, journal.c.option)
                .where(own, journal.c.number < recent)
                .order_by(journal.c.number)
            ).all()
            latest = connection.execute(
                sa.select(journal.c.seat, journal.c.option, journal.c.lines)
                .where(own, journal.c.number >= recent)
                .order_by(journal.c.number)
            ).all()
            found = [JournalEntry(*entry) for entry in (*entries, *latest)]
            gap = None
            if len(found) != table.number or len(entries) != recent:
                numbers = connection.scalars(sa.select(journal.c.number).where(own).order_by(journal.c.number))
                gap = next((place for place, number in enumerate(numbers) if place != number), len(found))
            table_seats = connection.execute(sa.select(seats).where(seats.c.table == id).order_by(seats.c.seat)).all()
            held = connection.execute(sa.select(holders).where(holders.c.table == id)).all()
            opened = connection.execute(sa.select(keys).where(keys.c.table == id)).all()
            said = connection.execute(_said(id)).all()
            notes = connection.scalar(sa.select(kept.c.data).where(kept.c.kind == "notes", kept.c.key == id))
        stored = (shot.number, bytes(shot.state)) if shot is not None else None
        return LoadedTable(table, table_seats, held, opened, found, gap, stored, said[::-1], notes or "")

    def entries(self, id: str) -> list[JournalEntry]:
        """A complete journal with all log lines."""
        wanted = sa.select(journal.c.seat, journal.c.option, journal.c.lines).where(journal.c.table == id)
        with self.engine.connect() as connection:
            return [JournalEntry(*row) for row in connection.execute(wanted.order_by(journal.c.number))]

    def record(self, id: str) -> bytes | None:
        with self.engine.connect() as connection:
            found = connection.scalar(sa.select(records.c.data).where(records.c.table == id))
        return bytes(found) if found is not None else None

    @patient
    def heads(self, ids: Sequence[str]) -> dict[str, int]:
        with self.engine.connect() as connection:
            rows = connection.execute(sa.select(tables.c.id, tables.c.head).where(tables.c.id.in_(ids)))
            return {row.id: row.head for row in rows}

    def head(self, id: str) -> int | None:
        with self.engine.connect() as connection:
            return connection.scalar(sa.select(tables.c.head).where(tables.c.id == id))

    def winners_of(self, ids: Iterable[str]) -> dict[str, list[int]]:
        wanted = sa.select(results.c.table, results.c.winners).where(results.c.table.in_(list(ids)))
        with self.engine.connect() as connection:
            return {row.table: msgspec.json.decode(row.winners) for row in connection.execute(wanted)}

    def chat_of(self, id: str, limit: int = 200) -> Sequence[Any]:
        with self.engine.connect() as connection:
            return connection.execute(_said(id, limit)).all()[::-1]

    def seat_by(self, kind: str, secret: str) -> Any:
        """The table and seat that this invite or key opens."""
        if not secret:
            return None
        with self.engine.connect() as connection:
            return connection.execute(
                sa.select(keys.c.table, keys.c.seat)
                .join(tables, tables.c.id == keys.c.table)
                .where(keys.c.digest == digest(secret), keys.c.kind == kind)
                .order_by(tables.c.created.desc())
            ).first()

    def player(self, id: str) -> Any:
        with self.engine.connect() as connection:
            return connection.execute(sa.select(players).where(players.c.id == id)).one_or_none()

    def tables_of(self, player: str, over: bool, limit: int = 40, page: int = 0, step: int = 0) -> Sequence[Any]:
        """A player's tables, most recently changed first; for finished ones, most recently ended first."""
        held = holders.c  # a person with several seats at a table sees it once
        mine = sa.select(held.table, held.ended).where(held.player == player).group_by(held.ended, held.table)
        mine = mine.where(held.ended.is_not(None) if over else held.ended.is_(None))
        if over:
            mine = mine.order_by(held.ended.desc(), held.table.desc()).limit(limit).offset(page * (step or limit))
        found = mine.subquery()
        query = sa.select(tables).join(found, found.c.table == tables.c.id)
        query = query.order_by(found.c.ended.desc(), tables.c.id) if over else query.order_by(tables.c.updated.desc())
        with self.engine.connect() as connection:
            return connection.execute(query.limit(limit)).all()

    def open_tables(self, limit: int = 20) -> Sequence[Any]:
        """Tables with a seat that anybody may take."""
        query = (
            sa.select(tables)
            .where(
                tables.c.over.is_(False),
                tables.c.updated > self.now() - 14 * 86400,
                tables.c.id.in_(sa.select(seats.c.table).where(seats.c.kind == "open")),
            )
            .order_by(tables.c.created.desc())
            .limit(limit)
        )
        with self.engine.connect() as connection:
            return connection.execute(query).all()

    def seats_of(self, ids: Iterable[str]) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        with self.engine.connect() as connection:
            for row in connection.execute(
                sa.select(seats).where(seats.c.table.in_(list(ids))).order_by(seats.c.table, seats.c.seat)
            ):
                found.setdefault(row.table, []).append(row)
        return found

    def held_by(self, player: str, ids: Iterable[str]) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        with self.engine.connect() as connection:
            for row in connection.execute(
                sa.select(holders).where(holders.c.player == player, holders.c.table.in_(list(ids)))
            ):
                found.setdefault(row.table, set()).add(row.seat)
        return found

    def unread(self, person: str, ids: Sequence[str]) -> dict[str, int]:
        """The number of unread chat messages by others, by table."""
        c, r, h = chat.c, reads.c, holders.c
        own = sa.select(h.seat).where(h.table == c.table, h.player == person)
        query = (
            sa.select(c.table, sa.func.count())
            .outerjoin(reads, sa.and_(r.person == person, r.table == c.table))
            .where(c.table.in_(ids), c.id > sa.func.coalesce(r.chat, 0), sa.or_(c.seat.is_(None), c.seat.not_in(own)))
            .group_by(c.table)
        )
        with self.engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def muted(self, person: str, id: str) -> set[int]:
        with self.engine.connect() as connection:
            wanted = sa.select(reads.c.muted).where(reads.c.person == person, reads.c.table == id)
            return set(msgspec.json.decode(connection.scalar(wanted) or "[]"))

    def branches_of(self, id: str) -> list[tuple[Any, int]]:
        """Tables branched off this one, with the number of answers at the branch; the latest first."""
        query = (
            sa.select(tables, kept.c.data)
            .join(kept, sa.and_(kept.c.kind == BRANCH, kept.c.key == sa.literal(f"{id}/") + tables.c.id))
            .where(kept.c.key.startswith(f"{id}/", autoescape=True))
            .order_by(tables.c.created.desc())
        )
        with self.engine.connect() as connection:
            return [(row, int(row.data)) for row in connection.execute(query)]

    def played_alone(self, player: str, most: int = 5) -> dict[str, tuple[int, int, Sequence[Any]]]:
        """By game: how many matches this player finished alone, how many they won, and the best result."""
        counted = (
            sa.select(alone.c.game, sa.func.count(), sa.func.sum(sa.case((alone.c.won, 1), else_=0)))
            .where(alone.c.player == player)
            .group_by(alone.c.game)
        )
        with self.engine.connect() as connection:
            return {
                game: (
                    played,
                    won,
                    connection.execute(
                        sa.select(alone)
                        .where(alone.c.player == player, alone.c.game == game)
                        .order_by(alone.c.won.desc(), alone.c.score.desc().nulls_last(), alone.c.at.desc())
                        .limit(most)
                    ).all(),
                )
                for game, played, won in connection.execute(counted).all()
            }

    def overdue(self, now: float) -> list[str]:
        with self.engine.connect() as connection:
            return list(
                connection.scalars(
                    sa.select(tables.c.id).where(
                        tables.c.deadline < now, tables.c.over.is_(False), tables.c.broken == ""
                    )
                )
            )

    def waiting_for_bots(self) -> list[str]:
        """Running tables with people where a bot was about to answer when the server stopped."""
        query = sa.select(tables.c.id).where(
            tables.c.bot,
            tables.c.over.is_(False),
            tables.c.broken == "",
            tables.c.updated > self.now() - 30 * 86400,
        )
        with self.engine.connect() as connection:
            return list(connection.scalars(query))

    async def why_failing(self) -> str:
        """Test whether tables can be written, at most once a second; "" or the reason."""
        if time.monotonic() > self._looked + 1:
            self._looked = time.monotonic()
            try:
                await asyncio.wait_for(self.commit([(PUT_KEPT, ("health", "", "", self.now()))]), 5)
                self._ill = await asyncio.to_thread(self._other_schema)
            except TimeoutError:
                self._ill = "The database takes more than five seconds to write."
            except (Refusal, sa.exc.SQLAlchemyError) as error:
                self._ill = str(error)
        return self._ill or self.clock.why_failing()

    def _other_schema(self) -> str:
        with self.engine.connect() as connection:
            return missing(connection)


def _said(id: str, limit: int = 200) -> sa.Select[Any]:
    return sa.select(chat).where(chat.c.table == id).order_by(chat.c.id.desc()).limit(limit)


# ------------------------------------------------------------------ journal entries <-> answers and words


def standing(entries: Sequence[JournalEntry]) -> list[JournalEntry]:
    """The entries that remain after all undos."""
    left: list[JournalEntry] = []
    for entry in entries:
        if entry.seat == UNDO:
            del left[int(entry.option) :]
        else:
            left.append(entry)
    return left


def answers_of(entries: Sequence[JournalEntry]) -> list[Answer]:
    """The answers that remain after all undos."""
    return [Answer(entry.seat, entry.option) for entry in standing(entries)]


def lines_of(game: Game, entries: Sequence[JournalEntry]) -> list[LogLine]:
    """Their log lines."""
    return [line for entry in standing(entries) if entry.lines for line in unpack_lines(game, entry.lines)]
