"""Maintenance of the database: backup, restore, deletion, check and repair. Used by the commands and the server."""

from __future__ import annotations

import logging
import re
import secrets
import shutil
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.editions import edition_of
from tabletown.kernel import Match
from tabletown.kernel.errors import DamagedSave, TabletownError
from tabletown.kernel.game import Game
from tabletown.packs import pack_in
from tabletown.saves.replay import RecordedMatch, replayed
from tabletown.saves.snapshot import Snapshot, rewritten, snapshot
from tabletown.web.catalog import Catalog
from tabletown.web.settings import FILE
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import NoDatabase, connect, copy_file, keep_owner, writing
from tabletown.web.storage.lock import nobody_has
from tabletown.web.storage.packs import DRAFT, FILES
from tabletown.web.storage.restore_table import seat_names, seats_of_table
from tabletown.web.storage.store import JournalEntry, LoadedTable, Store, answers_of
from tabletown.web.storage.upgrade import LATEST, newer, shown, version

DAY, YEAR = 86400.0, 365 * 86400.0  # seconds
STOPPED = 15  # seconds after which a server that was not heard of has stopped
CUT = "cut"  # kept: what stood behind the gap of a repaired journal
CONFIRMED = "confirmed"  # kept: a time that the clock has gone on from for a day; `at`: one that waits for it

log = logging.getLogger("tabletown.web")


# ------------------------------------------------------------------ backup and restore


def back_up(where: Path | str, target: Path) -> None:
    """Back everything up to one SQLite file, even while servers run."""
    if isinstance(where, Path):
        if not where.exists():
            raise NoDatabase(f"There are no tables in {where}.")
        copy_file(where, target)
    else:
        engine = connect(where)
        dump(engine, target)
        engine.dispose()


@contextmanager
def on_a_copy(where: Path | str) -> Iterator[Store]:
    """The data for reading: a copy is upgraded if necessary, and the original isn't changed."""
    with TemporaryDirectory(prefix="tabletown-") as folder:
        copy = Path(folder) / FILE
        if isinstance(where, Path) and where.exists():
            with nobody_has(where.parent) as free:
                if free:  # SQLite would leave files beside it, so only the copy is opened
                    for tail in ("", "-wal"):
                        if (part := where.with_name(where.name + tail)).exists():
                            shutil.copyfile(part, copy.with_name(copy.name + tail))
                else:
                    copy_file(where, copy)
        else:
            back_up(where, copy)
        try:
            store = Store(copy, scratch=True)
        except NoDatabase as error:
            raise NoDatabase(str(error).replace(str(copy), shown(where))) from None
        try:
            yield store
        finally:
            store.engine.dispose()


def dump(engine: sa.Engine, target: Path) -> None:
    """Copy all rows of a database of any version to a SQLite file."""
    source = sa.MetaData()
    partial = target.with_name(target.name + ".part")
    partial.unlink(missing_ok=True)
    with engine.connect() as old:
        source.reflect(old)
        new = connect(partial)
        for table in source.tables.values():
            table.indexes.clear()
            for column in table.columns:
                column.type = column.type.as_generic()
                column.server_default = None
        source.create_all(new)
        with writing(new) as connection, connection.begin():
            _copy_rows(old, connection, source)
        new.dispose()
    partial.replace(target)


def _copy_rows(old: sa.Connection, new: sa.Connection, described: sa.MetaData) -> None:
    for table in described.sorted_tables:
        for rows in old.execute(sa.select(table)).mappings().partitions(500):
            new.execute(table.insert(), [dict(row) for row in rows])


