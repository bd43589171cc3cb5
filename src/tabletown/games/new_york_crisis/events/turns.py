"""B) Player phase: turns, dice and movement."""

from __future__ import annotations

from typing import Any

from tabletown.games.new_york_crisis.cards import RESULTS
from tabletown.games.new_york_crisis.events.causes import RIDE_RULES, WALK_RULES
from tabletown.games.new_york_crisis.events.phrases import OfRelative
from tabletown.kernel import Text


class TurnBegan(OfRelative):
    says = "{who}"
    heading = True


class MovedAlong(OfRelative):
    says = "{who} had to move along, with 1 action left."
    rule = "police.on-character-actions"


class HemmedIn(OfRelative):
    says = "{who} had nowhere to go, with 1 action left."
    rule = "police-char-nowhere"


class TurnMissed(OfRelative):
    says = "{who} missed a turn."
    rule = "wound-min-dice"


# ------------------------------------------------------------------ dice


SO_MANY = Text("{count} {result}")


class Rolled(OfRelative):
    says = "{who} rolled {results}."
    rule = "dice.roll-start"
    results: tuple[str, ...]  # one for each die

    def parts(self) -> dict[str, Any]:
        counts = [(self.results.count(result), result) for result in RESULTS]
        return {**super().parts(), "results": [SO_MANY(count=n, result=result) for n, result in counts if n]}


class WildUsed(OfRelative):
    says = "{who} used {n} wild."
    many = "{who} used {n} wilds."
    rule = "dice.wild"
    count: int

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "n": self.count}


# ------------------------------------------------------------------ moving


class Walked(OfRelative):
    says = "{who} walked to {place}."
    place: str
    cause: str

    @property
    def clause(self) -> str:
        return WALK_RULES[self.cause]


class Rode(OfRelative):
    says = "{who} rode the subway to {place}."
    place: str
    cause: str

    @property
    def clause(self) -> str:
        return RIDE_RULES[self.cause]


class TookExtraStep(OfRelative):
    says = "{who} took an extra step."
    rule = "move.extra-step"
