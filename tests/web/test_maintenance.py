"""Running a server: the folder's lock, health, quarantined tables, check, repair, backup, restore, deletion."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from tabletown.cli import app as commands
from tabletown.web.catalog import Catalog
from tabletown.web.hub import Hub
from tabletown.web.notify.channels import MAIL
from tabletown.web.pages.table_lists import best_alone, table_cards
from tabletown.web.people.devices import RECOVERY
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor, Refusal, player_id
from tabletown.web.settings import FILE, Settings
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import NoDatabase, address_of, writing
from tabletown.web.storage.lock import FolderTaken, Lock
from tabletown.web.storage.maintenance import CONFIRMED, check_backup, forget, tidy
from tabletown.web.storage.restore_table import TableBroken
from tabletown.web.storage.store import Store
from tabletown.web.storage.upgrade import shown
from tabletown.web.tables import chat
from tabletown.web.tables.table import Table
from tabletown.web.testing import Server, on_postgres, place_of
from tabletown.web.workers.bots import Workers
from tests.conftest import mostly_long
from tests.golden.golden import COMMITS, Golden
from tests.waiting import LIMIT
from tests.web.people import FOUR, MARKS, Person, in_a_loop

of_the_file = pytest.mark.skipif(on_postgres(), reason="of the file")
ME = Actor("me")
BOTH = [NewSeat("me"), NewSeat("here")]


def hub_at(path: Path) -> Hub:
    catalog = Catalog([FOUR, MARKS])
    return Hub(Store(place_of(path), 1), catalog, Workers(catalog), Settings(pace=0))


async def played(hub: Hub, answers: int = 4) -> Table:
    table = await hub.opening.create(NewTable("connect-four", BOTH), ME, "Ann")
    for number in range(answers):
        await table.answer(number % 2, f"column:{number % 2 + 1}")
    return table


def command(*words: object) -> str:
    found = CliRunner().invoke(commands, [str(word) for word in words])
    if isinstance(found.exception, Exception) and not isinstance(found.exception, SystemExit):
        raise found.exception
    return f"{found.exit_code} {found.output}"


# ------------------------------------------------------------------ one server a folder


@of_the_file
def test_a_second_server_on_the_same_folder_says_who_has_it(tmp_path: Path) -> None:
    server = Server(tmp_path, [FOUR], ["--workers", "0"])
    server.start()
    start = [sys.executable, "-m", "tabletown.web", "--port", "0", "--data", str(tmp_path)]
    ended = subprocess.run(start, capture_output=True, text=True, timeout=LIMIT)
    assert ended.returncode == 1 and "Traceback" not in ended.stderr
    assert server.url in ended.stderr and "--data" in ended.stderr and "--database" in ended.stderr
    with pytest.raises(NoDatabase, match="are in use: a server"):
        command("check", "--repair", "--data", tmp_path)
    server.kill()  # a lock ends with its process
    Lock(tmp_path).release()


# ------------------------------------------------------------------ health


@of_the_file
@pytest.mark.parametrize("written", ["", "{", "[]", '{"purpose": "a server"}'])
def test_a_lock_that_says_nothing_is_a_lock_nevertheless(tmp_path: Path, written: str) -> None:
    """The process that took it hasn't written its address yet, or died before."""
    lock = Lock(tmp_path)
    lock.path.write_text(written, encoding="utf-8")
    with pytest.raises(FolderTaken, match="are in use: another program has them") as taken:
        Lock(tmp_path)
    assert taken.value.address == ""
    lock.release()
    lock.say("http://localhost:1/")
    assert lock.path.read_text(encoding="utf-8") == written, "who has let go says nothing any more"
    Lock(tmp_path).release()


@of_the_file
def test_health_tries_a_write(tmp_path: Path) -> None:
    async def go() -> None:
        store = Store(tmp_path / FILE, 0.2)
        assert await store.why_failing() == ""
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        store._looked = 0
        assert "another program has locked the database" in await store.why_failing()
        other.execute("ROLLBACK")
        other.execute("ALTER TABLE players RENAME COLUMN created TO made")
        store._looked = 0
        assert await store.why_failing() == "The database lacks the column created of players."
        await store.close()
        with pytest.raises(NoDatabase, match="lacks the column created"):
            Store(tmp_path / FILE)

    in_a_loop(go())


