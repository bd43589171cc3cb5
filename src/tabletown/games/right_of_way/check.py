"""What must always hold."""

from __future__ import annotations

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
        for plot, road in enumerate(s.roads):
            if road and s.owners[plot] == seat:
                count[TILE_OF[road]] += 1
        for id in s.stacks[seat]:
            count[NUMBER[id]] += 1
        assert count == COPIES, f"the {COLOURS[seat]} tiles are not all there: {count} instead of {COPIES}"
    assert s.vacant == [plot for plot, road in enumerate(s.roads) if not road], "the vacant plots are wrong"
    roads, covered = s.roads, s.options.covered_dollar
    rich = [s.is_rich(plot) and (covered or not road) for plot, road in enumerate(roads)]
    for plot, around in enumerate(s.plan.around):
        pile = s.piles[plot]
        assert not (roads[plot] and pile), f"{s.plan.names[plot]} bears a highway and face-down tiles"
        holder = owner_of(pile[-1]) if pile else NOBODY
        assert roads[plot] or s.owners[plot] == holder, f"the holder of {s.plan.names[plot]} is wrong"
        meets = sum([bit for bit, there, back in around if roads[there] & back])
        riches = sum([bit for bit, there, _ in around if rich[there]])
        assert (s.meets[plot], s.riches[plot]) == (meets, riches), f"the edges of {s.plan.names[plot]} are wrong"
