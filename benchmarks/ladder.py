"""Elo of bots from the matches of duels, with 95 % intervals; greedy stands at 1500.

python benchmarks/duel.py broken-cities search:30 greedy -n 60 --kept one.jsonl
python benchmarks/duel.py broken-cities greedy human:35% -n 200 --kept two.jsonl
python benchmarks/ladder.py one.jsonl two.jsonl
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from duel import kept

from tabletown.lab.ladder import ladder, pairings
from tabletown.lab.matches.play import MatchRow


def matches(files: list[Path]) -> list[MatchRow]:
    """Those in which both bots sat at the table, each named after the pair."""
    found = []
    for row in [row for file in files for row in kept(file) if not row.alone]:
        one = row.played.bots[row.seat]
        other = next(bot for bot in row.played.bots if bot != one)
        found.append(msgspec.structs.replace(row.played, arm=f"{one} / {other}"))
    return found


def main() -> None:
    print("| bot | Elo | beats the next one |\n|---|--:|--:|")
    rungs = ladder(pairings(matches([Path(name) for name in sys.argv[1:]])))
    for place, rung in enumerate(rungs, 1):
        beats = f"{100 * rung.beats:.0f} %" if place < len(rungs) else ""
        print(f"| `{rung.bot}` | {rung.elo:.0f} [{rung.low:.0f}, {rung.high:.0f}] | {beats} |")


if __name__ == "__main__":
    main()
