"""A study's results: a folder with a journal for resuming and Parquet files for reading.

study.json        the study and the rules; another study is refused in the same folder
matches.jsonl     one line per match, written as soon as it is played
matches.parquet   the same as a table, written when the run ends or stops
decisions.parquet one row per decision, if the study asks for them
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import IO, Any

import msgspec

from tabletown.extras import how_to_add
from tabletown.kernel.errors import BadOption
from tabletown.lab.matches.play import MatchRow
from tabletown.lab.studies.study import Study
from tabletown.registry import game

FORMAT = 1


class BadResults(BadOption):
    """A folder of results that is damaged or belongs to another study; the message names the file and line."""


class StudyHeader(msgspec.Struct):
    """The study that a folder of results belongs to."""

    format: int
    study: Study
    rules: str


def needs_polars() -> ModuleType:
    try:
        import polars
    except ImportError:
        raise BadOption(f"Studies keep their results with polars; install it: {how_to_add('lab')}") from None
    return polars


class Results:
    """A study's folder. Nothing in it is overwritten: a second run continues where the first one stopped."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder, self.study = folder, study
        self.rules = game(study.game).about.version
        whole = game(study.game).options
        self._options = {arm.name: json.dumps(whole(arm.options)) for arm in study.arms()}
        self._journal: IO[bytes] | None = None

    @property
    def journal(self) -> Path:
        return self.folder / "matches.jsonl"

    def open(self) -> list[MatchRow]:
        """Read the earlier matches and open the journal for appending."""
        self.folder.mkdir(parents=True, exist_ok=True)
        asking, head = StudyHeader(FORMAT, self.study, self.rules), self.folder / "study.json"
        if head.exists():
            _same(head, asking)
            _write(head, _formatted(asking))
        elif any(self.folder.iterdir()):
            raise BadResults(f"{self.folder} isn't empty and holds no study. Give another folder with --out.")
        else:
            _write(head, _formatted(asking))
        journal = self.journal.open("ab")
        try:
            _alone(journal, self.journal)
            played, whole = _read(self.journal)
            journal.truncate(whole)  # a line cut short by a crash
        except BaseException:
            journal.close()
            raise
        self._journal = journal
        return played

    def add(self, played: MatchRow) -> None:
        assert self._journal is not None
        self._journal.write(msgspec.json.encode(played) + b"\n")
        self._journal.flush()

    def close(self) -> None:
        """Flush the journal to disk and write the Parquet files."""
        if self._journal is not None:
            os.fsync(self._journal.fileno())
            self._journal.close()
            self._journal = None
        self.write_tables(_read(self.journal)[0])

    def write_tables(self, played: list[MatchRow]) -> None:
        polars = needs_polars()
        table = polars.DataFrame([self._row(match) for match in played], schema=_schema(polars), orient="row")
        _parquet(table, self.folder / "matches.parquet")
        for wanted, name, columns in (
            (self.study.decisions, "decisions", ["number", "seat", "rule", "options", "option"]),
            (self.study.ledger, "ledger", ["number", "by", "rule", "what", "before", "after"]),
        ):
            if wanted:
                rows = [
                    (match.arm, match.seed, " ".join(match.bots), *msgspec.structs.astuple(row))
                    for match in played
                    for row in getattr(match, name)
                ]
                schema = ["arm", "seed", "bots", *columns]
                table = polars.DataFrame(rows, schema=schema, orient="row", infer_schema_length=None)
                _parquet(table, self.folder / f"{name}.parquet")

    def _row(self, match: MatchRow) -> tuple[Any, ...]:
        things = [
            {"thing": thing, "seat": seat if len(counts) > 1 else None, "count": count}
            for thing, counts in match.things.items()
            for seat, count in enumerate(counts)
            if count
        ]
        return (
            self.study.game,
            self.rules,
            match.arm,
            self._options[match.arm],
            list(match.bots),
            match.seed,
            list(match.winners),
            list(match.scores),
            match.reason,
            match.answers,
            match.error or None,
            match.fault if match.fault >= 0 else None,
            things,
        )


def _schema(polars: ModuleType) -> dict[str, Any]:
    thing = polars.Struct({"thing": polars.String, "seat": polars.Int8, "count": polars.Int32})
    return {
        "game": polars.String,
        "rules": polars.String,
        "arm": polars.String,
        "options": polars.String,  # JSON
        "bots": polars.List(polars.String),
        "seed": polars.Int64,
        "winners": polars.List(polars.Int8),
        "scores": polars.List(polars.Float64),
        "reason": polars.String,
        "answers": polars.Int32,
        "error": polars.String,
        "fault": polars.Int8,
        "things": polars.List(thing),
    }


def read_results(folder: Path) -> tuple[StudyHeader, list[MatchRow]]:
    head = folder / "study.json"
    if not head.exists():
        raise BadResults(f"{folder} holds no study's results: there is no study.json.")
    return _header(head), _read(folder / "matches.jsonl")[0]


def _same(head: Path, wanted: StudyHeader) -> None:
    kept = _header(head)
    if kept.rules != wanted.rules:
        raise BadResults(
            f"{head.parent} was played under rules version {kept.rules}, but {wanted.rules} is installed. "
            "Give another folder with --out."
        )
    # more matches or a stricter stop continue the study; any other change makes it another study
    for field in Study.__struct_fields__:
        if field in ("matches", "until", "title", "question"):
            continue
        before, now = getattr(kept.study, field), getattr(wanted.study, field)
        if before != now:
            raise BadResults(
                f"{head.parent} holds another study: {field} was {msgspec.to_builtins(before)!r}, "
                f"now it is {msgspec.to_builtins(now)!r}. Give another folder with --out."
            )


def _formatted(asking: StudyHeader) -> bytes:
    return msgspec.json.format(msgspec.json.encode(asking)) + b"\n"


def _header(head: Path) -> StudyHeader:
    try:
        return msgspec.json.decode(head.read_bytes(), type=StudyHeader)
    except msgspec.DecodeError as error:
        raise BadResults(f"{head} is damaged: {error}.") from None


def _read(path: Path) -> tuple[list[MatchRow], int]:
    """The matches of a journal, and how many bytes of it are whole lines."""
    if not path.exists():
        return [], 0
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    decode = msgspec.json.Decoder(MatchRow).decode
    played = []
    for number, line in enumerate(data[:whole].splitlines(), 1):
        try:
            played.append(decode(line))
        except msgspec.DecodeError as error:
            raise BadResults(f"{path}, line {number}: this isn't a match: {error}.") from None
    return played, whole


def _alone(journal: IO[bytes], path: Path) -> None:
    """Lock the folder against a second run; the lock ends with the process, however that ends."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    try:
        fcntl.flock(journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadResults(f"{path}: another run is writing its matches there. Let it finish or stop it.") from None


def _parquet(table: Any, path: Path) -> None:
    part = path.with_suffix(".part")
    table.write_parquet(part)
    part.replace(path)


def _write(path: Path, data: bytes) -> None:
    part = path.with_suffix(".part")
    part.write_bytes(data)
    part.replace(path)


def by_arm(played: Iterable[MatchRow]) -> dict[str, list[MatchRow]]:
    found: dict[str, list[MatchRow]] = {}
    for match in played:
        found.setdefault(match.arm, []).append(match)
    return found


def failed(played: Iterable[MatchRow]) -> Iterator[MatchRow]:
    return (match for match in played if match.error)
