"""Main Action Phase: choose N, then drive, join the Crossroad Lotto or upgrade the car."""

from __future__ import annotations

from functools import lru_cache

from tabletown.games.crossroll.events import (
    CircledLandmark,
    DieSetAside,
    Drove,
    JoinedLotto,
    Skipped,
    UnlockedEffect,
    Upgraded,
)
from tabletown.games.crossroll.options import (
    ASIDE_WORDS,
    CROSSROAD_OF,
    CROSSROAD_WORDS,
    DRIVE,
    EFFECTS,
    LOTTO,
    ROUTE_OF,
    RUNS,
    SKIP,
    SLOT_WORDS,
    STOP_OF,
    SUM,
    UPGRADE,
    USE,
    USE_CHANGED,
    USED_DIE,
    USED_ROW,
)
from tabletown.games.crossroll.roads import LONGEST, MAP, bits
from tabletown.games.crossroll.rules.bonus import undecided, write_down
from tabletown.games.crossroll.rules.driving import (
    PLACES,
    routes_among,
    run_starts,
    runs,
    stretches,
    why_not_run,
    why_not_start,
)
from tabletown.games.crossroll.rules.resolution import ALL_DICE, end_round, newly_completed
from tabletown.games.crossroll.state import DICE, RESOLUTION, Board, Crossroll, Walk, is_crossed
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text, Together, because, log_enabled, tell

PICK_N = Text("choose the number to use")
PICK_ASIDE = Text("choose the die to set aside")
PICK_ACTION = [Text("choose what to do with {n}", {"n": n}) for n in range(LONGEST + 1)]
PICK_ROUTE = [Text("choose a route to drive {n}", {"n": n}) for n in range(LONGEST + 1)]
PICK_RUN = [
    [Text("drive {n} on route {route}", {"n": n, "route": letter}) for letter in MAP.letters]
    for n in range(LONGEST + 1)
]
PICK_CROSSROAD = [Text("choose a crossroads to cross out", {"n": n}) for n in range(LONGEST + 1)]
PICK_SLOT = [Text("choose a slot for the {n}", {"n": n}) for n in range(LONGEST + 1)]

ACTIONS = [[word for bit, word in enumerate((DRIVE, LOTTO, UPGRADE)) if bits >> bit & 1] for bits in range(8)]
CROSSROADS = [(CROSSROAD_WORDS[here], MAP.places[here]) for here in MAP.crossroads]
ALL_CROSSROADS = MAP.crossing(MAP.crossroads).crossed
# indexed by the full engine rows, as bits: the numbers that fit one of the other rows
FITTING = [bits(n for n, row in enumerate(MAP.row_of) if row >= 0 and not full >> row & 1) for full in range(8)]


def main_action_phase(s: Crossroll) -> Script:
    if s.solo:  # the used die is set aside until all four have been used
        yield from main_action(s, 0)
        aside = yield from set_aside(s)
        s.aside |= 1 << aside
        tell(s, DieSetAside, DICE[aside])
    else:
        yield Together({seat: main_action(s, seat) for seat in undecided(s)})
    write_down(s)
    if s.aside == ALL_DICE or any(map(newly_completed, s.boards)):
        s.phase = RESOLUTION
    else:  # there is nothing to resolve
        end_round(s)


def main_action(s: Crossroll, seat: int) -> Script:
    """Ask for the number, then what to do with it. When resumed midway, continue from what was chosen."""
    board, walk = s.boards[seat], s.walks[seat]
    if walk is None:
        numbers = numbers_to_use(s, board)
        if len(numbers) > 1:
            use = yield Choose(seat, PICK_N, list(numbers), "main.choose-n", why_not_number, about=(s, board))
        else:
            (use,) = numbers or (SKIP,)
        if use == SKIP:
            tell(s, Skipped, seat)
            walk = Walk(True, "", 0, SKIP)
        else:
            walk = Walk(False, use, numbers[use])
        s.walks[seat] = walk
    if not walk.action:
        n = walk.n
        action = yield Choose(
            seat, PICK_ACTION[n], possible_actions, "main.three-actions", why_not_action, about=(board, n)
        )
        s.walks[seat] = walk = Walk(False, walk.use, n, action)
    if walk.done:
        return
    if walk.action == DRIVE:
        yield from drive(s, seat, board, walk)
    elif walk.action == LOTTO:
        yield from join_the_lotto(s, seat, board, walk)
    else:
        upgrade_the_car(s, seat, board, walk)


