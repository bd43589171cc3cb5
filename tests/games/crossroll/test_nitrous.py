from __future__ import annotations

import pytest

from tabletown.games.crossroll import game
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.main_action import numbers_to_use
from tabletown.games.crossroll.rules.writing import board_of
from tabletown.games.crossroll.state import RESOLUTION, score
from tabletown.kernel import Match
from tests.games.crossroll.tables import A, J, answer, board, ids, options, table, why_not


def started(*dice: str) -> Match:
    rolls = iter(("seat:1", *dice))
    return Match(game, 2, {"nitrous": "on"}, seed=1, luck=lambda question, number: next(rolls, None))


@pytest.mark.rule("nitrous.setup")
def test_a_d10_checks_one_route_for_all() -> None:
    assert started("7").state.checked == MAP.letters.index("G")
    assert started("0").state.checked == J
    assert Match(game, 2, seed=1).state.checked == -1


@pytest.mark.rule("nitrous.setup.reroll-six")
def test_a_six_is_rolled_again() -> None:
    match = started("6", "6", "1")
    assert match.state.checked == A
    assert [entry.option for entry in match.log] == ["seat:1", "6", "6", "1"]


def completed(*boards, **more):  # type: ignore[no-untyped-def]
    return table(*boards, phase=RESOLUTION, checked="J", nitrous=True, **more)


@pytest.mark.rule("nitrous.install", "nitrous.lost-points")
def test_who_completes_the_checked_route_may_trade_its_score_for_nitrous() -> None:
    match = completed(board(ids("J"), written={"J": [5]}), board())
    assert options(match) == ["install", "keep"]
    assert match.scene(0).crumbs == ["Nitrous oxide costs the 12 points of route J"]
    assert "So far" not in match.scene(0).text
    match.choose(0, "install")
    first, second = match.state.boards
    assert first.nitrous
    assert score(first, J) == 3  # the route score is lost; dot and speed score stay
    assert first.speed == 1
    assert score(board(complete="AJ", nitrous=True), J) == 38  # other routes still count
    assert second.xs == 1 << J


@pytest.mark.rule("nitrous.now-or-never")
def test_declining_is_final() -> None:
    match = completed(board(ids("J")), board())
    match.choose(0, "keep")
    first = match.state.boards[0]
    assert not first.nitrous
    assert score(first, J) == 12 + 3 + 4
    # later rounds do not ask again
    assert completed(board(complete="J"), board(), done="J").state.phase == "roll"


@pytest.mark.rule("nitrous.install")
def test_another_route_offers_nothing() -> None:
    match = completed(board(ids("A")), board())
    assert match.state.phase == "roll"


@pytest.mark.rule("nitrous.effect", "nitrous.optional-each-round")
def test_with_nitrous_the_sum_is_one_more_choice() -> None:
    match = table(board(nitrous=True), board(), results=(4, 7), checked="J", nitrous=True)
    assert options(match, 0) == ["use:d6", "use:d10", "use:sum"]
    assert options(match, 1) == ["use:d6", "use:d10"]
    assert why_not(match, "use:sum", 1) == "nitrous.effect"
    answer(match, 0, "use:sum", "drive", "route:A", "run:A:aberdeen>kowloon-tong")
    assert board_of(match.state, 0).written[A] == (11,)


@pytest.mark.rule("ex.nitrous.max")
def test_example_the_highest_sum_is_18() -> None:
    car = board(["wo-yi-hop"], nitrous=True)
    match = table(car, board(), dice=["d8", "d10"], results=(8, 10), checked="J", nitrous=True)
    answer(match, 0, "use:sum", "drive", "run:I:shing-mun-tunnels>tuen-mun")
    assert board_of(match.state, 0).written[7] == (18,)


@pytest.mark.rule("nitrous.combination")
def test_the_sum_is_not_changed_by_the_engine() -> None:
    car = board(engine=((1, 1, 1), (4, 4, 4), (8, 8, 8)), nitrous=True)
    match = table(car, board(), results=(4, 7), checked="J", nitrous=True)
    found = set(numbers_to_use(match.state, car).values())
    assert found == {4, 7, 5, 8, 3, 6, 2, 11}
    match = table(board(engine=((1, 1, 1), (), ()), nitrous=True), board(), results=(1, 7), checked="J", nitrous=True)
    assert why_not(match, "use:sum") == "main.choose-n"  # 8 is there as 7 + 1


@pytest.mark.rule("nitrous.everyone")
def test_others_can_install_it_later_or_at_the_same_time() -> None:
    match = completed(board(complete="J", nitrous=True), board(ids("J")), done="J")
    assert [decision.seat for decision in match.decisions] == [1]
    match.choose(1, "install")
    assert match.state.boards[1].nitrous
    match = completed(board(ids("J")), board(ids("J")))
    assert [decision.seat for decision in match.decisions] == [0, 1]


@pytest.mark.rule("nitrous.solo")
def test_alone_the_sum_asks_which_die_leaves_and_one_die_has_no_sum() -> None:
    match = table(board(nitrous=True), results=(4, 7), checked="J", nitrous=True)
    answer(match, 0, "use:sum", "drive", "route:A", "run:A:aberdeen>kowloon-tong")
    assert options(match) == ["aside:d6", "aside:d10"]
    match.choose(0, "aside:d10")
    assert match.state.aside == 0b1000
    match = table(board(nitrous=True), dice=["d6"], results=(4,), aside=["d4", "d8", "d10"], checked="J", nitrous=True)
    assert options(match) == ["drive", "upgrade"]
