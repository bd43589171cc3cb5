"""The price list, placing tiles, and counting rent and emissions."""

from __future__ import annotations

import pytest

from tabletown.games.broken_cities.content import CELL, CELLS
from tabletown.games.broken_cities.rules.counting import breakdown, own_emissions, rent_parts
from tabletown.games.broken_cities.words import rent_sum
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
    options,
    play,
    put,
    refuses,
    rent,
    start,
    tile,
    turn_of,
    why_not,
)


def bought(word: str, cell: str = "D3") -> tuple[int, int, int]:
    """Money paid, emissions added, and rent with a renter."""
    s = put(bare(), "F1", LOW, RED, True)
    match = play(begin(turn_of(s, RED, money=50)), f"buy:{word}", f"cell:{cell}")
    if f"renter:{cell}" in options(match):
        play(match, f"renter:{cell}")
    return 50 - match.state.money[RED], match.state.emissions - 5, match.state.rents[RED] - 3


@pytest.mark.rule("build.cost-low-cost")
def test_low_cost_costs_6_emits_5_and_rents_for_3() -> None:
    assert bought("low_cost") == (6, 5, 3)


@pytest.mark.rule("build.cost-conventional")
def test_conventional_costs_11_emits_3_and_rents_for_4() -> None:
    assert bought("conventional") == (11, 3, 4)


@pytest.mark.rule("build.cost-green")
def test_green_costs_16_emits_1_and_rents_for_5() -> None:
    assert bought("green") == (16, 1, 5)


@pytest.mark.rule("build.cost-shopping", "rent.shopping-no-renter")
def test_shopping_costs_24_emits_10_and_rents_for_10_without_a_renter() -> None:
    assert bought("shopping") == (24, 10, 10)
    match = play(begin(turn_of(bare(), RED, money=24)), "buy:shopping", "cell:D3")
    assert tile(match, "D3") == (SHOP, RED, 0) and "renter:D3" not in options(match)
    assert match.state.rents[RED] == 10


@pytest.mark.rule("build.cost-greenspace", "park-price-line")
def test_a_greenspace_costs_6_saves_3_and_earns_nothing_itself() -> None:
    assert bought("greenspace") == (6, -3, 0)


@pytest.mark.rule("build.cost-eco-park", "park-price-line")
def test_an_eco_park_costs_10_saves_5_and_earns_nothing_itself() -> None:
    assert bought("eco_park") == (10, -5, 0)


@pytest.mark.rule("build.cost-retrofit", "retrofit-what")
def test_a_retrofit_costs_9_saves_2_and_adds_1_rent() -> None:
    assert bought("retrofit", "F1") == (9, -2, 1)


@pytest.mark.rule("ex.retrofit-equals-tier", "retrofit-often", "retrofit-event")
def test_a_low_cost_building_becomes_conventional_and_then_green() -> None:
    s = turn_of(put(bare(), "D3", LOW, RED, True), RED, money=40)
    match = play(begin(s), "buy:retrofit", "cell:D3")
    assert (tile(match, "D3"), match.state.emissions, rent(match, "D3")) == ((CONV, RED, 1), 3, 4)
    play(match, "buy:retrofit", "cell:D3")
    assert (tile(match, "D3"), match.state.emissions, rent(match, "D3")) == ((GREEN, RED, 1), 1, 5)
    assert match.state.money[RED] == 40 - 18
    assert "buy:retrofit" not in options(match)
    assert (match.state.supply[LOW], match.state.supply[CONV], match.state.supply[GREEN]) == (20, 20, 15)


@pytest.mark.rule("build.cost-retrofit", "rent.requires-renter")
@pytest.mark.parametrize("option", ["tier", "marker"])
def test_an_empty_house_earns_nothing_for_a_retrofit_until_a_renter_moves_in(option: str) -> None:
    s = put(bare(retrofit=option), "D3", LOW, RED)
    s.pool = 1
    match = play(begin(turn_of(s, RED, money=9)), "buy:retrofit")
    assert "emissions 5 to 3, your rent 0 to 0" in match.label(match.decisions[0], "cell:D3")
    play(match, "cell:D3")
    assert (match.state.emissions, match.state.rents[RED]) == (3, 0)
    play(match, "renter:D3")
    assert match.state.rents[RED] == 4


