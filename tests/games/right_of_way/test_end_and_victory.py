"""End of game and victory."""

import random

import pytest

from tabletown.games.right_of_way import game
from tabletown.games.right_of_way.plan import TEMPLATE
from tabletown.games.right_of_way.rules.end_and_victory import is_complete, outcome, points, points_of
from tabletown.kernel import Match
from tests.games.right_of_way.tables import (
    ME,
    NE,
    NW,
    PAIR,
    RIVAL,
    SE,
    SW,
    E,
    W,
    asked,
    discards,
    hand,
    lay,
    options,
    play,
    plot,
    refused,
    table,
)


@pytest.mark.rule("end.trigger.exhausted", "end.final-turn", "end.final-turn.details", "end.trigger-time")
def test_a_player_without_tiles_in_hand_and_stack_grants_the_other_one_final_turn() -> None:
    match = table(["2-straight"], ["2-straight"] * 3, stack=[])
    lay(match, "2-straight", "E5", E, W)
    assert not match.over
    assert match.state.final == asked(match) == RIVAL
    play(match, "reserve", "reserve:A1")  # a normal turn with all options
    lay(match, "2-straight", "C3", E, W)
    assert match.over
    assert match.state.ended == "exhausted"


@pytest.mark.rule("end.final-turn.details")
def test_the_final_turn_brings_no_other_turn_even_if_it_exhausts_too() -> None:
    match = table(["2-straight"], ["2-straight"], stack=[], rival_stack=[])
    lay(match, "2-straight", "E5", E, W)
    lay(match, "2-straight", "C3", E, W)
    assert match.over


@pytest.mark.rule("hand.refill.stack-empty", "end.trigger-time")
def test_a_refill_that_takes_the_last_tile_of_the_stack_lets_the_game_go_on() -> None:
    match = table(["2-straight"], ["2-straight"] * 3, stack=["3-fan"])
    lay(match, "2-straight", "E5", E, W)
    assert hand(match) == ["3-fan"]
    assert match.state.final == -1
    lay(match, "2-straight", "C3", E, W)
    play(match, "done")
    assert asked(match) == ME
    lay(match, "3-fan", "G5", E, SE, SW)
    assert match.state.final == RIVAL


@pytest.mark.rule("end.empty-stack.keep-building")
def test_with_an_empty_stack_she_goes_on_with_the_tiles_in_her_hand() -> None:
    match = table(["2-straight"] * 3, ["2-straight"] * 3, stack=[])
    for name in ("E5", "C3"):
        lay(match, "2-straight", name, E, W)
        play(match, "done")
    assert asked(match) == ME
    assert options(match) == ["tile:2-straight", "reserve"]


@pytest.mark.rule("end.discards-not-reused")
def test_discards_never_become_a_stack_again() -> None:
    match = table(["2-straight"], stack=[])
    assert len(discards(match)) == 53
    lay(match, "2-straight", "E5", E, W)
    assert match.state.stacks[ME] == []
    assert hand(match) == []


@pytest.mark.rule("row.end-of-game")
def test_face_down_tiles_neither_score_nor_keep_a_player_in_the_game() -> None:
    match = table(["2-straight"], piles={"A1": [(ME, "6-way")]}, stack=[])
    lay(match, "2-straight", "E5", E, W)
    assert match.state.final == RIVAL
    assert points(match.state) == [0, 0]


@pytest.mark.rule("end.city-full")
def test_a_full_city_ends_the_game_at_once() -> None:
    match = table(["2-straight"] * 3, plan=PAIR, roads={"A1": (RIVAL, E | W)})
    lay(match, "2-straight", "A2", E, W)
    assert match.over  # settled, but no purchase and no final turn
    assert match.state.ended == "city-full"
    assert len(hand(match)) == 3  # the joined road was still paid out


@pytest.mark.rule("end.city-full", "end.final-turn")
def test_a_city_that_the_final_turn_fills_is_full() -> None:
    """If both ends come at once, the log and the state say that the city is full."""
    for stack in ([], ["3-fan"]):  # whether the last builder has tiles left or not
        match = table(["2-straight"], ["2-straight"], plan=PAIR, stack=[], rival_stack=stack)
        lay(match, "2-straight", "A1", E, W)
        assert match.state.final == RIVAL
        lay(match, "2-straight", "A2", E, W)
        assert match.over and match.state.ended == "city-full"
        line = match.lines[-1]
        assert (str(line.text), line.rule) == ("The city is full.", "end.city-full")


