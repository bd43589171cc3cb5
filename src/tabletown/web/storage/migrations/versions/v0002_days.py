"""Add clocks, devices, notification channels, an outbox, and read markers for chats."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"
branch_labels = depends_on = None


def upgrade() -> None:
    def add(table: str, name: str) -> None:
        op.add_column(table, sa.Column(name, sa.String, nullable=False, server_default=""))

    add("tables", "clock")
    add("tables", "timing")
    add("players", "settings")
    new_tables()


def new_tables() -> None:
    def key(name: str, type: Any = sa.String) -> sa.Column[Any]:
        return sa.Column(name, type, primary_key=True)

    def column(name: str, type: Any = sa.String, **more: Any) -> sa.Column[Any]:
        return sa.Column(name, type, nullable=False, **more)

    op.create_table(
        "devices",
        key("digest"),
        column("person"),
        column("name"),
        column("created", sa.Float),
        column("seen", sa.Float),
        sa.Column("ended", sa.Float),
    )
    op.create_index("ix_devices_person", "devices", ["person"])
    op.create_table("codes", key("digest"), column("person"), column("kind"), column("until", sa.Float))
    op.create_index("ix_codes_person", "codes", ["person"])
    op.create_table(
        "ways",
        key("id"),
        *(column(name) for name in ("person", "device", "kind", "address")),
        column("confirmed", sa.Boolean),
        column("secret"),
        column("failed", sa.Integer, server_default="0"),
        column("created", sa.Float),
    )
    op.create_index("ix_ways_person", "ways", ["person"])
    op.create_table(
        "outbox",
        *(key("way"), key("table"), key("seat", sa.Integer), key("kind")),
        column("number", sa.Integer),
        column("due", sa.Float),
        column("state"),
        column("owner", server_default=""),
        column("at", sa.Float),
    )
    open_ones = sa.text("state != 'done'")
    op.create_index("outbox_due", "outbox", ["due"], sqlite_where=open_ones, postgresql_where=open_ones)
    op.create_index("outbox_table", "outbox", ["table"])
    op.create_table(
        "reads",
        *(key("person"), key("table")),
        column("chat", sa.BigInteger),
        column("muted", server_default=""),
    )
    op.create_index("reads_table", "reads", ["table"])