@pytest.mark.rule("retrofit-what", "retrofit-often")
def test_green_shopping_and_buildings_of_others_cannot_be_retrofitted() -> None:
    s = put(put(put(bare(), "C1", GREEN, RED), "D1", SHOP, RED), "E1", LOW, ORANGE)
    s = put(put(s, "F1", LOW, RED), "G1", SPACE, RED)
    match = play(begin(turn_of(s, RED, money=9)), "buy:retrofit")
    assert str(match.why_not("cell:G1")) == str(match.why_not("cell:H1")) == "There's no building there."
    assert options(match) == ["cell:F1"]
    for cell, rule in [("C1", "retrofit-what"), ("D1", "retrofit-what"), ("E1", "retrofit-what")]:
        reason = match.why_not(f"cell:{cell}")
        assert reason is not None and reason.rule == rule
    s = put(bare(), "F1", LOW, RED)
    s.supply[CONV] = 0
    match = begin(turn_of(s, RED, money=9))
    assert "buy:retrofit" not in options(match)


@pytest.mark.rule("retrofit-what")
def test_by_option_a_retrofit_is_a_marker_on_any_own_building_once() -> None:
    s = put(put(put(bare(retrofit="marker"), "C1", GREEN, RED, True), "D1", SHOP, RED), "E1", LOW, RED, True)
    match = begin(turn_of(s, RED, money=40))
    play(match, "buy:retrofit", "cell:C1", "buy:retrofit", "cell:D1", "buy:retrofit", "cell:E1")
    assert match.state.emissions == 0 + 8 + 3
    assert match.state.rents[RED] == 6 + 11 + 4
    assert tile(match, "E1")[0] == LOW
    assert "buy:retrofit" not in options(match)
    match = after_the_card(match.state, "hurricane")  # the marker is removed with its building
    assert tile(match, "E1")[0] == 0 and match.state.emissions == 0 + 8
    match = play(begin(turn_of(match.state, RED, money=6)), "buy:low_cost", "cell:E1")
    assert match.state.emissions == 0 + 8 + 5


@pytest.mark.rule("build.on-empty-cell", "build.any-cell", "placement-block", "park-on-forest-or-shore")
def test_a_tile_goes_on_any_empty_cell_of_the_block() -> None:
    match = play(begin(turn_of(start(), RED, money=30)), "buy:greenspace")
    empty = [f"cell:{cell}" for cell in CELLS if not tile(match, cell)[0]]
    assert options(match) == empty and len(empty) == 36
    assert "cell:A6" in empty and "cell:H1" in empty  # a corner of shore and forest, and a cell far from everything red
    reason = match.why_not("cell:B6")
    assert reason is not None and str(reason) == "That cell is taken." and reason.rule == "build.on-empty-cell"
    play(match, "cell:H1")
    assert tile(match, "H1") == (SPACE, RED, 0)


@pytest.mark.rule("build.stays", "demolish")
def test_a_tile_stays_and_cannot_be_torn_down() -> None:
    match = play(begin(turn_of(start(), RED, money=30)), "buy:greenspace", "cell:H1")
    reason = match.why_not("demolish")
    assert reason is not None and reason.rule == "demolish"
    play(match, "end", "end", "end", "end")
    assert match.state.round == 2 and tile(match, "H1") == (SPACE, RED, 0)


@pytest.mark.rule("demolish")
def test_by_option_an_own_tile_can_be_torn_down_and_its_renter_waits_again() -> None:
    match = begin(turn_of(start(demolition="yes"), RED, money=0))
    play(match, "demolish")
    assert options(match) == ["cell:A2", "cell:A4", "cell:C5"]
    play(match, "cell:A2")
    assert tile(match, "A2") == (0, -1, 0)
    assert (match.state.pool, match.state.supply[LOW], match.state.rents[RED]) == (5, 11, 7)
    match = begin(turn_of(put(bare(demolition="yes"), "C1", LOW, ORANGE), RED))
    assert "demolish" not in options(match)  # the seat owns nothing
    assert why_not(match, "demolish") == "no-own-tile"


