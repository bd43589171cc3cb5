"""Rows in files, as Parquet or JSON lines, and back as arrays for learning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tabletown.data.rows import Row
from tabletown.extras import how_to_add
from tabletown.kernel import Game
from tabletown.kernel.errors import BadOption

if TYPE_CHECKING:
    from numpy.typing import NDArray

LINES, PARQUET = ".jsonl", ".parquet"


def write(file: Path, game: Game, matches: Iterable[list[Row]], how: str) -> Counter[str]:
    """Write matches one by one, with a datasheet beside the file. An interrupted run leaves nothing behind.

    >>> from tempfile import TemporaryDirectory
    >>> from tabletown.data import rows_of, simulated
    >>> from tabletown.registry import game
    >>> crossroll = game("crossroll")
    >>> matches = [rows_of(crossroll, simulated(crossroll, ["random", "random"], 1, {}))]
    >>> with TemporaryDirectory() as folder:
    ...     counts = write(Path(folder, "rows.jsonl"), crossroll, matches, "A match at random.")
    ...     rows = list(read_rows(Path(folder, "rows.jsonl")))
    >>> rows == matches[0], counts["matches"]
    (True, 1)
    """
    if file.suffix not in (LINES, PARQUET):
        raise BadOption(f"{file} should end in {PARQUET} or {LINES}.")
    counts: Counter[str] = Counter()
    fresh = file.with_name(file.name + ".new")
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        with fresh.open("wb") as lines:
            for rows in matches:
                counts["matches"] += 1
                counts["rows"] += len(rows)
                counts.update(f"by {row.who}" for row in rows)
                for row in rows:
                    lines.write(msgspec.json.encode(row) + b"\n")
        if file.suffix == PARQUET:
            _to_parquet(fresh)
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)
    sheet = file.with_name(file.stem + ".datasheet.md")
    sheet.write_text(datasheet(file, game, counts, how), encoding="utf-8")
    return counts


def _polars() -> Any:
    try:
        import polars
    except ImportError:
        raise BadOption(
            f"Parquet needs the extra `lab`: {how_to_add('lab')}. JSON lines ({LINES}) need none."
        ) from None
    return polars


def _to_parquet(lines: Path) -> None:
    """Convert a file of JSON lines to Parquet in place, without holding all of it in memory."""
    polars = _polars()
    words, numbers = (
        ("source", "game", "rules", "options", "who", "clause", "question", "text", "choice"),
        polars.Float32,
    )
    kinds = {
        **dict.fromkeys(("match", "number", "seat", "seats", "action"), polars.Int32),
        **dict.fromkeys(words, polars.String),
        "observation": polars.List(polars.Int16),
        "legal": polars.List(polars.String),
        "actions": polars.List(polars.Int32),
        "chances": polars.List(numbers),
        "reward": numbers,
        "result": numbers,
        "scores": polars.List(numbers),
    }
    whole = lines.with_name(lines.name + PARQUET)
    polars.scan_ndjson(lines, schema={name: kinds[name] for name in Row.__struct_fields__}).sink_parquet(whole)
    whole.replace(lines)


def read_rows(file: Path) -> Iterator[Row]:
    """The rows of a file, one after the other.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "rows.jsonl")
    ...     file.touch()
    ...     list(read_rows(file))
    []
    """
    if file.suffix == PARQUET:
        for row in _polars().read_parquet(file).iter_rows(named=True):
            yield msgspec.convert(row, Row)
        return
    with file.open("rb") as lines:
        for line in lines:
            yield msgspec.json.decode(line, type=Row)


def arrays(file: Path, actions: int) -> dict[str, NDArray[Any]]:
    """The arrays for offline learning, one entry per row: observation, mask, action, reward, done. `actions`: how many
    the table has (`Table(game, seats, options).actions`). Free-text answers are left out.

    >>> from tempfile import TemporaryDirectory
    >>> from tabletown.data import rows_of, simulated
    >>> from tabletown.envs import Table
    >>> from tabletown.registry import game
    >>> crossroll = game("crossroll")
    >>> matches = [rows_of(crossroll, simulated(crossroll, ["random", "random"], 1, {}))]
    >>> with TemporaryDirectory() as folder:
    ...     _ = write(Path(folder, "rows.jsonl"), crossroll, matches, "A match at random.")
    ...     data = arrays(Path(folder, "rows.jsonl"), Table(crossroll).actions)
    >>> len(data["action"]) == len(data["reward"]) == len(matches[0])
    True
    """
    import numpy as np

    rows = [row for row in read_rows(file) if row.action >= 0]
    mask = np.zeros((len(rows), actions), np.int8)
    last: dict[tuple[int, int], int] = {}
    for place, row in enumerate(rows):
        mask[place, row.actions] = 1
        last[row.match, row.seat] = place
    done = np.zeros(len(rows), bool)
    done[list(last.values())] = True
    return {
        "observation": np.array([row.observation for row in rows], np.int16),
        "mask": mask,
        "action": np.array([row.action for row in rows], np.int64),
        "reward": np.array([row.reward for row in rows], np.float32),
        "done": done,
    }


FIELDS = {
    "match": "counted from 0 in this file",
    "source": "`simulated`, or `stored`: from a server",
    "game": "its id",
    "rules": "the version of the rules",
    "options": "of the game, as JSON",
    "number": "moves made before, including luck",
    "seat": "who is asked, from 0",
    "seats": "how many there are",
    "who": "a bot's name, or `person`",
    "clause": "of the rulebook, which asks",
    "question": "in words; empty with `--no-text`",
    "text": "all that the seat sees, in words; empty with `--no-text`",
    "observation": "the same as 16-bit integers; `Table.planes` names the parts",
    "legal": "the option words",
    "actions": "their numbers in the game's vocabulary",
    "choice": "the option chosen; `word:…` for free text",
    "action": "its number; -1 for free text",
    "chances": "of each seat to win, as this seat may know them; empty where the game knows none",
    "reward": "how the seat's chance (-1 lost, 1 won) changed until it was asked again; at last the result",
    "result": "of the match for this seat: 1 won, 0 shared, -1 lost; alone for points: the score",
    "scores": "of all seats",
}


def datasheet(file: Path, game: Game, counts: Counter[str], how: str) -> str:
    who = "\n".join(f"| {name.removeprefix('by ')} | {n} |" for name, n in sorted(counts.items()) if name[:3] == "by ")
    fields = "\n".join(f"| `{name}` | {says} |" for name, says in FIELDS.items())
    return f"""# Datasheet of {file.name}

{game.about.title}, rules {game.about.version}: {counts["matches"]} matches, {counts["rows"]} rows, one a decision.

**Where it comes from.** {how} Every row was made by playing the match again under the same rules; luck is as it was.

**What is in it, and what is not.** Each row holds what its seat could know then, nothing hidden from it. There are no
names, no chat, no times and no table ids. Words that people typed in answers are replaced by `…`; in the texts (laws of
Broken Cities, for example) they may still appear, so look before you publish stored matches, or export them with
`--no-text`. Matches of people who do not want to be counted, of lessons and of classes are left out.

**What it is not good for.** Bots play as bots do: their choices are no sample of how people play. Chances come from the
game's learned value and are only as good as that.

| who decided | rows |
|---|--:|
{who}

| column | |
|---|---|
{fields}
"""
