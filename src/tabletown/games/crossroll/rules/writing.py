"""What each action writes on a map board. Where seats act at once, it is written when all have chosen."""

from __future__ import annotations

from msgspec.structs import replace

from tabletown.games.crossroll.options import CROSSROAD_OF, DRIVE, INSTALL, LOTTO, RUNS, UPGRADE
from tabletown.games.crossroll.roads import MAP, Crossing, Run
from tabletown.games.crossroll.rules.driving import starts
from tabletown.games.crossroll.state import Board, Crossroll, Walk

BOXES = tuple(row.boxes for row in MAP.rows)
CROSSING = {word: MAP.crossing((here,)) for word, here in CROSSROAD_OF.items()}


def board_of(s: Crossroll, seat: int) -> Board:
    """The board including what the seat has already done in this phase."""
    board, walk = s.boards[seat], s.walks[seat]
    return written(board, walk, s.options.by_route) if walk is not None and walk.done else board


def written(board: Board, walk: Walk, by_route: bool) -> Board:
    """The board after the action that was chosen."""
    action = walk.action
    if action == LOTTO:
        return join(board, CROSSING[walk.run], walk.slot, walk.n, by_route)
    if action == UPGRADE:
        return upgrade(board, walk.n)
    if action == INSTALL:
        return replace(board, nitrous=True)
    if walk.run:
        return cross_out(board, RUNS[walk.run], walk.n if action == DRIVE else 0, by_route)
    return board  # she skipped, passed or kept her points


def cross_out(board: Board, run: Run, n: int, by_route: bool) -> Board:
    """Cross out the run; if it ends on a landmark, circle that and the next landmark score.

    A drive writes n into the leftmost empty record box of the route; with 0 it is a bonus and writes nothing.
    """
    crossed, near, may_start = mark(board, run.crossing, by_route)
    landmarks = board.landmarks if run.landmark < 0 else (*board.landmarks, run.landmark)
    if not n:
        bonus = board.bonus + run.size
        return replace(board, crossed=crossed, near=near, starts=may_start, landmarks=landmarks, bonus=bonus)
    written, (free, open) = list(board.written), take_box(board, run.route)
    written[run.route] = (*written[run.route], n)
    return replace(
        board,
        crossed=crossed,
        near=near,
        starts=may_start,
        landmarks=landmarks,
        written=tuple(written),
        free=free,
        open=open,
    )


def mark(board: Board, more: Crossing, by_route: bool) -> tuple[int, int, int]:
    """The places crossed out, those next to a cross, and those where a run may start, after adding these crosses."""
    crossed, near = board.crossed | more.crossed, board.near | more.near
    return crossed, near, starts(crossed, near, by_route)


def take_box(board: Board, route: int) -> tuple[tuple[int, ...], int]:
    """The number of empty record boxes per route with one fewer on this route, and the routes that still have any."""
    free = list(board.free)
    free[route] -= 1
    return tuple(free), board.open if free[route] else board.open & ~(1 << route)


def join(board: Board, crossing: Crossing, slot: int, n: int, by_route: bool) -> Board:
    """Cross out the crossroads and write n on the ticket."""
    crossed, near, may_start = mark(board, crossing, by_route)
    ticket = board.ticket
    ticket = (*ticket[:slot], n, *ticket[slot + 1 :])
    return replace(board, crossed=crossed, near=near, starts=may_start, ticket=ticket)


def upgrade(board: Board, n: int) -> Board:
    """Write n into the row of the engine that takes it; a full row unlocks its effect."""
    row = MAP.row_of[n]
    engine = list(board.engine)
    engine[row] = (*engine[row], n)
    unlocked = board.unlocked | 1 << row if len(engine[row]) == BOXES[row] else board.unlocked
    return replace(board, engine=tuple(engine), unlocked=unlocked)


def write_x(board: Board, route: int) -> Board:
    free, open = take_box(board, route)
    return replace(board, xs=board.xs | 1 << route, free=free, open=open)
