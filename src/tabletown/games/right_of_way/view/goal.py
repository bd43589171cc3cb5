"""What one is after, in one line: the goal, how it stands, and what ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.right_of_way.rules.end_and_victory import points
from tabletown.games.right_of_way.state import RightOfWay
from tabletown.kernel import say, seat_name


def goal(s: RightOfWay, seat: int | None, names: Sequence[str]) -> str:
    if not s.roads or s.ended:
        return ""
    scores = [f"{seat_name(player, names, seat)} {total}" for player, total in enumerate(points(s))]
    parts = (
        say("Goal: points for highways with every end joined"),
        say("{scores:,}", scores=scores),
        say("ends when the city is full: {n} to go", n=len(s.vacant)),
    )
    return " · ".join(parts)
