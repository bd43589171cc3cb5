"""Every installed game, and the Connect Four of the docs, passes the conformance suite."""

import contextlib
import importlib.util
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tabletown.kernel import Choose, Described, Game, Match, Script, Words
from tabletown.registry import games
from tabletown.testing import Walk, conformance
from tests.conformance.played import played
from tests.conftest import LONG


def connect_four() -> Game:
    path = Path(__file__).parents[2] / "docs" / "connect_four.py"
    spec = importlib.util.spec_from_file_location("connect_four", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.game  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", [*games(), connect_four()], ids=lambda game: game.about.id)
def test_a_game_conforms(game: Game) -> None:
    conformance(game, matches=6 if LONG else 2)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.about.id)
def test_in_every_mode_the_options_are_the_words_without_a_reason_against_them(game: Game) -> None:
    asked = 0
    for match in played(game.about.id):
        walk = Walk(match[0], seed=0)
        for walk.match in match:
            for decision in walk.match.decisions:
                walk.question_is_sound(decision)
                asked += decision.why is not None
    assert asked > 300


def test_two_options_with_one_label_are_found(tmp_path: Path) -> None:
    unclear = replace(connect_four(), words=Words(describe=lambda view, decision, option: Described("Drop a disc")))
    with pytest.raises(AssertionError, match="'column:1' and 'column:2' are both called 'Drop a disc'"):
        conformance(unclear, matches=1, failures=tmp_path)


@pytest.mark.parametrize("change", [lambda words: words[1:], lambda words: [*words, "column:?"]], ids=["less", "more"])
def test_a_list_that_the_rule_does_not_make_is_found(change: Callable[[list[str]], list[str]], tmp_path: Path) -> None:
    game = connect_four()

    def step(s: Any) -> Script | None:
        script = game.rules.step(s)
        return script if script is None or s.seat == 0 else changed(script)

    def changed(script: Script) -> Script:
        question: Choose = next(script)
        question.given = change(list(question.options))
        with contextlib.suppress(StopIteration):
            script.send((yield question))

    with pytest.raises(AssertionError, match="but the reason is"):
        conformance(replace(game, rules=replace(game.rules, step=step)), matches=1, failures=tmp_path)


@pytest.mark.parametrize(
    ("columns", "winner"),
    [
        ("1212121", 0),  # a column
        ("4152637", 0),  # a row that ends at the edge
        ("12233434474", 0),  # a rising diagonal
        ("76655454414", 0),  # a falling one
        ("71212131", 1),  # won by the second seat
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
