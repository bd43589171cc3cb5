"""Errors with messages for people. After any of them the match is unchanged."""

from __future__ import annotations

from tabletown.kernel.text import Reason


class TabletownError(Exception):
    """Base class of all errors that Tabletown raises on purpose."""


class UnknownGame(TabletownError):
    """No game with that name is installed."""


class BadOption(TabletownError):
    """A game option or seat count that doesn't exist, or a value it doesn't accept."""


class UnknownSeat(TabletownError):
    """A seat that this match does not have."""


class NotAsked(TabletownError):
    """This seat has nothing to decide now."""


class MatchOver(NotAsked):
    """The match has ended."""


class UnknownWord(TabletownError):
    """The word isn't an option of any question: a typing error rather than an illegal move."""


class NotAllowed(TabletownError):
    """A move the rules don't allow; `reason` says why and names the clause."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason) + (f" [{reason.rule}]" if reason.rule else ""))
        self.reason = reason


class UndoRefused(TabletownError):
    """Undo isn't free: something was revealed, or another seat has answered since."""


class ContentError(TabletownError):
    """An invalid board, card or setup file; names the file, entry and field."""


class SaveError(TabletownError):
    """A saved match that can't be opened."""


class DamagedSave(SaveError):
    """The save is truncated, altered or not a saved match; names the place."""


class OtherRules(SaveError):
    """The match was saved under rules that aren't installed."""


class RulesBug(TabletownError):
    """A rule script failed. The match is unchanged."""
