from __future__ import annotations

import pytest

from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.main_action import numbers_to_use
from tabletown.games.crossroll.rules.writing import board_of
from tabletown.kernel.errors import NotAllowed
from tests.games.crossroll.tables import J, answer, board, crossed, ids, options, said, table, why_not

FULL_ENGINE = ((1, 2, 3), (4, 5, 6), (8, 9, 10))


def numbers(match, seat: int = 0) -> set[int]:  # type: ignore[no-untyped-def]
    """Every N that the seat may use."""
    return set(numbers_to_use(match.state, match.state.boards[seat]).values())


def gap(*empty: str) -> list[str]:
    """The ids of all locations except these, to be crossed out."""
    return [id for id in MAP.ids if id not in empty]


# ---------------------------------------------------------------- choosing N


@pytest.mark.rule("main.choose-n")
def test_each_player_chooses_one_of_the_two_results_for_herself() -> None:
    match = table(board(), board(), results=(4, 7))
    assert options(match, 0) == options(match, 1) == ["use:d6", "use:d10"]
    answer(match, 0, "use:d6", "upgrade")
    answer(match, 1, "use:d10", "upgrade")
    assert match.state.boards[0].engine == ((), (4,), ())
    assert match.state.boards[1].engine == ((), (7,), ())


@pytest.mark.rule("main.three-actions")
def test_she_drives_joins_the_lotto_or_upgrades() -> None:
    match = table(board(["happy-valley"]), board(), results=(4, 7))
    match.choose(0, "use:d6")
    assert options(match) == ["drive", "lotto", "upgrade"]


@pytest.mark.rule("main.mandatory", "main.harmful-actions")
def test_she_must_act_if_she_can_even_if_it_ends_the_game() -> None:
    # one empty box left in the whole game, and only a drive is possible
    full = {letter: [1] * MAP.boxes[route] for route, letter in enumerate(MAP.letters)} | {"J": [1]}
    last = board(gap("lam-tei"), written=full, ticket=[1] * 8, engine=FULL_ENGINE)
    match = table(last, board(), results=(1, 1))
    assert "skip" not in options(match)
    assert why_not(match, "skip") in ("main.skip", "main.mandatory")
    answer(match, 0, "drive", "run:J:lam-tei")
    answer(match, 1, "upgrade")
    assert match.over


@pytest.mark.rule("main.unable-other-die")
def test_a_result_without_an_action_cannot_be_chosen() -> None:
    # two empty locations in a row, the ticket is full, the engine takes no 5
    stuck = board(gap("ngau-hom-shek", "ha-tsuen"), ticket=[1] * 8, engine=((1,), (4, 5, 6), ()))
    match = table(stuck, board(), results=(2, 5))
    assert options(match) == ["use:d6", "use:d6-1"]
    assert why_not(match, "use:d10") == "main.unable-other-die"
    # with a single number left she is not asked
    stuck = board(gap("ngau-hom-shek", "ha-tsuen"), ticket=[1] * 8, engine=((1,), (4, 5, 6), (9, 9, 9)))
    match = table(stuck, board(), results=(1, 10))
    assert options(match) == ["drive", "upgrade"]
    assert match.state.walks[0].n == 1


@pytest.mark.rule("main.skip")
def test_only_if_neither_result_allows_an_action_she_skips() -> None:
    stuck = board(gap("ngau-hom-shek"), ticket=[1] * 8, engine=((), (4, 5, 6), ()))
    match = table(stuck, board(), results=(5, 6))
    assert match.decision(0) is None
    assert "could not act and skipped" in said(match)
    match = table(stuck, board(), results=(5, 1))
    assert match.decision(0) is not None


@pytest.mark.rule("main.forced-effects")
def test_effects_are_never_forced() -> None:
    # 4 and 4 do nothing; 4-1 = 3 fits the top engine row
    stuck = board(gap("ngau-hom-shek"), ticket=[1] * 8, engine=((), (4, 5, 6), ()))
    match = table(stuck, board(), results=(4, 4))
    assert options(match) == ["use:d6-1", "skip"]
    other = match.clone()
    match.choose(0, "skip")
    assert match.state.walks[0].done
    answer(other, 0, "use:d6-1", "upgrade")
    answer(other, 1, "upgrade")
    assert other.state.boards[0].engine[0] == (3,)


