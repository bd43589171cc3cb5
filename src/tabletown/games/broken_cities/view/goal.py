"""What one is after, in one line: the goal, how it stands, and what ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.broken_cities.content import RENT_END
from tabletown.games.broken_cities.rules.climate import EVENT_SPACES
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.kernel import say, seat_name


def goal(s: BrokenCities, seat: int | None, names: Sequence[str]) -> str:
    if s.end or s.options.facilitated == "on":
        return ""
    rents = [f"{seat_name(player, names, seat)} {rent}" for player, rent in enumerate(s.rents)]
    parts = (
        say("Goal: {win} rent a turn, or most at {limit} damage", win=RENT_END, limit=EVENT_SPACES[-1]),
        say("{rents:,}", rents=rents),
        say("damage {damage}", damage=s.damage),
    )
    return " · ".join(parts)
