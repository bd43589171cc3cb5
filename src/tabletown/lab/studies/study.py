"""A study: the matches to play, defined in a TOML file. Errors name the file and the line.

title = "Right of Way: is it fair?"
game = "right-of-way"
bots = ["greedy", "greedy"]     # one per seat
seats = "fixed"                 # or "rotate" (bots change seats), "paired" (every seed in every seating)
matches = 600                   # of each arm
seed = 1
until = 2.0                     # stop an arm as soon as its interval is ± 2 points (optional)
watch = ["tile"]                # options and cards whose effect is measured (optional)
ladder = ["random", "greedy"]   # instead of bots: every pair of these (optional)

[options]                       # of the game, in all arms
[sweep]                         # each value alone is one more arm, on the same seeds
city = ["hexagon"]
[grid]                          # instead of a sweep: every combination is an arm
city = ["square", "hexagon"]
"first draw" = ["a b", "c d"]   # options that change together, separated by blanks, and so their values
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, product
from pathlib import Path
from typing import Literal

import msgspec

from tabletown.bots.own import find
from tabletown.kernel import Match
from tabletown.kernel.errors import BadOption, TabletownError
from tabletown.lab.matches.play import Task
from tabletown.lab.matches.simulate import rotated
from tabletown.registry import game as find_game

BASE = "as printed"
LARGEST_SEED = 2**62


class BadStudy(BadOption):
    """A study that cannot be run; the message names the file and line."""


class Arm(msgspec.Struct, frozen=True):
    """Matches that differ only in seed and seating."""

    name: str
    bots: tuple[str, ...]
    options: dict[str, str]


class Study(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    game: str
    title: str = ""
    question: str = ""  # shown at the top of the report
    bots: tuple[str, ...] = ()
    ladder: tuple[str, ...] = ()
    seats: Literal["fixed", "rotate", "paired"] = "rotate"
    players: int = 0  # seats at a table of a ladder; 0: the game's default
    matches: int = 100
    seed: int = 1
    until: float = 0.0
    watch: tuple[str, ...] = ()
    decisions: bool = False  # also save one row per decision
    ledger: bool = False  # also save one row per change of a figure
    patience: float = 0.0  # seconds that a bot may take per answer; 0: no limit
    options: dict[str, str] = {}
    sweep: dict[str, list[str]] = {}
    grid: dict[str, list[str]] = {}

    def arms(self) -> list[Arm]:
        if self.ladder:
            others = (self.players or find_game(self.game).about.default_seats) - 1
            pairs = combinations(self.ladder, 2)
            return [Arm(f"{one} / {other}", (one, *[other] * others), self.options) for one, other in pairs]
        if self.grid:
            cells = product(
                *([dict(zip(names.split(), value.split())) for value in values] for names, values in self.grid.items())
            )
            chosen = [{name: value for part in cell for name, value in part.items()} for cell in cells]
            return [Arm(" ".join(cell.values()), self.bots, {**self.options, **cell}) for cell in chosen]
        swept = [
            Arm(f"{name} = {value}", self.bots, {**self.options, name: value})
            for name, values in self.sweep.items()
            for value in values
        ]
        return [Arm(BASE, self.bots, self.options), *swept]

    def tasks(self, arm: Arm) -> Iterator[Task]:
        """The arm's matches, in order."""
        options = find_game(self.game).options(arm.options)
        for number in range(self.matches):
            turn, seed = (0, number) if self.seats == "fixed" else (number, number)
            if self.seats == "paired":
                seed = number // len(arm.bots)
            yield Task(
                self.game,
                rotated(arm.bots, turn),
                options,
                self.seed + seed,
                arm=arm.name,
                watch=self.watch,
                decisions=self.decisions,
                ledger=self.ledger,
                patience=self.patience,
            )


def read_study(path: Path) -> Study:
    """Read a study's TOML file; raises BadStudy with the place and the mistake.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "fair.toml")
    ...     _ = path.write_text('game = "crossroll"\\nbots = ["random", "random"]\\nmatches = 20')
    ...     read_study(path).matches
    20
    """
    text = path.read_text(encoding="utf-8")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadStudy(f"{path}: this isn't valid TOML: {error}.") from None
    try:
        study = msgspec.convert(data, Study)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$")
        unknown = re.search(r"unknown field `(\w+)`", problem)
        key = unknown[1] if unknown else re.sub(r"\[.*", "", place.strip("`.")).rpartition(".")[2]
        raise BadStudy(f"{_place(path, text, key)}: {problem}.") from None
    _check(path, text, study)
    return study


def _check(path: Path, text: str, study: Study) -> None:
    """Refuse a study that cannot be played, before any work."""

    def refuse(key: str, problem: object) -> BadStudy:
        return BadStudy(f"{_place(path, text, key)}: {problem}")

    @contextmanager
    def naming(key: str) -> Iterator[None]:
        try:
            yield
        except TabletownError as error:
            raise refuse(key, error) from None

    with naming("game"):
        game = find_game(study.game)
    if not study.bots and not study.ladder:
        raise refuse("bots", "a study needs one bot per seat, or a ladder of bots.")
    if study.ladder and (study.bots or study.sweep or study.grid):
        raise refuse("ladder", "a ladder has its own bots, no sweep and no grid.")
    if study.grid and study.sweep:
        raise refuse("grid", "a study has a sweep or a grid, not both.")
    for names, values in study.grid.items():
        if not values or any(len(value.split()) != len(names.split()) for value in values):
            raise refuse(names, f"{names!r} needs values of {len(names.split())} words.")
    if study.ladder and len(set(study.ladder)) < 2:
        raise refuse("ladder", "a ladder needs two different bots or more.")
    if study.matches < 1:
        raise refuse("matches", f"{study.matches} matches can't be played. Give 1 or more.")
    if not 0 <= study.seed <= LARGEST_SEED:
        raise refuse("seed", f"a seed is a number from 0 to {LARGEST_SEED}.")
    if study.patience < 0:
        raise refuse("patience", "the time per answer must be positive. Give seconds, such as 5.0.")
    if study.until < 0:
        raise refuse("until", "the width of an interval must be positive. Give points, such as 2.0.")
    for bot in (*study.bots, *study.ladder):
        with naming(bot):
            find(bot)
    fixed = {name: [value] for name, value in study.options.items()}
    grid = {
        name: [value.split()[place] for value in values]
        for names, values in study.grid.items()
        for place, name in enumerate(names.split())
    }
    for name, values in (*fixed.items(), *study.sweep.items(), *grid.items()):
        with naming(name):
            for value in values:
                game.options({name: value})
    for arm in study.arms():
        with naming("players" if study.ladder else "bots"):
            task = next(study.tasks(arm))
            Match(game, len(task.bots), task.options, task.seed, live=False)


def _place(path: Path, text: str, key: str) -> str:
    """The file and line of this key or value."""
    for number, line in enumerate(text.splitlines(), 1):
        if key and (re.match(rf"\s*\[?{re.escape(key)}\b", line) or f'"{key}"' in line):
            return f"{path}, line {number}"
    return str(path)
