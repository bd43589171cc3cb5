"""Play many matches between bots, on one or more cores; what is done is kept when somebody interrupts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tabletown.bots import make
from tabletown.kernel import Match
from tabletown.lab.engine import play_all
from tabletown.lab.play import Played, Task
from tabletown.registry import game


def simulate(
    name: str,
    bots: Sequence[str],
    matches: int,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    jobs: int = 1,
    swap: bool = True,
    skip: int = 0,
) -> Iterator[Played]:
    """Matches in the order of their seeds. `swap`: the bots change seats from match to match, so that no seat favours
    one. `skip`: so many were played before."""
    checked = game(name).options(options)
    for bot in bots:
        make(bot)
    Match(game(name), len(bots), checked, seed, live=False)  # refuses what cannot be played, before the work
    tasks = (
        Task(name, rotated(bots, number if swap else 0), checked, seed + number) for number in range(skip, matches)
    )
    return play_all(tasks, jobs)


def rotated(bots: Sequence[str], by: int) -> tuple[str, ...]:
    by %= len(bots)
    return (*bots[by:], *bots[:by])
