"""What tells in Right of Way who is ahead: highways by what they lack, rights-of-way, and the tiles to go on with."""

from __future__ import annotations

import math

from tabletown.features import Features
from tabletown.games.right_of_way.plan import SIZE
from tabletown.games.right_of_way.state import NOBODY, NOWHERE, SEATS, RightOfWay
from tabletown.games.right_of_way.tiles import TILES, TURNS

SAYS = {  # words
    "progress": "the share of the plots that are built on",
    "points": "points of highways that are fully joined",
    "one_end": "points of highways that lack one connection and may still get it",
    "two_ends": "points of highways that lack two connections and may still get them",
    "more_ends": "points of highways that lack three or more connections and may still get them",
    "dead": "points of highways that can never be joined",
    "highways": "how many highways the seat has",
    "ends_free": "open connections that lead to free plots",
    "ends_own": "open connections that lead to plots the seat has reserved",
    "ends_theirs": "open connections that lead to plots the rival has reserved",
    "meeting": "free plots that two or more of the seat's highways lead to",
    "reserved": "plots that the seat has reserved",
    "tiles": "tiles in hand, after what is still owed",
    "many_tiles": "tiles in hand, of which the first are worth most",
    "poor": "whether fewer than three tiles are left in hand",
    "broke": "whether no tile is left in hand",
    "owing": "tiles owed that the hand does not hold",
    "kinds": "different tiles in hand",
    "small": "tiles in hand with one or two connections",
    "large": "tiles in hand with four or more connections",
    "stack": "tiles left to draw, at most ten",
    "turn": "whether the next turn is the seat's",
}
SIZES = [TURNS[tile][0].bit_count() for tile in TILES]
SMALL, LARGE = [tile for tile in TILES if SIZES[tile] < 3], [tile for tile in TILES if SIZES[tile] > 3]
LOG = [math.log1p(count / 4) for count in range(200)]


def rows(s: RightOfWay) -> list[list[float]]:
    roads, owners, meets, around = s.roads, s.owners, s.meets, s.plan.around
    found = [[0.0] * len(SAYS) for _ in SEATS]
    if not roads:
        return found
    alive = [0] * len(roads)  # plot by plot the open connections that can still be joined
    for plot in s.vacant:
        here = meets[plot]
        if here:
            holder, came = owners[plot], [0, 0]
            for bit, there, _ in around[plot]:
                if here & bit:
                    alive[there] += 1
                    owner = owners[there]
                    came[owner] += 1
                    found[owner][7 if holder == NOBODY else 8 if holder == owner else 9] += 1
            if came[0] > 1:
                found[0][10] += 1
            if came[1] > 1:
                found[1][10] += 1
    rim = s.plan.rim if s.options.rim_joined else None
    for plot, road in enumerate(roads):
        if road:
            row, value = found[owners[plot]], road.bit_count()
            lacking = (road & ~(meets[plot] | rim[plot]) if rim else road & ~meets[plot]).bit_count()
            row[5 if lacking > alive[plot] else 1 + lacking if lacking < 3 else 4] += value
            row[6] += 1
        elif owners[plot] != NOBODY:
            found[owners[plot]][11] += 1
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
        row[18], row[19] = sum([hand[tile] for tile in SMALL]), sum([hand[tile] for tile in LARGE])
        row[20], row[21] = min(10, len(s.stacks[seat])), seat == next_seat
    return found


features = Features(SAYS, rows, by_points=True)
