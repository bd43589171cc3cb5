"""Resolution Phase, End of Game; nitrous is installed here; the solo penalty follows every fourth one."""

from __future__ import annotations

from msgspec.structs import replace

from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.bonus import at_once
from tabletown.games.crossroll.rules.dice import roll_for_a_route
from tabletown.games.crossroll.rules.driving import ROUTES
from tabletown.games.crossroll.state import OVER, ROLL, Board, Crossroll, Walk
from tabletown.kernel import Choose, Script, Text, tell

COMPLETED = Text("{who:seat} completed Route {route}: {score} points, speed scores: {dots}.")
PENALTY = Text("{who:seat} wrote an X into a record box of Route {route}.")
PICK_INSTALL = Text("install nitrous oxide, giving up the {score} points of route {route}, or keep them")
INSTALLED = Text("{who:seat} installed nitrous oxide and gave up the {score} points of Route {route}.")
KEPT = Text("{who:seat} kept the points of Route {route} and did without nitrous oxide.")
SOLO_LUCK = Text("The penalty roll named {route}: no X was written.")
SOLO_X = Text("The penalty roll named Route {route}: an X was written.")
ALL_FILLED = Text("{who:seat} had all 31 record boxes filled: the game ended.")

INSTALL, KEEP = "install", "keep"
ALL_DICE = 0b1111


def resolution_phase(s: Crossroll) -> Script:
    completed = [newly_completed(board) for board in s.boards]
    for seat, routes in enumerate(completed):
        for route in routes:
            score_completed_route(s, seat, route)
    first = 0
    for routes in completed:
        for route in routes:
            first |= 1 << route
    first &= ~s.done
    if first:
        s.done |= first
        penalize(s, first)
    if s.checked >= 0:
        installing = {seat: install(s, seat) for seat, routes in enumerate(completed) if s.checked in routes}
        if installing:
            boards = yield from at_once(installing)
            for seat in installing:
                s.boards[seat], s.walks[seat] = boards[seat], None
    if s.aside == ALL_DICE:
        yield from solo_penalty(s)
        s.aside = 0
    end_round(s)


def newly_completed(board: Board) -> list[int]:
    """Routes whose last location was crossed out this round, by whatever means; in alphabetical order."""
    # nothing is in reach on a route exactly if all of it is crossed out
    if board.reach.count(0) == board.complete.bit_count():
        return []
    return [route for route in ROUTES if not board.reach[route] and not board.complete >> route & 1]


def score_completed_route(s: Crossroll, seat: int, route: int) -> None:
    """Completed Route Scoring 1-3: declare, circle the route score, dot the empty boxes."""
    board = s.boards[seat]
    speed = min(board.speed + board.free[route], len(MAP.speed_scores))
    free = tuple(0 if other == route else boxes for other, boxes in enumerate(board.free))
    s.boards[seat] = replace(board, complete=board.complete | 1 << route, speed=speed, free=free)
    tell(
        s,
        COMPLETED,
        "complete.declare",
        who=seat,
        route=MAP.letters[route],
        score=MAP.route_scores[route],
        dots=speed - board.speed,
    )


def penalize(s: Crossroll, first: int) -> None:
    """Completed Route Scoring 4: an X for everybody who has not completed a route that was completed first now."""
    for route in ROUTES:
        if first >> route & 1:
            for seat, board in enumerate(s.boards):
                if board.free[route]:
                    s.boards[seat] = write_x(board, route)
                    tell(s, PENALTY, "penalty.first-completion", who=seat, route=MAP.letters[route])


def write_x(board: Board, route: int) -> Board:
    free = tuple(boxes - (other == route) for other, boxes in enumerate(board.free))
    return replace(board, xs=board.xs | 1 << route, free=free)


# ---------------------------------------------------------------- Nitrous Oxide variant


def install(s: Crossroll, seat: int) -> Script:
    board, letter, score = s.boards[seat], MAP.letters[s.checked], MAP.route_scores[s.checked]
    s.walks[seat] = Walk(board, route=s.checked)
    answer = yield Choose(seat, PICK_INSTALL(score=score, route=letter), [INSTALL, KEEP], "nitrous.install")
    if answer == INSTALL:
        board = replace(board, nitrous=True)
        tell(s, INSTALLED, "nitrous.install", who=seat, score=score, route=letter)
    else:
        tell(s, KEPT, "nitrous.now-or-never", who=seat, route=letter)
    s.walks[seat] = Walk(board, done=True, route=s.checked)
    return board


# ---------------------------------------------------------------- Solo variant 5


def solo_penalty(s: Crossroll) -> Script:
    if is_filled(s.boards[0]):  # the game has ended already
        return
    route = yield from roll_for_a_route(s.variant.reroll_six)
    board = s.boards[0]
    if route < 0 or board.xs >> route & 1 or not board.free[route]:
        tell(s, SOLO_LUCK, "solo.penalty.ignored", route=f"Route {MAP.letters[route]}" if route >= 0 else "no route")
    else:
        s.boards[0] = write_x(board, route)
        tell(s, SOLO_X, "solo.penalty", route=MAP.letters[route])


# ---------------------------------------------------------------- End of game


def is_filled(board: Board) -> bool:
    return not any(board.free)


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
