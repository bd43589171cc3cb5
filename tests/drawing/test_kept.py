"""Cached parts of pictures don't change the result."""

from __future__ import annotations

import gc
import random
from functools import _lru_cache_wrapper
from typing import Any

import pytest

from tabletown import registry
from tabletown.drawing import Drawing, drawn_once
from tabletown.kernel import Match, Scene, say
from tabletown.translations import PSEUDO, speak, speaking
from tests.conftest import LONG


def kept() -> list[Any]:
    """The caches of all drawing functions, in all games."""
    gc.unfreeze()  # conftest.py keeps what was loaded at the start out of the collector's sight
    found = [one for one in gc.get_objects() if type(one) is _lru_cache_wrapper and hasattr(one, "__qualname__")]
    gc.freeze()
    return [one for one in found if one.__qualname__.startswith("drawn_once.") or ".view." in one.__module__]


def some_match(id: str, rng: random.Random) -> Match:
    game = registry.game(id)
    given = {setting.id: rng.choice(list(setting.values)) for setting in game.about.settings if rng.random() < 0.4}
    names = [rng.choice(["Ann", "Bo", "<b>Cem</b>", "Dr. Ä"]) + str(seat) for seat in range(game.about.default_seats)]
    return Match(game, names, seed=rng.getrandbits(30), options=given)


def scenes(match: Match) -> list[Scene]:
    return [match.scene(seat) for seat in (None, *range(match.seats))]


@pytest.mark.parametrize("id", [game.about.id for game in registry.games()])
def test_a_picture_from_memory_is_the_picture_drawn_anew(id: str) -> None:
    """Several matches with different options and names, turn by turn and in several languages, share the cache."""
    rng = random.Random(id)
    matches = [some_match(id, rng) for _ in range(3)]
    looked = 0
    for number in range(60 if LONG else 18):
        match = rng.choice(matches)
        for _ in range(rng.randint(1, 6)):
            if not match.over:
                asked = rng.choice(match.decisions)
                match.choose(asked.seat, rng.choice(asked.options))
        with speaking(speak(rng.choice(["en", "en", "de", *([PSEUDO] if LONG else [])]))):
            before = scenes(match)
            if number % 6 == 5:
                for one in kept():
                    one.cache_clear()
                assert scenes(match) == before
                looked += 1
        for scene in before:
            parts = getattr(scene.board, "parts", ())
            assert "".join(parts) == scene.board and all(part.startswith("<") for part in parts)
    assert looked == (10 if LONG else 3) and kept()


def test_what_is_kept_is_kept_for_each_language_and_each_kind_of_number() -> None:
    calls: list[object] = []

    @drawn_once
    def piece(value: object, more: str = "") -> str:
        calls.append(value)
        return say("point", "points", n=value) + f" {value}{more}"

    assert piece(1) == piece(1) == "point 1" and piece(True) == "point True" and piece(2, more="!") == "points 2!"
    with speaking(speak(PSEUDO)):
        assert piece(1) != "point 1"
    assert calls == [1, True, 2, 1]


def test_a_drawing_is_a_text_that_knows_its_parts() -> None:
    drawing = Drawing(['<svg class="a">', "", "<g/>", "</svg>"])
    assert drawing == '<svg class="a"><g/></svg>' and drawing.parts == ('<svg class="a">', "<g/>", "</svg>")
