from __future__ import annotations

import pytest

from tabletown.games.crossroll.options import RUNS
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.bonus import bonus_size
from tabletown.games.crossroll.state import BONUS, ROLL
from tabletown.kernel.errors import NotAllowed, UnknownWord
from tests.games.crossroll.tables import A, J, answer, board, crossed, options, said, table, why_not

TICKET = [1, 6, 6, 5]  # as it must have been in the printed example


def won(*, ticket: list[int], results: tuple[int, ...], start: list[str] | None = None, **more: object):  # type: ignore[no-untyped-def]
    return table(board(start or [], ticket=ticket, **more), board(), phase=BONUS, results=results)  # type: ignore[arg-type]


@pytest.mark.rule("bonus.optional")
def test_the_bonus_may_be_declined_and_taking_it_is_told_to_all() -> None:
    match = won(ticket=[4], results=(4, 7))
    assert options(match)[-1] == "pass"
    match.choose(0, "pass")
    assert not match.state.boards[0].crossed
    assert match.state.phase == "main"
    match = won(ticket=[4], results=(4, 7))
    answer(match, 0, "route:A", "run:A:aberdeen")
    assert "Seat 1 won the lotto and crossed out 1 on route A: Aberdeen." in said(match)


@pytest.mark.rule("bonus.condition")
def test_without_a_match_there_is_no_bonus() -> None:
    match = table(board(ticket=[1, 2, 3]), board(ticket=[4]), phase=ROLL, luck=["4", "7"])
    match.choose(0, "dice:d6+d10")
    assert [decision.seat for decision in match.decisions] == [1]
    match = table(board(ticket=[1, 2, 3]), board(), phase=ROLL, luck=["4", "7"])
    match.choose(0, "dice:d6+d10")
    assert match.state.phase == "main"


@pytest.mark.rule("bonus.count")
def test_the_size_counts_the_slots_of_both_results() -> None:
    assert bonus_size(board(ticket=[4, 4, 7, 2]), (4, 7)) == 3
    assert bonus_size(board(ticket=[4, 4, 7, 2]), (7, 3)) == 1


@pytest.mark.rule("bonus.equal-dice-count-twice", "bonus.double-count")
def test_equal_dice_count_every_slot_twice() -> None:
    assert bonus_size(board(ticket=[4, 4, 7]), (4, 4)) == 4


@pytest.mark.rule("ex.lotto.5-7")
def test_example_5_and_7_give_one() -> None:
    match = won(ticket=TICKET, results=(5, 7))
    assert match.decision(0).prompt.parts["n"] == 1
    answer(match, 0, "route:A", "run:A:aberdeen")
    assert crossed(match.state.boards[0]) == {"aberdeen"}
    assert "pass" in options(won(ticket=TICKET, results=(5, 7)))


@pytest.mark.rule("ex.lotto.1-6")
def test_example_1_and_6_give_three() -> None:
    match = won(ticket=TICKET, results=(1, 6))
    answer(match, 0, "route:A", "run:A:aberdeen>wong-chuk-hang")
    assert crossed(match.state.boards[0]) == {"aberdeen", "ap-lei-chau-bridge", "wong-chuk-hang"}


@pytest.mark.rule("ex.lotto.6-6")
def test_example_6_and_6_give_four() -> None:
    match = won(ticket=TICKET, results=(6, 6))
    answer(match, 0, "route:A", "run:A:aberdeen>ocean-park")
    assert len(crossed(match.state.boards[0])) == 4


@pytest.mark.rule("bonus.both-or-none")
def test_both_results_are_taken_or_none() -> None:
    match = won(ticket=[4, 7], results=(4, 7))
    match.choose(0, "route:A")
    assert all(RUNS[word].size == 2 for word in options(match))
    with pytest.raises(NotAllowed):
        match.choose(0, "run:A:aberdeen")


@pytest.mark.rule("bonus.exact-consecutive")
def test_the_bonus_is_one_stretch_of_exactly_that_size_on_one_route() -> None:
    match = won(ticket=[4, 4, 4], results=(4, 7), start=["ocean-park"])
    match.choose(0, "route:A")
    for word in options(match):
        run = RUNS[word]
        assert run.size == 3
        assert run.route == A
        places = [MAP.routes[A].index(stop) for stop in run.stops]
        assert sorted(places) == list(range(min(places), min(places) + 3))
    assert set(options(match)) == {
        "run:A:aberdeen>wong-chuk-hang",
        "run:A:wong-chuk-hang>aberdeen",
        "run:A:aberdeen-tunnel>causeway-bay",
    }


@pytest.mark.rule("bonus.impossible")
def test_a_bonus_without_a_run_of_its_size_is_lost() -> None:
    everything = [id for id in MAP.ids if id not in ("ocean-park", "tai-po")]
    match = table(board(everything, ticket=[4, 4]), board(ticket=[7]), phase=BONUS, results=(4, 7))
    assert [decision.seat for decision in match.decisions] == [1]
    assert "no route had a run of that length" in said(match)


@pytest.mark.rule("bonus.driving-restrictions")
def test_the_driving_restrictions_hold_for_the_bonus() -> None:
    match = won(ticket=[4], results=(4, 7), start=["ocean-park"])
    match.choose(0, "route:A")
    assert set(options(match)) == {"run:A:aberdeen", "run:A:wong-chuk-hang", "run:A:aberdeen-tunnel"}
    assert why_not(match, "stop:happy-valley") == "restrict.start"
    assert why_not(match, "stop:ocean-park") == "drive.cross-empty-only"
    assert why_not(match, "stop:tai-po") == "restrict.one-route"


@pytest.mark.rule("bonus.no-record-box")
def test_the_bonus_fills_no_box_and_goes_where_all_boxes_are_full() -> None:
    match = won(ticket=[4], results=(4, 7), start=["shenzhen-bay-port", "shenzhen-bay-bridge"], written={"J": [1, 1]})
    answer(match, 0, "route:J", "run:J:ngau-hom-shek")
    assert match.state.boards[0].written[J] == (1, 1)
    assert match.state.boards[0].free[J] == 0
    match = won(ticket=[4], results=(4, 7))
    answer(match, 0, "route:J", "run:J:shenzhen-bay-port")
    assert match.state.boards[0].free == MAP.boxes


@pytest.mark.rule("bonus.landmark")
def test_a_bonus_that_ends_on_a_landmark_scores_it() -> None:
    match = won(ticket=[4], results=(4, 7), start=["wong-chuk-hang"])
    answer(match, 0, "route:A", "run:A:ocean-park")
    assert match.state.boards[0].landmarks == (MAP.index["ocean-park"],)


@pytest.mark.rule("bonus.completed-routes")
def test_a_completed_route_cannot_take_a_bonus() -> None:
    match = won(ticket=[4], results=(4, 7), complete="J")
    assert "route:J" not in options(match)
    assert why_not(match, "route:J") == "restrict.enough-empty"


@pytest.mark.rule("lotto.no-immediate-match")
def test_a_number_written_this_round_waits_for_the_next() -> None:
    match = table(board(["ap-lei-chau-bridge", "happy-valley"]), board(), phase=ROLL, luck=["4", "7", "4", "2"])
    match.choose(0, "dice:d6+d10")
    answer(match, 0, "use:d6", "lotto", "crossroad:causeway-bay")
    answer(match, 1, "use:d6", "upgrade")
    assert match.state.phase == ROLL
    assert len(crossed(match.state.boards[0])) == 3
    match.choose(1, "dice:d6+d10")
    assert match.state.phase == BONUS
    assert "route:A" in options(match)
    with pytest.raises(UnknownWord):
        match.choose(0, "nonsense")
