"""How strong the levels of bots are: each against the one below, and how long a turn of theirs takes.

python benchmarks/levels.py right-of-way -n 100 --write

A level that thinks for a time plays with `--search` iterations a question here: a lower bound of what it can do. Tables
are those that the game learns at, with the usual number of seats: all missions, all sessions. `--write` keeps
the shares in the game's content/levels.json, which a new table tells. The seconds of a turn are the level's own,
in CPU time, so that others who use the computer do not count.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import cycle

import msgspec

from tabletown.bots import LEVELS, Search, make
from tabletown.bots.greedy import horizon_of
from tabletown.bots.levels import LevelResult, LevelsFile, levels_file
from tabletown.kernel import Game, Match
from tabletown.lab import simulate
from tabletown.lab.matches.play import MatchRow
from tabletown.lab.statistics import Block, share, won
from tabletown.registry import game as find_game

SPACING = 10_000  # between the seeds of two kinds of tables


def tables(game: Game) -> list[dict[str, str]]:
    features, seats = game.research.features, game.about.default_seats
    found = [dict(options) for count, options in features.tables if count == seats] if features else []
    return list({str(options): options for options in found}.values()) or [{}]


def played(name: str, bots: list[str], number: int, seed: int) -> Iterator[MatchRow]:
    """So many matches in all, on fresh seeds, in every mission or session as often."""
    kinds = tables(find_game(name))
    for place, options in enumerate(kinds):
        count = number // len(kinds) + (place < number % len(kinds))
        yield from simulate(name, bots, count, seed + place * SPACING, options) if count else ()


def measure(name: str, number: int, seed: int, search: int) -> list[LevelResult]:
    game = find_game(name)
    seats, together = game.about.default_seats, game.about.cooperative
    specs = [f"search:{search}" if level.spec.endswith("ms") else level.spec for level in LEVELS]
    found = []
    for place, level in enumerate(LEVELS):
        if not place and not together:
            continue
        bots = [specs[place]] * seats if together else [specs[place], *[specs[place - 1]] * (seats - 1)]
        matches = [match for match in played(name, bots, number, seed) if match.counts]
        result = share([Block(won(match, match.bots.index(specs[place]), together), 1) for match in matches])
        against = "" if together else LEVELS[place - 1].id
        numbers = [round(value, 4) for value in (result.value, result.low, result.high)]
        # where all may lose together, an equal one wins its part of what those of the lower level win at all
        equals = matches
        if game.about.roles:
            equals = [match for match in played(name, [specs[place - 1]] * seats, number, seed) if match.counts]
        fair = 0.0 if together else round(sum(bool(match.winners) for match in equals) / len(equals) / seats, 4)
        seeds = (min(match.seed for match in matches), max(match.seed for match in matches))
        found.append(LevelResult(level.id, against, specs[place], len(matches), seeds, *numbers, fair))
        told = f"{100 * result.value:5.0f} % [{100 * result.low:.0f}, {100 * result.high:.0f}], fair {100 * fair:.0f}"
        if game.about.roles:
            for whose, part in (("with it", matches), ("without", equals)):
                lost = share([Block(float(not match.winners), 1) for match in part])
                told += f"; all lose {whose} {100 * lost.value:.0f} % [{100 * lost.low:.0f}, {100 * lost.high:.0f}]"
        print(f"{level.id:8}{against:8}{told}, of {len(matches)}", flush=True)
    return found


def turns(name: str, level: str, count: int, seed: int) -> float:
    """The 95th percentile of the seconds of CPU that this level takes for a turn."""
    seconds: list[float] = []
    for number, options in enumerate(cycle(tables(find_game(name)))):
        if len(seconds) >= count:
            break
        match = Match(find_game(name), None, options, seed + number)
        bots = [make(level, seed=seed + seat) for seat in range(match.seats)]
        for bot in bots:
            if isinstance(bot, Search):
                bot.clock = time.process_time
        taken: dict[object, float] = {}
        while match.decisions and len(taken) < count:
            seat = match.decisions[0].seat
            began, turn = time.process_time(), (seat, horizon_of(match))
            option = bots[seat].choose(match.player_view(seat))
            taken[turn] = taken.get(turn, 0.0) + time.process_time() - began
            match.choose(seat, option)
        seconds += taken.values()
    seconds.sort()
    return seconds[int(0.95 * (len(seconds) - 1))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("-n", type=int, default=100, help="matches of each pair")
    parser.add_argument("--seed", type=int, default=900_001)
    parser.add_argument("--search", type=int, default=8, help="iterations a question of a level that thinks for a time")
    parser.add_argument("--turns", type=int, default=0, help="turns of each level to be timed")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    found = measure(asked.game, asked.n, asked.seed, asked.search) if asked.n else []
    for level in LEVELS if asked.turns else ():
        print(f"{level.id}: {turns(asked.game, level.id, asked.turns, asked.seed):.3f} s a turn (95 %)", flush=True)
    game = find_game(asked.game)
    file = levels_file(game)
    if asked.write and found and file is not None:
        kept = LevelsFile(game.about.version, found)
        file.write_bytes(msgspec.json.format(msgspec.json.encode(kept)) + b"\n")


if __name__ == "__main__":
    main()
