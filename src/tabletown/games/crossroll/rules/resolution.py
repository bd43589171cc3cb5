"""Resolution Phase, End of Game; nitrous is installed here; the solo penalty follows every fourth one."""

from __future__ import annotations

from msgspec.structs import replace

from tabletown.games.crossroll.roads import MAP, bits
from tabletown.games.crossroll.rules.bonus import write_down
from tabletown.games.crossroll.rules.dice import roll_for_a_route
from tabletown.games.crossroll.rules.driving import GAPS, ROUTES_AT
from tabletown.games.crossroll.rules.writing import write_x
from tabletown.games.crossroll.state import INSTALL, KEEP, OVER, ROLL, Board, Crossroll, Walk
from tabletown.kernel import Choose, Script, Text, Together, is_read, tell

COMPLETED = Text("{who:seat} completed route {route}: {score} points, speed scores: {dots}.")
PENALTY = Text("{who:seat} wrote an X into a record box of route {route}.")
PICK_INSTALL = Text("install nitrous oxide, giving up the {score} points of route {route}, or keep them")
INSTALLED = Text("{who:seat} installed nitrous oxide and gave up the {score} points of route {route}.")
KEPT = Text("{who:seat} kept the points of route {route} and did without nitrous oxide.")
SOLO_LUCK = Text("The penalty roll named route {route}: no X was written.")
SOLO_NOTHING = Text("The penalty roll named no route: no X was written.")
SOLO_X = Text("The penalty roll named route {route}: an X was written.")
ALL_FILLED = Text("{who:seat} had all 31 record boxes filled: the game ended.")

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
    # one added to the first place of a route is carried on to the gap behind it if all its places are crossed out
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
    if is_read(s):
        score, dots = MAP.route_scores[route], speed - board.speed
        tell(s, COMPLETED, "complete.declare", who=seat, route=MAP.letters[route], score=score, dots=dots)


def penalize(s: Crossroll, route: int) -> None:
    """Completed Route Scoring 4: an X for everybody who has not completed a route that was completed first now."""
    for seat, board in enumerate(s.boards):
        if board.free[route]:
            s.boards[seat] = write_x(board, route)
            if is_read(s):
                tell(s, PENALTY, "penalty.first-completion", who=seat, route=MAP.letters[route])


# ---------------------------------------------------------------- Nitrous Oxide variant


def install(s: Crossroll, seat: int) -> Script:
    letter, score = MAP.letters[s.checked], MAP.route_scores[s.checked]
    s.walks[seat] = Walk(route=s.checked)
    answer = yield Choose(seat, PICK_INSTALL(score=score, route=letter), [INSTALL, KEEP], "nitrous.install")
    if answer == INSTALL:
        tell(s, INSTALLED, "nitrous.install", who=seat, score=score, route=letter)
    else:
        tell(s, KEPT, "nitrous.now-or-never", who=seat, route=letter)
    s.walks[seat] = Walk(done=True, action=answer, route=s.checked)


# ---------------------------------------------------------------- Solo variant 5


def solo_penalty(s: Crossroll) -> Script:
    if is_filled(s.boards[0]):  # the game has ended already
        return
    route = yield from roll_for_a_route(s.options.reroll_six)
    board = s.boards[0]
    if route < 0 or board.xs >> route & 1 or not board.free[route]:
        said = SOLO_LUCK(route=MAP.letters[route]) if route >= 0 else SOLO_NOTHING
        tell(s, said, "solo.penalty.ignored")
    else:
        s.boards[0] = write_x(board, route)
        tell(s, SOLO_X, "solo.penalty", route=MAP.letters[route])


# ---------------------------------------------------------------- End of game


def is_filled(board: Board) -> bool:
    return not board.open


def end_round(s: Crossroll) -> None:
    over = False
    for seat, board in enumerate(s.boards):
        if is_filled(board):
            over = True
            tell(s, ALL_FILLED, "end.trigger", who=seat)
    if over:
        s.phase = OVER
    else:
        s.phase = ROLL
        s.round += 1
        s.active = (s.active + 1) % len(s.boards)
        s.dice = s.results = ()
