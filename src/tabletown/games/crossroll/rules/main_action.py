"""Main Action Phase: choose N, then drive, join the Crossroad Lotto or upgrade the car."""

from __future__ import annotations

from tabletown.games.crossroll.roads import LONGEST, MAP
from tabletown.games.crossroll.rules.bonus import CIRCLED, at_once, run_words
from tabletown.games.crossroll.rules.driving import (
    ROUTE_OF,
    ROUTE_WORDS,
    STOP_OF,
    cross_out,
    mark,
    runs,
    why_no_run,
    why_no_start,
)
from tabletown.games.crossroll.rules.resolution import ALL_DICE, end_round, newly_completed
from tabletown.games.crossroll.state import DICE, RESOLUTION, Board, Crossroll, Walk, is_crossed
from tabletown.kernel import Choose, Reason, Script, Text, because, tell

PICK_N = Text("choose the number you use")
PICK_ASIDE = Text("choose the die to set aside")
PICK_ACTION = [Text("drive, join the lotto or upgrade with {n}", {"n": n}) for n in range(LONGEST + 1)]
PICK_ROUTE = [Text("choose a route to drive {n}", {"n": n}) for n in range(LONGEST + 1)]
PICK_RUN = [
    [Text("drive {n} on route {route}", {"n": n, "route": letter}) for letter in MAP.letters]
    for n in range(LONGEST + 1)
]
PICK_CROSSROAD = [Text("cross out a crossroad to join the lotto with {n}", {"n": n}) for n in range(LONGEST + 1)]
PICK_SLOT = [Text("write the {n} into a slot of your ticket", {"n": n}) for n in range(LONGEST + 1)]

DROVE = Text("{who:seat} drove {n} on route {route}: {run}.")
JOINED = Text("{who:seat} crossed out {place} and wrote {n} on the lotto ticket.")
UPGRADED = Text("{who:seat} wrote {n} into the car engine ({row}).")
UNLOCKED = Text("{who:seat} filled that row: N{effect} can be used from the next round on.")
SKIPPED = Text("{who:seat} could not act and skipped.")
SET_ASIDE = Text("The {die} was set aside.")

DRIVE, LOTTO, UPGRADE, SKIP = "drive", "lotto", "upgrade", "skip"
ACTIONS = [[word for bit, word in enumerate((DRIVE, LOTTO, UPGRADE)) if bits >> bit & 1] for bits in range(8)]
SUM = "use:sum"
EFFECTS = tuple(row.effect for row in MAP.rows)
BOXES = tuple(row.boxes for row in MAP.rows)
# words for N: a die as rolled, or changed by the effect of an engine row
USE = [f"use:{die}" for die in DICE]
USE_CHANGED = [[f"use:{die}{effect:+d}" for effect in EFFECTS] for die in DICE]
USED_DIE = {word: die for die in range(4) for word in (USE[die], *USE_CHANGED[die])}
USED = {word: (die, 0) for die, word in enumerate(USE)} | {
    word: (die, effect) for die in range(4) for word, effect in zip(USE_CHANGED[die], EFFECTS, strict=True)
}
USED_ROW = {word: row for words in USE_CHANGED for row, word in enumerate(words)}
ASIDE = [f"aside:{die}" for die in DICE]
CROSSROAD_WORDS = {here: f"crossroad:{MAP.ids[here]}" for here in MAP.crossroads}
CROSSROAD_OF = {word: here for here, word in CROSSROAD_WORDS.items()}
CROSSING = {here: MAP.crossing((here,)) for here in MAP.crossroads}
SLOTS = [f"slot:{slot + 1}" for slot in range(MAP.slots)]
ROW_NAMES = [f"row {row.min}-{row.max}" for row in MAP.rows]


def main_action_phase(s: Crossroll) -> Script:
    walks = yield from at_once({seat: main_action(s, seat) for seat in range(len(s.boards))})
    for seat, walk in walks.items():
        s.boards[seat], s.walks[seat] = walk.board, None
    if len(s.boards) == 1:  # solo: the used die leaves until all four were used
        s.aside |= 1 << walks[0].aside
        tell(s, SET_ASIDE, "solo.used-die", die=DICE[walks[0].aside])
    if s.aside == ALL_DICE or any(map(newly_completed, s.boards)):
        s.phase = RESOLUTION
    else:  # there is nothing to resolve
        end_round(s)


