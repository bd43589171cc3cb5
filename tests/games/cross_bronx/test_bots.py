"""The game's own ratings: every question is rated, and following them beats playing at random."""

import random

import pytest

from tabletown.bots import make
from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.bots.rating import RATERS
from tabletown.games.cross_bronx.bots.standing import evaluate, loss_risk
from tabletown.kernel import Match

from .boards import C, P, V, bronx, helped, jail, street, tile


def session(spec: str, seed: int, **options: str) -> Match:
    match = Match(game, 3, options, seed=seed, live=False)
    bots = [make(spec, seed=seed + seat) for seat in range(3)]
    while not match.over:
        decision = match.decisions[0]
        match.choose(decision.seat, bots[decision.seat].choose(match.seen_by(decision.seat)))
    return match


@pytest.mark.parametrize("seed", range(4))
def test_every_question_of_a_random_session_is_rated(seed):
    options = {"positions": "draw-two", "partner_consent": "yes", "buyout_consent": "yes", "loans_optional": "yes"}
    match = Match(game, 3, {"session": "1970", **options}, seed=seed, live=False)
    rng = random.Random(seed)
    while not match.over:
        decision = match.decisions[0]
        assert decision.purpose in RATERS, decision.purpose
        rates = game.rate(match.state, decision)
        assert len(rates) == len(decision.options) and all(isinstance(rate, float | int) for rate in rates)
        assert all(0 <= value <= 1 for value in game.evaluate(match.state))
        match.choose(decision.seat, rng.choice(list(decision.options)))


def test_sensible_play_survives_where_random_play_does_not():
    greedy = [session("greedy", seed).state.ending for seed in range(12)]
    aimless = [session("random", seed).state.ending for seed in range(12)]
    lost = ("disenfranchisement", "bankruptcy")
    assert sum(ending in lost for ending in greedy) < sum(ending in lost for ending in aimless)
    assert sum(ending in lost for ending in greedy) <= 6


def test_full_jails_and_debts_look_bad_for_all():
    calm, full, broke = bronx(), bronx(), bronx()
    jail(full, 10, 7)
    full.losses = 6
    tile(broke, "4a", P, pop=0)
    broke.resources = [-9, -9, 0]
    assert loss_risk(calm) < loss_risk(full) and loss_risk(calm) < loss_risk(broke)
    assert all(a > b for a, b in zip(evaluate(calm), evaluate(full)))


def test_victory_points_and_objectives_look_good_for_their_faction():
    s = bronx()
    before = evaluate(s)
    s.vp[V] += 2
    assert evaluate(s)[V] > before[V] and evaluate(s)[C] < before[C]
    s = bronx()
    helped(s, 0, 2, 1)
    assert evaluate(s)[C] > evaluate(bronx())[C]


def test_a_bot_takes_the_unhoused_first_and_shelters_its_own():
    s = bronx()
    tile(s, "4a", V, pop=5)
    street(s, 4, pop=1)
    from .boards import act

    question = act(s, V, "action:suburbanize", "district:4")
    rates = dict(zip(question.options, game.rate(s, question)))
    assert max(rates, key=rates.get) == "street:4"
