"""What counts on the table, by name, and what each line of the log changed of it. Only a live match looks.

A game's ledger gives the numbers that a view holds. Their names are messages: `Name("rent of {who:seat}", who=1)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from tabletown.kernel.game import Game, hide_nothing
from tabletown.kernel.text import Change, Line, Text

Ledger = Callable[[Any], Mapping[str, float]]


class Name(str):
    """A word for a number on the table, made once; `text` says it to whoever reads."""

    text: Text

    def __new__(cls, template: str, **parts: Any) -> Name:
        text = Text(template, parts)
        name = super().__new__(cls, str(text))
        name.text = text
        return name


def named(name: str) -> Text:
    return name.text if isinstance(name, Name) else Text("{name}", {"name": name})


def changes(before: Mapping[str, float], after: Mapping[str, float]) -> list[Change]:
    """What differs, in the order of the ledger. A number that is not there is 0."""
    names = after if before.keys() == after.keys() else dict.fromkeys([*after, *before])
    pairs = ((name, before.get(name, 0), after.get(name, 0)) for name in names)
    return [Change(named(name), was, now) for name, was, now in pairs if was != now]


class Told(list[Line]):
    """The lines of a step as they are told, each with what changed since the line before, as each seat may know it."""

    def __init__(
        self,
        ledger: Callable[[Any], Mapping[str, float]],
        look: Callable[[int | None], Any],
        eyes: Iterable[int | None],
    ) -> None:
        super().__init__()
        self.ledger, self.look = ledger, look
        self.known = {eye: ledger(look(eye)) for eye in eyes}  # None: a spectator
        self.before = self.known  # when the last line but one was told

    def append(self, line: Line) -> None:
        super().append(line)
        self.before = self.known
        self.note(line)

    def note(self, line: Line) -> None:
        """This line tells what has changed since the one before."""
        self.known = {eye: self.ledger(self.look(eye)) for eye in self.before}
        line.changes = changes(self.before[None], self.known[None])
        line.own = {
            eye: seen
            for eye in self.before
            if eye is not None and (seen := changes(self.before[eye], self.known[eye])) != line.changes
        }

    def clear(self) -> None:
        """They are collected. What changed after the last of them goes with it; without any, with the next one."""
        if self:
            self.note(self[-1])
        super().clear()


def told(game: Game, state: Any, seats: int) -> list[Line]:
    """Where a live match collects what is told."""
    ledger, hide = game.research.ledger, game.view.hide
    if ledger is None:
        return []
    return Told(ledger, partial(hide, state), (None,) if hide is hide_nothing else (None, *range(seats)))
