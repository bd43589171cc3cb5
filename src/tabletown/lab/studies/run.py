"""Run a study: continue where it stopped, save every match, and stop when the result is precise enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from tabletown.lab.matches.engine import play_all
from tabletown.lab.matches.play import MatchRow, Task
from tabletown.lab.statistics import FEWEST, precise
from tabletown.lab.studies.results import BadResults, Results, by_arm, needs_polars
from tabletown.lab.studies.study import Study
from tabletown.registry import game

Watcher = Callable[[MatchRow | None, int], None]  # the match just played, and how many are done


def run_study(
    study: Study, folder: Path, jobs: int = 1, engine: str = "processes", watch: Watcher | None = None
) -> list[MatchRow]:
    """Play all matches of a study. After an interrupt, the folder has all finished matches, also as tables.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     len(run_study(Study(game="crossroll", bots=("random", "random"), matches=2), Path(folder)))
    2
    """
    needs_polars()
    results = Results(folder, study)
    played = results.open()
    try:
        run = StudyRun(study, played, folder)
        tell = watch or (lambda match, done: None)
        tell(None, run.done)
        tasks = play_all(run.tasks(), jobs, engine)
        try:
            for match in tasks:
                if match.arm not in run.stopped:  # some were started before the arm was precise enough
                    results.add(match)
                    run.add(match)
                tell(match, run.done)
        finally:
            if hasattr(tasks, "close"):
                tasks.close()
    finally:
        results.close()
    return run.played


class StudyRun:
    """The progress of a study."""

    def __init__(self, study: Study, played: list[MatchRow], folder: Path) -> None:
        self.study, self.played = study, list(played)
        self.cooperative = game(study.game).about.cooperative
        self.of_arm = by_arm(played)
        self.stopped: set[str] = set()
        self._same(folder)
        for arm in study.arms():
            self._look(arm.name, self.of_arm.setdefault(arm.name, []))

    def _same(self, folder: Path) -> None:
        """Check that the saved rows are the first ones of this study."""
        coming = {arm.name: self.study.tasks(arm) for arm in self.study.arms()}
        for number, match in enumerate(self.played, 1):
            task = next(coming[match.arm], None) if match.arm in coming else None
            if task is not None and (task.seed, task.bots) != (match.seed, match.bots):
                raise BadResults(
                    f"{folder / 'matches.jsonl'}, line {number}: seed {match.seed} of {' '.join(match.bots)} "
                    f"is not the match that this study has there."
                )

    def tasks(self) -> Iterator[Task]:
        for arm in self.study.arms():
            for task in islice(self.study.tasks(arm), len(self.of_arm[arm.name]), None):
                if arm.name in self.stopped:
                    break
                yield task

    def add(self, match: MatchRow) -> None:
        self.played.append(match)
        mine = self.of_arm[match.arm]
        mine.append(match)
        if len(mine) % (FEWEST // 2) == 0:
            self._look(match.arm, mine)

    def _look(self, arm: str, mine: list[MatchRow]) -> None:
        whole = len(mine) - len(mine) % (FEWEST // 2)  # at fixed numbers, so that interruptions change nothing
        if self.study.until and precise(mine[:whole], self.study.until, self.cooperative):
            self.stopped.add(arm)

    @property
    def done(self) -> int:
        """The number of matches played or no longer needed."""
        spared = sum(self.study.matches - len(self.of_arm[arm]) for arm in self.stopped)
        return len(self.played) + max(0, spared)
