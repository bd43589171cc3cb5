"""What counts on the table, by name, and what each line of the log changed of it.

A match does not look while it is played: `note` plays the last steps again for those who want to know.

A game's ledger gives the numbers that a view holds. Their names are messages: `Name("rent of {who:seat}", who=1)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from tabletown.kernel.game import hide_nothing
from tabletown.kernel.match import Match
from tabletown.kernel.text import Change, Line, Text

OF_YOU = " of you"

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


def called(change: Change, names: Sequence[str], you: int | None) -> str:
    """What changed, as this seat says it."""
    words = change.what.render(names, you)
    # so English says it; other languages have words of their own for the whole
    return f"your {words.removesuffix(OF_YOU)}" if words.endswith(OF_YOU) else words


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


def note(match: Match, first: int = 0) -> Told | None:
    """Fill in what each line from this one on changed; None where the game keeps no ledger, or nothing was told."""
    lines, game = match.lines, match.game
    ledger, hide = game.research.ledger, game.view.hide
    if ledger is None or first >= len(lines):
        return None
    eyes = (None,) if hide is hide_nothing else (None, *range(match.seats))
    heard: list[Told] = []

    def hear(state: Any) -> Told:
        heard.append(Told(ledger, partial(hide, state), eyes))
        return heard[0]

    # from the answer of the line before: what changed after it, without a word, goes with the next one
    again = match.told_again(max(0, lines[first - 1].number - 1) if first else 0, hear)
    for line, same in zip(reversed(lines[first:]), reversed(again)):
        line.changes, line.own = same.changes, same.own
    return heard[0]
