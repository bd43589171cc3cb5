"""The goal line: what to reach, who leads, and what ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.broken_cities.content import RENT_END
from tabletown.games.broken_cities.rules.climate import EVENT_SPACES
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.goals import Part, near, standing
from tabletown.kernel import say


def goal(s: BrokenCities, seat: int | None, names: Sequence[str]) -> list[Part]:
    if s.end or s.options.facilitated == "on":
        return []
    full = EVENT_SPACES[-1]
    own = s.money[seat] if seat is not None and seat < s.players else None
    coming = next((space for space in EVENT_SPACES if space > s.damage), full)
    if coming < full:
        ends = say(
            "damage {damage} of {full}, next climate card at {coming}", damage=s.damage, full=full, coming=coming
        )
        brief = say("damage {damage}, card at {coming}", coming=coming, damage=s.damage)
    else:
        ends = (
            say("damage {damage}: at {full} everyone loses", damage=s.damage, full=full)
            if s.options.damage_end == "all_lose"
            else say("damage {damage}: at {full} the highest rent wins", damage=s.damage, full=full)
        )
        brief = say("damage {damage} of {full}", damage=s.damage, full=full)
    return [
        (say("Goal: first to {win} rent a turn", win=RENT_END), say("Goal: {win} rent", win=RENT_END), False),
        *([] if own is None else [(say("you have {n} money", n=own), say("money {n}", n=own), False)]),
        (ends, brief, near(s.damage, coming)),
        standing(s.rents, seat, names),  # phones show it in the bar, too
    ]