# ------------------------------------------------------------------ quarantined tables


def spoil(path: Path, *statements: str) -> None:
    with sqlite3.connect(path / FILE) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


@of_the_file
def test_a_broken_table_is_quarantined_and_the_others_play_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        bad, nonsense, good = [await played(hub) for _ in range(3)]
        hub.tables.clear()
        spoil(
            tmp_path,
            f"DELETE FROM journal WHERE \"table\" = '{bad.id}' AND number = 2",
            f"UPDATE journal SET option = 'column:99' WHERE \"table\" = '{nonsense.id}' AND number = 1",
            f"DELETE FROM snapshots WHERE \"table\" = '{nonsense.id}'",
        )
        for _ in range(2):
            with pytest.raises(Refusal, match=r"gap at entry 2.*Nothing is lost"):
                await hub.open(bad.id)
            with pytest.raises(Refusal, match="can't be replayed"):
                await hub.open(nonsense.id)
        assert [record.args[0] for record in caplog.records if "quarantined" in record.msg] == [bad.id, nonsense.id]
        again = await hub.open(good.id)
        assert again is not None
        await again.answer(0, "column:3")
        with hub.store.engine.connect() as connection:
            left = connection.scalar(sa.select(sa.func.count()).where(db.journal.c.table == bad.id))
        assert left == 3, "its journal stays"
        await hub.stop()

    in_a_loop(go())


@of_the_file
def test_the_server_starts_whatever_is_in_the_database(tmp_path: Path) -> None:
    """A class with other content, a table without seats, invalid rows: each is skipped."""

    async def go() -> None:
        hub = hub_at(tmp_path)
        good, odd = await played(hub), await played(hub)
        kept = db.PUT_KEPT, ("broken-cities-room", "123456", '{"nonsense": 1}', time.time())
        room = f'{{"host":"x","title":"","session":{{}},"tables":["{odd.id}"],"places":{{}},"clock":1,"story":true}}'
        other = db.PUT_KEPT, ("broken-cities-room", "234567", room, time.time())
        await hub.store.commit([kept, other])
        await hub.stop()
        spoil(tmp_path, f"UPDATE tables SET options = '[', deadline = 1, bot = 1 WHERE id = '{odd.id}'")
        server = Server(tmp_path, [FOUR], ["--workers", "0", "--unlimited"])
        server.apart = False
        server.start()
        try:
            assert httpx.get(f"{server.url}/api/tables/{good.id}", timeout=LIMIT).status_code == 200
            refused = httpx.get(f"{server.url}/t/{odd.id}", timeout=LIMIT)
            assert refused.status_code == 500 and "set aside" in refused.text and "safe" not in refused.text
        finally:
            server.stop()

    in_a_loop(go())


# ------------------------------------------------------------------ clocks


@of_the_file
def test_a_clock_that_was_wrong_hands_no_seat_to_a_bot_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")], days=1), ME)
        true = time.time
        monkeypatch.setattr(time, "time", lambda: true() + 3 * 86400)  # set forward while the server runs
        table.people.clock_ran_out()
        assert not table.seats[0].stand_in and hub.store.overdue(hub.now()) == []
        hub.store.clock.reading = hub.store.clock.read()  # wrong from the start, so nobody knows that it is wrong
        table.people.clock_ran_out()
        await table.settled()
        assert table.seats[0].stand_in
        monkeypatch.undo()
        await hub.stop()
        hub = hub_at(tmp_path)
        again = await hub.open(table.id)
        assert again is not None and again.seats[0].stand_in
        again.people.arrived(ME, [0])  # a person who returns gets their seat back
        await again.settled()
        assert not again.seats[0].stand_in and again.notes.clocked == []
        await hub.stop()

    in_a_loop(go())


# ------------------------------------------------------------------ check, repair, backup, restore