@pytest.mark.rule("end.city-full")
def test_unless_paying_for_the_last_plot_opens_another() -> None:
    match = table(["4-gap"], plan=PAIR, rich=["A2"], roads={"A1": (ME, NE | NW)})
    lay(match, "4-gap", "A2", E, SE, SW, NW)
    assert not match.over
    assert match.state.vacant == [plot("A1", PAIR)]


# ---------------------------------------------------------------- nowhere to build


def blocked(hand: list[str], **more: object) -> Match:
    """A match in which the rival has reserved both open plots."""
    return table(hand, plan=PAIR, piles={"A1": [(RIVAL, "2-wide")], "A2": [(RIVAL, "2-wide")]}, **more)  # type: ignore[arg-type]


@pytest.mark.rule("pass.no-legal-placement")
def test_with_no_plot_to_build_on_and_nothing_to_buy_she_passes_at_no_cost() -> None:
    match = blocked(["2-straight", "3-fan"])
    assert options(match) == ["pass"]
    refusal = match.why_not("tile:3-fan")
    assert refusal is not None
    assert refusal.rule == "pass.no-legal-placement"
    play(match, "pass")
    assert hand(match) == ["2-straight", "3-fan"]
    assert asked(match) == RIVAL


@pytest.mark.rule("pass.no-legal-placement")
def test_if_she_can_pay_she_may_buy_a_plot_and_must_then_build_there() -> None:
    match = blocked(["2-straight"] * 3)
    assert options(match) == ["reserve", "pass"]
    play(match, "reserve", "reserve:A1")
    assert options(match) == ["tile:2-straight"]
    assert refused(match, "pass") == "must-build"
    play(match, "tile:2-straight")
    assert options(match) == ["plot:A1"]


@pytest.mark.rule("pass.no-legal-placement")
def test_she_must_buy_where_that_was_agreed() -> None:
    match = blocked(["2-straight"] * 3, options={"must-buy": "on"})
    assert options(match) == ["reserve"]
    assert refused(match, "pass") == "must-buy"
    assert options(blocked(["2-straight"] * 2, options={"must-buy": "on"})) == ["pass"]


@pytest.mark.rule("pass.no-legal-placement")
def test_two_passes_in_a_row_never_happen() -> None:
    # a plot is open to both or to the holder of its top tile, so after a pass the holder can build
    passed = 0
    for seed in range(60):
        match, rng = Match(game, seed=seed), random.Random(seed)
        last = ""
        while decisions := match.decisions:
            decision = decisions[0]
            word = "reserve" if "reserve" in decision.options else rng.choice(list(decision.options))
            assert (word, last) != ("pass", "pass")
            passed += word == "pass"
            last = word
            match.choose(decision.seat, word)
    assert passed


# ---------------------------------------------------------------- victory


@pytest.mark.rule("victory.most-points", "victory.own-tiles-only")
def test_more_points_win_and_each_highway_scores_for_its_own_colour() -> None:
    # E5 is mine and complete between the rival's two, which are not
    match = table(["2-straight"], roads={"E4": (RIVAL, E | W), "E5": (ME, E | W), "E6": (RIVAL, E | W)})
    assert points(match.state) == [2, 0]
    result = outcome(match.state)
    assert result.winners == (ME,)
    assert result.scores == (2, 0)
    assert result.breakdown == ({"E5": 2}, {})


@pytest.mark.rule(
    "victory.fully-connected-scores-value",
    "victory.partly-connected-scores-zero",
    "victory.fully-connected",
    "ex.derived.full-connection",
)
def test_three_threes_joined_on_three_two_and_three_edges_score_six() -> None:
    stars = {"C3": (ME, E | SW | NW), "E7": (ME, E | SW | NW), "G3": (ME, E | SW | NW)}
    arms = {
        # C3: all three arms joined to my own
        "C4": (ME, W | E),
        "D3": (ME, NE | SW),
        "B2": (ME, SE | NW),
        # E7: the eastern arm is open
        "F6": (ME, NE | SW),
        "D6": (ME, SE | NW),
        # G3: joined once to mine, twice to the rival's
        "G4": (ME, W | SE),
        "H2": (RIVAL, NE | W),
        "F3": (RIVAL, SE | NE),
    }
    match = table(["2-straight"], roads=stars | arms)
    assert [points_of(match.state, plot(name)) for name in stars] == [3, 0, 3]
    assert points(match.state)[ME] == 6


