"""The database: a SQLite file, or PostgreSQL. Their differences are here and in `schema`."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tabletown.extras import how_to_add
from tabletown.kernel import Text
from tabletown.kernel.errors import TabletownError


class NoDatabase(TabletownError):
    """The database can't be used; the message says why and what to do."""


def connect(where: Path | str, timeout: float = 30) -> sa.Engine:
    """An engine for a file, or for an address such as postgresql://name@host/database.

    `timeout`: seconds to wait for another writer.
    """
    if isinstance(where, Path):
        create_private(where)
        arguments = {"timeout": timeout, "cached_statements": 512}
        url = sa.URL.create("sqlite", database=str(where))
        engine = sa.create_engine(url, connect_args=arguments, hide_parameters=True)
        sa.event.listen(engine, "connect", _prepare)
        sa.event.listen(engine, "begin", _begin)
        return engine
    address = address_of(where).set(drivername="postgresql+psycopg")
    # a process that stops in the middle of a commit must not block the others
    limits = "-c idle_in_transaction_session_timeout=15000 -c lock_timeout=15000"
    try:
        return sa.create_engine(
            address,
            isolation_level="REPEATABLE READ",  # a consistent snapshot for everything read in one transaction
            pool_pre_ping=True,
            pool_size=10,
            hide_parameters=True,  # errors are logged, and parameters contain names and addresses
            connect_args={"options": limits, "connect_timeout": 5, "application_name": "tabletown"},
        )
    except ModuleNotFoundError:
        raise NoDatabase(f"PostgreSQL needs another package: {how_to_add('postgres')}") from None


def address_of(where: str) -> sa.URL:
    """The parts of a PostgreSQL address; the password may contain any characters, escaped or not."""
    if where.startswith(("postgresql://", "postgres://")):
        rest = where.partition("://")[2]
        try:
            url = sa.make_url(f"postgresql://{rest}")
            if "@" in (url.host or ""):  # a password with an @ in it
                person, _, place = rest.rpartition("@")
                url = sa.make_url(f"postgresql://{person.replace('@', '%40')}@{place}")
        except (sa.exc.ArgumentError, ValueError):
            pass
        else:
            return url
    raise NoDatabase(
        "A database address looks like postgresql://name:password@host/database. "
        "You can also leave the password out and set PGPASSWORD."
    )


def make_folder(folder: Path) -> None:
    """Create the data folder if necessary; raises NoDatabase with a sentence if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        file = next(part for part in (folder, *folder.parents) if os.path.lexists(part))
        raise NoDatabase(f"{file} is a file, but tables need a folder. Choose one with --data.") from None
    except OSError as error:
        raise NoDatabase(
            f"The folder {folder} can't be created: {error.strerror}. Choose another with --data."
        ) from None


def create_private(file: Path) -> None:
    """Create this file if necessary, readable by its owner only: the folder's owner, even if we are root."""
    make_folder(file.parent)
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        raise NoDatabase(f"Can't write to {file.parent}: {error.strerror}.") from None
    keep_owner(file, file.parent)


def keep_owner(file: Path, like: Path) -> None:
    """Give the file to the folder's owner: root may maintain a service's data, but what it writes belongs to the
    service."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = like.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def _prepare(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # transactions begin explicitly, also around changes of the schema
    # FULL: what was acknowledged survives a power cut; commits are shared, so this costs little. 8000 pages: moves
    # change the same pages again and again, so copying them from the log (32 MB at most) into the file can wait
    logged = ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=8000")
    for pragma in (*logged, "temp_store=MEMORY", "cache_size=-16000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def empty_log(engine: sa.Engine) -> None:
    """Write everything in SQLite's write-ahead log to the file now, so that no deleted data stays in the log."""
    if engine.dialect.name == "sqlite":
        connection = engine.raw_connection()
        try:
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()


def writing(engine: sa.Engine) -> sa.Connection:
    """A connection for writing: it takes the write lock at once and sees what others have committed."""
    if engine.dialect.name == "sqlite":
        return engine.connect().execution_options(begin="BEGIN IMMEDIATE")
    return engine.connect().execution_options(isolation_level="READ COMMITTED")


def copy_file(source: Path, target: Path) -> None:
    """A complete copy of a SQLite file, even while a server writes to it."""
    partial = target.with_name(target.name + ".part")
    partial.unlink(missing_ok=True)
    create_private(partial)
    with sqlite3.connect(source) as old, sqlite3.connect(partial) as new:
        old.backup(new)
    old.close()
    new.close()
    partial.replace(target)


def why(error: BaseException) -> Text:
    """Why the database can't be written, in a sentence."""
    text = str(getattr(error, "orig", None) or error).lower()
    for sign, words in (
        ("locked", Text("another program has locked the database")),
        ("full", Text("the disk is full")),
        ("readonly", Text("the database is read-only")),
        ("read-only", Text("the database is read-only")),
        ("unable to open", Text("the database can't be opened")),
        ("malformed", Text("the database is damaged")),
        ("no space", Text("the disk is full")),
    ):
        if sign in text:
            return words
    return Text("the database isn't responding")
