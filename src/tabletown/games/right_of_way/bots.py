"""Ratings of options and positions for the bots.

A highway promises its points times the chance that its open ends will be joined. A placement is worth what it adds
to one's own promises, what it takes from the rival's, and the tiles it earns or costs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache

from tabletown.games.right_of_way.options import (
    BUY,
    DISCARD,
    DOWN,
    GIVE,
    PASS,
    PLOT,
    PRICE,
    RESERVE,
    SPOT,
    TILE,
    TILE_IN,
    TURN,
    TURN_IN,
    kind_of,
)
from tabletown.games.right_of_way.plan import RICH
from tabletown.games.right_of_way.rules.building import open_plots
from tabletown.games.right_of_way.rules.city import ring_around, spot_of
from tabletown.games.right_of_way.rules.right_of_way import price_of
from tabletown.games.right_of_way.state import NOBODY, NOWHERE, SEATS, RightOfWay
from tabletown.games.right_of_way.tiles import EDGES, TILES, TURNS
from tabletown.kernel import Decision

# the chance that a highway with so many open ends, none of them dead, will be fully connected at the end
JOINED_SOME_DAY = (1.0, 0.78, 0.6, 0.46, 0.36, 0.28, 0.2)
PLENTY = 6  # tiles in hand that allow spending some
DEAR = 2.0  # a tile worth more points than this is not laid face-down
CONTESTED = 2  # roads that lead to a plot before it is worth reserving
A_TURN = 3.7  # points that a turn adds to a seat's lead while there are enough plots, measured between bots
DEBT = 3.0  # points that a missing tile costs: a laid one must be given up


# ---------------------------------------------------------------- promises


def waits(s: RightOfWay) -> list[int]:
    """For each plot, the edges with a free plot behind them."""
    edges, around = [0] * len(s.roads), s.plan.around
    for plot in s.vacant:
        for _, there, back in around[plot]:
            edges[there] |= back
    return edges


PROMISES = [[value * chance for chance in JOINED_SOME_DAY] for value in range(7)]  # by value, then open ends


def promise(s: RightOfWay, plot: int, waiting: Sequence[int]) -> float:
    """The points that the highway there can be expected to score."""
    road = s.roads[plot]
    joined = s.meets[plot] | s.plan.rim[plot] if s.options.rim_joined else s.meets[plot]
    open_ends = road & ~joined
    if s.options.partial:
        return (road & joined).bit_count() + 0.6 * (open_ends & waiting[plot]).bit_count()
    if open_ends & ~waiting[plot]:
        return 0.0  # a dead end
    return PROMISES[road.bit_count()][open_ends.bit_count()]


def tile_worth(in_hand: int, free_plots: int) -> float:
    """The worth of one more tile in points: high for a small hand, low when the city is nearly full."""
    return 6.0 / (1 + in_hand / 4) * min(1.0, free_plots / 16)


# ---------------------------------------------------------------- placements


# All that decides how good a road is on a plot, so that equal sites are rated only once: edges that meet roads, edges
# that face rich districts, edges that are joined or can still be, edges with a free plot behind them, whether the plot
# is rich, the gain from joining each edge, the tiles to pay with (at most 6), the worth of a tile
Site = tuple[int, int, int, int, bool, tuple[float, ...], int, float]

NO_JOINS: tuple[float, ...] = (0.0,) * 6


def road_value(road: int, at: Site) -> float:
    meets, riches, fine, waiting, rich, joins, means, tile = at
    value = road.bit_count()
    joined = road & meets
    result = (road & riches).bit_count() + joined.bit_count() - (value if rich else 0)
    worth = result * tile
    if result < -means:
        worth += (result + means) * DEBT
    if not road & ~fine:
        worth += PROMISES[value][(road & waiting).bit_count()]
    if joined:
        for edge in EDGES:
            if joined >> edge & 1:
                worth += joins[edge]
    return worth


@lru_cache(maxsize=1 << 16)
def tile_values(at: Site) -> list[float]:
    """The worth of each tile on a site, in its best turn."""
    return [max(road_value(road, at) for road in turns) for turns in TURNS]


class Prospects:
    """The worth of a seat's placements, plot by plot, computed lazily."""

    def __init__(self, s: RightOfWay, seat: int, in_hand: int) -> None:
        self.seat, self.in_hand = seat, in_hand
        self.vacant, self.city = s.vacant, copy(s)  # lists are replaced, never changed: this is safe
        self.means = min(in_hand - 1, 6)
        self.worth = round(4 * tile_worth(in_hand, len(s.vacant))) / 4  # rounded, so that more sites are equal
        self.waiting = waits(s)
        self.gains: dict[int, tuple[float, float]] = {}
        self.sites: dict[int, tuple[Site, list[float], float]] = {}

    def at(self, plot: int) -> tuple[Site, list[float], float]:
        """The site, the worth of each tile there, and what building there costs neighbours that are not joined."""
        found = self.sites.get(plot)
        if found is None:
            s, wait = self.city, self.waiting[plot]
            meets = s.meets[plot]
            joins, unjoined = self.joins(plot, meets) if meets else (NO_JOINS, 0.0)
            fine = wait | meets | s.plan.rim[plot] if s.options.rim_joined else wait | meets
            site = meets, s.riches[plot], fine, wait, s.districts[plot] == RICH, joins, self.means, self.worth
            found = self.sites[plot] = site, tile_values(site), unjoined
        return found

    def joins(self, plot: int, meets: int) -> tuple[tuple[float, ...], float]:
        """The gain from joining each edge, and what building there costs neighbours that are not joined."""
        edges, unjoined, gains = [0.0] * 6, 0.0, self.gains
        for bit, there, _ in self.city.plan.around[plot]:
            if meets & bit:
                gain = gains.get(there)
                if gain is None:
                    gain = gains[there] = self.gain(there)
                edges[bit.bit_length() - 1] = gain[1]
                unjoined -= gain[0]
        return tuple(edges), unjoined

    def gain(self, there: int) -> tuple[float, float]:
        """The promise of the highway there now, and with one more connection joined; negative if it is the rival's."""
        s = self.city
        now = promise(s, there, self.waiting)
        if not now:
            return 0.0, 0.0
        sign = 1 if s.owners[there] == self.seat else -1
        road = s.roads[there]
        return sign * now, sign * PROMISES[road.bit_count()][(road & ~s.meets[there]).bit_count() - 1]

    def of_tiles(self, tiles: Sequence[int], plots: Sequence[int]) -> list[float]:
        """The worth of each tile on the best of these plots."""
        if not plots:
            return [0.0] * len(tiles)
        sites = [self.at(plot) for plot in plots]
        return [max([values[tile] + unjoined for _, values, unjoined in sites]) for tile in tiles]

    def of_plot(self, tiles: Sequence[int], plot: int) -> float:
        _, values, unjoined = self.at(plot)
        return max([values[tile] for tile in tiles], default=0.0) + unjoined


