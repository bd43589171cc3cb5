"""Random games of every kind end, bots play sensibly, and speed is sufficient."""

from __future__ import annotations

import random

import pytest

from tabletown.bots import make
from tabletown.games.broken_cities import game
from tabletown.games.broken_cities.bots import evaluate
from tabletown.games.broken_cities.rules.drafting import sample
from tabletown.games.broken_cities.voting import accounts, burden, wishes
from tabletown.kernel import Match
from tabletown.testing import conformance, play_randomly
from tests.games.broken_cities.positions import CONV, LOW, ORANGE, RED, SHOP, SPACE, YELLOW, bare, put, start, turn_of


def test_in_a_session_it_conforms() -> None:
    conformance(game, matches=2, options={"facilitated": "on", "tables": "3"})


@pytest.mark.parametrize("seats", [3, 4])
def test_random_games_end_and_stay_possible(seats: int) -> None:
    for seed in range(20):
        match = play_randomly(Match(game, seats, seed=seed), random.Random(seed))
        assert match.outcome is not None and match.state.round <= 20
        assert game.rules.check is not None
        game.rules.check(match.state)


@pytest.mark.parametrize("setting", [s for s in game.about.settings if s.id != "facilitated"], ids=lambda s: s.id)
def test_every_value_of_every_option_plays_to_the_end(setting) -> None:  # type: ignore[no-untyped-def]
    for value in setting.values:
        if value != setting.default and value != "none":
            match = play_randomly(Match(game, 3, {setting.id: value}, seed=1), random.Random(1))
            assert match.over


def test_search_takes_the_turns_of_a_round_as_one() -> None:
    assert game.bots.horizon is not None
    match, turns = Match(game, 4, seed=3), []
    rng = random.Random(3)
    while match.decisions:
        if not turns or game.bots.horizon(match.state) != turns[-1]:
            turns.append(game.bots.horizon(match.state))
        play_randomly(match, rng, answers=1)
    assert match.state.round <= len(turns) == len(set(turns)) <= 2 * match.state.round


def played(specs: list[str], seed: int) -> Match:
    match = Match(game, len(specs), seed=seed)
    bots = [make(spec, seed=seed * 10 + seat) for seat, spec in enumerate(specs)]
    while match.decisions:
        seat = match.decisions[0].seat
        match.choose(seat, bots[seat].choose(match.player_view(seat)))
    return match


@pytest.mark.rule("facil.target-events")
def test_sensible_games_see_two_to_four_climate_events() -> None:
    events = [len(played(["greedy"] * 4, seed).state.events) for seed in range(16)]
    assert sum(2 <= number <= 4 for number in events) >= 12


def test_a_greedy_bot_beats_three_random_ones_nine_times_in_ten() -> None:
    won = 0
    for seed in range(24):
        specs = ["random"] * 4
        specs[seed % 4] = "greedy"
        won += seed % 4 in played(specs, seed).state.winners
    assert won >= 22


def test_bots_like_laws_that_cost_the_others_more() -> None:
    s = put(put(put(bare(), "C1 D1 E1 F1", LOW, YELLOW, True), "C3", SHOP, RED), "H1", SPACE, YELLOW)
    s.last_turns = [[0, 3, 0, 0, 0, 0, 0, 0, 15, 20], [0, 0, 0, 0, 1, 0, 0, 0, 10, 30], [], []]
    law = sample("surcharge")  # on Low-Cost
    yellow, red, *_ = seats = accounts(s)
    assert burden(s, law, yellow) > burden(s, law, red)
    assert wishes(s, law, seats)[RED] > 0 > wishes(s, law, seats)[YELLOW]
    assert wishes(s, law, seats, repeal=True)[YELLOW] > 0 > wishes(s, law, seats, repeal=True)[RED]
    assert [(mine.emissions, mine.buildings, mine.parks) for mine in seats[:2]] == [(17, 4, 1), (10, 1, 0)]


def test_how_everybody_stands_is_a_share_of_one_and_follows_rent_money_and_the_weather() -> None:
    s = turn_of(put(put(bare(), "C1 D1 E1", LOW, YELLOW, True), "C3 D3", CONV, RED, True), RED)
    assert sum(evaluate(s)) == pytest.approx(1.0)
    s.rents = [9, 9, 0, 0]
    calm = evaluate(s)[YELLOW] - evaluate(s)[RED]
    s.deck = ["hurricane"]
    assert evaluate(s)[YELLOW] - evaluate(s)[RED] < calm  # a storm would take everything from Yellow
    before = evaluate(s)[RED]
    s.money[RED] += 20
    assert evaluate(s)[RED] > before
    s = turn_of(start(two_players="yes"), RED)
    assert evaluate(s)[YELLOW] == evaluate(s)[ORANGE] == pytest.approx(1 - evaluate(s)[RED])
