"""Features that show who is ahead in Right of Way: highways by open connections, rights-of-way, and tiles."""

from __future__ import annotations

import math

from tabletown.features import Features
from tabletown.games.right_of_way.plan import SIZE
from tabletown.games.right_of_way.state import NOBODY, NOWHERE, SEATS, RightOfWay
from tabletown.games.right_of_way.tiles import EDGES, TILES, TURNS

SAYS = {  # words
    "progress": "share of plots built on",
    "points": "points of fully joined highways",
    "one_end": "points of highways with one open connection that can still be joined",
    "two_ends": "points of highways with two open connections that can still be joined",
    "more_ends": "points of highways with three or more open connections that can still be joined",
    "dead": "points of highways that can never be fully joined",
    "highways": "highways the seat has built",
    "ends_free": "open connections that lead to free plots",
    "ends_own": "open connections that lead to plots the seat has reserved",
    "ends_theirs": "open connections that lead to plots the rival has reserved",
    "meeting": "free plots that two or more of the seat's highways lead to",
    "reserved": "plots the seat has reserved",
    "tiles": "tiles in hand after paying what is owed",
    "many_tiles": "tiles in hand, each worth less than the one before",
    "poor": "whether fewer than three tiles are left in hand",
    "broke": "whether no tile is left in hand",
    "owing": "tiles owed beyond those in hand",
    "kinds": "different tiles in hand",
    "small": "tiles in hand with two connections",
    "large": "tiles in hand with four or more connections",
    "stack": "tiles left to draw, at most ten",
    "turn": "whether the next turn is the seat's",
}
SIZES = [TURNS[tile][0].bit_count() for tile in TILES]
SMALL, LARGE = SIZES.index(3), SIZES.index(4)  # tiles are ordered by size: the first with 3 and with 4 connections
LOG = [math.log1p(count / 4) for count in range(200)]
LACKING = [1, 2, 3, 4, 4, 4, 4]  # by the number of open connections: the feature that its points count for
EDGES_OF = [[edge for edge in EDGES if bits >> edge & 1] for bits in range(1 << len(EDGES))]
LEADS = [(8, 9), (9, 8), (7, 7)]  # by who has reserved a plot (last: nobody), then by whose highway leads there


def rows(s: RightOfWay) -> list[list[float]]:
    roads, owners, meets, facing = s.roads, s.owners, s.meets, s.plan.facing
    found = [[0.0] * len(SAYS) for _ in SEATS]
    if not roads:
        return found
    first, second = found
    alive = [0] * len(roads)  # for each plot, the open connections that can still be joined
    for plot in s.vacant:
        here = meets[plot]
        if here:
            one, two, beyond = 0, 0, facing[plot]
            for edge in EDGES_OF[here]:
                there = beyond[edge]
                alive[there] += 1
                if owners[there]:
                    two += 1
                else:
                    one += 1
            ones, twos = LEADS[owners[plot]]
            if one:
                first[ones] += one
                if one > 1:
                    first[10] += 1
            if two:
                second[twos] += two
                if two > 1:
                    second[10] += 1
    joined = [meet | rim for meet, rim in zip(meets, s.plan.rim)] if s.options.rim_joined else meets
    for road, owner, meet, hope in zip(roads, owners, joined, alive):
        if road:
            row, lacking = found[owner], (road & ~meet).bit_count()
            row[5 if lacking > hope else LACKING[lacking]] += road.bit_count()
            row[6] += 1
        elif owner != NOBODY:
            found[owner][11] += 1
    progress = 1 - len(s.vacant) / SIZE
    next_seat = s.seat if s.laid == NOWHERE else 1 - s.seat
    for seat, row in enumerate(found):
        hand = s.hands[seat]
        tiles = sum(hand)
        if seat == s.seat and (owed := s.debt + s.price):
            row[16] = max(0, owed - tiles)
            tiles = max(0, tiles - owed)
        row[0], row[12], row[13], row[14], row[15] = progress, tiles, LOG[tiles], tiles < 3, not tiles
        row[17] = len(hand) - hand.count(0)
        row[18], row[19] = sum(hand[:SMALL]), sum(hand[LARGE:])
        row[20], row[21] = min(10, len(s.stacks[seat])), seat == next_seat
    return found


features = Features(SAYS, rows, by_points=True)
