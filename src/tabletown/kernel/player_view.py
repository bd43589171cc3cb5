"""A bot's input: a match as one seat sees it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tabletown.kernel.errors import NotAsked
from tabletown.kernel.game import Game
from tabletown.kernel.questions import CHANCE, Decision
from tabletown.kernel.text import Reason

if TYPE_CHECKING:
    from tabletown.kernel.match import Match


class PlayerView:
    """A match as one seat sees it: everything a bot gets."""

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
            raise NotAsked("This seat has nothing to decide now.")
        return decision

    @property
    def state(self) -> Any:
        return self._match.view(self.seat)

    @property
    def text(self) -> str:
        """Everything that this seat sees, in words."""
        return self._match.text(self.seat)

    @property
    def labels(self) -> list[str]:
        """The options of the question as sentences, in order."""
        decision = self.decision
        return [self._match.label(decision, option) for option in decision.options]

    @property
    def clause(self) -> str:
        """The id of the clause that the question comes from: `load_rulebook(seen.game).find(seen.clause).text`."""
        return self.decision.rule

    @property
    def news(self) -> list[str]:
        """What happened since this seat's last turn, in words; empty if the match keeps no log."""
        match, seat, since, others = self._match, self.seat, -1, False
        for number, answer in reversed([*enumerate(match.open_to(seat))]):
            if answer is not None and answer.seat == seat and others:
                since = number  # the consequences of its own last answer count as news
                break
            others = others or (answer is not None and answer.seat not in (seat, CHANCE))
        return [line.text.render(match.names, seat) for line in match.lines_for(seat) if line.number > since]

    def why_not(self, option: str) -> Reason | None:
        """Why this isn't allowed now, with its clause; None if it is."""
        return self._match.why_not(option, self.seat)

    def just_chose(self, option: str) -> bool:
        """Whether the very last answer was this one, by this seat."""
        return self._match.last == (self.seat, option)

    def imagine(self, rng: random.Random) -> Match:
        return self._match.imagine(self.seat, rng)
