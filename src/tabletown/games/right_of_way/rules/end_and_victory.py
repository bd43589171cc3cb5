"""End of game and victory: refilling an empty hand, the final turn after a player is exhausted, and points."""

from __future__ import annotations

from typing import Any

from tabletown.games.right_of_way.events import EMPTY_HAND, CityFilled, Ended, Exhausted, FinalTurnEnded
from tabletown.games.right_of_way.rules.hands import begin_turn, draw
from tabletown.games.right_of_way.state import NOBODY, NOWHERE, SEATS, RightOfWay
from tabletown.kernel import Outcome, Script, Text, tell

CITY_FULL, EXHAUSTED = "city-full", "exhausted"

WON = Text("{who:seat} won with {points} points to {others}.")
SHARED = Text("Both have {points} points and share the victory.")
WON_BY_TILES = Text("{who:seat} won with more complete highways; both have {points} points.")
WON_BY_REST = Text("{who:seat} won with more tiles left; both have {points} points.")
WON_AS_SECOND = Text("{who:seat} won as the second player; both have {points} points.")


def refill(s: RightOfWay) -> Script:
    """Draw one tile for a player whose hand is empty at the end of her turn."""
    return draw(s, s.seat, 1, EMPTY_HAND)


def end_turn(s: RightOfWay) -> None:
    seat = s.seat
    if not s.vacant:
        end(s, CITY_FULL, CityFilled)
    elif s.final == seat:
        end(s, EXHAUSTED, FinalTurnEnded)
    elif is_exhausted(s, seat):
        s.final = 1 - seat
        tell(s, Exhausted, seat)
    s.seat, s.laid, s.bought = 1 - seat, NOWHERE, NOWHERE
    if not s.ended:
        begin_turn(s)


def is_exhausted(s: RightOfWay, seat: int) -> bool:
    """Whether neither hand nor stack has a tile left; face-down tiles do not count."""
    return not s.stacks[seat] and not any(s.hands[seat])


def end(s: RightOfWay, how: str, event: type[CityFilled | FinalTurnEnded]) -> None:
    s.ended, s.phase = how, "over"
    tell(s, Ended)
    tell(s, event)


# ---------------------------------------------------------------- victory


def joined(s: RightOfWay, plot: int) -> int:
    """The connections of the highway there that are joined to a neighbouring highway, whoever owns it."""
    edges = s.meets[plot] | s.plan.rim[plot] if s.options.rim_joined else s.meets[plot]
    return s.roads[plot] & edges


def is_complete(s: RightOfWay, plot: int) -> bool:
    """Whether there is a highway and it is fully connected."""
    return s.roads[plot] != 0 and joined(s, plot) == s.roads[plot]


def points_of(s: RightOfWay, plot: int) -> int:
    """The points of the highway there: its value if it is fully connected, otherwise 0 (see the partial option)."""
    connected = joined(s, plot)
    return connected.bit_count() if connected == s.roads[plot] or s.options.partial else 0


def points(s: RightOfWay) -> list[int]:
    return [sum(of_seat.values()) for of_seat in breakdown(s)]


def outcome(s: RightOfWay) -> Outcome:
    parts = breakdown(s)
    totals = [sum(of_seat.values()) for of_seat in parts]
    winners, reason, rule = winner(s, totals)
    return Outcome(winners, reason, tuple(totals), parts, rule)


def winner(s: RightOfWay, totals: list[int]) -> tuple[tuple[int, ...], Text, str]:
    """The winners by points; a tie is shared, or broken if that option is on."""
    if totals[0] != totals[1]:
        best = 0 if totals[0] > totals[1] else 1
        return (best,), WON(who=best, points=totals[best], others=totals[1 - best]), "victory.most-points"
    if s.options.tie_ladder:
        complete = [sum(is_complete(s, plot) for plot, owner in enumerate(s.owners) if owner == seat) for seat in SEATS]
        left = [sum(s.hands[seat]) + len(s.stacks[seat]) for seat in SEATS]
        for rung, reason in ((complete, WON_BY_TILES), (left, WON_BY_REST)):
            if rung[0] != rung[1]:
                best = 0 if rung[0] > rung[1] else 1
                return (best,), reason(who=best, points=totals[0]), "victory.tie"
        second = 1 - s.first
        return (second,), WON_AS_SECOND(who=second, points=totals[0]), "victory.tie"
    return SEATS, SHARED(points=totals[0]), "victory.tie"


def breakdown(s: RightOfWay) -> tuple[dict[str, Any], dict[str, Any]]:
    """For each seat, the points of its scoring highways by plot name."""
    names = s.plan.names
    parts: tuple[dict[str, Any], dict[str, Any]] = {}, {}
    for plot, owner in enumerate(s.owners):
        if owner != NOBODY and (won := points_of(s, plot)):
            parts[owner][names[plot]] = won
    return parts
