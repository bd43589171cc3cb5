"""The database's tables, and the statements that write to them, for SQLite and PostgreSQL alike.

A change here needs a numbered migration beside it (see `migrations`): a test compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

BRANCH, BRANCHED = "branch", "branched"  # stored for branched matches: "old/new", and "new"

EVER = 1e11  # seconds for which a recovery code is valid
LINK = "link"  # a row of `kept`: a device's request to join a person
ROOM = "class"  # a row of `kept`: a class and its people

CLASS = "class"  # prefix of the ids of tables of a class, which live in one process only
GUEST_BOT = "guest-bot"  # a row of `kept`: the account of a guest bot
PACK = "pack"  # a row of `kept`: a published pack of the workshop

# what is kept for as long as somebody wants it, however old it is: words that names must not have, what hosts decided,
# packs that people published
LASTING = ("refused-name", "desk", "member", "server-invitation", PACK)

UNDO = -2  # the seat of a journal entry that takes answers back; its option is how many answers stay

SECRET, CHOSEN, OLD = "secret", "chosen", "old"  # the source of a table's luck; OLD: from before it was recorded

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("rules", sa.String, nullable=False),
    sa.Column("title", sa.String, nullable=False),
    sa.Column("options", sa.String, nullable=False),  # JSON
    sa.Column("seed", sa.String, nullable=False),  # its 64 bits don't fit every database's integer
    sa.Column("by_hand", sa.String, nullable=False),  # JSON
    sa.Column("watch", sa.String, nullable=False),
    sa.Column("days", sa.Integer, nullable=False),
    sa.Column("creator", sa.String, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("rematch", sa.String, nullable=False),
    sa.Column("luck", sa.String, nullable=False, server_default=OLD),  # SECRET, CHOSEN or OLD
    sa.Column("branched", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("clock", sa.String, nullable=False, server_default=""),  # see clock.py; "": by its days
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("broken", sa.String, nullable=False, server_default=""),  # why it was quarantined, in a sentence
    # columns that change with every move
    sa.Column("head", sa.BigInteger, nullable=False, server_default="0"),  # random; each change names the previous one
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("answers", sa.Integer, nullable=False),
    sa.Column("asked", sa.String, nullable=False),  # JSON: the seats that have to decide
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("deadline", sa.Float),
    # JSON: since when seats are asked, and time left
    sa.Column("timing", sa.String, nullable=False, server_default=""),
    # for the proof of luck: the first answer whose luck the seed dealt, and how often luck was undone
    sa.Column("dealt_from", sa.Integer, nullable=False, server_default="0"),
    sa.Column("undos_after_reveal", sa.Integer, nullable=False, server_default="0"),
    sa.Column("bot", sa.Boolean, nullable=False, server_default=sa.false()),  # whether a bot's is among them
    sa.Column("thinker", sa.String, nullable=False, server_default=""),  # the process that runs its bots
    sa.Index("tables_running", "over", "updated"),
    sa.Index("tables_deadline", "deadline"),
    sa.Index("tables_bot", "id", sqlite_where=sa.text("bot"), postgresql_where=sa.text("bot")),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),  # person, bot, link, open, auto
    sa.Column("player", sa.String, nullable=False),  # the name of the player there
    sa.Column("bot", sa.String, nullable=False),
    sa.Column("stand_in", sa.Boolean, nullable=False),
    sa.Index("seats_open", "table", sqlite_where=sa.text("kind = 'open'"), postgresql_where=sa.text("kind = 'open'")),
)

keys = sa.Table(
    "keys",  # digests of the keys to seats, so that the file gives no seat away
    metadata,
    sa.Column("digest", sa.String, primary_key=True),
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    # invite: for the person who takes the seat; key: for the person who has it
    sa.Column("kind", sa.String, primary_key=True),
    sa.Index("keys_table", "table"),
)

holders = sa.Table(
    "holders",
    metadata,
    sa.Column("player", sa.String, primary_key=True),
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("ended", sa.Float),  # when the match ended
    sa.Index("holders_table", "table"),
    sa.Index("holders_ended", "player", "ended", "table"),
)

journal = sa.Table(
    "journal",
    metadata,
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("option", sa.String, nullable=False),
    sa.Column("lines", sa.LargeBinary),  # JSON: log lines in words
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("head", sa.BigInteger, nullable=False, server_default="0"),  # of the table after this entry
    sqlite_with_rowid=False,
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),  # answers up to the checkpoint
    sa.Column("state", sa.LargeBinary, nullable=False),
)

records = sa.Table(
    "records",  # finished matches as played, independent of later rules
    metadata,
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
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

alone = sa.Table(
    "alone",  # matches finished alone, for personal bests
    metadata,
    sa.Column("player", sa.String, primary_key=True),
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("score", sa.Float),
    sa.Column("reason", sa.String, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("alone_best", "player", "game", "won", "score"),
    sa.Index("alone_table", "table"),
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=False),
    sa.Column("table", sa.String, nullable=False, index=True),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("text", sa.String, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String, primary_key=True),  # a digest of the cookie, so that the file gives no seat away
    sa.Column("name", sa.String, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("settings", sa.String, nullable=False, server_default=""),  # JSON: notification settings and the like
)

devices = sa.Table(
    "devices",  # devices of people; a cookie that isn't listed is a person of its own
    metadata,
    sa.Column("digest", sa.String, primary_key=True),  # of the cookie, as in players
    sa.Column("person", sa.String, nullable=False, index=True),
    sa.Column("name", sa.String, nullable=False),  # "Firefox on Android"
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),  # when it was signed out
)

codes = sa.Table(
    "codes",  # codes that add a device to a person, once, for a limited time
    metadata,
    sa.Column("digest", sa.String, primary_key=True),
    sa.Column("person", sa.String, nullable=False, index=True),
    sa.Column("kind", sa.String, nullable=False),  # device, recovery
    sa.Column("until", sa.Float, nullable=False),
)

channels = sa.Table(
    "channels",  # how people want to be notified
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("person", sa.String, nullable=False, index=True),
    sa.Column("device", sa.String, nullable=False),  # push: the target device
    sa.Column("kind", sa.String, nullable=False),  # push, mail, hook
    sa.Column("address", sa.String, nullable=False),  # JSON
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("secret", sa.String, nullable=False),  # digest of the token that confirms or ends it
    sa.Column("failed", sa.Integer, nullable=False, server_default="0"),  # failures in a row
    sa.Column("created", sa.Float, nullable=False),
)

outbox = sa.Table(
    "outbox",  # notifications to send; one server sends each, once
    metadata,
    sa.Column("channel", sa.String, primary_key=True),
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String, primary_key=True),  # turn, again, clock, remind
    sa.Column("number", sa.Integer, nullable=False),  # the table's number when the seat was asked
    sa.Column("due", sa.Float, nullable=False),
    sa.Column("state", sa.String, nullable=False),  # waiting, sending, done
    sa.Column("owner", sa.String, nullable=False, server_default=""),  # the server that sends it
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("outbox_due", "due", sqlite_where=sa.text("state != 'done'"), postgresql_where=sa.text("state != 'done'")),
    sa.Index("outbox_table", "table"),
)

reads = sa.Table(
    "reads",  # how far people have read a table's chat, and whom they muted
    metadata,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("table", sa.String, primary_key=True),
    sa.Column("chat", sa.BigInteger, nullable=False),  # the id of the last message read
    sa.Column("muted", sa.String, nullable=False, server_default=""),  # JSON: seats
    sa.Index("reads_table", "table"),
)

kept = sa.Table(
    "kept",  # data of games' own pages, such as classrooms
    metadata,
    sa.Column("kind", sa.String, primary_key=True),
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("data", sa.String, nullable=False),  # JSON
    sa.Column("at", sa.Float, nullable=False),
)

counts = sa.Table(
    "counts",  # anonymous counts of deleted tables
    metadata,
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("month", sa.String, primary_key=True),  # 2026-11
    sa.Column("what", sa.String, primary_key=True),  # finished, given up, answers
    sa.Column("number", sa.BigInteger, nullable=False),
)

rated = sa.Table(
    "rated",  # rated matches, in the order in which they were recorded
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("origin", sa.String, nullable=False, unique=True),  # the match's table, which may have been deleted
    sa.Column("game", sa.String, nullable=False),
    sa.Column("match", sa.String, nullable=False),  # JSON: teams and places; null: nobody was better
    sa.Column("at", sa.Float, nullable=False),
)

ratings = sa.Table(
    "ratings",  # ratings computed from the rated matches: `tabletown ratings` recomputes them
    metadata,
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("name", sa.String, primary_key=True),  # a person; "side:…" for a side or a board
    sa.Column("mean", sa.Float, nullable=False),
    sa.Column("spread", sa.Float, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
)

accounts = sa.Table(
    "accounts",  # people who keep a name of their own; nobody needs one to play
    metadata,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("handle", sa.String, nullable=False),
    sa.Column("alike", sa.String, nullable=False, unique=True),  # the same for all names that look like it
    sa.Column("bio", sa.String, nullable=False, server_default=""),
    sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),  # whether others see the profile
    sa.Column("host", sa.Boolean, nullable=False, server_default=sa.false()),  # whose passkey opens the host's desk
    sa.Column("created", sa.Float, nullable=False),
)

passkeys = sa.Table(
    "passkeys",  # only public keys: they open nothing
    metadata,
    sa.Column("id", sa.String, primary_key=True),  # the credential's, in base64url
    sa.Column("person", sa.String, nullable=False, index=True),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("signed", sa.BigInteger, nullable=False),  # the number of uses, as it reports
    sa.Column("name", sa.String, nullable=False),  # "Firefox on Android"
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float),
)

ceremonies = sa.Table(
    "ceremonies",  # challenges that a passkey has to sign: once, for some minutes
    metadata,
    sa.Column("digest", sa.String, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),  # create, sign-in; login: at a school's own server
    sa.Column("person", sa.String, nullable=False, index=True),
    sa.Column("device", sa.String, nullable=False),
    sa.Column("data", sa.String, nullable=False, server_default=""),
    sa.Column("until", sa.Float, nullable=False),
)

logins = sa.Table(
    "logins",  # accounts at a school or club that open one here
    metadata,
    sa.Column("issuer", sa.String, primary_key=True),
    sa.Column("subject", sa.String, primary_key=True),
    sa.Column("person", sa.String, nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
)

relations = sa.Table(
    "relations",  # what one person is to another; friends are so in both directions
    metadata,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("other", sa.String, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),  # asked, friend, block
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("relations_other", "other", "kind"),
)

notices = sa.Table(
    "notices",  # notices on a person's own page: invitations, messages from the host
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("person", sa.String, nullable=False, index=True),
    sa.Column("kind", sa.String, nullable=False),  # invitation, host, thanks
    sa.Column("data", sa.String, nullable=False),  # JSON
    sa.Column("at", sa.Float, nullable=False),
)

reports = sa.Table(
    "reports",  # what people report to the host of the server
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),  # chat, name, left, other
    sa.Column("person", sa.String, nullable=False, index=True),  # who is reported; "": nobody with a cookie
    sa.Column("name", sa.String, nullable=False),
    sa.Column("by", sa.String, nullable=False, index=True),
    sa.Column("by_name", sa.String, nullable=False),
    sa.Column("table", sa.String, nullable=False, server_default=""),
    sa.Column("text", sa.String, nullable=False),  # what the reporter says
    sa.Column("context", sa.String, nullable=False),  # JSON: the lines around it
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("state", sa.String, nullable=False, server_default="open"),  # open, done
    sa.Column("host", sa.String, nullable=False, server_default=""),  # who looks at it, or has decided
    sa.Column("decision", sa.String, nullable=False, server_default=""),
    sa.Index("reports_open", "state", "at"),
)

bans = sa.Table(
    "bans",  # bans from playing or writing, and when they end
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),  # person, chat, address
    sa.Column("what", sa.String, nullable=False),  # a person, or a range of addresses
    sa.Column("name", sa.String, nullable=False),  # as the host reads it
    sa.Column("reason", sa.String, nullable=False),
    sa.Column("origin", sa.String, nullable=False, server_default=""),  # an address: the ban that it follows
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
    sa.Index("bans_until", "until"),
)

audit = sa.Table(
    "audit",  # what hosts did: append-only, deleted after a year
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("host", sa.String, nullable=False),
    sa.Column("action", sa.String, nullable=False),
    sa.Column("person", sa.String, nullable=False, index=True),  # whom it was about
    sa.Column("data", sa.String, nullable=False),  # JSON: parts of the sentence
    sa.Column("at", sa.Float, nullable=False, index=True),
)

seeks = sa.Table(
    "seeks",  # people looking for others to play with
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("person", sa.String, nullable=False, index=True),
    sa.Column("data", sa.String, nullable=False),  # JSON: what they want to play, see lobby/seeks.py
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),  # when a page of theirs last asked
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("meeting", sa.String, nullable=False, server_default=""),  # the meeting they are invited to
    sa.Column("accepted", sa.Boolean, nullable=False, server_default=sa.false()),
)

meetings = sa.Table(
    "meetings",  # tables about to be opened for matched people; the id becomes the table's
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("data", sa.String, nullable=False),  # JSON
    sa.Column("until", sa.Float, nullable=False),  # when those who didn't answer are dropped
    sa.Column("opened", sa.Boolean, nullable=False, server_default=sa.false()),
)

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("club", sa.String, nullable=False, server_default="", index=True),
    sa.Column("state", sa.String, nullable=False),  # open, running, paused, over
    sa.Column("data", sa.String, nullable=False),  # JSON: a HostedTournament
    sa.Column("version", sa.Integer, nullable=False),  # each change names the previous one
    sa.Column("created", sa.Float, nullable=False),
)

clubs = sa.Table(
    "clubs",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("code", sa.String, nullable=False),  # the code by which new members join
    sa.Column("created", sa.Float, nullable=False),
)

members = sa.Table(
    "members",
    metadata,
    sa.Column("club", sa.String, primary_key=True),
    sa.Column("person", sa.String, primary_key=True, index=True),
    sa.Column("leads", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("since", sa.Float, nullable=False),
)

processes = sa.Table(
    "processes",  # servers that share this database, and when each last reported
    metadata,
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)


class TableStep(NamedTuple):
    """A table's step from one head to the next, with its new state. Nothing is written if its head has changed."""

    id: str
    before: int
    start: int  # the table's previous number
    head: int
    updated: float
    number: int
    answers: int
    asked: str
    over: bool
    deadline: float | None
    timing: str
    dealt_from: int
    undos_after_reveal: int
    bot: bool
    thinker: str