# ---------------------------------------------------------------- the number N


def is_last_die(s: Crossroll) -> bool:
    """Whether only one die is left: the fourth round of a solo cycle."""
    return len(s.dice) == 1


def number_of(s: Crossroll, use: str) -> int:
    """The N that a `use:` word stands for."""
    if use == SUM:
        return sum(s.results)
    result = s.results[s.dice.index(USED_DIE[use])]
    return result + EFFECTS[USED_ROW[use]] if use in USED_ROW else result


def numbers_to_use(s: Crossroll, board: Board) -> dict[str, int]:
    """Every N she can act with, by its word; if no plain result allows an action, skipping is offered too."""
    offered = offered_to(s, board)
    if can_join(board):  # possible with any N
        return offered
    fits = FITTING[board.unlocked]
    numbers = {word: n for word, n in offered.items() if fits >> n & 1 or can_drive(board, n)}
    if numbers and next(iter(numbers)) not in USE:  # plain results come first
        numbers[SKIP] = 0
    return numbers


def offered_to(s: Crossroll, board: Board) -> dict[str, int]:
    unlocked = 0 if s.options.plain_last and is_last_die(s) else board.unlocked
    return numbers_offered(s.dice, s.results, unlocked, board.nitrous, len(s.boards) == 1)


@lru_cache(maxsize=1 << 13)
def numbers_offered(
    dice: tuple[int, ...], results: tuple[int, ...], unlocked: int, nitrous: bool, solo: bool
) -> dict[str, int]:
    """The results, each also with one effect of the engine, and their sum with nitrous.

    The same N is offered once, but in solo it matters which die is used.
    """
    found = [(USE[die], n) for die, n in zip(dice, results)]
    for row, effect in enumerate(EFFECTS):
        if unlocked >> row & 1:
            found += [(USE_CHANGED[die][row], n + effect) for die, n in zip(dice, results) if n + effect >= 1]
    if nitrous and len(results) == 2:
        found.append((SUM, sum(results)))
    numbers: dict[str, int] = {}
    for word, n in found:
        if solo or n not in numbers.values():
            numbers[word] = n
    return numbers


def can_act(board: Board, n: int) -> bool:
    return can_upgrade(board, n) or can_join(board) or can_drive(board, n)


def possible_actions(board: Board, n: int) -> list[str]:
    """Those of the three actions that are possible, in the order of the rules."""
    return ACTIONS[can_drive(board, n) + 2 * can_join(board) + 4 * can_upgrade(board, n)]


def set_aside(s: Crossroll) -> Script:
    """Solo: the die to set aside; the player is asked only if no single die was used."""
    walk = s.walks[0]
    if walk is not None and walk.use in USED_DIE:
        return USED_DIE[walk.use]
    if len(s.dice) == 1:
        return s.dice[0]
    words = [ASIDE_WORDS[die] for die in s.dice]
    answer = yield Choose(0, PICK_ASIDE, words, "solo.used-die", why_not_aside, about=(s,))
    return ASIDE_WORDS.index(answer)


def why_not_aside(s: Crossroll, word: str) -> Reason | None:
    if word not in ASIDE_WORDS:
        return NOT_AN_OPTION
    die = ASIDE_WORDS.index(word)
    return None if die in s.dice else not_rolled(die)


