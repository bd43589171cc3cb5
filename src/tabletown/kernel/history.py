"""What lies behind a match: the states between two steps (checkpoints), and the answers given after each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from tabletown.kernel.events import LogLine
from tabletown.kernel.questions import CHANCE, Chance, Script
from tabletown.kernel.run import Run

LoggedAnswer = tuple[int, str]  # the seat and the option


class Checkpoint(msgspec.Struct):  # with gc, which also frees a chain of any length
    """The state between two steps, and the answers since. Only the last one grows: clones share those before it."""

    state: Any  # None: not known any more, only the answers are
    number: int = 0  # how many answers had been given
    step: int = 1  # the step that begins here
    draws: dict[str, int] = {}  # how often each kind of chance had come up
    answers: list[LoggedAnswer] = []  # up to the next checkpoint
    previous: Checkpoint | None = None

    def __iter__(self) -> Iterator[Checkpoint]:
        """From this one back to the first."""
        point: Checkpoint | None = self
        while point is not None:
            yield point
            point = point.previous


class History(msgspec.Struct, gc=False):
    """The last checkpoint of a match and what has happened since, and the log in words."""

    checkpoint: Checkpoint
    draws: dict[str, int] = {}  # how often each kind of chance has come up
    step: int = 0  # the present one; where it is not the checkpoint's, some in between were left out
    step_start: int = 0  # how many answers had been given when it began
    keep_checkpoints: bool = False  # one at every step; in simulation they are only made when somebody needs them
    lines: list[LogLine] = []
    by: int | None = None  # who answers now

    @property
    def number(self) -> int:
        """How many answers have been given, chance included."""
        return self.checkpoint.number + len(self.checkpoint.answers)

    def add_checkpoint(self, state: Any) -> None:
        self.collect(state)
        self.checkpoint = Checkpoint(state.copy(), self.number, self.step, self.draws, [], self.checkpoint)

    def luck_of(self, kind: str, run: Run) -> str:
        """Where several act together each has luck of their own, whoever comes first or takes something back."""
        if run.children is None:
            return kind
        return next((f"{kind}@{seat}" for seat, _ in reversed(self.checkpoint.answers) if seat != CHANCE), kind)

    def drawn(self, kind: str) -> int:
        """How many of this kind had come up: now it is one more."""
        if self.draws is self.checkpoint.draws:  # others look at it too
            self.draws = self.draws.copy()
        nth = self.draws.get(kind, 0)
        self.draws[kind] = nth + 1
        return nth

    def collect(self, state: Any) -> None:
        """Move what the scripts told into the match's own log in words."""
        if told := state.lines:
            number = self.number
            for line in told:
                line.number, line.by = number, self.by
            self.lines.extend(told)
            told.clear()


def history_up_to(point: Checkpoint) -> History:
    """What led to this checkpoint; what was answered since must be played again."""
    step, draws = point.step, point.draws
    return History(Checkpoint(point.state, point.number, step, draws, [], point.previous), draws, step - 1)


class Replay(msgspec.Struct, gc=False):
    """Deals what came up before, from answers that are played again."""

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
    """The whole match as one script: step after step. Between two of them nothing runs and the state is only data."""
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
