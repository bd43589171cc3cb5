"""Remake the recorded matches of the games and show what has changed.

    python -m tests.playthroughs                            the readable playthroughs, after a change of words
    python -m tests.playthroughs cross-bronx --matches      also the matches, after a change of the rules
    python -m tests.playthroughs --dry                      only show the differences

After a change of words or a new edition the matches stay valid, and only the playthroughs are rewritten. After a change
of the rules, matches are played again from their seeds, which takes about a minute per game.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from tabletown import registry
from tabletown.kernel import Match, load, save
from tabletown.kernel.errors import TabletownError
from tabletown.saves.save import read


def remake(name: str, matches: bool, dry: bool) -> Iterator[str]:
    """Remake the recorded matches of one game and yield a line for each difference."""
    fixtures: Any = import_module(f"tests.games.{name.replace('-', '_')}.make_fixtures")
    folder = fixtures.FIXTURES
    shown: Match | None = None
    if matches:
        for title, match in fixtures.matches().items():
            path = folder / f"{title}.json"
            old, new = path.read_text(encoding="utf-8") if path.exists() else "", save(match)
            if old != new:
                yield f"{name}: {title}: {difference(old, new)}"
                if not dry:
                    path.write_text(new, encoding="utf-8")
            if title == fixtures.READ:
                shown = match
    else:
        shown = load((folder / f"{fixtures.READ}.json").read_text(encoding="utf-8"), registry.game)
    assert shown is not None, f"there is no match {fixtures.READ}"
    old, new = fixtures.PLAYTHROUGH.read_text(encoding="utf-8"), fixtures.playthrough(shown)
    where = f"{name}/playthrough.txt"
    yield from difflib.unified_diff(old.splitlines(), new.splitlines(), where, where, n=1, lineterm="")
    if old != new and not dry:
        fixtures.PLAYTHROUGH.write_text(new, encoding="utf-8")


def difference(old: str, new: str) -> str:
    """The first difference between two saved matches."""
    if not old:
        return "it is new"
    was, now = read(old), read(new)
    for part in ("rules", "seats", "options", "seed", "by_hand"):
        before, after = getattr(was, part), getattr(now, part)
        if part == "options":
            before, after = (
                {name: value for name, value in one.items() if two.get(name) != value}
                for one, two in ((before, after), (after, before))
            )
        if before != after:
            return f"{part} was {before} and is {after}"
    pairs = zip(was.log, now.log)
    number = next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(was.log), len(now.log)))
    if number == len(was.log) == len(now.log):
        return "the same answers lead to another state"
    first, second = (log[number] if number < len(log) else "the end" for log in (was.log, now.log))
    return f"answer {number + 1} was {first} and is {second}; {len(was.log)} answers, now {len(now.log)}"


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="ids; without any: all")
    parser.add_argument("--matches", action="store_true", help="play the matches again too")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    wanted = parser.parse_args(given)
    differ = 0
    for game in wanted.games or [game.about.id for game in registry.games()]:
        try:
            for line in remake(game, wanted.matches, wanted.dry):
                differ += 1
                print(line)
        except TabletownError as error:
            differ += 1
            print(f"{game}: {error} Play its matches again with --matches.")
    if not differ:
        print("Nothing is different.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
