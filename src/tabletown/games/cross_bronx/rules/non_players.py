"""Non-Player Positions (7.0): how a Faction that nobody plays decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletown.games.cross_bronx.state import Bronx
from tabletown.kernel import Script

if TYPE_CHECKING:
    from tabletown.games.cross_bronx.rules.asking import Question


def decide(s: Bronx, question: Question) -> Script:
    """The option this Non-Player takes; may ask a person where all priorities tie (7.1)."""
    return question.options[0]
    yield
