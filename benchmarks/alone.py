"""Cross Bronx Expressway for one or two people, as the table of docs/balance.md.

tabletown study run studies/cross-bronx-alone.toml --out results
python benchmarks/alone.py results
"""

from __future__ import annotations

import sys
from pathlib import Path

from tabletown.games.cross_bronx.state import FACTION_IDS, FACTION_NAMES
from tabletown.lab.results import read_results
from tabletown.lab.statistics import interval

LOST = ("lose.disenfranchisement", "lose.bankruptcy")


def share(count: int, of: int) -> str:
    low, high = interval(count, of)
    return f"{100 * count / of:.0f} % [{100 * low:.0f}, {100 * high:.0f}]"


def main(folder: Path) -> None:
    asking, matches = read_results(folder)
    print("| start | people | Sessions | lost together | Public wins | Community wins | Private wins |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for arm in asking.study.arms():
        played = [match for match in matches if match.arm == arm.name and match.counts]
        people = [seat for seat, id in enumerate(FACTION_IDS) if arm.options[id] == "person"]
        if not played:
            continue
        lost = sum(match.reason in LOST for match in played)
        won = [share(sum(seat in match.winners for match in played), len(played)) for seat in range(3)]
        shown = [f"**{won[seat]}**" if seat in people else won[seat] for seat in range(3)]
        names = " and ".join(FACTION_NAMES[seat] for seat in people)
        row = [arm.options["session"], names, str(len(played)), share(lost, len(played)), *shown]
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
