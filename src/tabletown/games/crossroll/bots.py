"""How good each option is, and how each seat stands: what `greedy` and `search` know of Crossroll.

A route is worth its score times the chance to complete it with the record boxes it has left, plus what its spare
boxes will bring as speed scores. What a move gains is the change of that on the routes it touches, plus landmarks, a
share in later lotto bonuses, and progress on the engine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from tabletown.games.crossroll.roads import MAP, Crossing
from tabletown.games.crossroll.rules.dice import ANY
from tabletown.games.crossroll.rules.driving import LINES, ROUTE_OF, routes_among, run_starts, runs
from tabletown.games.crossroll.rules.main_action import (
    can_join,
    can_upgrade,
    drive_starts,
    numbers_to_use,
    open_crossroads,
)
from tabletown.games.crossroll.rules.writing import CROSSING, CROSSROAD_OF, CROSSROAD_WORDS, board_of
from tabletown.games.crossroll.state import DRIVE, INSTALL, LOTTO, OVER, SKIP, UPGRADE, Board, Crossroll, score
from tabletown.kernel import CHANCE, Decision

SIDES = (4, 6, 8, 10)
ROUNDS = 32  # about how long a game lasts
NOTHING = -1000.0
GOAL = 430  # points that are as often missed as reached


class Weights:
    """Points, as far as one can tell before the end."""

    drive = 5.75  # locations that one record box is good for
    steep = 1.1  # how fast the chance to complete a route falls with too few boxes
    ease = 0.9  # spare boxes at which the chance is even
    unsure = 0.28  # what an untouched route counts less than one that is nearly done
    spare = 4.2  # a box that is left over: a speed score to come
    landmark = 2.9  # a landmark that can still be ended on
    circle = 11.2  # a circled landmark
    match = 3.1  # a location crossed out by a later bonus
    engine = (2.4, 3.6, 4.0)  # a number in the top, middle and bottom row
    open = 0.4  # a location that lies next to a cross


W = Weights()


# ---------------------------------------------------------------- routes


@lru_cache(maxsize=1 << 18)
def route_value(route: int, crossed: int, free: int) -> float:
    """What a route will bring, with these locations crossed out and this many empty boxes."""
    line, first = MAP.routes[route], MAP.first[route]
    size = len(line)
    need, potential, gap = 0.0, 0.0, 0
    for place in range(size + 1):
        if place < size and not crossed >> first + place & 1:
            gap += 1
            if MAP.kinds[line[place]] == "landmark":
                potential += W.landmark
        elif gap:
            need += max(0.85, gap / W.drive)
            gap = 0
    if not need:
        return MAP.route_scores[route] + W.spare * free
    slack = free - need
    chance = 1 / (1 + math.exp(-W.steep * (slack + W.ease)))
    done = 1 - (size - crossed.bit_count()) / size
    return (
        MAP.route_scores[route] * (0.72 * chance + 0.28 * chance * done)
        + W.spare * max(0.0, slack) * chance
        + potential
    )


def board_value(s: Crossroll, board: Board) -> float:
    """About how many points the board will have at the end."""
    if s.phase == OVER:
        return float(score(board, s.checked))
    value = MAP.speed_sums[board.speed] + W.circle * len(board.landmarks)
    for route in range(9):
        if board.complete >> route & 1:
            value += MAP.route_scores[route]
        else:
            value += route_value(route, board.crossed & LINES[route], board.free[route])
    if board.nitrous:
        value += 12 - MAP.route_scores[s.checked]
    value += sum(ticket_value(s, n) for n in board.ticket if n)
    return value + sum(W.engine[row] * len(numbers) for row, numbers in enumerate(board.engine))


# how often a number comes up in a round, with two of the four dice
OFTEN = [0.0] + [sum(1 / sides for sides in SIDES if n <= sides) / 2 for n in range(1, 11)] + [0.0] * 8


def ticket_value(s: Crossroll, n: int) -> float:
    return W.match * OFTEN[n] * max(0, ROUNDS - s.round)


# ---------------------------------------------------------------- what a move gains


def crossing_gain(board: Board, crossing: Crossing, driven: int = -1) -> float:
    """What these crosses bring to all routes that they touch; a drive costs a box of its route."""
    gain = 0.0
    for route, line in enumerate(LINES):
        if not crossing.near & line:
            continue
        crossed, free = board.crossed & line, board.free[route]
        after = free - 1 if route == driven else free
        gain += route_value(route, crossed | crossing.crossed & line, after) - route_value(route, crossed, free)
        gain += W.open * (crossing.near & line & ~board.near & ~board.crossed).bit_count()
    return gain


def run_gain(board: Board, word: str, drives: bool) -> float:
    run = MAP.runs[word]
    gain = W.circle if run.landmark >= 0 else 0.0
    return gain + crossing_gain(board, run.crossing, run.route if drives else -1)


def best_run(s: Crossroll, board: Board, route: int, n: int, drives: bool) -> float:
    return max((run_gain(board, word, drives) for word in runs(board, route, n)), default=NOTHING)


def drive_gain(s: Crossroll, board: Board, n: int) -> float:
    found = [best_run(s, board, ROUTE_OF[word], n, True) for word in routes_among(drive_starts(board, n))]
    return max(found, default=NOTHING)


def bonus_gain(s: Crossroll, board: Board, n: int) -> float:
    found = [best_run(s, board, ROUTE_OF[word], n, False) for word in routes_among(run_starts(board, n))]
    return max(0.0, max(found, default=NOTHING))


def lotto_gain(s: Crossroll, board: Board, n: int) -> float:
    if not can_join(board):
        return NOTHING
    return ticket_value(s, n) + max(
        crossing_gain(board, CROSSING[CROSSROAD_WORDS[here]]) for here in open_crossroads(board)
    )


def upgrade_gain(board: Board, n: int) -> float:
    return W.engine[MAP.row_of[n]] if can_upgrade(board, n) else NOTHING


def gain_of(s: Crossroll, board: Board, n: int) -> float:
    """The best that can be done with this N."""
    return max(drive_gain(s, board, n), lotto_gain(s, board, n), upgrade_gain(board, n))


# ---------------------------------------------------------------- rating the options of a question


def rate(s: Crossroll, decision: Decision) -> list[float]:
    options = decision.options
    if decision.seat == CHANCE:
        return [0.0] * len(options)
    board, first = board_of(s, decision.seat), options[0]
    walk = s.walks[decision.seat]
    n = walk.n if walk is not None else 0
    if first in ANY:
        return rate_dice(s, board, options)
    if first in MAP.runs:
        return [run_gain(board, word, s.phase == "main") for word in options]
    if first in ROUTE_OF:
        drives = s.phase == "main"
        return [best_run(s, board, ROUTE_OF[word], n, drives) if word in ROUTE_OF else 0.0 for word in options]
    if first in CROSSROAD_OF:
        return [crossing_gain(board, CROSSING[word]) for word in options]
    if first.startswith("use:"):
        numbers = numbers_to_use(s, board)
        return [gain_of(s, board, numbers[word]) if word != SKIP else 0.0 for word in options]
    gains = {DRIVE: drive_gain, LOTTO: lotto_gain}
    if first in gains or first == UPGRADE:
        return [upgrade_gain(board, n) if word == UPGRADE else gains[word](s, board, n) for word in options]
    if first == INSTALL:
        cheap = MAP.route_scores[s.checked] < 0.9 * max(0, ROUNDS - s.round)
        return [1.0 if (word == INSTALL) == cheap else 0.0 for word in options]
    return [0.0] * len(options)  # which slot, which die leaves: all the same


def rate_dice(s: Crossroll, board: Board, options: Sequence[str]) -> list[float]:
    """For each pair of dice the mean of the better result, and of the bonus."""
    gains = [0.0] + [gain_of(s, board, n) for n in range(1, 11)]
    count = [0] * 11
    for number in board.ticket:
        if 0 < number < 11:
            count[number] += 1
    bonus = [0.0] + [bonus_gain(s, board, n) for n in range(1, 2 * max(count) + 1)]
    rates = []
    for word in options:
        one, two = (SIDES[die] for die in ANY[word])
        total = 0.0
        for first in range(1, one + 1):
            for second in range(1, two + 1):
                total += max(gains[first], gains[second]) + bonus[count[first] + count[second]]
        rates.append(total / (one * two))
    return rates


# ---------------------------------------------------------------- how each seat stands


def evaluate(s: Crossroll) -> list[float]:
    """How each seat stands: half by its own points, for boards hardly touch each other, and half by the lead."""
    values = [board_value(s, board_of(s, seat)) for seat in range(len(s.boards))]
    own = [1 / (1 + math.exp((GOAL - value) / 25)) for value in values]
    if len(values) == 1:
        return own
    width = 12 + max(0, ROUNDS - s.round)
    powers = [math.exp((value - max(values)) / width) for value in values]
    total = sum(powers)
    return [(points + power / total) / 2 for points, power in zip(own, powers, strict=True)]
