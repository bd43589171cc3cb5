"""Compare batches with single environments, with what rules and observations alone cost, and with Pgx and OpenSpiel.

    python3 run.py install bench envs
    python benchmarks/batches.py [--n 64] [--seconds 0.1] [--rounds 15]

A step: look (observation and mask), pick a legal action at random, act; finished matches restart. All are interleaved
in one run and draw their actions from the same numbers; "pettingzoo", "batch" and "floor" even play the same matches.

- pettingzoo: n of our PettingZoo environments, one after the other
- solo: Gymnasium's SyncVectorEnv over n of our `Solo`, without wrappers
- make: `gymnasium.make_vec(..., vectorization_mode="sync")`, that is n of `gymnasium.make` with the wrappers it adds
- batch: `VectorTable`
- batch, Gymnasium: `gymnasium.make_vec(...)`, our batch with Gymnasium's interface, which copies its arrays
- floor: answers and rows of observation alone, without arrays, checks, rewards and choosing: no batch can be faster

One process is measured in its own CPU time, which depends little on other load; two processes, and the one they are
compared with, in elapsed time, which depends on it. Ratios are of neighbours in one round.
"""

from __future__ import annotations

import argparse
import atexit
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import SyncVectorEnv

from tabletown.envs import Table
from tabletown.envs.gym import Solo
from tabletown.envs.pettingzoo import env
from tabletown.envs.vector import VectorTable
from tabletown.kernel.chance import Dealer
from tabletown.registry import games

Go = Callable[[], int]  # performs steps and returns their number
Clock = Callable[[], float]


