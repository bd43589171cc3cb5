"""How strong the levels of bots are: each against the one below, and how long a turn of theirs takes.

python benchmarks/levels.py right-of-way -n 100 --write

Time is no measure where others use the computer too, so a level that thinks for a time plays with `--search` iterations
a question: a lower bound of what it can do. `--write` keeps the shares in the game's content/levels.json, which a new
table tells; the seconds of a turn are those of the level itself.
"""

from __future__ import annotations

import argparse
import time

import msgspec

from tabletown.bots import LEVELS, make
from tabletown.bots.levels import LevelsFile, Measured, levels_file
from tabletown.kernel import CHANCE, Match
from tabletown.lab import simulate
from tabletown.lab.statistics import Block, share, won
from tabletown.registry import game as find_game


def measure(name: str, number: int, seed: int, search: int) -> list[Measured]:
    game = find_game(name)
    seats, together = game.about.default_seats, game.about.cooperative
    specs = [f"search:{search}" if level.spec.endswith("ms") else level.spec for level in LEVELS]
    found = []
    for place, level in enumerate(LEVELS):
        if not place and not together:
            continue
        bots = [specs[place]] * seats if together else [specs[place], *[specs[place - 1]] * (seats - 1)]
        played = list(simulate(name, bots, number, seed))
        wins = [Block(won(match, match.bots.index(specs[place]), together), 1) for match in played if match.counts]
        result = share(wins)
        against = "" if together else LEVELS[place - 1].id
        numbers = [round(value, 4) for value in (result.value, result.low, result.high)]
        fair = 0.0 if together else 1 / seats
        found.append(Measured(level.id, against, specs[place], number, (seed, seed + number - 1), *numbers, fair))
        told = f"{100 * result.value:5.0f} % [{100 * result.low:.0f}, {100 * result.high:.0f}]"
        print(f"{level.id:8}{against:8}{told}", flush=True)
    return found


def turns(name: str, level: str, count: int, seed: int) -> float:
    """The 95th percentile of the seconds that this level takes for a turn, others' included only as they come."""
    match = Match(find_game(name), seed=seed)
    bots = [make(level, seed=seed + seat) for seat in range(match.seats)]
    seconds: dict[object, float] = {}
    while match.decisions and len(seconds) <= count:
        seat = match.decisions[0].seat
        if seat == CHANCE:
            continue
        began, turn = time.perf_counter(), (seat, match.turn)
        option = bots[seat].choose(match.seen_by(seat))
        seconds[turn] = seconds.get(turn, 0.0) + time.perf_counter() - began
        match.choose(seat, option)
    taken = sorted(seconds.values())
    return taken[int(0.95 * (len(taken) - 1))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("-n", type=int, default=100, help="matches of each pair")
    parser.add_argument("--seed", type=int, default=900_001)
    parser.add_argument("--search", type=int, default=8, help="iterations a question of a level that thinks for a time")
    parser.add_argument("--turns", type=int, default=0, help="turns of the highest level to be timed")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    found = measure(asked.game, asked.n, asked.seed, asked.search)
    if asked.turns:
        print(f"{LEVELS[-1].id}: {turns(asked.game, LEVELS[-1].id, asked.turns, asked.seed):.2f} s a turn (95 %)")
    game = find_game(asked.game)
    file = levels_file(game)
    if asked.write and file is not None:
        kept = LevelsFile(game.about.version, found)
        file.write_bytes(msgspec.json.format(msgspec.json.encode(kept)) + b"\n")


if __name__ == "__main__":
    main()
