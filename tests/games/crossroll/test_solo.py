from __future__ import annotations

import random

import pytest

from tabletown.games.crossroll import game
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.state import BONUS, RESOLUTION, ROLL
from tabletown.kernel import CHANCE, Match
from tests.games.crossroll.tables import A, J, answer, board, ids, options, said, table, why_not

ALL_FULL = {letter: [1] * MAP.boxes[route] for route, letter in enumerate(MAP.letters)}


@pytest.mark.rule("solo.base")
def test_phases_and_scoring_are_as_usual() -> None:
    match = table(board([*ids("J")[:4]], ticket=[9]), phase=ROLL, luck=["1", "9"])
    answer(match, 0, "dice:d6+d10")
    assert match.state.phase == BONUS
    answer(match, 0, "pass", "use:d6", "drive", "route:J", "run:J:lam-tei")
    assert match.state.boards[0].complete == 1 << J
    assert match.state.boards[0].speed == 1
    assert match.state.boards[0].xs == 0  # there are no opponents, and she completed it


@pytest.mark.rule("solo.cycle.1", "solo.cycle.2", "solo.cycle.3", "solo.cycle.4", "solo.repeat", "solo.used-die")
def test_the_dice_cycle_of_four_rounds() -> None:
    luck = ["1", "5", "2", "6", "6", "3", "4", "6", "1", "1"]
    match = table(board(), phase=ROLL, luck=luck)
    assert len(options(match)) == 6  # two of four
    answer(match, 0, "dice:d4+d6")
    assert match.state.results == (1, 5)
    answer(match, 0, "use:d4", "upgrade")
    assert sorted(options(match)) == ["dice:d6+d10", "dice:d6+d8", "dice:d8+d10"]  # two of three
    assert why_not(match, "dice:d4+d6").startswith("solo.cycle")
    answer(match, 0, "dice:d6+d8")
    answer(match, 0, "use:d8", "upgrade")
    assert match.state.dice == (1, 3)  # both that are left, without a question
    assert match.state.results == (6, 3)
    answer(match, 0, "use:d6", "drive", "route:A", "run:A:aberdeen>happy-valley")
    assert match.state.dice == (3,)  # the last one
    assert match.state.results == (4,)
    assert options(match) == ["drive", "lotto", "upgrade"]  # N is not asked
    answer(match, 0, "upgrade")
    # then the d10 fell on 6: no penalty; all four dice are back
    assert match.state.aside == 0
    assert len(options(match)) == 6
    assert match.state.round == 5


@pytest.mark.rule("solo.last-die-engine", "solo.cycle.4")
def test_the_engine_may_change_the_last_die_unless_it_counts_as_rolled() -> None:
    tuned = board(engine=((1, 1, 1), (), ()))
    last = {"dice": ["d8"], "results": (5,), "aside": ["d4", "d6", "d10"], "luck": ["6"]}
    assert options(table(tuned, **last)) == ["use:d8", "use:d8+1"]
    match = table(tuned, **last, plain_last=True)
    assert "use:d8+1" not in options(match) and match.state.walks[0].use == "use:d8"
    two = table(tuned, results=(5, 4), plain_last=True)
    assert "use:d6+1" in options(two), "only the last die"


@pytest.mark.rule("solo.penalty")
def test_all_four_dice_may_wait_for_a_penalty_rolled_by_hand() -> None:
    match = Match(game, 1, seed=3, by_hand=["d10"])
    rng = random.Random(3)
    waited = False
    while match.decisions and not waited:
        asked = match.decisions[0]
        match.choose(asked.seat, rng.choice(asked.options))
        game.rules.check(match.state)
        waited = match.state.aside == 0b1111
    assert waited and match.decisions[0].seat == CHANCE


@pytest.mark.rule("solo.used-die")
def test_the_die_before_any_change_is_set_aside_and_equal_results_leave_the_choice() -> None:
    match = table(board(engine=((1, 1, 1), (), ())), results=(5, 5))
    assert options(match) == ["use:d6", "use:d10", "use:d6+1", "use:d10+1"]
    answer(match, 0, "use:d10+1", "upgrade")
    assert match.state.aside == 0b1000
    # after a skip she chooses too
    stuck = board([id for id in MAP.ids if id != "ngau-hom-shek"], ticket=[1] * 8, engine=((), (4, 5, 6), ()))
    match = table(stuck, results=(6, 7))
    assert options(match) == ["aside:d6", "aside:d10"]
    assert why_not(match, "aside:d4") == "main.choose-n"  # it was not rolled
    match.choose(0, "aside:d6")
    assert match.state.aside == 0b0010
    match = table(stuck, dice=["d8"], results=(6,), aside=["d4", "d6", "d10"], luck=["6"])
    assert match.state.phase == ROLL and match.state.aside == 0  # but she is not asked about the last die


@pytest.mark.rule("solo.bonus-phase")
def test_the_bonus_phase_happens_every_round_and_counts_the_dice_rolled() -> None:
    match = table(board(ticket=[4, 4, 6]), phase=ROLL, aside=["d4", "d6", "d10"], luck=["4"])
    assert match.state.phase == BONUS
    assert match.decision(0).prompt.parts["n"] == 2


def penalized(*luck: str, start: dict[str, object] | None = None, **variant: bool):  # type: ignore[no-untyped-def]
    every = ["d4", "d6", "d8", "d10"]
    return table(board(**(start or {})), phase=RESOLUTION, aside=every, luck=luck, **variant)  # type: ignore[arg-type]


@pytest.mark.rule("solo.penalty")
def test_after_every_fourth_resolution_a_d10_names_a_route_for_an_x() -> None:
    match = penalized("1")
    assert match.state.boards[0].xs == 1 << A
    assert match.state.boards[0].free[A] == 3
    assert match.state.aside == 0
    assert table(board(), phase=RESOLUTION, aside=["d4", "d6", "d8"]).state.boards[0].xs == 0


@pytest.mark.rule("solo.penalty.ignored")
def test_a_second_x_or_a_full_row_is_ignored() -> None:
    assert penalized("1", start={"xs": "A"}).state.boards[0].free[A] == 3
    assert penalized("0", start={"written": {"J": [1, 2]}}).state.boards[0].xs == 0
    assert "no X was written" in said(penalized("0", start={"complete": "J"}))


@pytest.mark.rule("solo.six")
def test_a_six_is_lucky_or_rolled_again() -> None:
    assert penalized("6", "1").state.boards[0].xs == 0
    assert penalized("6", "1", reroll_six=True).state.boards[0].xs == 1 << A


@pytest.mark.rule("solo.penalty-and-end")
def test_the_solo_x_can_end_the_game() -> None:
    match = penalized("0", start={"written": {**ALL_FULL, "J": [1]}})
    assert match.over
    assert not penalized("1", start={"written": {**ALL_FULL, "J": [1]}}).over


@pytest.mark.rule("solo.penalty-and-end", "end.trigger")
def test_when_all_boxes_are_filled_no_penalty_is_rolled() -> None:
    match = penalized("1", start={"written": ALL_FULL})
    assert match.over
    assert match.log == []
    assert "penalty roll" not in said(match)