@pytest.mark.rule("build.supply-limit", "supply-return")
def test_a_kind_of_which_no_tile_is_left_cannot_be_bought() -> None:
    s = turn_of(start(), RED, money=30)
    s.supply[SPACE] = 0
    match = begin(s)
    assert "buy:greenspace" not in options(match)
    reason = match.why_not("buy:greenspace")
    assert reason is not None and reason.rule == "build.supply-limit"
    s = turn_of(start(), RED, money=30)
    s.supply[SPACE] = 1
    match = play(begin(s), "buy:greenspace", "cell:H1")
    assert "buy:greenspace" not in options(match)


@pytest.mark.rule("board-full")
def test_on_a_full_block_only_retrofits_are_possible() -> None:
    s = start(supply="unlimited")
    for cell in CELLS:
        if not tile(s, cell)[0]:
            put(s, cell, SPACE, PURPLE)
    match = begin(turn_of(s, RED, money=30))
    assert [word for word in options(match) if word.startswith("buy:")] == ["buy:retrofit"]
    reason = match.why_not("buy:green")
    assert reason is not None and reason.rule == "board-full"


@pytest.mark.rule("build.emissions-independent-of-renter", "rent.requires-renter")
def test_an_empty_building_emits_but_earns_nothing() -> None:
    s = put(bare(), "D3", CONV, RED)
    assert (s.emissions, s.rents[RED]) == (3, 0)
    s = put(bare(), "D3", CONV, RED, True)
    assert (s.emissions, s.rents[RED]) == (3, 4)


@pytest.mark.rule("emissions.sum")
def test_emissions_are_the_sum_of_all_tiles_whoever_owns_them() -> None:
    s = put(put(put(bare(), "D3", CONV, RED), "E3", LOW, ORANGE), "F3", ECO, PURPLE)
    assert s.emissions == 3 + 5 - 5
    s = put(put(s, "G3 H3", SHOP, YELLOW), "A1 A2", SPACE, RED)
    assert s.emissions == 3 + 20 - 6


@pytest.mark.rule("rent.base")
def test_an_occupied_building_earns_its_base_rent() -> None:
    s = put(put(put(put(bare(), "C2", LOW, RED, True), "E2", CONV, RED, True), "G2", GREEN, RED, True), "C4", SHOP, RED)
    assert [rent(s, cell) for cell in ("C2", "E2", "G2", "C4")] == [3, 4, 5, 10]
    assert s.rents == [0, 22, 0, 0]


@pytest.mark.rule("rent.bonus-forest", "rent.bonus-shore", "shopping-edge-bonus")
def test_forest_and_shore_add_one_each_also_to_shopping() -> None:
    s = put(put(bare(), "A3 D6", LOW, RED, True), "A1 H6", SHOP, RED)
    assert [rent(s, cell) for cell in ("A3", "D6", "A1", "H6")] == [4, 4, 11, 11] and s.rents[RED] == 30
    s = put(bare(shopping="no_edge"), "A1 H6", SHOP, RED)
    assert s.rents[RED] == 20


@pytest.mark.rule("rent.bonus-park", "ex.turn-no-renter-note", "rent.park-unoccupied-later")
def test_a_park_adds_one_to_an_occupied_building_beside_it() -> None:
    s = put(put(bare(), "D3", SPACE, ORANGE), "D2", LOW, RED)
    assert s.rents[RED] == 0
    match = begin(turn_of(s, RED))
    play(match, "renter:D2")
    assert match.state.rents[RED] == 4


@pytest.mark.rule("rent.bonus-park-once", "rent.bonus-park-mixed-kinds")
def test_several_parks_beside_a_building_add_only_one() -> None:
    s = put(put(bare(), "D3", LOW, RED, True), "D2 D4", SPACE, ORANGE)
    assert rent(s, "D3") == 4
    assert rent(put(s, "C3 E3", ECO, ORANGE), "D3") == 4


@pytest.mark.rule("rent.bonus-edge-once", "rent.bonus-max-three", "ex.rent-corner-conventional")
def test_a_conventional_building_between_shore_forest_and_eco_park_earns_seven() -> None:
    s = put(put(bare(), "A6", CONV, YELLOW, True), "B6 A5", ECO, YELLOW)
    assert rent(s, "A6") == 7
    assert rent_parts(s, CELL["A6"]) == {"Conventional": 4, "shore": 1, "forest": 1, "Eco-Park": 1}
    assert rent_sum(rent_parts(s, CELL["A6"])) == "7 = 4 Conventional + 1 shore + 1 forest + 1 Eco-Park"
    assert breakdown(s, YELLOW) == {"Conventional": 4, "shore": 1, "forest": 1, "Eco-Park": 1}


