"""Setup: the city. 61 plots, 31 of them rich, by template, as a hexagon or laid by the players."""

import random

import pytest

from tabletown.games.right_of_way import game
from tabletown.games.right_of_way.plan import CITY, HEXAGON, SLOTS, TEMPLATE, CityPlan, neighbour
from tabletown.games.right_of_way.rules.city import spot_at, spots_around, why_not_spot
from tabletown.kernel import CHANCE, Match
from tabletown.testing import dice, play_randomly
from tests.games.right_of_way.tables import lay, options, play, refused, table

LAYOUTS = ["template", "hexagon", "manual"]


def laid(layout: str, seed: int = 3) -> Match:
    match = Match(game, options={"city": layout}, seed=seed)
    rng = random.Random(seed)
    while not match.state.roads:
        play_randomly(match, rng, 1)
    return match


def is_one_piece(plan: CityPlan) -> bool:
    reached, todo = {0}, [0]
    while todo:
        for _, there, _ in plan.around[todo.pop()]:
            if there not in reached:
                reached.add(there)
                todo.append(there)
    return len(reached) == len(plan.places)


@pytest.mark.rule("setup.city.size", "setup.city.dollar-count", "setup.city.contiguous")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_city_has_61_plots_in_one_piece_31_of_them_rich(layout: str) -> None:
    for seed in range(5):
        s = laid(layout, seed).state
        assert len(set(s.plan.places)) == 61
        assert (s.districts.count("$"), s.districts.count(".")) == (31, 30)
        assert is_one_piece(s.plan)
        assert not s.trios


@pytest.mark.parametrize("layout", LAYOUTS)
def test_edge_by_edge_a_plot_faces_its_neighbours(layout: str) -> None:
    plan = laid(layout).state.plan
    for plot, beyond in enumerate(plan.facing):
        around = [(1 << edge, there) for edge, there in enumerate(beyond) if there >= 0]
        assert len(beyond) == 6 and around == [(bit, there) for bit, there, _ in plan.around[plot]]


@pytest.mark.rule("setup.city.size", "setup.city.dollar-count")
def test_the_pieces_are_twenty_trios_and_a_centre() -> None:
    assert sum(CITY.trios.values()) == 20
    assert sum(trio.count("$") * copies for trio, copies in CITY.trios.items()) + (CITY.centre == "$") == 31


@pytest.mark.rule("setup.city.hexagon-impossible")
def test_the_template_leaves_the_hexagon_with_two_plots_only_and_is_symmetric() -> None:
    assert len(set(TEMPLATE.places) - set(HEXAGON.places)) == 2
    assert {(-q, -r) for q, r in TEMPLATE.places} == set(TEMPLATE.places)


@pytest.mark.rule("setup.city.hexagon-impossible")
def test_the_template_deals_every_trio_once_and_turned_at_random() -> None:
    match = laid("template")
    dealt = [answer.option for answer in match.log[:20]]
    assert sorted("".join(sorted(way)) for way in dealt) == sorted(t for t, n in CITY.trios.items() for _ in range(n))
    first = sorted(SLOTS[0], key=lambda place: (place[1], place[0]))
    match = Match(game, luck=dice([".$."]), seed=1)
    at = dict(zip(match.state.plan.places, match.state.districts))
    assert [at[place] for place in first] == [".", "$", "."]