# ---------------------------------------------------------------- joining the lotto


@pytest.mark.rule("lotto.cross-crossroad", "lotto.first-action")
def test_the_lotto_needs_an_empty_crossroad_next_to_an_old_cross() -> None:
    match = table(board(), board(["happy-valley", "kowloon-tong"]), results=(4, 7))
    match.choose(0, "use:d6")
    assert options(match) == ["drive", "upgrade"]
    assert why_not(match, "lotto") == "lotto.cross-crossroad"
    answer(match, 1, "use:d6", "lotto")
    assert options(match, 1) == ["crossroad:causeway-bay", "crossroad:beacon-hill"]
    assert why_not(match, "crossroad:hung-hom", 1) == "lotto.cross-crossroad"
    assert why_not(match, "stop:ocean-park", 1) == "lotto.crossroad-only"
    assert why_not(match, "stop:happy-valley", 1) == "lotto.crossroad-only"


@pytest.mark.rule("lotto.write-n", "ex.lotto-action")
def test_the_example_writes_a_four_on_the_ticket() -> None:
    match = table(board(["happy-valley"]), board(), results=(4, 7))
    answer(match, 0, "use:d6", "lotto", "crossroad:causeway-bay")
    answer(match, 1, "use:d6", "upgrade")
    after = match.state.boards[0]
    assert crossed(after) == {"happy-valley", "causeway-bay"}
    assert after.ticket == (4, 0, 0, 0, 0, 0, 0, 0)


@pytest.mark.rule("lotto.write-n")
def test_with_the_option_she_picks_the_slot() -> None:
    match = table(board(["happy-valley"], ticket=[9]), board(), results=(4, 7), choose_slot=True)
    answer(match, 0, "use:d6", "lotto", "crossroad:causeway-bay")
    assert options(match) == [f"slot:{slot}" for slot in range(2, 9)]
    with pytest.raises(NotAllowed):
        match.choose(0, "slot:1")
    match.choose(0, "slot:5")
    answer(match, 1, "use:d6", "upgrade")
    assert match.state.boards[0].ticket == (9, 0, 0, 0, 4, 0, 0, 0)


@pytest.mark.rule("lotto.repeat-allowed")
def test_a_number_may_stand_on_the_ticket_many_times() -> None:
    match = table(board(["happy-valley"], ticket=[4, 4, 4]), board(), results=(4, 7))
    answer(match, 0, "use:d6", "lotto", "crossroad:causeway-bay")
    answer(match, 1, "use:d6", "upgrade")
    assert match.state.boards[0].ticket[:4] == (4, 4, 4, 4)


@pytest.mark.rule("lotto.full")
def test_with_eight_numbers_the_ticket_is_full() -> None:
    match = table(board(["happy-valley"], ticket=[1, 2, 3, 4, 5, 6, 7, 8]), board(), results=(4, 7))
    match.choose(0, "use:d6")
    assert options(match) == ["drive", "upgrade"]
    assert why_not(match, "lotto") == "lotto.full"


@pytest.mark.rule("lotto.no-record-box")
def test_the_lotto_fills_no_box_and_goes_where_boxes_are_full() -> None:
    match = table(board(["ha-tsuen"], written={"J": [1, 1]}), board(), results=(4, 7))
    answer(match, 0, "use:d6", "lotto", "crossroad:lam-tei")
    answer(match, 1, "use:d6", "upgrade")
    after = match.state.boards[0]
    assert after.written[J] == (1, 1)
    assert sum(after.free) == 31 - 2
    assert "lam-tei" in crossed(after)


@pytest.mark.rule("landmark.not-by-lotto-action")
def test_the_lotto_never_scores_a_landmark() -> None:
    assert not set(MAP.crossroads) & set(MAP.landmarks)
    match = table(board(["star-ferry", "golden-bauhinia-square"]), board(), results=(4, 7))
    answer(match, 0, "use:d6", "lotto", "crossroad:causeway-bay")
    assert board_of(match.state, 0).landmarks == ()


