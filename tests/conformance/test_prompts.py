"""Prompts are short: at most seven words, where a piece, a place or a person counts as one."""

from __future__ import annotations

import random
import re

import pytest

import tabletown
from tabletown.kernel import Game, Text

MOST = 7
ANSWERS = 400  # of a random match


@pytest.mark.parametrize("game", tabletown.installed_games(), ids=lambda game: game.about.id)
def test_a_prompt_has_at_most_seven_words(game: Game) -> None:
    seen: set[str] = set()
    for seed in range(2):
        match, rng = tabletown.new(game.about.id, seed=seed), random.Random(seed)
        while match.decisions and match.number < ANSWERS:
            for decision in match.decisions:
                assert isinstance(decision.prompt, Text)
                seen.add(re.sub(r"\{[^{}]*\}", "it", decision.prompt.template))
            decision = rng.choice(match.decisions)
            match.choose(decision.seat, rng.choice(list(decision.options)))
    assert len(seen) > 5
    assert {prompt for prompt in seen if len(prompt.split()) > MOST} == set()
