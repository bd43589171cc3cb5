"""What lies behind a match: the states between two steps (seams), and the answers since the last one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

import msgspec

from tabletown.kernel.events import Line
from tabletown.kernel.questions import CHANCE, Chance, Script
from tabletown.kernel.run import Run

Given = tuple[int, str]  # an answer: the seat and the option


class Seam(msgspec.Struct, gc=False):
    """The state between two steps, and the answers that led there from the seam before."""

    state: Any
    number: int = 0  # how many answers had been given
    draws: dict[str, int] = {}  # how often each kind of chance had come up
    before: list[Given] = []


class Past(msgspec.Struct, gc=False):
    """The last seam of a match and those before it, what was answered since, and the log in words."""

    seam: Seam
    earlier: list[Seam] = []  # the first `depth` of them are mine; twins share the list, and copy it to add to it
    depth: int = 0
    draws: dict[str, int] = {}  # how often each kind of chance has come up
    mine: bool = False  # whether the list of seams is
    since: list[Given] = []  # the answers since the seam
    lines: list[Line] = []
    turn_at: int = 0  # where in `since` the present step begins
    steps: int = 0  # how many steps have begun since the seam: with more than one it is not the last there could be
    marks: bool = False  # whether every step leaves a seam; in simulation it is only made when somebody needs it
    by: int | None = None  # who answers now
    found: Past | None = None  # the same past with seams that were left out here, as far as somebody needed them

    @property
    def number(self) -> int:
        """How many answers have been given, chance included."""
        return self.seam.number + len(self.since)

    def mark(self, state: Any) -> None:
        """Here is a seam."""
        self.collect(state)
        if not self.mine or len(self.earlier) > self.depth:
            self.earlier, self.mine = self.earlier[: self.depth], True
        self.earlier.append(self.seam)
        self.depth += 1
        self.seam = Seam(state.copy(), self.number, self.draws, self.since)
        self.since, self.turn_at, self.steps = [], 0, 0

    def cut(self, number: int) -> tuple[Past, list[Given]] | None:
        """What lay behind the last seam up to this number, and the answers after it; None if none is known."""
        at = bisect_right(self.earlier, number, hi=self.depth, key=attrgetter("number")) - 1
        after = self.earlier[at + 1] if at + 1 < self.depth else self.seam
        return (Past(self.earlier[at], self.earlier, at), after.before) if at >= 0 else None

    def parts(self) -> Iterator[list[Given]]:
        """All answers, from the last seam's back to the first's."""
        yield self.since
        yield self.seam.before
        for at in range(self.depth - 1, -1, -1):
            yield self.earlier[at].before

    def luck_of(self, kind: str, run: Run) -> str:
        """Where several act together each has luck of their own, whoever comes first or takes something back."""
        if run.children is None:
            return kind
        return next((f"{kind}@{seat}" for seat, _ in reversed(self.since) if seat != CHANCE), kind)

    def drawn(self, kind: str) -> int:
        """How many of this kind had come up: now it is one more."""
        if self.draws is self.seam.draws:  # others look at it too
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


class Replay(msgspec.Struct, gc=False):
    """Deals what came up before, from answers that are played again."""

    past: Past
    coming: Iterator[Given]
    by_hand: frozenset[str]
    run: Run

    @property
    def number(self) -> int:
        return self.past.number

    def _deal(self, question: Chance) -> str | None:
        answer = next(self.coming, None) if question.kind not in self.by_hand else None
        if answer is None:
            return None
        self.past.drawn(self.past.luck_of(question.kind, self.run))
        self.past.since.append(answer)
        return answer[1]


def turns(step: Callable[[Any], Script | None], state: Any, past: Past) -> Script:
    """The whole match as one script: step after step. Between two of them nothing runs and the state is only data."""
    while True:
        if past.marks:
            past.mark(state)
        else:
            past.turn_at = len(past.since)
            past.steps += 1
        script = step(state)
        if script is None:
            return
        yield from script
