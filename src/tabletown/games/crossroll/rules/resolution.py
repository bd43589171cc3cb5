"""Resolution Phase and END OF GAME, with installing nitrous and the solo penalty after every fourth round."""

from __future__ import annotations

from msgspec.structs import replace

from tabletown.games.crossroll.events import (
    CompletedRoute,
    FilledAllBoxes,
    InstalledNitrous,
    KeptPoints,
    PenaltyRollNamedNone,
    PenaltyRollSparedRoute,
    PenaltyRollWroteX,
    WrotePenalty,
)
from tabletown.games.crossroll.options import INSTALL, KEEP
from tabletown.games.crossroll.roads import MAP, bits
from tabletown.games.crossroll.rules.bonus import write_down
from tabletown.games.crossroll.rules.dice import roll_for_a_route
from tabletown.games.crossroll.rules.driving import GAPS, ROUTES_AT
from tabletown.games.crossroll.rules.writing import write_x
from tabletown.games.crossroll.state import OVER, ROLL, Board, Crossroll, Walk
from tabletown.kernel import Choose, Script, Text, Together, tell

PICK_INSTALL = Text("install nitrous oxide or keep the points")
ALL_DICE = 0b1111
FIRST = bits(MAP.first)


def resolution_phase(s: Crossroll) -> Script:
    completed = [newly_completed(board) for board in s.boards]
    for seat, routes in enumerate(completed):
        for route in routes:
            score_completed_route(s, seat, route)
    for route in sorted({route for routes in completed for route in routes if not s.done >> route & 1}):
        s.done |= 1 << route
        penalize(s, route)
    if s.checked >= 0:
        installing = {seat: install(s, seat) for seat, routes in enumerate(completed) if s.checked in routes}
        if s.solo and installing:
            yield from installing[0]
        elif installing:
            yield Together(installing)
        write_down(s)
    if s.aside == ALL_DICE:
        yield from solo_penalty(s)
        s.aside = 0
    end_round(s)


def newly_completed(board: Board) -> list[int]:
    """The routes whose last location was crossed out this round, by whatever means; in alphabetical order."""
    # adding 1 at the first place of a route carries into the gap behind it if all its places are crossed out
    completed = ROUTES_AT[board.crossed + FIRST & GAPS]
    if len(completed) == board.complete.bit_count():
        return []
    return [route for route in completed if not board.complete >> route & 1]


def score_completed_route(s: Crossroll, seat: int, route: int) -> None:
    """Completed Route Scoring 1-3: declare, circle the route score, dot the empty boxes."""
    board = s.boards[seat]
    speed = min(board.speed + board.free[route], len(MAP.speed_scores))
    free = (*board.free[:route], 0, *board.free[route + 1 :])
    complete, open = board.complete | 1 << route, board.open & ~(1 << route)
    s.boards[seat] = replace(board, complete=complete, speed=speed, free=free, open=open)
    tell(s, CompletedRoute, seat, MAP.letters[route], MAP.route_scores[route], dots=speed - board.speed)


def penalize(s: Crossroll, route: int) -> None:
    """Completed Route Scoring 4: at the first completion of a route, an X for everybody who has not completed it."""
    for seat, board in enumerate(s.boards):
        if board.free[route]:
            s.boards[seat] = write_x(board, route)
            tell(s, WrotePenalty, seat, MAP.letters[route])


# ---------------------------------------------------------------- Nitrous Oxide variant


def install(s: Crossroll, seat: int) -> Script:
    letter, score = MAP.letters[s.checked], MAP.route_scores[s.checked]
    s.walks[seat] = Walk(route=s.checked)
    answer = yield Choose(seat, PICK_INSTALL(score=score, route=letter), [INSTALL, KEEP], "nitrous.install")
    if answer == INSTALL:
        tell(s, InstalledNitrous, seat, score, letter)
    else:
        tell(s, KeptPoints, seat, letter)
    s.walks[seat] = Walk(done=True, action=answer, route=s.checked)


# ---------------------------------------------------------------- Solo variant 5


def solo_penalty(s: Crossroll) -> Script:
    if is_filled(s.boards[0]):  # the game has ended already
        return
    route = yield from roll_for_a_route(s.options.reroll_six)
    board = s.boards[0]
    if route < 0:
        tell(s, PenaltyRollNamedNone)
    elif board.xs >> route & 1 or not board.free[route]:
        tell(s, PenaltyRollSparedRoute, MAP.letters[route])
    else:
        s.boards[0] = write_x(board, route)
        tell(s, PenaltyRollWroteX, MAP.letters[route])


# ---------------------------------------------------------------- End of game


def is_filled(board: Board) -> bool:
    return not board.open


def end_round(s: Crossroll) -> None:
    over = False
    for seat, board in enumerate(s.boards):
        if is_filled(board):
            over = True
            tell(s, FilledAllBoxes, seat)
    if over:
        s.phase = OVER
    else:
        s.phase = ROLL
        s.round += 1
        s.active = (s.active + 1) % len(s.boards)
        s.dice = s.results = ()
