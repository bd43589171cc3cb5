"""Cross Bronx Expressway: how often each Position's first star and its goal are reached, by people and Non-Players.

python benchmarks/positions.py -n 100
python benchmarks/positions.py -n 12 --card organizer --holder search:30
"""

from __future__ import annotations

import argparse
from collections import Counter
from multiprocessing import Pool

from tabletown.bots import make
from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.components import POSITION_OF_ID, POSITIONS
from tabletown.games.cross_bronx.events.positions import GainedStar, TookPosition
from tabletown.games.cross_bronx.state import FACTION_IDS
from tabletown.kernel import Match
from tabletown.kernel.match import Luck
from tabletown.lab.statistics import format_interval

Found = Counter[tuple[str, str]]


def dealing(card: str) -> Luck:
    """Deal this card whenever it can be drawn; everything else follows the seed."""
    return lambda question, number: card if card in question.options else None


def count(options: dict[str, str], seed: int, names: list[str], card: str) -> Found:
    found: Found = Counter()
    match = Match(game, 3, options, seed, luck=dealing(f"position:{card}") if card else None)
    bots = [make(name, seed=seed + seat) for seat, name in enumerate(names)]
    while decisions := match.decisions:
        seat = decisions[0].seat
        match.choose(seat, bots[seat].choose(match.player_view(seat)))
    for line in match.lines:
        event = line.event
        if isinstance(event, TookPosition):
            found["held", POSITION_OF_ID[event.position].title] += 1
        elif isinstance(event, GainedStar):
            card = POSITION_OF_ID[event.position]
            found["star", card.title] += event.stars == 1
            found["goal", card.title] += event.stars == card.target
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=100, help="Sessions from each start, for people and for Non-Players")
    parser.add_argument("--seed", type=int, default=1, help="of the first Session")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--card", default="", choices=[card.id for card in POSITIONS], help="dealt whenever it can be")
    parser.add_argument("--holder", default="", help="the bot of its Faction, with --card")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    names = [chosen.bot] * 3
    shown = [card for card in POSITIONS if chosen.card in ("", card.id)]
    if chosen.card:
        names[FACTION_IDS.index(shown[0].faction)] = chosen.holder or chosen.bot
    three, alone = [], []
    for start in range(1940, 2000, 10):
        first = chosen.seed + start * 1000  # different cards from every start
        for seed in range(first, first + chosen.n):
            three.append(({"session": str(start), "positions": "one-random"}, seed, names, chosen.card))
            others = {FACTION_IDS[(seed + step) % 3]: "non-player" for step in (1, 2)}
            alone.append(({"session": str(start), **others}, seed, names, chosen.card))
    with Pool(chosen.jobs) as pool:
        sides = [sum(pool.starmap(count, tasks, chunksize=10), Found()) for tasks in (three, alone)]
    print("| Position | of | people: held | star | goal | Non-Players: held | star | goal |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for card in shown:
        row = [card.title, card.faction.title()]
        for found in sides:
            held = found["held", card.title]
            row += [
                str(held),
                *(format_interval(found[what, card.title], held) if held else "" for what in ("star", "goal")),
            ]
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
