"""Compare steps per second of our environments with PettingZoo's connect_four, interleaved in one run, as ratios of
medians.

    python3 run.py install bench
    python benchmarks/envs.py [--seconds 0.2] [--rounds 15]

A step: look (observation and mask of the agent that is asked), pick a legal action at random, act. The environments are
used with their standard wrappers. `plain` is our own table without PettingZoo around it.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
from collections.abc import Callable
from itertools import count
from typing import Any

from tabletown.envs import Table
from tabletown.envs.pettingzoo import env
from tabletown.lab.matches.speed import Rate, timed
from tabletown.registry import games

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def turns(make: Callable[[], Any]) -> Rate:
    """Play whole matches through the AEC interface."""
    world, pick, seeds = make(), random.Random(1).random, count()

    def play() -> int:
        world.reset(seed=next(seeds))
        steps = 0
        for _agent in world.agent_iter():
            observation, _, terminated, truncated, _ = world.last()
            if terminated or truncated:
                world.step(None)
                continue
            legal = observation["action_mask"].view(bool).nonzero()[0]  # NumPy is fastest with bools, in both
            world.step(int(legal[int(pick() * len(legal))]))
            steps += 1
        return steps

    return timed(play)


def plain(name: str) -> Rate:
    table, pick, seeds = Table(name), random.Random(1).random, count()

    def play() -> int:
        table.reset(next(seeds))
        steps = 0
        while not table.over:
            seat = table.seat
            _, mask = table.look(seat)
            legal = mask.view(bool).nonzero()[0]
            table.step(int(legal[int(pick() * len(legal))]), seat)
            steps += 1
        return steps

    return timed(play)


def connect_four() -> Any:
    from pettingzoo.classic import connect_four_v3

    return connect_four_v3.env()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.2, help="per measurement")
    parser.add_argument("--rounds", type=int, default=15, help="measurements of each, interleaved")
    arguments = parser.parse_args()

    peer = "PettingZoo connect_four"
    rates: dict[str, Rate] = {peer: turns(connect_four)}
    for game in games():
        name = game.about.id
        rates[name] = turns(lambda name=name: env(name))  # type: ignore[misc]
        rates[f"{name}, plain"] = plain(name)
    found: dict[str, list[float]] = {name: [] for name in rates}
    for number in range(arguments.rounds):
        for name, rate in rates.items():
            print(f"\rround {number + 1} of {arguments.rounds}: {name:<40}", end="", file=sys.stderr, flush=True)
            found[name].append(rate(arguments.seconds))
    print("\r" + " " * 70 + "\r", end="", file=sys.stderr)
    median = {name: statistics.median(values) for name, values in found.items()}
    print("| environment | median steps a second | lowest | highest | times connect_four |\n|---|--:|--:|--:|--:|")
    for name, values in found.items():
        times = median[name] / median[peer]
        print(f"| {name} | {median[name]:,.0f} | {min(values):,.0f} | {max(values):,.0f} | {times:.2f} |")


if __name__ == "__main__":
    main()