def check_backup(backup: Path) -> str:
    """The database version of a backup; raises NoDatabase if the file is none, damaged, or too new."""
    if not backup.is_file():
        raise NoDatabase(f"The file {backup} doesn't exist.")
    engine = connect(backup)
    try:
        with engine.connect() as connection:
            found = version(connection)
            if found is None:
                raise NoDatabase(f"{backup} is a database, but not Tabletown's.")
            if found > LATEST:
                raise NoDatabase(newer(found))
            damage = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
            if damage != "ok":
                raise NoDatabase(f"{backup} is damaged: {damage}")
    except sa.exc.DatabaseError as error:
        raise NoDatabase(f"{backup} isn't a database, or it's damaged: {error.orig}.") from None
    finally:
        engine.dispose()
    return found


def restore(backup: Path, where: Path | str, replace: bool = False) -> str:
    """Replace the data with a backup and keep the old data beside it; returns where, or ""."""
    check_backup(backup)
    if isinstance(where, Path):
        kept = ""
        if where.exists():
            aside = where.with_name(f"{where.stem}-before-restore-{time.strftime('%Y%m%d-%H%M%S')}{where.suffix}")
            copy_file(where, aside)
            kept = str(aside)
        fresh = where.with_name(where.name + ".restored")
        copy_file(backup, fresh)
        if where.exists():
            fresh.chmod(stat.S_IMODE(where.stat().st_mode))
            keep_owner(fresh, where)
        for tail in ("-wal", "-shm"):
            where.with_name(where.name + tail).unlink(missing_ok=True)
        fresh.replace(where)
        Store(where).engine.dispose()  # upgrade it if it is older
        return kept
    return _restore_into(backup, where, replace)


def _restore_into(backup: Path, where: str, replace: bool) -> str:
    """Copy a SQLite file's rows to a PostgreSQL database, all or none: also the way from one machine to several."""
    work = backup.with_name(backup.name + ".work")
    copy_file(backup, work)
    source, target = Store(work, scratch=True), Store(where)
    try:
        now = target.now()
        with target.engine.connect() as connection:
            there = connection.scalar(sa.select(sa.func.count()).select_from(db.tables))
            heard = db.processes.c.seen > now - STOPPED
            servers = connection.scalar(sa.select(sa.func.count()).select_from(db.processes).where(heard))
        if there and not replace:
            raise NoDatabase(f"The database has {there} tables already. To replace them, use --replace.")
        if servers:
            running = "A running server uses" if servers == 1 else f"{servers} running servers use"
            first = f"Stop all servers first (after a crash, wait {STOPPED} seconds)."
            raise NoDatabase(f"{running} this database, so nothing was changed. {first}")
        kept = ""
        if there:
            aside = backup.with_name(f"{backup.stem}-before-restore-{time.strftime('%Y%m%d-%H%M%S')}.sqlite")
            dump(target.engine, aside)
            kept = str(aside)
        with source.engine.connect() as old, writing(target.engine) as connection, connection.begin():
            for table in db.metadata.sorted_tables:
                connection.execute(table.delete())
            _copy_rows(old, connection, db.metadata)
            connection.execute(db.processes.delete())  # the servers of that time aren't running now
    finally:
        for store in (source, target):
            store.engine.dispose()
        for tail in ("", "-wal", "-shm"):
            work.with_name(work.name + tail).unlink(missing_ok=True)
    return kept


# ------------------------------------------------------------------ deleting


