"""One running script and what it waits for: a question, or children that run together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tabletown.kernel.questions import Chance, Choose, Decision, Script, Together

Deal = Callable[[Chance], "str | None"]  # None: somebody will type it in


class Run(msgspec.Struct):
    script: Script
    question: Decision | None = None
    children: dict[Any, Run] | None = None
    result: Any = None

    def advance(self, answer: Any, deal: Deal) -> bool:
        """Play on with this answer; True when the script has finished."""
        send = self.script.send
        while True:
            try:
                asked = send(answer)
            except StopIteration as end:
                self.question, self.result = None, end.value
                return True
            kind = asked.__class__
            if kind is Choose:
                self.question = asked
                return False
            if kind is Chance:
                answer = deal(asked)
                if answer is None:  # somebody will type it in
                    self.question = asked
                    return False
            elif kind is not Together:  # a game's own kind of Choose
                self.question = asked
                return False
            else:
                self.question = None
                answer = self.together(asked, deal)
                if answer is None:
                    return False

    def together(self, asked: Together, deal: Deal) -> dict[Any, Any] | None:
        """Start the scripts of those who act at the same time; their results, if nobody has to be waited for."""
        self.children, self.result = {}, {}
        for key, script in asked.scripts.items():
            child = Run(script)
            if child.advance(None, deal):
                self.result[key] = child.result
            else:
                self.children[key] = child
        if self.children:
            return None
        self.children = None
        return self.result  # type: ignore[no-any-return]

    def waiting(self) -> list[Decision]:
        if self.question is not None:
            return [self.question]
        found: list[Decision] = []
        for child in (self.children or {}).values():
            if child.question is not None:
                found.append(child.question)
            else:
                found += child.waiting()
        return found

    def asking(self, seat: int) -> Decision | None:
        """The question that waits for this seat."""
        question = self.question
        if question is not None:
            return question if question.seat == seat else None
        for child in (self.children or {}).values():
            question = child.question
            if question is None:
                question = child.asking(seat)
            if question is not None and question.seat == seat:
                return question
        return None

    def answer(self, seat: int, option: str, deal: Deal) -> bool | None:
        """Give it to the script that waits for this seat: True if that finished me, None if nobody waits for it."""
        if self.question is not None:
            return self.advance(option, deal) if self.question.seat == seat else None
        children = self.children or {}
        for key, child in children.items():
            question = child.question
            if question is None:
                finished = child.answer(seat, option, deal)
                if finished is None:
                    continue
            elif question.seat == seat:
                finished = child.advance(option, deal)
            else:
                continue
            if finished:
                self.result[key] = child.result
                del children[key]
                if not children:
                    self.children = None
                    return self.advance(self.result, deal)
            return False
        return None
