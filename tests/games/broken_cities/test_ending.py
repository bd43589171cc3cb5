from __future__ import annotations

import pytest

from tabletown.games.broken_cities.classroom.state import ROOM
from tabletown.games.broken_cities.content import BESIDE, CELLS
from tabletown.games.broken_cities.state import BrokenCities
from tests.games.broken_cities.positions import (
    CONV,
    GREEN,
    LOW,
    ORANGE,
    PURPLE,
    RED,
    SHOP,
    YELLOW,
    after_the_card,
    bare,
    begin,
    end_round,
    play,
    put,
    start,
    told,
    turn_of,
)


def rich(s: BrokenCities, seat: int, rent: int) -> BrokenCities:
    """Give the seat this much rent (at least 10)."""
    cells = iter(f"{c}{r}" for r in (1, 2, 3, 4) for c in "BCDEFGH")
    while rent >= 10:
        cell = next(cells)
        if not s.kinds[(int(cell[1]) - 1) * 8 + ord(cell[0]) - 65]:
            put(s, cell, SHOP, seat)
            rent -= 10
    for value, kind in ((5, GREEN), (4, CONV), (3, LOW)):
        while rent >= value and rent - value not in (1, 2):
            cell = next(cells)
            if not s.kinds[(int(cell[1]) - 1) * 8 + ord(cell[0]) - 65]:
                put(s, cell, kind, seat, True)
                rent -= value
    assert rent == 0
    return s


@pytest.mark.rule("end.rent-50", "end.rent-50-immediate", "end.rent-50-winner", "ex.end-purple", "goal.win-condition")
def test_who_reaches_fifty_rent_wins_at_once_and_the_round_stops() -> None:
    s = turn_of(rich(bare(supply="unlimited"), PURPLE, 45), PURPLE, money=40)
    match = begin(s)
    damage = match.state.damage
    play(match, "buy:green", "cell:H5")
    assert not match.over
    play(match, "renter:H5")
    assert match.over and match.state.rents[PURPLE] == 50 and match.state.damage == damage
    assert match.outcome is not None and match.outcome.winners == (PURPLE,)
    assert match.state.turn == 0  # nobody else acted, and the round didn't end
    assert "Seat 4 reached 50 rent" in told(match)


@pytest.mark.rule("end.rent-50", "rent-cap-track")
def test_more_than_fifty_is_reached_too_and_49_is_not() -> None:
    match = play(begin(turn_of(rich(bare(), RED, 45), RED, money=24)), "buy:shopping", "cell:H5")
    assert match.over and match.state.rents[RED] == 55
    match = play(begin(turn_of(rich(bare(), RED, 45), RED, money=24)), "buy:conventional", "cell:H5", "renter:H5")
    assert not match.over and match.state.rents[RED] == 49


@pytest.mark.rule("end.rent-50", "renter-must-take")
def test_renters_who_move_in_by_themselves_may_end_the_game_before_a_turn() -> None:
    s = put(rich(bare(move_in="auto"), RED, 45), "H5", GREEN, RED)
    match = begin(turn_of(s, RED, begun=False))
    assert match.over and match.state.rents[RED] == 50 and match.state.winners == [RED]


@pytest.mark.rule("end.rent-50", "end.rent-50-immediate", "renter-lost-with-building")
@pytest.mark.parametrize("damage", [8, 41])
def test_a_renter_who_moves_to_a_better_home_after_a_card_may_end_the_game(damage: int) -> None:
    s = rich(bare(lost_renters="relocate", last_event="final_card"), RED, 45)
    put(put(s, "B5", LOW, RED, True), "A6", GREEN, RED)
    s.damage, s.phase, s.round, s.order, s.turn = damage, "damage", 1, [0, 1, 2, 3], 4
    match = play(begin(s, cards="hurricane"), "renter:A6")
    assert match.over and match.state.end == "rent" and match.state.rents[RED] == 52
    assert match.state.winners == [RED] and match.state.assembly is None


