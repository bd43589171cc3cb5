"""Hong Kong Driving Restrictions, and what a run does to the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tabletown.games.crossroll.roads import MAP, Run
from tabletown.games.crossroll.state import Board, Crossroll, is_crossed
from tabletown.kernel import Reason, because

FULL, ENTRANCES = MAP.full, MAP.entrances
ROUTES = range(9)
ROUTE_WORDS = [f"route:{letter}" for letter in MAP.letters]
ROUTE_OF = {word: route for route, word in enumerate(ROUTE_WORDS)}
STOP_OF = {f"stop:{id}": number for number, id in enumerate(MAP.ids)}


def starts(board: Board, route: int, by_route: bool) -> int:
    """Restriction 2: the empty locations of the route that are an entrance or next to a cross, as bits."""
    crossed = board.crossed[route]
    near = crossed << 1 | crossed >> 1 if by_route else board.near[route]
    return (near | ENTRANCES[route]) & ~crossed & FULL[route]


@lru_cache(maxsize=1 << 16)  # the same few patterns come up again and again
def furthest(route: int, crossed: int, near: int) -> int:
    """The longest run along the route: every shorter one from the same start is legal, too."""
    bits = (near | ENTRANCES[route]) & ~crossed & FULL[route]
    edge = crossed | FULL[route] + 1
    longest = 0
    while bits:
        start = bits & -bits
        bits ^= start
        place = start.bit_length()
        above = edge >> place - 1
        up = (above & -above).bit_length() - 1
        if up > longest:
            longest = up
        down = place - (crossed & start - 1).bit_length()
        if down > longest:
            longest = down
    return longest


def has_run(board: Board, route: int, n: int) -> bool:
    """Restriction 4: enough empty locations for a run of exactly n."""
    return n <= board.reach[route]


def runs(board: Board, route: int, n: int, by_route: bool) -> Sequence[str]:
    """The words of all legal runs of exactly n locations along the route."""
    return runs_from(route, board.crossed[route], starts(board, route, by_route), n)


@lru_cache(maxsize=1 << 16)
def runs_from(route: int, crossed: int, bits: int, n: int) -> tuple[str, ...]:
    ups, downs = MAP.ups[route][n], MAP.downs[route][n]
    stretch = (1 << n) - 1
    empty = ~crossed & FULL[route]
    found = []
    while bits:
        start = bits & -bits
        bits ^= start
        place = start.bit_length() - 1
        if empty >> place & stretch == stretch:
            found.append(ups[place])
        if place + 1 >= n > 1 and empty >> place + 1 - n & stretch == stretch:
            found.append(downs[place])
    return tuple(found)


def why_no_run(board: Board, route: int, n: int) -> Reason | None:
    """None if the route has a legal run of n; else what is in the way."""
    if has_run(board, route, n):
        return None
    letter, crossed = MAP.letters[route], board.crossed[route]
    if crossed == FULL[route]:
        return because("Every location of route {route} is crossed out.", "restrict.enough-empty", route=letter)
    gaps = bin(crossed | FULL[route] + 1)[3:].split("1")
    if max(map(len, gaps)) < n:
        return because("Route {route} has no {n} empty locations in a row.", "restrict.enough-empty", route=letter, n=n)
    return because(
        "No {n} empty locations of route {route} start at an entrance or next to a cross.",
        "restrict.start",
        route=letter,
        n=n,
    )


def why_no_start(s: Crossroll, board: Board, route: int, n: int, word: str) -> Reason | None:
    """Why a run cannot start at a location that somebody points at, or go as a run's word says."""
    run = MAP.runs.get(word)
    location = run.stops[0] if run is not None else STOP_OF.get(word)
    if location is None:
        return None
    name, letter = MAP.names[location], MAP.letters[route]
    if location not in MAP.routes[route]:
        return because("{place} is not on route {route}.", "restrict.one-route", place=name, route=letter)
    if is_crossed(board, location):
        return because("{place} is already crossed out.", "drive.cross-empty-only", place=name)
    if not starts(board, route, s.variant.by_route) >> MAP.routes[route].index(location) & 1:
        return because(
            "A run starts at an entrance or next to a cross; {place} is neither.", "restrict.start", place=name
        )
    if run is not None and (run.route != route or run.size != n):
        return because("The run must be exactly {n} locations of route {route}.", "drive.cross-n", n=n, route=letter)
    return because("From {place} there are no {n} empty locations in a row.", "restrict.no-skip", place=name, n=n)


Bits = list[int]
Changes = tuple[tuple[int, int], ...]


def mark(board: Board, more_crossed: Changes, more_near: Changes, by_route: bool) -> tuple[Bits, Bits, Bits]:
    """What is crossed out, near a cross and in reach, with these changes."""
    crossed, near, reach = list(board.crossed), list(board.near), list(board.reach)
    for route, bits in more_crossed:
        crossed[route] |= bits
    for route, bits in more_near:  # also names every route of the crosses: their neighbours lie on it
        near[route] |= bits
        here = crossed[route]
        reach[route] = furthest(route, here, here << 1 | here >> 1 if by_route else near[route])
    return crossed, near, reach


def cross_out(board: Board, run: Run, n: int, by_route: bool) -> Board:
    """Cross out the run; if it ends on a landmark, circle that and the next landmark score.

    A drive writes n into the leftmost empty record box of the route; with 0 it is a bonus and writes nothing.
    """
    crossed, near, reach = mark(board, run.crossed, run.near, by_route)
    written, free = board.written, board.free
    if n:
        route = run.route
        written = (*written[:route], (*written[route], n), *written[route + 1 :])
        free = (*free[:route], free[route] - 1, *free[route + 1 :])
    landmarks = board.landmarks
    if run.landmark >= 0:
        landmarks = (*landmarks, run.landmark)
    return Board(
        tuple(crossed),
        tuple(near),
        tuple(reach),
        free,
        written,
        board.xs,
        board.complete,
        board.speed,
        landmarks,
        board.ticket,
        board.engine,
        board.bonus if n else board.bonus + run.size,
        board.nitrous,
    )
