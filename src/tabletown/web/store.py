"""Where tables last: one SQLite file. The journal of a table only ever grows; what arrives together shares a commit."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.kernel import Answer, Line, Text

log = logging.getLogger("tabletown.web")

BRANCH, BRANCHED = "branch", "branched"  # kept of a match that was played on from a point: "old/new", and "new"

UNDO = -2  # the seat of a journal entry that takes answers back; its option is how many answers stay

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("rules", sa.String, nullable=False),
    sa.Column("title", sa.String, nullable=False),
    sa.Column("options", sa.String, nullable=False),  # JSON
    sa.Column("seed", sa.String, nullable=False),  # 64 bits do not fit every database's integer
    sa.Column("by_hand", sa.String, nullable=False),  # JSON
    sa.Column("watch", sa.String, nullable=False),
    sa.Column("days", sa.Integer, nullable=False),
    sa.Column("creator", sa.String, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("rematch", sa.String, nullable=False, default=""),
    # what changes with every move
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("answers", sa.Integer, nullable=False),
    sa.Column("asked", sa.String, nullable=False),  # JSON: the seats that must choose
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("deadline", sa.Float),
    sa.Index("tables_running", "over", "updated"),
    sa.Index("tables_deadline", "deadline"),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),  # person, bot, link, open, auto
    sa.Column("player", sa.String, nullable=False),  # the name of who sits there
    sa.Column("bot", sa.String, nullable=False),
    sa.Column("stand_in", sa.Boolean, nullable=False),
    sa.Column("invite", sa.String, nullable=False),
    sa.Column("key", sa.String, nullable=False),
    sa.Index("seats_invite", "invite"),
    sa.Index("seats_key", "key"),
)

holders = sa.Table(
    "holders",
    metadata,
    sa.Column("player", sa.String, primary_key=True),
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Index("holders_table", "table"),
)

journal = sa.Table(
    "journal",
    metadata,
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("option", sa.String, nullable=False),
    sa.Column("lines", sa.LargeBinary),  # JSON: what the log says of it, in words
    sa.Column("at", sa.Float, nullable=False),
    sqlite_with_rowid=False,
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),  # answers that led to the seam
    sa.Column("state", sa.LargeBinary, nullable=False),
)

results = sa.Table(
    "results",
    metadata,
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("winners", sa.String, nullable=False),  # JSON
    sa.Column("scores", sa.String, nullable=False),  # JSON
    sa.Column("reason", sa.String, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table", sa.String, nullable=False, index=True),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("text", sa.String, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String, primary_key=True),  # a digest of the cookie: the file gives no seat away
    sa.Column("name", sa.String, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

kept = sa.Table(
    "kept",  # what a game's own pages keep: a classroom
    metadata,
    sa.Column("kind", sa.String, primary_key=True),
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("data", sa.String, nullable=False),  # JSON
    sa.Column("at", sa.Float, nullable=False),
)


class Many:
    """A statement that takes many rows at once: one call to the database, in which Python waits for nothing.

    Its rows are tuples. `latest`: only the last row with the same first value counts.
    """

    MOST = 128  # rows; SQLite takes at least 999 values

    def __init__(self, sql: str, width: int, latest: bool = False) -> None:
        self.sql, self.latest = sql, latest
        self._row = f"({', '.join('?' * width)})"
        self._texts: dict[int, str] = {}

    def run(self, connection: sa.Connection, rows: list[tuple[Any, ...]]) -> None:
        if self.latest:
            rows = list({row[0]: row for row in rows}.values())
        for start in range(0, len(rows), self.MOST):
            part = rows[start : start + self.MOST]
            count = len(part)
            if count not in self._texts:
                self._texts[count] = self.sql.format(rows=", ".join([self._row] * count))
            connection.exec_driver_sql(self._texts[count], tuple(chain.from_iterable(part)))


# Statements are made once: rows for the same statement are sent to the database together.
ADD_TABLE, ADD_SEAT, ADD_PLAYER = tables.insert(), seats.insert(), players.insert().prefix_with("OR REPLACE")
ADD_HOLDER = holders.insert().prefix_with("OR IGNORE")
ADD_CHAT, PUT_RESULT = chat.insert(), results.insert().prefix_with("OR REPLACE")
# what every move writes
ADD_ENTRY = Many('INSERT INTO journal ("table", number, seat, option, lines, at) VALUES {rows}', 6)
PUT_SNAPSHOT = Many('INSERT OR REPLACE INTO snapshots ("table", number, state) VALUES {rows}', 3, latest=True)
MOVE_TABLE = Many(
    """WITH moved (id, updated, number, answers, asked, over, deadline) AS (VALUES {rows})
    UPDATE tables SET updated = moved.updated, number = moved.number, answers = moved.answers, asked = moved.asked,
    over = moved.over, deadline = moved.deadline FROM moved WHERE tables.id = moved.id""",
    7,
    latest=True,
)
PUT_KEPT = kept.insert().prefix_with("OR REPLACE")
DROP_RESULT = results.delete().where(results.c.table == sa.bindparam("id"))
LINK_REMATCH = tables.update().where(tables.c.id == sa.bindparam("id_")).values(rematch=sa.bindparam("rematch"))
CHANGE_SEAT = (
    seats.update()
    .where(seats.c.table == sa.bindparam("table_"), seats.c.seat == sa.bindparam("seat_"))
    .values({c: sa.bindparam(c) for c in ("kind", "player", "bot", "stand_in")})
)

# What arrives together is written statement by statement, in this order: a table is there before it is changed.
ORDER = (
    ADD_PLAYER,
    ADD_TABLE,
    ADD_SEAT,
    ADD_HOLDER,
    ADD_ENTRY,
    PUT_SNAPSHOT,
    MOVE_TABLE,
    LINK_REMATCH,
    CHANGE_SEAT,
    DROP_RESULT,
    PUT_RESULT,
    ADD_CHAT,
    PUT_KEPT,
)

Write = tuple[Any, Any]  # a statement from above and the row for it


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
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
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
        self._jobs.put(Job(writes, done, then))
        return done

    def _write_on(self) -> None:
        """The writer's own thread: one commit after the other, without waiting for the event loop in between."""
        assert self._loop is not None
        while (first := self._jobs.get()) is not None:
            jobs: list[Job] = [first]
            for _ in range(self._jobs.qsize()):
                if (job := self._jobs.get()) is not None:
                    jobs.append(job)
                else:
                    self._jobs.put(None)  # the last one: after these
            self._loop.call_soon_threadsafe(self._written, jobs, self._flush(jobs))
        if self._connection is not None:
            self._connection.close()

    def _written(self, jobs: list[Job], failed: list[Exception | None]) -> None:
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
            self._jobs.put(None)
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
    """A sentence may stand inside another one."""
    if not any(type(part) is dict for part in text.parts.values()):
        return text
    parts = {
        name: _revive(msgspec.convert(part, Text)) if type(part) is dict else part for name, part in text.parts.items()
    }
    return Text(text.template, parts)
