"""Test that the text suffices: a checker that reads only the text must be able to determine the legal options.

    python -m tests.envs.reading --positions 300 --report docs/reports/reading.md

How. For each position the checker is given the words that the seat reads (the view and the question's prompt; no
options, no log) and a crowd of candidate states: the one that the seat is in, and states that differ from it in one
fact: a number one higher or lower, a flag flipped, a list with one thing fewer or two things exchanged, for every
such place of the state. Those that break the game's own invariants (`check`) are left out. It keeps the candidates that
read exactly like the text and works out the legal options of each by the game's own rule (`why`). The answer is
reconstructed if all that it kept agree, with each other and with the options that were really offered. A fact that the
rules need and the words leave out would let two candidates read alike and allow different options: the report names it.
"""

from __future__ import annotations

import argparse
import copy
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import tabletown
from tabletown.kernel import Choose, Decision, Match
from tabletown.registry import game, games

SKIPPED = {"lines", "edition"}  # the log, and the content with which the table was opened
DERIVED = {  # derived from facts in the text, and not covered by the game's invariants
    "cross-bronx": (".found", ".open"),  # where the Event's text and the board allow its next piece
}
LARGEST = 40  # entries varied per list


class Missing(NamedTuple):
    """A fact that the text omits although the options depend on it."""

    game: str
    rule: str
    path: str


class Read(NamedTuple):
    candidates: int
    alike: int
    missing: list[Missing]


def variants(value: Any, rng: random.Random) -> list[Any]:
    """Other possible values of this place."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1] if value > -1 else [value + 1]
    if isinstance(value, list | tuple) and value and not isinstance(value[0], list | tuple | dict | msgspec.Struct):
        place, kind = rng.randrange(len(value)), type(value)
        found = [kind([*value[:place], *value[place + 1 :]])]
        if len(value) > 1:
            other = rng.randrange(len(value))
            swapped = list(value)
            swapped[place], swapped[other] = swapped[other], swapped[place]
            found += [kind(swapped)] if kind(swapped) != value else []
        return found
    return []


def places(state: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """(path, what holds it, its name or index) of every fact that can be changed in place."""
    if isinstance(state, msgspec.Struct):
        config = state.__struct_config__
        for name in state.__struct_fields__:
            if name in SKIPPED:
                continue
            value = getattr(state, name)
            if not config.frozen:
                yield f"{path}.{name}", state, name
            yield from places(value, f"{path}.{name}")
    elif isinstance(state, list):
        for index, value in enumerate(state[:LARGEST]):
            yield f"{path}[]", state, index
            yield from places(value, f"{path}[]")
    elif isinstance(state, dict):
        for key, value in list(state.items())[:LARGEST]:
            yield f"{path}{{}}", state, key
            yield from places(value, f"{path}{{}}")


def get(holder: Any, name: Any) -> Any:
    return getattr(holder, name) if isinstance(holder, msgspec.Struct) else holder[name]


def put(holder: Any, name: Any, value: Any) -> None:
    if isinstance(holder, msgspec.Struct):
        setattr(holder, name, value)
    else:
        holder[name] = value


def allowed(decision: Choose, about: tuple[Any, ...], words: list[str]) -> frozenset[str] | None:
    """The words that the rule allows in this state; None if the state makes no sense to it."""
    try:
        assert decision.why is not None
        return frozenset(word for word in words if decision.why(*about, word) is None)
    except Exception:
        return None


def possible(match: Match, state: Any) -> bool:
    """Whether the game's invariants hold: a state with a piece in two places is no candidate."""
    try:
        if match.game.rules.check is not None:
            match.game.rules.check(state)
    except Exception:
        return False
    return True


def read(match: Match, decision: Decision, words: list[str], rng: random.Random, most: int = 10_000) -> Read | None:
    """Check one position; None if its question doesn't depend on a state."""
    if (
        not isinstance(decision, Choose)
        or decision.why is None
        or not any(each is match.state for each in decision.about)
    ):
        return None
    seat, names = decision.seat, match.names
    told = match.game.words.text
    assert told is not None
    about = copy.deepcopy(decision.about)  # a single copy, so that shared parts of the state stay shared
    state = next(mine for mine, theirs in zip(about, decision.about) if theirs is match.state)
    hide = match.game.view.hide

    def reads() -> str | None:
        try:
            return told(hide(state, seat), seat, names)
        except Exception:
            return None

    text, offered = reads(), frozenset(decision.options)
    if allowed(decision, about, words) != offered & frozenset(words):
        return None  # the rule uses more than the state
    derived = DERIVED.get(match.game.about.id, ())
    spots = [spot for spot in places(state) if not spot[0].startswith(derived)] if derived else list(places(state))
    rng.shuffle(spots)
    candidates = alike = 0
    missing: list[Missing] = []
    for path, holder, name in spots[:most]:
        was = get(holder, name)
        for other in variants(was, rng):
            put(holder, name, other)
            candidates += 1
            if reads() == text and possible(match, state):
                found = allowed(decision, about, words)
                if found is not None:
                    alike += 1
                    if found != offered & frozenset(words):
                        missing.append(Missing(match.game.about.id, decision.rule, path))
            put(holder, name, was)
    return Read(candidates, alike, missing)


def begin(name: str, seed: int) -> Match:
    return tabletown.new(name, seed=seed)


class Result(NamedTuple):
    game: str
    positions: int
    skipped: int
    candidates: int
    alike: int
    missing: Counter[tuple[str, str]]  # clause and place


def check(name: str, positions: int, most: int = 10_000) -> Result:
    """Check this many random positions of a game."""
    rng, seed, words = random.Random(name), 0, dict[str, None]()
    read_positions = skipped = candidates = alike = 0
    missing: Counter[tuple[str, str]] = Counter()
    while read_positions < positions:
        seed += 1
        match = begin(name, seed)
        while match.decisions and read_positions < positions:
            decision = rng.choice(match.decisions)
            words |= dict.fromkeys(decision.options)
            if rng.random() < 0.06:
                vocabulary = list(dict.fromkeys([*decision.options, *rng.sample(list(words), min(80, len(words)))]))
                found = read(match, decision, vocabulary, rng, most)
                if found is None:
                    skipped += 1
                else:
                    read_positions += 1
                    candidates += found.candidates
                    alike += found.alike
                    missing.update((each.rule, each.path) for each in found.missing)
            match.choose(decision.seat, rng.choice(list(decision.options)))
    return Result(name, read_positions, skipped, candidates, alike, missing)


def report(results: list[Result]) -> str:
    lines = ["# Reading only the words", "", *(__doc__ or "").partition("How. ")[2].strip().splitlines(), ""]
    lines += ["| game | positions | candidates | read alike | facts missing |", "|---|--:|--:|--:|---|"]
    for each in results:
        lost = ", ".join(f"{place} ({rule})" for rule, place in each.missing) or "none"
        lines.append(f"| {each.game} | {each.positions} | {each.candidates:,} | {each.alike:,} | {lost} |")
    skipped = ", ".join(f"{each.skipped} in {each.game}" for each in results)
    lines += ["", f"Not read, as their rule asks more than the state: {skipped}."]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--game", default="")
    parser.add_argument("--most", type=int, default=10_000, help="places of a state that are varied")
    parser.add_argument("--report", type=Path)
    given = parser.parse_args()
    chosen = [game(given.game)] if given.game else games()
    results = []
    for each in chosen:
        results.append(check(each.about.id, given.positions, given.most))
        print(results[-1], flush=True)
    if given.report is not None:
        given.report.write_text(report(results), encoding="utf-8")


if __name__ == "__main__":
    main()