@pytest.mark.rule("victory.facing-required")
def test_neighbours_whose_connections_do_not_face_each_other_are_not_connected() -> None:
    facing = table(["2-straight"], roads={"E5": (ME, E | W), "E4": (ME, E | W), "E6": (ME, E | W)})
    assert is_complete(facing.state, plot("E5"))
    past = table(["2-straight"], roads={"E5": (ME, E | W), "E4": (ME, E | W), "E6": (ME, NE | SW)})
    assert not is_complete(past.state, plot("E5"))
    assert points(past.state) == [0, 0]


@pytest.mark.rule("victory.independent-of-money")
def test_money_and_riches_give_no_points() -> None:
    roads = {"E5": (ME, E | W), "E4": (ME, E | W), "E6": (ME, E | W)}
    poor = table(["2-straight"], roads=roads, stack=[])
    rich = table(["6-way"] * 2 + ["5-way"] * 2, rich="all", roads=roads, piles={"A1": [(ME, "4-gap")]})
    assert points(poor.state) == points(rich.state) == [2, 0]


@pytest.mark.rule("place.off-board-connection")
def test_a_highway_that_points_out_of_the_city_never_scores_unless_agreed() -> None:
    roads = {"A1": (ME, E | W), "A2": (ME, W | SW)}
    assert points(table(["2-straight"], roads=roads).state) == [0, 0]
    assert points(table(["2-straight"], roads=roads, options={"rim": "joined"}).state) == [2, 0]


@pytest.mark.rule("victory.fully-connected")
def test_in_the_teaching_game_each_joined_connection_is_a_point() -> None:
    roads = {"E5": (ME, E | W | SW), "E6": (RIVAL, E | W)}
    match = table(["2-straight"], roads=roads, options={"scoring": "partial"})
    assert points(match.state) == [1, 1]


@pytest.mark.rule("victory.tie")
def test_equal_points_share_the_victory() -> None:
    result = outcome(table(["2-straight"]).state)
    assert result.winners == (ME, RIVAL)
    assert result.rule == "victory.tie"


@pytest.mark.rule("victory.tie")
def test_or_go_down_the_ladder_where_that_was_agreed() -> None:
    ladder = {"tie": "ladder"}
    # four points each: the rival has two complete highways, I have one
    cross = {
        "E5": (ME, E | SE | W | NW),
        "E6": (RIVAL, W | E),
        "F5": (RIVAL, NW | SE),
        "E4": (RIVAL, E | W),
        "D4": (RIVAL, SE | NW),
        "E3": (RIVAL, E | NE),
        "C3": (RIVAL, SE | NE),
    }
    match = table(["2-straight"], roads=cross, options=ladder)
    assert points(match.state) == [4, 4]
    assert outcome(match.state).winners == (RIVAL,)
    # nothing built: more tiles left in hand and stack
    more = table(["2-straight"] * 4, ["2-straight"], options=ladder, stack=[], rival_stack=[])
    assert outcome(more.state).winners == (ME,)
    # the same hands: the stack counts as well, against the second player
    deep = table(["2-straight"], ["2-straight"], options=ladder, stack=["6-way", "6-way"], rival_stack=["6-way"])
    assert outcome(deep.state).winners == (ME,)
    # everything equal: the second player
    assert outcome(table(["2-straight"] * 2, options=ladder).state).winners == (RIVAL,)


@pytest.mark.rule("text.slips")
def test_a_negative_result_takes_highway_tiles_from_the_hand_never_city_tiles() -> None:
    match = table(["2-straight", "2-wide", "2-wide", "2-wide"], rich="E5")
    lay(match, "2-straight", "E5", E, W)
    assert discards(match) == ["2-wide", "2-wide"]
    assert match.state.districts.count("$") == 1
    assert len(match.state.plan.places) == len(TEMPLATE.places)
