"""Checks of what must always be true of a state."""

from __future__ import annotations

from tabletown.games.right_of_way.plan import RICH
from tabletown.games.right_of_way.state import COLOURS, NOBODY, RightOfWay, owner_of, tile_of
from tabletown.games.right_of_way.tiles import COPIES, NUMBER, TILE_OF


def check(s: RightOfWay) -> None:
    """Check that each player's 54 tiles are accounted for, and that the derived tables agree with the city."""
    if s.first == NOBODY:
        return
    counts = [[a + b for a, b in zip(hand, discards)] for hand, discards in zip(s.hands, s.discards)]
    for count, stack in zip(counts, s.stacks):
        for id in stack:
            count[NUMBER[id]] += 1
    covered = s.options.covered_dollar
    meets, riches = [0] * len(s.roads), [0] * len(s.roads)
    plots = zip(s.roads, s.owners, s.piles, s.districts, s.plan.around)
    for plot, (road, owner, pile, district, around) in enumerate(plots):
        if road:
            assert not pile, f"{s.plan.names[plot]} bears a highway and face-down tiles"
            assert owner != NOBODY, f"the highway on {s.plan.names[plot]} is nobody's"
            counts[owner][TILE_OF[road]] += 1
            for bit, there, back in around:
                if road & bit:
                    meets[there] |= back
        else:
            for down in pile:
                counts[owner_of(down)][tile_of(down)] += 1
            holder = owner_of(pile[-1]) if pile else NOBODY
            assert owner == holder, f"the holder of {s.plan.names[plot]} is wrong"
        if district == RICH and (covered or not road):
            for _, there, back in around:
                riches[there] |= back
    for colour, count in zip(COLOURS, counts):
        assert count == COPIES, f"the {colour} tiles are not all there: {count} instead of {COPIES}"
    assert s.vacant == [plot for plot, road in enumerate(s.roads) if not road], "the vacant plots are wrong"
    assert s.meets == meets, f"the edges that meet roads are wrong: {s.meets} instead of {meets}"
    assert s.riches == riches, f"the edges that face rich districts are wrong: {s.riches} instead of {riches}"
