"""Random matches of every game, over all modes and options: none may crash, hang or break an invariant.

    python -m tests.campaigns.random_matches                          1,000 of each game
    python -m tests.campaigns.random_matches --first 100000 --matches 40000 --out matches.jsonl
    python -m tests.campaigns.random_matches --games crossroll --only 1234

Match N of a game is always the same: seats, options, seed, dice by hand and answers follow from its number. Half the
options stay at their default. Every twentieth match is played as people play: with its log in words, undone answers,
clones and branches that are compared, and saved and reopened at the end. Each part of the campaign adds a line to the
file; the same command continues after the last one. A match that fails is saved beside the file.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from tabletown import registry
from tabletown.kernel import Match, load, save
from tabletown.kernel.errors import TabletownError
from tabletown.kernel.game import Game

PART = 200  # matches per line of the file
LONGEST = 50_000  # answers; a longer match counts as endless
THOROUGH = 20  # one match in this many is played thoroughly
CHECK = 64  # answers between two checks of the invariants


class Failure(NamedTuple):
    number: int
    what: str
    save: str


def drawn(game: Game, number: int) -> tuple[Match, random.Random]:
    """Match N of the game, before its first answer."""
    rng, about = random.Random(f"{game.about.id} {number}"), game.about
    options = {
        setting.id: rng.choice(sorted(setting.values)) if rng.random() < 0.5 else setting.default
        for setting in about.settings
    }
    by_hand = [kind for kind in about.by_hand if rng.random() < 0.5] if number % 5 == 0 else []
    seats = rng.randint(*about.seats)
    return Match(game, seats, options, rng.getrandbits(128), by_hand, live=number % THOROUGH == 0), rng


def play(match: Match, rng: random.Random) -> None:
    check, pick = match.game.rules.check, rng.random
    answers = 0
    while decisions := match.decisions:
        decision = decisions[int(pick() * len(decisions))]
        options = decision.options
        match.choose(decision.seat, options[int(pick() * len(options))])
        answers += 1
        if check is not None and answers % CHECK == 0:
            check(match.state)
        assert answers < LONGEST, "the match does not end"


def play_thoroughly(match: Match, rng: random.Random) -> None:
    """Play as people do, with undone answers, views of other seats, clones and branches."""
    check = match.game.rules.check
    answers = 0
    while decisions := match.decisions:
        decision = rng.choice(decisions)
        match.choose(decision.seat, rng.choice(list(decision.options)))
        answers += 1
        assert answers < LONGEST, "the match does not end"
        if check is not None:
            check(match.state)
        if answers == 50:
            twin = match.clone()
            assert (twin.number, twin.log) == (match.number, match.log), "a clone differs"
            play(match.branch(rng.randint(0, match.number)), rng)
        if rng.random() < 0.05 and match.decisions:
            seat = rng.randrange(match.seats)
            if match.why_not_undo(seat) is None:
                match.undo(seat)
    again = load(save(match), lambda id: match.game)
    assert again.log == match.log and again.outcome == match.outcome, "the saved match is another one"


def part(game_id: str, first: int, count: int) -> dict[str, Any]:
    """Play these matches and count."""
    game = registry.game(game_id)
    seen: dict[str, Any] = {"game": game_id, "first": first, "matches": 0, "answers": 0, "longest": 0}
    endings: Counter[str] = Counter()
    options: Counter[str] = Counter()
    failures: list[Failure] = []
    began = time.process_time()
    for number in range(first, first + count):
        match, rng = drawn(game, number)
        try:
            (play_thoroughly if number % THOROUGH == 0 else play)(match, rng)
            outcome = match.outcome
            assert outcome is not None, "the match is over and has no outcome"
            if game.rules.check is not None:
                game.rules.check(match.state)
            endings[outcome.reason.template] += 1
        except (Exception, KeyboardInterrupt) as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            failures.append(Failure(number, f"{type(error).__name__}: {error}", saved(match)))
        seen["matches"] += 1
        seen["answers"] += match.number
        seen["longest"] = max(seen["longest"], match.number)
        options.update(f"{name}={value}" for name, value in match.options.items())
        options[f"{match.seats} seats"] += 1
    cpu = round(time.process_time() - began, 2)
    return {**seen, "cpu": cpu, "endings": endings, "options": options, "failures": failures}


def saved(match: Match) -> str:
    try:
        return save(match)
    except TabletownError:
        return ""


def parts(games: list[str], numbers: range, done: set[tuple[str, int]]) -> Iterator[tuple[str, int, int]]:
    """The parts still to do, game by game in turn."""
    for first in numbers[::PART]:
        for game in games:
            if (game, first) not in done:
                yield game, first, min(PART, numbers.stop - first)


def read(out: Path) -> list[dict[str, Any]]:
    if not out.exists():
        return []
    lines = out.read_text(encoding="utf-8").splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):  # killed in the middle of a line
        out.write_text("".join(lines[:-1]), encoding="utf-8")
        lines = lines[:-1]
    return [json.loads(line) for line in lines]


def campaign(games: list[str], numbers: range, jobs: int, out: Path) -> list[dict[str, Any]]:
    found = [seen for seen in read(out) if seen["game"] in games and seen["first"] in numbers]
    work = list(parts(games, numbers, {(seen["game"], seen["first"]) for seen in found}))
    with out.open("a", encoding="utf-8") as file, ProcessPoolExecutor(jobs) as pool:
        for number, seen in enumerate(pool.map(part, *zip(*work, strict=True)) if work else ()):
            for failure in seen["failures"]:
                out.with_name(f"{seen['game']}-{failure[0]}.json").write_text(failure[2], encoding="utf-8")
                print(f"{seen['game']} {failure[0]}: {failure[1]}", file=sys.stderr)
            found.append(json.loads(json.dumps(seen)))
            file.write(json.dumps(seen) + "\n")
            file.flush()
            print(f"\r{number + 1} of {len(work)} parts", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def report(found: list[dict[str, Any]]) -> str:
    lines = ["| game | matches | answers | longest | ways to end | options tried | failures | CPU |"]
    lines.append("|---|--:|--:|--:|--:|--:|--:|--:|")
    for game in dict.fromkeys(seen["game"] for seen in found):
        mine = [seen for seen in found if seen["game"] == game]
        total = {name: sum(seen[name] for seen in mine) for name in ("matches", "answers", "cpu")}
        tried = {option for seen in mine for option in seen["options"] if "=" in option}
        there = sum(len(setting.values) for setting in registry.game(game).about.settings)
        endings = {ending for seen in mine for ending in seen["endings"]}
        failures = sum(len(seen["failures"]) for seen in mine)
        longest = max(seen["longest"] for seen in mine)
        lines.append(
            f"| {game} | {total['matches']:,} | {total['answers']:,} | {longest:,} | {len(endings)} "
            f"| {len(tried)} of {there} | {failures} | {total['cpu'] / 60:.1f} min |"
        )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000, help="of each game")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument("--games", default="", help="only these, comma-separated")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, default=Path("matches.jsonl"), help="where to write down and go on from")
    parser.add_argument("--only", type=int, help="play only the match of this number, and show what goes wrong")
    given = parser.parse_args()
    games = given.games.split(",") if given.games else [game.about.id for game in registry.games()]
    if given.only is not None:
        for game in games:
            match, rng = drawn(registry.game(game), given.only)
            (play_thoroughly if given.only % THOROUGH == 0 else play)(match, rng)
            print(match, match.outcome)
        return 0
    numbers = range(given.first, given.first + given.matches)
    found = campaign(games, numbers, given.jobs, given.out)
    print(report(found))
    return 1 if any(seen["failures"] for seen in found) else 0


if __name__ == "__main__":
    sys.exit(main())