@of_the_file
def test_check_names_what_is_wrong_and_repair_mends_it(tmp_path: Path) -> None:
    async def make() -> tuple[str, str, str]:
        hub = hub_at(tmp_path)
        gap, shot, well = [await played(hub, 6) for _ in range(3)]
        await hub.stop()
        return gap.id, shot.id, well.id

    gap, shot, well = in_a_loop(make())
    options = ("--data", tmp_path, "--game", FOUR, "--game", MARKS)
    assert command("check", *options) == "0 No problems found.\n"
    spoil(
        tmp_path,
        f"DELETE FROM journal WHERE \"table\" = '{gap}' AND number = 3",
        f"UPDATE snapshots SET state = (SELECT state FROM snapshots WHERE \"table\" = '{well}'), number = 2 "
        f"WHERE \"table\" = '{shot}'",
        f"UPDATE tables SET answers = 5 WHERE id = '{shot}'",
    )
    told = command("check", *options)
    assert told.startswith("1 ") and f"{gap}: Its journal has a gap at entry 3; 2 entries come after it." in told
    assert f"{shot}: " in told and well not in told
    told = command("check", "--repair", *options)
    assert told.startswith("0 ") and told.count("Repaired.") == 2
    assert command("check", *options) == "0 No problems found.\n"

    async def go_on() -> None:
        hub = hub_at(tmp_path)
        for id, answers in ((gap, 3), (shot, 6), (well, 6)):
            table = await hub.open(id)
            assert table is not None and table.match.number == answers
            await table.answer(answers % 2, "column:5")
        assert hub.store.kept_as("cut", gap) == '[[4,0,"column:1"],[5,1,"column:2"]]', "nothing is thrown away"
        await hub.stop()

    in_a_loop(go_on())


@of_the_file
def test_a_backup_can_be_restored(tmp_path: Path) -> None:
    async def play(id: str = "", answers: int = 2) -> str:
        hub = hub_at(tmp_path)
        table = await hub.open(id) if id else await played(hub, 2)
        assert table is not None and table.match.number == answers
        for number in range(answers, answers + 2):
            await table.answer(number % 2, "column:4")
        backup = tmp_path / "backup.sqlite"
        if not id:
            assert "Backed up to" in command("backup", backup, "--data", tmp_path)  # while it is open
        await table.answer(0, "column:6")
        await hub.stop()
        return table.id

    id = in_a_loop(play())
    backup = tmp_path / "backup.sqlite"
    told = command("restore", backup, "--data", tmp_path)
    (before,) = tmp_path.glob("tabletown-before-restore-*.sqlite")
    assert told.startswith("0 ") and "before-restore" in told
    assert sqlite3.connect(before).execute("SELECT answers FROM tables").fetchall() == [(5,)]
    in_a_loop(play(id, 4))
    for content, words in ((b"nonsense" * 200, "isn't a database"), (backup.read_bytes()[:9000], "damaged")):
        bad = tmp_path / "bad.sqlite"
        bad.write_bytes(content)
        with pytest.raises(NoDatabase, match=words):
            command("restore", bad, "--data", tmp_path)
    with pytest.raises(NoDatabase, match="doesn't exist"):
        command("restore", tmp_path / "none", "--data", tmp_path)
    lock = Lock(tmp_path)
    with pytest.raises(NoDatabase, match="in use"):
        command("restore", backup, "--data", tmp_path)
    lock.release()


@of_the_file
def test_a_folder_is_filled_with_backups_and_the_oldest_go(tmp_path: Path) -> None:
    Store(tmp_path / FILE).engine.dispose()
    backups = tmp_path / "backups"
    backups.mkdir()
    for day in range(1, 5):
        (backups / f"tabletown-backup-2020010{day}-030000.sqlite").touch()
    (backups / "notes.txt").touch()
    command("backup", backups, "--keep", 2, "--data", tmp_path)
    oldest, newest = sorted(backups.glob("*.sqlite"))
    assert oldest.name == "tabletown-backup-20200104-030000.sqlite" and check_backup(newest)
    assert (backups / "notes.txt").exists()


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


@of_the_file
@pytest.mark.parametrize("commit", mostly_long(COMMITS, "aac7484"))
def test_check_and_a_dry_run_write_nothing_to_an_old_file_and_find_no_fault_in_it(commit: str, tmp_path: Path) -> None:
    """Its snapshots lack what states have got since."""
    (tmp_path / FILE).write_bytes(Golden(commit).unpacked("tabletown.sqlite.xz"))
    before = contents(tmp_path)
    told = command("check", "--data", tmp_path)
    faults = re.findall(r"^table \w+: (.+)", told, re.M)
    assert faults and all(re.match(r"It is of version \d of the rules", fault) for fault in faults), told
    assert command("migrate", "--dry-run", "--data", tmp_path).startswith("0 ") and contents(tmp_path) == before


