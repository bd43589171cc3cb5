"""The figures on the table of Right of Way, such as points and tiles in hand."""

from __future__ import annotations

from tabletown.games.right_of_way.rules.end_and_victory import is_complete, points
from tabletown.games.right_of_way.state import SEATS, RightOfWay
from tabletown.kernel import Figure, Name


class Points(Figure):
    says = "points of {who:seat}"
    who: int


class Hand(Figure):
    says = "tiles in hand of {who:seat}"
    who: int


class Stack(Figure):
    says = "tiles in the stack of {who:seat}"
    who: int


class Discards(Figure):
    says = "discarded tiles of {who:seat}"
    who: int


class Highways(Figure):
    says = "highways of {who:seat}"
    who: int


class CompleteHighways(Figure):
    says = "complete highways of {who:seat}"
    who: int


class ReservedPlots(Figure):
    says = "reserved plots of {who:seat}"
    who: int


class FreePlots(Figure):
    says = "plots without a highway"


POINTS = [Name(Points(seat)) for seat in SEATS]
HAND = [Name(Hand(seat)) for seat in SEATS]
STACK = [Name(Stack(seat)) for seat in SEATS]
DISCARD = [Name(Discards(seat)) for seat in SEATS]
HIGHWAYS = [Name(Highways(seat)) for seat in SEATS]
COMPLETE = [Name(CompleteHighways(seat)) for seat in SEATS]
RESERVED = [Name(ReservedPlots(seat)) for seat in SEATS]
FREE = Name(FreePlots())


def ledger(s: RightOfWay) -> dict[str, float]:
    if not s.roads:  # the city is still being laid
        return {}
    counted: dict[str, float] = {FREE: len(s.vacant)}
    scores = points(s)
    for seat in SEATS:
        counted[POINTS[seat]] = scores[seat]
        counted[HAND[seat]] = sum(s.hands[seat])
        counted[STACK[seat]] = len(s.stacks[seat])
        counted[DISCARD[seat]] = sum(s.discards[seat])
        mine = [plot for plot, owner in enumerate(s.owners) if owner == seat]
        counted[HIGHWAYS[seat]] = sum(s.roads[plot] != 0 for plot in mine)
        counted[COMPLETE[seat]] = sum(is_complete(s, plot) for plot in mine)
        counted[RESERVED[seat]] = sum(not s.roads[plot] for plot in mine)
    return counted
