"""An encoding for any game, found by sampling: where its state has numbers, and which words it uses.

A few random matches, always the same ones, are played; every number and word of a view that occurs gets a place of its
own. What occurs only later is left out, and a new option word takes a spare place. A game's own encoding is better, but
this one is sound: no two things share a place, and it holds nothing hidden.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from typing import Any

from tabletown.encoding import Encoding, Part, QuestionEncoding
from tabletown.kernel import Game, Match
from tabletown.saves.replay import as_json_data

MATCHES = 8
ANSWERS = 400
LOOKS = 40  # views sampled from each match
LARGEST = 4096  # places
SPARE = 256


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Every number by its path, and every word as a 1 at its path; lists of words are counted."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, f"{path}.{key}")
    elif isinstance(data, list):
        if data and isinstance(data[0], str):  # a bag or a hand: its contents matter, not their order
            for word in data:
                yield f"{path}={word}", 1
        else:
            for index, value in enumerate(data):
                yield from leaves(value, f"{path}[{index}]")
    elif isinstance(data, str):
        yield f"{path}={data}", 1
    elif data is not None:
        yield path, max(-32768, min(32767, round(data)))


def generic_encoding(game: Game, seats: int, options: dict[str, str]) -> Encoding:
    paths: dict[str, None] = {}
    words: dict[str, None] = {}
    rules: dict[str, None] = {}
    for seed in range(MATCHES):
        rng = random.Random(seed)
        match = Match(game, seats, options, seed, live=False)
        for number in range(ANSWERS):
            decisions = match.decisions
            if not decisions:
                break
            decision = decisions[int(rng.random() * len(decisions))]
            words.update(dict.fromkeys(decision.options))
            rules[decision.rule] = None
            if number < LOOKS or rng.random() < LOOKS / ANSWERS:
                for path, _ in leaves(as_json_data(match.view(decision.seat).copy())):
                    paths[path] = None
            match.choose(decision.seat, decision.options[int(rng.random() * len(decision.options))])
    places = {path: place for place, path in enumerate(sorted(paths)[:LARGEST])}
    size = len(places)

    def encode(view: Any, seat: int) -> bytes:
        numbers = array("h", bytes(2 * size + 2 * seats))
        for path, value in leaves(as_json_data(view.copy())):
            if (place := places.get(path)) is not None:
                numbers[place] = max(-32768, min(32767, numbers[place] + value))
        numbers[size + seat] = 1
        return numbers.tobytes()

    parts = (Part("state", (size,), ", ".join(places)), Part("seat", (seats,), "which seat looks"))
    return Encoding(tuple(sorted(words)), parts, encode, QuestionEncoding(sorted(rules)), SPARE)
