"""What must always hold."""

from __future__ import annotations

from tabletown.games.right_of_way.plan import RICH
from tabletown.games.right_of_way.state import COLOURS, NOBODY, SEATS, RightOfWay, owner_of, tile_of
from tabletown.games.right_of_way.tiles import COPIES, NUMBER, TILE_OF


def check(s: RightOfWay) -> None:
    """Every player's 54 tiles are somewhere, and what is derived from the city agrees with it."""
    if s.first == NOBODY:
        return
    for seat in SEATS:
        count = [a + b for a, b in zip(s.hands[seat], s.discards[seat])]
        for pile in filter(None, s.piles):
            for down in pile:
                count[tile_of(down)] += owner_of(down) == seat
        for road, owner in zip(s.roads, s.owners):
            if road and owner == seat:
                count[TILE_OF[road]] += 1
        for id in s.stacks[seat]:
            count[NUMBER[id]] += 1
        assert count == COPIES, f"the {COLOURS[seat]} tiles are not all there: {count} instead of {COPIES}"
    assert s.vacant == [plot for plot, road in enumerate(s.roads) if not road], "the vacant plots are wrong"
    covered = s.options.covered_dollar
    meets, riches = [0] * len(s.roads), [0] * len(s.roads)
    for plot, (road, pile, around) in enumerate(zip(s.roads, s.piles, s.plan.around)):
        if road:
            assert not pile, f"{s.plan.names[plot]} bears a highway and face-down tiles"
            for bit, there, back in around:
                if road & bit:
                    meets[there] |= back
        else:
            holder = owner_of(pile[-1]) if pile else NOBODY
            assert s.owners[plot] == holder, f"the holder of {s.plan.names[plot]} is wrong"
        if s.districts[plot] == RICH and (covered or not road):
            for _, there, back in around:
                riches[there] |= back
    assert s.meets == meets, f"the edges that meet roads are wrong: {s.meets} instead of {meets}"
    assert s.riches == riches, f"the edges that face rich districts are wrong: {s.riches} instead of {riches}"
