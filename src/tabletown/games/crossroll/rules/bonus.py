"""Crossroad Bonus Phase."""

from __future__ import annotations

from tabletown.games.crossroll.events import BonusImpossible, CircledLandmark, PassedUpBonus, TookBonus
from tabletown.games.crossroll.options import PASS, ROUTE_OF, RUNS
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.driving import routes_among, run_starts, runs, why_not_run, why_not_start
from tabletown.games.crossroll.rules.writing import written
from tabletown.games.crossroll.state import BONUS_RUN, MAIN, Board, Crossroll, Walk
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text, Together, because, log_enabled, tell

MOST = 2 * MAP.slots  # every slot, matched by both dice
PICK_ROUTE = [Text("choose a route for your lotto bonus", {"n": n}) for n in range(MOST + 1)]
PICK_RUN = [
    [Text("cross out {n} on route {route}", {"n": n, "route": letter}) for letter in MAP.letters]
    for n in range(MOST + 1)
]


def bonus_size(board: Board, results: tuple[int, ...]) -> int:
    """The size of the bonus: each slot counts once for each die that it matches."""
    count = board.ticket.count
    return count(results[0]) + count(results[1]) if len(results) == 2 else count(results[0])


def wins(board: Board, results: tuple[int, ...]) -> bool:
    """Whether the ticket matches any of the results."""
    ticket = board.ticket
    return results[0] in ticket or results[-1] in ticket


def crossroad_bonus_phase(s: Crossroll) -> Script:
    winners = {seat: n for seat in undecided(s) if (n := bonus_size(s.boards[seat], s.results))}
    if s.solo and winners:
        yield from crossroad_bonus(s, 0, winners[0])
    elif winners:
        yield Together({seat: crossroad_bonus(s, seat, n) for seat, n in winners.items()})
    write_down(s)
    s.phase = MAIN


def undecided(s: Crossroll) -> list[int]:
    """The seats that still have a choice to make in a phase that all play at once."""
    return [seat for seat, walk in enumerate(s.walks) if walk is None or not walk.done]


def write_down(s: Crossroll) -> None:
    """Write what all seats chose on their boards."""
    for seat, walk in enumerate(s.walks):
        if walk is not None:
            s.boards[seat] = written(s.boards[seat], walk, s.options.by_route)
            s.walks[seat] = None


def crossroad_bonus(s: Crossroll, seat: int, n: int) -> Script:
    """Ask for the route, then the run. When resumed midway, continue from what was chosen."""
    board, walk = s.boards[seat], s.walks[seat]
    if walk is None or walk.route < 0:
        routes = run_starts(board, n)
        if not routes:
            tell(s, BonusImpossible, seat, n)
            return
        s.walks[seat] = Walk(False, "", n)
        words = [*routes_among(routes), PASS]
        answer = yield Choose(seat, PICK_ROUTE[n], words, "bonus.optional", why_not_bonus, about=(board, n))
        if answer == PASS:
            tell(s, PassedUpBonus, seat, n)
            s.walks[seat] = Walk(True, "", n, PASS)
            return
        s.walks[seat] = walk = Walk(False, "", n, "", ROUTE_OF[answer])
    route = walk.route
    answer = yield Choose(
        seat, PICK_RUN[n][route], runs, "bonus.exact-consecutive", why_not_start, about=(board, route, n)
    )
    s.walks[seat] = Walk(True, "", n, BONUS_RUN, route, answer)
    if log_enabled(s):
        run = RUNS[answer]
        tell(s, TookBonus, seat, n, MAP.letters[route], MAP.ids[run.stops[0]], MAP.ids[run.stops[-1]])
        if run.landmark >= 0:
            tell(s, CircledLandmark, seat, MAP.ids[run.landmark], by_bonus=True)


def why_not_bonus(board: Board, n: int, word: str) -> Reason | None:
    if word == PASS:
        return None
    if word in ROUTE_OF:
        return why_not_run(board, ROUTE_OF[word], n)
    if word in RUNS:
        return because(
            "route-first",
            "Choose the route first: the bonus crosses out exactly {n} place.",
            "bonus.both-or-none",
            "Choose the route first: the bonus crosses out exactly {n} places.",
            n=n,
        )
    return NOT_AN_OPTION
