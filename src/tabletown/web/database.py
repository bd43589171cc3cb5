"""Where the tables are: a SQLite file, or PostgreSQL. What differs between the two stands here and in `schema`."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tabletown.kernel import Text
from tabletown.kernel.errors import TabletownError

FILE = "tabletown.sqlite"


class NoDatabase(TabletownError):
    """The database cannot be used; says why and what to do."""


def connect(where: Path | str, timeout: float = 30) -> sa.Engine:
    """An engine for a file, or for an address such as postgresql://name@host/database.

    `timeout`: seconds to wait for somebody else who writes.
    """
    if isinstance(where, Path):
        where.parent.mkdir(parents=True, exist_ok=True)
        arguments = {"timeout": timeout, "cached_statements": 512}
        engine = sa.create_engine(f"sqlite:///{where}", connect_args=arguments, hide_parameters=True)
        sa.event.listen(engine, "connect", _prepare)
        sa.event.listen(engine, "begin", _begin)
        return engine
    if not where.startswith(("postgresql://", "postgres://")):
        raise NoDatabase("A database's address looks like postgresql://name:password@host/database.")
    address = "postgresql+psycopg://" + where.partition("://")[2]
    # a process that stops in the middle of a commit must not hold up the others
    limits = "-c idle_in_transaction_session_timeout=15000 -c lock_timeout=15000"
    try:
        return sa.create_engine(
            address,
            isolation_level="REPEATABLE READ",  # what is read together was true together
            pool_pre_ping=True,
            pool_size=10,
            hide_parameters=True,  # errors are logged, and what is written has names and addresses in it
            connect_args={"options": limits, "connect_timeout": 5, "application_name": "tabletown"},
        )
    except ModuleNotFoundError:
        raise NoDatabase("PostgreSQL needs one more package: pip install 'tabletown[postgres]'.") from None


def _prepare(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say so, also around changes of the schema
    # FULL: what was acknowledged also survives a power cut; a commit is shared, so it costs little. 8000 pages: moves
    # change the same ones again and again, so copying them from the log (32 MB at most) into the file can wait
    logged = ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=8000")
    for pragma in (*logged, "temp_store=MEMORY", "cache_size=-16000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def writing(engine: sa.Engine) -> sa.Connection:
    """A connection to write with: it takes its turn at once, and sees what others have committed."""
    if engine.dialect.name == "sqlite":
        return engine.connect().execution_options(begin="BEGIN IMMEDIATE")
    return engine.connect().execution_options(isolation_level="READ COMMITTED")


def copy_file(source: Path, target: Path) -> None:
    """A whole copy of a SQLite file, also while a server writes to it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".part")
    partial.unlink(missing_ok=True)
    with sqlite3.connect(source) as old, sqlite3.connect(partial) as new:
        old.backup(new)
    old.close()
    new.close()
    partial.replace(target)


def why(error: BaseException) -> Text:
    """What keeps the database from writing, in words for people."""
    text = str(getattr(error, "orig", None) or error).lower()
    for sign, words in (
        ("locked", Text("another program holds the database")),
        ("full", Text("the disk is full")),
        ("readonly", Text("the database can only be read")),
        ("read-only", Text("the database can only be read")),
        ("unable to open", Text("the database cannot be opened")),
        ("malformed", Text("the database is damaged")),
        ("no space", Text("the disk is full")),
    ):
        if sign in text:
            return words
    return Text("the database does not answer")
