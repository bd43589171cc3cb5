"""Bots that do not look ahead: one picks at random, the baseline for all others; one sees only some of its options."""

from __future__ import annotations

import random

from tabletown.bots.greedy import Greedy, forced_option
from tabletown.kernel import PlayerView


class Random:
    def __init__(self, seed: int | None = None) -> None:
        self.rng = random.Random(seed)

    def choose(self, seen: PlayerView) -> str:
        options = seen.decision.options
        return options[int(self.rng.random() * len(options))]

    def __repr__(self) -> str:
        return "Random()"


class Human:
    """Takes the best option it notices. Like people, it overlooks some, so it errs most where there are many."""

    def __init__(self, seed: int | None = None, overlooks: float = 0.5) -> None:
        self.rng, self.overlooks = random.Random(seed), overlooks
        self.greedy = Greedy(self.rng.getrandbits(31))

    def choose(self, seen: PlayerView) -> str:
        options = seen.decision.options
        if len(options) == 1:
            return options[0]
        rates = self.greedy.rate(seen)
        if (sure := forced_option(options, rates)) is not None:
            return sure
        overlooks = self.overlooks * seen.game.bots.overlooks
        noticed = [place for place in range(len(options)) if self.rng.random() >= overlooks]
        if not noticed:
            noticed = [int(self.rng.random() * len(options))]
        return options[max(noticed, key=lambda place: (rates[place], self.rng.random()))]

    def __repr__(self) -> str:
        return f"Human(overlooks={self.overlooks})"
