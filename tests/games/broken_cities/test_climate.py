"""Atmospheric damage, climate cards, and the order of steps at the end of a round."""

from __future__ import annotations

from collections import Counter

import pytest

from tabletown.games.broken_cities.check import check
from tabletown.games.broken_cities.content import CARDS
from tests.games.broken_cities.positions import (
    CONV,
    ECO,
    GREEN,
    LOW,
    ORANGE,
    PURPLE,
    RED,
    SHOP,
    SPACE,
    YELLOW,
    after_the_card,
    bare,
    begin,
    end_round,
    no_law,
    options,
    play,
    put,
    rent,
    start,
    tile,
    told,
    turn_of,
)


@pytest.mark.rule("damage.step1-lookup", "damage.step2-advance", "ex.damage-55")
def test_emissions_of_55_add_six_damage() -> None:
    s = put(put(start(), "H1", GREEN, RED), "G1", ECO, RED)
    put(s, "F1", CONV, RED)
    assert s.emissions == 55
    s.damage = 11
    assert end_round(begin(turn_of(s, RED))).state.damage == 17


@pytest.mark.rule("damage.zero-row", "damage.step2-advance")
def test_emissions_of_eight_or_less_add_nothing_and_damage_never_falls() -> None:
    s = put(put(bare(), "C1", LOW, RED, True), "D1", CONV, RED)
    assert s.emissions == 8
    s.damage = 5
    match = end_round(begin(turn_of(s, RED)))
    assert match.state.damage == 5
    put(match.state, "E1 F1", ECO, RED)
    assert end_round(match).state.damage == 5


@pytest.mark.rule("emissions-out-of-range")
def test_above_112_emissions_the_damage_stays_13_or_by_option_goes_on() -> None:
    for option, added in (("capped", 13), ("uncapped", 14)):
        s = put(start(damage_cap=option), "F1 F2 G1 G2 H1 H3", SHOP, RED)
        assert s.emissions == 116
        s.rents = [0] * 4
        s.phase, s.order, s.turn = "damage", [0, 1, 2, 3], 4
        assert begin(s).state.damage == added


@pytest.mark.rule("emissions-below-track")
def test_below_1_the_marker_goes_on_or_by_option_stops_and_later_polluters_count_from_there() -> None:
    for option, low, then in (("none", -2, 8), ("stops", 1, 11)):
        s = put(start(emissions_floor=option), "B1 C1 D1 E1 F1 G1 H1 B2 C2 D2 E4", ECO, RED)  # 56 − 55
        assert s.emissions == 1
        match = play(begin(turn_of(s, RED, money=30)), "buy:greenspace")
        assert f"emissions 1 to {low}," in match.label(match.decisions[0], "cell:F2")
        play(match, "cell:F2")
        assert match.state.emissions == low
        play(match, "buy:shopping", "cell:F4")
        assert match.state.emissions == then
        check(match.state)


@pytest.mark.rule("emissions-below-track", "event.recompute")
def test_parks_that_dry_up_move_the_marker_up_from_where_it_stopped() -> None:
    for option, before in (("none", -9), ("stops", 1)):
        s = put(start(emissions_floor=option), "B1 C1 D1 E1 F1 G1 H1 B2 C2 D2 E4 F2 F4", ECO, RED)  # 56 − 65
        assert s.emissions == before
        match = after_the_card(s, "drought")
        assert match.state.kinds.count(SPACE) == 13
        assert match.state.emissions == before + 26


@pytest.mark.rule(
    "damage.single-table-thresholds", "threshold-positions-single", "threshold-one-group", "event.trigger"
)
@pytest.mark.parametrize("space", [9, 17, 24, 31, 37])
def test_each_event_space_brings_a_card_when_it_is_reached_or_passed(space: int) -> None:
    for before, reached in ((space - 7, False), (space - 6, True), (space - 4, True), (space, False)):
        s = start()
        s.damage = before
        match = end_round(begin(turn_of(s, RED), cards="news"))
        passed = any(before < other <= before + 6 for other in (9, 17, 24, 31, 37))
        assert reached <= passed
        assert (len(match.state.events) == 1) == passed
        assert (match.state.assembly is not None) == passed


