"""Laws in force: what they forbid, charge and require, and their penalties."""

from __future__ import annotations

import pytest

from tabletown.games.broken_cities.content import CELLS, PENALTIES
from tabletown.games.broken_cities.state import BrokenCities, Law, Penalty
from tabletown.games.broken_cities.words import law_text
from tabletown.kernel import Match
from tests.games.broken_cities.positions import (
    CONV,
    ECO,
    GREEN,
    LOW,
    ORANGE,
    PURPLE,
    RED,
    RETRO,
    SHOP,
    SPACE,
    YELLOW,
    bare,
    begin,
    end_round,
    options,
    play,
    put,
    start,
    tile,
    told,
    turn_of,
    with_laws,
)

FINE = Penalty("fine", 5)


def under(law: Law, seat: int = RED, money: int = 20, s: BrokenCities | None = None, **more: str) -> Match:
    """The seat's turn with this law in force."""
    s = with_laws(s or start(**more), law)
    s.money[seat] = money - s.rents[seat]
    return begin(turn_of(s, seat, begun=False))


# ------------------------------------------------------------------ laws at the moment of buying


@pytest.mark.rule("law.binding")
def test_a_ban_keeps_kinds_off_an_area_and_the_refusal_cites_it() -> None:
    match = under(Law("ban", kinds=(LOW,), area="shore"))
    play(match, "buy:low_cost")
    assert not [word for word in options(match) if word.endswith("6")]
    reason = match.why_not("cell:C6")
    assert reason is not None and str(reason) == "Law 1 forbids it: Low-Cost may not be built on the shore."
    match = play(under(Law("ban", kinds=(RETRO,), area="forest")), "buy:retrofit")
    assert options(match) == ["cell:C5"]
    reason = match.why_not("cell:A2")
    assert reason is not None and reason.rule == "law.binding"
    match = under(Law("ban", kinds=(LOW, RETRO), area="anywhere"))
    assert "buy:low_cost" not in options(match) and "buy:retrofit" not in options(match)
    reason = match.why_not("buy:low_cost")
    assert reason is not None and reason.rule == "law.binding"


@pytest.mark.rule("law.binding")
def test_bans_of_all_areas_together_leave_no_place() -> None:
    s = with_laws(start(), *(Law("ban", kinds=(LOW,), area=area) for area in ("shore", "forest", "inner")))
    match = begin(turn_of(s, RED, money=20))
    assert "buy:low_cost" not in options(match) and "buy:conventional" in options(match)
    s = with_laws(put(bare(), "A2 A4", LOW, RED), Law("ban", kinds=(RETRO,), area="forest"))
    match = begin(turn_of(s, RED, money=20))  # both of its buildings are next to the forest
    assert "buy:retrofit" not in options(match)
    reason = match.why_not("buy:retrofit")
    assert reason is not None and reason.rule == "law.binding"


@pytest.mark.rule("law.binding")
def test_a_cap_limits_what_one_builds_in_a_turn() -> None:
    match = under(Law("build_cap", kinds=(LOW, SHOP), count=1), money=40)
    play(match, "buy:low_cost", "cell:H1")
    assert "buy:low_cost" not in options(match) and "buy:shopping" not in options(match)
    assert "buy:greenspace" in options(match)
    assert "buy:low_cost" not in options(under(Law("build_cap", kinds=(LOW,), count=0)))


@pytest.mark.rule("law.binding")
def test_a_brake_stops_emitters_while_the_city_emits_too_much() -> None:
    match = under(Law("city_emission_brake", amount=56), money=40)
    assert [word for word in options(match) if word.startswith("buy:")] == [
        "buy:greenspace",
        "buy:eco_park",
        "buy:retrofit",
    ]
    play(match, "buy:greenspace", "cell:H1")
    assert "buy:low_cost" in options(match)


