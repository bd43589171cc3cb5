"""Building highways: where, cost, profit, the result and how it is settled."""

import pytest

from tabletown.games.right_of_way.rules.building import building_cost, building_profit
from tabletown.games.right_of_way.rules.end_and_victory import is_complete
from tests.games.right_of_way.tables import (
    FLOWER,
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


@pytest.mark.rule("turn.alternate")
def test_players_take_turns_alternately() -> None:
    match = table(["2-straight"] * 2, ["2-straight"] * 2, options={"city": "template"})
    turns = []
    for name in ("A1", "C3", "E7", "G5"):
        turns.append(asked(match))
        lay(match, "2-straight", name, E, W)
        if "done" in options(match):
            play(match, "done")
    assert turns == [ME, RIVAL, ME, RIVAL]


@pytest.mark.rule("turn.one-placement")
def test_a_turn_lays_exactly_one_highway() -> None:
    match = table(["2-straight"] * 3)
    assert refused(match, "pass") == "must-build"
    assert refused(match, "done") == "build-first"
    assert refused(match, "plot:E5") == "tile-first"
    assert refused(match, "reserve:E5") == "reserve-first"
    lay(match, "2-straight", "E5", E, W)
    assert options(match) == ["reserve", "done"]
    for word in ("tile:2-straight", "plot:E6", "pass"):
        assert refused(match, word) == "built-already"
    play(match, "done")
    assert asked(match) == RIVAL
    assert sum(road != 0 for road in match.state.roads) == 1


@pytest.mark.rule("turn.one-placement")
def test_only_tiles_in_the_hand_can_be_laid() -> None:
    match = table(["2-straight", "3-fan"])
    assert options(match) == ["tile:2-straight", "tile:3-fan", "reserve"]
    assert refused(match, "tile:6-way") == "not-in-hand"
    play(match, "tile:3-fan")
    assert refused(match, "tile:2-straight") == "already-picked"


@pytest.mark.rule("place.free-city-tile", "place.permanent")
def test_no_highway_on_a_highway_and_what_lies_stays() -> None:
    match = table(["2-straight"] * 2, roads={"E5": (RIVAL, E | W), "E6": (ME, E | W)})
    play(match, "tile:2-straight")
    for name in ("E5", "E6"):
        refusal = match.why_not(f"plot:{name}")
        assert refusal is not None
        assert refusal.rule == "place.free-city-tile"
    assert len(options(match)) == 59


@pytest.mark.rule("place.permanent")
def test_no_later_turn_moves_turns_or_covers_a_highway() -> None:
    match = table(["2-straight"] * 3, roads={"E5": (RIVAL, E | W)})
    before = match.state.roads[plot("E5")], match.state.owners[plot("E5")]
    lay(match, "2-straight", "E6", E, W)
    play(match, "reserve")
    assert "reserve:E5" not in options(match)
    play(match, "reserve:D5")
    assert (match.state.roads[plot("E5")], match.state.owners[plot("E5")]) == before


@pytest.mark.rule("place.anywhere")
def test_every_free_plot_will_do_near_other_highways_or_not() -> None:
    match = table(["2-straight"] * 5, roads={"A1": (ME, E | W)})
    play(match, "tile:2-straight")
    assert sorted(options(match)) == sorted(f"plot:{name}" for name in match.state.plan.names if name != "A1")


@pytest.mark.rule("place.opponent-right-of-way-blocked", "row.effect")
def test_a_plot_whose_top_tile_is_the_rivals_is_blocked() -> None:
    piles = {"E5": [(RIVAL, "2-wide")], "D4": [(ME, "2-wide"), (RIVAL, "2-wide")]}
    match = table(["2-straight"] * 3, piles=piles)
    play(match, "tile:2-straight")
    for name in piles:
        refusal = match.why_not(f"plot:{name}")
        assert refusal is not None
        assert refusal.rule == "place.opponent-right-of-way-blocked"


@pytest.mark.rule("place.own-right-of-way-allowed", "place.own-right-of-way.clears-stack")
def test_building_on_an_own_pile_first_sends_its_tiles_to_their_owners_discards() -> None:
    piles = {"E5": [(ME, "2-wide"), (RIVAL, "3-fan"), (ME, "4-gap")]}
    match = table(["2-straight"] * 2, piles=piles)
    lay(match, "2-straight", "E5", E, W)
    assert match.state.piles[plot("E5")] == ()
    assert discards(match, ME) == ["2-wide", "4-gap"]
    assert discards(match, RIVAL) == ["3-fan"]
    assert match.state.owners[plot("E5")] == ME


@pytest.mark.rule("place.mismatch-legal", "place.match")
def test_roads_need_not_meet() -> None:
    match = table(["2-straight"] * 2, roads={"E5": (RIVAL, E | W), "D6": (RIVAL, NW | SE)})
    play(match, "tile:2-straight", "plot:E6")
    # along E5's road, against it, and past D6
    assert options(match) == ["turn:0", "turn:1", "turn:2"]


@pytest.mark.rule("place.off-board-connection")
def test_a_connection_may_point_out_of_the_city_and_earns_nothing() -> None:
    match = table(["2-straight"] * 2)
    lay(match, "2-straight", "A1", NW, SE)
    assert len(hand(match)) == 1


@pytest.mark.rule("victory.fully-connected-scores-value")
def test_the_log_names_the_highways_that_became_complete() -> None:
    match = table(["2-straight"] * 2, roads={"E3": (ME, E | W), "E4": (RIVAL, E | W), "E6": (ME, E | W)})
    lay(match, "2-straight", "E5", E, W)
    told = [line.text.render(match.names) for line in match.lines if "fully connected" in line.text.template]
    assert told == ["E5 is fully connected: 2 points for Ada.", "E4 is fully connected: 2 points for Ben."]


# ---------------------------------------------------------------- cost and profit


@pytest.mark.rule("build.cost.dollar-tile", "profit.own-tile")
@pytest.mark.parametrize(("tile", "road", "cost"), [("2-straight", E | W, 2), ("5-way", 0b011111, 5)])
def test_on_a_rich_plot_a_highway_costs_its_connections(tile: str, road: int, cost: int) -> None:
    match = table([tile, *["2-wide"] * 6], rich="E5")
    assert building_cost(match.state, plot("E5"), road) == cost
    assert building_profit(match.state, plot("E5"), road) == 0
    lay(match, tile, "E5", road)
    assert len(hand(match)) == 6 - cost


@pytest.mark.rule("build.cost.plain-tile", "build.profit.plain-neighbour", "build.result.zero")
def test_on_a_plain_plot_among_plain_plots_it_costs_and_earns_nothing() -> None:
    match = table(["6-way", "2-straight"])
    before = len(match.state.stacks[ME])
    lay(match, "6-way", "E5", 0b111111)
    assert hand(match) == ["2-straight"]
    assert len(match.state.stacks[ME]) == before
    assert discards(match) == []


@pytest.mark.rule(
    "build.profit.dollar-neighbour", "build.profit.only-through-connections", "build.result.positive.draw"
)
def test_each_connection_that_faces_a_rich_plot_earns_one_and_is_drawn_at_once() -> None:
    match = table(["3-fan", "2-wide"], rich=["E6", "F5", "D5", "D4"])
    lay(match, "3-fan", "E5", E, SE, SW)  # E6 and F5 count; D5 and D4 are across roadless edges
    assert len(hand(match)) == 3
    assert len(match.state.stacks[ME]) == 54 - 2 - 2
    assert all(word in ("reserve", "done") for word in options(match))  # no way to decline


@pytest.mark.rule("build.profit.connection", "build.profit.connection.any-owner")
@pytest.mark.parametrize("owner", [ME, RIVAL])
def test_each_joined_connection_earns_one_whoever_owns_the_neighbour(owner: int) -> None:
    match = table(["3-star", "2-wide"], roads={"E6": (owner, E | W), "F4": (owner, NE | SW)})
    rivals = hand(match, RIVAL)
    lay(match, "3-star", "E5", E, SW, NW)
    assert len(hand(match)) == 1 + 2
    assert hand(match, RIVAL) == rivals


@pytest.mark.rule("build.profit.unmatched-connection", "ex.extra-profit.joined-and-unjoined")
def test_a_connection_that_faces_a_highway_without_joining_earns_nothing() -> None:
    # E6 joins; the junction on F4 is adjacent but has no connection towards E5
    match = table(["3-star", "2-wide"], roads={"E6": (ME, W | E), "F4": (RIVAL, E | SE | SW | W)})
    assert building_profit(match.state, plot("E5"), E | SW | NW) == 1
    lay(match, "3-star", "E5", E, SW, NW)
    assert len(hand(match)) == 1 + 1


@pytest.mark.rule("build.result.net", "build.result.negative.discard", "ex.overall-result.minus-one")
def test_cost_five_and_profit_four_make_her_discard_one_tile_of_her_choice() -> None:
    match = table(
        ["5-way", "2-wide", "3-fan", "4-gap"],
        rich=["E5", "E6", "F5", "F4"],
        roads={"E4": (RIVAL, E | W)},
    )
    road = E | SE | SW | W | NW
    assert building_cost(match.state, plot("E5"), road) == 5
    assert building_profit(match.state, plot("E5"), road) == 4
    lay(match, "5-way", "E5", road)
    assert options(match) == ["discard:2-wide", "discard:3-fan", "discard:4-gap"]  # not the tile just laid
    play(match, "discard:3-fan")
    assert discards(match) == ["3-fan"]
    assert hand(match) == ["2-wide", "4-gap"]
    assert len(match.state.stacks[ME]) == 54 - 4  # nothing was drawn


@pytest.mark.rule("profit.covered-dollar")
def test_a_rich_district_under_a_highway_earns_nothing_any_more() -> None:
    roads = {"E6": (RIVAL, NE | SW)}
    off = table(["2-straight"] * 2, rich="E6", roads=roads)
    assert building_profit(off.state, plot("E5"), E | W) == 0
    on = table(["2-straight"] * 2, rich="E6", roads=roads, options={"covered-dollar": "on"})
    assert building_profit(on.state, plot("E5"), E | W) == 1


@pytest.mark.rule("profit.covered-dollar")
def test_where_covered_riches_count_a_joined_one_earns_both() -> None:
    roads = {"E6": (RIVAL, E | W)}
    on = table(["2-straight"] * 2, rich="E6", roads=roads, options={"covered-dollar": "on"})
    assert building_profit(on.state, plot("E5"), E | W) == 2
    lay(on, "2-straight", "E5", E, W)
    assert len(hand(on)) == 3


@pytest.mark.rule("profit.covered-dollar", "build.result.positive.draw")
def test_where_covered_riches_count_one_highway_can_draw_more_than_six_tiles() -> None:
    around = {"E6": W | E, "F5": NW | SE, "F4": NE | SW, "E4": E | W, "D4": SE | NW, "D5": SW | NE}
    roads = {name: (RIVAL, road) for name, road in around.items()}
    on = table(["6-way", "2-wide"], ["6-way"], rich=list(around), roads=roads, options={"covered-dollar": "on"})
    lay(on, "6-way", "E5", E, SE, SW, W, NW, NE)
    assert len(hand(on)) == 1 + 12, "a dollar and a join on each of six sides"


@pytest.mark.rule("profit.dollar-under-right-of-way")
def test_a_rich_district_under_face_down_tiles_still_counts() -> None:
    match = table(["2-straight"] * 4, rich=["E5", "E6"], piles={"E6": [(RIVAL, "2-wide")], "E5": [(ME, "2-wide")]})
    assert building_profit(match.state, plot("E5"), E | W) == 1
    assert building_cost(match.state, plot("E5"), E | W) == 2


@pytest.mark.rule("build.right-of-way-no-discount")
def test_owning_the_right_of_way_changes_neither_cost_nor_profit() -> None:
    free = table(["3-fan"] * 4, rich=["E5", "E6"])
    own = table(["3-fan"] * 4, rich=["E5", "E6"], piles={"E5": [(ME, "2-wide")]})
    for match in (free, own):
        lay(match, "3-fan", "E5", E, SE, SW)
        assert len(hand(match)) == 3 - 2


# ---------------------------------------------------------------- the hand as money


@pytest.mark.rule("hand.refill-when-empty", "hand.refill.timing")
def test_a_turn_that_ends_with_an_empty_hand_draws_exactly_one_tile() -> None:
    match = table(["2-straight"])
    lay(match, "2-straight", "E5", E, W)
    assert asked(match) == RIVAL  # the refill came after the turn: nothing could be bought with it
    assert len(hand(match)) == 1


@pytest.mark.rule("hand.refill-when-empty")
def test_a_hand_that_is_not_empty_is_not_refilled() -> None:
    match = table(["2-straight", "3-fan"])
    lay(match, "2-straight", "E5", E, W)
    play(match, *[word for word in options(match) if word == "done"])
    assert hand(match) == ["3-fan"]


@pytest.mark.rule("draw.stack-short", "end.empty-stack.no-draw", "end.discards-not-reused")
def test_a_short_stack_gives_what_it_has_and_an_empty_one_nothing() -> None:
    rich = ["E6", "F5", "F4"]
    short = table(["3-fan", "2-wide"], rich=rich, stack=["4-gap"])
    lay(short, "3-fan", "E5", E, SE, SW)
    assert hand(short) == ["2-wide", "4-gap"]
    empty = table(["3-fan", "2-wide"], rich=rich, stack=[])
    thrown_away = discards(empty)
    assert len(thrown_away) == 52
    lay(empty, "3-fan", "E5", E, SE, SW)
    assert hand(empty) == ["2-wide"]
    assert discards(empty) == thrown_away


@pytest.mark.rule("end.empty-stack.no-draw")
def test_with_an_empty_stack_debts_must_still_be_paid() -> None:
    match = table(["2-straight", "2-wide", "2-wide", "3-fan"], rich="E5", stack=[])
    lay(match, "2-straight", "E5", E, W)
    play(match, "discard:2-wide", "discard:3-fan")
    assert hand(match) == ["2-wide"]


# ---------------------------------------------------------------- affordable or not


@pytest.mark.rule("discard-placed.condition", "discard-placed.when")
def test_what_the_hand_cannot_pay_is_illegal_while_something_else_can_be_paid() -> None:
    match = table(["3-fan", "2-straight"], rich=["E5", "E6"])  # one tile left to pay with
    play(match, "tile:3-fan")
    refusal = match.why_not("plot:E6")
    assert refusal is not None
    assert refusal.rule == "discard-placed.when"
    assert "plot:E5" not in options(match)
    match.undo()
    play(match, "tile:2-straight", "plot:E5")
    assert options(match) == ["turn:0"]  # facing E6 the result is -1; otherwise -2, one more than the hand can pay
    refusal = match.why_not("turn:1")
    assert refusal is not None
    assert refusal.rule == "discard-placed.when"


@pytest.mark.rule("discard-placed.when")
def test_a_tile_that_can_nowhere_be_paid_stays_in_the_hand_while_another_can() -> None:
    # only B2 is open, and it is rich; the straight joins twice and pays for itself, the five-way falls too short
    ring = {"A1": NE | NW, "A2": NE | NW, "B1": E | W, "B3": E | W, "C1": SE | SW, "C2": SE | SW}
    roads = {name: (RIVAL, road) for name, road in ring.items()}
    match = table(["5-way", "2-straight"], rich=["B2"], roads=roads, plan=FLOWER)
    assert options(match) == ["tile:2-straight", "reserve"]
    refusal = match.why_not("tile:5-way")
    assert refusal is not None
    assert refusal.rule == "discard-placed.when"


@pytest.mark.rule("discard-placed.when", "place.opponent-right-of-way-blocked")
def test_a_plain_plot_that_the_rival_holds_does_not_make_a_tile_affordable() -> None:
    ring = {"A1": NE | NW, "A2": NE | NW, "B1": E | W, "C1": SE | SW, "C2": SE | SW}
    roads, piles = {name: (RIVAL, road) for name, road in ring.items()}, {"B3": [(RIVAL, "2-straight")]}
    match = table(["5-way", "2-straight"], rich=["B2"], roads=roads, piles=piles, plan=FLOWER)
    assert options(match) == ["tile:2-straight", "reserve"]


@pytest.mark.rule("discard-placed.when")
def test_a_purchase_before_building_counts_when_the_test_is_made() -> None:
    match = table(["2-straight"] * 3, rich=["E5"])
    play(match, "tile:2-straight")
    assert "plot:E5" in options(match)  # two tiles are left to pay with
    match.undo()
    play(match, "reserve", "reserve:A1", "tile:2-straight")
    assert "plot:E5" not in options(match)  # now only one is


@pytest.mark.rule("discard-placed.when")
def test_unaffordable_placements_are_legal_where_that_was_agreed() -> None:
    roads = {"A1": (ME, E | W), "A2": (ME, E | W), "A3": (ME, E | W)}
    match = table(["3-fan", "2-straight"], rich=["E5"], roads=roads, options={"give-up": "voluntary"})
    play(match, "tile:3-fan", "plot:E5", "turn:0")
    assert options(match) == ["give:A1", "give:A2", "give:A3"]


# ---------------------------------------------------------------- giving up laid tiles

# B2 is the last open plot, rich, and only one of its neighbours has a road towards it
RING = {
    "A1": (ME, NE | NW),
    "A2": (ME, NE | NW),
    "B1": (ME, E | W),
    "B3": (RIVAL, NE | SE),
    "C1": (RIVAL, SE | SW),
    "C2": (RIVAL, SE | SW),
}


@pytest.mark.rule("discard-placed.condition", "ex.derived.discard-placed", "discard-placed.order", "end.city-full")
def test_if_nothing_can_be_paid_the_hand_pays_first_and_laid_tiles_the_rest() -> None:
    stack = ["2-sharp"] * 3
    match = table(["4-gap", "4-gap"], rich=["B2"], roads=RING, stack=stack, plan=FLOWER)
    lay(match, "4-gap", "B2", E, SE, W, NE)  # cost 4, profit 1: three to pay, one is left in the hand
    assert hand(match) == []
    assert match.state.debt == 2
    assert options(match) == ["give:A1", "give:A2", "give:B1"]  # not B2, not the rival's
    play(match, "give:A1", "give:B1")
    s = match.state
    assert [s.plan.names[p] for p in s.vacant] == ["A1", "B1"]
    assert hand(match) == ["2-sharp"]  # refilled
    assert not s.ended
    assert asked(match) == RIVAL
    assert "4-gap" in discards(match)


@pytest.mark.rule("discard-placed.own-only", "discard-placed.whose")
def test_only_own_tiles_are_given_up_one_for_each_missing_dollar() -> None:
    match = table(["4-gap", "4-gap"], rich=["B2"], roads=RING, plan=FLOWER)
    lay(match, "4-gap", "B2", E, SE, W, NE)
    refusal = match.why_not("give:B3")
    assert refusal is not None
    assert refusal.rule == "discard-placed.own-only"
    before = len(discards(match))
    play(match, "give:A2")
    assert match.state.debt == 1
    assert len(discards(match)) == before + 1
    assert len(discards(match, RIVAL)) == 0


@pytest.mark.rule("discard-placed.not-this-turn", "discard-placed.this-turn")
def test_what_was_laid_this_turn_is_never_given_up_face_down_or_not() -> None:
    # every plot is rich and nothing is affordable: first she reserves F5, then builds on E5
    roads = dict.fromkeys(("A1", "A2", "A4"), (ME, NE | NW))
    match = table(["4-gap", "2-straight", "2-straight"], rich="all", roads=roads, options={"give-up": "voluntary"})
    play(match, "reserve", "reserve:F5", "down:2-straight")
    lay(match, "4-gap", "D1", SW, W, NW, E)
    while match.state.debt:
        for name in ("F5", "D1"):
            refusal = match.why_not(f"give:{name}")
            assert refusal is not None
            assert refusal.rule == "discard-placed.not-this-turn"
        play(match, options(match)[0])
    assert match.state.piles[plot("F5")]
    assert match.state.roads[plot("D1")]


@pytest.mark.rule("discard-placed.face-down-allowed", "discard-placed.frees-plot")
def test_face_down_tiles_may_be_given_up_and_the_plots_are_free_again() -> None:
    match = table(
        ["2-straight"],
        rich="E5",
        roads={"A1": (ME, E | W)},
        piles={"C3": [(ME, "2-wide")], "G5": [(ME, "3-fan")]},
        options={"give-up": "voluntary"},
    )
    lay(match, "2-straight", "E5", E, W)
    assert options(match) == ["give:A1", "give:C3", "give:G5"]
    play(match, "give:C3", "give:A1")
    s = match.state
    assert s.piles[plot("C3")] == ()
    assert plot("A1") in s.vacant
    assert sorted(discards(match)) == ["2-straight", "2-wide"]
    lay(match, "2-straight", "A1", E, W)  # the rival may build there now
    assert match.state.owners[plot("A1")] == RIVAL


@pytest.mark.rule("discard-placed.stack-top-reverts", "discard-placed.whose")
def test_giving_up_the_top_of_a_pile_returns_the_right_of_way_to_the_one_below() -> None:
    match = table(
        ["2-straight"],
        rich="E5",
        roads={"A1": (ME, E | W), "A2": (ME, E | W)},
        piles={"C3": [(ME, "2-wide"), (RIVAL, "3-fan"), (ME, "4-gap")], "G5": [(ME, "2-wide"), (RIVAL, "3-fan")]},
        options={"give-up": "voluntary"},
    )
    lay(match, "2-straight", "E5", E, W)
    assert options(match) == ["give:A1", "give:A2", "give:C3"]  # buried tiles stay: not G5
    play(match, "give:C3")
    assert match.state.holder(plot("C3")) == RIVAL
    assert options(match) == ["give:A1", "give:A2"]
    assert discards(match) == ["4-gap"]


@pytest.mark.rule("discard-placed.not-enough")
def test_what_cannot_be_covered_is_cancelled() -> None:
    match = table(["4-gap"], rich=["A2"], plan=PAIR, roads={"A1": (ME, NE | NW)})
    lay(match, "4-gap", "A2", E, SE, SW, NW)  # cost 4, profit 0; the hand is empty and only A1 can be given up
    assert not match.state.roads[plot("A1", PAIR)]
    assert match.state.debt == 0
    assert asked(match) == RIVAL
    assert any("the remaining debt of 3 was cancelled" in str(line.text) for line in match.lines)


@pytest.mark.rule("discard-placed.no-recount")
def test_giving_up_takes_no_earlier_profit_back_but_may_unjoin_neighbours() -> None:
    match = table(
        ["2-straight"],
        rich="H5",
        roads={"E5": (RIVAL, E | W), "E4": (RIVAL, E | W), "E6": (ME, E | W), "A1": (ME, E | W)},
        options={"give-up": "voluntary"},
    )
    rivals = hand(match, RIVAL)
    assert is_complete(match.state, plot("E5"))
    lay(match, "2-straight", "H5", E, W)  # two to pay: E6 and A1 are given up without a question
    assert not is_complete(match.state, plot("E5"))
    assert hand(match, RIVAL) == rivals
