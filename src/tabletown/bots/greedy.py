"""The bot that takes what looks best one step ahead, by the game's own rating of its options."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tabletown.bots.worth import worth
from tabletown.kernel import Seen


class Greedy:
    def __init__(self, seed: int | None = None, slips: float = 0.0) -> None:
        self.rng, self.slips = random.Random(seed), slips

    def choose(self, seen: Seen) -> str:
        options = seen.decision.options
        if len(options) == 1:
            return options[0]
        if self.slips and self.rng.random() < self.slips:
            return options[int(self.rng.random() * len(options))]
        rates = self.rate(seen)
        best = max(rates)
        good = [option for option, rate in zip(options, rates) if rate >= best]
        return good[int(self.rng.random() * len(good))]

    def rate(self, seen: Seen) -> Sequence[float]:
        """How good each option is: as the game rates it, or else how the seat stands after taking it."""
        decision = seen.decision
        if seen.game.bots.rate is not None:
            return seen.game.bots.rate(seen.state, decision)
        rates = []
        for option in decision.options:
            match = seen.imagine(self.rng)
            match.choose(decision.seat, option)
            rates.append(worth(match)[decision.seat])
        return rates

    def __repr__(self) -> str:
        return f"Greedy(slips={self.slips})" if self.slips else "Greedy()"