@pytest.mark.rule("law.price-rise-allowed", "law-price-effect")
def test_a_surcharge_is_paid_to_the_bank_or_by_option_to_the_others() -> None:
    law = Law("surcharge", kinds=(LOW,), amount=6)
    match = play(under(law, money=20), "buy:low_cost", "cell:H1")
    assert match.state.money == [4, 8, 0, 0]
    s = with_laws(start(), law, Law("surcharge", kinds=(LOW, ECO), amount=3))
    assert (s.prices[LOW], s.prices[ECO], s.prices[CONV]) == (6 + 6 + 3, 10 + 3, 11)  # two surcharges add up
    match = play(under(law, money=20, fines="pool"), "buy:low_cost", "cell:H1")
    assert match.state.money == [6, 8, 2, 2]
    match = play(under(law, money=20, s=start(3, fines="pool")), "buy:low_cost", "cell:H1")
    assert match.state.money == [4 + 3, 8, 3]


# ------------------------------------------------------------------ taxes and duties


@pytest.mark.rule("income-before-law", "law-fine-no-money")
def test_a_carbon_tax_is_taken_after_income_and_never_more_than_there_is() -> None:
    law = Law("carbon_tax", count=2, amount=4)
    assert under(law, money=20).state.money[RED] == 20 - 2 * (15 // 4)
    assert under(law, money=5).state.money[RED] == 0
    s = put(start(), "H1 G1 F1 H3", ECO, RED)  # 5 below zero
    assert under(law, money=20, s=s).state.money[RED] == 20


@pytest.mark.rule("ex.law-eco-park", "law.binding")
def test_who_builds_no_eco_park_under_the_law_of_one_eco_park_a_turn_pays() -> None:
    law = Law("build_obligation", kinds=(ECO,), count=1, penalty=FINE)
    match = play(under(law), "end")
    assert match.state.money[RED] == 15 and "broke law 1. Penalty: pays 5" in told(match)
    match = play(under(law), "buy:eco_park", "cell:H1", "end")
    assert match.state.money[RED] == 10


@pytest.mark.rule("law-impossible")
def test_who_never_had_the_money_a_cell_and_a_tile_is_excused_unless_the_law_is_strict() -> None:
    law = Law("build_obligation", kinds=(ECO,), count=1, penalty=FINE)
    match = play(under(law, money=9), "end")
    assert match.state.money[RED] == 9 and "excused" in told(match)
    match = play(under(law, money=12), "buy:low_cost", "cell:H1", "end")  # it had enough money at the start of the turn
    assert match.state.money[RED] == 1
    s = start()
    s.supply[ECO] = 0
    assert play(under(law, s=s), "end").state.money[RED] == 20
    strict = Law("build_obligation", kinds=(ECO,), count=1, penalty=FINE, strict=True)
    assert play(under(strict, money=9), "end").state.money[RED] == 4


@pytest.mark.rule("law-impossible")
def test_money_that_comes_during_the_turn_makes_a_duty_possible() -> None:
    law = Law("build_obligation", kinds=(RETRO,), count=1, penalty=FINE)
    s = turn_of(with_laws(bare(), law), RED, money=16, begun=False)
    match = play(begin(s), "buy:low_cost", "cell:H1", "end")  # at the start there was nothing to retrofit
    assert match.state.money[RED] == 5


@pytest.mark.rule("law-impossible", "income-before-law")
def test_what_a_tax_took_cannot_be_spent_on_a_duty() -> None:
    duty = Law("build_obligation", kinds=(SPACE,), count=1, penalty=FINE)
    s = with_laws(start(), Law("carbon_tax", count=1, amount=5), duty)
    match = play(begin(turn_of(s, RED, money=-3, begun=False)), "end")  # 8, and 3 tax
    assert match.state.money[RED] == 5 and "excused" in told(match)


@pytest.mark.rule("law-impossible")
def test_every_turn_is_judged_by_itself() -> None:
    laws = (
        Law("build_obligation", kinds=(ECO,), count=1, penalty=FINE),
        Law("turn_emission_cap", amount=4, penalty=FINE),
    )
    s = with_laws(bare(), *laws)
    s.money = [0, 25, 17, 0]
    match = begin(turn_of(s, RED, begun=False))
    play(match, "buy:eco_park", "cell:H1", "buy:low_cost", "cell:G1", "end", *["end"] * 3)
    assert match.state.round == 2 and match.state.money[RED] == 9
    while match.decisions[0].seat != RED:
        play(match, "end")
    told_before = told(match)
    play(match, "end")  # last turn's park doesn't count, and there is no money for another
    assert told(match).removeprefix(told_before).count("excused") == 1 and match.state.money[RED] == 9
    assert "broke law 2" not in told(match)


@pytest.mark.rule("law-impossible")
def test_nobody_is_punished_for_what_another_law_forbids() -> None:
    def fined(*laws: Law, money: int = 30) -> int:
        s = with_laws(start(), *laws)
        return money - play(begin(turn_of(s, RED, money=money - 11, begun=False)), "end").state.money[RED]

    cap = Law("own_emission_cap", amount=10, penalty=FINE)
    assert fined(cap) == 5
    assert fined(cap, Law("ban", kinds=(SPACE, ECO, RETRO), area="anywhere")) == 0
    two = Law("build_obligation", kinds=(ECO,), count=2, penalty=FINE)
    assert fined(two) == 5
    assert fined(two, Law("build_cap", kinds=(ECO,), count=1)) == 0
    retrofits = Law("build_obligation", kinds=(RETRO,), count=2, penalty=FINE)
    assert fined(retrofits) == 5
    assert fined(retrofits, Law("ban", kinds=(RETRO,), area="forest")) == 0  # only C5 is left


@pytest.mark.rule("law-impossible")
def test_what_was_built_this_turn_counts_towards_a_cap_when_a_duty_is_judged() -> None:
    three = Law("build_obligation", kinds=(ECO,), count=3, penalty=FINE)
    for cap, broken in ((2, False), (3, True)):
        s = with_laws(start(), three, Law("build_cap", kinds=(ECO,), count=cap))
        match = play(begin(turn_of(s, RED, money=60, begun=False)), "buy:eco_park", "cell:H1", "end")
        assert ("broke law 1" in told(match)) == broken, "one is built: two more fit under a cap of three only"


@pytest.mark.rule("law-impossible")
def test_own_emissions_can_be_lowered_by_whatever_is_cheapest() -> None:
    dear = Law("surcharge", kinds=(SPACE, ECO), amount=12)
    law = Law("own_emission_cap", amount=11, penalty=FINE)
    s = with_laws(start(), law, dear)
    match = play(begin(turn_of(s, RED, money=7, begun=False)), "end")  # 18: one Greenspace, or two retrofits
    assert match.state.money[RED] == 13
    s = with_laws(start(), law, dear)
    assert play(begin(turn_of(s, RED, money=6, begun=False)), "end").state.money[RED] == 17
    s = start(supply="unlimited")
    for cell in CELLS[:-1]:  # a last empty cell for one park
        if not tile(s, cell)[0]:
            put(s, cell, SPACE, PURPLE)
    s.supply[CONV] = 0
    for amount, fine in ((10, 5), (9, 0)):
        law = Law("own_emission_cap", amount=amount, penalty=FINE)
        assert play(under(law, money=30, s=s.copy()), "end").state.money[RED] == 30 - fine
    for money, fine in ((9, 0), (18, 5)):  # a marker saves at most what a Green building emits
        s = put(bare(retrofit="marker"), "C1 D1", GREEN, RED)
        s.supply[SPACE] = s.supply[ECO] = 0
        s = with_laws(s, Law("own_emission_cap", amount=0, penalty=FINE))
        assert play(begin(turn_of(s, RED, money=money, begun=False)), "end").state.money[RED] == money - fine


@pytest.mark.rule("law-impossible")
def test_a_duty_of_two_is_excused_for_who_can_pay_for_one_only() -> None:
    law = Law("build_obligation", kinds=(ECO,), count=2, penalty=FINE)
    assert play(under(law, money=19), "end").state.money[RED] == 19
    assert play(under(law, money=20), "end").state.money[RED] == 15
    parks = Law("build_obligation", kinds=(SPACE, ECO), count=2, penalty=FINE)
    assert play(under(parks, money=11), "end").state.money[RED] == 11
    s = start()
    s.supply[SPACE] = 1  # one of 6 and one of 10
    assert play(under(parks, money=15, s=s.copy()), "end").state.money[RED] == 15
    assert play(under(parks, money=16, s=s), "end").state.money[RED] == 11


@pytest.mark.rule("law.binding")
def test_an_offset_asks_for_a_park_with_each_shopping() -> None:
    law = Law("offset", kinds=(SHOP,), others=(SPACE, ECO), count=1, penalty=Penalty("fine_per_unit", 6))
    match = play(under(law, money=40), "buy:shopping", "cell:H1", "end")
    assert match.state.money[RED] == 40 - 24 - 6
    match = play(under(law, money=40), "buy:shopping", "cell:H1", "buy:greenspace", "cell:G1", "end")
    assert match.state.money[RED] == 40 - 24 - 6 and "broke" not in told(match)
    assert play(under(law, money=40), "end").state.money[RED] == 40
    two = Law("offset", kinds=(SHOP,), others=(SPACE, ECO), count=2, penalty=Penalty("fine_per_unit", 6))
    match = play(under(two, money=40), "buy:shopping", "cell:H1", "buy:greenspace", "cell:G1", "end")
    assert match.state.money[RED] == 40 - 24 - 6 - 6  # one of the two is missing
    s = start()
    s.supply[SPACE] = s.supply[ECO] = 0
    match = play(under(law, money=40, s=s), "buy:shopping", "cell:H1", "end")
    assert match.state.money[RED] == 16 and "excused" in told(match)


@pytest.mark.rule("law.binding")
def test_an_emission_limit_per_turn_deducts_parks_and_retrofits() -> None:
    law = Law("turn_emission_cap", amount=4, penalty=Penalty("fine_per_unit", 2))
    match = play(under(law, money=40), "buy:low_cost", "cell:H1", "buy:low_cost", "cell:H3", "end")
    assert match.state.money[RED] == 28 - 2 * 6
    match = play(under(law, money=40), "buy:low_cost", "cell:H1", "buy:greenspace", "cell:H3", "end")
    assert match.state.money[RED] == 28
    s = with_laws(bare(), Law("turn_emission_cap", amount=5, penalty=FINE))
    s.money = [6, 6, 0, 0]
    match = play(begin(turn_of(s, RED, begun=False)), "buy:low_cost", "cell:H1", "end")
    assert match.decisions[0].seat == YELLOW
    play(match, "buy:low_cost", "cell:H3", "end")  # Red's emissions don't count against Yellow
    assert "broke" not in told(match)


@pytest.mark.rule("law.binding", "law-impossible", "own-emissions")
def test_a_limit_per_player_counts_own_emissions_and_excuses_who_cannot_lower_them() -> None:
    law = Law("own_emission_cap", amount=10, penalty=FINE)
    assert play(under(law, money=30), "end").state.money[RED] == 25
    assert play(under(law, money=30), "buy:eco_park", "cell:H1", "end").state.money[RED] == 20
    assert play(under(law, money=9), "end").state.money[RED] == 9


@pytest.mark.rule("law.binding")
def test_a_park_quota_counts_own_parks_and_own_buildings() -> None:
    law = Law("park_quota", amount=3, penalty=FINE)
    assert play(under(law), "end").state.money[RED] == 15
    assert play(under(law), "buy:greenspace", "cell:H1", "end").state.money[RED] == 14
    assert play(under(Law("park_quota", amount=4, penalty=FINE)), "end").state.money[RED] == 20
    assert play(under(law, money=5), "end").state.money[RED] == 5  # no money for a park: excused
    half = Law("park_quota", amount=2, penalty=FINE)
    assert play(under(half, s=put(start(), "H1", SPACE, RED)), "end").state.money[RED] == 20  # a park is not a building


# ------------------------------------------------------------------ penalties


def broken_with(penalty: Penalty, money: int = 20, **more: str) -> Match:
    law = Law("build_obligation", kinds=(ECO,), count=1, penalty=penalty)
    return play(under(law, money=money, **more), "end")


@pytest.mark.rule("law-fine-no-money", "law-price-effect")
def test_a_fine_takes_at_most_what_is_there() -> None:
    assert broken_with(Penalty("fine", 20), money=12).state.money[RED] == 0
    assert broken_with(Penalty("fine", 9), fines="pool").state.money == [4 + 3 + 11, 11, 3, 3]
    poor = broken_with(Penalty("fine", 20), money=12, fines="pool")
    assert poor.state.money == [4 + 4 + 11, 0, 4, 4]  # nobody receives more than was paid


@pytest.mark.rule("law.binding")
def test_lost_income_is_taken_from_the_next_turn() -> None:
    match = end_round(broken_with(Penalty("lose_income", 1)))
    while match.decisions[0].seat != RED:
        play(match, "end")
    assert match.state.money[RED] == 20 + 11 - 2  # a quarter of 11, rounded down
    assert match.state.less_income[RED] == 0


@pytest.mark.rule("law.binding")
def test_half_of_an_odd_income_is_lost_rounded_down() -> None:
    s = start()  # red receives 11
    s.less_income = [0, 2, 0, 0]
    assert begin(turn_of(s, RED, money=0, begun=False)).state.money[RED] == 11 - 5


@pytest.mark.rule("law.binding")
def test_a_quarter_of_hardly_any_income_is_nothing_and_the_penalty_is_over_all_the_same() -> None:
    s = put(bare(), "D3", LOW, RED, True)
    s.less_income = [0, 1, 0, 0]
    match = begin(turn_of(s, RED, money=0, begun=False))
    assert match.state.money[RED] == 3 and match.state.less_income[RED] == 0


@pytest.mark.rule("law.binding")
def test_kinds_are_barred_for_one_turn() -> None:
    match = end_round(broken_with(Penalty("no_building_next_turn", kinds=(LOW, CONV)), money=30))
    while match.decisions[0].seat != RED:
        play(match, "end")
    assert "buy:low_cost" not in options(match) and "buy:green" in options(match)
    reason = match.why_not("buy:low_cost")
    assert reason is not None and reason.rule == "law.binding"
    play(match, "buy:eco_park", "cell:H1", "end")
    assert match.state.barred[RED] == 0


@pytest.mark.rule("law.binding")
def test_penalties_of_two_broken_laws_add_up() -> None:
    def both(one: Penalty, other: Penalty) -> Match:
        laws = [Law("build_obligation", kinds=(park,), count=1, penalty=p) for park, p in ((ECO, one), (SPACE, other))]
        return play(begin(turn_of(with_laws(start(), *laws), RED, money=20, begun=False)), "end")

    assert both(Penalty("lose_income", 1), Penalty("lose_income", 2)).state.less_income[RED] == 3
    assert both(Penalty("lose_income", 3), Penalty("lose_income", 2)).state.less_income[RED] == 4
    barred = both(Penalty("no_building_next_turn", kinds=(LOW,)), Penalty("no_building_next_turn", kinds=(GREEN,)))
    assert barred.state.barred[RED] == (1 << LOW) | (1 << GREEN)


@pytest.mark.rule("law.binding")
def test_who_must_act_last_does_so_in_the_next_round_only() -> None:
    s = put(put(put(bare(), "C1", LOW, YELLOW, True), "E1", LOW, RED, True), "G1", LOW, PURPLE, True)
    s = with_laws(s, Law("build_obligation", kinds=(ECO,), count=1, penalty=Penalty("act_last")))
    s.money = [0, 0, 10, 0]  # the others cannot pay for an Eco-Park
    match = end_round(begin(turn_of(s, ORANGE, begun=False)))
    assert match.state.round == 2 and match.state.rents == [3, 3, 0, 3]
    assert match.state.order[-1] == ORANGE and match.state.last == [0, 0, 0, 0]
    match.state.money[ORANGE] = 0  # now it is excused
    assert end_round(match).state.order[-1] != ORANGE


@pytest.mark.rule("law.binding")
def test_renters_go_back_to_the_pool_by_own_choice() -> None:
    match = broken_with(Penalty("renter_leaves", 2))
    assert match.decisions[0].seat == RED and set(options(match)) == {"renter:A2", "renter:A4", "renter:C5"}
    play(match, "renter:C5", "renter:A2")
    assert match.state.pool == 6 and match.state.rents[RED] == 4 and tile(match, "A2") == (LOW, RED, 0)
    assert match.decisions[0].seat != RED


@pytest.mark.rule("law.binding")
def test_a_forced_park_must_be_bought_first_if_possible() -> None:
    assert broken_with(Penalty("forced_park", park=SPACE)).state.forced == [0, SPACE, 0, 0]
    s = start()
    s.forced = [0, SPACE, 0, 0]
    match = begin(turn_of(s, RED, begun=False))
    assert options(match) == ["buy:greenspace"]
    reason = match.why_not("end")
    assert reason is not None and reason.id == "park-first"
    play(match, "buy:greenspace", "cell:H1")
    assert "end" in options(match) and "buy:low_cost" in options(match)
    s = with_laws(start(), Law("surcharge", kinds=(SPACE,), amount=12))
    s.forced = [0, SPACE, 0, 0]
    match = begin(turn_of(s, RED, money=0, begun=False))
    assert "end" in options(match)  # too poor: the duty lapses


@pytest.mark.rule("law.binding", "law-impossible")
def test_a_forced_park_that_lapses_excuses_from_no_other_duty() -> None:
    s = with_laws(bare(), Law("build_obligation", kinds=(SPACE,), count=1, penalty=FINE))
    s.forced = [0, ECO, 0, 0]
    match = play(begin(turn_of(s, RED, money=8, begun=False)), "end")
    assert match.state.money[RED] == 3


@pytest.mark.rule("law.binding")
def test_a_warning_comes_first_and_then_the_penalty() -> None:
    match = broken_with(Penalty("fine", 5, warning=True))
    assert match.state.money[RED] == 20 and "and got a warning" in told(match)
    end_round(match)
    while match.decisions[0].seat != RED:
        play(match, "end")
    assert "Seat 1 broke law 1 and got a warning" in told(match)  # a warning for each player
    play(match, "end")
    assert match.state.money[RED] == 20 + 11 - 5
    warning = Penalty("fine", 5, warning=True)
    laws = [Law("build_obligation", kinds=(park,), count=1, penalty=warning) for park in (ECO, SPACE)]
    match = play(begin(turn_of(with_laws(start(), *laws), RED, money=20, begun=False)), "end")
    assert match.state.money[RED] == 31 and told(match).count("and got a warning") == 2  # one for each law


@pytest.mark.rule("law-enforcement", "trade")
def test_an_honour_law_is_judged_by_the_others_and_a_tie_acquits() -> None:
    law = Law("honour", text="Ask before you build beside a park.", penalty=Penalty("fine", 3))
    match = play(under(law), "end")
    assert [decision.seat for decision in match.decisions] == [YELLOW, ORANGE, PURPLE]
    shown = next(panel.html for panel in match.scene(YELLOW).panels if panel.id == "law")
    assert "Ask before you build beside a park. Anyone who breaks it pays 3." in shown, "judges read the law"
    play(match, "broken", "broken", "kept")
    assert match.state.money[RED] == 17
    match = play(under(law), "end", "broken", "kept", "kept")
    assert match.state.money[RED] == 20 and "went free" in told(match)
    match = play(under(law, s=start(3)), "end", "broken", "kept")
    assert match.state.money[RED] == 20


@pytest.mark.rule("law.one-law", "law-equal")
def test_a_law_binds_every_player_equally() -> None:
    law = Law("build_obligation", kinds=(ECO,), count=1, penalty=FINE)
    s = with_laws(start(), law)
    s.money = [9, 20, 20, 20]
    match = begin(turn_of(s, YELLOW, begun=False))
    for _ in range(3):
        play(match, "end")
    assert match.state.money == [20 - 5, 20 + 11 - 5, 20 + 10 - 5, 20 + 10]
    assert told(match).count("broke law 1") == 3


def test_every_penalty_has_words() -> None:
    for kind in PENALTIES:
        penalty = Penalty(kind, 2, kinds=(LOW,), park=ECO)
        text = str(law_text(Law("build_obligation", kinds=(GREEN,), count=1, penalty=penalty)))
        assert "{" not in text and text.startswith("Every player must build at least 1 Green")
    assert str(law_text(Law("surcharge", kinds=(LOW, SHOP), amount=3, rounds=2))) == (
        "The price of Low-Cost and Shopping rises by 3. It holds for 2 rounds."
    )
    assert str(law_text(Law("surcharge", kinds=(LOW,), amount=3))) == "The price of Low-Cost rises by 3."
    assert bare().laws == []