@pytest.mark.rule("rent.park-existing-buildings", "ex.park-four", "adjacency.park-max-four", "park-ownership")
def test_a_park_amid_four_buildings_gives_each_of_their_owners_one() -> None:
    s = bare()
    for seat, cell in enumerate(["D2", "C3", "E3", "D4"]):
        put(s, cell, LOW, seat, True)
    put(s, "C2 E4", LOW, RED, True)  # diagonal neighbours gain nothing
    before = s.rents[:]
    match = play(begin(turn_of(s, PURPLE, money=6)), "buy:greenspace", "cell:D3")
    assert [after - rent for after, rent in zip(match.state.rents, before, strict=True)] == [1, 1, 1, 1]


@pytest.mark.rule("adjacency.orthogonal")
def test_diagonals_are_not_adjacent() -> None:
    s = put(put(bare(), "D3", LOW, RED, True), "C2 E2 C4 E4", ECO, RED)
    assert rent(s, "D3") == 3


@pytest.mark.rule("rent.shopping-no-park-bonus")
def test_shopping_gains_nothing_from_parks() -> None:
    for option in ("tier", "marker"):
        s = put(put(bare(retrofit=option), "D3", SHOP, RED), "D2", ECO, RED)
        assert s.rents[RED] == rent(s, "D3") == 10


@pytest.mark.rule("park-ownership")
def test_by_option_a_park_helps_only_its_builder() -> None:
    s = put(put(put(bare(parks="own_only"), "D3", ECO, RED), "D2", LOW, RED, True), "D4", LOW, ORANGE, True)
    assert (s.rents[RED], s.rents[ORANGE]) == (4, 3)


@pytest.mark.rule("own-emissions")
def test_own_emissions_count_own_buildings_and_built_parks() -> None:
    s = put(put(bare(), "D3 D4", LOW, RED), "E3", ECO, RED)
    put(s, "F3", SPACE, ORANGE)
    assert (own_emissions(s, RED), own_emissions(s, ORANGE)) == (5, -3)
    s = put(bare(retrofit="marker"), "D3 D4", LOW, RED)
    match = play(begin(turn_of(s, RED, money=9)), "buy:retrofit", "cell:D3")
    assert own_emissions(match.state, RED) == 3 + 5


# ------------------------------------------------------------------ the example turn


@pytest.mark.rule(
    "ex.turn-low-cost-on-shore",
    "ex.turn-renter-rent",
    "ex.turn-greenspace-cost",
    "ex.turn-greenspace-rent",
    "ex.turn-total",
    "turn.money-kept",
)
def test_the_example_turn_of_yellow() -> None:
    s = put(put(bare(), "E6", LOW, YELLOW, True), "F6", ECO, RED)  # the older building already has a park
    put(s, "A1", GREEN, YELLOW, True)  # 6
    put(s, "C1", GREEN, YELLOW, True)  # 5
    put(s, "E1", CONV, YELLOW, True)  # 4
    put(s, "G1", LOW, YELLOW, True)  # 3
    assert s.rents[YELLOW] == 23
    s = turn_of(s, YELLOW, money=0, begun=False)
    s.pool = 4
    match = begin(s)
    emissions = match.state.emissions
    assert match.state.money[YELLOW] == 23
    play(match, "buy:low_cost", "cell:C6")
    assert (match.state.money[YELLOW], match.state.emissions, match.state.rents[YELLOW]) == (17, emissions + 5, 23)
    play(match, "renter:C6")
    assert match.state.rents[YELLOW] == 27
    play(match, "buy:greenspace", "cell:D6")
    assert (match.state.money[YELLOW], match.state.emissions, match.state.rents[YELLOW]) == (11, emissions + 2, 28)
    play(match, "end")
    assert match.state.money[YELLOW] == 11


def test_a_refusal_explains_and_changes_nothing() -> None:
    match = begin(turn_of(start(), RED, money=30))
    before = match.state.copy()
    with refuses("kind-first"):
        play(match, "cell:H1")
    assert match.state.copy() == before
