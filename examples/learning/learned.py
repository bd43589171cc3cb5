"""What was learned, as a bot. In examples/learning:

tabletown simulate right-of-way --bots learned:Bot,greedy -n 400 --seed 5000000
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import torch
from afterstates import look
from network import Options

from tabletown.kernel import PlayerView

WEIGHTS = Path(__file__).with_name("weights.pt")


@cache
def learned() -> Options:
    torch.set_num_threads(1)
    options = Options()
    options.load_state_dict(torch.load(WEIGHTS))
    return options


class Bot:
    def __init__(self, seed: int | None = None) -> None:
        self.rng = random.Random(seed)

    @torch.no_grad()
    def choose(self, seen: PlayerView) -> str:
        words, rows = look(seen, self.rng)
        return words[int(learned()(torch.from_numpy(rows))[0, : len(words)].argmax())]
