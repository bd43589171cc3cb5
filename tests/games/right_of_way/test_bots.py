"""The game's own ratings: sensible options are rated higher, and a bot that follows them beats a random one."""

import random

import pytest

from tabletown.games.right_of_way import game
from tabletown.games.right_of_way.bots import evaluate, promise, rate, waits
from tabletown.kernel import Match
from tests.games.right_of_way.make_fixtures import at_random, sensible
from tests.games.right_of_way.tables import ME, NW, RIVAL, E, W, options, play, plot, table


def best(match: Match) -> str:
    rates = rate(match.state, match.decisions[0])
    assert len(rates) == len(options(match))
    return options(match)[max(range(len(rates)), key=rates.__getitem__)]


def test_a_highway_promises_its_points_unless_an_end_is_dead() -> None:
    roads = {"E4": (ME, E | W), "E5": (ME, E | W), "E6": (ME, W | NW), "E8": (ME, E | W), "E9": (ME, E | W)}
    s = table(["2-straight"], roads=roads).state
    assert promise(s, plot("E5"), waits(s)) == 2
    assert 0 < promise(s, plot("E4"), waits(s)) < 2
    assert promise(s, plot("E9"), waits(s)) == 0  # its eastern end points out of the city


def test_it_completes_its_own_highways() -> None:
    roads = {"E4": (ME, E | W), "E3": (ME, E | W), "E6": (ME, E | W), "E7": (RIVAL, W | E)}
    match = table(["2-straight"], roads=roads)
    play(match, best(match))
    assert best(match) == "plot:E5"
    play(match, "plot:E5")
    assert best(match) == "turn:0"


def test_it_prefers_money_where_no_points_are_at_stake() -> None:
    match = table(["2-straight", "2-straight"], rich=["E4", "E6"])
    play(match, "tile:2-straight", "plot:E5")
    assert best(match) == "turn:0"


def test_it_parts_with_what_it_needs_least() -> None:
    roads = {"E4": (ME, E | W), "E3": (ME, E | W), "E6": (ME, E | W), "E7": (RIVAL, W | E)}
    match = table(["3-fan", "2-straight", "6-way"], roads=roads)
    play(match, "reserve", "reserve:A1")
    assert best(match) != "down:2-straight"  # it closes the gap at E5


def test_whoever_has_the_turn_stands_a_little_better_at_the_start_and_points_decide_later() -> None:
    start = Match(game, seed=1).state
    stand = evaluate(start)
    assert 0.5 < stand[start.seat] < 0.6
    assert sum(stand) == pytest.approx(1)
    s = table(["2-straight"] * 2, roads={"E4": (ME, E | W), "E5": (ME, E | W), "E6": (ME, E | W)}).state
    mine, theirs = evaluate(s)
    assert mine > 0.5 > theirs
    assert mine + theirs == pytest.approx(1)


@pytest.mark.parametrize("chosen", [{}, {"scoring": "partial", "rim": "joined"}], ids=["default", "teaching"])
def test_going_by_the_ratings_beats_chance(chosen: dict[str, str]) -> None:
    wins = 0
    for seed in range(6):
        match = Match(game, 2, chosen, seed=seed)
        blind = at_random(random.Random(seed))
        while decisions := match.decisions:
            decision = decisions[0]
            match.choose(decision.seat, (sensible if decision.seat == seed % 2 else blind)(match, decision))
        assert match.outcome is not None
        wins += match.outcome.winners == (seed % 2,)
    assert wins >= 5


def test_cities_that_bots_lay_are_compact() -> None:
    match = Match(game, options={"city": "manual"}, seed=3)
    while not match.state.roads:
        match.choose(match.decisions[0].seat, sensible(match, match.decisions[0]))
    assert all(max(abs(q), abs(r), abs(q + r)) <= 6 for q, r in match.state.plan.places)