def delete(store: Store, ids: Sequence[str]) -> int:
    """Delete these tables for good; returns their number. Anonymous counts stay, and reports that the host of the
    server hasn't answered: whoever opened a table can't silence them."""
    if not ids:
        return 0
    with writing(store.engine) as connection:
        if store.engine.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA secure_delete = ON")  # erase even free pages of the file
            connection.rollback()
        with connection.begin():
            t = db.tables
            rows = connection.execute(
                sa.select(t.c.id, t.c.game, t.c.created, t.c.over, t.c.answers).where(t.c.id.in_(ids))
            )
            found = rows.all()
            for row in found:
                month = time.strftime("%Y-%m", time.gmtime(row.created))
                _count(connection, row.game, month, "finished" if row.over else "given up", 1)
                _count(connection, row.game, month, "answers", row.answers)
            reported = db.reports.c
            unanswered = sa.and_(reported.table.in_(ids), reported.state == "open")
            connection.execute(db.reports.update().where(unanswered).values(table=""))
            for table in db.metadata.tables.values():
                if "table" in table.c:
                    connection.execute(table.delete().where(table.c.table.in_(ids)))
            connection.execute(t.update().where(t.c.rematch.in_(ids)).values(rematch=""))
            connection.execute(t.delete().where(t.c.id.in_(ids)))
            kept = db.kept.c
            for id in ids:
                of_it = [sa.and_(kept.kind.in_(["notes", db.BRANCHED, CUT]), kept.key == id)]
                of_it.append(sa.and_(kept.kind == "report", kept.key.startswith(f"{id}/", autoescape=True)))
                of_it.append(sa.and_(kept.kind == db.BRANCH, kept.key.startswith(f"{id}/", autoescape=True)))
                of_it.append(sa.and_(kept.kind == db.BRANCH, kept.key.endswith(f"/{id}", autoescape=True)))
                of_it.append(sa.and_(kept.kind == db.BRANCHED, kept.data.startswith(f"{id}/", autoescape=True)))
                connection.execute(db.kept.delete().where(sa.or_(*of_it)))
        if store.engine.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA secure_delete = OFF")
    return len(found)


def _count(connection: sa.Connection, game: str, month: str, what: str, more: int) -> None:
    c = db.counts.c
    there = sa.and_(c.game == game, c.month == month, c.what == what)
    changed = connection.execute(db.counts.update().where(there).values(number=c.number + more))
    if not changed.rowcount:
        connection.execute(db.counts.insert().values(game=game, month=month, what=what, number=more))


def confirm_time(store: Store, now: float) -> float:
    """The time before which expired data may be deleted for good. Call it at the start and every hour.

    The clock may be wrong, which looks just like a server that was off for a month. So a time counts only once the
    clock has advanced a day since it was recorded; if the clock is set back meanwhile, it never counts.
    """
    k = db.kept
    mine = sa.and_(k.c.kind == CONFIRMED, k.c.key == "")
    with writing(store.engine) as connection, connection.begin():
        db.ADD_KEPT_ONCE.run(connection, [(CONFIRMED, "", "0", now)])
        row = connection.execute(sa.select(k.c.data, k.c.at).where(mine).with_for_update()).one()
        confirmed, noted = min(float(row.data), now), min(row.at, now)
        if now - noted >= DAY:
            if now - noted > 7 * DAY:
                log.warning(
                    "by this clock no server ran here for %d days. If it is wrong, set it right within a day: "
                    "then everything that seems too old is deleted",
                    (now - noted) / DAY,
                )
            confirmed, noted = noted, now
        connection.execute(k.update().where(mine).values(data=repr(confirmed), at=noted))
    return confirmed


def tidy(store: Store, now: float) -> None:
    """Delete expired codes, old notifications, and chats without a table."""
    told, chat = db.outbox.c, db.chat
    with writing(store.engine) as connection, connection.begin():
        connection.execute(db.codes.delete().where(db.codes.c.until < now))
        linked = sa.and_(db.kept.c.kind == db.LINK, db.kept.c.at < now - DAY)
        connection.execute(db.kept.delete().where(linked))
        connection.execute(db.outbox.delete().where(told.state == "done", told.at < now - 60 * 86400))
        connection.execute(chat.delete().where(chat.c.table.not_in(sa.select(db.tables.c.id))))
        connection.execute(db.ceremonies.delete().where(db.ceremonies.c.until < now))
        for table, at in ((db.audit, db.audit.c.at), (db.reports, db.reports.c.at), (db.bans, db.bans.c.until)):
            connection.execute(table.delete().where(at < now - YEAR))
        connection.execute(db.notices.delete().where(db.notices.c.at < now - 90 * DAY))