LATEST: dict[int, Prospects] = {}  # by seat: tile, plot and turn are rated one after another in the same city
# by city, seat and number of tiles: search reaches the same positions again and again
KNOWN: dict[tuple[int, int, str, tuple[int, ...], tuple[int, ...]], Prospects] = {}
MOST_KNOWN = 600


def prospects(s: RightOfWay, seat: int) -> Prospects:
    latest, in_hand = LATEST.get(seat), sum(s.hands[seat])
    if latest is None or latest.vacant is not s.vacant or latest.in_hand != in_hand:
        city = seat, in_hand, s.districts, tuple(s.roads), tuple(s.owners)
        known = KNOWN.get(city)
        if known is None or known.city.options != s.options or known.city.plan is not s.plan:
            if len(KNOWN) >= MOST_KNOWN:
                KNOWN.clear()
            known = KNOWN[city] = Prospects(s, seat, in_hand)
        latest = LATEST[seat] = known
    return latest


# ---------------------------------------------------------------- rating options


def rate(s: RightOfWay, decision: Decision) -> list[float]:
    """Rate each option for the seat that is asked, in points."""
    rating = RATINGS.get(kind_of(decision.options[0]))
    return rating(s, decision.seat, decision.options) if rating is not None else [0.0] * len(decision.options)


