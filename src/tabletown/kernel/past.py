"""What lies behind a match: the state between two turns (a seam), and the answers since."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from tabletown.kernel.questions import CHANCE, Chance, Script
from tabletown.kernel.run import Run
from tabletown.kernel.text import Line


class Seam(msgspec.Struct, gc=False):
    """The state between two turns, and the answers that led there from the seam before."""

    state: Any
    number: int  # how many answers had been given
    before: list[tuple[int, str]]
    previous: Seam | None
    draws: dict[str, int]  # how often each kind of chance had come up


class Past(msgspec.Struct):
    """The last seam of a match, what was answered since, and the log in words."""

    seam: Seam
    draws: dict[str, int]  # how often each kind of chance has come up
    since: list[tuple[int, str]] = []  # the answers since the seam
    lines: list[Line] = []
    turn_at: int = 0  # where in `since` the present turn begins
    marks: bool = False  # whether every turn leaves a seam; in simulation it is only made when somebody needs it
    by: int | None = None  # who answers now

    @property
    def number(self) -> int:
        """How many answers have been given, chance included."""
        return self.seam.number + len(self.since)

    def mark(self, state: Any) -> None:
        """Here is a seam."""
        self.collect(state)
        self.seam = Seam(state.copy(), self.number, self.since, self.seam, self.draws.copy())
        self.since = []

    def luck_of(self, kind: str, run: Run) -> str:
        """Where several act together each has luck of their own, whoever comes first or takes something back."""
        if run.children is None:
            return kind
        return next((f"{kind}@{seat}" for seat, _ in reversed(self.since) if seat != CHANCE), kind)

    def drawn(self, kind: str, run: Run) -> None:
        """One more of this kind has come up."""
        kind = self.luck_of(kind, run)
        self.draws[kind] = self.draws.get(kind, 0) + 1

    def collect(self, state: Any) -> None:
        """Move what the scripts told into the match's own log in words."""
        if told := state.lines:
            number = self.number
            for line in told:
                line.number, line.by = number, self.by
            self.lines.extend(told)
            told.clear()


class Replay(msgspec.Struct):
    """Deals what came up before, from answers that are played again."""

    past: Past
    coming: Iterator[tuple[int, str]]
    by_hand: frozenset[str]
    run: Run

    @property
    def number(self) -> int:
        return self.past.number

    def _deal(self, question: Chance) -> str | None:
        if question.kind in self.by_hand:
            return None
        answer = next(self.coming, None)
        if answer is None:
            return None
        self.past.drawn(question.kind, self.run)
        self.past.since.append(answer)
        return answer[1]


def turns(turn: Callable[[Any], Script | None], state: Any, past: Past) -> Script:
    """The whole match as one script: turn after turn. Between two of them nothing runs and the state is only data."""
    while True:
        if past.marks:
            past.mark(state)
        else:
            past.turn_at = len(past.since)
        script = turn(state)
        if script is None:
            return
        yield from script