@pytest.mark.rule("passing-counts", "one-event-per-round-end", "facil-double-threshold")
def test_several_spaces_passed_at_once_bring_one_card_or_by_option_one_each() -> None:
    for option, cards in (("one", 1), ("each_space", 2)):
        s = put(start(events=option), "F1 F2 G1 G2 H1", SHOP, RED)
        s.damage, s.phase, s.order, s.turn = 8, "damage", [0, 1, 2, 3], 4
        match = begin(s, cards="news flood")
        assert match.state.damage == 21 and match.state.spaces == 2
        no_law(match)
        assert len(match.state.events) == cards


@pytest.mark.rule("event.draw-shuffled", "card-reshuffle")
def test_any_of_the_remaining_cards_may_come_up() -> None:
    drawn = Counter[str]()
    for seed in range(120):
        s = start()
        s.damage, s.deck = 3, [card for card in CARDS if card != "flood"]
        drawn[end_round(begin(turn_of(s, RED), seed=seed)).state.events[0][1]] += 1
    assert set(drawn) == set(CARDS) - {"flood"} and min(drawn.values()) > 8


@pytest.mark.rule("event.card-discarded", "event.news-nothing", "law-after-news")
def test_a_drawn_card_is_out_of_the_game_and_news_changes_nothing_but_counts() -> None:
    s = start()
    s.damage = 3
    match = end_round(begin(turn_of(s, RED), cards="news"))
    assert match.state.events == [(1, "news")] and sorted([*match.state.deck, "news"]) == sorted(CARDS)
    assert match.state.kinds == start().kinds and match.state.emissions == 56 and match.state.spaces == 1
    assert match.state.assembly is not None  # the law session still takes place


@pytest.mark.rule(
    "event.flood-low-cost", "event.flood-conventional", "event.flood-green-safe", "event.flood-simultaneous"
)
def test_a_flood_takes_low_cost_on_the_shore_and_downgrades_conventional() -> None:
    s = put(put(put(bare(), "B6 C5", LOW, RED, True), "D6 D5", CONV, ORANGE, True), "F6", GREEN, PURPLE, True)
    put(put(s, "G6", SHOP, YELLOW), "H6", SPACE, YELLOW)
    match = after_the_card(s, "flood")
    assert tile(match, "B6") == (0, -1, 0) and tile(match, "C5") == (LOW, RED, 1)
    assert tile(match, "D6") == (LOW, ORANGE, 1) and tile(match, "D5") == (CONV, ORANGE, 1)
    assert tile(match, "F6") == (GREEN, PURPLE, 1)


@pytest.mark.rule("shopping-events", "flood-shopping-parks", "flood-low-then-conv", "downgrade-renter")
def test_a_flood_spares_shopping_and_parks_and_a_downgraded_building_keeps_its_renter() -> None:
    s = put(put(put(bare(), "D6", CONV, ORANGE, True), "G6", SHOP, YELLOW), "H6", SPACE, YELLOW)
    before = rent(s, "D6")
    match = after_the_card(s, "flood")
    assert tile(match, "G6")[0] == SHOP and tile(match, "H6")[0] == SPACE
    assert rent(match, "D6") == before - 1


@pytest.mark.rule("event.drought-greenspace", "event.drought-eco-park", "drought-eco-first", "event.emissions-follow")
def test_a_drought_takes_greenspaces_and_shrinks_eco_parks_so_emissions_rise() -> None:
    s = put(put(put(bare(), "C3 C4", SPACE, RED), "D3", ECO, RED), "E3 E4 E5", LOW, ORANGE, True)
    assert s.emissions == 15 - 6 - 5
    match = after_the_card(s, "drought")
    assert [tile(match, cell)[0] for cell in ("C3", "C4", "D3")] == [0, 0, SPACE]
    assert match.state.emissions == 15 - 3