MOST = 256  # rows per statement: SQLite allows 32,766 values


class Put:
    """Insert rows (tuples) in one call during which Python waits for nothing.

    `clash`: what to do with existing rows. None: an error; (): keep them; columns: update these. `of_a_table`: the
    second column is a table's id; rows of tables deleted meanwhile are skipped.
    """

    def __init__(
        self, table: sa.Table, columns: str, clash: tuple[str, ...] | None = None, of_a_table: bool = False
    ) -> None:
        self.names = columns.split()
        self.table, self.clash = table, clash
        listed = ", ".join(f'"{name}"' for name in self.names)
        key = ", ".join(f'"{column.name}"' for column in table.primary_key)
        changed = ", ".join(f'"{name}" = excluded."{name}"' for name in clash or ())
        end = "" if clash is None else f"ON CONFLICT ({key}) DO " + (f"UPDATE SET {changed}" if clash else "NOTHING")
        self._key = itemgetter(*(self.names.index(column.name) for column in table.primary_key))
        among = "IN (SELECT id FROM tables)"
        there = f" AND column2 {among}" if of_a_table else ""
        self._sqlite = (
            f"INSERT INTO {table.name} ({listed}) SELECT * FROM (VALUES {{rows}}) WHERE column1 NOTNULL{there} {end}"
        )
        self._texts: dict[int, str] = {}
        typed = [(name, sa.types.to_instance(table.c[name].type)) for name in self.names]
        binary = [isinstance(type, sa.LargeBinary) for _, type in typed]
        got = ", ".join(f"decode(\"{n}\", 'base64')" if b else f'"{n}"' for (n, _), b in zip(typed, binary))
        shape = ", ".join(f'"{n}" {"text" if b else _postgres_type(t)}' for (n, t), b in zip(typed, binary))
        there = f'WHERE r."table" {among}' if of_a_table else ""
        self._postgres = (  # one statement for any number of rows
            f"INSERT INTO {table.name} ({listed}) SELECT {got} FROM json_to_recordset(%s::json) AS r({shape}) "
            f"{there} {end}"
        )

    def run(self, connection: sa.Connection, rows: list[Any], only: str = "") -> None:
        """`only`: a condition for updating an existing row."""
        if self.clash is not None and len(rows) > 1:  # only the last row with the same key counts
            key = self._key
            rows = list({key(row): row for row in rows}.values())
        if connection.dialect.name == "postgresql":
            named = [dict(zip(self.names, row)) for row in rows]
            connection.exec_driver_sql(self._postgres + only, (msgspec.json.encode(named).decode(),))
            return
        for start in range(0, len(rows), MOST):
            count, values = padded(rows[start : start + MOST], len(self.names))
            if count not in self._texts:
                self._texts[count] = self._sqlite.format(rows=places(count, len(self.names)))
            connection.exec_driver_sql(self._texts[count] + only, values)