@pytest.mark.rule("reach-50-on-other-turn")
def test_a_neighbours_park_may_lift_somebody_to_fifty() -> None:
    s = rich(bare(), RED, 49)
    put(s, "H6", LOW, ORANGE, True)
    home = next(cell for cell, kind in enumerate(s.kinds) if kind in (LOW, CONV, GREEN) and s.owners[cell] == RED)
    place = next(cell for cell in BESIDE[home] if not s.kinds[cell])
    match = play(begin(turn_of(s, ORANGE, money=6)), "buy:greenspace", f"cell:{CELLS[place]}")
    assert match.over and match.state.winners == [RED]


@pytest.mark.rule("tie-end")
def test_the_active_player_wins_if_several_reach_fifty_together_otherwise_rent_then_money() -> None:
    def two_beside_d3(money: list[int], third: str = "F5") -> BrokenCities:
        s = bare(supply="unlimited")
        for seat, cell in ((RED, "D2"), (ORANGE, "D4")):
            put(s, cell, GREEN, seat, True)
        for seat, cells in ((RED, "A1 B1 C1 G1"), (ORANGE, "A5 B5 E5 G5")):
            put(s, cells, SHOP, seat)
        for seat, cells in ((RED, "F1"), (ORANGE, third)):
            put(s, cells, LOW, seat, True)
        assert s.rents[RED] == s.rents[ORANGE] == 49
        s.money = money
        return s

    for active, money, winners in (
        (RED, [6, 10, 99, 6], [RED]),
        (ORANGE, [6, 99, 10, 6], [ORANGE]),
        (PURPLE, [6, 5, 7, 6], [ORANGE]),
        (PURPLE, [6, 7, 7, 6], [RED, ORANGE]),
    ):
        match = play(begin(turn_of(two_beside_d3(money), active)), "buy:greenspace", "cell:D3")
        assert match.over and match.state.winners == winners
    s = two_beside_d3([6, 99, 0, 6], third="C3")  # Orange has two homes there
    match = play(begin(turn_of(s, PURPLE)), "buy:greenspace", "cell:D3")
    assert match.state.rents[RED : ORANGE + 1] == [50, 51] and match.state.winners == [ORANGE]


@pytest.mark.rule("end.damage-42", "damage-42-timing", "sixth-event-is-end", "damage-end-winner")
def test_at_42_damage_the_game_ends_before_a_card_and_the_highest_rent_wins() -> None:
    s = start()
    s.damage = 36
    s.money = [0, 5, 9, 9]
    match = end_round(begin(turn_of(s, ORANGE)))
    assert match.over and match.state.damage == 42 and match.state.end == "damage"
    assert match.state.events == [] and match.state.pool == 4
    assert match.outcome is not None and match.outcome.winners == (RED,)  # same rent as Yellow, but more money
    s = start()
    s.damage = 35
    match = end_round(begin(turn_of(s, ORANGE), cards="news"))
    assert not match.over
    s = start(tables="3")  # without a facilitator there are no other tables
    s.damage = 36
    assert end_round(begin(turn_of(s, ORANGE))).over


@pytest.mark.rule("damage-end-winner")
def test_ties_at_full_damage_go_to_lower_own_emissions_or_are_shared() -> None:
    s = start()
    s.damage, s.money = 36, [5, 5, 0, 0]
    match = end_round(begin(turn_of(s, ORANGE)))
    assert match.state.money[:2] == [16, 16] and match.state.winners == [YELLOW, RED]
    s = put(start(), "H4", LOW, YELLOW)
    s.damage, s.money = 36, [5, 5, 0, 0]
    assert end_round(begin(turn_of(s, ORANGE))).state.winners == [RED]
    s = start(damage_end="all_lose")
    s.damage = 36
    match = end_round(begin(turn_of(s, ORANGE)))
    assert match.over and match.outcome is not None and match.outcome.winners == ()


@pytest.mark.rule("sixth-event-is-end")
def test_by_option_a_last_card_is_drawn_before_scoring() -> None:
    s = start(last_event="final_card")
    s.damage = 36
    match = end_round(begin(turn_of(s, ORANGE), cards="hurricane"))
    assert match.over and match.state.events == [(1, "hurricane")] and match.state.winners in ([ORANGE], [PURPLE])