@of_the_file
def test_check_and_a_dry_run_write_nothing(tmp_path: Path) -> None:
    """Not even if a crash left a log beside the database."""
    in_a_loop(stopped_without_a_word(tmp_path, crashed := tmp_path / "crashed"))
    before = contents(crashed)
    assert any(name.endswith("-wal") for name in before)
    assert command("check", "--data", crashed, "--game", FOUR) == "0 No problems found.\n"
    assert command("migrate", "--dry-run", "--data", crashed).startswith("0 ")
    assert contents(crashed) == before
    nothing = tmp_path / "nothing"
    with pytest.raises(NoDatabase, match="There are no tables"):
        command("check", "--data", nothing)
    assert not nothing.exists()


async def stopped_without_a_word(folder: Path, crashed: Path) -> None:
    hub = hub_at(folder)
    await played(hub)
    crashed.mkdir()
    for tail in ("", "-wal"):
        shutil.copy(folder / (FILE + tail), crashed)
    await hub.stop()


@of_the_file
def test_check_looks_at_what_a_running_server_has_written(tmp_path: Path) -> None:
    server = Server(tmp_path, [FOUR], ["--workers", "0"])
    server.start()
    Person(server.url, "Ann").opens("connect-four", "me", "here")
    before = contents(tmp_path)
    assert command("check", "--data", tmp_path, "--game", FOUR) == "0 No problems found.\n"
    assert contents(tmp_path).keys() == before.keys()
    server.stop()


@of_the_file
def test_a_host_recomputes_ratings_and_lists_reported_packs(tmp_path: Path) -> None:
    Store(tmp_path / FILE).engine.dispose()
    assert command("ratings", "--data", tmp_path) == "0 0 rated matches; 0 ratings were wrong.\n"
    assert command("reported", "--data", tmp_path) == "0 No pack was reported.\n"
    assert "There is no pack 'city'." in command("reported", "--hide", "city", "--data", tmp_path)


def test_how_a_game_plays_is_compared_with_what_is_recorded() -> None:
    assert re.fullmatch(r"0 Right of Way \S+ plays as recorded\.\n", command("fingerprint", "right-of-way"))


# ------------------------------------------------------------------ whose files they are


@of_the_file
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_only_its_owner_can_read_what_is_stored(tmp_path: Path) -> None:
    Store(tmp_path / FILE).engine.dispose()
    command("backup", tmp_path / "backup.sqlite", "--data", tmp_path)
    command("restore", tmp_path / "backup.sqlite", "--data", tmp_path)
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in tmp_path.iterdir()}
    assert len(modes) == 4 and set(modes.values()) == {"0o600"}, modes


@of_the_file
@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can restore for somebody else")
def test_restored_by_root_it_belongs_to_the_service(tmp_path: Path) -> None:
    def owners() -> set[tuple[int, int]]:
        return {(path.stat().st_uid, path.stat().st_gid) for path in (data, *data.iterdir())}

    data, backup = tmp_path / "data", tmp_path / "backup.sqlite"
    data.mkdir(mode=0o750)
    os.chown(data, 4321, 4322)
    Store(data / FILE).engine.dispose()
    assert owners() == {(4321, 4322)}, "as root starts a service in a folder that is not its own"
    (data / FILE).chmod(0o640)
    command("backup", backup, "--data", data)
    command("restore", backup, "--data", data)
    assert owners() == {(4321, 4322)} and len(list(data.iterdir())) == 3
    assert data.stat().st_mode & 0o777 == 0o750 and (data / FILE).stat().st_mode & 0o777 == 0o640


# ------------------------------------------------------------------ where it is