# ---------------------------------------------------------------- upgrading


@pytest.mark.rule("engine.three-rows", "engine.ranges")
def test_the_engine_rows_take_1_to_3_4_to_7_and_8_to_10() -> None:
    assert [(row.min, row.max, row.boxes) for row in MAP.rows] == [(1, 3, 3), (4, 7, 3), (8, 10, 3)]
    for n, row in {1: 0, 3: 0, 4: 1, 7: 1, 8: 2, 10: 2}.items():
        match = table(board(), board(), dice=["d10", "d8"], results=(n, n))
        answer(match, 0, "upgrade")
        answer(match, 1, "upgrade")
        assert match.state.boards[0].engine[row] == (n,)


@pytest.mark.rule("engine.write")
def test_n_goes_into_the_leftmost_empty_box_and_may_repeat() -> None:
    match = table(board(engine=((), (5,), ())), board(), results=(5, 5))
    answer(match, 0, "upgrade")
    answer(match, 1, "upgrade")
    assert match.state.boards[0].engine == ((), (5, 5), ())
    assert match.state.boards[0].free == MAP.boxes


@pytest.mark.rule("ex.upgrade.5")
def test_example_a_five_goes_into_the_middle_row() -> None:
    match = table(board(), board(), results=(5, 9))
    answer(match, 0, "use:d6", "upgrade")
    answer(match, 1, "use:d6", "upgrade")
    assert match.state.boards[0].engine == ((), (5,), ())


@pytest.mark.rule("engine.full-row")
def test_a_full_row_takes_no_more_and_nothing_flows_over() -> None:
    match = table(board(engine=((), (4, 5, 6), ())), board(), results=(5, 9))
    match.choose(0, "use:d6")
    assert options(match) == ["drive"]
    assert why_not(match, "upgrade") == "engine.full-row"


@pytest.mark.rule("engine.unlock")
def test_a_row_with_an_empty_box_unlocks_nothing() -> None:
    match = table(board(engine=((), (4,), ())), board(), results=(6, 8), luck=["3", "8"])
    answer(match, 0, "use:d6", "upgrade")
    answer(match, 1, "use:d6", "upgrade")
    assert match.state.boards[0].engine == ((), (4, 6), ())
    match.choose(1, "dice:d6+d10")
    assert numbers(match) == {3, 8}


@pytest.mark.rule("lotto.cross-crossroad")
def test_a_crossroad_that_is_crossed_out_is_not_offered_again() -> None:
    # three crossroads beside each other, two of them crossed out
    match = table(board(["kwai-chung", "cheung-sha-wan"]), board(), results=(3, 3))
    answer(match, 0, "lotto")
    assert options(match) == ["crossroad:butterfly-valley"]
    assert why_not(match, "crossroad:kwai-chung") == "lotto.cross-crossroad"
    match = table(board(["happy-valley", "causeway-bay"]), board(), results=(3, 3))
    assert options(match) == ["drive", "upgrade"]  # no other crossroads is next to those two


@pytest.mark.rule("engine.unlock")
def test_a_full_row_unlocks_its_effect_for_the_rest_of_the_game() -> None:
    match = table(board(engine=((), (4, 5), ())), board(), results=(6, 8), luck=["3", "8"])
    assert numbers(match) == {6, 8}
    assert why_not(match, "use:d6-1") == "engine.unlock"
    answer(match, 0, "use:d6", "upgrade")
    assert "use:d6-1" not in options(match)
    answer(match, 1, "use:d6", "upgrade")
    match.choose(1, "dice:d6+d10")
    assert numbers(match) == {3, 2, 8, 7}


@pytest.mark.rule("ex.upgrade.minus-one", "engine.which-die")
def test_example_with_the_middle_row_4_and_8_give_3_4_7_and_8() -> None:
    match = table(board(engine=((), (4, 5, 6), ())), board(), results=(4, 8))
    assert numbers(match) == {3, 4, 7, 8}
    assert options(match) == ["use:d6", "use:d10", "use:d6-1", "use:d10-1"]


