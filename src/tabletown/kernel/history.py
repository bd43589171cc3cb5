"""The history of a match: states between steps (checkpoints) and the answers after each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from tabletown.kernel.events import LogLine
from tabletown.kernel.questions import CHANCE, Chance, Script
from tabletown.kernel.run import Run

LoggedAnswer = tuple[int, str]  # the seat and the option


class Checkpoint(msgspec.Struct):  # with gc, which also frees a chain of any length
    """The state between two steps and the answers since. Clones share all but the last one."""

    state: Any  # None: no longer known; only the answers are
    number: int = 0  # how many answers had been given
    step: int = 1  # the step that starts here
    draws: dict[str, int] = {}  # how often each kind of chance had come up
    answers: list[LoggedAnswer] = []  # up to the next checkpoint
    previous: Checkpoint | None = None

    def __iter__(self) -> Iterator[Checkpoint]:
        """Iterate from this checkpoint back to the first."""
        point: Checkpoint | None = self
        while point is not None:
            yield point
            point = point.previous


class History(msgspec.Struct, gc=False):
    """The last checkpoint of a match, what happened since, and the log."""

    checkpoint: Checkpoint
    draws: dict[str, int] = {}  # how often each kind of chance has come up
    step: int = 0  # the current step; checkpoints in between may have been skipped
    step_start: int = 0  # how many answers had been given when it began
    keep_checkpoints: bool = False  # whether to keep one at every step; in simulations they are made on demand
    lines: list[LogLine] = []
    by: int | None = None  # who answers now

    @property
    def number(self) -> int:
        """Number of answers given, including chance."""
        return self.checkpoint.number + len(self.checkpoint.answers)

    def add_checkpoint(self, state: Any) -> None:
        self.collect(state)
        self.checkpoint = Checkpoint(state.copy(), self.number, self.step, self.draws, [], self.checkpoint)

    def luck_of(self, kind: str, run: Run) -> str:
        """The kind of chance for a seat: when several act at once, each has separate luck."""
        if run.children is None:
            return kind
        return next((f"{kind}@{seat}" for seat, _ in reversed(self.checkpoint.answers) if seat != CHANCE), kind)

    def drawn(self, kind: str) -> int:
        """Count a draw of this kind; returns how many came before."""
        if self.draws is self.checkpoint.draws:  # shared with others, so it is copied
            self.draws = self.draws.copy()
        nth = self.draws.get(kind, 0)
        self.draws[kind] = nth + 1
        return nth

    def collect(self, state: Any) -> None:
        """Move newly logged lines into the match's log."""
        if told := state.lines:
            number = self.number
            for line in told:
                line.number, line.by = number, self.by
            self.lines.extend(told)
            told.clear()


def history_up_to(point: Checkpoint) -> History:
    """The history up to this checkpoint; later answers must be replayed."""
    step, draws = point.step, point.draws
    return History(Checkpoint(point.state, point.number, step, draws, [], point.previous), draws, step - 1)


class Replay(msgspec.Struct, gc=False):
    """Deal luck from recorded answers during a replay."""

    history: History
    coming: Iterator[LoggedAnswer]
    by_hand: frozenset[str]
    run: Run

    @property
    def number(self) -> int:
        return self.history.number

    def _deal(self, question: Chance) -> str | None:
        answer = next(self.coming, None) if question.kind not in self.by_hand else None
        if answer is None:
            return None
        self.history.drawn(self.history.luck_of(question.kind, self.run))
        self.history.checkpoint.answers.append(answer)
        return answer[1]


def steps(step: Callable[[Any], Script | None], state: Any, history: History) -> Script:
    """Run the whole match as one script, step after step; between steps the state is plain data."""
    while True:
        last = history.checkpoint
        history.step += 1
        history.step_start = last.number + len(last.answers)
        if history.keep_checkpoints and history.step > last.step:
            history.add_checkpoint(state)
        script = step(state)
        if script is None:
            return
        yield from script
