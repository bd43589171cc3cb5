"""The text suffices to determine the legal options. The full check: `python -m tests.envs.reading`."""

from __future__ import annotations

import dataclasses
import re

import pytest

from tabletown import registry
from tabletown.registry import games
from tests.envs import reading

GAMES = [each.about.id for each in games()]


@pytest.mark.parametrize("name", GAMES)
def test_the_text_tells_what_the_rules_need(name: str) -> None:
    found = reading.check(name, positions=8, most=250)
    assert found.candidates > 50 and found.missing == {}


def test_a_fact_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the line about the active relative, the number of steps left is unknown."""
    game = registry.game("new-york-crisis")
    whole = game.words.text
    assert whole is not None

    def without(*given: object) -> str:
        return re.sub(r".*is acting: .*\n", "", whole(*given))  # type: ignore[arg-type]

    less = dataclasses.replace(game, words=dataclasses.replace(game.words, text=without))
    monkeypatch.setattr(reading, "begin", lambda name, seed: reading.Match(less, seed=seed))
    found = reading.check("new-york-crisis", positions=8, most=250)
    assert {".steps", ".actions"} & {place for _, place in found.missing}