def main_action(s: Crossroll, seat: int) -> Script:
    board = s.boards[seat]
    use = "" if has_a_choice(s, board) else only_number(s, board)
    if not use:
        use = yield Choose(
            seat,
            PICK_N,
            lambda: list(numbers_to_use(s, board)),
            "main.choose-n",
            lambda word: why_no_number(s, board, word),
        )
    if use == SKIP:
        return (yield from skip(s, seat, board))
    n = number_of(s, use)
    s.walks[seat] = Walk(board, False, use, n)

    action = yield Choose(
        seat,
        PICK_ACTION[n],
        lambda: possible_actions(board, n),
        "main.three-actions",
        lambda word: why_no_action(board, n, word),
    )
    if action == DRIVE:
        walk = yield from drive(s, seat, board, use, n)
    elif action == LOTTO:
        walk = yield from join_the_lotto(s, seat, board, use, n)
    else:
        walk = upgrade(s, seat, board, use, n)
    if len(s.boards) == 1:
        aside = USED_DIE[use] if use != SUM else (yield from set_aside(s, seat))
        walk = Walk(walk.board, True, use, n, action, walk.route, walk.run, aside)
    s.walks[seat] = walk
    return walk


# ---------------------------------------------------------------- the number N


def number_of(s: Crossroll, use: str) -> int:
    """The N behind a word."""
    if use == SUM:
        return sum(s.results)
    die, effect = USED[use]
    return s.results[s.dice.index(die)] + effect


def has_a_choice(s: Crossroll, board: Board) -> bool:
    """Whether two plain results can be used: what happens most often, found quickly."""
    results = s.results
    if len(results) < 2 or (results[0] == results[1] and len(s.boards) > 1):
        return False
    return can_act(board, results[0]) and can_act(board, results[1])


def only_number(s: Crossroll, board: Board) -> str:
    """The only N there is, skip if there is none, nothing if there are several."""
    numbers = numbers_to_use(s, board)
    return SKIP if not numbers else "" if len(numbers) > 1 else next(iter(numbers))


def numbers_to_use(s: Crossroll, board: Board) -> dict[str, int]:
    """Every N with which she can act, by its word; with a plain result she must act, else she may also skip."""
    numbers: dict[str, int] = {}
    solo = len(s.boards) == 1  # there it matters which die is used
    joins, longest = can_join(board), longest_drive(board)
    for die, n in zip(s.dice, s.results):
        if (joins or n <= longest or can_upgrade(board, n)) and (solo or n not in numbers.values()):
            numbers[USE[die]] = n
    must_act = bool(numbers)
    for row, written in enumerate(board.engine):
        if len(written) == BOXES[row]:
            for die, result in zip(s.dice, s.results):
                n = result + EFFECTS[row]
                if n < 1 or (n in numbers.values() and not solo):
                    continue
                if joins or n <= longest or can_upgrade(board, n):
                    numbers[USE_CHANGED[die][row]] = n
    if board.nitrous and len(s.results) == 2:
        n = sum(s.results)
        if (joins or n <= longest or can_upgrade(board, n)) and (solo or n not in numbers.values()):
            numbers[SUM] = n
    if numbers and not must_act:
        numbers[SKIP] = 0
    return numbers


def can_act(board: Board, n: int) -> bool:
    return can_upgrade(board, n) or n <= longest_drive(board) or can_join(board)


def possible_actions(board: Board, n: int) -> list[str]:
    """The three actions in the order of the rules, where they are possible."""
    return ACTIONS[(n <= longest_drive(board)) + 2 * can_join(board) + 4 * can_upgrade(board, n)]


def skip(s: Crossroll, seat: int, board: Board) -> Script:
    tell(s, SKIPPED, "main.skip", who=seat)
    aside = -1
    if s.solo:
        s.walks[seat] = Walk(board, action=SKIP)
        aside = yield from set_aside(s, seat)
    s.walks[seat] = walk = Walk(board, done=True, action=SKIP, aside=aside)
    return walk


def set_aside(s: Crossroll, seat: int) -> Script:
    """Solo: which die leaves, where no single die was used."""
    if len(s.dice) == 1:
        return s.dice[0]
    answer = yield Choose(seat, PICK_ASIDE, [ASIDE[die] for die in s.dice], "solo.used-die")
    return ASIDE.index(answer)