@pytest.mark.rule("players-two")
def test_by_option_two_players_run_two_colours_each_and_win_with_either() -> None:
    s = put(put(bare(two_players="yes"), "C3 D3 E3 F3", SHOP, ORANGE), "H1", SHOP, RED)
    match = play(begin(turn_of(s, ORANGE, money=24)), "buy:shopping", "cell:G3")
    assert match.over and match.state.winners == [YELLOW, ORANGE]
    assert match.outcome is not None and str(match.outcome.reason).endswith("other colour: Seat 1.")
    s = start(two_players="yes")
    s.damage, s.money = 36, [5, 9, 0, 0]
    match = end_round(begin(turn_of(s, ORANGE)))
    assert match.state.winners == [RED, PURPLE] and "Seat 2 won" in str(match.outcome.reason)
    s = start(two_players="yes")
    s.damage, s.money = 36, [5, 5, 0, 0]
    assert end_round(begin(turn_of(s, ORANGE))).state.winners == [YELLOW, RED, ORANGE, PURPLE]
    s = start(3, two_players="yes")  # three colours mean three players
    s.damage, s.money = 37, [5, 0, 0]
    assert end_round(begin(turn_of(s, ORANGE))).state.winners == [YELLOW]


@pytest.mark.rule("players-two")
def test_by_option_each_of_the_four_colours_of_two_players_has_a_vote() -> None:
    match = after_the_card(start(two_players="yes"), "news")
    play(match, "law:surcharge", "propose")
    assert len(match.decisions) == 3
    play(match, "accept", "accept", "veto")
    assert match.state.laws == []


@pytest.mark.rule("end.no-other-end", "stalemate")
def test_only_rent_and_damage_end_the_game_but_for_the_safety_net_of_twenty_rounds() -> None:
    s = put(bare(), "D3", GREEN, RED, True)
    s.round = 18
    match = end_round(begin(turn_of(s, RED)))
    assert not match.over
    end_round(match)
    match = end_round(match) if not match.over else match
    assert match.over and match.state.end == "rounds" and match.state.round == 20 and match.state.winners == [RED]
    s = put(bare(round_limit="none"), "D3", GREEN, RED, True)
    s.round = 40
    assert not end_round(begin(turn_of(s, RED))).over
    s.round, s.phase = 100, "renters"
    assert begin(s).over  # even then a game without progress must end
    s = put(bare(round_limit="12"), "D3", GREEN, RED, True)
    s.round = 12
    assert end_round(begin(turn_of(s, RED))).over
    s = put(bare(round_limit="12", damage_end="all_lose"), "D3", GREEN, RED, True)
    s.round = 12
    assert end_round(begin(turn_of(s, RED))).state.winners == [RED]  # everybody loses by damage only


@pytest.mark.rule("rent-zero")
def test_without_rent_there_is_no_income_but_still_a_turn() -> None:
    match = begin(turn_of(bare(), RED, money=7, begun=False))
    assert match.state.money[RED] == 7 and match.decisions[0].seat == RED


@pytest.mark.rule("end.discussion", "facil.discussion", "facil.discussion-steer")
def test_questions_for_the_talk_afterwards_go_from_the_game_to_life() -> None:
    questions = [question.text for question in ROOM.question]
    assert len(questions) == 6 and all(text.endswith("?") for text in questions)
    real = [text for text in questions if any(word in text for word in ("real", "life", "live", "outside", "truth"))]
    assert len(real) >= 5


@pytest.mark.rule("goal.win-condition")
def test_scores_are_rents_with_their_breakdown() -> None:
    s = start()
    s.damage = 36
    outcome = end_round(begin(turn_of(s, ORANGE))).outcome
    assert outcome is not None and outcome.scores == (11, 11, 10, 10)
    assert [sum(parts.values()) for parts in outcome.breakdown] == [11, 11, 10, 10]
    assert outcome.breakdown[0] == {"Low-Cost": 9, "shore": 2}
