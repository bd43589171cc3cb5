from __future__ import annotations

import pytest

from tabletown.games.crossroll import game
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.state import DICE, ROLL, Board
from tabletown.kernel import Match
from tests.games.crossroll.tables import board, said, table


@pytest.mark.rule("setup.player-material", "map.lotto-slots")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_player_has_the_same_empty_board(seats: int) -> None:
    state = Match(game, seats, seed=1).state
    assert state.boards == [board()] * seats
    empty = state.boards[0]
    assert not empty.crossed
    assert empty.free == MAP.boxes
    assert empty.ticket == (0,) * 8
    assert empty.engine == ((), (), ())
    assert (empty.speed, empty.landmarks, empty.complete, empty.xs) == (0, (), 0, 0)


@pytest.mark.rule("setup.dice")
def test_there_are_four_dice() -> None:
    assert DICE == ("d4", "d6", "d8", "d10")
    assert game.about.by_hand == (*DICE, "room")  # and the dice that a class rolls
    match = Match(game, 2, seed=1, by_hand=DICE)
    match.choose(match.state.active, "dice:d4+d8")
    assert match.decisions[0].options == ["1", "2", "3", "4"]
    match.choose(-1, "4")
    assert match.decisions[0].options == ["1", "2", "3", "4", "5", "6", "7", "8"]
    match = Match(game, 2, seed=1, by_hand=DICE)
    match.choose(match.state.active, "dice:d6+d10")
    assert match.decisions[0].options == ["1", "2", "3", "4", "5", "6"]
    match.choose(-1, "6")
    assert match.decisions[0].options == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"]


@pytest.mark.rule("setup.first-active")
def test_the_first_active_player_is_drawn_or_named_by_the_host() -> None:
    begins = {Match(game, 3, seed=seed).state.active for seed in range(40)}
    assert begins == {0, 1, 2}
    assert Match(game, 3, {"first": "seat-2"}, seed=1).decisions[0].seat == 1
    assert Match(game, 2, {"first": "seat-4"}, seed=1).decisions[0].seat == 1


@pytest.mark.rule(
    "adjacency.network", "score.draw", "solo.six", "solo.last-die-engine", "lotto.write-n", "nitrous.setup"
)
def test_every_option_begins_as_it_was_ruled() -> None:
    assert game.options({}) == {
        "nitrous": "off",
        "adjacency": "network",
        "ties": "shared",
        "first": "random",
        "solo-six": "ignore",
        "solo-last": "engine",
        "slots": "next",
        "room": "off",
    }


@pytest.mark.rule("round.four-phases")
def test_a_round_is_dice_then_bonus_then_main_action_then_resolution() -> None:
    # a ticket with a 4, and route J complete except for one location
    match = table(
        board(["shenzhen-bay-port", "shenzhen-bay-bridge", "ngau-hom-shek"], ticket=[4]),
        board(),
        phase=ROLL,
        luck=["4", "1"],
    )
    asked = []
    for word in ("dice:d6+d10", "route:J", "run:J:ha-tsuen", "use:d10", "drive", "route:J", "run:J:lam-tei"):
        asked.append(match.state.phase)
        match.choose(0, word)
    assert asked == ["roll", "bonus", "bonus", "main", "main", "main", "main"]
    assert not match.state.boards[0].complete  # the resolution waits for the other seat
    for word in ("use:d6", "upgrade"):
        match.choose(1, word)
    assert match.state.boards[0].complete
    assert "completed route J" in said(match)
    assert match.state.phase == ROLL


@pytest.mark.rule("round.next-active")
def test_the_active_role_passes_clockwise() -> None:
    match = table(board(), board(), board(), phase=ROLL, active=1, luck=["5", "6"])
    match.choose(1, "dice:d6+d8")
    for seat in range(3):
        match.choose(seat, "use:d6")
        match.choose(seat, "upgrade")
    assert match.state.active == 2
    assert match.state.round == 2
    assert match.decisions[0].seat == 2


def test_boards_are_values() -> None:
    with pytest.raises(AttributeError):
        Board().speed = 3  # type: ignore[misc]
