"""How well ratings find out who is strong and which side is easier, and tournaments with drop-outs:
`python -m benchmarks.clubs`.

A club of 400 people with hidden strengths plays 20,000 matches of two to four seats at tables whose sides are unfair;
then tournaments of every kind are played through, in which people leave. Nothing of it needs a server.
"""

from __future__ import annotations

import argparse
import math
import random
import tempfile
from collections import Counter
from itertools import combinations
from pathlib import Path

import msgspec

from tabletown.ratings import Team
from tabletown.web.people.ratings import StoredMatch, StoredTeam, rate, recompute
from tabletown.web.storage import schema as db
from tabletown.web.storage.store import Store
from tests.ratings.test_ratings import SIDES, Club, club, ranks
from tests.tournaments.test_tournaments import made, play

GAME = "cross-bronx"
KINDS = (("swiss", 2, 36), ("swiss", 3, 36), ("swiss", 4, 36), ("groups", 2, 28), ("groups", 3, 28), ("groups", 4, 28),
         ("knockout", 2, 32), ("knockout", 3, 27), ("knockout", 4, 16))  # fmt: skip


def about(found: Club) -> tuple[float, float, float, float, float]:
    """Rank correlation, the advantage of a side and half of its interval, the error of chances, the share of true
    strengths inside their ranges."""
    ratings, true, predicted, _ = found
    people = [ratings.of(GAME, str(person)) for person in range(len(true))]
    n = len(true)
    apart = sum((a - b) ** 2 for a, b in zip(ranks(true), ranks([one.mean for one in people])))
    one, other = (ratings.of_side(GAME, Team(("x",), side)).advantage for side in ("Public", "Community"))
    told = [pair for pairs in predicted.values() for pair in pairs]
    error = sum(abs(sum(chance - came for chance, came in pairs)) for pairs in predicted.values()) / len(told)
    inside = sum(one.range[0] <= 1500 + strength <= one.range[1] for one, strength in zip(people, true)) / n
    half = math.hypot(one[2] - one[0], other[2] - other[0])
    return 1 - 6 * apart / (n * (n**2 - 1)), one[0] - other[0], half, error, inside


def recomputed(found: Club) -> tuple[int, int]:
    """Store the matches as a server does, each with its change of the ratings; then recompute all from the results."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "tabletown.sqlite")
        with store.engine.begin() as connection:
            for number, match in enumerate(found.matches, 1):
                stored = StoredMatch([StoredTeam([*people], side) for people, side in match.teams], [*match.places])
                row = {"number": number, "origin": str(number), "game": GAME, "at": 0.0}
                connection.execute(db.rated.insert().values(match=msgspec.json.encode(stored).decode(), **row))
                rate(connection, match)
        return recompute(store)


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("--seeds", type=int, default=3)
    told = read.parse_args()
    print(f"true advantage of Public over Community: {SIDES['Public'] - SIDES['Community']:.0f} points")
    for seed in range(1, told.seeds + 1):
        found = club(seed)
        correlation, advantage, half, error, inside = about(found)
        print(f"seed {seed}: rank correlation {correlation:.3f}, advantage {advantage:.0f} ± {half:.0f}, ", end="")
        print(f"error of chances {error:.4f}, {100 * inside:.1f} % of strengths in their 95 % ranges")
    matches, differ = recomputed(found)
    print(f"{matches} matches stored in a database and recomputed: {differ} ratings differ")
    for kind, seats, count in KINDS:
        for leave in (0.0, 0.06):
            again = left = tables = 0
            for seed in range(20):
                rounds = {"rounds": 4} if kind == "swiss" else {}
                over = play(made(kind, seats, count, **rounds), random.Random(f"{kind} {seed}").randrange(10**6), leave)
                played = [one.seats for one in over.pairings if one.state == "over"]
                met = Counter(frozenset(pair) for table in played for pair in combinations(table, 2))
                usual = 2 if (kind, seats) == ("groups", 4) else 1
                again += sum(times - usual for times in met.values() if times > usual)
                left += sum(player.left for player in over.players)
                tables += len(played)
            print(f"{kind}, {seats} seats, {count} players, 20 times: {tables} tables, {left} left, {again} met again")


if __name__ == "__main__":
    main()
