"""Compare steps per second of batches, single environments, Pgx and OpenSpiel, interleaved in one run, as medians.

    python3 run.py install bench envs
    python benchmarks/batches.py [--n 64] [--seconds 0.3] [--rounds 7]

A step: look (observation and mask), pick a legal action at random, act; finished matches restart. "single": n of our
PettingZoo environments one after the other; "sync": Gymnasium's SyncVectorEnv over n of our `Solo`. One process is
measured in CPU time, which depends little on other load; two in elapsed time, which depends on it.
"""

from __future__ import annotations

import argparse
import atexit
import random
import statistics
import sys
import time
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from tabletown.envs.pettingzoo import env
from tabletown.envs.vector import VectorTable
from tabletown.registry import games

Go = Callable[[], int]  # performs steps and returns their number


def pick(mask: Any, rng: np.random.Generator) -> Any:
    """A legal action at random in each row."""
    rows, actions = mask.view(bool).nonzero()
    counts = np.bincount(rows, minlength=len(mask))
    return actions[np.cumsum(counts) - counts + (rng.random(len(mask)) * counts).astype(int)]


def single(game: str, n: int) -> Go:
    worlds, draw, seeds = [env(game) for _ in range(n)], random.Random(1).random, count()
    for world in worlds:
        world.reset(seed=next(seeds))

    def go() -> int:
        for world in worlds:
            seen, _, over, cut, _ = world.last()
            if over or cut:
                world.reset(seed=next(seeds))
                seen = world.last()[0]
            legal = seen["action_mask"].view(bool).nonzero()[0]
            world.step(int(legal[int(draw() * len(legal))]))
        return n

    return go


def sync(game: str, n: int) -> Go:
    from gymnasium.vector import SyncVectorEnv

    from tabletown.envs.gym import Solo

    worlds, rng = SyncVectorEnv([lambda: Solo(game, opponents="self")] * n), np.random.default_rng(1)
    seen, _ = worlds.reset(seed=1)

    def go() -> int:
        nonlocal seen
        mask = seen["action_mask"].copy()
        mask[mask.sum(1) == 0, 0] = 1  # it has ended and restarts in this step, whatever the answer
        seen = worlds.step(pick(mask, rng))[0]
        return n

    return go


def batch(game: str, n: int, workers: int = 0) -> Go:
    table, rng = VectorTable(game, n, seed=1, workers=workers), np.random.default_rng(1)
    atexit.register(table.close)

    def go() -> int:
        table.step(pick(table.mask, rng))
        return n

    return go


def pgx(game: str, n: int) -> Go:
    import jax
    import pgx as library
    from pgx.experimental.utils import act_randomly

    world = library.make(game)
    start, key = jax.jit(jax.vmap(world.init)), jax.random.PRNGKey(1)
    state = start(jax.random.split(key, n))

    @jax.jit
    def step(state: Any, key: Any) -> Any:
        one, two = jax.random.split(key)
        stepped = jax.vmap(world.step)(state, act_randomly(one, state.legal_action_mask), jax.random.split(two, n))
        fresh = jax.vmap(world.init)(jax.random.split(two, n))
        ended = stepped.terminated | stepped.truncated
        return jax.tree_util.tree_map(
            lambda new, old: jax.numpy.where(ended.reshape(-1, *[1] * (old.ndim - 1)), new, old), fresh, stepped
        )

    def go() -> int:
        nonlocal state, key
        key, now = jax.random.split(key)
        state = step(state, now)
        state.observation.block_until_ready()
        return n

    go()
    return go


def open_spiel(name: str) -> Go:
    import pyspiel

    game, draw = pyspiel.load_game(name), random.Random(1).random

    def go() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            moves += 1
        return moves

    return go


def rate(go: Go, seconds: float, clock: Callable[[], float]) -> float:
    steps, begun = 0, clock()
    while clock() - begun < seconds:
        steps += go()
    return steps / (clock() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=64, help="matches in a batch")
    parser.add_argument("--seconds", type=float, default=0.3, help="per measurement")
    parser.add_argument("--rounds", type=int, default=7, help="measurements of each, interleaved")
    parser.add_argument("--games", default="", help="ids of our games, comma-separated (default: all)")
    parser.add_argument("--no-peers", action="store_true", help="without Pgx and OpenSpiel")
    given = parser.parse_args()
    own, wall = time.process_time, time.perf_counter
    runs: dict[str, tuple[Go, Callable[[], float]]] = {}
    if not given.no_peers:
        for name in ("connect_four", "backgammon"):
            runs[f"Pgx {name}"] = pgx(name, given.n), own
            runs[f"OpenSpiel {name}"] = open_spiel(name), own
    for game in [word for word in given.games.split(",") if word] or [each.about.id for each in games()]:
        runs[f"{game}, single"] = single(game, given.n), own
        runs[f"{game}, sync"] = sync(game, given.n), own
        runs[f"{game}, batch"] = batch(game, given.n), own
        runs[f"{game}, batch on the clock"] = batch(game, given.n), wall
        runs[f"{game}, batch, 2 workers, on the clock"] = batch(game, given.n, 2), wall
    found: dict[str, list[float]] = {name: [] for name in runs}
    for go, clock in runs.values():
        rate(go, given.seconds, clock)  # warm up
    for number in range(given.rounds):
        for name, (go, clock) in runs.items():
            print(f"\rround {number + 1} of {given.rounds}: {name:<60}", end="", file=sys.stderr, flush=True)
            found[name].append(rate(go, given.seconds, clock))
    print("\r" + " " * 90 + "\r", end="", file=sys.stderr)
    print(f"| n = {given.n} | median steps a second | lowest | highest |\n|---|--:|--:|--:|")
    for name, values in found.items():
        print(f"| {name} | {statistics.median(values):,.0f} | {min(values):,.0f} | {max(values):,.0f} |")


if __name__ == "__main__":
    main()