def forget(store: Store, before: float) -> list[str]:
    """Delete tables, classes and tournaments that ended before this time, and people who have no table left.

    People who have visited *Your tables* since are kept, even without a table, and so are those with a name of their
    own. What people made stays with them; the files of a content pack stay as long as anything is played with them.
    """
    with store.engine.connect() as connection:
        t = db.tables.c
        ids = list(connection.scalars(sa.select(t.id).where(t.over, t.updated < before)))
    for start in range(0, len(ids), 100):
        delete(store, ids[start : start + 100])
    with writing(store.engine) as connection, connection.begin():
        kept, own = db.kept.c, ("notes", db.BRANCH, db.BRANCHED, CUT, CONFIRMED, "alive", "secret", *db.LASTING)
        stay = (*own, DRAFT, FILES, db.GUEST_BOT)
        connection.execute(db.kept.delete().where(kept.kind.not_in(stay), kept.at < before))
        devices = db.devices.c
        staying = [
            sa.select(db.holders.c.player),
            sa.select(db.tables.c.creator),
            sa.select(db.accounts.c.person),
            sa.select(devices.person).where(devices.seen >= before, devices.ended.is_(None)),
        ]
        _forget_what_they_made(connection, sa.union(*staying), before)
        # the bots that are left stay with their keys
        everybody = sa.union(*staying, sa.select(kept.key).where(kept.kind == db.GUEST_BOT))
        for table, person, since in (
            (db.players, db.players.c.id, db.players.c.created),
            (db.devices, devices.person, devices.seen),
            (db.channels, db.channels.c.person, db.channels.c.created),
            (db.codes, db.codes.c.person, db.codes.c.until - db.EVER),
            (db.logins, db.logins.c.person, db.logins.c.created),
        ):
            connection.execute(table.delete().where(since < before, person.not_in(everybody)))
        connection.execute(db.outbox.delete().where(db.outbox.c.channel.not_in(sa.select(db.channels.c.id))))
        tournaments = db.tournaments.c
        connection.execute(db.tournaments.delete().where(tournaments.state == "over", tournaments.created < before))
    return ids


def _forget_what_they_made(connection: sa.Connection, staying: sa.CompoundSelect[Any], before: float) -> None:
    """Delete old drafts and guest bots of people who aren't kept, and pack files that nothing is played with."""
    k, t = db.kept, db.tables.c
    people = staying.subquery().c[0]

    def stays(*people_of_it: str) -> bool:
        return connection.scalar(sa.select(people).where(people.in_(people_of_it)).limit(1)) is not None

    for row in connection.execute(sa.select(k).where(k.c.kind.in_((DRAFT, db.GUEST_BOT)), k.c.at < before)).all():
        owner = row.key.partition("/")[0] if row.kind == DRAFT else msgspec.json.decode(row.data)["owner"]
        if not stays(owner, row.key):
            connection.execute(k.delete().where(k.c.kind == row.kind, k.c.key == row.key))
    needed = {
        pack_in(rules) for rules in connection.scalars(sa.select(t.rules).where(t.rules.contains("+")).distinct())
    }
    for data in connection.scalars(sa.select(k.c.data).where(k.c.kind.in_((DRAFT, db.PACK)))):
        needed.update(re.findall(r'"digest":"(\w+)"', data))
    for digest in connection.scalars(sa.select(k.c.key).where(k.c.kind == FILES, k.c.at < before)).all():
        if digest not in needed:
            connection.execute(k.delete().where(k.c.kind == FILES, k.c.key == digest))


# ------------------------------------------------------------------ check and repair


class Fault(NamedTuple):
    table: str  # "" for the database as a whole
    words: str
    mended: bool = False


