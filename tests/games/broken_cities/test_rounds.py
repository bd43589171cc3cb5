"""The structure of a round: the order, one turn each, the steps of a turn."""

from __future__ import annotations

import pytest

from tabletown.kernel.errors import NotAllowed, NotAsked
from tests.games.broken_cities.positions import (
    ECO,
    GREEN,
    LOW,
    ORANGE,
    PURPLE,
    RED,
    SPACE,
    YELLOW,
    bare,
    begin,
    end_round,
    options,
    play,
    put,
    refuses,
    rent,
    start,
    tile,
    told,
    turn_of,
    why_not,
)


@pytest.mark.rule("round.order-lowest-first", "player-income-name")
def test_the_player_with_the_least_rent_acts_first_and_the_one_with_the_most_last() -> None:
    s = put(put(put(bare(), "C3", LOW, RED, True), "D1", GREEN, YELLOW, True), "E3 F3", LOW, PURPLE, True)
    assert s.rents == [5, 3, 0, 6]
    assert begin(s).state.order == [ORANGE, RED, YELLOW, PURPLE]


@pytest.mark.rule("tie-turn-order")
def test_among_equal_rent_less_money_acts_first_then_the_lot_decides() -> None:
    s = start()
    s.money = [9, 3, 5, 1]
    assert begin(s).state.order == [PURPLE, ORANGE, RED, YELLOW]
    orders = {tuple(begin(start(), seed=seed).state.order[:2]) for seed in range(20)}
    assert orders == {(ORANGE, PURPLE), (PURPLE, ORANGE)}
    assert begin(start(ties="seat_order")).state.order == [ORANGE, PURPLE, YELLOW, RED]


@pytest.mark.rule("round.one-turn-each", "round.ends-after-all-turns")
def test_everybody_has_one_turn_and_only_then_the_damage_rises() -> None:
    match = begin(start())
    seats = []
    while match.state.round == 1:
        assert match.state.damage == 0
        seats.append(match.decisions[0].seat)
        play(match, "end")
    assert sorted(seats) == [0, 1, 2, 3]
    assert match.state.damage == 6


@pytest.mark.rule("round.order-frozen")
def test_rent_that_changes_during_a_round_does_not_change_its_order() -> None:
    s = turn_of(start(), ORANGE, money=40)
    s.order = [ORANGE, PURPLE, YELLOW, RED]
    match = play(begin(s), "buy:shopping", "cell:H1")
    assert match.state.rents[ORANGE] == 20
    assert match.state.order == [ORANGE, PURPLE, YELLOW, RED]
    assert play(match, "end").decisions[0].seat == PURPLE


@pytest.mark.rule("turn.step1-income", "ex.turn-income", "income-marker-stale", "money-units")
def test_a_turn_starts_with_money_as_the_rent_marker_says() -> None:
    s = put(start(), "H5 H4 H1", GREEN, YELLOW, True)
    s = put(s, "H3", SPACE, YELLOW)
    assert s.rents[YELLOW] == 11 + 15 + 1
    s = turn_of(s, YELLOW, money=7, begun=False)
    assert begin(s).state.money[YELLOW] == 7 + 27


@pytest.mark.rule("turn.step2-purchase", "turn.purchase-loop", "turn.money-kept", "trade")
def test_one_may_buy_as_long_as_money_lasts_and_keeps_the_rest() -> None:
    match = begin(turn_of(bare(), RED, money=25))
    play(match, "buy:eco_park", "cell:C1", "buy:low_cost", "cell:C2", "buy:greenspace", "cell:C3")
    assert match.state.money[RED] == 3
    assert not [word for word in options(match) if word.startswith("buy:")]
    play(match, "end")
    assert match.state.money[RED] == 3


@pytest.mark.rule("turn.step3-emissions", "turn.emissions-before-rent", "emissions.sum")
def test_each_purchase_changes_the_emissions_at_once() -> None:
    match = begin(turn_of(start(), RED, money=99))
    for word, cell, after in [
        ("low_cost", "H1", 61),
        ("conventional", "G1", 64),
        ("green", "F1", 65),
        ("shopping", "E1", 75),
        ("greenspace", "D1", 72),
        ("eco_park", "C1", 67),
        ("retrofit", "H1", 65),
    ]:
        play(match, f"buy:{word}", f"cell:{cell}")
        assert match.state.emissions == after


@pytest.mark.rule("turn.step4-renters", "turn.step5-rent", "renter-timing", "renter-must-take")
def test_a_renter_may_be_placed_between_purchases_and_raises_the_rent_by_all_that_the_building_earns() -> None:
    match = begin(turn_of(start(), YELLOW, money=40))
    play(match, "buy:green", "cell:A6")
    assert match.state.rents[YELLOW] == 11
    play(match, "renter:A6")
    assert match.state.rents[YELLOW] == 11 + 7 and rent(match, "A6") == 7
    assert (match.state.pool, tile(match, "A6")[2]) == (3, 1)
    play(match, "buy:low_cost", "cell:H6", "end")  # taking a renter is optional
    assert tile(match, "H6") == (LOW, YELLOW, 0)


