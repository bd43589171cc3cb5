"""Cross Bronx Expressway for one or two people, as the tables of docs/reports/2026-11-18-balance.md.

tabletown study run studies/cross-bronx-strong.toml --out results
python benchmarks/alone.py results
"""

from __future__ import annotations

import sys
from pathlib import Path

from tabletown.games.cross_bronx.state import FACTION_IDS, FACTION_NAMES
from tabletown.lab.matches.play import MatchRow
from tabletown.lab.statistics import format_interval
from tabletown.lab.studies.results import read_results
from tabletown.lab.studies.study import Arm

LOST = ("lose.disenfranchisement", "lose.bankruptcy")
LEVEL = "np_points"


def people(arm: Arm) -> list[int]:
    return [seat for seat, id in enumerate(FACTION_IDS) if arm.options[id] == "person"]


def lost(played: list[MatchRow]) -> str:
    return format_interval(sum(match.reason in LOST for match in played), len(played))


def won(played: list[MatchRow], seat: int) -> str:
    return format_interval(sum(seat in match.winners for match in played), len(played))


def main(folder: Path) -> None:
    asking, matches = read_results(folder)
    cells = [
        (arm, [match for match in matches if match.arm == arm.name and match.counts]) for arm in asking.study.arms()
    ]
    levels = list(dict.fromkeys(arm.options.get(LEVEL, "yes") for arm, _ in cells))
    heads = ["lost together", *(f"{name} wins" for name in FACTION_NAMES)]
    if len(levels) > 1:
        heads = [f"{level}: {head}" for level in levels for head in ("lost together", "own wins")]
    print(f"| start | people | Sessions | {' | '.join(heads)} |")
    print(f"|---|---|--:|{'--:|' * len(heads)}")
    rows: dict[tuple[str, str], list[str]] = {}
    for arm, played in cells:
        if not played:
            continue
        own = people(arm)
        names = " and ".join(FACTION_NAMES[seat] for seat in own)
        row = rows.setdefault((arm.options["session"], names), [str(len(played))])
        if len(levels) > 1:
            row += [lost(played), ", ".join(won(played, seat) for seat in own)]
        else:
            shares = [won(played, seat) for seat in range(3)]
            row += [lost(played), *(f"**{share}**" if seat in own else share for seat, share in enumerate(shares))]
    for (start, names), row in rows.items():
        print(f"| {start} | {names} | {' | '.join(row)} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
