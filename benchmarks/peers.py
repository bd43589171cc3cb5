"""Our speed beside our peers', measured in one run, interleaved, as ratios of medians.

    pip install -e .[bench]
    python benchmarks/peers.py [--seconds 0.2] [--rounds 25]

Random play, driven from Python: ask what is legal, pick, apply. Copies: at some sixty points of the middle third of a
match. Many short rounds, so that a machine whose speed wanders slows all alike.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import statistics
import sys
from pathlib import Path

from tabletown.kernel import Game
from tabletown.lab.speed import Rate, answers, clones, matches, timed
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


def catanatron() -> tuple[Rate, Rate, Rate]:
    from catanatron import Color, Game, RandomPlayer

    colours = [Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE]

    def new() -> Game:
        return Game([RandomPlayer(colour) for colour in colours])

    def play() -> int:
        game = new()
        actions = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            actions += 1
        return actions

    random.seed(3)  # the match that is copied from is always the same, as ours are
    whole, stages = new(), []
    while whole.winning_color() is None and whole.state.num_turns < 1000:
        stages.append(whole.copy())
        whole.play_tick()
    middle = stages[len(stages) // 3 : 2 * len(stages) // 3 : max(1, len(stages) // 180)]

    def copy() -> int:
        for stage in middle:
            stage.copy()
        return len(middle)

    def whole_games() -> int:
        game = new()
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
        return 1

    return timed(play), timed(copy), timed(whole_games)


# ---------------------------------------------------------------------- the table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.2, help="per measurement")
    parser.add_argument("--rounds", type=int, default=25, help="measurements of each, interleaved")
    parser.add_argument("--games", default="", help="ids of our games to measure, comma-separated (default: all)")
    arguments = parser.parse_args()

    wanted = [word for word in arguments.games.split(",") if word]
    rates: dict[str, Rate] = {"OpenSpiel C++ connect_four": open_spiel("connect_four")}
    rates["OpenSpiel Python tic-tac-toe"] = open_spiel("python_tic_tac_toe")
    rates["PettingZoo connect_four"] = petting_zoo()
    rates["Catanatron actions"], rates["Catanatron copies"], rates["Catanatron games"] = catanatron()
    four = connect_four()
    rates["Connect Four answers"], rates["Connect Four clones"] = answers(four), clones(four)
    titles = []
    for game in games():
        if not wanted or game.about.id in wanted:
            title = game.about.title
            titles.append(title)
            rates[f"{title} answers"], rates[f"{title} clones"] = answers(game), clones(game)
            rates[f"{title} matches"] = matches(game)

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
        print(f"| Connect Four / {peer} | {median['Connect Four answers'] / median[peer]:.2f} |")
    for title in titles:
        actions = median[f"{title} answers"] / median["Catanatron actions"]
        copies = median[f"{title} clones"] / median["Catanatron copies"]
        print(f"| {title} answers / Catanatron actions | {actions:.1f} |")
        print(f"| {title} clones / Catanatron copies | {copies:.1f} |")
        whole = median[f"{title} matches"] / median["Catanatron games"]
        print(f"| {title} matches / Catanatron games (random players) | {whole:.1f} |")


if __name__ == "__main__":
    main()
