"""Move tables and saves from other rules to the current ones, by replaying them and checking that both agree."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.editions import edition_of, with_cards_of
from tabletown.kernel import Game, Match, load, save
from tabletown.kernel.errors import TabletownError
from tabletown.saves.lines import unpack_lines
from tabletown.saves.replay import RecordedMatch, compare, replayed
from tabletown.saves.save import Saved, read
from tabletown.saves.snapshot import snapshot
from tabletown.web.catalog import Catalog
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.storage.records import checkpoints_of
from tabletown.web.storage.restore_table import seat_names, seats_of_table
from tabletown.web.storage.store import JournalEntry, LoadedTable, Store, answers_of, standing


class Verdict(NamedTuple):
    name: str  # of the table or file
    words: str  # "" if it continues under the current rules; otherwise the first difference
    moved: bool = False


# ------------------------------------------------------------------ tables


def stored_state(loaded: LoadedTable) -> Any:
    """The state at the latest checkpoint, as JSON data."""
    if loaded.shot is None:
        return None
    try:
        kept = msgspec.json.decode(loaded.shot[1])
    except msgspec.DecodeError:
        return None
    return kept[1] if isinstance(kept, list) else kept  # the first release stored only the state


def record_of_table(game: Game, loaded: LoadedTable, entries: list[JournalEntry]) -> RecordedMatch:
    row = loaded.table
    said = [unpack_lines(game, entry.lines) if entry.lines else [] for entry in standing(entries)]
    return RecordedMatch(
        row.game,
        seat_names(game, seats_of_table(loaded)),
        msgspec.json.decode(row.options),
        int(row.seed),
        msgspec.json.decode(row.by_hand),
        answers_of(entries),
        loaded.shot[0] if loaded.shot is not None else 0,
        stored_state(loaded),
        said,
        sorted(msgspec.json.decode(row.asked)),
    )


def migrate(store: Store, catalog: Catalog, dry: bool = False) -> Iterator[Verdict]:
    """Move every running table to the current rules; finished ones without a record get one."""
    t = db.tables.c
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(t.id, t.game, t.rules, t.over, t.title).order_by(t.created)).all()
        recorded = set(connection.scalars(sa.select(db.records.c.table)))
    for row in rows:
        game = catalog.games.get(row.game)
        if game is None:
            yield Verdict(f"table {row.id}", f"Its game {row.game} isn't installed.")
            continue
        then = edition_of(game, row.rules)
        if then is not None and row.over and row.id not in recorded and not dry:
            _record(store, then, row.id)
        elif then is None and not row.over:
            loaded = store.load(row.id)
            if loaded is None or loaded.gap is not None:
                yield Verdict(f"table {row.id}", "Its journal has a gap, see `tabletown check`.")
                continue
            match, words = compare(with_cards_of(game, row.rules), record_of_table(game, loaded, store.entries(row.id)))
            moved = match is not None and not dry and _move_over(store, loaded, match)
            yield Verdict(f"table {row.id} ({row.title}, rules {row.rules})", words, moved)


def _move_over(store: Store, loaded: LoadedTable, match: Match) -> bool:
    """Switch the table to the current rules, unless someone has moved meanwhile."""
    row, shot = loaded.table, snapshot(match)
    with writing(store.engine) as connection, connection.begin():
        here = sa.and_(db.tables.c.id == row.id, db.tables.c.head == row.head)
        new = {"rules": match.game.about.version, "head": secrets.randbits(62)}
        if connection.execute(db.tables.update().where(here).values(**new)).rowcount != 1:
            return False
        db.PUT_SNAPSHOT.run(connection, [(row.id, shot.number, shot.state)])
    return True


def _record(store: Store, game: Game, id: str) -> None:
    loaded = store.load(id)
    if loaded is None or loaded.gap is not None:
        return
    past = record_of_table(game, loaded, loaded.entries)
    try:
        match = replayed(game, past)
    except TabletownError:
        return
    with writing(store.engine) as connection, connection.begin():
        db.PUT_RECORD.run(connection, [(id, checkpoints_of(match))])


# ------------------------------------------------------------------ saved matches


def record_of_save(saved: Saved) -> RecordedMatch:
    return RecordedMatch(
        saved.game,
        saved.seats,
        saved.options,
        saved.seed,
        saved.by_hand,
        saved.log,
        saved.checkpoint.number,
        saved.checkpoint.state,
    )


def migrate_file(path: Path, catalog: Catalog, dry: bool = False) -> Verdict:
    """Move a save file to the current rules: if they agree, the file is rewritten and the old one kept beside it."""
    text = path.read_text(encoding="utf-8")
    saved = read(text)
    game = catalog.find(saved.game)
    if edition_of(game, saved.rules) is not None:
        load(text, catalog.find)  # raises if something is wrong
        return Verdict(str(path), "")
    match, words = compare(with_cards_of(game, saved.rules), record_of_save(saved))
    if match is None or dry:
        return Verdict(f"{path} (rules {saved.rules})", words)
    match.dealt_from, match.undos_after_reveal = saved.dealt_from, saved.undos_after_reveal
    path.with_name(path.name + f".rules-{saved.rules}").write_text(text, encoding="utf-8")
    path.write_text(save(match), encoding="utf-8")
    return Verdict(str(path), "", True)
