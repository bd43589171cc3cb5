"""Add people with names: passkeys, friends, reports, and what a host decides."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0005", "0004"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("handle", sa.String, nullable=False),
        sa.Column("alike", sa.String, nullable=False, unique=True),
        sa.Column("bio", sa.String, nullable=False, server_default=""),
        sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("host", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("signed", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "ceremonies",
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("device", sa.String, nullable=False),
        sa.Column("data", sa.String, nullable=False, server_default=""),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_ceremonies_person", "ceremonies", ["person"])
    op.create_table(
        "logins",
        sa.Column("issuer", sa.String, primary_key=True),
        sa.Column("subject", sa.String, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_logins_person", "logins", ["person"])
    op.create_table(
        "relations",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("other", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("relations_other", "relations", ["other", "kind"])
    op.create_table(
        "notices",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("data", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_notices_person", "notices", ["person"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("by_name", sa.String, nullable=False),
        sa.Column("table", sa.String, nullable=False, server_default=""),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("context", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("state", sa.String, nullable=False, server_default="open"),
        sa.Column("host", sa.String, nullable=False, server_default=""),
        sa.Column("decision", sa.String, nullable=False, server_default=""),
    )
    op.create_index("ix_reports_person", "reports", ["person"])
    op.create_index("ix_reports_by", "reports", ["by"])
    op.create_index("reports_open", "reports", ["state", "at"])
    op.create_table(
        "bans",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("what", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("origin", sa.String, nullable=False, server_default=""),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("bans_until", "bans", ["until"])
    op.create_table(
        "audit",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("data", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_audit_person", "audit", ["person"])
    op.create_index("ix_audit_at", "audit", ["at"])
