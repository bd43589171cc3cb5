"""Random games of every kind end, and every board stays valid on the way."""

from __future__ import annotations

import random

import pytest

from tabletown.games.crossroll import game
from tabletown.kernel import Match

VARIANTS: list[dict[str, str]] = [
    {},
    {"nitrous": "on"},
    {"adjacency": "route"},
    {"nitrous": "on", "adjacency": "route", "ties": "ladder", "solo-six": "reroll", "slots": "choose"},
]


def play(seats: int, options: dict[str, str], seed: int, check: bool) -> Match:
    match = Match(game, seats, options, seed=seed)
    rng = random.Random(seed)
    while not match.over:
        decision = rng.choice(match.decisions)
        match.choose(decision.seat, rng.choice(decision.options))
        if check:
            assert game.rules.check is not None
            game.rules.check(match.state)
    return match


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "+".join(options) or "standard")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_games_end(seats: int, options: dict[str, str]) -> None:
    for seed in range(4):
        match = play(seats, options, seed, check=seed == 0)
        assert match.outcome is not None
        assert match.state.round < 150
        assert all(0 <= points <= 500 for points in match.outcome.scores)