def rate_tiles(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    """Rate each tile by its best placement; reserving first is seldom better than reserving afterwards."""
    tiles = [TILE_IN[word] for word in options if word in TILE_IN]
    rates = prospects(s, seat).of_tiles(tiles, open_plots(s, seat))
    return rates + [min(rates) - 1.0] * (len(options) - len(rates))


def rate_plots(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    look, tile = prospects(s, seat), s.tile
    rates = []
    for word in options:
        _, values, unjoined = look.at(s.plan.plot_in[word])
        rates.append(values[tile] + unjoined)
    return rates


def rate_turns(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    site, _, unjoined = prospects(s, seat).at(s.plot)
    return [road_value(TURNS[s.tile][TURN_IN[word]], site) + unjoined for word in options]


def rate_parting(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    """Prefer to part with the tile that promises least; a duplicate is missed less."""
    tiles = [TILE_IN[word] for word in options]
    worth = prospects(s, seat).of_tiles(tiles, open_plots(s, seat))
    return [(0.3 if s.hands[seat][tile] > 1 else 0.0) - lost for tile, lost in zip(tiles, worth)]


def rate_giving_up(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    """Prefer to give up what promises least, counting the neighbours it is joined to."""
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
    """With nowhere to build, prefer to buy a plot if enough tiles are left."""
    cheapest = min(price_of(s, seat, plot) for plot in s.vacant) + 1
    return [(sum(s.hands[seat]) - cheapest - 3.5) if word == RESERVE else 0.0 for word in options]


def rate_more(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    """After building, reserve a plot only with tiles to spare, and if it gains more than they are worth."""
    in_hand = sum(s.hands[seat])
    affordable = in_hand >= PLENTY and tile_worth(in_hand - 1, len(s.vacant)) < DEAR
    plots = [plot for plot in s.vacant if not s.piles[plot]] if affordable else []
    best = max(reservations(s, seat, plots)) if plots else -1.0
    return [best if word == RESERVE else 0.0 for word in options]


def rate_reservations(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    return reservations(s, seat, [s.plan.plot_in[word] for word in options])


def reservations(s: RightOfWay, seat: int, plots: Sequence[int]) -> list[float]:
    """The worth of each plot's right-of-way: the rival must take the next best plot, and one's own is safe."""
    worthy = [plot for plot in plots if s.meets[plot].bit_count() >= CONTESTED]
    theirs, mine = leads(outlook(s, 1 - seat, worthy)), leads(outlook(s, seat, worthy))
    free, in_hand = len(s.vacant), sum(s.hands[seat])
    costs = [0.0]  # indexed by the number of tiles paid
    rates = []
    for plot in plots:
        price = price_of(s, seat, plot) + 1
        while len(costs) <= price:
            costs.append(costs[-1] + tile_worth(in_hand - len(costs), free))
        rates.append(0.8 * theirs.get(plot, 0.0) + 0.5 * mine.get(plot, 0.0) - costs[price])
    return rates


def outlook(s: RightOfWay, seat: int, plots: Sequence[int]) -> dict[int, float]:
    tiles = [tile for tile in TILES if s.hands[seat][tile]]
    look = prospects(s, seat)
    return {plot: look.of_plot(tiles, plot) for plot in plots}


def leads(values: dict[int, float]) -> dict[int, float]:
    """The best plot and its lead over the next best; 0 if several are equally good."""
    if not values:
        return {}
    best, *others = sorted(values, key=values.__getitem__, reverse=True)
    return {best: values[best] - max(0.0, values[others[0]] if others else 0.0)}


def rate_spots(s: RightOfWay, seat: int, options: Sequence[str]) -> list[float]:
    """Prefer a compact city: spots that touch many districts and are near the centre."""
    city = set(s.plan.places)
    rates = []
    for word in options:
        spot = spot_of(word)
        far = sum(max(abs(q), abs(r), abs(q + r)) for q, r in spot)
        rates.append(sum(place in city for place in ring_around(spot)) - 0.4 * far)
    return rates


RATINGS: dict[str, Callable[[RightOfWay, int, Sequence[str]], list[float]]] = {
    SPOT: rate_spots,
    TILE: rate_tiles,
    PLOT: rate_plots,
    TURN: rate_turns,
    DISCARD: rate_parting,
    GIVE: rate_giving_up,
    RESERVE: lambda s, seat, options: (rate_pass if PASS in options else rate_more)(s, seat, options),
    BUY: rate_reservations,
    PRICE: rate_parting,
    DOWN: rate_parting,
}


# ---------------------------------------------------------------- how the seats stand


def evaluate(s: RightOfWay) -> list[float]:
    """The chance of each seat to win, estimated from promised points and tiles in hand."""
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
        if seat == s.seat and (owed := s.debt + s.price):  # tiles owed for what was just laid or bought
            promised[seat] -= DEBT * max(0, owed - in_hand)
            in_hand = max(0, in_hand - owed)
        promised[seat] += min(1.0, free / 24) * 16 * math.log1p(in_hand / 4)
    # half of what the next turn will add goes to the seat that has it, so that positions of both seats can be compared
    promised[s.seat if s.laid == NOWHERE else 1 - s.seat] += A_TURN / 2 * (1 - math.exp(-free / 9))
    # a lead counts more the fuller the city is; fitted to matches between bots
    chance = 1 / (1 + math.exp((promised[1] - promised[0]) / (2.5 + 0.1 * free)))
    return [chance, 1 - chance]