def not_rolled(die: int) -> Reason:
    return because("not-rolled", "The {die} wasn't rolled.", "main.choose-n", die=DICE[die])


def why_not_number(s: Crossroll, board: Board, word: str) -> Reason | None:
    if word == SKIP:
        if not any(can_act(board, n) for n in s.results):
            return None
        return because("can-act", "You may skip only if neither result allows an action.", "main.skip")
    if word == SUM:
        if not board.nitrous:
            return because("no-nitrous", "The sum needs nitrous oxide in your car.", "nitrous.effect")
        if len(s.results) < 2:
            return because("one-die", "There's no sum with only one die.", "nitrous.solo")
    else:
        die, row = USED_DIE.get(word), USED_ROW.get(word)
        if die is None:
            return NOT_AN_OPTION
        if die not in s.dice:
            return not_rolled(die)
        if row is not None and not board.unlocked >> row & 1:
            return because("effect-locked", "That engine row isn't full yet.", "engine.unlock")
        if row is not None and s.options.plain_last and is_last_die(s):
            return because("last-die-plain", "The last die counts as it was rolled.", "solo.last-die-engine")
    n = number_of(s, word)
    if n < 1:
        return because("below-one", "N must be at least 1.", "engine.out-of-range")
    if not can_act(board, n):
        return because("no-action-possible", "No action is possible with {n}.", "main.unable-other-die", n=n)
    if word not in offered_to(s, board):
        return because("offered-already", "{n} is already among your numbers.", "main.choose-n", n=n)
    return None


def why_not_action(board: Board, n: int, word: str) -> Reason | None:
    if word == DRIVE:
        return why_not_drive(board, n)
    if word == LOTTO:
        return why_not_join(board)
    if word == UPGRADE:
        return why_not_upgrade(board, n)
    if word == SKIP:
        return because("must-act", "You can't skip while an action is possible.", "main.mandatory")
    return NOT_AN_OPTION


# ---------------------------------------------------------------- 1. Drive


def drive_starts(board: Board, n: int) -> int:
    """The places where a run of n can start on a route with an empty record box."""
    return run_starts(board, n) & PLACES[board.open]


def can_drive(board: Board, n: int) -> bool:
    lowest, may_start = stretches(board, n), board.starts & PLACES[board.open]
    return lowest & may_start > 0 or lowest << n - 1 & may_start > 0


def why_not_drive(board: Board, n: int) -> Reason | None:
    if can_drive(board, n):
        return None
    return because("no-drive", "No route with an empty record box has a run of {n}.", "restrict.enough-empty", n=n)


def drive(s: Crossroll, seat: int, board: Board, walk: Walk) -> Script:
    n, route = walk.n, walk.route
    if route < 0:
        routes = routes_among(drive_starts(board, n))
        answer = routes[0]
        if len(routes) > 1:
            answer = yield Choose(seat, PICK_ROUTE[n], routes, "drive.record-box", why_not_route, about=(board, n))
        route = ROUTE_OF[answer]
        s.walks[seat] = Walk(False, walk.use, n, DRIVE, route)
    answer = yield Choose(seat, PICK_RUN[n][route], runs, "drive.cross-n", why_not_start, about=(board, route, n))
    if log_enabled(s):
        run = RUNS[answer]
        tell(s, Drove, seat, n, MAP.letters[route], MAP.ids[run.stops[0]], MAP.ids[run.stops[-1]])
        if run.landmark >= 0:
            tell(s, CircledLandmark, seat, MAP.ids[run.landmark], by_bonus=False)
    s.walks[seat] = Walk(True, walk.use, n, DRIVE, route, answer)


def why_not_route(board: Board, n: int, word: str) -> Reason | None:
    route = ROUTE_OF.get(word)
    if route is None:
        return NOT_AN_OPTION
    if not board.free[route]:
        return because(
            "boxes-full", "All record boxes of route {route} are filled.", "drive.boxes-full", route=MAP.letters[route]
        )
    return why_not_run(board, route, n)


