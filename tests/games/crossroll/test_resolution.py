from __future__ import annotations

import pytest

from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.state import RESOLUTION, dots, filled_boxes
from tests.games.crossroll.tables import A, B, D, J, answer, board, ids, options, said, table

ALL_FULL = {letter: [1] * MAP.boxes[route] for route, letter in enumerate(MAP.letters)}


@pytest.mark.rule("resolve.complete")
def test_a_route_is_complete_by_whatever_means() -> None:
    # the last location, a crossroads, is crossed out by the lotto
    match = table(board(ids("J")[:4]), board(), results=(4, 7))
    answer(match, 0, "use:d6", "lotto", "crossroad:lam-tei")
    answer(match, 1, "use:d6", "upgrade")
    assert match.state.boards[0].complete == 1 << J
    # or by a drive along another route
    match = table(board([*ids("J")[:4], "tong-yan-san-tsuen"]), board(), results=(1, 7))
    answer(match, 0, "use:d6", "drive", "route:I", "run:I:lam-tei")
    answer(match, 1, "use:d6", "upgrade")
    assert match.state.boards[0].complete == 1 << J


@pytest.mark.rule("resolve.each-route", "complete.several-routes")
def test_every_newly_completed_route_is_scored_at_once() -> None:
    match = table(board([*ids("A"), *ids("D")]), board(), phase=RESOLUTION)
    first = match.state.boards[0]
    assert first.complete == 1 << A | 1 << D
    assert first.speed == MAP.boxes[A] + MAP.boxes[D]
    assert said(match).index("route A") < said(match).index("route D")


@pytest.mark.rule("complete.declare")
def test_the_completion_is_announced() -> None:
    match = table(board(ids("J")), board(), phase=RESOLUTION)
    assert "Seat 1 completed route J" in said(match)


@pytest.mark.rule("complete.route-score")
def test_the_route_score_is_circled() -> None:
    from tabletown.games.crossroll.state import route_points

    match = table(board(ids("J"), written={"J": [1, 4]}), board(), phase=RESOLUTION)
    assert route_points(match.state.boards[0]) == 12
    assert route_points(match.state.boards[1]) == 0


@pytest.mark.rule("complete.dots")
def test_empty_boxes_of_the_route_get_dots_and_count_as_filled() -> None:
    match = table(board(ids("A"), written={"A": [4]}), board(), phase=RESOLUTION)
    first = match.state.boards[0]
    assert dots(first, A) == 3
    assert first.free[A] == 0
    assert filled_boxes(first) == 4
    assert dots(first, B) == 0
    first = table(board(ids("A"), written={"A": [4]}, xs="A"), board(), phase=RESOLUTION).state.boards[0]
    assert (dots(first, A), first.speed) == (2, 2)  # a box with an X is not empty


@pytest.mark.rule("complete.speed")
def test_every_dot_circles_the_next_speed_score() -> None:
    from tabletown.games.crossroll.state import speed_points

    match = table(board(ids("A"), written={"A": [4]}, speed=2), board(), phase=RESOLUTION)
    assert match.state.boards[0].speed == 5
    assert speed_points(match.state.boards[0]) == 3 + 4 + 5 + 6 + 7


@pytest.mark.rule("complete.speed-exhausted")
def test_surplus_dots_score_nothing() -> None:
    match = table(board(ids("A"), speed=13), board(), phase=RESOLUTION)
    assert match.state.boards[0].speed == 14


@pytest.mark.rule("penalty.first-completion", "penalty.which-box")
def test_the_first_completion_costs_all_others_a_box() -> None:
    match = table(board(ids("J")), board(), board(written={"J": [2]}), phase=RESOLUTION)
    assert [of.free[J] for of in match.state.boards] == [0, 1, 0]
    assert [of.xs for of in match.state.boards] == [0, 1 << J, 1 << J]
    assert match.state.boards[2].written[J] == (2,)
    match = table(board(ids("J")), board(xs="AB"), phase=RESOLUTION)
    assert match.state.boards[1].xs == 1 << A | 1 << B | 1 << J  # whatever is on other routes


@pytest.mark.rule("penalty.no-empty-box")
def test_without_an_empty_box_the_penalty_is_ignored() -> None:
    match = table(board(ids("J")), board(written={"J": [1, 2]}), phase=RESOLUTION)
    assert match.state.boards[1].xs == 0
    assert match.state.boards[1].written[J] == (1, 2)


@pytest.mark.rule("penalty.once-per-route")
def test_later_completions_cost_nothing() -> None:
    match = table(board(complete="J"), board(ids("J")), board(), phase=RESOLUTION, done="J")
    assert match.state.boards[1].complete == 1 << J
    assert match.state.boards[2].xs == 0
    match = table(board(ids("J")), board(ids("J")[:4]), board(), phase=RESOLUTION, luck=["1", "1"])
    assert [of.free[J] for of in match.state.boards] == [0, 1, 1]
    match.choose(match.state.active, "dice:d4+d6")
    answer(match, 0, "upgrade")
    answer(match, 1, "drive", "route:J", "run:J:lam-tei")
    answer(match, 2, "upgrade")
    assert match.state.boards[1].complete == 1 << J  # a round later
    assert match.state.boards[2].free[J] == 1


@pytest.mark.rule("complete.simultaneous", "penalty.simultaneous")
def test_several_players_complete_the_same_route_and_none_of_them_is_penalized() -> None:
    match = table(board(ids("J")), board(ids("J"), written={"J": [1]}), board(), phase=RESOLUTION)
    assert [of.complete for of in match.state.boards] == [1 << J, 1 << J, 0]
    assert [of.speed for of in match.state.boards] == [2, 1, 0]
    assert [of.xs for of in match.state.boards] == [0, 0, 1 << J]


@pytest.mark.rule("ex.complete.route-b")
def test_the_example_scores_route_b() -> None:
    you = board(ids("B"), written={"B": [5]}, speed=1)
    match = table(you, board(), board(written={"B": [3, 4]}), phase=RESOLUTION)
    you, luke, nathan = match.state.boards
    assert you.complete == 1 << B
    assert dots(you, B) == 2
    assert you.speed == 3  # the two leftmost that were not circled
    assert luke.xs == nathan.xs == 1 << B
    assert luke.free[B] == 2
    assert nathan.free[B] == 0


@pytest.mark.rule("end.check", "end.trigger")
def test_numbers_dots_and_xs_all_count_as_filled_and_end_the_game() -> None:
    written = {**ALL_FULL, "A": [1, 1, 1], "J": [1]}
    match = table(board(ids("J"), written=written, xs="A"), board(), phase=RESOLUTION)
    assert filled_boxes(match.state.boards[0]) == 31
    assert match.over
    written = {**ALL_FULL, "A": [1, 1], "J": [1]}
    match = table(board(ids("J"), written=written, xs="A"), board(), phase=RESOLUTION)
    assert filled_boxes(match.state.boards[0]) == 30
    assert not match.over


@pytest.mark.rule("penalty.game-end")
def test_an_x_in_the_last_box_ends_the_game() -> None:
    match = table(board(ids("J")), board(written={**ALL_FULL, "J": [1]}), phase=RESOLUTION)
    assert match.over
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


def test_the_game_goes_on_while_somebody_has_an_empty_box_and_nobody_is_full() -> None:
    match = table(board(), board(), phase=RESOLUTION)
    assert match.state.phase == "roll"
    assert options(match, 1)
