"""Crossroad Bonus Phase."""

from __future__ import annotations

from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.driving import (
    ROUTE_OF,
    ROUTE_WORDS,
    ROUTES,
    cross_out,
    has_run,
    runs,
    why_no_run,
    why_no_start,
)
from tabletown.games.crossroll.state import MAIN, Board, Crossroll, Walk
from tabletown.kernel import Choose, Reason, Script, Text, Together, because, tell

PASS = "pass"
MOST = 2 * MAP.slots  # every slot, matched by both dice
PICK_ROUTE = [Text("take your lotto bonus of {n} on one route, or pass", {"n": n}) for n in range(MOST + 1)]
PICK_RUN = [
    [Text("cross out your lotto bonus of {n} on route {route}", {"n": n, "route": letter}) for letter in MAP.letters]
    for n in range(MOST + 1)
]
TOOK = Text("{who:seat} won the lotto and crossed out {n} on route {route}: {run}.")
PASSED = Text("{who:seat} let a lotto bonus of {n} go.")
LOST = Text("{who:seat} won {n} in the lotto, but no route had such a run.")
CIRCLED = Text("{who:seat} ended at {landmark} and circled a landmark score.")


def bonus_size(board: Board, results: tuple[int, ...]) -> int:
    """Every slot counts once for each die that it matches."""
    count = board.ticket.count
    return count(results[0]) + count(results[1]) if len(results) == 2 else count(results[0])


def crossroad_bonus_phase(s: Crossroll) -> Script:
    winners = {}
    for seat, board in enumerate(s.boards):
        n = bonus_size(board, s.results)
        if n:
            winners[seat] = crossroad_bonus(s, seat, board, n)
    if winners:
        boards = yield from at_once(winners)
        for seat in winners:
            s.boards[seat], s.walks[seat] = boards[seat], None
    s.phase = MAIN


def at_once(scripts: dict[int, Script]) -> Script:
    """All these seats play at the same time; one alone just plays."""
    if len(scripts) > 1:
        return (yield Together(scripts))
    (seat,) = scripts
    return {seat: (yield from scripts[seat])}


def crossroad_bonus(s: Crossroll, seat: int, board: Board, n: int) -> Script:
    if max(board.reach) < n:
        tell(s, LOST, "bonus.impossible", who=seat, n=n)
        return board
    before = board
    s.walks[seat] = Walk(board, False, "", n)
    answer = yield Choose(
        seat,
        PICK_ROUTE[n],
        lambda: [*(ROUTE_WORDS[route] for route in ROUTES if has_run(before, route, n)), PASS],
        "bonus.optional",
        lambda word: why_no_bonus(before, n, word),
    )
    if answer == PASS:
        tell(s, PASSED, "bonus.optional", who=seat, n=n)
        s.walks[seat] = Walk(board, done=True, n=n, action=PASS)
        return board
    route = ROUTE_OF[answer]
    s.walks[seat] = Walk(board, False, "", n, "", route)
    answer = yield Choose(
        seat,
        PICK_RUN[n][route],
        lambda: runs(before, route, n, s.variant.by_route),
        "bonus.exact-consecutive",
        lambda word: why_no_start(s, before, route, n, word),
    )
    run = MAP.runs[answer]
    board = cross_out(board, run, 0, s.variant.by_route)
    s.walks[seat] = Walk(board, done=True, n=n, route=route, run=answer)
    if s.lines is not None:
        tell(s, TOOK, "bonus.exact-consecutive", who=seat, n=n, route=MAP.letters[route], run=run_words(answer))
        if run.landmark >= 0:
            tell(s, CIRCLED, "bonus.landmark", who=seat, landmark=MAP.names[run.landmark])
    return board


def why_no_bonus(board: Board, n: int, word: str) -> Reason | None:
    if word in ROUTE_OF:
        return why_no_run(board, ROUTE_OF[word], n)
    if word in MAP.runs:
        return because("A bonus crosses out exactly {n} locations; pick the route first.", "bonus.both-or-none", n=n)
    return None


def run_words(word: str) -> str:
    """A run as people say it: from where to where."""
    stops = MAP.runs[word].stops
    first, last = MAP.names[stops[0]], MAP.names[stops[-1]]
    return first if len(stops) == 1 else f"{first} to {last}"
