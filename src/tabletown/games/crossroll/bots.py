"""Ratings of options and positions for the `greedy` and `search` bots.

`rate` looks one step ahead: a route is worth its score times the chance to complete it with the record boxes it has
left, plus what its spare boxes will bring as speed scores. What a move gains is the change of that on the routes it
touches, plus landmarks, a share in later lotto bonuses, and progress on the engine.

`evaluate` sums up a whole board in the same way, with weights that look further ahead. They were tuned in matches of
200 games each, in which a bot that took the move with the best board played against `greedy`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tabletown.games.crossroll.options import (
    ALL_PAIRS,
    DRIVE,
    INSTALL,
    LOTTO,
    NUMBER,
    ROUTE_OF,
    RUNS,
    SKIP,
    UPGRADE,
    kind_of,
)
from tabletown.games.crossroll.roads import MAP, Crossing
from tabletown.games.crossroll.rules.driving import LINES, routes_among, run_starts, runs
from tabletown.games.crossroll.rules.main_action import (
    can_join,
    can_upgrade,
    drive_starts,
    numbers_to_use,
    open_crossroads,
)
from tabletown.games.crossroll.rules.writing import CROSSING, board_of
from tabletown.games.crossroll.state import MAIN, OVER, Board, Crossroll, Walk, score
from tabletown.kernel import CHANCE, Decision

SIDES = (4, 6, 8, 10)
ROUNDS = 32  # about how long a game lasts
NOTHING = -1000.0
LEAD = 0.15  # weight of a point of lead over the others, where a point of one's own weighs 1


@dataclass(frozen=True, eq=False)
class Weights:
    """Estimated points for everything that counts on a board before the end."""

    drive: float = 5.75  # locations crossed out per record box
    steep: float = 1.1  # how fast the chance to complete a route falls with too few boxes
    ease: float = 0.9  # spare boxes at which the chance is even
    spare: float = 4.2  # a box that is left over: a speed score to come
    landmark: float = 2.9  # a landmark that can still be ended on
    circle: float = 11.2  # a circled landmark
    match: float = 3.1  # a location crossed out by a later bonus
    engine: tuple[float, float, float] = (2.4, 3.6, 4.0)  # a number in the top, middle and bottom row
    open: float = 0.4  # a place that lies next to a cross
    speed: float = 10.5  # a circled speed score: what the last, highest ones bring


NEAR = Weights()  # for the next step
FAR = Weights(drive=5.3, ease=0.5, spare=7.0, landmark=3.2, circle=9.0, match=2.0)  # for the whole board


# ---------------------------------------------------------------- routes


@lru_cache(maxsize=1 << 16)
def empty_stretches(route: int, crossed: int) -> tuple[list[int], int]:
    """The lengths of the empty stretches on a route, and how many landmarks lie in them."""
    found, gap, landmarks = [], 0, 0
    for place, here in enumerate(MAP.routes[route], MAP.first[route]):
        if crossed >> place & 1:
            if gap:
                found.append(gap)
            gap = 0
        else:
            gap += 1
            landmarks += MAP.kinds[here] == "landmark"
    return ([*found, gap] if gap else found), landmarks


@lru_cache(maxsize=1 << 17)
def route_value(route: int, crossed: int, free: int, w: Weights = NEAR) -> float:
    """The expected points of a route with these places crossed out and this many empty boxes."""
    stretches, landmarks = empty_stretches(route, crossed)
    if not stretches:
        return MAP.route_scores[route] + w.spare * free
    slack = free - sum(max(0.85, gap / w.drive) for gap in stretches)
    chance = 1 / (1 + math.exp(-w.steep * (slack + w.ease)))
    done = 1 - sum(stretches) / len(MAP.routes[route])
    return (
        MAP.route_scores[route] * (0.72 * chance + 0.28 * chance * done)
        + w.spare * max(0.0, slack) * chance
        + w.landmark * landmarks
    )


# how often a number comes up in a round, with two of the four dice
OFTEN = [0.0] + [sum(1 / sides for sides in SIDES if n <= sides) / 2 for n in range(1, 11)] + [0.0] * 8


def ticket_value(s: Crossroll, n: int, w: Weights = NEAR) -> float:
    return w.match * OFTEN[n] * max(0, ROUNDS - s.round)


# ---------------------------------------------------------------- what a move gains; computed once per board

# for every run and crossroads: the routes whose places it crosses out, and those places
PARTS = {
    crossing.crossed: [(route, crossing.crossed & line) for route, line in enumerate(LINES) if crossing.crossed & line]
    for crossing in (*(run.crossing for run in RUNS.values()), *CROSSING.values())
}


def crossing_gain(board: Board, crossing: Crossing, driven: int = -1) -> float:
    """The gain from these crosses on every route they touch; a drive also costs a box of its route."""
    before, free = board.crossed, board.free
    gain = NEAR.open * (crossing.near & ~board.near & ~before).bit_count()
    for route, bits in PARTS[crossing.crossed]:
        crossed, boxes = before & LINES[route], free[route]
        after = route_value(route, crossed | bits, boxes - (route == driven))
        gain += after - route_value(route, crossed, boxes)
    return gain


@lru_cache(maxsize=1 << 12)
def run_gains(board: Board, route: int, n: int, drives: bool) -> list[float]:
    """The gain of each run of n on the route, in the order of `runs`."""
    found = []
    for word in runs(board, route, n):
        run = RUNS[word]
        gain = crossing_gain(board, run.crossing, route if drives else -1)
        found.append(gain if run.landmark < 0 else gain + NEAR.circle)
    return found


@lru_cache(maxsize=1 << 12)
def best_drive(board: Board, n: int) -> float:
    routes = routes_among(drive_starts(board, n))
    return max((max(run_gains(board, ROUTE_OF[word], n, True)) for word in routes), default=NOTHING)


@lru_cache(maxsize=1 << 10)
def best_bonus(board: Board, n: int) -> float:
    routes = routes_among(run_starts(board, n))
    return max((max(run_gains(board, ROUTE_OF[word], n, False)) for word in routes), default=0.0)


@lru_cache(maxsize=1 << 10)
def best_crossroad(board: Board) -> float:
    return max(crossing_gain(board, CROSSING[word]) for word in open_crossroads(board))


def lotto_gain(s: Crossroll, board: Board, n: int) -> float:
    return ticket_value(s, n) + best_crossroad(board) if can_join(board) else NOTHING


def upgrade_gain(board: Board, n: int) -> float:
    return NEAR.engine[MAP.row_of[n]] if can_upgrade(board, n) else NOTHING


def gain_of(s: Crossroll, board: Board, n: int) -> float:
    """The gain of the best action with this N."""
    return max(best_drive(board, n), lotto_gain(s, board, n), upgrade_gain(board, n))


# ---------------------------------------------------------------- rating the options of a question


def rate(s: Crossroll, decision: Decision) -> Sequence[float]:
    options = decision.options
    if decision.seat == CHANCE:
        return [0.0] * len(options)
    first, walk = options[0], s.walks[decision.seat]
    board, n = s.boards[decision.seat], walk.n if walk is not None else 0
    if first in ALL_PAIRS:
        return rate_dice(s, board, options)
    if first in RUNS:
        return run_gains(board, RUNS[first].route, n, s.phase == MAIN)
    if first in ROUTE_OF:
        drives = s.phase == MAIN
        return [max(run_gains(board, ROUTE_OF[word], n, drives)) if word in ROUTE_OF else 0.0 for word in options]
    if first in CROSSING:
        return [crossing_gain(board, CROSSING[word]) for word in options]
    if kind_of(first) == NUMBER:
        numbers = numbers_to_use(s, board)
        return [gain_of(s, board, numbers[word]) if word != SKIP else 0.0 for word in options]
    if first in (DRIVE, LOTTO, UPGRADE):
        gains = {DRIVE: best_drive(board, n), LOTTO: lotto_gain(s, board, n), UPGRADE: upgrade_gain(board, n)}
        return [gains[word] for word in options]
    if first == INSTALL:
        cheap = MAP.route_scores[s.checked] < 0.9 * max(0, ROUNDS - s.round)
        return [1.0 if (word == INSTALL) == cheap else 0.0 for word in options]
    return [0.0] * len(options)  # the choice of a slot or of the die to set aside makes no difference


def rate_dice(s: Crossroll, board: Board, options: Sequence[str]) -> list[float]:
    """Rate each pair of dice by the mean gain of its better result and of the lotto bonus."""
    gains = [0.0] + [gain_of(s, board, n) for n in range(1, 11)]
    count = [0] * 11
    for number in board.ticket:
        if 0 < number < 11:
            count[number] += 1
    bonus = [0.0] + [max(0.0, best_bonus(board, n)) for n in range(1, 2 * max(count) + 1)]
    rates = []
    for word in options:
        one, two = (SIDES[die] for die in ALL_PAIRS[word])
        total = 0.0
        for first in range(1, one + 1):
            gain, wins = gains[first], count[first]
            for second in range(1, two + 1):
                other = gains[second]
                total += (gain if gain > other else other) + bonus[wins + count[second]]
        rates.append(total / (one * two))
    return rates


# ---------------------------------------------------------------- what the others may have chosen


def imagine(s: Crossroll, seat: int, rng: random.Random) -> Crossroll:
    """Fill in what the other seats probably choose in the main action phase, so that search considers one seat only."""
    seen = s.copy()
    if s.phase == MAIN:
        for other, board in enumerate(s.boards):
            if other != seat:
                seen.walks[other] = likely_action(s, board)
    return seen


def likely_action(s: Crossroll, board: Board) -> Walk:
    numbers = {word: n for word, n in numbers_to_use(s, board).items() if word != SKIP}
    if not numbers:
        return Walk(True, "", 0, SKIP)
    use = max(numbers, key=lambda word: gain_of(s, board, numbers[word]))
    n = numbers[use]
    drive, lotto, upgrade = best_drive(board, n), lotto_gain(s, board, n), upgrade_gain(board, n)
    if drive >= lotto and drive >= upgrade:
        routes = [ROUTE_OF[word] for word in routes_among(drive_starts(board, n))]
        route = max(routes, key=lambda route: max(run_gains(board, route, n, True)))
        gains = run_gains(board, route, n, True)
        return Walk(True, use, n, DRIVE, route, runs(board, route, n)[gains.index(max(gains))])
    if lotto >= upgrade:
        words = open_crossroads(board)
        crossroad = max(words, key=lambda word: crossing_gain(board, CROSSING[word]))
        return Walk(True, use, n, LOTTO, -1, crossroad, board.ticket.index(0))
    return Walk(True, use, n, UPGRADE)


# ---------------------------------------------------------------- how each seat stands


def board_value(s: Crossroll, board: Board) -> float:
    """An estimate of the points this board will have at the end."""
    if s.phase == OVER:
        return float(score(board, s.checked))
    value = (
        FAR.speed * board.speed
        + FAR.circle * len(board.landmarks)
        + FAR.open * (board.near & ~board.crossed).bit_count()
    )
    for route, line in enumerate(LINES):
        if board.complete >> route & 1:
            value += MAP.route_scores[route]
        else:
            value += route_value(route, board.crossed & line, board.free[route], FAR)
    if board.nitrous:
        value += 12 - MAP.route_scores[s.checked]
    for n in board.ticket:
        if n:
            value += ticket_value(s, n, FAR)
    top, middle, bottom = board.engine
    return value + FAR.engine[0] * len(top) + FAR.engine[1] * len(middle) + FAR.engine[2] * len(bottom)


def evaluate(s: Crossroll) -> list[float]:
    """Rate each seat by its own points, as boards hardly affect each other; the lead counts a little."""
    values = [board_value(s, board_of(s, seat)) for seat in range(len(s.boards))]
    mean = sum(values) / len(values)
    return [min(1.0, max(0.0, (value + LEAD * (value - mean)) / 600)) for value in values]
