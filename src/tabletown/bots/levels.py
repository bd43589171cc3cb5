"""The measured strength of the levels in each game (benchmarks/levels.py), shown at a new table."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from tabletown.kernel import Game
from tabletown.kernel.text import language, say


class LevelResult(msgspec.Struct):
    """How often a level wins against the one below, or in a cooperative game how often it wins."""

    level: str
    against: str  # "" in a cooperative game
    bot: str  # the bot that was measured: a level with a time budget is measured with a number of iterations
    matches: int
    seeds: tuple[int, int]
    share: float
    low: float  # the 95 % interval
    high: float
    fair: float  # what an equally strong bot would win; 0 in a cooperative game


class LevelsFile(msgspec.Struct):
    rules: str
    levels: list[LevelResult]


def levels_file(game: Game) -> Path | None:
    return game.folder / "content" / "levels.json" if game.folder else None


def strengths(game: Game) -> dict[str, str]:
    """For each level, its strength in words, and whether the rules have changed since the measurement."""
    file = levels_file(game)
    found = _read(file) if file is not None else None
    if found is None:
        return {}
    words = {each.level: _words(each) for each in found.levels}
    if found.rules == game.about.version:
        return words
    return {level: say("{strength} (measured under older rules)", strength=said) for level, said in words.items()}


@cache
def _read(file: Path) -> LevelsFile | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=LevelsFile)
    except (OSError, msgspec.MsgspecError):
        return None


def _words(each: LevelResult) -> str:
    from tabletown.bots import LEVELS

    if not each.against:
        return say("wins {n}% of its games", n=round(100 * each.share))
    said = language.get().word
    other = next((said(level.title).partition(":")[0] for level in LEVELS if level.id == each.against), each.against)
    if each.fair == 0.5:
        return say("wins {n} of 10 against {level} bots", n=round(10 * each.share), level=other)
    return say(
        "wins {n}% against a table of {level} bots ({fair}% would be even)",
        n=round(100 * each.share),
        level=other,
        fair=round(100 * each.fair),
    )
