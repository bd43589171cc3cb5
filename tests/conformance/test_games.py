"""Every installed game, and the Connect Four of the docs, holds what a game must hold."""

import importlib.util
import os
import random
from pathlib import Path

import pytest

from tabletown.kernel import Game, Match
from tabletown.registry import games
from tabletown.testing import conformance


def connect_four() -> Game:
    path = Path(__file__).parents[2] / "docs" / "connect_four.py"
    spec = importlib.util.spec_from_file_location("connect_four", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.game  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", [*games(), connect_four()], ids=lambda game: game.about.id)
def test_a_game_conforms(game: Game) -> None:
    conformance(game, matches=6 if os.environ.get("TABLETOWN_LONG") == "1" else 3)


@pytest.mark.parametrize(
    ("columns", "winner"),
    [
        ("1212121", 0),  # a column
        ("4152637", 0),  # a row, as far as the edge
        ("12233434474", 0),  # a rising diagonal
        ("76655454414", 0),  # a falling one
        ("71212131", 1),  # the second seat's
    ],
)
def test_connect_four_sees_four_in_a_row(columns: str, winner: int) -> None:
    match = Match(connect_four())
    for column in columns:
        assert not match.over
        match.choose(match.decisions[0].seat, f"column:{column}")
    assert match.outcome is not None and match.outcome.winners == (winner,)


@pytest.mark.parametrize("seed", range(50))
def test_connect_four_ends_with_the_first_four_in_a_row(seed: int) -> None:
    match, rng = Match(connect_four(), live=False), random.Random(seed)
    discs: dict[tuple[int, int], int] = {}
    four = False
    while decisions := match.decisions:
        assert not four
        seat, word = decisions[0].seat, rng.choice(decisions[0].options)
        column = int(word[-1])
        discs[column, sum(column == c for c, _ in discs)] = seat
        match.choose(seat, word)
        four = any(
            all(discs.get((c + right * n, r + up * n)) == seat for n in range(4))
            for c, r in discs
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1))
        )
    assert four or len(discs) == 42
