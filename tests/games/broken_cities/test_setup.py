from __future__ import annotations

import pytest

from tabletown.games.broken_cities import game
from tabletown.games.broken_cities.content import (
    BESIDE,
    CARDS,
    CELLS,
    CITY,
    COLOURS,
    COLUMNS,
    COST,
    COUNT,
    EMISSIONS,
    FOREST,
    RENT,
    ROWS,
    SHORE,
    climate_deck,
    damage_of,
)
from tabletown.kernel import Match
from tabletown.kernel.errors import BadOption
from tests.games.broken_cities.positions import CONV, LOW, ORANGE, PURPLE, RED, YELLOW, begin, options, start


def buildings(seat: int, players: int = 4) -> list[int]:
    s = start(players)
    return sorted(kind for kind, owner in zip(s.kinds, s.owners, strict=True) if owner == seat)


@pytest.mark.rule("setup.board-two-pieces", "build.any-cell", "forest-shore-corner")
def test_two_pieces_of_four_by_six_cells_make_one_block_with_a_shore_and_a_forest_that_meet() -> None:
    assert (COLUMNS, ROWS, len(CELLS)) == (8, 6, 48)
    assert [cell for cell, shore in zip(CELLS, SHORE, strict=True) if shore] == [f"{c}6" for c in "ABCDEFGH"]
    assert [cell for cell, forest in zip(CELLS, FOREST, strict=True) if forest] == [f"A{r}" for r in range(1, 7)]
    assert {CELLS[n] for n in BESIDE[CELLS.index("D3")]} == {"D2", "D4", "C3", "E3"}
    # across the joint of the board's pieces
    assert {CELLS[n] for n in BESIDE[CELLS.index("E3")]} == {"E2", "E4", "D3", "F3"}


@pytest.mark.rule("setup.boards", "setup.markers", "start-emissions", "start-income")
def test_one_board_carries_the_block_and_one_the_emissions_damage_and_rent_markers() -> None:
    s = start()
    assert (s.emissions, s.damage, s.rents) == (56, 0, [11, 11, 10, 10])
    assert s.money == [4, 4, 0, 0]  # the two pairs differ by one rent
    cells = [" ".join(cell for cell, owner in zip(CELLS, s.owners, strict=True) if owner == seat) for seat in range(4)]
    assert cells == ["C3 B6 D6", "A2 A4 C5", "E2 F3 E5", "H2 G4 G5"]
    assert len(s.kinds) == 48


@pytest.mark.rule("setup.start-yellow")
def test_yellow_begins_with_three_low_cost_buildings() -> None:
    assert buildings(YELLOW) == [LOW, LOW, LOW]


@pytest.mark.rule("setup.start-red")
def test_red_begins_with_three_low_cost_buildings() -> None:
    assert buildings(RED) == [LOW, LOW, LOW]


@pytest.mark.rule("setup.start-orange")
def test_orange_begins_with_two_low_cost_and_a_conventional_building() -> None:
    assert buildings(ORANGE) == [LOW, LOW, CONV]


@pytest.mark.rule("setup.start-purple")
def test_purple_begins_with_two_low_cost_and_a_conventional_building() -> None:
    assert buildings(PURPLE) == [LOW, LOW, CONV]


@pytest.mark.rule("setup.renters-on-start-buildings")
def test_twelve_renters_stand_one_on_each_start_building() -> None:
    s = start()
    assert [bool(kind) for kind in s.kinds] == [bool(renter) for renter in s.renters]
    assert sum(s.renters) == 12


@pytest.mark.rule("setup.renters-available", "setup.renters-reserve", "renter-count")
def test_four_renters_wait_and_sixteen_are_in_reserve() -> None:
    assert (start().pool, start().reserve) == (4, 16)
    assert (start(renters="36").pool, start(renters="36").reserve) == (4, 20)


@pytest.mark.rule("setup.cheat-sheet", "building-names", "ocr-noise")
def test_the_whole_price_list_is_open_to_everybody() -> None:
    match = begin(start())
    for seat in range(4):
        assert match.view(seat).prices == COST
    assert list(zip(COST, EMISSIONS, RENT, strict=True))[1:] == [
        (6, 5, 3),
        (11, 3, 4),
        (16, 1, 5),
        (24, 10, 10),
        (6, -3, 0),
        (10, -5, 0),
        (9, -2, 1),
    ]


