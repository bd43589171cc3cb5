"""One running script and what it waits for: a question, or children that run together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletown.kernel.questions import Chance, Decision, Script, Together

Deal = Callable[[Chance], "str | None"]  # None: somebody will type it in


class Run:
    __slots__ = ("children", "question", "result", "script")

    def __init__(self, script: Script) -> None:
        self.script = script
        self.question: Decision | None = None
        self.children: dict[Any, Run] | None = None
        self.result: Any = None

    def advance(self, answer: Any, deal: Deal) -> bool:
        """Play on with this answer; True when the script has finished."""
        send = self.script.send
        while True:
            try:
                asked = send(answer)
            except StopIteration as end:
                self.question, self.children, self.result = None, None, end.value
                return True
            kind = asked.__class__
            if kind is Chance:
                answer = deal(asked)
                if answer is not None:
                    continue
            elif kind is Together:
                self.question, self.children, self.result = None, {}, {}
                for key, script in asked.scripts.items():
                    child = Run(script)
                    if child.advance(None, deal):
                        self.result[key] = child.result
                    else:
                        self.children[key] = child
                if self.children:
                    return False
                answer, self.children = self.result, None
                continue
            self.question, self.children = asked, None
            return False

    def waiting(self) -> list[Decision]:
        if self.question is not None:
            return [self.question]
        return [question for child in (self.children or {}).values() for question in child.waiting()]

    def answer(self, seat: int, option: str, deal: Deal) -> bool | None:
        """Give it to the script that waits for this seat: True if that finished me, None if nobody waits for it."""
        if self.question is not None:
            return self.advance(option, deal) if self.question.seat == seat else None
        children = self.children or {}
        for key, child in children.items():
            finished = child.answer(seat, option, deal)
            if finished is None:
                continue
            if finished:
                self.result[key] = child.result
                del children[key]
                if not children:
                    return self.advance(self.result, deal)
            return False
        return None
