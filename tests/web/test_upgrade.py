"""The database's version: an old one is upgraded after a backup, one of a newer program is refused."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from starlette.testclient import TestClient

from tabletown.web.app import make_app
from tabletown.web.pages import common
from tabletown.web.seats import digest
from tabletown.web.settings import FILE, Settings
from tabletown.web.storage.database import NoDatabase, connect
from tabletown.web.storage.schema import keys, metadata, tables
from tabletown.web.storage.store import Store
from tabletown.web.storage.upgrade import LATEST, upgrade, version
from tests.golden.golden import Golden
from tests.web.threaded import refusal


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Golden("690002f").put_database(tmp_path_factory.mktemp("old"))


def copy_of(path: Path, folder: Path) -> Path:
    return Path(shutil.copy(path, folder / FILE))


def test_an_upgraded_database_is_like_a_new_one(old: Path, tmp_path: Path) -> None:
    engine = connect(copy_of(old, tmp_path))
    upgrade(engine, tmp_path / FILE)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == [] and version(connection) == LATEST
    new = connect(tmp_path / "new.sqlite")
    upgrade(new, tmp_path / "new.sqlite")
    with new.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == [] and version(connection) == LATEST
    for table in metadata.tables.values():  # defaults that the program leaves to the database
        both = [{c["name"]: (c["nullable"], c["default"]) for c in sa.inspect(e).get_columns(table.name)}
                for e in (engine, new)]  # fmt: skip
        assert both[0] == both[1], table.name


def test_before_an_upgrade_the_database_is_copied(old: Path, tmp_path: Path) -> None:
    path = copy_of(old, tmp_path)
    before = sqlite3.connect(path).execute("SELECT count(*) FROM journal").fetchone()
    Store(path).engine.dispose()
    (kept,) = tmp_path.glob("tabletown-version-0000-*.sqlite")
    rows = sqlite3.connect(kept)
    assert rows.execute("SELECT count(*) FROM journal").fetchone() == before
    assert "invite" in str(rows.execute("SELECT sql FROM sqlite_master WHERE name = 'seats'").fetchone())
    Store(path).engine.dispose()
    assert len(list(tmp_path.glob("tabletown-version-*.sqlite"))) == 1, "nothing to upgrade, nothing to copy"


def test_no_key_is_left_in_the_file(old: Path, tmp_path: Path) -> None:
    rows = sqlite3.connect(old).execute('SELECT "table", seat, invite, "key" FROM seats').fetchall()
    store = Store(copy_of(old, tmp_path))
    with store.engine.connect() as connection:
        assert connection.scalar(sa.select(sa.func.min(tables.c.head))) > 0
        known = {(row.digest, row.kind): (row.table, row.seat) for row in connection.execute(sa.select(keys))}
    store.engine.dispose()
    written = (tmp_path / FILE).read_bytes()
    for table, seat, *secrets in rows:
        for kind, secret in zip(("invite", "key"), secrets):
            assert not secret or (secret.encode() not in written and (digest(secret), kind) in known), (table, seat)


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copy_of(old, tmp_path)
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE counts (x)")  # in the way of the last table that the migration creates
    connection.commit()
    with pytest.raises(NoDatabase, match="counts"):
        Store(path)
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert "keys" not in names and "alembic_version" not in names
    connection.execute("DROP TABLE counts")
    connection.commit()
    Store(path).engine.dispose()


def test_a_database_of_a_newer_program_is_refused_in_a_sentence(tmp_path: Path) -> None:
    store = Store(tmp_path / FILE)
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0999'"))
    store.engine.dispose()
    with pytest.raises(NoDatabase, match="version 0999, but this program knows versions up to"):
        Store(tmp_path / FILE)
    code, said = refusal("--port", 0, "--data", tmp_path)
    assert code == 1 and "newer Tabletown" in said


def test_a_running_server_shows_its_own_pages_while_a_newer_program_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(common.HERE / "templates", tmp_path / "templates")
    monkeypatch.setattr(common, "HERE", tmp_path)
    with TestClient(make_app(Settings(data=tmp_path / "data", workers=0))) as client:
        seen = client.get("/rules").text
        for template in (tmp_path / "templates").rglob("*.html"):
            template.write_text("{{ what_only_the_new_program_knows }}")
        assert client.get("/rules").text == seen
        assert client.get("/me").status_code == 200  # a page that nobody had requested before
