"""Fixed matches played answer by answer, so that a later version can show that it plays them identically.

    python -m tests.golden.rows aac7484 --make          record them, with the version that `import tabletown` finds
    python -m tests.golden.rows aac7484                 play them again and say which differ
    python -m tests.golden.rows aac7484 --games crossroll --matches 20

Match N of a game is always the same: seats, options, seed and answers come from its number. A row holds two digests: of
the play (every question, every option, every answer, the outcome) and of the states (after every answer, as data). A
version may store states differently, but play must stay the same unless a rule was changed on purpose.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import blake2b
from pathlib import Path

import msgspec

from tabletown import registry
from tabletown.editions import edition_of
from tabletown.kernel import Match
from tabletown.kernel.game import Game

HERE = Path(__file__).parent
NAME = "rows.json.xz"
MATCHES = 500
LONGEST = 50_000  # answers

Row = tuple[int, str, str]  # answers, digest of the play, digest of the states


def drawn(game: Game, number: int, settings: dict[str, list[str]]) -> tuple[Match, random.Random]:
    """Match N, before its first answer. Half the options have their first recorded value, which was the default."""
    rng = random.Random(f"{game.about.id} {number}")
    options = {
        name: rng.choice(sorted(values)) if rng.random() < 0.5 else values[0] for name, values in settings.items()
    }
    return Match(game, rng.randint(*game.about.seats), options, rng.getrandbits(128), live=False), rng


def row(game: Game, number: int, settings: dict[str, list[str]]) -> Row:
    match, rng = drawn(game, number, settings)
    play, states = blake2b(digest_size=6), blake2b(digest_size=6)
    while decisions := match.decisions:
        for decision in decisions:
            play.update(f"{decision.seat}: {' '.join(decision.options)}\n".encode())
        decision = decisions[int(rng.random() * len(decisions))]
        option = decision.options[int(rng.random() * len(decision.options))]
        play.update(f"> {decision.seat} {option}\n".encode())
        match.choose(decision.seat, option)
        states.update(msgspec.json.encode(match.state))
        assert match.number < LONGEST, "the match does not end"
    assert match.outcome is not None
    play.update(f"{match.outcome.winners} {match.outcome.scores}".encode())
    return match.number, play.hexdigest(), states.hexdigest()


def rows(game_id: str, version: str, settings: dict[str, list[str]], numbers: range) -> list[Row]:
    installed = registry.game(game_id)
    game = edition_of(installed, version) or installed
    return [row(game, number, settings) for number in numbers]


def recorded(commit: str) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = json.loads(lzma.decompress((HERE / commit / NAME).read_bytes()))
    return found


def settings_of(game: Game) -> dict[str, list[str]]:
    """The options and their values, the default first."""
    return {s.id: [s.default, *(value for value in s.values if value != s.default)] for s in game.about.settings}


def make(commit: str, matches: int) -> None:
    told = {}
    with ProcessPoolExecutor(2) as pool:
        for game in registry.games():
            settings = settings_of(game)
            parts = [range(first, min(first + 20, matches)) for first in range(0, matches, 20)]
            found = pool.map(partial(rows, game.about.id, game.about.version, settings), parts)
            told[game.about.id] = {
                "version": game.about.version,
                "settings": settings,
                "rows": [one for part in found for one in part],
            }
            print(f"{game.about.id}: {matches} matches", flush=True)
    (HERE / commit / NAME).write_bytes(lzma.compress(json.dumps(told).encode(), preset=9))


class Compared(msgspec.Struct):
    game: str
    matches: int
    other_play: list[int]  # numbers of matches that are played differently
    other_states: list[int]  # numbers of those where only the states differ


def compare(commit: str, game_id: str, numbers: range) -> Compared:
    told = recorded(commit)[game_id]
    settings, known = msgspec.convert(told["settings"], dict[str, list[str]]), told["rows"]
    wanted = msgspec.convert(known, list[Row])
    result = Compared(game_id, len(numbers), [], [])
    for number, now in zip(numbers, rows(game_id, str(told["version"]), settings, numbers)):
        if now[:2] != wanted[number][:2]:
            result.other_play.append(number)
        elif now[2] != wanted[number][2]:
            result.other_states.append(number)
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="whose rows")
    parser.add_argument("--make", action="store_true", help="record them")
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each game")
    parser.add_argument("--games", default="", help="only these, comma-separated")
    given = parser.parse_args()
    if given.make:
        make(given.commit, given.matches)
        return 0
    games = given.games.split(",") if given.games else [game.about.id for game in registry.games()]
    differ = 0
    with ProcessPoolExecutor(2) as pool:
        for game in games:
            parts = [range(first, min(first + 20, given.matches)) for first in range(0, given.matches, 20)]
            found = list(pool.map(compare, [given.commit] * len(parts), [game] * len(parts), parts))
            play = [number for one in found for number in one.other_play]
            states = [number for one in found for number in one.other_states]
            differ += len(play)
            print(
                f"{game}: {given.matches} matches, {len(play)} played otherwise {play[:10]}, "
                f"{len(states)} with other states only {states[:10]}",
                flush=True,
            )
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
