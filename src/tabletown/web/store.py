"""Where tables last: one SQLite file. The journal of a table only ever grows; what arrives together shares a commit."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.kernel import Answer, Line, Text
from tabletown.web.schema import ADD_CHAT as ADD_CHAT  # what a game's own pages may write
from tabletown.web.schema import (
    BRANCH,
    BRANCHED,
    ORDER,
    UNDO,
    Many,
    Write,
    chat,
    holders,
    journal,
    kept,
    metadata,
    players,
    results,
    seats,
    snapshots,
    tables,
)
from tabletown.web.schema import PUT_KEPT as PUT_KEPT

log = logging.getLogger("tabletown.web")


class Entry(NamedTuple):
    """A journal entry as it is read back: an answer, or how many answers stay (seat UNDO)."""

    seat: int
    option: str
    lines: bytes | None = None


class Loaded(NamedTuple):
    """All that a live table is made of again."""

    table: Any
    seats: Sequence[Any]
    holders: Sequence[Any]
    entries: list[Entry]
    shot: tuple[int, bytes]


class Job(NamedTuple):
    writes: list[Write]
    done: asyncio.Future[None]
    then: Callable[[Exception | None], None] | None


class Store:
    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.engine = sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": 30, "cached_statements": 512})
        sa.event.listen(self.engine, "connect", _prepare)
        metadata.create_all(self.engine)
        self.commits = self.rows = 0
        self._waiting: list[Job] = []  # for the next commit
        self._busy = False  # whether one is on its way
        self._batches: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._writer = Thread(target=self._write_on, name="store", daemon=True)
        self._connection: sa.Connection | None = None

    # ------------------------------------------------------------------ writing

    def commit(
        self, writes: list[Write], then: Callable[[Exception | None], None] | None = None
    ) -> asyncio.Future[None]:
        """Done when these rows are safe on disk. All that is asked for while a commit runs shares the next one.

        `then` is called first of all, with what went wrong.
        """
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._writer.start()
        done = self._loop.create_future()
        if not self._waiting and not self._busy:
            self._loop.call_soon(self._hand_over)  # with all that is asked for until then
        self._waiting.append(Job(writes, done, then))
        return done

    def _hand_over(self) -> None:
        if self._waiting and not self._busy:
            self._busy = True
            self._batches.put(self._waiting)
            self._waiting = []

    def _write_on(self) -> None:
        """The writer's own thread: one commit after the other."""
        assert self._loop is not None
        while (jobs := self._batches.get()) is not None:
            self._loop.call_soon_threadsafe(self._written, jobs, self._flush(jobs))
        if self._connection is not None:
            self._connection.close()

    def _written(self, jobs: list[Job], failed: list[Exception | None]) -> None:
        self._busy = False
        self._hand_over()
        for job, error in zip(jobs, failed):
            if job.then is not None:
                try:
                    job.then(error)
                except Exception:  # one table's trouble is not that of the others
                    log.exception("telling what was written failed")
            if job.done.cancelled():
                continue
            if error is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(error)

    def _flush(self, jobs: list[Job]) -> list[Exception | None]:
        try:
            self._write([write for job in jobs for write in job.writes])
            return [None] * len(jobs)
        except sa.exc.SQLAlchemyError as error:
            if len(jobs) == 1:
                return [error]
        # one of them is at fault: write each by itself, so that the others do not suffer
        return [self._flush([job])[0] for job in jobs]

    def _write(self, writes: list[Write]) -> None:
        rows: dict[Any, list[Any]] = {statement: [] for statement in ORDER}
        for statement, row in writes:
            rows[statement].append(row)
        if self._connection is None:
            self._connection = self.engine.connect()
        with self._connection.begin():
            for statement, together in rows.items():
                if together and type(statement) is Many:
                    statement.run(self._connection, together)
                elif together:
                    self._connection.execute(statement, together)
        self.commits += 1
        self.rows += len(writes)

    async def close(self) -> None:
        if self._loop is not None:
            await self.commit([])  # whatever was asked for before
            self._batches.put(None)
            await asyncio.to_thread(self._writer.join)
        self.engine.dispose()

    # ------------------------------------------------------------------ reading

    def kept(self, kind: str, since: float = 0.0) -> list[tuple[str, str]]:
        """Keys and data of what was kept of this kind, the latest last."""
        wanted = sa.select(kept.c.key, kept.c.data).where(kept.c.kind == kind, kept.c.at >= since).order_by(kept.c.at)
        with self.engine.connect() as connection:
            return [(row.key, row.data) for row in connection.execute(wanted)]

    def kept_as(self, kind: str, key: str) -> str:
        """What was kept of this kind under this key; "" where there is nothing."""
        with self.engine.connect() as connection:
            found = connection.scalar(sa.select(kept.c.data).where(kept.c.kind == kind, kept.c.key == key))
        return str(found) if found is not None else ""

    def kept_all(self, kind: str, keys: Iterable[str]) -> dict[str, str]:
        wanted = sa.select(kept.c.key, kept.c.data).where(kept.c.kind == kind, kept.c.key.in_(list(keys)))
        with self.engine.connect() as connection:
            return {row.key: row.data for row in connection.execute(wanted)}

    def load(self, id: str) -> Loaded | None:
        """A table as it stands; of its past only the answers, and the words of the latest."""
        with self.engine.connect() as connection:
            table = connection.execute(sa.select(tables).where(tables.c.id == id)).one_or_none()
            if table is None:
                return None
            recent = max(0, table.number - 200)
            shot = connection.execute(
                sa.select(snapshots.c.number, snapshots.c.state).where(snapshots.c.table == id)
            ).one()
            entries = connection.execute(
                sa.select(journal.c.seat, journal.c.option)
                .where(journal.c.table == id, journal.c.number < recent)
                .order_by(journal.c.number)
            ).all()
            latest = connection.execute(
                sa.select(journal.c.seat, journal.c.option, journal.c.lines)
                .where(journal.c.table == id, journal.c.number >= recent)
                .order_by(journal.c.number)
            ).all()
            chairs = connection.execute(sa.select(seats).where(seats.c.table == id).order_by(seats.c.seat)).all()
            held = connection.execute(sa.select(holders).where(holders.c.table == id)).all()
        return Loaded(table, chairs, held, [Entry(*entry) for entry in (*entries, *latest)], (shot.number, shot.state))

    def result(self, id: str) -> Any:
        with self.engine.connect() as connection:
            return connection.execute(sa.select(results).where(results.c.table == id)).one_or_none()

    def chat_of(self, id: str, limit: int = 200) -> Sequence[Any]:
        with self.engine.connect() as connection:
            rows = connection.execute(
                sa.select(chat).where(chat.c.table == id).order_by(chat.c.id.desc()).limit(limit)
            ).all()
        return rows[::-1]

    def seat_by(self, column: str, secret: str) -> Any:
        """The seat row whose invite or key this is."""
        if not secret:
            return None
        with self.engine.connect() as connection:
            return connection.execute(
                sa.select(seats, tables.c.created)
                .join(tables, tables.c.id == seats.c.table)
                .where(seats.c[column] == secret)
                .order_by(tables.c.created.desc())
            ).first()

    def player(self, id: str) -> Any:
        with self.engine.connect() as connection:
            return connection.execute(sa.select(players).where(players.c.id == id)).one_or_none()

    def tables_of(self, player: str, over: bool, limit: int = 40) -> Sequence[Any]:
        query = (
            sa.select(tables)
            .where(
                tables.c.over == over,
                tables.c.id.in_(sa.select(holders.c.table).where(holders.c.player == player)),
            )
            .order_by(tables.c.updated.desc())
            .limit(limit)
        )
        with self.engine.connect() as connection:
            return connection.execute(query).all()

    def open_tables(self, limit: int = 20) -> Sequence[Any]:
        """Tables with a seat that anybody may take."""
        query = (
            sa.select(tables)
            .where(
                tables.c.over.is_(False),
                tables.c.updated > time.time() - 14 * 86400,
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

    def branches_of(self, id: str) -> list[tuple[Any, int]]:
        """Tables that were branched off this one, and after how many answers; the latest first."""
        query = (
            sa.select(tables, kept.c.data)
            .join(kept, sa.and_(kept.c.kind == BRANCH, kept.c.key == sa.literal(f"{id}/") + tables.c.id))
            .where(kept.c.key > f"{id}/", kept.c.key < f"{id}0")  # "0" comes right after "/"
            .order_by(tables.c.created.desc())
        )
        with self.engine.connect() as connection:
            return [(row, int(row.data)) for row in connection.execute(query)]

    def played_alone(self, player: str) -> Sequence[Any]:
        """Finished tables where this player was the only one: game, seat, winners, scores, reason. No branches."""
        alone = (
            sa.select(seats.c.table)
            .where(seats.c.kind != "auto")
            .group_by(seats.c.table)
            .having(sa.func.count() == 1, sa.func.max(seats.c.kind) == "person", sa.func.max(seats.c.stand_in) == 0)
        )
        query = (
            sa.select(tables.c.id, tables.c.game, holders.c.seat, results)
            .join(holders, sa.and_(holders.c.table == tables.c.id, holders.c.player == player))
            .join(results, results.c.table == tables.c.id)
            .where(
                tables.c.over.is_(True),
                tables.c.id.in_(alone.where(seats.c.table == tables.c.id)),
                tables.c.id.not_in(sa.select(kept.c.key).where(kept.c.kind == BRANCHED)),
            )
        )
        with self.engine.connect() as connection:
            return connection.execute(query).all()

    def overdue(self, now: float) -> list[str]:
        with self.engine.connect() as connection:
            return list(
                connection.scalars(sa.select(tables.c.id).where(tables.c.deadline < now, tables.c.over.is_(False)))
            )

    def waiting_for_bots(self) -> list[str]:
        """Running tables where a bot was about to answer when the server stopped, and people play."""
        played = sa.select(seats.c.table, seats.c.seat).where(sa.or_(seats.c.kind == "bot", seats.c.stand_in.is_(True)))
        query = sa.select(tables.c.id, tables.c.asked).where(
            tables.c.over.is_(False),
            tables.c.updated > time.time() - 30 * 86400,
            tables.c.id.in_(sa.select(holders.c.table)),
        )
        with self.engine.connect() as connection:
            bots = {(row.table, row.seat) for row in connection.execute(played)}
            return [
                row.id
                for row in connection.execute(query)
                if any((row.id, seat) in bots for seat in msgspec.json.decode(row.asked))
            ]

    def healthy(self) -> bool:
        with self.engine.connect() as connection:
            return connection.scalar(sa.select(sa.literal(1))) == 1


def _prepare(connection: Any, record: Any) -> None:
    # FULL: what was acknowledged also survives a power cut; a commit is shared, so it costs little
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "temp_store=MEMORY", "cache_size=-16000"):
        connection.execute(f"PRAGMA {pragma}")


# ------------------------------------------------------------------ journal entries <-> answers and words


def fold(entries: Sequence[Entry]) -> tuple[list[Answer], list[Line]]:
    """The answers that stand after all that was taken back, and what the log says of them."""
    standing: list[Entry] = []
    for entry in entries:
        if entry.seat == UNDO:
            del standing[int(entry.option) :]
        else:
            standing.append(entry)
    lines = [line for entry in standing if entry.lines for line in unpack_lines(entry.lines)]
    return [Answer(entry.seat, entry.option) for entry in standing], lines


def pack_lines(lines: list[Line]) -> bytes | None:
    return msgspec.json.encode(lines) if lines else None


_lines = msgspec.json.Decoder(list[Line])


def unpack_lines(data: bytes) -> list[Line]:
    lines = _lines.decode(data)
    for line in lines:
        line.text = _revive(line.text)
    return lines


def _revive(text: Text) -> Text:
    """A sentence may stand inside another one, or in a list there."""
    parts = {name: _part(part) if type(part) in (dict, list) else part for name, part in text.parts.items()}
    return Text(text.template, parts, text.many) if parts != text.parts else text


def _part(part: Any) -> Any:
    if type(part) is list:
        return [_part(one) for one in part]
    return _revive(msgspec.convert(part, Text)) if type(part) is dict else part
