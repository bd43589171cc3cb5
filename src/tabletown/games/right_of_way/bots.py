"""How good each option looks, and how each seat stands: what the bots go by.

A highway promises its points times the chance that its open ends will be joined. A placement is worth what it adds
to the own promises, what it takes from the rival's, and the tiles it earns or costs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletown.games.right_of_way.rules.building import open_plots
from tabletown.games.right_of_way.rules.city import ring_around, spot_of
from tabletown.games.right_of_way.rules.right_of_way import price_of
from tabletown.games.right_of_way.state import NOBODY, SEATS, RightOfWay
from tabletown.games.right_of_way.tiles import TILE_IN, TILES, TURN_IN, TURNS
from tabletown.kernel import Decision

# the chance that a highway with so many open ends, none of them dead, will be fully connected at the end
JOINED_SOME_DAY = (1.0, 0.78, 0.6, 0.46, 0.36, 0.28, 0.2)
PLENTY = 6  # tiles in hand, of which one need not save every one
DEBT = 3.0  # what a missing tile costs: a laid one must go


# ---------------------------------------------------------------- promises


def waits(s: RightOfWay) -> list[int]:
    """Plot by plot the edges behind which a plot is still free."""
    edges, around = [0] * len(s.roads), s.plan.around
    for plot in s.vacant:
        for _, there, back in around[plot]:
            edges[there] |= back
    return edges


def promise_of(value: int, open_ends: int) -> float:
    return value * JOINED_SOME_DAY[open_ends]


def promise(s: RightOfWay, plot: int, waiting: Sequence[int]) -> float:
    """The points that the highway there may be expected to score."""
    road = s.roads[plot]
    joined = s.meets[plot] | s.plan.rim[plot] if s.house.rim_joined else s.meets[plot]
    open_ends = road & ~joined
    if s.house.partial:
        return (road & joined).bit_count() + 0.6 * (open_ends & waiting[plot]).bit_count()
    if open_ends & ~waiting[plot]:
        return 0.0  # a dead end
    return promise_of(road.bit_count(), open_ends.bit_count())


def tile_worth(in_hand: int, free_plots: int) -> float:
    """What one more tile in the hand is worth, in points: much to the poor, little when the city is nearly full."""
    return 6.0 / (1 + in_hand / 4) * min(1.0, free_plots / 16)


# ---------------------------------------------------------------- placements


class Site(NamedTuple):
    """All that decides how good a road is on a plot; sites that are alike are rated only once."""

    meets: int
    riches: int
    fine: int  # edges over which a connection is joined or may be some day
    waits: int
    rich: bool
    joins: tuple[float, ...]  # by edge: what joining the road there adds, the own added, the rival's taken off
    means: int  # tiles to pay with, at most 6
    worth: float  # of a tile


NO_JOINS: tuple[float, ...] = (0.0,) * 6


def road_value(road: int, at: Site) -> float:
    value = road.bit_count()
    result = (road & at.riches).bit_count() + (road & at.meets).bit_count() - (value if at.rich else 0)
    worth = result * at.worth
    if result < -at.means:
        worth += (result + at.means) * DEBT
    if not road & ~at.fine:
        worth += promise_of(value, (road & at.waits).bit_count())
    joined = road & at.meets
    if joined:
        joins = at.joins
        worth += sum(joins[edge] for edge in range(6) if joined >> edge & 1)
    return worth


@lru_cache(maxsize=1 << 15)
def tile_values(at: Site) -> list[float]:
    """Tile by tile what it is worth there, turned as well as it can be."""
    return [max(road_value(road, at) for road in turns) for turns in TURNS]


class Prospects:
    """What a seat could make of its hand, plot by plot."""

    def __init__(
        self, s: RightOfWay, seat: int, plots: Iterable[int] | None = None, waiting: list[int] | None = None
    ) -> None:
        self.s, self.seat = s, seat
        in_hand = sum(s.hands[seat])
        self.means = min(in_hand - 1, 6)
        self.worth = round(4 * tile_worth(in_hand, len(s.vacant))) / 4  # coarse, so that more sites are alike
        self.waiting = waits(s) if waiting is None else waiting
        self.sites = {plot: self.site(plot) for plot in (open_plots(s, seat) if plots is None else plots)}
        self.values = {plot: tile_values(at) for plot, (at, _) in self.sites.items()}

    def site(self, plot: int) -> tuple[Site, float]:
        """The site, and what building there costs the neighbours whose roads it does not join."""
        s, meets, waiting = self.s, self.s.meets[plot], self.waiting
        fine = waiting[plot] | meets | (s.plan.rim[plot] if s.house.rim_joined else 0)
        joins, unjoined = NO_JOINS, 0.0
        if meets:
            edges = [0.0] * 6
            for bit, there, _ in s.plan.around[plot]:
                if meets & bit and (now := promise(s, there, waiting)):
                    sign = 1 if s.owners[there] == self.seat else -1
                    open_ends = (s.roads[there] & ~s.meets[there]).bit_count()
                    edges[bit.bit_length() - 1] = sign * promise_of(s.roads[there].bit_count(), open_ends - 1)
                    unjoined -= sign * now
            joins = tuple(edges)
        rich = s.is_rich(plot)
        return Site(meets, s.riches[plot], fine, waiting[plot], rich, joins, self.means, self.worth), unjoined

    def of_tile(self, tile: int) -> float:
        sites = self.sites
        return max((values[tile] + sites[plot][1] for plot, values in self.values.items()), default=0.0)

    def of_plot(self, tiles: Sequence[int], plot: int) -> float:
        values = self.values[plot]
        return max([values[tile] for tile in tiles], default=0.0) + self.sites[plot][1]


# ---------------------------------------------------------------- rating options


def rate(s: RightOfWay, decision: Decision) -> list[float]:
    """How good each option looks to the seat that is asked, in points."""
    kind = decision.options[0].partition(":")[0]
    if decision.options[0].startswith("reserve:"):
        kind = "reserve:"
    rating = RATINGS.get(kind)
    return rating(s, decision.seat, decision.options) if rating is not None else [0.0] * len(decision.options)


def rate_tiles(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    """Lay the tile with the best placement. To reserve first is seldom better than to reserve afterwards."""
    prospects = Prospects(s, seat)
    rates = [prospects.of_tile(TILE_IN[word]) for word in options if word in TILE_IN]
    return rates + [min(rates) - 1.0] * (len(options) - len(rates))


def rate_plots(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    plots = [s.plan.plot_in[word] for word in options]
    prospects = Prospects(s, seat, plots)
    return [prospects.of_plot((s.tile,), plot) for plot in plots]


def rate_turns(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    at, loss = Prospects(s, seat, [s.plot]).sites[s.plot]
    return [road_value(TURNS[s.tile][TURN_IN[word]], at) + loss for word in options]


def rate_parting(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    """Part with the tile that promises least; one of several alike is missed less."""
    prospects = Prospects(s, seat)
    tiles = [TILE_IN[word] for word in options]
    return [(0.3 if s.hands[seat][tile] > 1 else 0.0) - prospects.of_tile(tile) for tile in tiles]


def rate_giving_up(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    """Give up what promises least, the own neighbours that it joins included."""
    waiting = waits(s)
    rates = []
    for word in options:
        plot = s.plan.plot_in[word]
        loss = promise(s, plot, waiting) if s.roads[plot] else 0.8
        for bit, there, _ in s.plan.around[plot]:
            if s.roads[plot] & s.meets[plot] & bit:
                sign = 1 if s.owners[there] == seat else -1
                loss += sign * 0.4 * promise(s, there, waiting)
        rates.append(-loss)
    return rates


def rate_pass(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    """With nowhere to build: buy a plot if plenty of tiles stay."""
    cheapest = min(price_of(s, seat, plot) for plot in s.vacant) + 1
    return [(sum(s.hands[seat]) - cheapest - 3.5) if word == "reserve" else 0.0 for word in options]


def rate_more(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    """After building: reserve a plot only with tiles to spare, and if it denies or saves more than they are worth."""
    plots = [plot for plot in s.vacant if not s.piles[plot]] if sum(s.hands[seat]) >= PLENTY else []
    best = max(reservations(s, seat, plots)) if plots else -1.0
    return [best if word == "reserve" else 0.0 for word in options]


def rate_reservations(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    return reservations(s, seat, [s.plan.plot_in[word] for word in options])


def reservations(s: RightOfWay, seat: int, plots: Sequence[int]) -> list[float]:
    """What each plot's right-of-way is worth: the rival must take her next best, and mine is safe."""
    waiting = waits(s)
    theirs, mine = leads(outlook(s, 1 - seat, plots, waiting)), leads(outlook(s, seat, plots, waiting))
    free = len(s.vacant)
    in_hand = sum(s.hands[seat])
    rates = []
    for plot in plots:
        price = price_of(s, seat, plot) + 1
        cost = sum(tile_worth(in_hand - paid - 1, free) for paid in range(price))
        rates.append(0.8 * theirs.get(plot, 0.0) + 0.5 * mine.get(plot, 0.0) - cost)
    return rates


