"""What can go wrong, each with a message that a person understands. After any of them the match is as it was."""

from __future__ import annotations

from tabletown.kernel.text import Reason


class TabletownError(Exception):
    """The parent of every error that Tabletown raises on purpose."""


class UnknownGame(TabletownError):
    """No game of that name is installed."""


class BadOption(TabletownError):
    """An option of the game (or its seats) that does not exist, or a value it does not take."""


class UnknownSeat(TabletownError):
    """A seat that this match does not have."""


class NotAsked(TabletownError):
    """This seat has nothing to choose now."""


class MatchOver(NotAsked):
    """The match has ended."""


class UnknownWord(TabletownError):
    """The word is no option of any question: a slip of the keyboard, not of the rules."""


class NotAllowed(TabletownError):
    """A sensible wish that the rules refuse; `reason` says why and names the clause."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason) + (f" [{reason.rule}]" if reason.rule else ""))
        self.reason = reason


class UndoRefused(TabletownError):
    """Something was revealed, or another seat has answered since."""


class ContentError(TabletownError):
    """A board, card or setup file that does not hold what it should; names file, entry and field."""


class SaveError(TabletownError):
    """A saved match that cannot be opened."""


class DamagedSave(SaveError):
    """Cut short, tampered with, or not a saved match at all; names the place."""


class OtherRules(SaveError):
    """Saved under other rules than those installed."""


class RulesBug(TabletownError):
    """A rule script failed. The match is as it was before the answer."""
