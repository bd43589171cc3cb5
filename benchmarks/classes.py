"""Count the climate cards that a class meets, in whole sessions of bots with mixed skill at the pace of people.

python -m benchmarks.classes --sessions 200 --tables 2,4,6 --minutes 40
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

from tabletown.games.broken_cities.classroom.plan import planned
from tabletown.games.broken_cities.classroom.session import CitiesSession
from tabletown.lab.statistics import interval
from tests.games.broken_cities.rehearsal import MIXED, play, seat_bots


def cards(tables: int, seed: int, minutes: float, plan: bool, skills: tuple[str, ...]) -> tuple[int, str]:
    """The cards drawn in one session, and its ending."""
    rng = random.Random(seed)
    session = CitiesSession(tables=tables, seed=seed, clock=60 * minutes)
    session.state.plan = planned(tables, minutes) if plan else []
    session.start()
    play(session, seat_bots(session, rng, skills), rng)
    return len(session.state.halts), session.state.ended or "fifty"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first session")
    parser.add_argument("--tables", default="2,4,6")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--guide", action="store_true", help="the guide's printed thresholds in place of a plan")
    parser.add_argument("--skills", default=",".join(MIXED))
    args = parser.parse_args()
    for tables in map(int, args.tables.split(",")):
        found, ends = Counter[int](), Counter[str]()
        for seed in range(args.first, args.first + args.sessions):
            number, end = cards(tables, seed, args.minutes, not args.guide, tuple(args.skills.split(",")))
            found[number] += 1
            ends[end] += 1
        good = sum(found[number] for number in (2, 3, 4))
        low, high = interval(good, args.sessions)
        share = f"{100 * good / args.sessions:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
        drawn = ", ".join(f"{number}: {found[number]}" for number in sorted(found))
        ended = ", ".join(f"{end} {count}" for end, count in sorted(ends.items()))
        print(f"{tables} tables: two to four cards in {share}; cards {drawn}; ended by {ended}", flush=True)


if __name__ == "__main__":
    main()
