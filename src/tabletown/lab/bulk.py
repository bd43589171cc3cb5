"""Whole matches of bots that pick blindly, as fast as the rules can ask: for very many of them.

Nobody looks into such a match, copies it or takes anything back. So its scripts are answered directly, without a log
and seams, and a pick from the options is not looked up among them again. It is the match that `Match` would play with
the same seed and the same bots, question by question; tests/lab/test_bulk.py holds both side by side.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from tabletown.kernel import Chance, Choose, Game, Script, Together
from tabletown.kernel.chance import Dealer


class TooLong(Exception):
    """More answers than the task allows."""


class Begun:
    """Scripts that run together, each at its first question; some have finished without any."""

    __slots__ = ("results", "waiting")

    def __init__(self) -> None:
        self.results: dict[Any, Any] = {}
        self.waiting: list[tuple[Any, Callable[[Any], Any], Any]] = []  # key, into the script, its question


OTHERS = {Chance, Together, Begun}  # all that is not asked of a seat


class Blind:
    """One match, played to its end: `state` is what it came to."""

    __slots__ = ("apart", "blocks", "dealer", "last", "left", "luck", "picks", "state")

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], seed: int, limit: int) -> None:
        self.state: Any = game.rules.setup(seats, options)
        self.dealer = Dealer(seed)
        # what `tabletown.bots.simple.Random` picks with
        self.picks = [random.Random(self.dealer.word("bot", seat)).random for seat in range(seats)]
        self.luck: dict[str, list[int]] = {}  # of each kind of chance: what its next draws are dealt by, the first last
        self.blocks: dict[str, int] = {}  # and how much was taken from the dealer
        self.left = limit  # answers
        self.last = -1  # who answered last
        self.apart = False  # whether several act together: then each has luck of their own
        send = _steps(game.rules.step, self.state).send
        with suppress(StopIteration):  # it may be over before it began
            self.answer(send, send(None))

    def answer(self, send: Callable[[Any], Any], asked: Any) -> Any:
        """Answer this question and all that follow, to the end of the script; what that returns."""
        picks, luck, apart = self.picks, self.luck, self.apart
        left, seat = self.left, self.last
        while True:
            kind = type(asked)
            if kind is Choose or kind not in OTHERS:  # a game may have questions of its own kind
                seat, given = asked.seat, asked.given
                if type(given) is not list and callable(given):
                    given = given(*asked.about)
                answer = given[int(picks[seat]() * len(given))]
                left -= 1
                if left < 0:
                    raise TooLong
            elif kind is Chance:
                if not apart and (words := luck.get(asked.kind)):
                    given = asked.given
                    answer = given[words.pop() * len(given) >> 64]
                else:
                    self.last = seat
                    answer = self.deal(asked)
            else:
                self.left, self.last = left, seat
                answer = self.finish(asked if kind is Begun else self.begin(asked))
                left, seat = self.left, self.last
            try:
                asked = send(answer)
            except StopIteration as end:
                self.left, self.last = left, seat
                return end.value

    def deal(self, asked: Chance) -> str:
        kind = f"{asked.kind}@{self.last}" if self.apart else asked.kind
        words = self.luck.setdefault(kind, [])
        if not words:
            number = self.blocks.get(kind, 0)
            words += reversed(self.dealer.words(kind, number))
            self.blocks[kind] = number + 1
        return asked.given[words.pop() * len(asked.given) >> 64]

    def begin(self, asked: Together) -> Begun:
        """Bring each of the scripts to its first question."""
        begun = Begun()
        for key, script in asked.scripts.items():
            send: Callable[[Any], Any] = script.send
            answer: Any = None
            try:
                while True:
                    question = send(answer)
                    if type(question) is Chance:
                        answer = self.deal(question)
                        continue
                    if type(question) is Together:
                        question = self.begin(question)
                        if not question.waiting:
                            answer = question.results
                            continue
                    begun.waiting.append((key, send, question))
                    break
            except StopIteration as end:
                begun.results[key] = end.value
        return begun

    def finish(self, begun: Begun) -> dict[Any, Any]:
        """One after the other, as whoever asks for the first open question would answer them."""
        before, self.apart = self.apart, True
        for key, send, question in begun.waiting:
            begun.results[key] = self.answer(send, question)
        self.apart = before
        return begun.results


def _steps(step: Callable[[Any], Script | None], state: Any) -> Script:
    while (script := step(state)) is not None:
        yield from script
