"""The log of a live match: each line states what it changed, as each viewer may know it."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tabletown.kernel.events import Change, Figure, LogLine, Named
from tabletown.kernel.text import Text

if TYPE_CHECKING:
    from tabletown.kernel.match import Match

Ledger = Mapping[str, float]

OF_YOU = " of you"


class Name(str):
    """A figure as a key of the ledger: a str with the figure's English name, cached."""

    figure: Figure

    def __new__(cls, what: Figure | str, **parts: Any) -> Name:
        figure = what if isinstance(what, Figure) else Named(what, parts)
        name = super().__new__(cls, str(figure.text))
        name.figure = figure
        return name

    @property
    def text(self) -> Text:
        return self.figure.text


def figure_of(name: str) -> Figure:
    return name.figure if isinstance(name, Name) else Named("{name}", {"name": name})


def called(change: Change, names: Sequence[str], you: int | None) -> str:
    """The name of what changed, as addressed to this seat."""
    words = change.what.text.render(names, you)
    # English form; other languages translate the whole name
    return f"your {words.removesuffix(OF_YOU)}" if words.endswith(OF_YOU) else words


def changes(before: Ledger, after: Ledger) -> list[Change]:
    """Figures that differ, in the ledger's order. A missing figure counts as 0."""
    names = after if before.keys() == after.keys() else dict.fromkeys([*after, *before])
    pairs = ((name, before.get(name, 0), after.get(name, 0)) for name in names)
    return [Change(figure_of(name), was, now) for name, was, now in pairs if was != now]


class Log(list[LogLine]):
    """Collect lines, each with what changed since the last. Key None of `seen`: a spectator."""

    def __init__(self, match: Match, viewers: Sequence[int | None]) -> None:
        super().__init__()
        game = match.game
        assert game.research.ledger is not None
        self.ledger: Callable[[Any], Ledger] = game.research.ledger
        self.hide = game.view.hide
        # a weak reference: the state refers to this log, and states have gc=False
        self._match = weakref.ref(match)
        self.seen = self.before = self._look(viewers)

    def _look(self, viewers: Sequence[int | None]) -> dict[int | None, Ledger]:
        match = self._match()
        assert match is not None
        state = match.state
        return {viewer: self.ledger(self.hide(state, viewer)) for viewer in viewers}

    def append(self, line: LogLine) -> None:
        super().append(line)
        self.before = self.seen
        self._note(line)

    def _note(self, line: LogLine) -> None:
        """Attach to a line what changed since the previous one."""
        before = self.before
        self.seen = seen = self._look([*before])
        line.changes = changes(before[None], seen[None])
        line.own = {
            viewer: found
            for viewer in before
            if viewer is not None and (found := changes(before[viewer], seen[viewer])) != line.changes
        }

    def clear(self) -> None:
        """Hand the lines to the match; changes after the last line are attached to it or to the next."""
        if self:
            self._note(self[-1])
        super().clear()
