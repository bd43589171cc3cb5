"""Right of Way as numbers: the city plot by plot, both players' tiles, and the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from tabletown.encoding import Encoding, Part, QuestionEncoding, cached, one_hot, row
from tabletown.games.right_of_way.options import (
    DISCARD_WORDS,
    DONE,
    DOWN_WORDS,
    PASS,
    PRICE_WORDS,
    RESERVE,
    TILE_WORDS,
    TURN_WORDS,
)
from tabletown.games.right_of_way.plan import HEXAGON, RICH, SIZE, TEMPLATE, CityPlan
from tabletown.games.right_of_way.rules.end_and_victory import points
from tabletown.games.right_of_way.state import NOBODY, RightOfWay
from tabletown.games.right_of_way.tiles import EDGES, FULL, NAMES, TILES

PLANES = 14  # per plot: own road over each of six edges, the rival's, own right-of-way, the rival's
RULES = (
    "turn.one-placement",
    "place.anywhere",
    "tile.rotation",
    "row.timing",
    "row.buy-free",
    "row.price-to-own-discard",
    "build.result.negative.discard",
    "discard-placed.own-only",
    "pass.no-legal-placement",
    "setup.city.alternate-placing",
    "setup.city.who-starts",
)
PARTS = (
    Part("city", (SIZE, PLANES), "per plot: my road over edges 0 to 5, my rival's, my right-of-way, my rival's"),
    Part("rich", (SIZE,), "1: a rich district"),
    Part("piles", (SIZE,), "face-down tiles on the plot", 3),
    Part("hands", (2, len(TILES)), "tiles in hand, by shape: mine, my rival's", 3),
    Part("discards", (2, len(TILES)), "tiles discarded, by shape: mine, my rival's", 5),
    Part("tile", (len(TILES),), "the tile picked to be laid"),
    Part("plot", (SIZE,), "the plot picked, to be built on or reserved"),
    Part("laid", (SIZE,), "where my rival's last highway was laid"),
    Part("points", (4,), "points as they stand, and connections that are not joined yet: mine, my rival's", 60),
    Part(
        "numbers",
        (7,),
        "tiles to draw, to give up, to pay; turns; stacks (mine, rival's); the final turn (1: mine, -1: rival's)",
        (6, 6, 6, 100, 50, 50, 1),
    ),
)
TILE, PLOT = one_hot(len(TILES)), one_hot(SIZE)
# by viewer (seat 0, seat 1), then by owner (seat 0, seat 1, nobody), then by road: the planes of a plot
SEEN = [
    [
        [
            row(
                [
                    *(int(owner == me and road >> edge & 1) for me in order for edge in EDGES),
                    *(int(owner == me and not road) for me in order),
                ]
            )
            for road in range(FULL + 1)
        ]
        for owner in (0, 1, NOBODY)
    ]
    for order in ((0, 1), (1, 0))
]
NO_PLOT = row([0] * PLANES)


@cache
def _rich(districts: str) -> bytes:
    return row([int(place == RICH) for place in districts.ljust(SIZE)])


@cached
def _city(
    seat: int, owners: Sequence[int], roads: Sequence[int], meets: Sequence[int]
) -> tuple[bytes, list[int], list[int]]:
    """The city as a seat sees it and, by seat, points of fully joined highways and connections that are not joined.

    The plots change only once a turn, so this is cached.
    """
    scored, loose, seen = [0, 0], [0, 0], SEEN[seat]
    for owner, road, meet in zip(owners, roads, meets):
        if road:
            if missing := road & ~meet:
                loose[owner] += missing.bit_count()
            else:
                scored[owner] += road.bit_count()
    plots = [seen[owner][road] for owner, road in zip(owners, roads)]
    return b"".join(plots) + NO_PLOT * (SIZE - len(roads)), scored, loose


@cached
def _piles(piles: Sequence[tuple[int, ...]]) -> bytes:
    return row((*map(len, piles), *[0] * (SIZE - len(piles))))


def encode(s: RightOfWay, seat: int) -> bytes:
    mine, theirs = seat, 1 - seat
    hands, discards = s.hands, s.discards
    city, scored, loose = _city(seat, s.owners, s.roads, s.meets)
    if s.options.rim_joined or s.options.partial:
        scored = points(s)
    return b"".join(
        (
            city,
            _rich(s.districts),
            _piles(s.piles),
            row((*hands[mine], *hands[theirs], *discards[mine], *discards[theirs])),
            TILE[s.tile],
            PLOT[s.plot],
            PLOT[s.last],
            row((scored[mine], scored[theirs], loose[mine], loose[theirs])),
            row(
                (
                    s.earned,
                    s.debt,
                    s.price,
                    s.turns,
                    len(s.stacks[mine]),
                    len(s.stacks[theirs]),
                    0 if s.final == NOBODY else 1 if s.final == seat else -1,
                )
            ),
        )
    )


@cache
def _words(plan: CityPlan) -> tuple[str, ...]:
    tiles = (*TILE_WORDS, *TURN_WORDS, *DISCARD_WORDS, *DOWN_WORDS, *PRICE_WORDS, RESERVE, PASS, DONE)
    return (*tiles, *plan.plot_words, *plan.buy_words, *plan.give_words)


def encoding(seats: int, options: Mapping[str, str]) -> Encoding:
    """The encoding for these options; in a city laid by the players, unknown plots and spots use spare places."""
    by_hand = options["city"] == "manual"
    words = _words(TEMPLATE if options["city"] != "hexagon" else HEXAGON)
    question = QuestionEncoding(RULES, {"tile": NAMES, "debt": 0})
    return Encoding(words, PARTS, encode, question, spare=256 if by_hand else 0)
