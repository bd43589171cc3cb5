"""The levels are in order, and a new table shows the strength of each in its game."""

import dataclasses
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import tabletown
from tabletown.bots import LEVELS, USUAL, make
from tabletown.bots.levels import LevelResult, LevelsFile, levels_file, strengths
from tabletown.kernel import Game
from tabletown.registry import games


def with_levels(folder: Path, *levels: LevelResult, rules: str = "1") -> Game:
    (folder / "content").mkdir()
    (folder / "content" / "levels.json").write_bytes(msgspec.json.encode(LevelsFile(rules, list(levels))))
    return dataclasses.replace(tabletown.game("right-of-way"), folder=folder)


def test_there_are_four_and_old_names_still_play() -> None:
    assert [level.id for level in LEVELS] == ["easy", "good", "strong", "master"]
    assert USUAL in [level.id for level in LEVELS]
    for name in ("easy", "good", "strong", "master", "greedy:40%", "search:600ms"):
        make(name)


def test_how_strong_is_told_in_tenths_or_in_hundredths_among_several(tmp_path: Path) -> None:
    game = with_levels(
        tmp_path,
        LevelResult("good", "easy", "human:35%", 50, (1, 50), 0.92, 0.8, 0.97, 0.5),
        LevelResult("strong", "good", "greedy", 50, (1, 50), 0.42, 0.3, 0.5, 0.25),
        LevelResult("master", "", "search:8", 50, (1, 50), 0.61, 0.5, 0.7, 0.0),
    )
    assert strengths(game) == {
        "good": "wins 9 of 10 against Easy bots",
        "strong": "wins 42% against a table of Good bots (25% would be even)",
        "master": "wins 61% of its games",
    }


def test_what_was_measured_under_other_rules_says_so(tmp_path: Path) -> None:
    measured = LevelResult("good", "easy", "human:35%", 50, (1, 50), 0.92, 0.8, 0.97, 0.5)
    said = strengths(with_levels(tmp_path, measured, rules="0"))
    assert said == {"good": "wins 9 of 10 against Easy bots (measured under older rules)"}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.about.id)
def test_what_ships_is_in_order(game: Game) -> None:
    file = levels_file(game)
    assert file is not None
    if not file.exists():
        return
    found = msgspec.json.decode(file.read_bytes(), type=LevelsFile).levels
    order = [level.id for level in LEVELS]
    assert [each.level for each in found] == sorted((each.level for each in found), key=order.index)
    for each in found:
        assert each.low <= each.share <= each.high
        assert not each.against or each.low > each.fair  # statistically significant
    if game.about.cooperative:
        for lower, higher in pairwise(found):
            assert lower.high < higher.low  # share of games won, statistically significant