def why_no_number(s: Crossroll, board: Board, word: str) -> Reason | None:
    if word == SKIP:
        return because("You may skip only if neither result allows an action.", "main.skip")
    if word == SUM:
        if not board.nitrous:
            return because("The sum needs nitrous oxide in your car.", "nitrous.effect")
        if len(s.results) < 2:
            return because("With one die there is no sum.", "nitrous.solo")
        return because("No action is possible with {n}.", "main.unable-other-die", n=sum(s.results))
    die = USED_DIE.get(word)
    if die is None:
        return None
    if die not in s.dice:
        return because("The {die} was not rolled.", "main.choose-n", die=DICE[die])
    n = s.results[s.dice.index(die)]
    row = USED_ROW.get(word)
    if row is not None:
        if len(board.engine[row]) < BOXES[row]:
            return because("That engine row is not full yet.", "engine.unlock")
        n += EFFECTS[row]
        if n < 1:
            return because("N must be at least 1.", "engine.out-of-range")
    if can_act(board, n):
        return because("You can use {n} already as it was rolled.", "main.choose-n", n=n)
    return because("No action is possible with {n}.", "main.unable-other-die", n=n)


def why_no_action(board: Board, n: int, word: str) -> Reason | None:
    if word == DRIVE and n > longest_drive(board):
        return because("No route with an empty record box has a run of {n}.", "restrict.enough-empty", n=n)
    if word == LOTTO:
        return why_not_join(board)
    if word == UPGRADE:
        return why_not_upgrade(board, n)
    if word == SKIP:
        return because("You may not skip while an action is possible.", "main.mandatory")
    return None


# ---------------------------------------------------------------- 1. Drive


def longest_drive(board: Board) -> int:
    """The largest N to drive with: on a route with an empty record box."""
    longest = 0
    for reach, free in zip(board.reach, board.free):
        if reach > longest and free:
            longest = reach
    return longest


def routes_to_drive(board: Board, n: int) -> list[str]:
    return [word for word, reach, free in zip(ROUTE_WORDS, board.reach, board.free) if n <= reach and free]


def has_several_routes(board: Board, n: int) -> bool:
    found = False
    for reach, free in zip(board.reach, board.free):
        if n <= reach and free:
            if found:
                return True
            found = True
    return False


def drive(s: Crossroll, seat: int, board: Board, use: str, n: int) -> Script:
    s.walks[seat] = Walk(board, False, use, n, DRIVE)
    if has_several_routes(board, n):
        answer = yield Choose(
            seat,
            PICK_ROUTE[n],
            lambda: routes_to_drive(board, n),
            "drive.record-box",
            lambda word: why_not_route(board, n, word),
        )
    else:
        (answer,) = routes_to_drive(board, n)
    route = ROUTE_OF[answer]
    s.walks[seat] = Walk(board, False, use, n, DRIVE, route)
    answer = yield Choose(
        seat,
        PICK_RUN[n][route],
        lambda: runs(board, route, n, s.variant.by_route),
        "drive.cross-n",
        lambda word: why_no_start(s, board, route, n, word),
    )
    run = MAP.runs[answer]
    board = cross_out(board, run, n, s.variant.by_route)
    if s.lines is not None:
        tell(s, DROVE, "drive.cross-n", who=seat, n=n, route=MAP.letters[route], run=run_words(answer))
        if run.landmark >= 0:
            tell(s, CIRCLED, "drive.landmark", who=seat, landmark=MAP.names[run.landmark])
    return Walk(board, True, use, n, DRIVE, route, answer)


def why_not_route(board: Board, n: int, word: str) -> Reason | None:
    route = ROUTE_OF.get(word)
    if route is None:
        return None
    if not board.free[route]:
        return because("Every record box of route {route} is filled.", "drive.boxes-full", route=MAP.letters[route])
    return why_no_run(board, route, n)


# ---------------------------------------------------------------- 2. Join the Crossroad Lotto


def open_crossroads(board: Board) -> list[int]:
    """Empty crossroads next to a cross, on any of their routes."""
    found = []
    for route, crossroads in enumerate(MAP.crossroad_bits):
        bits = board.near[route] & ~board.crossed[route] & crossroads
        while bits:
            low = bits & -bits
            found.append(MAP.routes[route][low.bit_length() - 1])
            bits ^= low
    return found


