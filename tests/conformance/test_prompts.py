"""Prompts are short: at most seven words, where a piece, a place or a person counts as one."""

from __future__ import annotations

import re

import pytest

import tabletown
from tabletown.kernel import Game, Text
from tests.conformance.played import played

MOST = 7


@pytest.mark.parametrize("game", tabletown.installed_games(), ids=lambda game: game.about.id)
def test_a_prompt_has_at_most_seven_words(game: Game) -> None:
    seen: set[str] = set()
    for decision in (decision for match in played(game.about.id) for at in match for decision in at.decisions):
        assert isinstance(decision.prompt, Text)
        seen.add(re.sub(r"\{[^{}]*\}", "it", decision.prompt.template))
    assert len(seen) > 5
    assert {prompt for prompt in seen if len(prompt.split()) > MOST} == set()
