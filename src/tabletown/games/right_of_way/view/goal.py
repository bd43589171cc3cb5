"""The goal in one line: what to aim for, the standings, and what ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.right_of_way.rules.end_and_victory import points
from tabletown.games.right_of_way.state import RightOfWay
from tabletown.goals import Part, near, standing
from tabletown.kernel import say, seat_name


def goal(s: RightOfWay, seat: int | None, names: Sequence[str]) -> list[Part]:
    if not s.roads or s.ended:
        return []
    wanted = say("Goal: most points from highways with every end joined")
    return [
        (wanted, say("Goal: fully joined highways"), False),
        standing(points(s), seat, names),
        _ending(s, seat, names),
    ]


def _ending(s: RightOfWay, seat: int | None, names: Sequence[str]) -> Part:
    """The end that is nearer: a full city, or a player who runs out of tiles."""
    plots = len(s.vacant)
    tiles = [sum(hand) + len(stack) for hand, stack in zip(s.hands, s.stacks, strict=True)]
    left = min(tiles)
    if 2 * left >= plots:  # enough tiles to fill the city
        words = say(
            "ends when the city is full: {n} plot to go", "ends when the city is full: {n} plots to go", n=plots
        )
        return words, say("{n} plot left", "{n} plots left", n=plots), near(0, plots)
    who = seat_name(tiles.index(left), names, seat)
    words = say("ends when a player runs out of tiles: {who}, {n} left", who=who, n=left)
    return words, say("{n} tile left", "{n} tiles left", n=left), near(0, left)
