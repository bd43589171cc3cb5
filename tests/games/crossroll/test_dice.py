from __future__ import annotations

import pytest

from tabletown.games.crossroll.options import PAIRS
from tabletown.games.crossroll.rules.dice import CHART
from tabletown.games.crossroll.state import ROLL
from tabletown.kernel.errors import NotAsked, UnknownWord
from tests.games.crossroll.tables import board, options, table


@pytest.mark.rule("dice.active-chooses-two", "dice.selection-text-lost")
def test_only_the_active_player_chooses_two_different_dice_before_the_roll() -> None:
    match = table(board(), board(), phase=ROLL, active=1, luck=["3", "5"])
    assert [decision.seat for decision in match.decisions] == [1]
    assert sorted(options(match, 1)) == sorted(
        ["dice:d4+d6", "dice:d4+d8", "dice:d4+d10", "dice:d6+d8", "dice:d6+d10", "dice:d8+d10"]
    )
    with pytest.raises(NotAsked):
        match.choose(0, "dice:d4+d6")
    with pytest.raises(UnknownWord):
        match.choose(1, "dice:d4+d4")
    match.choose(1, "dice:d4+d8")
    assert match.state.results == (3, 5)
    # all players use the same two results
    assert options(match, 0) == options(match, 1) == ["use:d4", "use:d8"]


@pytest.mark.rule("dice.mandatory")
def test_the_roll_cannot_be_declined() -> None:
    match = table(board(), board(), phase=ROLL)
    assert "pass" not in options(match)
    assert len(options(match)) == len(PAIRS[0]) == 6


@pytest.mark.rule("dice.d10-zero")
def test_a_zero_on_the_d10_is_ten() -> None:
    match = table(board(), board(), phase=ROLL, luck=["6", "0"])
    match.choose(0, "dice:d6+d10")
    assert match.state.results == (6, 10)


@pytest.mark.rule("conversion.chart", "text.slips")
def test_the_chart_names_a_route_for_every_result_but_six() -> None:
    assert {result: "ABCDEGHIJ"[route] for result, route in CHART.items()} == {
        1: "A", 2: "B", 3: "C", 4: "D", 5: "E", 7: "G", 8: "H", 9: "I", 10: "J",
    }  # fmt: skip
