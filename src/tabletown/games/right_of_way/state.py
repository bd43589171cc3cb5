"""The state of a match: the city, what lies on its plots, and both players' tiles. Nothing in it is hidden."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from tabletown.games.right_of_way.plan import RICH, CityPlan
from tabletown.games.right_of_way.tiles import TILE_OF, TILES
from tabletown.kernel import State, Text

T = TypeVar("T")

NOWHERE = -1  # no plot
NO_TILE = -1
NOBODY = -1
SEATS = (0, 1)
COLOURS = ("blue", "amber")  # of the seats
COLOUR_NAMES = (Text("blue"), Text("amber"))


class Options(msgspec.Struct, frozen=True):
    """The game's settings, as the rules use them: each is the variant of a ruling (see about.py)."""

    city: str = "template"
    covered_dollar: bool = False
    fortify: bool = False
    must_buy: bool = False
    voluntary: bool = False
    rim_joined: bool = False
    partial: bool = False
    tie_ladder: bool = False
    redeal: bool = False
    gaps: bool = False

    @classmethod
    def of(cls, options: Mapping[str, str]) -> Options:
        return cls(
            city=options["city"],
            covered_dollar=options["covered-dollar"] == "on",
            fortify=options["fortify"] == "on",
            must_buy=options["must-buy"] == "on",
            voluntary=options["give-up"] == "voluntary",
            rim_joined=options["rim"] == "joined",
            partial=options["scoring"] == "partial",
            tie_ladder=options["tie"] == "ladder",
            redeal=options["first-tie"] == "redeal",
            gaps=options["gaps"] == "allowed",
        )


class RightOfWay(State):
    options: Options = msgspec.field(name="house")  # its name in saves
    plan: CityPlan  # where the plots are; it grows while the players lay the city
    districts: str  # plot by plot: "$" rich, "." plain
    trios: list[str]  # the pieces of the city that are not laid yet
    phase: str  # what comes next (see rules/__init__.py)

    # one entry per plot, once the city is laid; these lists are replaced, never changed, so that copies can share them
    roads: Sequence[int]  # the connections of the highway there, as six bits; 0: no highway
    owners: Sequence[int]  # who built the highway there, or holds the right-of-way
    piles: Sequence[tuple[int, ...]]  # face-down tiles from the bottom up; those of the second seat plus 12
    meets: Sequence[int]  # the edges where a neighbour's connection points at this plot
    riches: Sequence[int]  # the edges that face a rich district
    vacant: Sequence[int]  # the plots without a highway, in order

    # seat by seat
    hands: list[list[int]]  # how many of each tile
    discards: list[list[int]]  # how many of each tile
    stacks: list[Sequence[str]]  # tile ids left in the drawing stacks, in no order: the next tile is drawn at random

    seat: int = NOBODY  # whose turn it is
    first: int = NOBODY  # who took the first turn
    turns: int = 0
    final: int = NOBODY  # who takes the final turn, once the other player is exhausted
    ended: str = ""  # how: "city-full" or "exhausted"

    # this turn
    tile: int = NO_TILE  # the tile picked to be laid
    plot: int = NOWHERE  # the plot picked for it, or to be reserved
    spot: str = ""  # the spot picked for a trio
    earned: int = 0  # tiles still to be drawn
    debt: int = 0  # tiles still to be given up for the highway
    price: int = 0  # tiles still to be discarded for the right-of-way
    laid: int = NOWHERE  # where the highway was laid
    bought: int = NOWHERE  # which plot's right-of-way was bought
    last: int = NOWHERE  # where the latest highway was laid

    def __post_init__(self) -> None:
        if self.phase == "rest":  # its name in older saves and snapshots
            self.phase = "after-build"

    def copy(self) -> RightOfWay:
        twin = self.__copy__()
        twin.trios = self.trios[:]
        mine, yours = self.hands
        twin.hands = [mine[:], yours[:]]
        mine, yours = self.discards
        twin.discards = [mine[:], yours[:]]
        twin.stacks = self.stacks[:]
        twin.lines = None
        return twin

    def is_rich(self, plot: int) -> bool:
        return self.districts[plot] == RICH

    def holder(self, plot: int) -> int:
        """The seat that holds the right-of-way: the owner of the topmost face-down tile."""
        return self.owners[plot] if self.piles[plot] else NOBODY


def face_down(seat: int, tile: int) -> int:
    return seat * len(TILES) + tile


def owner_of(down: int) -> int:
    return down // len(TILES)


def tile_of(down: int) -> int:
    return down % len(TILES)


def replaced(values: Sequence[T], plot: int, value: T) -> list[T]:
    """A new list with one value changed; the old one may be shared with other copies of the state."""
    new = [*values]
    new[plot] = value
    return new


def put_pile(s: RightOfWay, plot: int, pile: tuple[int, ...]) -> None:
    """Put these face-down tiles on the plot; it is held by the owner of the topmost."""
    s.piles = replaced(s.piles, plot, pile)
    s.owners = replaced(s.owners, plot, owner_of(pile[-1]) if pile else NOBODY)


def put_highway(s: RightOfWay, plot: int, seat: int, road: int) -> None:
    s.roads, s.owners, s.vacant, s.meets = roads, owners, vacant, meets = (
        [*s.roads],
        [*s.owners],
        [*s.vacant],
        [*s.meets],
    )
    roads[plot], owners[plot] = road, seat
    vacant.remove(plot)
    around = s.plan.around[plot]
    for bit, there, back in around:
        if road & bit:
            meets[there] |= back
    if s.districts[plot] == RICH and not s.options.covered_dollar:
        s.riches = riches = [*s.riches]
        for _, there, back in around:
            riches[there] ^= back  # it faced a rich district there until now


def take_highway(s: RightOfWay, plot: int) -> int:
    """Remove the highway from the plot and return its tile."""
    road = s.roads[plot]
    s.roads, s.owners = replaced(s.roads, plot, 0), replaced(s.owners, plot, NOBODY)
    s.vacant = vacant = [*s.vacant]
    insort(vacant, plot)
    s.meets = meets = [*s.meets]
    around = s.plan.around[plot]
    for bit, there, back in around:
        if road & bit:
            meets[there] &= ~back
    if s.districts[plot] == RICH:
        s.riches = riches = [*s.riches]
        for _, there, back in around:
            riches[there] |= back
    return TILE_OF[road]
