"""Play many matches between bots on one or more cores; finished matches are kept on an interrupt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tabletown.bots import Bot
from tabletown.bots.own import find, is_object, name_of
from tabletown.kernel import Match
from tabletown.kernel.errors import BadOption
from tabletown.lab.matches.engine import play_all
from tabletown.lab.matches.play import MatchRow, Task
from tabletown.registry import game


def simulate(
    name: str,
    bots: Sequence[str | Bot],
    matches: int,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    jobs: int = 1,
    swap: bool = True,
    skip: int = 0,
    patience: float = 0.0,
) -> Iterator[MatchRow]:
    """Yield matches in the order of their seeds. `swap`: the bots change seats from match to match, so that no seat
    favours one. `skip`: leave out so many. `patience`: seconds that a bot may take per answer before it loses.

    Bots are named (`greedy`, `mybots:Careful`, see `tabletown.bots.own`) or are objects, which play in this process.

    >>> rows = list(simulate("right-of-way", ["random", "random"], matches=2))
    >>> [row.seed for row in rows]
    [1, 2]
    """
    checked = game(name).options(options)
    names = [name_of(bot) for bot in bots]
    for bot in names:
        find(bot)
        if is_object(bot) and jobs > 1:
            raise BadOption(
                f"{bot} is an object and plays only in this process. For more processes, name it as module:Class."
            )
    Match(game(name), len(names), checked, seed, live=False)  # refuses bad settings before the work starts
    tasks = (
        Task(name, rotated(names, number if swap else 0), checked, seed + number, patience=patience)
        for number in range(skip, matches)
    )
    return play_all(tasks, jobs)


def rotated(bots: Sequence[str], by: int) -> tuple[str, ...]:
    by %= len(bots)
    return (*bots[by:], *bots[:by])
