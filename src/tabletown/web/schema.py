"""The database: its tables, and the statements that write to it."""

from __future__ import annotations

from itertools import chain
from typing import Any

import sqlalchemy as sa

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