def check(store: Store, catalog: Catalog, repair: bool = False) -> Iterator[Fault]:
    """Find errors in the database, table by table, by replaying every journal."""
    if store.engine.dialect.name == "sqlite":
        with store.engine.connect() as connection:
            for (damage,) in connection.exec_driver_sql("PRAGMA integrity_check(20)").all():
                if damage != "ok":
                    yield Fault("", f"The file is damaged ({damage}). Restore the latest intact backup.")
    with store.engine.connect() as connection:
        ids = list(connection.scalars(sa.select(db.tables.c.id).order_by(db.tables.c.created)))
    for id in ids:
        try:
            loaded = store.load(id)
        except sa.exc.DatabaseError as error:
            yield Fault(id, f"It can't be read: {error.orig}.")
            continue
        if loaded is not None:
            yield from _check_table(store, catalog, loaded, repair)


def _check_table(store: Store, catalog: Catalog, loaded: LoadedTable, repair: bool) -> Iterator[Fault]:
    row = loaded.table
    installed = catalog.games.get(row.game)
    if installed is None:
        yield Fault(row.id, f"Its game {row.game} isn't installed.")
        return
    game = edition_of(installed, row.rules)
    if game is None:
        yield Fault(row.id, f"It is of version {row.rules} of the rules, see `tabletown migrate`.")
        return
    faults: list[str] = []
    entries = loaded.entries
    if loaded.gap is not None:
        entries = entries[: loaded.gap]
        lost = len(loaded.entries) - loaded.gap
        faults.append(
            f"Its journal has a gap at entry {loaded.gap}; {lost} entries come after it."
            if lost
            else f"Its journal ends with {loaded.gap} entries, but {row.number} were counted."
        )
    elif row.broken:
        faults.append(f"It was set aside: {row.broken}")
    names = seat_names(game, seats_of_table(loaded))
    answers = answers_of(entries)
    by_hand = tuple(msgspec.json.decode(row.by_hand))
    past = RecordedMatch(row.game, names, msgspec.json.decode(row.options), int(row.seed), by_hand, answers)
    try:
        match = replayed(game, past)
    except TabletownError as error:
        yield Fault(row.id, " ".join([*faults, f"Its journal can't be replayed: {error}"]))
        return
    shot = snapshot(match)
    if match.number != len(answers):
        yield Fault(row.id, f"Its journal has {len(answers)} answers, but they lead to {match.number}.")
        return
    if not faults and answers and not _same(game, loaded.shot, shot):
        faults.append("Its snapshot doesn't match its journal.")
    if not faults and (row.answers, row.over) != (match.number, match.over):
        faults.append("Its row doesn't match its journal.")
    if faults and repair:
        _mend(store, loaded, entries, match)
    if faults:
        yield Fault(row.id, " ".join(faults), repair)


def _same(game: Game, stored: tuple[int, bytes] | None, shot: Snapshot) -> bool:
    if stored is None:
        return False
    if stored[1].startswith(b"{"):  # of a version that didn't count draws: its journal is replayed anyway
        return True
    try:
        return rewritten(game, Snapshot(*stored)).state == shot.state
    except DamagedSave:
        return False


def _mend(store: Store, loaded: LoadedTable, entries: list[JournalEntry], match: Match) -> None:
    """Repair a journal: keep the entries up to the gap, and set those behind it aside."""
    id, now = loaded.table.id, store.now()
    with writing(store.engine) as connection, connection.begin():
        j = db.journal
        behind = connection.execute(
            sa.select(j.c.number, j.c.seat, j.c.option).where(j.c.table == id, j.c.number >= len(entries))
        ).all()
        if behind:
            data = msgspec.json.encode([tuple(row) for row in behind]).decode()
            db.PUT_KEPT.run(connection, [(CUT, id, data, now)])
            connection.execute(j.delete().where(j.c.table == id, j.c.number >= len(entries)))
        shot = snapshot(match)
        db.PUT_SNAPSHOT.run(connection, [(id, shot.number, shot.state)])
        asked = msgspec.json.encode([decision.seat for decision in match.decisions]).decode()
        standing = {"number": len(entries), "answers": match.number, "asked": asked, "over": match.over}
        head = secrets.randbits(62)
        connection.execute(db.tables.update().where(db.tables.c.id == id).values(head=head, broken="", **standing))
