"""What counts on the table of Right of Way."""

from __future__ import annotations

from tabletown.games.right_of_way.rules.end_and_victory import is_complete, points
from tabletown.games.right_of_way.state import SEATS, RightOfWay
from tabletown.kernel import Name

POINTS = [Name("points of {who:seat}", who=seat) for seat in SEATS]
HAND = [Name("tiles in hand of {who:seat}", who=seat) for seat in SEATS]
STACK = [Name("tiles in the stack of {who:seat}", who=seat) for seat in SEATS]
DISCARD = [Name("discarded tiles of {who:seat}", who=seat) for seat in SEATS]
HIGHWAYS = [Name("highways of {who:seat}", who=seat) for seat in SEATS]
COMPLETE = [Name("complete highways of {who:seat}", who=seat) for seat in SEATS]
RESERVED = [Name("reserved plots of {who:seat}", who=seat) for seat in SEATS]
FREE = Name("plots without a highway")


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
