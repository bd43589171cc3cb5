"""What a bot gets: a match through the eyes of one seat."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tabletown.kernel.errors import NotAsked
from tabletown.kernel.game import Game
from tabletown.kernel.questions import Decision

if TYPE_CHECKING:
    from tabletown.kernel.match import Match


class Seen:
    """A match through the eyes of one seat: all that a bot gets."""

    __slots__ = ("_match", "seat")

    def __init__(self, match: Match, seat: int) -> None:
        self._match, self.seat = match, seat

    @property
    def game(self) -> Game:
        return self._match.game

    @property
    def decision(self) -> Decision:
        decision = self._match.decision(self.seat)
        if decision is None:
            raise NotAsked("This seat has nothing to choose now.")
        return decision

    @property
    def state(self) -> Any:
        return self._match.view(self.seat)

    def just_chose(self, option: str) -> bool:
        """Whether the very last answer of the match was this one of this seat."""
        return self._match.last == (self.seat, option)

    def imagine(self, rng: random.Random) -> Match:
        return self._match.imagine(self.seat, rng)
