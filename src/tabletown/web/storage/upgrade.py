"""The database's version: create a new one, upgrade an old one after a backup, refuse one of a newer program."""

from __future__ import annotations

import logging
import time
from pathlib import Path

import sqlalchemy as sa

from tabletown.web.storage.database import NoDatabase, address_of, copy_file, writing
from tabletown.web.storage.schema import metadata

log = logging.getLogger("tabletown.web")

FIRST = "0000"  # the first release stored no version
LATEST = max(file.name[1:5] for file in (Path(__file__).parent / "migrations" / "versions").glob("v*.py"))
LOCK = 7_461_626_573  # PostgreSQL: one program at a time changes the schema


def version(connection: sa.Connection) -> str | None:
    """This database's version; None if it is empty."""
    inspector = sa.inspect(connection)
    if inspector.has_table("alembic_version"):
        return str(connection.scalar(sa.text("SELECT version_num FROM alembic_version")))
    return FIRST if inspector.has_table("tables") else None


def upgrade(engine: sa.Engine, where: Path | str, scratch: bool = False) -> None:
    """Upgrade the database to this program's version; raises NoDatabase with a sentence if that fails.

    `scratch`: it is a temporary copy, which needs no backup.
    """
    try:
        with engine.connect() as connection:
            found = version(connection)
        if found == LATEST:
            with engine.connect() as connection:
                if lacking := missing(connection):
                    raise NoDatabase(f"{lacking} Restore a backup.")
            return
        if found is not None and found > LATEST:
            raise NoDatabase(newer(found))
        if found is not None and not scratch:
            kept = back_up(engine, where, found)
            log.warning("the database is upgraded from version %s to %s; before that, it was copied to %s",
                        found, LATEST, kept)  # fmt: skip
        with writing(engine) as connection, connection.begin():
            if engine.dialect.name == "postgresql":
                # a slow machine may take longer between two steps than the limit for a move
                connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = '10min'"))
                connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
            found = version(connection)  # another program may have been faster
            if found is None:
                metadata.create_all(connection)
                connection.execute(sa.text("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)"))
                connection.execute(sa.text(f"INSERT INTO alembic_version VALUES ('{LATEST}')"))
            elif found != LATEST:
                run_migrations(connection)
        if isinstance(where, Path) and found == FIRST:
            raw = engine.raw_connection()
            raw.cursor().execute("VACUUM")  # deleted keys must not linger in free pages
            raw.close()
    except sa.exc.DBAPIError as error:
        raise NoDatabase(f"The database {shown(where)} can't be opened: {error.orig}") from None


def missing(connection: sa.Connection) -> str:
    """What the database lacks of the expected schema; "" if nothing."""
    found = version(connection)
    if found != LATEST:
        return f"The database has version {found}, not {LATEST}."
    inspector = sa.inspect(connection)
    there = {
        name: {column["name"] for column in columns} for (_, name), columns in inspector.get_multi_columns().items()
    }
    for table in metadata.tables.values():
        for column in table.columns:
            if column.name not in there.get(table.name, ()):
                return f"The database lacks the column {column.name} of {table.name}."
    return ""


def newer(found: str) -> str:
    return (
        f"This database has version {found}, but this program knows versions up to {LATEST}. "
        "A newer Tabletown has used it: start that one or restore a backup."
    )


def shown(where: Path | str) -> str:
    """The address without its password."""
    return str(where) if isinstance(where, Path) else address_of(where).render_as_string(hide_password=True)


def run_migrations(connection: sa.Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def back_up(engine: sa.Engine, where: Path | str, found: str) -> str:
    if isinstance(where, Path):
        target = where.with_name(f"{where.stem}-version-{found}-{time.strftime('%Y%m%d-%H%M%S')}{where.suffix}")
        copy_file(where, target)
        return str(target)
    from tabletown.web.storage.maintenance import dump

    target = Path(f"tabletown-version-{found}-{time.strftime('%Y%m%d-%H%M%S')}.sqlite").absolute()
    dump(engine, target)
    return str(target)
