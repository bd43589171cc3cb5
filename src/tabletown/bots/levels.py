"""How strong the levels are in a game, as measured (benchmarks/levels.py); a new table says it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from tabletown.kernel import Game
from tabletown.kernel.text import language, say


class LevelResult(msgspec.Struct):
    """How often a level wins against the one below; who play together: how often they win."""

    level: str
    against: str  # "" where all play together
    bot: str  # who stood in for the level: a bot with a time budget plays with fewer iterations here
    matches: int
    seeds: tuple[int, int]
    share: float
    low: float  # the 95 % interval
    high: float
    fair: float  # what an equal one would win; 0 where all play together


class LevelsFile(msgspec.Struct):
    rules: str
    levels: list[LevelResult]


def levels_file(game: Game) -> Path | None:
    return game.folder / "content" / "levels.json" if game.folder else None


def strengths(game: Game) -> dict[str, str]:
    """By level: in words how strong it is, and whether the rules have changed since that was measured."""
    file = levels_file(game)
    found = _read(file) if file is not None else None
    if found is None:
        return {}
    words = {each.level: _words(each) for each in found.levels}
    if found.rules == game.about.version:
        return words
    return {level: say("{strength} (before the latest rules)", strength=said) for level, said in words.items()}


@cache
def _read(file: Path) -> LevelsFile | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=LevelsFile)
    except (OSError, msgspec.MsgspecError):
        return None


def _words(each: LevelResult) -> str:
    from tabletown.bots import LEVELS

    if not each.against:
        return say("wins {n} of 100 games", n=round(100 * each.share))
    said = language.get().word
    other = next((said(level.title).partition(":")[0] for level in LEVELS if level.id == each.against), each.against)
    if each.fair == 0.5:
        return say("wins {n} of 10 against {level}", n=round(10 * each.share), level=other)
    return say(
        "wins {n} of 100 alone among {level}, where {fair} are fair",
        n=round(100 * each.share),
        level=other,
        fair=round(100 * each.fair),
    )
