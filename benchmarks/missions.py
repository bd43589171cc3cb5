"""New York Crisis: how often one to four relatives win each mission, as in docs/reports/2026-11-18-balance.md.

python benchmarks/missions.py --bot search:8 -n 40 --seed 800001 --kept missions.jsonl

A second run with the same file continues where the first one stopped.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tabletown.games.new_york_crisis import game
from tabletown.games.new_york_crisis.scenarios import SCENARIOS
from tabletown.lab.matches.engine import play_all
from tabletown.lab.matches.play import Task
from tabletown.lab.statistics import format_interval

NUMBERS = {1: "one relative", 2: "two", 3: "three", 4: "four"}


class Row(msgspec.Struct, frozen=True):
    scenario: str
    relatives: int
    expert: str
    bot: str
    seed: int
    won: bool


def asked(chosen: argparse.Namespace) -> Iterator[Task]:
    """The games seed by seed, so that an interrupted run covers all cells about equally."""
    for seed in range(chosen.seed, chosen.seed + chosen.n):
        for scenario in chosen.only or SCENARIOS:
            for relatives in chosen.relatives:
                options = game.options({"scenario": scenario, "expert": chosen.expert})
                yield Task(game.about.id, (chosen.bot,) * relatives, options, seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=60, help="games of each mission and number of relatives")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--expert", default="no", choices=("no", "yes"))
    parser.add_argument("--only", nargs="*", choices=list(SCENARIOS))
    parser.add_argument("--relatives", nargs="*", type=int, choices=NUMBERS, default=list(NUMBERS))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="file of the games that were played")
    chosen = parser.parse_args()
    rows: list[Row] = []
    if chosen.kept is not None and chosen.kept.exists():
        rows = [msgspec.json.decode(line, type=Row) for line in chosen.kept.read_bytes().splitlines()]
    tasks = list(asked(chosen))
    cells = [(task.options["scenario"], len(task.bots), chosen.expert, chosen.bot, task.seed) for task in tasks]
    done = {(row.scenario, row.relatives, row.expert, row.bot, row.seed) for row in rows}
    left = [place for place, cell in enumerate(cells) if cell not in done]
    for place, played in zip(left, play_all([tasks[place] for place in left], chosen.jobs)):
        if played.error:
            raise SystemExit(played.error)
        rows.append(Row(*cells[place], won=bool(played.winners)))
        if chosen.kept is not None:
            with chosen.kept.open("ab") as file:
                file.write(msgspec.json.encode(rows[-1]) + b"\n")
    wanted = set(cells)
    heads = [NUMBERS[relatives] for relatives in chosen.relatives]
    print(f"| mission | {' | '.join(heads)} |\n|---|{'--:|' * len(heads)}")
    for scenario in chosen.only or SCENARIOS:
        shares = []
        for relatives in chosen.relatives:
            won = [
                row.won
                for row in rows
                if (row.scenario, row.relatives) == (scenario, relatives)
                and (row.scenario, row.relatives, row.expert, row.bot, row.seed) in wanted
            ]
            shares.append(format_interval(sum(won), len(won)))
        print(f"| {SCENARIOS[scenario].title} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
