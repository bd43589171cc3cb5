"""Tables and saves of other rules: played again under the present ones, moved over where both agree."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.kernel import CHANCE, Answer, Game, Line, Match, load, save
from tabletown.kernel.errors import DamagedSave, TabletownError
from tabletown.kernel.questions import Chance
from tabletown.kernel.save import Saved, plain, read
from tabletown.kernel.snapshot import snapshot
from tabletown.web import schema as db
from tabletown.web.catalog import Catalog
from tabletown.web.database import writing
from tabletown.web.records import seams_of
from tabletown.web.reviving import chairs_of, seat_names
from tabletown.web.store import Entry, Loaded, Store, fold, unpack_lines

WORDS = 120  # characters of a line that are quoted


class Past(NamedTuple):
    """A match as it was played: what is compared with the same match under the present rules."""

    names: list[str]
    options: dict[str, str]
    seed: int
    by_hand: list[str]
    log: Sequence[Answer]
    seam: int  # how many answers led to the state that was stored
    state: Any  # as JSON gives it; None where there is none
    said: Sequence[list[Line]] = ()  # the log in words, by answer
    asked: list[int] | None = None  # who had to choose at the end


class Verdict(NamedTuple):
    name: str  # of the table or file
    words: str  # "" where it goes on under the present rules; else the first answer that differs
    moved: bool = False


def compare(game: Game, past: Past) -> tuple[Match | None, str]:
    """The match under the present rules, and "" or in words what is different first."""
    log = past.log

    def logged(question: Chance, number: int) -> str:
        seat, option = log[number] if number < len(log) else (CHANCE, "")
        if seat != CHANCE or option not in question.options:
            raise DamagedSave(f"then {option or 'nothing'} came up; now it is {question.kind}, which cannot give that.")
        return option

    try:
        match = Match(game, past.names, past.options, past.seed, past.by_hand, luck=logged)
    except TabletownError as error:
        return None, f"It cannot even begin: {error}"
    while (number := match.number) < len(log):
        seat, option = log[number]
        try:
            match.choose(seat, option)
        except TabletownError as error:
            return None, f"{_place(past, number)}: {error}"
    match.luck = None
    if (where := _other_state(game, match, past)) or (past.asked is not None and _asked(match) != past.asked):
        return None, _first_words(match, past) or f"After {_place(past, len(log) - 1)}: {where or 'others are asked'}."
    return match, ""


def _place(past: Past, number: int) -> str:
    if number < 0:
        return "the start"
    seat, option = past.log[number]
    who = past.names[seat] if seat >= 0 else "luck"
    return f"answer {number + 1} ({who}: {option})"


def _asked(match: Match) -> list[int]:
    return sorted(decision.seat for decision in match.decisions)


def _other_state(game: Game, match: Match, past: Past) -> str:
    """Where the state that was stored differs from the one that is reached now."""
    if past.state is None:
        return ""
    ours = plain(match.at(past.seam).seam.state)
    try:  # read as a state, so that a field which came later has its default
        theirs = plain(msgspec.convert(past.state, game.rules.state))
    except msgspec.ValidationError as error:
        return f"the state that was stored is not one of the present rules ({error})"
    return _difference(ours, theirs) if ours != theirs else ""


def _difference(ours: Any, theirs: Any, path: str = "the state") -> str:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        key = next(key for key in sorted(ours.keys() | theirs.keys()) if ours.get(key) != theirs.get(key))
        return _difference(ours.get(key), theirs.get(key), f"{path}.{key}")
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        place = next(n for n, (one, other) in enumerate(zip(ours, theirs)) if one != other)
        return _difference(ours[place], theirs[place], f"{path}[{place}]")
    return f"{path} was {str(theirs)[:WORDS]} and is now {str(ours)[:WORDS]}"


def _first_words(match: Match, past: Past) -> str:
    """The first answer after which the log says something else than it did."""
    now: dict[int, list[str]] = {}
    for line in match.lines:
        now.setdefault(max(0, line.number - 1), []).append(line.text.render(past.names))
    for number, lines in enumerate(past.said):
        then = [line.text.render(past.names) for line in lines]
        told = now.get(number, [])
        if then and then != told:
            was, is_now = next(((a, b) for a, b in zip([*then, ""], [*told, ""]) if a != b), (then[-1], ""))
            return f"{_place(past, number)}: then “{was[:WORDS]}”, now “{is_now[:WORDS] or 'nothing'}”."
    return ""


# ------------------------------------------------------------------ tables


def stored_state(loaded: Loaded) -> Any:
    """The state at the latest seam, as JSON gives it."""
    if loaded.shot is None:
        return None
    try:
        kept = msgspec.json.decode(loaded.shot[1])
    except msgspec.DecodeError:
        return None
    return kept[1] if isinstance(kept, list) else kept  # the first release kept nothing but the state


def past_of(game: Game, loaded: Loaded, entries: list[Entry]) -> Past:
    row = loaded.table
    said: list[list[Line]] = []
    for entry in entries:
        if entry.seat == db.UNDO:
            del said[int(entry.option) :]
        else:
            said.append(unpack_lines(entry.lines) if entry.lines else [])
    return Past(
        seat_names(game, chairs_of(loaded)),
        msgspec.json.decode(row.options),
        int(row.seed),
        msgspec.json.decode(row.by_hand),
        fold(entries)[0],
        loaded.shot[0] if loaded.shot is not None else 0,
        stored_state(loaded),
        said,
        sorted(msgspec.json.decode(row.asked)),
    )


def migrate(store: Store, catalog: Catalog, dry: bool = False) -> Iterator[Verdict]:
    """Every running table of other rules, under the present ones; finished ones without a record get one."""
    t = db.tables.c
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(t.id, t.game, t.rules, t.over, t.title).order_by(t.created)).all()
        recorded = set(connection.scalars(sa.select(db.records.c.table)))
    for row in rows:
        game = catalog.games.get(row.game)
        if game is None:
            yield Verdict(f"table {row.id}", f"Its game {row.game} is not installed.")
        elif row.over and row.rules == game.about.version and row.id not in recorded and not dry:
            _record(store, game, row.id)
        elif not row.over and row.rules != game.about.version:
            loaded = store.load(row.id)
            if loaded is None or loaded.gap is not None:
                yield Verdict(f"table {row.id}", "Its journal has a gap, see `tabletown check`.")
                continue
            match, words = compare(game, past_of(game, loaded, store.entries(row.id)))
            moved = match is not None and not dry and _move_over(store, game, loaded, match)
            yield Verdict(f"table {row.id} ({row.title}, rules {row.rules})", words, moved)


def _move_over(store: Store, game: Game, loaded: Loaded, match: Match) -> bool:
    """From now on it is a table of the present rules; unless somebody has gone on with it meanwhile."""
    row, shot = loaded.table, snapshot(match)
    with writing(store.engine) as connection, connection.begin():
        here = sa.and_(db.tables.c.id == row.id, db.tables.c.head == row.head)
        new = {"rules": game.about.version, "head": secrets.randbits(62)}
        if connection.execute(db.tables.update().where(here).values(**new)).rowcount != 1:
            return False
        db.PUT_SNAPSHOT.run(connection, [(row.id, shot.number, shot.state)])
    return True


def _record(store: Store, game: Game, id: str) -> None:
    loaded = store.load(id)
    if loaded is None or loaded.gap is not None:
        return
    past = past_of(game, loaded, loaded.entries)
    try:
        match = Match.of_log(game, past.names, past.options, past.seed, past.by_hand, past.log)
    except TabletownError:
        return
    with writing(store.engine) as connection, connection.begin():
        db.PUT_RECORD.run(connection, [(id, seams_of(match))])


# ------------------------------------------------------------------ saved matches


def past_of_save(saved: Saved) -> Past:
    return Past(
        saved.seats,
        saved.options,
        saved.seed,
        saved.by_hand,
        [Answer(*entry) for entry in saved.log],
        saved.seam.number,
        saved.seam.state,
    )


def migrate_file(path: Path, catalog: Catalog, dry: bool = False) -> Verdict:
    """A saved match of other rules; where both agree the file is written anew, and the old one kept beside it."""
    text = path.read_text(encoding="utf-8")
    saved = read(text)
    game = catalog.find(saved.game)
    if saved.rules == game.about.version:
        load(text, catalog.find)  # says what is wrong with it
        return Verdict(str(path), "")
    match, words = compare(game, past_of_save(saved))
    if match is None or dry:
        return Verdict(f"{path} (rules {saved.rules})", words)
    match.dealt_from, match.foreseen = saved.dealt_from, saved.foreseen
    path.with_name(path.name + f".rules-{saved.rules}").write_text(text, encoding="utf-8")
    path.write_text(save(match), encoding="utf-8")
    return Verdict(str(path), "", True)