@pytest.mark.rule("setup.city.hexagon-impossible")
def test_the_hexagon_is_exact_and_its_centre_is_rich() -> None:
    s = laid("hexagon").state
    assert set(s.plan.places) == {(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4}
    assert s.districts[s.plan.places.index((0, 0))] == "$"


@pytest.mark.rule("setup.city.centre-first", "setup.city.who-starts")
def test_the_centre_is_laid_first_and_a_random_player_lays_the_first_trio() -> None:
    for colour, seat in (("blue", 0), ("amber", 1)):
        match = Match(game, options={"city": "manual"}, luck=dice([colour]), seed=1)
        assert match.state.plan.places == ((0, 0),)
        assert match.state.districts == "$"
        assert match.decisions[0].seat == seat
        assert match.log[1].seat == CHANCE  # the trio on top of the shuffled stack
        assert len(match.state.trios) == 19


@pytest.mark.rule("setup.city.alternate-placing")
def test_the_players_lay_the_trios_in_turns_until_all_twenty_lie() -> None:
    match = Match(game, options={"city": "manual"}, luck=dice(["blue"]), seed=1)
    rng, layers = random.Random(5), []
    while not match.state.roads:
        assert options(match)[0].startswith("spot:")
        layers.append(match.decisions[0].seat)
        play_randomly(match, rng, 2)
        assert is_one_piece(match.state.plan)
    assert layers == [0, 1] * 10
    assert len(match.state.plan.places) == 61


@pytest.mark.rule("setup.city.alternate-placing", "setup.city.contiguous")
def test_a_trio_must_touch_the_city_and_not_lie_over_it() -> None:
    match = Match(game, options={"city": "manual"}, luck=dice(["blue", "$$."]), seed=1)
    assert refused(match, "spot:4,4,up") == "far-away"
    assert refused(match, "spot:0,0,up") == "overlaps"
    for word in ("spot:4,4", "spot:04,4,up", "spot:4,4,left", "spot:a,b,up"):
        assert match.why_not(word).id == "not-an-option"  # type: ignore[union-attr]
    for word in options(match):
        match.clone().choose(0, word)
    match.choose(0, "spot:1,0,up")
    assert refused(match, "spot:1,0,up") == "spot-picked"
    assert refused(match, "trio:...") == "other-trio"
    assert options(match) == ["trio:$$.", "trio:$.$", "trio:.$$"]


@pytest.mark.rule("setup.city.who-starts")
def test_the_layer_chooses_place_and_turn() -> None:
    match = Match(game, options={"city": "manual"}, luck=dice(["blue", "$.."]), seed=1)
    play(match, "spot:1,0,up")
    assert set(options(match)) == {"trio:$..", "trio:.$.", "trio:..$"}
    play(match, "trio:.$.")
    assert match.state.plan.places == ((0, 0), *spot_at((1, 0), "up"))
    assert match.state.districts == "$.$."


@pytest.mark.rule("setup.city.who-starts")
def test_a_trio_may_not_enclose_a_gap() -> None:
    # a city around the empty place (0, 0), open only to the east
    city = {neighbour((0, 0), edge) for edge in range(1, 6)}
    gap = spot_at((1, 0), "up")
    assert not set(gap) & city
    refusal = why_not_spot(city, gap)
    assert refusal is not None
    assert refusal.rule == "setup.city.who-starts"


@pytest.mark.rule("setup.city.who-starts")
def test_by_option_a_trio_may_enclose_a_gap_and_a_trio_may_fill_it() -> None:
    city = {neighbour((0, 0), edge) for edge in range(1, 6)}
    assert why_not_spot(city, spot_at((1, 0), "up"), gaps=True) is None
    hole = spot_at((0, 0), "up")  # surrounded by the city: a trio fits exactly
    around = {neighbour(place, edge) for place in hole for edge in range(6)} - set(hole)
    assert why_not_spot(around, hole, gaps=True) is None
    assert why_not_spot(around, spot_at((9, 9), "up"), gaps=True) is not None  # the trio must still touch the city


@pytest.mark.long
def test_a_city_with_gaps_is_played_to_its_end() -> None:
    rng = random.Random(3)
    for seed in range(6):
        match = Match(game, 2, {"city": "manual", "gaps": "allowed"}, seed)
        while match.decisions:
            decision = match.decisions[0]
            match.choose(decision.seat, rng.choice(list(decision.options)))
        assert game.rules.check is not None
        game.rules.check(match.state)


@pytest.mark.rule("setup.city.who-starts")
def test_no_way_of_laying_ever_leaves_a_gap_enclosed() -> None:
    rng = random.Random(8)
    city = {(0, 0)}
    for _ in range(12):
        for _, spot in spots_around(city):
            fine = why_not_spot(city, spot)
            if fine is None or fine.rule == "setup.city.who-starts":
                assert (fine is None) == (not has_gap(city | set(spot)))
        city |= set(rng.choice([spot for _, spot in spots_around(city) if why_not_spot(city, spot) is None]))


def has_gap(city: set[tuple[int, int]]) -> bool:
    low, high = min(min(p) for p in city) - 2, max(max(p) for p in city) + 2
    outside, todo = {(low, low)}, [(low, low)]
    while todo:
        place = todo.pop()
        for edge in range(6):
            q, r = there = neighbour(place, edge)
            if low <= q <= high and low <= r <= high and there not in city and there not in outside:
                outside.add(there)
                todo.append(there)
    return len(outside) + len(city) != (high - low + 1) ** 2


@pytest.mark.rule("setup.city.trios-have-no-effect")
def test_after_setup_a_trio_is_three_plots_like_any_others() -> None:
    # the three plots of one slot: each is built on, joined and priced on its own
    names = [TEMPLATE.names[TEMPLATE.places.index(place)] for place in SLOTS[0]]
    match = table(["2-straight", "2-sharp", "2-wide"], rich=[names[0]])
    lay(match, "2-straight", names[1], 0b001001)
    s = match.state
    assert [bool(s.roads[s.plan.names.index(name)]) for name in names] == [False, True, False]
    assert [s.is_rich(s.plan.names.index(name)) for name in names] == [True, False, False]
    assert s.trios == []
    assert not hasattr(s, "slots")


def test_plots_are_named_by_row_and_number() -> None:
    assert TEMPLATE.names[:6] == ("A1", "A2", "A3", "A4", "A5", "B1")
    assert TEMPLATE.names[TEMPLATE.places.index((0, 0))] == "E5"
    tall = CityPlan(tuple((0, r) for r in range(30)))
    assert tall.names[25:28] == ("Z1", "AA1", "AB1")
