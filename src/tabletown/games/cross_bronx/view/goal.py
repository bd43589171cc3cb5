"""What one is after, in one line: the goal, how it stands, and what ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.cross_bronx.state import FACTIONS, Bronx
from tabletown.kernel import say, seat_name


def goal(s: Bronx, seat: int | None, names: Sequence[str]) -> str:
    if s.ending:
        return ""
    scores = [f"{seat_name(faction, names, seat)} {s.vp[faction]}" for faction in FACTIONS]
    parts = (
        say("Goal: most Victory Points after the {year} Census", year=s.last + 10),
        say("{scores:,}", scores=scores),
        say("all lose at {limit} Losses: {losses}", limit=s.losses_limit, losses=s.losses),
    )
    return " · ".join(parts)
