"""The pseudo-language reveals untranslatable text, which has no accents.

Every question of a match is checked: text view, prompts, log, refusals, labels, panels, chips and the picture's own
text. The short walk is in the suite; whole matches under random options run with TABLETOWN_LONG=1.
"""

from __future__ import annotations

import random

import pytest

from tabletown import registry
from tabletown.translations import PSEUDO, speak, speaking
from tests.words.walk import Said, new_match, outside, said_of

GAMES = sorted(game.about.id for game in registry.games() if game.folder is not None and game.view.scene is not None)


def no_word_outside(said: Said) -> None:
    assert not outside(said), f"{said.where}: {said.words[:200]!r} has {outside(said)[:10]} outside a message"


@pytest.mark.parametrize("id", GAMES)
def test_no_visible_word_stands_outside_a_message(id: str) -> None:
    with speaking(speak(PSEUDO)):
        for said in said_of(new_match(id, 1), random.Random(1), every=7, most=70):
            no_word_outside(said)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("id", GAMES)
def test_no_visible_word_of_whole_matches_stands_outside_a_message(id: str, seed: int) -> None:
    rng = random.Random(f"{id} {seed}")
    with speaking(speak(PSEUDO)):
        for said in said_of(new_match(id, seed, rng), rng, every=11, most=3000):
            no_word_outside(said)


def test_a_word_outside_is_found() -> None:
    assert outside(Said("", "⟦Ŵåļķ ţö⟧ Harlem, Anna")) == ["Harlem"]