@pytest.mark.rule("renter-must-take")
def test_renters_can_move_in_by_themselves_or_all_at_once() -> None:
    match = begin(turn_of(start(move_in="auto"), YELLOW, money=40))
    assert tile(play(match, "buy:green", "cell:A6"), "A6")[2] == 1
    match.state.pool, match.state.reserve = 0, match.state.reserve + match.state.pool
    assert tile(play(match, "buy:low_cost", "cell:H1"), "H1")[2] == 0  # no renter is waiting
    s = put(bare(move_in="auto"), "C1", LOW, RED)
    match = begin(turn_of(s, RED, money=0, begun=False))
    assert tile(match, "C1")[2] == 1 and match.state.money[RED] == 0  # at the start of the landlord's turn
    s = put(put(bare(), "C1 D1 E1", LOW, RED), "A6", GREEN, RED)
    s.pool, s.reserve = 1, s.reserve + 3
    assert "renter:all" not in options(begin(turn_of(s.copy(), RED)))  # one renter moves in somewhere, not everywhere
    s.pool, s.reserve = 3, s.reserve - 2
    match = play(begin(turn_of(s, RED)), "renter:all")
    assert tile(match, "A6")[2] == 1 and match.state.pool == 0 and sum(match.state.renters) == 3


@pytest.mark.rule("turn.no-debt")
def test_what_costs_more_than_one_has_is_refused() -> None:
    match = begin(turn_of(start(), RED, money=15))
    assert "buy:conventional" in options(match) and "buy:green" not in options(match)
    with pytest.raises(NotAllowed) as refusal:
        play(match, "buy:green")
    assert str(refusal.value.reason) == "Green costs 16, but you have only 15."
    assert refusal.value.reason.rule == "turn.no-debt"
    match = begin(turn_of(start(), RED, money=16))  # with the full price it can be bought
    assert play(match, "buy:green", "cell:H1").state.money[RED] == 0


@pytest.mark.rule("turn.purchases-optional")
def test_one_may_buy_nothing() -> None:
    match = begin(turn_of(start(), RED, money=99))
    before = match.state.kinds[:]
    play(match, "end")
    assert match.state.kinds == before and match.state.money[RED] == 99


@pytest.mark.rule("renters.first-come", "renters.available-per-round")
def test_renters_taken_by_one_player_are_gone_for_the_next() -> None:
    s = put(put(bare(), "C1 C2 C3 C4", LOW, RED), "F1 F2", LOW, ORANGE)
    s = turn_of(s, RED)
    s.order = [RED, ORANGE, YELLOW, PURPLE]
    s.pool = 4
    match = play(begin(s), "renter:C1", "renter:C2", "renter:C3", "end")
    assert match.decisions[0].seat == ORANGE and match.state.pool == 1
    play(match, "renter:F1")
    assert match.state.pool == 0 and "renter:F2" not in options(match)
    with refuses("nobody-waits"):
        play(match, "renter:F2")


@pytest.mark.rule("renters.take-limit", "renters.no-hoarding", "renter-move")
def test_a_renter_is_taken_only_for_an_own_empty_building() -> None:
    s = put(put(bare(), "C1", LOW, RED), "D1", LOW, ORANGE)
    s = put(put(s, "E1", LOW, RED, True), "F1", ECO, RED)
    match = begin(turn_of(s, RED))
    assert [word for word in options(match) if word.startswith("renter:")] == ["renter:C1"]
    for word in ("renter:D1", "renter:E1", "renter:F1"):
        with pytest.raises(NotAllowed) as refusal:
            play(match, word)
        assert refusal.value.reason.rule == "renters.no-hoarding"
    assert why_not(match, "renter:all") == "one-only"
    play(match, "renter:C1")
    assert not [word for word in options(match) if word.startswith("renter:")]
    assert why_not(match, "renter:all") == "no-homes"


@pytest.mark.rule("renters.unclaimed-stay", "renters.replenish", "renters-available-text", "renters-accumulate")
def test_four_renters_come_at_every_round_end_and_those_nobody_took_stay() -> None:
    match = end_round(begin(start()))
    assert (match.state.pool, match.state.reserve) == (8, 12)
    match = end_round(begin(start(pool="reset")))
    assert (match.state.pool, match.state.reserve) == (4, 16)
    s = start(pool="reset")
    s.pool, s.reserve = 6, 14  # some renters returned, for example by a penalty
    match = end_round(begin(s))
    assert (match.state.pool, match.state.reserve) == (6, 14)


@pytest.mark.rule("renters.replenish", "renters-run-out")
def test_when_the_reserve_runs_out_only_what_is_left_comes() -> None:
    s = start()
    s.reserve = 3
    match = end_round(begin(s))
    assert (match.state.pool, match.state.reserve) == (7, 0)
    assert end_round(match).state.pool == 7
    s = start(reserve="endless")
    s.reserve = 0
    assert end_round(begin(s)).state.pool == 8
    match = end_round(begin(start(reserve="endless")))
    assert (match.state.pool, match.state.reserve) == (8, 12)


@pytest.mark.rule("roundend.no-event-no-law", "roundend.order")
def test_without_an_event_there_is_no_card_and_no_law_only_renters() -> None:
    match = end_round(begin(start()))
    assert match.state.events == [] and match.state.assembly is None
    assert (match.state.round, match.state.pool, match.state.damage) == (2, 8, 6)
    assert told(match).index("damage rose") < told(match).index("renters arrived")


def test_only_the_active_player_may_act() -> None:
    match = begin(turn_of(start(), RED))
    with pytest.raises(NotAsked):
        match.choose(YELLOW, "end")