@pytest.mark.rule("engine.effects")
@pytest.mark.parametrize(("engine", "expected"), [
    (((1, 1, 1), (), ()), {5, 8, 6, 9}),
    (((), (4, 4, 4), ()), {5, 8, 4, 7}),
    (((), (), (8, 8, 8)), {5, 8, 3, 6}),
])  # fmt: skip
def test_the_rows_give_plus_one_minus_one_minus_two(engine: tuple[tuple[int, ...], ...], expected: set[int]) -> None:
    assert numbers(table(board(engine=engine), board(), results=(5, 8))) == expected


@pytest.mark.rule("engine.any-action")
def test_a_changed_number_serves_for_all_three_actions() -> None:
    match = table(board(["happy-valley"], engine=((1, 1, 1), (), ())), board(), results=(5, 8))
    match.choose(0, "use:d6+1")
    assert options(match) == ["drive", "lotto", "upgrade"]


@pytest.mark.rule("engine.modified-number-written")
def test_the_changed_number_is_driven_and_written() -> None:
    start = board(["happy-valley"], engine=((1, 1, 1), (), ()))
    match = table(start, board(), results=(5, 8))
    answer(match, 0, "use:d6+1", "drive", "route:A", "run:A:causeway-bay>beacon-hill")
    assert board_of(match.state, 0).written[0] == (6,)
    assert len(crossed(board_of(match.state, 0))) == 7
    for action, where in (("lotto", "ticket"), ("upgrade", "engine")):
        match = table(start, board(), results=(5, 8))
        answer(match, 0, "use:d6+1", action)
        if action == "lotto":
            match.choose(0, "crossroad:causeway-bay")
        after = board_of(match.state, 0)
        assert (after.ticket[0] if where == "ticket" else after.engine[1][0]) == 6


@pytest.mark.rule("engine.optional-one")
def test_effects_are_optional_and_never_add_up() -> None:
    match = table(board(engine=FULL_ENGINE), board(), results=(4, 8))
    # plain, +1, -1, -2 of each; not 4+1-1, not 4-1-2 = 1, not 8+1+1 = 10
    assert numbers(match) == {4, 8, 5, 9, 3, 7, 2, 6}
    match = table(board(engine=FULL_ENGINE), board(), results=(4, 6))
    assert "use:d6+1" in options(match) and "use:d10-1" not in options(match)  # 5 in either case
    assert why_not(match, "use:d10-1") == "main.choose-n"


@pytest.mark.rule("engine.out-of-range")
def test_n_is_at_least_one_and_above_ten_fits_no_engine_row() -> None:
    match = table(board(engine=((1, 1, 1), (4, 4, 4), (8, 8))), board(), dice=["d4", "d10"], results=(1, 10))
    assert numbers(match) == {1, 10, 2, 11, 9}
    assert why_not(match, "use:d4-1") == "engine.out-of-range"
    match.choose(0, "use:d10+1")
    assert options(match) == ["drive"]
    assert why_not(match, "upgrade") == "engine.out-of-range"
    match = table(board(["happy-valley"], engine=((1, 1, 1), (), ())), board(), results=(2, 10))
    answer(match, 0, "use:d10+1", "lotto", "crossroad:causeway-bay")
    assert board_of(match.state, 0).ticket[0] == 11


@pytest.mark.rule("engine.not-in-bonus")
def test_effects_do_not_change_the_results_of_the_bonus() -> None:
    match = table(board(engine=FULL_ENGINE, ticket=[5, 3, 9, 7, 6, 2]), board(), phase="bonus", results=(4, 8))
    assert match.state.phase == "main"


# ---------------------------------------------------------------- all at once


@pytest.mark.rule("round.simultaneous", "resolve.when")
def test_all_play_at_once_in_any_order_and_the_resolution_waits_for_all() -> None:
    match = table(board(ids("J")[:4]), board(), board(), results=(1, 4))
    assert [decision.seat for decision in match.decisions] == [0, 1, 2]
    answer(match, 2, "use:d6", "upgrade")
    answer(match, 0, "use:d6", "drive", "route:J", "run:J:lam-tei")
    assert match.state.phase == "main"
    assert not match.state.boards[0].complete
    answer(match, 1, "use:d6", "upgrade")
    assert match.state.boards[0].complete
