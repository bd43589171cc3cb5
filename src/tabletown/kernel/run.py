"""One running script and the question it waits for, or its children that run together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from tabletown.kernel.questions import Chance, Choose, Decision, Together


class ChanceSource(Protocol):
    @property
    def number(self) -> int:
        """The number of answers given."""

    def _deal(self, question: Chance) -> str | None:
        """The outcome; None: a person will type it in."""


class Run(msgspec.Struct, gc=False):
    send: Callable[[Any], Any]  # sends to the script
    question: Decision | None = None
    children: dict[Any, Run] | None = None
    result: Any = None
    secret_since: int = 0  # number of answers before the children began
    frozen: bool = False  # whether nobody may see which of them have answered

    def advance(self, answer: Any, dealer: ChanceSource) -> bool:
        """Continue with this answer; True when the script has finished."""
        send = self.send
        while True:
            try:
                asked = send(answer)
            except StopIteration as end:
                self.question, self.result = None, end.value
                return True
            kind = type(asked)
            if kind is Choose:
                self.question = asked
                return False
            if kind is Chance:
                answer = dealer._deal(asked)
                if answer is None:  # a person will type it in
                    self.question = asked
                    return False
            elif kind is not Together:  # a game's own subclass of Choose
                self.question = asked
                return False
            else:
                self.question = None
                answer = self.together(asked, dealer)
                if answer is None:
                    return False

    def together(self, asked: Together, dealer: ChanceSource) -> dict[Any, Any] | None:
        """Start scripts that run together; returns their results if none has to wait."""
        children: dict[Any, Run] = {}
        self.result = {}
        for key, script in asked.scripts.items():
            child = Run(script.send)
            if child.advance(None, dealer):
                self.result[key] = child.result
            else:
                children[key] = child
        if children:
            self.children, self.secret_since, self.frozen = children, dealer.number, not asked.shows_progress
            return None
        return self.result  # type: ignore[no-any-return]

    def waiting(self) -> list[Decision]:
        if self.question is not None:
            return [self.question]
        found: list[Decision] = []
        for child in (self.children or {}).values():
            found += child.waiting() if child.question is None else (child.question,)
        return found

    def asking(self, seat: int) -> Decision | None:
        """The pending question for this seat."""
        question = self.question
        if question is not None:
            return question if question.seat == seat else None
        children = self.children or {}
        child = children.get(seat)  # usually scripts are keyed by the seats they ask
        if child is not None and (question := child.question) is not None and question.seat == seat:
            return question
        return next((asked for child in children.values() if (asked := child.asking(seat)) is not None), None)

    def answer(self, seat: int, option: str, dealer: ChanceSource) -> bool | None:
        """Send the answer to the script that asks this seat: True if that finished everything, None if no script
        does."""
        if self.question is not None:
            return self.advance(option, dealer) if self.question.seat == seat else None
        children, key = self.children or {}, seat
        child = children.get(key)
        if child is None or child.question is None or child.question.seat != seat:
            key, child = next(((key, child) for key, child in children.items() if child.asking(seat)), (key, None))
        if child is None:
            return None
        if not (child.answer(seat, option, dealer) if child.question is None else child.advance(option, dealer)):
            return False
        self.result[key] = child.result
        del children[key]
        if children:
            return False
        self.children = None
        return self.advance(self.result, dealer)