def padded(rows: Sequence[Any], width: int) -> tuple[int, tuple[Any, ...]]:
    """Pad the rows so that a few statements serve all sizes: SQLite takes longer to parse a new one than to run it.
    Padding rows have no effect."""
    count = len(rows) if len(rows) <= 4 else -(-len(rows) // 8) * 8
    return count, (*chain.from_iterable(rows), *[None] * ((count - len(rows)) * width))


def places(count: int, width: int) -> str:
    return ", ".join([f"({', '.join('?' * width)})"] * count)


def _postgres_type(type: sa.types.TypeEngine[Any]) -> str:
    names = {sa.BigInteger: "bigint", sa.Integer: "int", sa.Float: "float8", sa.Boolean: "boolean"}
    return next((name for kind, name in names.items() if isinstance(type, kind)), "text")


_CHANGED = [name for name in TableStep._fields if name not in ("id", "before", "start")]
_SET = ", ".join(f'"{name}" = moved."{name}"' for name in _CHANGED)
_FITS = "tables.id = moved.id AND tables.head = moved.before AND tables.number = moved.start AND tables.broken = ''"
# (SQLite names the columns of VALUES by position; it counts rows only for statements that begin with UPDATE)
_COLUMN = {name: f"moved.column{place}" for place, name in enumerate(TableStep._fields, 1)}
_SQLITE = f"""UPDATE tables SET {", ".join(f'"{name}" = {_COLUMN[name]}' for name in _CHANGED)}
FROM (VALUES {{rows}}) AS moved WHERE tables.id = {_COLUMN["id"]} AND tables.head = {_COLUMN["before"]}
AND tables.number = {_COLUMN["start"]} AND tables.broken = ''"""
_SHAPE = "id text, before bigint, start int, head bigint, updated float8, number int, answers int, asked text, "
_SHAPE += (
    "over boolean, deadline float8, timing text, dealt_from int, undos_after_reveal int, bot boolean, thinker text"
)
_POSTGRES = f"""WITH moved AS (SELECT * FROM json_to_recordset(%s::json) AS m({_SHAPE.replace("over ", '"over" ')})
), locked AS (  -- in one order for everybody: no deadlocks
    SELECT id FROM tables WHERE id IN (SELECT id FROM moved) ORDER BY id FOR NO KEY UPDATE
) UPDATE tables SET {_SET} FROM moved JOIN locked USING (id) WHERE {_FITS} RETURNING tables.id"""


@cache
def _moves(count: int) -> str:
    return _SQLITE.format(rows=places(count, len(TableStep._fields)))


def move(connection: sa.Connection, steps: Sequence[TableStep]) -> set[str]:
    """Advance these tables, each from its head, one step per table; returns those that did."""
    if connection.dialect.name == "postgresql":
        data = msgspec.json.encode([step._asdict() for step in steps]).decode()
        return {row[0] for row in connection.exec_driver_sql(_POSTGRES, (data,))}
    won: set[str] = set()
    for start in range(0, len(steps), MOST):
        part = steps[start : start + MOST]
        count, values = padded(part, len(TableStep._fields))
        moved = connection.exec_driver_sql(_moves(count), values).rowcount
        if moved == len(part):
            won.update(step.id for step in part)
        else:  # tables that have our head now have advanced
            heads = sa.select(tables.c.id).where(tables.c.head.in_([step.head for step in part]))
            won.update(connection.scalars(heads))
    return won


# Statements are built once: rows for the same statement go to the database together.
_TABLE = "id game rules title options seed by_hand watch days creator created rematch luck branched clock rated"
ADD_TABLE = Put(tables, f"{_TABLE} updated number answers asked over", ())
ADD_SEAT = Put(seats, "table seat kind player bot stand_in", ("kind", "player", "bot", "stand_in"))
ADD_KEY = Put(keys, "digest table seat kind", ())
ADD_PLAYER = Put(players, "id name created", ("name",))
ADD_PLAYER_ONCE = Put(players, "id name created", ())
ADD_HOLDER = Put(holders, "player table seat", ())
DROP_HOLDER = holders.delete().where(
    holders.c.table == sa.bindparam("id"),
    holders.c.seat == sa.bindparam("at"),
    holders.c.player == sa.bindparam("who"),
)
ADD_ENTRY = Put(journal, "table number seat option lines at head")
PUT_SNAPSHOT = Put(snapshots, "table number state", ("number", "state"))
PUT_RESULT = Put(results, "table winners scores reason at", ("winners", "scores", "reason", "at"))
PUT_ALONE = Put(alone, "player table game won score reason at", ("won", "score", "reason", "at"))
PUT_RECORD = Put(records, "table data", ("data",))
PUT_READ = Put(reads, "person table chat", ("chat",))
PUT_MUTED = Put(reads, "person table chat muted", ("muted",))
ADD_CHAT = Put(chat, "id table seat name text at", (), of_a_table=True)
ADD_TOURNAMENT = Put(tournaments, "id state data version created", ())
PUT_KEPT = Put(kept, "kind key data at", ("data", "at"))
ADD_KEPT_ONCE = Put(kept, "kind key data at", ())
_id: sa.BindParameter[str] = sa.bindparam("id")
END_HOLDERS = holders.update().where(holders.c.table == _id).values(ended=sa.bindparam("ended"))
DROP_RESULT = results.delete().where(results.c.table == _id)
DROP_ALONE = alone.delete().where(alone.c.table == _id)
DROP_RECORD = records.delete().where(records.c.table == _id)
LINK_REMATCH = tables.update().where(tables.c.id == sa.bindparam("id_")).values(rematch=sa.bindparam("rematch"))
KNOW_LUCK = tables.update().where(tables.c.id == sa.bindparam("id_")).values(luck=CHOSEN)

# Rows that arrive together are written statement by statement, in this order.
ORDER = (
    ADD_PLAYER,
    ADD_SEAT,
    ADD_KEY,
    DROP_HOLDER,
    ADD_HOLDER,
    ADD_ENTRY,
    PUT_SNAPSHOT,
    LINK_REMATCH,
    KNOW_LUCK,
    DROP_RESULT,
    DROP_ALONE,
    DROP_RECORD,
    END_HOLDERS,
    PUT_RESULT,
    PUT_ALONE,
    PUT_RECORD,
    PUT_READ,
    PUT_MUTED,
    ADD_CHAT,
    PUT_KEPT,
)

Write = tuple[Any, Any]  # one of the statements above, and its row
