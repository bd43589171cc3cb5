"""Hong Kong Driving Restrictions."""

from __future__ import annotations

from tabletown.games.crossroll.options import DOWNS, ROUTE_WORDS, RUNS, STOP_OF, UPS
from tabletown.games.crossroll.roads import LONGEST, MAP, ROUTES
from tabletown.games.crossroll.state import Board, is_crossed
from tabletown.kernel import NOT_AN_OPTION, Reason, because

ALL, LINES = MAP.all, MAP.lines
# by n: the shifts that leave only the first of every n empty places in a row, when `empty &= empty >> shift`
SHIFTS = [[min(1 << step, n - (1 << step)) for step in range(5) if 1 << step < n] for n in range(LONGEST + 1)]
GAPS = sum(MAP.gaps)
# for every set of routes: numbers and words, keyed by the gap bits behind its routes; places, indexed by route bits
SETS = [[route for route in range(ROUTES) if routes >> route & 1] for routes in range(1 << ROUTES)]
ROUTES_AT = {sum(MAP.gaps[route] for route in routes): routes for routes in SETS}
WORDS_AT = {gaps: [ROUTE_WORDS[route] for route in routes] for gaps, routes in ROUTES_AT.items()}
PLACES = [sum(LINES[route] for route in routes) for routes in SETS]


def starts(crossed: int, near: int, by_route: bool) -> int:
    """Restriction 2: the empty places that are an entrance or next to a cross (`by_route`: on the same route)."""
    return ((crossed << 1 | crossed >> 1 if by_route else near) | MAP.entrances) & ALL & ~crossed


def stretches(board: Board, n: int) -> int:
    """Restrictions 1, 3 and 4: the lowest place of every stretch of n empty places in a row."""
    empty = ALL ^ board.crossed
    for shift in SHIFTS[n]:
        empty &= empty >> shift
    return empty


def run_starts(board: Board, n: int) -> int:
    """The places where a legal run of exactly n can start, up or down its route."""
    found = stretches(board, n)
    return (found | found << n - 1) & board.starts


def routes_among(places: int) -> list[str]:
    """The words of the routes that have any of these places: adding ALL carries into the gap behind each of them."""
    return WORDS_AT[places + ALL & GAPS]


def runs(board: Board, route: int, n: int) -> list[str]:
    """The words of all legal runs of exactly n locations along the route."""
    lowest, starts = stretches(board, n), board.starts & LINES[route]
    highest = lowest << n - 1 if n > 1 else 0
    ups, downs, found = UPS[n], DOWNS[n], []
    while starts:
        start = starts & -starts
        starts ^= start
        if lowest & start:
            found.append(ups[start.bit_length()])
        if highest & start:
            found.append(downs[start.bit_length()])
    return found


def why_not_run(board: Board, route: int, n: int) -> Reason | None:
    """Why the route has no legal run of n; None if it has one."""
    if run_starts(board, n) & LINES[route]:
        return None
    letter = MAP.letters[route]
    if not LINES[route] & ~board.crossed:
        return because(
            "route-crossed-out",
            "Every place of route {route} is crossed out.",
            "restrict.enough-empty",
            route=letter,
        )
    if not stretches(board, n) & LINES[route]:
        return because(
            "too-few-empty-places",
            "Route {route} has no empty place.",
            "restrict.enough-empty",
            "Route {route} doesn't have {n} empty places in a row.",
            route=letter,
            n=n,
        )
    return because(
        "no-start-on-route",
        "No empty place on route {route} is an entrance or next to a cross.",
        "restrict.start",
        "No {n} empty places in a row on route {route} start at an entrance or next to a cross.",
        route=letter,
        n=n,
    )


def why_not_start(board: Board, route: int, n: int, word: str) -> Reason | None:
    """Why this run is not legal, or no run can start at the stop that was clicked; None for a legal run of n."""
    run = RUNS.get(word)
    location = run.stops[0] if run is not None else STOP_OF.get(word)
    if location is None:
        return NOT_AN_OPTION
    name, letter = MAP.names[location], MAP.letters[route]
    if location not in MAP.routes[route]:
        return because(
            "not-on-route", "{place} isn't on route {route}.", "restrict.one-route", place=name, route=letter
        )
    if is_crossed(board, location):
        return because("already-crossed-out", "{place} is already crossed out.", "drive.cross-empty-only", place=name)
    if not board.starts & MAP.places[location] & LINES[route]:
        return because(
            "no-start-here",
            "A run starts at an entrance or next to a cross; {place} is neither.",
            "restrict.start",
            place=name,
        )
    if run is not None and (run.route != route or run.size != n):
        return because(
            "wrong-length",
            "The run must be exactly {n} place on route {route}.",
            "drive.cross-n",
            "The run must be exactly {n} places on route {route}.",
            n=n,
            route=letter,
        )
    if run is not None:
        blocked = [MAP.names[here] for here in run.stops if is_crossed(board, here)]
        if not blocked:
            return None
        return because(
            "run-blocked",
            "The run would pass {place}, which is already crossed out.",
            "restrict.no-skip",
            place=blocked[0],
        )
    if any(RUNS[word].stops[0] == location for word in runs(board, route, n)):
        return because(
            "pick-a-direction", "A run can start at {place}. Choose where it ends.", "run.direction", place=name
        )
    return because(
        "no-run-from-here",
        "There aren't {n} empty places in a row from {place}.",
        "restrict.no-skip",
        place=name,
        n=n,
    )
