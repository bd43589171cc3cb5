from __future__ import annotations

import pytest

from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.ending import band, outcome
from tabletown.games.crossroll.state import OVER, Board, score
from tabletown.kernel import Outcome
from tests.games.crossroll.tables import board, table


def result(*boards: Board, **variant: bool) -> Outcome:
    found = outcome(table(*boards, phase=OVER, **variant).state)
    assert found is not None
    return found


@pytest.mark.rule("score.sum")
def test_route_speed_and_landmark_scores_make_the_total_and_the_highest_wins() -> None:
    end = result(
        board(complete="AJ", speed=3, landmarks=["ocean-park"]),
        board(complete="I"),
    )
    assert end.scores == (38 + 12 + (3 + 4 + 5) + 3, 52)
    assert end.winners == (0,)
    assert end.breakdown[0] == {"Routes": 50, "Speed": 12, "Landmarks": 3}


@pytest.mark.rule("score.nothing-else")
def test_nothing_else_gives_or_costs_points() -> None:
    lots = board(
        [id for id in MAP.ids if id not in ("chai-wan", "aberdeen")][:60],
        ticket=[1] * 8,
        engine=((1, 1, 1), (4, 4, 4), (8, 8, 8)),
        xs="ABC",
    )
    assert score(lots) == 0


@pytest.mark.rule("score.perfect")
def test_a_perfect_board_has_500() -> None:
    perfect = board(complete="ABCDEGHIJ", speed=14, landmarks=[MAP.ids[here] for here in MAP.landmarks])
    assert score(perfect) == 500


@pytest.mark.rule("score.draw")
def test_equal_totals_share_the_victory_or_climb_the_ladder() -> None:
    # 38 each: one by route A, the other by G (28) and speed 3+4 … and landmark 3
    one = board(complete="A")
    other = board(complete="G", speed=2, landmarks=["ocean-park"])
    assert (score(one), score(other)) == (38, 38)
    assert result(one, other).winners == (0, 1)
    assert result(one, other, ladder=True).winners == (1,)
    more_routes = board(complete="BJ")
    assert (score(more_routes), score(one)) == (38, 38)
    assert result(one, more_routes, ladder=True).winners == (1,)
    assert "more completed routes" in str(result(one, more_routes, ladder=True).reason)
    speedy = board(speed=3, complete="B")
    assert result(speedy, one, ladder=True).winners == (0,)
    assert result(one, one, ladder=True).winners == (0, 1)
    # the steps in their order: routes before all else, landmarks before speed
    assert result(more_routes, other, ladder=True).winners == (0,)
    sights = board(complete="A", speed=1, landmarks=["ocean-park", "tai-po"])
    quick = board(complete="A", speed=2, landmarks=["ocean-park"])
    assert score(sights) == score(quick)
    assert result(quick, sights, ladder=True).winners == (1,)
    assert "more landmarks" in str(result(quick, sights, ladder=True).reason)
    three = result(one, one, other, ladder=True)
    assert three.winners == (2,)
    assert str(result(one, one, board(), ladder=True).reason).startswith("2 players share")


@pytest.mark.rule("solo.goal")
@pytest.mark.parametrize(
    ("points", "name"),
    [(0, "learner"), (249, "learner"), (250, "driver"), (379, "driver"), (380, "expert"), (449, "expert"),
     (450, "master"), (500, "master")],
)  # fmt: skip
def test_points_alone_fall_into_bands(points: int, name: str) -> None:
    assert band(points) == name


def test_the_solo_result_names_the_band() -> None:
    end = result(board(complete="ABCDEGHIJ"))
    assert end.winners == (0,)
    assert end.scores == (300,)
    assert str(end.reason) == "300 of 500 points: driver."