@pytest.mark.rule("event.rain-forest-edge", "shopping-events", "forest-shore-corner", "park-on-forest-or-shore")
def test_torrential_rain_takes_everything_at_the_forest() -> None:
    s = put(put(put(bare(), "A1", GREEN, RED, True), "A2", SHOP, RED), "A3", ECO, YELLOW)
    put(put(put(s, "A4", LOW, RED), "A5", SPACE, RED), "A6", CONV, RED, True)
    put(s, "B1 B6", LOW, RED, True)
    match = after_the_card(s, "torrential_rain")
    assert all(tile(match, f"A{row}") == (0, -1, 0) for row in range(1, 7))
    assert tile(match, "B1") == (LOW, RED, 1) and tile(match, "B6") == (LOW, RED, 1)


@pytest.mark.rule("event.hurricane-low-cost", "event.all-players")
def test_a_hurricane_takes_every_low_cost_building_of_everybody() -> None:
    match = after_the_card(start(), "hurricane")
    assert LOW not in match.state.kinds and match.state.kinds.count(CONV) == 2
    assert match.state.rents == [0, 0, 4, 4]


@pytest.mark.rule("event.lost-building-renter", "renters.removed-forever", "renter-lost-with-building", "supply-return")
def test_a_renter_of_a_lost_building_leaves_the_game_and_the_tile_returns() -> None:
    match = after_the_card(start(), "hurricane")
    s = match.state
    assert (s.gone, sum(s.renters), s.pool, s.reserve) == (10, 2, 4, 16)
    assert s.supply[LOW] == 20
    no_law(match)
    assert match.state.gone == 10 and match.state.pool == 8
    s = put(put(bare(), "C1", LOW, RED, True), "E1", GREEN, RED)
    match = after_the_card(s, "hurricane")
    assert match.state.gone == 1 and tile(match, "E1")[2] == 0  # own empty buildings don't help
    assert match.state.assembly is not None


@pytest.mark.rule("renter-lost-with-building")
def test_by_option_a_renter_of_a_lost_building_may_move_to_an_own_empty_one() -> None:
    s = put(put(bare(lost_renters="relocate"), "C1 D1", LOW, RED, True), "E1", GREEN, RED)
    match = after_the_card(s, "hurricane")
    assert options(match) == ["renter:E1", "leave"] and match.decisions[0].seat == RED
    play(match, "renter:E1")
    assert tile(match, "E1") == (GREEN, RED, 1) and match.state.gone == 1
    s = put(put(bare(lost_renters="relocate"), "C1 D1", LOW, RED, True), "E1 F1", GREEN, RED)
    match = play(after_the_card(s, "hurricane"), "leave")
    assert match.state.assembly is not None and match.state.gone == 2 and sum(match.state.renters) == 0


@pytest.mark.rule("event.disease-renters", "disease-choice", "disease-where", "renters.removed-forever")
def test_disease_takes_three_renters_of_each_player_by_own_choice() -> None:
    s = start()
    put(s, "H5 H6", GREEN, PURPLE, True)
    match = after_the_card(s, "vector_disease")
    assert [decision.seat for decision in match.decisions] == [PURPLE]  # the others lose all they have
    assert options(match)[0] == "renter:H2"  # the cheapest home first
    for cell in ("H2", "G5", "G4"):
        match.choose(PURPLE, f"renter:{cell}")
    assert [tile(match, cell)[2] for cell in ("H2", "G5", "G4", "H5", "H6")] == [0, 0, 0, 1, 1]
    assert tile(match, "G4") == (CONV, PURPLE, 0)  # the building stays and emits
    assert match.state.gone == 12 and match.state.pool == 4
    assert match.state.rents[:3] == [0, 0, 0]


@pytest.mark.rule("disease-fewer")
def test_who_has_fewer_than_three_renters_loses_those() -> None:
    s = put(put(bare(), "C1 C2", LOW, RED, True), "D1", SHOP, RED)
    match = after_the_card(s, "vector_disease")
    assert sum(match.state.renters) == 0 and match.state.gone == 2 and match.state.rents[RED] == 10


