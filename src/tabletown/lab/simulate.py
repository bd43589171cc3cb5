"""Play many matches between bots, on one or more cores; what is done is kept when somebody interrupts."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from tabletown.bots import make
from tabletown.kernel import Match
from tabletown.kernel.chance import mix
from tabletown.registry import game


class Played(msgspec.Struct):
    """One finished match."""

    seed: int
    bots: tuple[str, ...]  # by seat
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str  # the clause or the sentence that ended it
    answers: int  # that seats gave, chance left out


class Task(msgspec.Struct):
    game: str
    bots: tuple[str, ...]
    options: dict[str, str]
    seed: int
    limit: int = 100_000


def play_match(task: Task) -> Played:
    """One match between these bots; the same task gives the same match (bots with a time budget apart)."""
    match = Match(game(task.game), len(task.bots), task.options, task.seed, live=False)
    bots = [make(name, seed=mix(task.seed, seat)) for seat, name in enumerate(task.bots)]
    answers = 0
    while (decisions := match.decisions) and answers < task.limit:
        seat = decisions[0].seat
        match.choose(seat, bots[seat].choose(match.seen_by(seat)))
        answers += 1
    outcome = match.outcome
    if outcome is None:
        raise RuntimeError(f"{task.game}, seed {task.seed}: no end after {task.limit} answers.")
    if match.game.check is not None:
        match.game.check(match.state)  # whatever must be conserved still is
    ending = outcome.rule or outcome.reason.template
    return Played(task.seed, task.bots, outcome.winners, outcome.scores, ending, answers)


def simulate(
    name: str,
    bots: Sequence[str],
    matches: int,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    jobs: int = 1,
    swap: bool = True,
) -> Iterator[Played]:
    """Matches as they finish. `swap`: the bots change seats from match to match, so that no seat favours one."""
    checked = game(name).options(options)
    tasks = (Task(name, _rotated(bots, number if swap else 0), checked, seed + number) for number in range(matches))
    if jobs <= 1:
        yield from map(play_match, tasks)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(jobs, _leave_interrupts_to_the_parent) as pool:  # whoever leaves the block ends the workers
        yield from pool.imap_unordered(play_match, tasks)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _rotated(bots: Sequence[str], by: int) -> tuple[str, ...]:
    by %= len(bots)
    return (*bots[by:], *bots[:by])