def pick(mask: Any, rng: np.random.Generator) -> Any:
    """A legal action at random in each row."""
    n, width = mask.shape
    legal = mask.view(bool).ravel().nonzero()[0]
    counts = np.bincount(legal // width, minlength=n)
    return legal[np.cumsum(counts) - counts + (rng.random(n) * counts).astype(int)] % width


def luck(row: int, number: int) -> int:
    """The seed of a row's match, as `VectorTable(seed=1)` has it."""
    return Dealer(1).word(f"match {row}", number)


def pettingzoo(game: str, n: int) -> Go:
    worlds, rng, begun = [env(game) for _ in range(n)], np.random.default_rng(1), [1] * n
    for row, world in enumerate(worlds):
        world.reset(seed=luck(row, 0))

    def go() -> int:
        for row, (world, drawn) in enumerate(zip(worlds, rng.random(n).tolist())):
            seen, _, over, cut, _ = world.last()
            if over or cut:
                world.reset(seed=luck(row, begun[row]))
                begun[row] += 1
                seen = world.last()[0]
            legal = seen["action_mask"].view(bool).nonzero()[0]
            world.step(int(legal[int(drawn * len(legal))]))
        return n

    return go


def vector(worlds: Any) -> Go:
    """A vector environment of Gymnasium."""
    rng = np.random.default_rng(1)
    seen, _ = worlds.reset(seed=1)

    def go() -> int:
        nonlocal seen
        mask = seen["action_mask"]
        if not mask.any(1).all():
            mask = mask.copy()
            mask[~mask.any(1), 0] = 1  # it has ended and restarts in this step, whatever the answer
        seen = worlds.step(pick(mask, rng))[0]
        return len(mask)

    return go


def solo(game: str, n: int) -> Go:
    return vector(SyncVectorEnv([lambda: Solo(game, opponents="self")] * n))


def make(game: str, n: int) -> Go:
    return vector(gymnasium.make_vec(f"tabletown/{game}-v0", n, vectorization_mode="sync", opponents="self"))


def batch_gymnasium(game: str, n: int) -> Go:
    return vector(gymnasium.make_vec(f"tabletown/{game}-v0", n, opponents="self"))


def batch(game: str, n: int, workers: int = 1) -> Go:
    table, rng = VectorTable(game, n, seed=1, workers=workers), np.random.default_rng(1)
    atexit.register(table.close)

    def go() -> int:
        table.step(pick(table.mask, rng))
        return n

    return go


def floor(game: str, n: int) -> Go:
    first = Table(game)
    tables, begun, rng, encoding = [first.clone() for _ in range(n)], [1] * n, np.random.default_rng(1), first.encoding
    for row, table in enumerate(tables):
        table.reset(luck(row, 0))

    def go() -> int:
        asked = [table.match.decisions[0] for table in tables]
        for table, decision, drawn in zip(tables, asked, rng.random(n).tolist()):
            options = decision.options
            table.match.choose(decision.seat, options[int(drawn * len(options))])
        for row, table in enumerate(tables):
            if table.match.over:
                table.reset(luck(row, begun[row]))
                begun[row] += 1
        for table in tables:
            decision = table.match.decisions[0]
            encoding.row(table.view(decision.seat), decision.seat, decision)
            encoding.mask(decision.options)
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


def rate(go: Go, seconds: float, clock: Clock) -> float:
    steps, begun = 0, clock()
    while clock() - begun < seconds:
        steps += go()
    return steps / (clock() - begun)


def middle(values: list[float]) -> str:
    """The median, and the middle half."""
    low, half, high = statistics.quantiles(values, n=4)
    return f"{half:.2f} [{low:.2f}, {high:.2f}]" if half < 10 else f"{half:,.1f} [{low:,.1f}, {high:,.1f}]"


def measured(runs: dict[str, tuple[Go, Clock]], seconds: float, rounds: int) -> dict[str, list[float]]:
    """Microseconds a step in each round."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for go, clock in runs.values():
        rate(go, 3 * seconds, clock)  # warm up
    for number in range(rounds):
        for name, (go, clock) in runs.items():
            print(f"\rround {number + 1} of {rounds}: {name:<60}", end="", file=sys.stderr, flush=True)
            found[name].append(1e6 / rate(go, seconds, clock))
    print("\r" + " " * 90 + "\r", end="", file=sys.stderr)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=64, help="matches in a batch")
    parser.add_argument("--seconds", type=float, default=0.1, help="per measurement")
    parser.add_argument("--rounds", type=int, default=15, help="measurements of each, interleaved")
    parser.add_argument("--games", default="", help="ids of our games, comma-separated (default: all)")
    parser.add_argument("--no-peers", action="store_true", help="without Pgx and OpenSpiel")
    parser.add_argument("--processes", action="store_true", help="only compare two processes with one")
    given = parser.parse_args()
    own, wall, n = time.process_time, time.perf_counter, given.n
    chosen = [word for word in given.games.split(",") if word] or [each.about.id for each in games()]
    lines, ratios = [], []
    for game in chosen:
        runs: dict[str, tuple[Go, Clock]]
        if given.processes:
            runs = {"batch": (batch(game, n), wall), "two processes": (batch(game, n, 2), wall)}
        else:
            kinds = (pettingzoo, solo, make, batch_gymnasium, batch, floor)
            runs = {kind.__name__.replace("_g", ", G"): (kind(game, n), own) for kind in kinds}
        found = measured(runs, given.seconds, given.rounds)
        lines += [f"| {game}, {name} | {middle(values)} |" for name, values in found.items()]
        pairs = (
            ("batch", "two processes"),
            *(("pettingzoo", to) for to in ("batch", "floor")),
            *((single, to) for single in ("solo", "make") for to in ("batch, Gymnasium", "batch", "floor")),
        )
        for one, other in pairs:
            if one in found and other in found:
                times = [slow / fast for slow, fast in zip(found[one], found[other])]
                ratios.append(f"| {game} | {one} / {other} | {middle(times)} |")
    if not (given.no_peers or given.processes):
        names = ("connect_four", "backgammon")
        runs = {f"Pgx {name}": (pgx(name, n), own) for name in names}
        runs |= {f"OpenSpiel {name}": (open_spiel(name), own) for name in names}
        lines += [f"| {name} | {middle(each)} |" for name, each in measured(runs, given.seconds, given.rounds).items()]
    print(f"| n = {n} | µs a step, median [middle half] |\n|---|--:|", *lines, sep="\n")
    print("\n| game | times | median [middle half] |\n|---|---|--:|", *ratios, sep="\n")


if __name__ == "__main__":
    main()
