"""Buying right-of-way: prices, piles, timing and payment."""

import pytest

from tabletown.games.right_of_way.rules.right_of_way import price_of, why_not_buy
from tests.games.right_of_way.tables import (
    ME,
    RIVAL,
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


def pile_of(height: int, top: int = RIVAL) -> list[tuple[int, str]]:
    """A pile of this height, whose owners alternate from the top down."""
    return [(top if (height - 1 - level) % 2 == 0 else 1 - top, "2-wide") for level in range(height)]


@pytest.mark.rule("row.optional-one-per-turn", "row.purchases-per-turn")
def test_at_most_one_purchase_a_turn_of_either_kind_and_none_is_needed() -> None:
    match = table(["2-straight"] * 6, piles={"C3": pile_of(1)})
    play(match, "reserve", "reserve:A1")
    assert "reserve" not in options(match)
    assert refused(match, "reserve") == "bought-already"
    lay(match, "2-straight", "E5", E, W)
    assert asked(match) == RIVAL  # not asked again after building
    without = table(["2-straight"] * 6)
    lay(without, "2-straight", "E5", E, W)
    play(without, "done")
    assert asked(without) == RIVAL


@pytest.mark.rule("row.buy-free")
def test_a_free_plot_takes_one_tile_of_her_choice_face_down_and_nothing_more() -> None:
    match = table(["2-straight", "3-fan", "4-gap"])
    play(match, "reserve", "reserve:A1")
    assert options(match) == ["down:2-straight", "down:3-fan", "down:4-gap"]
    play(match, "down:3-fan")
    assert hand(match) == ["2-straight", "4-gap"]
    assert discards(match) == []
    assert match.state.holder(plot("A1")) == ME


@pytest.mark.rule("row.effect")
def test_while_her_tile_is_on_top_the_rival_may_not_build_there() -> None:
    match = table(["2-straight"] * 3)
    play(match, "reserve", "reserve:A1")
    lay(match, "2-straight", "E5", E, W)
    play(match, "tile:2-straight")
    assert asked(match) == RIVAL
    refusal = match.why_not("plot:A1")
    assert refusal is not None
    assert refusal.rule == "place.opponent-right-of-way-blocked"


@pytest.mark.rule("row.buy-opponent.single", "row.price-to-own-discard")
def test_a_rivals_single_tile_costs_one_discard_and_one_laid_on_top() -> None:
    match = table(["2-straight", "3-fan", "4-gap", "5-way"], piles={"A1": pile_of(1)})
    play(match, "reserve", "reserve:A1")
    assert options(match) == ["price:2-straight", "price:3-fan", "price:4-gap", "price:5-way"]
    play(match, "price:5-way", "down:3-fan")
    assert hand(match) == ["2-straight", "4-gap"]
    assert discards(match, ME) == ["5-way"]
    assert discards(match, RIVAL) == []
    assert len(match.state.piles[plot("A1")]) == 2
    assert match.state.holder(plot("A1")) == ME


@pytest.mark.rule("row.buy-opponent.stack", "ex.derived.row-price", "row.last-tile")
@pytest.mark.parametrize("height", [0, 1, 2, 3])
def test_a_pile_costs_one_discard_for_each_tile_in_it_plus_one_laid(height: int) -> None:
    piles = {"A1": pile_of(height)} if height else {}
    match = table(["2-straight"] * (height + 2), piles=piles)
    assert price_of(match.state, ME, plot("A1")) == height
    play(match, "reserve", "reserve:A1")  # all tiles are the same, so nothing else is asked
    assert len(hand(match)) == 1
    assert len(discards(match)) == height
    assert len(match.state.piles[plot("A1")]) == height + 1
    # with one tile fewer in hand it is not possible
    poorer = table(["2-straight"] * (height + 1), piles=piles)
    refusal = why_not_buy(poorer.state, ME, plot("A1"))
    assert refusal is not None
    assert refusal.rule in ("row.last-tile", "row.not-last-tile")


@pytest.mark.rule("row.timing")
def test_it_may_be_bought_after_building_also_with_tiles_just_drawn() -> None:
    match = table(["2-straight"], rich=["E4", "E6"])
    assert options(match) == ["tile:2-straight"]
    lay(match, "2-straight", "E5", E, W)  # draws two
    assert options(match) == ["reserve", "done"]
    play(match, "reserve", "reserve:E6", *[w for w in [f"down:{hand(match)[0]}"] if len(set(hand(match))) > 1])
    assert match.state.holder(plot("E6")) == ME
    assert len(hand(match)) == 1


@pytest.mark.rule("row.timing")
def test_it_may_be_bought_before_building() -> None:
    match = table(["2-straight"] * 3)
    play(match, "reserve", "reserve:E6")
    assert options(match) == ["tile:2-straight"]
    assert match.state.holder(plot("E6")) == ME


@pytest.mark.rule("row.build-same-turn")
def test_she_may_build_at_once_on_what_she_bought() -> None:
    match = table(["2-straight", "2-straight", "2-straight"], piles={"E5": pile_of(1)})
    play(match, "reserve", "reserve:E5")
    lay(match, "2-straight", "E5", E, W)
    assert match.state.owners[plot("E5")] == ME
    assert discards(match, RIVAL) == ["2-wide"]
    assert discards(match, ME) == ["2-straight", "2-straight"]


@pytest.mark.rule("row.not-last-tile")
def test_the_last_tile_buys_nothing() -> None:
    match = table(["2-straight"])
    assert refused(match, "reserve") == "last-tile"
    after = table(["2-straight", "3-fan"])
    lay(after, "2-straight", "E5", E, W)
    assert asked(after) == RIVAL  # one tile left: no purchase is offered


@pytest.mark.rule("row.not-on-highway")
def test_a_highway_gets_no_right_of_way() -> None:
    match = table(["2-straight"] * 3, roads={"E5": (RIVAL, E | W), "E6": (ME, E | W)})
    play(match, "reserve")
    for name in ("E5", "E6"):
        refusal = match.why_not(f"reserve:{name}")
        assert refusal is not None
        assert refusal.rule == "row.not-on-highway"


@pytest.mark.rule("row.own-stack")
def test_her_own_right_of_way_cannot_be_bought_again() -> None:
    piles = {"A1": pile_of(1, ME), "A2": pile_of(2, ME)}
    match = table(["2-straight"] * 5, piles=piles)
    play(match, "reserve")
    for name in piles:
        refusal = match.why_not(f"reserve:{name}")
        assert refusal is not None
        assert refusal.rule == "row.own-stack"


@pytest.mark.rule("row.own-stack")
def test_unless_fortifying_was_agreed_which_takes_one_tile() -> None:
    match = table(["2-straight"] * 2, piles={"A1": pile_of(1, ME)}, options={"fortify": "on"})
    play(match, "reserve", "reserve:A1")
    assert hand(match) == ["2-straight"]
    assert len(match.state.piles[plot("A1")]) == 2
    assert price_of(match.state, RIVAL, plot("A1")) == 2
    assert "reserve" not in options(match)


@pytest.mark.rule("row.no-build-duty")
def test_right_of_way_never_expires_and_needs_no_building() -> None:
    match = table(["2-straight"] * 6, ["2-straight"] * 5)
    play(match, "reserve", "reserve:A1")
    for name in ("E5", "E6", "E7", "E4", "E3", "E2"):
        lay(match, "2-straight", name, E, W)
        if "done" in options(match):
            play(match, "done")
    assert match.state.holder(plot("A1")) == ME
    assert not match.state.roads[plot("A1")]


@pytest.mark.rule("row.face-down-identity")
def test_the_top_tile_owner_holds_it_and_both_may_know_what_lies_there() -> None:
    match = table(["2-straight", "3-fan", "4-gap"], piles={"A1": pile_of(1)})
    play(match, "reserve", "reserve:A1", "price:4-gap", "down:3-fan")
    assert match.state.holder(plot("A1")) == ME
    assert match.view(RIVAL).piles == match.state.piles