@pytest.mark.rule("setup.supply-common", "supply-counts")
def test_tiles_not_placed_at_setup_form_one_supply() -> None:
    s = start()
    assert [COUNT[kind] - s.supply[kind] for kind in range(1, 7)] == [10, 2, 0, 0, 0, 0]
    assert COUNT[1:7] == [20, 20, 16, 9, 17, 16]
    assert start(supply="unlimited").supply[LOW] > 1000


@pytest.mark.rule("component.rent-track-length", "rent-cap-track")
def test_fifty_is_the_last_space_of_the_rent_track() -> None:
    assert CITY.tracks.rent_end == 50


@pytest.mark.rule("component.emissions-track", "emission-track-misprint", "emissions-out-of-range")
def test_the_emissions_track_has_fourteen_rows_of_eight() -> None:
    rows = {damage: [e for e in range(1, 113) if damage_of(e) == damage] for damage in range(14)}
    assert all(row == list(range(8 * damage + 1, 8 * damage + 9)) for damage, row in rows.items())
    assert (damage_of(80), damage_of(81)) == (9, 10)
    assert (damage_of(0), damage_of(-20), damage_of(113), damage_of(200)) == (0, 0, 13, 13)
    assert damage_of(113, capped=False) == 14


@pytest.mark.rule("component.event-deck-size")
def test_the_climate_deck_holds_six_different_cards() -> None:
    published = ["flood", "drought", "torrential_rain", "vector_disease", "hurricane", "news"]
    assert climate_deck(0) == published  # later editions may add more
    assert sorted(start().deck) == sorted(CARDS)


@pytest.mark.rule("component.player-colours")
def test_the_colours_are_yellow_red_orange_purple() -> None:
    assert COLOURS == ("Yellow", "Red", "Orange", "Purple")
    assert Match(game, 4).names == list(COLOURS)


@pytest.mark.rule("ex.setup-emissions")
def test_the_start_buildings_emit_56_and_would_cost_six_damage() -> None:
    s = start()
    kinds = [kind for kind in s.kinds if kind]
    assert (kinds.count(LOW), kinds.count(CONV)) == (10, 2)
    assert (s.emissions, damage_of(s.emissions)) == (56, 6)


@pytest.mark.rule("three-player")
def test_with_three_players_purple_is_left_out() -> None:
    s = start(3)
    assert (s.emissions, damage_of(s.emissions), sum(s.renters), s.pool, s.reserve) == (43, 5, 9, 4, 19)
    assert PURPLE not in s.owners
    neutral = start(3, fourth_colour="neutral")
    assert (neutral.emissions, sum(neutral.renters), len(neutral.rents)) == (56, 9, 3)
    assert (s.supply[LOW], s.supply[CONV], neutral.supply[LOW], neutral.supply[CONV]) == (12, 19, 10, 18)
    assert sum(1 for kind, owner in zip(neutral.kinds, neutral.owners, strict=True) if kind and owner == -1) == 3


@pytest.mark.rule("one-event-per-round-end", "emissions-out-of-range", "threshold-misprint", "end-multi-table")
def test_every_option_begins_as_it_was_ruled() -> None:
    assert game.options({}) == {
        "event_order": "card_first",
        "events": "one",
        "last_event": "end",
        "damage_end": "highest_rent",
        "damage_cap": "capped",
        "emissions_floor": "none",
        "renters": "32",
        "reserve": "runs_out",
        "pool": "add",
        "move_in": "ask",
        "ties": "lot",
        "parks": "all",
        "shopping": "edges",
        "retrofit": "tier",
        "demolition": "no",
        "supply": "limited",
        "disease": "owner",
        "lost_renters": "gone",
        "vote": "unanimous",
        "proposals": "3",
        "lifetime": "adds",
        "fines": "bank",
        "fourth_colour": "left_out",
        "two_players": "no",
        "round_limit": "20",
        "facilitated": "off",
        "tables": "1",
        "thresholds": "corrected",
        "session_end": "damage",
        "pace": "own",
        "fifty": "table",
    }


@pytest.mark.rule("five-two-players", "players-two", "facil.tables")
def test_a_table_takes_three_or_four() -> None:
    for seats in (1, 2, 5):
        with pytest.raises(BadOption):
            Match(game, seats)


@pytest.mark.rule("start-income")
def test_income_is_received_on_the_very_first_turn() -> None:
    match = begin(start())
    first = match.state.order[0]
    assert match.state.money[first] == 10 + start().money[first]
    assert "end" in options(match)
