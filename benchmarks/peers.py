"""Compare our speed with our peers', interleaved in one run, as ratios of medians.

    python3 run.py install bench
    python benchmarks/peers.py [--seconds 0.2] [--rounds 25]
    python benchmarks/peers.py --only matches --seconds 0.4 --rounds 20

Random play, driven from Python: ask what is legal, pick, apply. Copies: at some sixty points of the middle third of a
match. Whole matches: as in a study of random bots, from the setup to the result row. Many short rounds, so that changes
in the machine's speed affect all alike.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import statistics
import sys
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tabletown.kernel import Game
from tabletown.lab.matches.speed import Rate, answers, clones, matches, timed
from tabletown.registry import games

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def connect_four() -> Game:
    path = Path(__file__).with_name("connect_four.py")
    spec = importlib.util.spec_from_file_location("connect_four", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.game  # type: ignore[no-any-return]


# ---------------------------------------------------------------------- peers


def open_spiel(name: str) -> Rate:
    import pyspiel

    if name.startswith("python"):
        from open_spiel.python.games import tic_tac_toe  # noqa: F401  (registers itself)
    game, pick = pyspiel.load_game(name), random.Random(1).random

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(pick() * len(legal))])
            moves += 1
        return moves

    return timed(play)


def petting_zoo() -> Rate:
    from pettingzoo.classic import connect_four_v3

    env, pick = connect_four_v3.env(), random.Random(1).random

    def play() -> int:
        env.reset(seed=1)
        moves = 0
        for _agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(pick() * len(legal))]))
            moves += 1
        return moves

    return timed(play)


def new_catan() -> Any:
    from catanatron import Color, Game, RandomPlayer

    return Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])


def play_catan(game: Any) -> Iterator[Any]:
    """Play tick by tick to the end."""
    while game.winning_color() is None and game.state.num_turns < 1000:
        yield game
        game.play_tick()


def catan_actions() -> Rate:
    return timed(lambda: sum(1 for _ in play_catan(new_catan())))


def catan_games() -> Rate:
    return timed(lambda: len([deque(play_catan(new_catan()), maxlen=0)]))


def catan_copies() -> Rate:
    random.seed(3)  # the match to copy is always the same, like ours
    stages = [game.copy() for game in play_catan(new_catan())]
    middle = stages[len(stages) // 3 : 2 * len(stages) // 3 : max(1, len(stages) // 180)]

    def copy() -> int:
        for stage in middle:
            stage.copy()
        return len(middle)

    return timed(copy)


# a measurement: Catanatron's name for it, and both ways to measure it
KINDS: dict[str, tuple[str, Callable[[Game], Rate], Callable[[], Rate]]] = {
    "answers": ("actions", answers, catan_actions),
    "clones": ("copies", clones, catan_copies),
    "matches": ("games", matches, catan_games),
}


# ---------------------------------------------------------------------- the table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.2, help="per measurement")
    parser.add_argument("--rounds", type=int, default=25, help="measurements of each, interleaved")
    parser.add_argument("--games", default="", help="ids of our games to measure, comma-separated (default: all)")
    parser.add_argument("--only", default="", help=f"only these, comma-separated: {', '.join(KINDS)}")
    arguments = parser.parse_args()

    wanted = [word for word in arguments.games.split(",") if word]
    kinds = [word for word in arguments.only.split(",") if word] or list(KINDS)
    if unknown := set(kinds) - set(KINDS):
        raise SystemExit(f"{sorted(unknown)[0]!r} cannot be measured; there are: {', '.join(KINDS)}.")
    rates: dict[str, Rate] = {}
    if "answers" in kinds:
        rates["OpenSpiel C++ connect_four"] = open_spiel("connect_four")
        rates["OpenSpiel Python tic-tac-toe"] = open_spiel("python_tic_tac_toe")
        rates["PettingZoo connect_four"] = petting_zoo()
    four = connect_four()
    for kind, (word, of_ours, of_theirs) in KINDS.items():
        if kind in kinds:
            rates[f"Catanatron {word}"] = of_theirs()
            if kind != "matches":
                rates[f"Connect Four {kind}"] = of_ours(four)
    titles = []
    for game in games():
        if not wanted or game.about.id in wanted:
            titles.append(game.about.title)
            for kind in kinds:
                rates[f"{game.about.title} {kind}"] = KINDS[kind][1](game)

    found: dict[str, list[float]] = {name: [] for name in rates}
    for number in range(arguments.rounds):
        for name, rate in rates.items():
            print(f"\rround {number + 1} of {arguments.rounds}: {name:<40}", end="", file=sys.stderr, flush=True)
            found[name].append(rate(arguments.seconds))
    print("\r" + " " * 70 + "\r", end="", file=sys.stderr)
    median = {name: statistics.median(values) for name, values in found.items()}

    print("| measured | median a second | lowest | highest |\n|---|--:|--:|--:|")
    for name, values in found.items():
        digits = 0 if median[name] >= 1000 else 1
        numbers = " | ".join(f"{value:,.{digits}f}" for value in (median[name], min(values), max(values)))
        print(f"| {name} | {numbers} |")
    print("\n| ratio | times |\n|---|--:|")
    for peer in ("OpenSpiel C++ connect_four", "OpenSpiel Python tic-tac-toe", "PettingZoo connect_four"):
        if peer in median:
            print(f"| Connect Four / {peer} | {median['Connect Four answers'] / median[peer]:.2f} |")
    for title in titles:
        for kind in kinds:
            ours, theirs = f"{title} {kind}", f"Catanatron {KINDS[kind][0]}"
            print(f"| {ours} / {theirs} | {median[ours] / median[theirs]:.1f} |")


if __name__ == "__main__":
    main()
