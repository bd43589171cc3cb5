"""The three things a rule script may yield: a choice, a roll of chance, and scripts that run together."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from tabletown.kernel.text import Reason, Text

CHANCE = -1  # the seat of luck: whoever deals, from the seed or by hand

Question = "Choose | Chance | Together"
Script = Generator[Any, Any, Any]  # yields questions, is sent answers


class Typed:
    """Lets a seat answer in its own words: any `prefix` + text of at most `limit` characters."""

    __slots__ = ("hint", "limit", "prefix")

    def __init__(self, prefix: str, hint: str, limit: int = 200) -> None:
        self.prefix, self.hint, self.limit = prefix, hint, limit

    def takes(self, word: str) -> bool:
        return word.startswith(self.prefix) and 0 < len(word[len(self.prefix) :].strip()) <= self.limit


class Choose:
    """A seat must pick one of the options. Nothing here is made for people until somebody asks for it.

    `why(option)` says why a sensible word is not among the options; it must share the function that decided so.
    `seen_by`: the seats that may know the answer (None: everybody).
    """

    __slots__ = ("options", "prompt", "rule", "seat", "seen_by", "typed", "why")

    def __init__(
        self,
        seat: int,
        prompt: Text,
        options: Sequence[str],
        rule: str = "",
        why: Callable[[str], Reason | None] | None = None,
        seen_by: tuple[int, ...] | None = None,
        typed: Typed | None = None,
    ) -> None:
        self.seat = seat
        self.prompt = prompt
        self.options = options
        self.rule = rule
        self.why = why
        self.seen_by = seen_by
        self.typed = typed

    def takes(self, word: str) -> bool:
        return word in self.options or (self.typed is not None and self.typed.takes(word))

    def __repr__(self) -> str:
        return f"Choose(seat {self.seat}: {self.prompt} {list(self.options)})"


class Chance:
    """One of the outcomes comes up; an outcome that stands twice in the list is twice as likely.

    `kind` names the die or deck ("d6", "tiles"), so that people can roll or draw it on a real table.
    """

    __slots__ = ("kind", "options", "prompt", "rule", "seen_by")
    seat = CHANCE
    why = None
    typed = None

    def __init__(
        self,
        kind: str,
        outcomes: Sequence[str],
        prompt: Text | None = None,
        rule: str = "",
        seen_by: tuple[int, ...] | None = None,
    ) -> None:
        self.kind = kind
        self.options = outcomes
        self.prompt = prompt or Text("what came up on {kind}", {"kind": kind})
        self.rule = rule
        self.seen_by = seen_by

    def takes(self, word: str) -> bool:
        return word in self.options

    def __repr__(self) -> str:
        return f"Chance({self.kind}: {list(self.options)})"


class Together:
    """Scripts that wait for their seats in any order; the answer is {key: what that script returned}.

    Until the last one has finished, no seat may learn what another one answered.
    """

    __slots__ = ("scripts",)

    def __init__(self, scripts: Mapping[Any, Script]) -> None:
        self.scripts = scripts


Decision = Choose | Chance