@pytest.mark.rule("disease-choice")
def test_by_option_disease_chooses_by_lot() -> None:
    s = put(start(disease="random"), "H5 H6", GREEN, PURPLE, True)
    match = after_the_card(s, "vector_disease")
    assert match.state.gone == 12 and match.state.assembly is not None
    for seed in range(6):
        s = put(bare(disease="random"), "C1 D1 E1 F1", GREEN, PURPLE, True)
        s.phase, s.order, s.due = "card", [0, 1, 2, 3], 1
        assert sum(begin(s, seed, "vector_disease").state.renters) == 1  # three different renters


@pytest.mark.rule("event.recompute", "drought-damage-timing")
def test_after_a_card_rents_and_emissions_are_recounted_and_count_from_the_next_round_end() -> None:
    s = put(put(start(), "D5", SPACE, RED), "F5", ECO, RED)
    assert s.rents == [11 + 1, 11 + 1, 10 + 1, 10 + 1]
    s.damage = 3
    match = end_round(begin(turn_of(s, RED), cards="drought"))
    assert match.state.damage == 3 + 5  # 48 emissions, so no event yet
    match = end_round(match)
    assert match.state.damage == 8 + 5 and match.state.emissions == 56 - 3
    assert match.state.rents == [11, 11, 11, 11]  # the Eco-Park became a Greenspace
    assert end_round(no_law(match)).state.damage == 13 + 6


@pytest.mark.rule("downgrade-supply")
def test_a_downgrade_never_fails_for_want_of_a_tile() -> None:
    s = put(bare(), "D6", CONV, ORANGE, True)
    s.supply[LOW] = 0
    match = after_the_card(s, "flood")
    assert tile(match, "D6") == (LOW, ORANGE, 1)
    assert "buy:low_cost" not in options(no_law(match))
    assert (match.state.supply[LOW], match.state.supply[CONV]) == (-1, 20)  # the replaced tile returns to the supply


@pytest.mark.rule("roundend.order", "law.after-event", "order-event-vs-law", "emissions-violations-name")
def test_a_round_end_runs_damage_card_law_renters() -> None:
    s = start()
    s.damage = 3
    match = end_round(begin(turn_of(s, RED), cards="hurricane"))
    assert match.state.assembly is not None and match.state.damage == 9 and LOW not in match.state.kinds
    assert match.state.pool == 4  # no new renters yet
    no_law(match)
    text = told(match)
    places = [text.index(words) for words in ("damage rose", "Storm Landfall", "without a law", "renters arrived")]
    assert places == sorted(places) and match.state.pool == 8


@pytest.mark.rule("order-event-vs-law")
def test_by_option_the_law_comes_before_the_card() -> None:
    s = start(event_order="law_first")
    s.damage = 3
    match = end_round(begin(turn_of(s, RED), cards="hurricane"))
    assert match.state.assembly is not None and match.state.events == [] and LOW in match.state.kinds
    no_law(match)
    assert match.state.events == [(1, "hurricane")] and match.state.round == 2
    s = put(start(event_order="law_first", events="each_space"), "F1 F2 G1 G2 H1", SHOP, RED)
    s.damage, s.phase, s.order, s.turn = 8, "damage", [0, 1, 2, 3], 4
    match = play(begin(s, cards="news flood"), "no-law", "no-law", "no-law", "no-law")
    assert match.state.events == [(0, "news")] and match.state.assembly is not None  # and again before the second card
    assert no_law(match).state.events == [(0, "news"), (0, "flood")]


@pytest.mark.rule("law.trigger", "law-trigger-wording")
def test_a_law_session_is_held_exactly_when_an_event_was_reached() -> None:
    for damage, held in ((2, False), (3, True)):
        s = start()
        s.damage = damage
        match = end_round(begin(turn_of(s, RED), cards="news"))
        assert (match.state.assembly is not None) == held


def test_the_history_keeps_what_every_round_did() -> None:
    match = end_round(begin(start()))
    assert match.state.history[0] == [0, 0, 0, 56, 11, 11, 10, 10, 15, 15, 13, 13]
    assert match.state.history[1] == [1, 6, 6, 56, 11, 11, 10, 10, 15, 15, 13, 13]