def outlook(s: RightOfWay, seat: int, plots: Sequence[int], waiting: list[int]) -> dict[int, float]:
    tiles = [tile for tile in TILES if s.hands[seat][tile]]
    prospects = Prospects(s, seat, plots, waiting)
    return {plot: prospects.of_plot(tiles, plot) for plot in plots}


def leads(values: dict[int, float]) -> dict[int, float]:
    """The best plot, and by how much it is better than the next best; nothing leads where several are as good."""
    best, *others = sorted(values, key=values.__getitem__, reverse=True)
    return {best: values[best] - max(0.0, values[others[0]] if others else 0.0)}


def rate_spots(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    """A compact city: against as many districts as possible, near the centre."""
    city = set(s.plan.places)
    rates = []
    for word in options:
        spot = spot_of(word)
        far = sum(max(abs(q), abs(r), abs(q + r)) for q, r in spot)
        rates.append(sum(place in city for place in ring_around(spot)) - 0.4 * far)
    return rates


RATINGS: dict[str, Callable[[RightOfWay, int, Sequence[str]], list[float]]] = {
    "spot": rate_spots,
    "tile": rate_tiles,
    "plot": rate_plots,
    "turn": rate_turns,
    "discard": rate_parting,
    "price": rate_parting,
    "down": rate_parting,
    "give": rate_giving_up,
    "reserve:": rate_reservations,
    "reserve": lambda s, seat, options: (rate_pass if "pass" in options else rate_more)(s, seat, options),
}


# ---------------------------------------------------------------- how the seats stand


def evaluate(s: RightOfWay) -> list[float]:
    """The chance of each seat to win, from promised points and tiles in hand."""
    if not s.roads or s.first == NOBODY:
        return [0.5, 0.5]
    waiting = waits(s)
    promised = [0.0, 0.0]
    for plot, owner in enumerate(s.owners):
        if owner != NOBODY:
            promised[owner] += promise(s, plot, waiting)
    free = len(s.vacant)
    for seat in SEATS:
        in_hand = sum(s.hands[seat])
        promised[seat] += min(1.0, free / 24) * 16 * math.log1p(in_hand / 4)
    # how much a lead decides, the more the fuller the city: fitted to matches between bots
    chance = 1 / (1 + math.exp((promised[1] - promised[0]) / (2.5 + 0.1 * free)))
    return [chance, 1 - chance]
