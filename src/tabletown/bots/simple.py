"""The bot that picks blindly: the yardstick for every other one."""

from __future__ import annotations

import random

from tabletown.kernel import Seen


class Random:
    def __init__(self, seed: int | None = None) -> None:
        self.rng = random.Random(seed)

    def choose(self, seen: Seen) -> str:
        options = seen.decision.options
        return options[int(self.rng.random() * len(options))]

    def __repr__(self) -> str:
        return "Random()"
