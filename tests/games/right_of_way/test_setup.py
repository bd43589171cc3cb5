"""Setup: players, tiles, hands, the first player. The city is tested in test_city.py."""

from collections import Counter

import pytest

from tabletown.games.right_of_way import game
from tabletown.games.right_of_way.rules.hands import lower_hand, worth
from tabletown.games.right_of_way.tiles import COPIES, IDS, NUMBER, SHAPES, TILES, TURNS, VALUE
from tabletown.kernel import CHANCE, Match
from tabletown.kernel.errors import BadOption
from tabletown.testing import dice
from tests.games.right_of_way.tables import hand, play, table

TEMPLATE_DEAL = ["$$$"] * 3 + ["$$."] * 7 + ["$.."] * 7 + ["..."] * 3


def of(*ids: str) -> list[int]:
    count = Counter(ids)
    return [count[id] for id in IDS]


@pytest.mark.rule("players.count")
@pytest.mark.parametrize("seats", [1, 3])
def test_it_is_for_exactly_two_players(seats: int) -> None:
    with pytest.raises(BadOption, match="for 2 seats"):
        Match(game, seats)


@pytest.mark.rule("setup.tiles.per-player", "setup.tiles.connections-range", "setup.tiles.value")
def test_each_player_owns_54_tiles_of_two_to_six_connections() -> None:
    assert sum(COPIES) == 54
    assert {VALUE[tile] for tile in TILES} == {2, 3, 4, 5, 6}
    for shape, value, turns in zip(SHAPES, VALUE, TURNS):
        assert len(set(shape.edges)) == len(shape.edges) == value
        assert all(road.bit_count() == value for road in turns)
    # every pattern of two to six connections is a turn of exactly one tile
    roads = [road for turns in TURNS for road in turns]
    assert sorted(roads) == [road for road in range(64) if road.bit_count() >= 2]


@pytest.mark.rule("tile.rotation")
def test_a_tile_can_be_turned_in_all_ways_that_differ_and_mirror_images_are_other_tiles() -> None:
    turns = {id: len(TURNS[NUMBER[id]]) for id in IDS}
    assert turns == dict.fromkeys(IDS, 6) | {"2-straight": 3, "3-star": 2, "4-cross": 3, "6-way": 1}
    assert not set(TURNS[NUMBER["3-skew-left"]]) & set(TURNS[NUMBER["3-skew-right"]])


@pytest.mark.rule("setup.tiles.shuffle", "setup.hand.five")
def test_each_draws_five_from_her_own_shuffled_stack_and_49_stay() -> None:
    match = Match(game, seed=4)
    for seat in (0, 1):
        assert len(hand(match, seat)) == 5
        assert len(match.state.stacks[seat]) == 49
        assert Counter(match.state.stacks[seat]) + Counter(hand(match, seat)) == Counter(dict(zip(IDS, COPIES)))
    hands = {tuple(hand(Match(game, seed=seed), 0)) for seed in range(8)}
    assert len(hands) > 4


@pytest.mark.rule("setup.hand.open", "info.stacks")
def test_both_see_both_hands_and_nothing_but_the_order_of_the_stacks_is_unknown() -> None:
    match = Match(game, seed=4)
    for seat in (0, 1, None):
        assert match.view(seat).hands == match.state.hands
        assert match.view(seat).discards == match.state.discards
    # stacks have no order: the next tile is drawn at random when it is needed
    assert [answer.option for answer in match.log if answer.seat == CHANCE][-10:-5] != match.state.stacks[0][:5]
    assert match.state.stacks[0] == sorted(match.state.stacks[0], key=IDS.index)


@pytest.mark.rule("setup.first-player.lowest-sum")
@pytest.mark.parametrize(("low", "first"), [(0, 0), (1, 1)])
def test_the_lower_sum_takes_the_first_turn(low: int, first: int) -> None:
    hands = [["2-sharp"] * 5, ["3-fan"] * 5] if low == 0 else [["3-fan"] * 5, ["2-sharp"] * 5]
    match = Match(game, luck=dice([*TEMPLATE_DEAL, *hands[0], *hands[1]]), seed=1)
    assert match.state.first == match.decisions[0].seat == first


@pytest.mark.rule("setup.first-player.tie-break", "ex.derived.first-player")
def test_on_equal_sums_fewer_sixes_start_then_fewer_fives_and_so_on() -> None:
    one = of("2-wide", "2-sharp", "3-fan", "3-star", "6-way")
    other = of("2-wide", "3-fan", "3-star", "4-fan", "4-gap")
    assert worth(one) == worth(other) == 16
    assert lower_hand(one, other) == 1
    assert lower_hand(other, one) == 0
    # the highest value decides, however many low ones there are
    assert lower_hand(of("6-way", "3-fan", "3-fan"), of("5-way", "5-way", "2-wide")) == 1
    # no sixes: fewer fives; then fewer fours
    assert lower_hand(of("5-way", "2-wide", "3-fan"), of("4-gap", "3-fan", "3-star")) == 1
    assert lower_hand(of("4-gap", "2-wide", "2-wide"), of("3-fan", "3-fan", "2-wide")) == 1
    assert lower_hand(of("3-fan"), of("3-star")) is None


@pytest.mark.rule("first-player.total-tie")
def test_hands_alike_in_value_leave_it_to_chance() -> None:
    alike = ["2-sharp"] * 5 + ["2-wide"] * 5
    for colour, seat in (("blue", 0), ("amber", 1)):
        match = Match(game, luck=dice([*TEMPLATE_DEAL, *alike, colour]), seed=1)
        assert match.decisions[0].seat == seat


@pytest.mark.rule("first-player.total-tie")
def test_or_both_hands_are_dealt_again_where_that_was_agreed() -> None:
    alike, second = ["2-sharp"] * 5 + ["2-wide"] * 5, ["3-fan"] * 5 + ["2-straight"] * 5
    match = Match(game, options={"first-tie": "redeal"}, luck=dice([*TEMPLATE_DEAL, *alike, *second]), seed=1)
    assert hand(match, 0) == ["3-fan"] * 5
    assert hand(match, 1) == ["2-straight"] * 5
    assert match.state.first == 1
    game.rules.check(match.state)


@pytest.mark.rule("hand.no-limit")
def test_a_hand_may_grow_without_limit() -> None:
    match = table(["6-way", *["2-sharp"] * 5, *["3-fan"] * 5, *["3-star"] * 5, *["4-gap"] * 4], rich=["E6", "F5", "F4"])
    play(match, "tile:6-way", "plot:E5", "turn:0", "done")
    assert len(hand(match)) == 19 + 3


@pytest.mark.rule("setup.tiles.shuffle")
def test_people_may_draw_real_tiles_and_say_what_came() -> None:
    match = Match(game, ["Ada", "Ben"], by_hand=["trio", "tile"], seed=1)
    assert match.decisions[0].seat == CHANCE
    assert "name the trio on E6, F5, F6 in order" in match.decisions[0].prompt.render(match.names)
    for way in TEMPLATE_DEAL:
        match.choose(CHANCE, way)
    assert match.decisions[0].prompt.render(match.names) == "say which tile Ada drew"
    for id in ("2-sharp", "2-wide", "3-fan", "4-gap", "6-way") * 2:
        match.choose(CHANCE, id)
    assert hand(match, 0) == hand(match, 1) == ["2-sharp", "2-wide", "3-fan", "4-gap", "6-way"]
