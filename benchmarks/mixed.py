"""Broken Cities with four players of mixed skill: how often each colour wins.

python benchmarks/mixed.py -n 2000 --seed 5300001
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from tabletown.games.broken_cities import game
from tabletown.lab.matches.engine import play_all
from tabletown.lab.matches.play import Task
from tabletown.lab.statistics import interval

COLOURS = ("Yellow", "Red", "Orange", "Purple")
MIX = 78  # the kind of chance that draws the bots
POOL = ("greedy", "greedy", "greedy:40%", "random")  # the bots to draw from, for every seat


def tables(number: int, seed: int) -> Iterator[Task]:
    rng = random.Random(MIX)
    for match in range(number):
        yield Task("broken-cities", tuple(rng.choice(POOL) for _ in range(4)), game.options({}), seed + match)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=2000, help="matches")
    parser.add_argument("--seed", type=int, default=5_300_001)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    wins = [0.0] * 4
    for match in play_all(tables(asked.n, asked.seed), asked.jobs):
        for seat in match.winners:
            wins[seat] += 1 / len(match.winners)
    for name, won in zip(COLOURS, wins):
        low, high = interval(won, asked.n)
        print(f"{name:8}{100 * won / asked.n:5.1f} % [{100 * low:.0f}, {100 * high:.0f}]")


if __name__ == "__main__":
    main()