@of_the_file
def test_the_place_may_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the process list shows no password."""
    monkeypatch.setenv("TABLETOWN_DATA", str(tmp_path))
    with pytest.raises(NoDatabase, match=f"There are no tables in {tmp_path}"):
        command("backup", tmp_path / "backup.sqlite")
    monkeypatch.setenv("TABLETOWN_DATABASE", "mysql://localhost/tables")
    for words in (("backup", "x"), ("restore", "x"), ("check",), ("migrate",), ("serve", "--no-browser"), ()):
        try:
            told = command(*words)
        except NoDatabase as error:
            told = str(error)
        assert "looks like postgresql://" in told or "file x doesn't exist" in told, (words, told)


@of_the_file
@pytest.mark.parametrize("password", ["a b", "p@ss", "a/b", "a:b", "50%", "%41", "a?b#c", "@@", "ü[1]"])
def test_a_password_may_have_any_characters(password: str) -> None:
    escaped = quote(password, safe="")
    plain = [] if password == "%41" else [password]  # which is an escaped A
    for written in (escaped, *plain):
        url = address_of(f"postgresql://town:{written}@db.example:5433/tables?sslmode=require")
        assert (url.username, url.password, url.host, url.port) == ("town", password, "db.example", 5433), written
        assert url.database == "tables" and url.query == {"sslmode": "require"}
        assert address_of(url.render_as_string(hide_password=False)) == url
        assert password not in shown(f"postgresql://town:{written}@db.example/x") or password in "@@"


@of_the_file
def test_an_address_that_is_none_is_said_in_words_without_its_password() -> None:
    for address in ("mysql://a:secret@b/c", "postgresql://a:secret@b:port/c"):
        with pytest.raises(NoDatabase, match=r"^A database address looks like postgresql://") as refused:
            address_of(address)
        assert "secret" not in str(refused.value)


# ------------------------------------------------------------------ deleting


def everything(path: Path) -> str:
    """The whole content of the file, free pages included."""
    connection = sqlite3.connect(path / FILE)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()
    return (path / FILE).read_bytes().decode("latin1")


@of_the_file
def test_of_a_deleted_table_nothing_is_left_but_a_count(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await hub.opening.create(NewTable("connect-four", BOTH, title="Zebrafinch"), ME, "Quetzalcoatl")
        for number in range(7):
            await table.answer(number % 2, f"column:{number % 2 + 1}")
        await chat.say(table, ME, "Xylophones everywhere")
        other = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")]), ME)
        await other.people.sit_down(other.seats[1], Actor("you"), "You")
        branch = await hub.opening.branch(table, ME, 3, None, "here", "")
        assert table.match.over
        with pytest.raises(Refusal, match="Only the person who opened"):
            await hub.delete(table, Actor("you"))
        with pytest.raises(Refusal, match="Others are playing here"):
            await hub.delete(other, ME)
        await hub.delete(branch, ME)
        await hub.delete(table, ME)
        assert await hub.open(table.id) is None
        with hub.store.engine.connect() as connection:
            rows = connection.execute(sa.select(db.counts.c.what, db.counts.c.number).order_by(db.counts.c.what)).all()
        assert rows == [("answers", 10), ("finished", 1), ("given up", 1)]
        await hub.stop()
        left = everything(tmp_path)
        for word in ("Zebrafinch", "Quetzalcoatl", "Xylophones", table.id, branch.id):
            assert word not in left, word

    in_a_loop(go())


def test_finished_tables_are_kept_for_so_many_days(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        old, new, running = await played(hub, 7), await played(hub, 7), await played(hub, 3)
        room = ("some-room", "x", "names", time.time() - 40 * 86400)
        await hub.store.commit([(db.PUT_KEPT, room), (db.ADD_PLAYER, ("gone", "Ghost", time.time() - 40 * 86400))])
        long_ago = time.time() - 31 * 86400
        with hub.store.engine.begin() as connection:
            ids = [old.id, running.id]
            connection.execute(db.tables.update().where(db.tables.c.id.in_(ids)).values(updated=long_ago))
        assert forget(hub.store, time.time() - 30 * 86400) == [old.id]
        hub.tables.clear()
        assert await hub.open(old.id) is None and await hub.open(new.id) and await hub.open(running.id)
        assert hub.store.kept("some-room") == [] and hub.store.player("gone") is None
        await hub.stop()

    in_a_loop(go())


def test_nothing_is_left_of_people_who_have_no_table_any_more(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await played(hub, 7)
        for person, when in (("me", 40), ("visitor", 1), ("new", 0)):
            at = time.time() - when * 86400
            hub.channels.add(person, MAIL, f"{person}@example.org")
            hub.devices.note(player_id(f"cookie of {person}"), person, "Firefox on Linux")
            hub.devices.new_code(person, RECOVERY)
            with hub.store.engine.begin() as connection:
                connection.execute(
                    db.channels.update().where(db.channels.c.person == person).values(created=at - 86400 * 40)
                )
                connection.execute(db.devices.update().where(db.devices.c.person == person).values(seen=at))
                connection.execute(db.codes.update().where(db.codes.c.person == person).values(until=at + db.EVER))
                connection.execute(db.players.update().where(db.players.c.id == person).values(created=at))
                login = {"issuer": "https://login.example", "subject": person, "person": person, "created": at}
                connection.execute(db.logins.insert().values(login))

        def left() -> set[str]:
            columns = (db.channels.c.person, db.devices.c.person, db.codes.c.person, db.logins.c.person)
            with hub.store.engine.connect() as connection:
                return {person for column in columns for person in connection.scalars(sa.select(column))}

        forget(hub.store, time.time() - 30 * 86400)
        assert left() == {"me", "visitor", "new"}, "who has a table stays"
        assert await hub.devices.person("cookie of me") == "me"
        await hub.delete(table, ME)
        await hub.store.commit([(db.PUT_KEPT, (CONFIRMED, "", repr(time.time()), time.time()))])
        hub.settings, hub._forgot = Settings(keep_days=30), float("-inf")
        await hub._forget()
        assert left() == {"visitor", "new"} and hub.store.player("me") is None
        assert await hub.devices.person("cookie of me") == "", "a device that nobody knows"
        await hub.stop()

    in_a_loop(go())


def test_what_people_made_and_what_is_played_outlast_the_days_for_finished_tables(tmp_path: Path) -> None:
    """A draft, a published pack, the files that a running table is played with, a bot and its key."""
    month, digests = (
        time.time() - 31 * 86400,
        {name: f"{n}" * 20 for n, name in enumerate(["table", "pack", "draft", "none"])},
    )
    bots = {"of-me": "me", "of-gone": "gone", "at-a-table": "gone"}

    async def go() -> None:
        hub = hub_at(tmp_path)
        running = await played(hub)
        rows = [("pack-files", digest, "{}", month) for digest in digests.values()]
        rows += [("pack", "p", f'{{"versions":[{{"number":1,"digest":"{digests["pack"]}"}}]}}', month)]
        rows += [("workshop", f"{who}/d", f'{{"digest":"{digests["draft"]}"}}', month) for who in ("me", "gone")]
        rows += [
            ("guest-bot", id, f'{{"id":"{id}","name":"x","owner":"{owner}"}}', month) for id, owner in bots.items()
        ]
        await hub.store.commit([(db.PUT_KEPT, row) for row in rows])
        for id in bots:
            hub.devices.note(f"key of {id}", id, "x")
        with hub.store.engine.begin() as connection:
            connection.execute(db.tables.update().values(rules=f"1+{digests['table']}"))
            connection.execute(db.devices.update().values(seen=month))
            connection.execute(db.holders.insert().values(player="at-a-table", table=running.id, seat=1))
            hosted = {"data": "{}", "version": 0, "created": month}
            for state in ("over", "running"):
                connection.execute(db.tournaments.insert().values(id=state, state=state, **hosted))
        forget(hub.store, time.time() - 30 * 86400)

        def keys(kind: str) -> set[str]:
            with hub.store.engine.connect() as connection:
                return {*connection.scalars(sa.select(db.kept.c.key).where(db.kept.c.kind == kind))}

        assert keys("pack-files") == {digests[name] for name in ("table", "pack", "draft")}
        assert keys("pack") == {"p"} and keys("workshop") == {"me/d"}
        assert keys("guest-bot") == {"of-me", "at-a-table"}
        with hub.store.engine.connect() as connection:
            assert {*connection.scalars(sa.select(db.devices.c.person))} == {"of-me", "at-a-table"}
            assert [*connection.scalars(sa.select(db.tournaments.c.id))] == ["running"]
        await hub.stop()

    in_a_loop(go())


def test_what_is_said_at_a_deleted_table_is_not_kept(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        table = await played(hub, 7)
        await hub.delete(table, ME)
        await chat.say(table, ME, "late words")  # like someone on another server that doesn't know yet
        assert hub.store.chat_of(table.id) == []
        with hub.store.engine.begin() as connection:  # as older versions left it
            connection.execute(db.chat.insert().values(id=1, table=table.id, seat=0, name="Ann", text="x", at=1.0))
        other = await played(hub, 3)
        await chat.say(other, ME, "hello")
        tidy(hub.store, time.time())
        assert hub.store.chat_of(table.id) == [] and [row.text for row in hub.store.chat_of(other.id)] == ["hello"]
        await hub.stop()

    in_a_loop(go())


def test_a_host_deletes_a_table_in_the_browser_or_by_the_api(ann: Person, bo: Person) -> None:
    table = ann.opens("connect-four", "me", "here")
    assert bo.post(f"{table}/delete").status_code == 403
    assert ann.post(f"{table}/delete").status_code == 303 and ann.http.get(table).status_code == 404
    other = ann.opens("connect-four", "me", "here").replace("/t/", "/api/tables/")
    assert bo.http.delete(other).status_code == 403
    assert ann.http.delete(other).status_code == 204 and ann.http.get(other).status_code == 404


# ------------------------------------------------------------------ long lists


@of_the_file
def test_ten_thousand_finished_matches_do_not_slow_the_home_page(tmp_path: Path) -> None:
    hub = hub_at(tmp_path)
    now, many = time.time(), 10_000
    with hub.store.engine.begin() as connection:
        row = {"game": "connect-four", "rules": "1", "options": "{}", "seed": "1", "by_hand": "[]", "watch": "link"}
        row |= {"days": 0, "creator": "me", "rematch": "", "number": 7, "answers": 7, "asked": "[]", "over": True}
        tables: list[dict[str, Any]] = [
            {**row, "id": f"t{n:011}", "title": f"Match {n}", "created": now - n, "updated": now - n, "head": n}
            for n in range(many)
        ]
        connection.execute(db.tables.insert(), tables)
        ids = [table["id"] for table in tables]
        holders = [{"player": "me", "table": id, "seat": 0, "ended": now - n} for n, id in enumerate(ids)]
        connection.execute(db.holders.insert(), holders)
        seat = {"kind": "person", "player": "Ann", "bot": "", "stand_in": False}
        connection.execute(db.seats.insert(), [{**seat, "table": id, "seat": 0} for id in ids])
        ended = {"winners": "[0]", "scores": "[3.0]", "reason": "Four in a row.", "at": now}
        connection.execute(db.results.insert(), [{**ended, "table": id} for id in ids])
        alone = {"player": "me", "game": "connect-four", "won": True, "reason": "x", "at": now}
        connection.execute(db.alone.insert(), [{**alone, "table": id, "score": n} for n, id in enumerate(ids)])

    def home(page: int = 0) -> list[str]:
        shown = table_cards(hub, hub.store.tables_of("me", over=True, limit=12, page=page), "me")
        table_cards(hub, hub.store.tables_of("me", over=False), "me")
        table_cards(hub, hub.store.open_tables(), "me")
        best = best_alone(hub, "me")["connect-four"]
        assert best.played == many and best.top[0].score == many - 1 and len(best.top) == 5
        return [card.title for card in shown]

    assert home() == [f"Match {n}" for n in range(12)] and home(700)[0] == "Match 8400"
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    with hub.store.engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(count, 1000)  # called after this many steps of SQLite's virtual machine
    home()
    # formerly 3,400; a full scan of all matches takes at least 70 each
    assert 0 < steps < 400, f"{steps} thousand steps"
    hub.store.engine.dispose()


@of_the_file
def test_a_table_that_was_quarantined_is_not_opened_by_the_next_server(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        id = (await played(hub)).id
        await hub.stop()
        with sqlite3.connect(tmp_path / FILE) as file:
            file.execute("UPDATE tables SET broken = 'Its journal has a gap.'")
        again = hub_at(tmp_path)
        with pytest.raises(TableBroken, match=r"Its journal has a gap\."):
            await again.open(id)
        await again.stop()

    in_a_loop(go())


@of_the_file
def test_what_is_committed_is_on_the_disk(tmp_path: Path) -> None:
    with writing(Store(tmp_path / FILE).engine) as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL: before a commit ends
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
