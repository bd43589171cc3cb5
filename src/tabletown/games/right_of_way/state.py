"""The state of a match: the city, what lies on its plots, and both players' tiles. Nothing in it is hidden."""

from __future__ import annotations

import msgspec

from tabletown.games.right_of_way.plan import RICH, Plan
from tabletown.games.right_of_way.tiles import COPIES, NUMBER, TILE_OF, TILES
from tabletown.kernel import State

NOWHERE = -1  # no plot
NOBODY = -1
SEATS = (0, 1)
COLOURS = ("blue", "amber")  # of the seats


class House(msgspec.Struct, frozen=True):
    """The house rules: each is a ruling's variant."""

    city: str = "template"
    covered_dollar: bool = False
    fortify: bool = False
    must_buy: bool = False
    voluntary: bool = False
    rim_joined: bool = False
    partial: bool = False
    tie_ladder: bool = False
    redeal: bool = False


class RightOfWay(State):
    house: House
    plan: Plan  # where the plots lie; it grows while the city is laid by hand
    districts: str  # plot by plot: "$" rich, "." plain
    trios: list[str]  # the pieces of the city that are not laid yet

    # plot by plot, once the city lies
    roads: list[int]  # the connections of the highway there, six bits; 0: none
    owners: list[int]  # whose highway it is
    piles: list[tuple[int, ...]]  # face-down tiles from below: tile of the first seat t, of the second t + 12
    meets: list[int]  # the edges over which a neighbour's road comes in
    riches: list[int]  # the edges that face a rich district
    vacant: list[int]  # the plots without a highway, in order

    # seat by seat
    hands: list[list[int]]  # how many of each tile
    discards: list[list[int]]  # how many of each tile
    stacks: list[list[str]]  # the drawing stacks: bags of tile ids, for their order is known to nobody

    seat: int = NOBODY  # whose turn it is
    first: int = NOBODY  # who took the first turn
    turns: int = 0
    final: int = NOBODY  # who takes the final turn, once the other one is exhausted
    ended: str = ""  # how: "city-full" or "exhausted"

    # this turn
    tile: int = -1  # the tile picked to be laid
    plot: int = NOWHERE  # the plot picked for it
    spot: str = ""  # the spot picked for a trio
    debt: int = 0  # tiles still to be given up
    laid: int = NOWHERE  # where the highway was laid
    bought: int = NOWHERE  # which plot's right-of-way was bought
    last: int = NOWHERE  # where the turn before this one laid its highway

    def copy(self) -> RightOfWay:
        return RightOfWay(
            self.house,
            self.plan,
            self.districts,
            self.trios[:],
            self.roads[:],
            self.owners[:],
            self.piles[:],
            self.meets[:],
            self.riches[:],
            self.vacant[:],
            [self.hands[0][:], self.hands[1][:]],
            [self.discards[0][:], self.discards[1][:]],
            [self.stacks[0][:], self.stacks[1][:]],
            self.seat,
            self.first,
            self.turns,
            self.final,
            self.ended,
            self.tile,
            self.plot,
            self.spot,
            self.debt,
            self.laid,
            self.bought,
            self.last,
        )

    def is_rich(self, plot: int) -> bool:
        return self.districts[plot] == RICH

    def holder(self, plot: int) -> int:
        """Who holds the right-of-way: the owner of the topmost face-down tile."""
        pile = self.piles[plot]
        return owner_of(pile[-1]) if pile else NOBODY


def face_down(seat: int, tile: int) -> int:
    return seat * len(TILES) + tile


def owner_of(down: int) -> int:
    return down // len(TILES)


def tile_of(down: int) -> int:
    return down % len(TILES)


def put_highway(s: RightOfWay, plot: int, seat: int, road: int) -> None:
    s.roads[plot], s.owners[plot] = road, seat
    s.vacant.remove(plot)
    hides_riches = s.is_rich(plot) and not s.house.covered_dollar
    meets, riches = s.meets, s.riches
    for bit, there, back in s.plan.around[plot]:
        if road & bit:
            meets[there] |= back
        if hides_riches:
            riches[there] &= ~back


def take_highway(s: RightOfWay, plot: int) -> int:
    """Take the highway away again; its tile is returned."""
    road = s.roads[plot]
    s.roads[plot], s.owners[plot] = 0, NOBODY
    s.vacant.append(plot)
    s.vacant.sort()
    for bit, there, back in s.plan.around[plot]:
        if road & bit:
            s.meets[there] &= ~back
        if s.is_rich(plot):
            s.riches[there] |= back
    return TILE_OF[road]


def check(s: RightOfWay) -> None:
    """Every player's 54 tiles are somewhere, and what is derived from the city agrees with it."""
    if s.first == NOBODY:
        return
    for seat in SEATS:
        count = [a + b for a, b in zip(s.hands[seat], s.discards[seat])]
        for tile in TILES:
            count[tile] += sum(down == face_down(seat, tile) for pile in s.piles for down in pile)
        for plot, road in enumerate(s.roads):
            if road and s.owners[plot] == seat:
                count[TILE_OF[road]] += 1
        for id in s.stacks[seat]:
            count[NUMBER[id]] += 1
        assert count == COPIES, f"the {COLOURS[seat]} tiles are not all there: {count} instead of {COPIES}"
    assert s.vacant == [plot for plot, road in enumerate(s.roads) if not road], "the vacant plots are wrong"
    for plot, around in enumerate(s.plan.around):
        assert not (s.roads[plot] and s.piles[plot]), f"{s.plan.names[plot]} bears a highway and face-down tiles"
        meets = sum(bit for bit, there, back in around if s.roads[there] & back)
        riches = sum(
            bit for bit, there, _ in around if s.is_rich(there) and (s.house.covered_dollar or not s.roads[there])
        )
        assert (s.meets[plot], s.riches[plot]) == (meets, riches), f"the edges of {s.plan.names[plot]} are wrong"
