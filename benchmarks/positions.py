"""Cross Bronx Expressway: how often each Position's first star and its goal are reached, by people and Non-Players.

python benchmarks/positions.py -n 40
"""

from __future__ import annotations

import argparse
from collections import Counter

from tabletown.bots import make
from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.components import POSITIONS
from tabletown.games.cross_bronx.rules.positions import STAR, TOOK
from tabletown.games.cross_bronx.state import FACTION_IDS
from tabletown.kernel import Match


def count(found: Counter[tuple[str, str]], options: dict[str, str], seed: int, bot: str) -> None:
    match, bots = Match(game, 3, options, seed), [make(bot, seed=seed + seat) for seat in range(3)]
    while decisions := match.decisions:
        seat = decisions[0].seat
        match.choose(seat, bots[seat].choose(match.seen_by(seat)))
    for line in match.lines:
        template, parts = line.text.template, line.text.parts
        if template == TOOK.template:
            found["held", str(parts["title"])] += 1
        elif template == STAR.template:
            found["star", str(parts["title"])] += parts["stars"] == 1
            found["goal", str(parts["title"])] += parts["stars"] == parts["target"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=40, help="Sessions from each start, for people and for Non-Players")
    parser.add_argument("--bot", default="greedy")
    chosen = parser.parse_args()
    people: Counter[tuple[str, str]] = Counter()
    others: Counter[tuple[str, str]] = Counter()
    for start in range(1940, 2000, 10):
        for seed in range(chosen.n):
            count(people, {"session": str(start), "positions": "one-random"}, seed, chosen.bot)
            alone = {FACTION_IDS[(seed + step) % 3]: "non-player" for step in (1, 2)}
            count(others, {"session": str(start), **alone}, seed, chosen.bot)
    print("| Position | of | people: star | goal | Non-Players: star | goal |\n|---|---|--:|--:|--:|--:|")
    for card in POSITIONS:
        shares = [
            f"{100 * found[what, card.title] / max(1, found['held', card.title]):.0f} %"
            for found in (people, others)
            for what in ("star", "goal")
        ]
        print(f"| {card.title} | {card.faction.title()} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
