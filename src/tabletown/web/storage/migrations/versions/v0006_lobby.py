"""Add the lobby, tournaments, and clubs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0006", "0005"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "seeks",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.String, nullable=False, index=True),
        sa.Column("data", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("meeting", sa.String, nullable=False, server_default=""),
        sa.Column("accepted", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "meetings",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("data", sa.String, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("opened", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("club", sa.String, nullable=False, server_default="", index=True),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("data", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "clubs",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("code", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("club", sa.String, primary_key=True),
        sa.Column("person", sa.String, primary_key=True, index=True),
        sa.Column("leads", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("since", sa.Float, nullable=False),
    )
