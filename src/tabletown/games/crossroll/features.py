"""Features that show who is ahead in Crossroll: scores already circled, and the prospects of open routes and boxes."""

from __future__ import annotations

import math
from functools import lru_cache

from tabletown.features import Features
from tabletown.games.crossroll.bots import OFTEN, ROUNDS, empty_stretches
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.driving import LINES
from tabletown.games.crossroll.rules.writing import board_of
from tabletown.games.crossroll.state import OVER, ROLL, Board, Crossroll, landmark_points, route_points, speed_points

SAYS = {  # words
    "progress": "share of record boxes filled on the fullest board",
    "routes": "points of completed routes",
    "speed": "points of speed scores circled",
    "speeds": "how many speed scores are circled: the next ones bring more",
    "landmarks": "points of landmarks circled",
    "landmark_count": "how many landmarks are circled",
    "likely": "points of open routes times the chance of completing them, by the boxes and stretches left",
    "begun": "points of open routes times the chance of completing them and the share that is crossed out",
    "safe": "points of open routes times the chance of completing them with boxes to spare",
    "hoped": "points of open routes times the chance of completing them if all goes well",
    "spare": "boxes that will be left over on open routes",
    "landmarks_open": "landmarks on empty locations of open routes",
    "empty": "empty locations on open routes",
    "stretches": "stretches of empty locations on open routes: each takes a drive of its own",
    "boxes": "record boxes left",
    "near": "empty places next to a cross",
    "ticket": "how often the numbers on the ticket are expected to come up",
    "slots": "slots of the ticket that are filled",
    "engine_top": "numbers in the top row of the engine",
    "engine_middle": "numbers in the middle row",
    "engine_bottom": "numbers in the bottom row",
    "unlocked": "rows of the engine that are full",
    "behind": "points of open routes that another player has completed",
    "xs": "penalties in record boxes",
    "nitrous": "whether nitrous oxide is installed",
}
DRIVE = 5.3  # locations crossed out per record box
BOXES = sum(MAP.boxes)


# indexed by a set of routes, as bits: the other routes with their places; the points of the routes in the set
SETS = range(1 << len(LINES))
OPEN = [[(route, line) for route, line in enumerate(LINES) if not complete >> route & 1] for complete in SETS]
POINTS = [sum([score for route, score in enumerate(MAP.route_scores) if routes >> route & 1]) for routes in SETS]


@lru_cache(maxsize=1 << 17)
def open_route(route: int, crossed: int, free: int) -> tuple[float, float, float, float, float, int]:
    """Features of one open route: likely, begun, safe, hoped, spare; then stretches, empty and landmarks, packed."""
    stretches, landmarks = empty_stretches(route, crossed)
    score = MAP.route_scores[route]
    if not stretches:
        return score, score, score, score, free, 0
    slack = free - sum([max(0.85, gap / DRIVE) for gap in stretches])
    likely = 1 / (1 + math.exp(-1.1 * (slack + 0.5)))
    safe, hoped = 1 / (1 + math.exp(-2 * (slack - 1))), 1 / (1 + math.exp(-2 * (slack + 1.5)))
    spare, begun = max(0.0, slack) * likely, 1 - sum(stretches) / len(MAP.routes[route])
    counts = len(stretches) << 20 | sum(stretches) << 10 | landmarks
    return score * likely, score * likely * begun, score * safe, score * hoped, spare, counts


@lru_cache(maxsize=1 << 12)
def often(ticket: tuple[int, ...]) -> tuple[float, int]:
    """The expected matches of the ticket in a round, and how many of its slots are filled."""
    return sum([OFTEN[n] for n in ticket]), len(ticket) - ticket.count(0)


def row(s: Crossroll, board: Board, progress: float, left: int) -> list[float]:
    likely = begun = safe = hoped = spare = 0.0
    counts = 0
    complete, crossed, free = board.complete, board.crossed, board.free
    for route, line in OPEN[complete]:
        a, b, c, d, e, f = open_route(route, crossed & line, free[route])
        likely += a
        begun += b
        safe += c
        hoped += d
        spare += e
        counts += f
    top, middle, bottom = board.engine
    landmarks = len(board.landmarks)
    ticket, slots = often(board.ticket)
    return [
        progress,
        (route_points(board, s.checked) if board.nitrous else POINTS[complete]) / 10,
        speed_points(board) / 10,
        board.speed,
        landmark_points(board) / 10,
        landmarks,
        likely / 10,
        begun / 10,
        safe / 10,
        hoped / 10,
        spare,
        counts & 1023,
        (counts >> 10 & 1023) / 10,
        counts >> 20,
        sum(free),
        (board.near & ~crossed).bit_count() / 10,
        left * ticket,
        slots,
        len(top),
        len(middle),
        len(bottom),
        board.unlocked.bit_count(),
        POINTS[s.done & ~complete] / 10,
        board.xs.bit_count(),
        board.nitrous,
    ]


def rows(s: Crossroll) -> list[list[float]]:
    boards = [board_of(s, seat) for seat in range(len(s.boards))]
    progress = (BOXES - min([sum(board.free) for board in boards])) / BOXES
    left = max(0, ROUNDS - s.round)
    return [row(s, board, progress, left) for board in boards]


def all_even(s: Crossroll) -> bool:
    """Between two rounds: nobody has driven while another has not, and every finished route is scored."""
    return s.phase in (ROLL, OVER) and not any(s.walks)


features = Features(SAYS, rows, by_points=True, even=all_even, tables=((2, {}), (2, {}), (3, {}), (4, {})))