# ---------------------------------------------------------------- 2. Join the Crossroad Lotto


def open_crossroads(board: Board) -> list[str]:
    """Empty crossroads next to a cross, on any of their routes."""
    near = board.near & ~board.crossed
    return [word for word, places in CROSSROADS if near & places]


def can_join(board: Board) -> bool:
    return board.near & ~board.crossed & ALL_CROSSROADS > 0 and 0 in board.ticket


def why_not_join(board: Board) -> Reason | None:
    if 0 not in board.ticket:
        return because("ticket-full", "All eight slots of your ticket are filled.", "lotto.full")
    if not can_join(board):
        return because("no-crossroads", "No empty crossroads is next to a cross.", "lotto.cross-crossroad")
    return None


def join_the_lotto(s: Crossroll, seat: int, board: Board, walk: Walk) -> Script:
    n, crossroad = walk.n, walk.run
    if not crossroad:
        crossroad = yield Choose(
            seat, PICK_CROSSROAD[n], open_crossroads, "lotto.cross-crossroad", why_not_crossroad, about=(board,)
        )
    slot = board.ticket.index(0)
    if s.options.choose_slot:
        s.walks[seat] = Walk(False, walk.use, n, LOTTO, -1, crossroad)
        empty = [SLOT_WORDS[slot] for slot, number in enumerate(board.ticket) if not number]
        answer = yield Choose(seat, PICK_SLOT[n], empty, "lotto.write-n", why_not_slot, about=(board,))
        slot = SLOT_WORDS.index(answer)
    tell(s, JoinedLotto, seat, MAP.ids[CROSSROAD_OF[crossroad]], n)
    s.walks[seat] = Walk(True, walk.use, n, LOTTO, -1, crossroad, slot)


def why_not_crossroad(board: Board, word: str) -> Reason | None:
    here = CROSSROAD_OF.get(word, STOP_OF.get(word))
    if here is None:
        return NOT_AN_OPTION
    name = MAP.names[here]
    if here not in CROSSROAD_WORDS:
        return because("not-crossroads", "{place} isn't a crossroads.", "lotto.crossroad-only", place=name)
    if is_crossed(board, here):
        return because("already-crossed-out", "{place} is already crossed out.", "lotto.cross-crossroad", place=name)
    if CROSSROAD_WORDS[here] not in open_crossroads(board):
        return because("not-next-to-cross", "{place} isn't next to a cross.", "lotto.cross-crossroad", place=name)
    return None if word in CROSSROAD_OF else NOT_AN_OPTION


def why_not_slot(board: Board, word: str) -> Reason | None:
    if word not in SLOT_WORDS:
        return NOT_AN_OPTION
    filled = board.ticket[SLOT_WORDS.index(word)]
    return because("slot-filled", "That slot is already filled.", "lotto.write-n") if filled else None


# ---------------------------------------------------------------- 3. Upgrade your car


def can_upgrade(board: Board, n: int) -> bool:
    return bool(FITTING[board.unlocked] >> n & 1)


def why_not_upgrade(board: Board, n: int) -> Reason | None:
    if can_upgrade(board, n):
        return None
    if MAP.row_of[n] < 0:
        return because("fits-no-row", "{n} doesn't fit any row of the engine.", "engine.out-of-range", n=n)
    return because("row-full", "The engine row for {n} is full.", "engine.full-row", n=n)


def upgrade_the_car(s: Crossroll, seat: int, board: Board, walk: Walk) -> None:
    n = walk.n
    if log_enabled(s):
        row = MAP.row_of[n]
        tell(s, Upgraded, seat, n)
        if len(board.engine[row]) + 1 == MAP.rows[row].boxes:
            tell(s, UnlockedEffect, seat, EFFECTS[row])
    s.walks[seat] = Walk(True, walk.use, n, UPGRADE)
