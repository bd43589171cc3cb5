"""Add heads, digests of seat keys, columns for lists, records and counts.

Tables get random heads, seat keys are stored as digests only, and an index helps the home page find finished matches.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None
branch_labels = depends_on = None

NEVER = sa.text("false")


def upgrade() -> None:
    if not sa.inspect(op.get_bind()).has_table("tables"):
        raise RuntimeError("There is no database of the first release here.")
    new_tables()
    new_columns()
    connection = op.get_bind()
    hash_keys(connection)
    with op.batch_alter_table("seats") as seats:
        seats.drop_index("seats_invite")
        seats.drop_index("seats_key")
        seats.drop_column("invite")
        seats.drop_column("key")
    op.create_index("seats_open", "seats", ["table"], **only("kind = 'open'"))
    fill(connection)


def only(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def new_tables() -> None:
    text = sa.String
    op.create_table(
        "keys",
        *(sa.Column(name, text, primary_key=True) for name in ("digest", "table")),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", text, primary_key=True),
    )
    op.create_index("keys_table", "keys", ["table"])
    op.create_table(
        "records", sa.Column("table", text, primary_key=True), sa.Column("data", sa.LargeBinary, nullable=False)
    )
    op.create_table(
        "alone",
        sa.Column("player", text, primary_key=True),
        sa.Column("table", text, primary_key=True),
        sa.Column("game", text, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Float),
        sa.Column("reason", text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("alone_best", "alone", ["player", "game", "won", "score"])
    op.create_index("alone_table", "alone", ["table"])
    op.create_table(
        "counts",
        *(sa.Column(name, text, primary_key=True) for name in ("game", "month", "what")),
        sa.Column("number", sa.BigInteger, nullable=False),
    )
    op.create_table("processes", sa.Column("name", text, primary_key=True), sa.Column("seen", sa.Float, nullable=False))


def new_columns() -> None:
    def add(table: str, name: str, type: Any, default: Any) -> None:
        op.add_column(table, sa.Column(name, type, nullable=False, server_default=default))

    add("tables", "luck", sa.String, "old")
    add("tables", "branched", sa.Boolean, sa.false())
    add("tables", "broken", sa.String, "")
    add("tables", "head", sa.BigInteger, "0")
    add("tables", "dealt_from", sa.Integer, "0")
    add("tables", "foreseen", sa.Integer, "0")
    add("tables", "bot", sa.Boolean, sa.false())
    add("tables", "thinker", sa.String, "")
    op.create_index("tables_bot", "tables", ["id"], **only("bot"))
    op.add_column("holders", sa.Column("ended", sa.Float))
    op.create_index("holders_ended", "holders", ["player", "ended", "table"])
    add("journal", "head", sa.BigInteger, "0")


def hash_keys(connection: sa.Connection) -> None:
    rows = connection.execute(sa.text('SELECT "table", seat, invite, "key" FROM seats')).all()
    entries = [
        {"d": hashlib.sha256(secret.encode()).hexdigest(), "t": row[0], "s": row[1], "k": kind}
        for row in rows
        for kind, secret in (("invite", row[2]), ("key", row[3]))
        if secret
    ]
    if entries:
        put = 'INSERT INTO keys (digest, "table", seat, kind) VALUES (:d, :t, :s, :k) ON CONFLICT DO NOTHING'
        connection.execute(sa.text(put), entries)


def fill(connection: sa.Connection) -> None:
    """Fill the new columns for existing tables."""
    run = connection.execute
    run(
        sa.text(
            'UPDATE holders SET ended = (SELECT at FROM results WHERE results."table" = holders."table")'
            ' WHERE "table" IN (SELECT id FROM tables WHERE "over")'
        )
    )
    run(sa.text("UPDATE tables SET branched = true WHERE id IN (SELECT \"key\" FROM kept WHERE kind = 'branched')"))
    bots = {
        (row[0], row[1]) for row in run(sa.text("SELECT \"table\", seat FROM seats WHERE kind = 'bot' OR stand_in"))
    }
    held = set(connection.scalars(sa.text('SELECT "table" FROM holders')))
    new = [
        {
            "id": id,
            "head": secrets.randbits(62),
            "bot": not over and id in held and any((id, seat) in bots for seat in json.loads(asked)),
        }
        for id, over, asked in run(sa.text('SELECT id, "over", asked FROM tables')).all()
    ]
    if new:
        # earlier luck came from another formula, so it can't be proved from the seed
        run(sa.text("UPDATE tables SET head = :head, bot = :bot, dealt_from = answers WHERE id = :id"), new)
    fill_alone(connection)


def fill_alone(connection: sa.Connection) -> None:
    query = """
        SELECT h.player, t.id, t.game, h.seat, r.winners, r.scores, r.reason, r.at FROM tables t
        JOIN holders h ON h."table" = t.id JOIN results r ON r."table" = t.id
        WHERE t."over" AND NOT t.branched AND t.id IN (
            SELECT "table" FROM seats WHERE kind != 'auto' GROUP BY "table"
            HAVING count(*) = 1 AND max(kind) = 'person' AND sum(CASE WHEN stand_in THEN 1 ELSE 0 END) = 0)"""
    rows = []
    for player, id, game, seat, winners, scores, reason, at in connection.execute(sa.text(query)).all():
        points = json.loads(scores)
        score = points[seat] if seat < len(points) else None
        won = seat in json.loads(winners)
        rows.append({"p": player, "t": id, "g": game, "w": won, "s": score, "r": reason, "a": at})
    if rows:
        put = 'INSERT INTO alone (player, "table", game, won, score, reason, at) VALUES (:p, :t, :g, :w, :s, :r, :a)'
        connection.execute(sa.text(f"{put} ON CONFLICT DO NOTHING"), rows)