def can_join(board: Board) -> bool:
    if 0 not in board.ticket:
        return False
    for near, crossed, crossroads in zip(board.near, board.crossed, MAP.crossroad_bits):
        if near & ~crossed & crossroads:
            return True
    return False


def why_not_join(board: Board) -> Reason | None:
    if 0 not in board.ticket:
        return because("All eight slots of your ticket are filled.", "lotto.full")
    if not can_join(board):
        return because("No empty crossroad is next to a cross.", "lotto.cross-crossroad")
    return None


def join_the_lotto(s: Crossroll, seat: int, board: Board, use: str, n: int) -> Script:
    s.walks[seat] = Walk(board, False, use, n, LOTTO)
    before = board
    answer = yield Choose(
        seat,
        PICK_CROSSROAD[n],
        lambda: [CROSSROAD_WORDS[here] for here in open_crossroads(before)],
        "lotto.cross-crossroad",
        lambda word: why_not_crossroad(before, word),
    )
    here = CROSSROAD_OF[answer]
    crossed, near, reach = mark(board, *CROSSING[here], s.variant.by_route)
    ticket = board.ticket
    slot = ticket.index(0)
    if s.variant.choose_slot:
        s.walks[seat] = Walk(board, use=use, n=n, action=LOTTO, run=answer)
        free = [SLOTS[slot] for slot, number in enumerate(ticket) if not number]
        picked = yield Choose(seat, PICK_SLOT[n], free, "lotto.write-n", lambda word: why_not_slot(before, word))
        slot = SLOTS.index(picked)
    board = Board(
        tuple(crossed),
        tuple(near),
        tuple(reach),
        board.free,
        board.written,
        board.xs,
        board.complete,
        board.speed,
        board.landmarks,
        (*ticket[:slot], n, *ticket[slot + 1 :]),
        board.engine,
        board.bonus,
        board.nitrous,
    )
    tell(s, JOINED, "lotto.write-n", who=seat, place=MAP.names[here], n=n)
    return Walk(board, True, use, n, LOTTO, -1, answer)


def why_not_crossroad(board: Board, word: str) -> Reason | None:
    here = CROSSROAD_OF.get(word, STOP_OF.get(word))
    if here is None:
        return None
    name = MAP.names[here]
    if here not in CROSSROAD_WORDS:
        return because("{place} is no crossroad.", "lotto.crossroad-only", place=name)
    if is_crossed(board, here):
        return because("{place} is already crossed out.", "lotto.cross-crossroad", place=name)
    if here not in open_crossroads(board):
        return because("{place} is not next to a cross.", "lotto.cross-crossroad", place=name)
    return None


def why_not_slot(board: Board, word: str) -> Reason | None:
    if word in SLOTS and board.ticket[SLOTS.index(word)]:
        return because("That slot is filled.", "lotto.write-n")
    return None


# ---------------------------------------------------------------- 3. Upgrade your car


def can_upgrade(board: Board, n: int) -> bool:
    row = MAP.row_of[n]
    return row >= 0 and len(board.engine[row]) < BOXES[row]


def why_not_upgrade(board: Board, n: int) -> Reason | None:
    if can_upgrade(board, n):
        return None
    if MAP.row_of[n] < 0:
        return because("{n} fits no row of the engine.", "engine.out-of-range", n=n)
    return because("The engine row for {n} is full.", "engine.full-row", n=n)


def upgrade(s: Crossroll, seat: int, board: Board, use: str, n: int) -> Walk:
    row = MAP.row_of[n]
    engine = list(board.engine)
    engine[row] = (*engine[row], n)
    board = Board(
        board.crossed,
        board.near,
        board.reach,
        board.free,
        board.written,
        board.xs,
        board.complete,
        board.speed,
        board.landmarks,
        board.ticket,
        tuple(engine),
        board.bonus,
        board.nitrous,
    )
    if s.lines is not None:
        tell(s, UPGRADED, "engine.write", who=seat, n=n, row=ROW_NAMES[row])
        if len(engine[row]) == BOXES[row]:
            tell(s, UNLOCKED, "engine.unlock", who=seat, effect=f"{EFFECTS[row]:+d}".replace("-", "−"))
    return Walk(board, True, use, n, UPGRADE)
