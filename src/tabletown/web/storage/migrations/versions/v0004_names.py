"""Rename columns and tables after what they hold."""

from __future__ import annotations

from alembic import op

revision, down_revision = "0004", "0003"
branch_labels = depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE tables RENAME COLUMN foreseen TO undos_after_reveal")
    op.drop_index("ix_ways_person", "ways")
    op.rename_table("ways", "channels")
    op.create_index("ix_channels_person", "channels", ["person"])
    op.execute("ALTER TABLE outbox RENAME COLUMN way TO channel")
