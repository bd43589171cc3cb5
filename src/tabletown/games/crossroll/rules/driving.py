"""Hong Kong Driving Restrictions, and what a run does to the board."""

from __future__ import annotations

from tabletown.games.crossroll.roads import LONGEST, MAP, Run
from tabletown.games.crossroll.state import Board, Crossroll, is_crossed
from tabletown.kernel import Reason, because

FULL, ENTRANCES = MAP.full, MAP.entrances
ROUTES = range(9)
ROUTE_WORDS = [f"route:{letter}" for letter in MAP.letters]
ROUTE_OF = {word: route for route, word in enumerate(ROUTE_WORDS)}
STOP_OF = {f"stop:{id}": number for number, id in enumerate(MAP.ids)}


# Shifts that leave a bit where a stretch of n ones begins: 1, 2, 4 … double it, the last makes up the rest
def _shifts(n: int) -> tuple[int, ...]:
    shifts, length = [], 1
    while length < n:
        shifts.append(min(length, n - length))
        length += shifts[-1]
    return tuple(shifts)


SHIFTS = [_shifts(n) for n in range(LONGEST + 1)]


def starts(board: Board, route: int, by_route: bool) -> int:
    """Restriction 2: the empty locations of the route that are an entrance or next to a cross, as bits."""
    crossed = board.crossed[route]
    near = crossed << 1 | crossed >> 1 if by_route else board.near[route]
    return (near | ENTRANCES[route]) & ~crossed & FULL[route]


def stretches(board: Board, route: int, n: int) -> int:
    """Restrictions 3 and 4: where a stretch of n empty locations begins, as bits."""
    empty = ~board.crossed[route] & FULL[route]
    for shift in SHIFTS[n]:
        empty &= empty >> shift
    return empty


def has_run(board: Board, route: int, n: int, by_route: bool) -> bool:
    free = stretches(board, route, n)
    # a run goes up from the beginning of a stretch, or down from its end
    return bool(free and (free | free << (n - 1)) & starts(board, route, by_route))


def runs(board: Board, route: int, n: int, by_route: bool) -> list[Run]:
    """Every legal run of exactly n locations along the route."""
    first = starts(board, route, by_route)
    free = stretches(board, route, n)
    found: list[Run] = []
    for table, bits in ((MAP.ups, free & first), (MAP.downs, free << (n - 1) & first if n > 1 else 0)):
        by_start = table[route][n]
        while bits:
            low = bits & -bits
            run = by_start[low.bit_length() - 1]
            assert run is not None
            found.append(run)
            bits ^= low
    return found


def why_no_run(board: Board, route: int, n: int, by_route: bool) -> Reason | None:
    """None if the route has a legal run of n; else what is in the way."""
    if has_run(board, route, n, by_route):
        return None
    letter = MAP.letters[route]
    if board.crossed[route] == FULL[route]:
        return because("Every location of route {route} is crossed out.", "restrict.enough-empty", route=letter)
    if not stretches(board, route, n):
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
    if not starts(board, route, s.by_route) >> MAP.routes[route].index(location) & 1:
        return because(
            "A run starts at an entrance or next to a cross; {place} is neither.", "restrict.start", place=name
        )
    if run is not None and (run.route != route or run.size != n):
        return because("The run must be exactly {n} locations of route {route}.", "drive.cross-n", n=n, route=letter)
    return because("From {place} there are no {n} empty locations in a row.", "restrict.no-skip", place=name, n=n)


def cross_out(board: Board, run: Run, written: tuple[tuple[int, ...], ...], bonus: int) -> Board:
    """Cross out the run; if it ends on a landmark, circle that and the next landmark score."""
    crossed, near = list(board.crossed), list(board.near)
    for route, bits in run.crossed:
        crossed[route] |= bits
    for route, bits in run.near:
        near[route] |= bits
    landmarks = board.landmarks
    if run.landmark >= 0:
        landmarks = (*landmarks, run.landmark)
    return Board(
        tuple(crossed),
        tuple(near),
        written,
        board.xs,
        board.complete,
        board.speed,
        landmarks,
        board.ticket,
        board.engine,
        bonus,
        board.nitrous,
    )
