"""Crossroll in words: option labels, the walk so far, and a text view one can play from."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.bonus import bonus_size
from tabletown.games.crossroll.rules.dice import ANY
from tabletown.games.crossroll.rules.driving import ROUTE_OF
from tabletown.games.crossroll.rules.ending import band
from tabletown.games.crossroll.rules.main_action import (
    EFFECTS,
    SUM,
    USED_DIE,
    USED_ROW,
    number_of,
)
from tabletown.games.crossroll.rules.resolution import newly_completed
from tabletown.games.crossroll.rules.writing import CROSSROAD_OF, board_of, cross_out
from tabletown.games.crossroll.state import (
    BONUS,
    BONUS_RUN,
    DICE,
    DRIVE,
    LOTTO,
    MAIN,
    OVER,
    UPGRADE,
    Board,
    Crossroll,
    dots,
    filled_boxes,
    is_crossed,
    landmark_points,
    left,
    route_points,
    score,
    speed_points,
)
from tabletown.kernel import Decision, seat_name


def name(location: int) -> str:
    """The name without what stands in brackets."""
    return MAP.names[location].partition(" (")[0]


def signed(effect: int) -> str:
    return f"plus {effect}" if effect > 0 else f"less {-effect}"


def joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


# ---------------------------------------------------------------- options


def label(s: Crossroll, decision: Decision, word: str) -> str:
    """The sentence a player would say."""
    board, walk = board_of(s, decision.seat), s.walks[decision.seat]
    n = walk.n if walk is not None else 0
    if word in ANY:
        return f"Roll the {' and the '.join(DICE[die] for die in ANY[word])}"
    if word.startswith("use:"):
        return use_words(s, word)
    if word.startswith("aside:"):
        return f"Set the {word[6:]} aside"
    if word in ROUTE_OF:
        return route_words(board, ROUTE_OF[word], bonus=s.phase == BONUS)
    if word in MAP.runs:
        return f"{run_words(word)}{gains(s, board, word, n)}"
    if word in CROSSROAD_OF:
        here = CROSSROAD_OF[word]
        routes = joined([MAP.letters[route] for route in MAP.routes_of(here)])
        return f"Cross out {name(here)} (routes {routes})"
    if word.startswith("slot:"):
        return f"Write the {n} into slot {word[5:]}"
    return {
        DRIVE: f"Drive: cross out {n} along one route",
        LOTTO: f"Join the lotto: cross out a crossroad, write {n} on your ticket",
        UPGRADE: upgrade_words(board, n),
        "skip": "Skip: no result allows an action",
        "pass": "Pass: take no bonus",
        "install": "Install nitrous oxide: from now on you may use the sum",
        "keep": "Keep the points of the route",
    }.get(word, word)


def button(s: Crossroll, decision: Decision, word: str) -> str:
    """The same in two or three words."""
    walk = s.walks[decision.seat]
    n = walk.n if walk is not None else 0
    if word in ANY:
        return " + ".join(DICE[die] for die in ANY[word])
    if word.startswith("use:"):
        return f"Use {number_of(s, word)}"
    if word in ROUTE_OF:
        return f"Route {word[-1]}"
    if word in MAP.runs:
        return f"Cross out {n}"
    if word in CROSSROAD_OF:
        return f"Cross out {name(CROSSROAD_OF[word])}"
    if word.startswith("aside:"):
        return f"Aside: {word[6:]}"
    if word.startswith("slot:"):
        return f"Slot {word[5:]}"
    return {LOTTO: "Join the lotto", "install": "Install nitrous", "keep": "Keep the points"}.get(
        word, word.capitalize()
    )


def use_words(s: Crossroll, word: str) -> str:
    n = number_of(s, word)
    if word == SUM:
        return f"Use {n}: the sum, with nitrous oxide"
    die = USED_DIE[word]
    if word in USED_ROW:
        effect = EFFECTS[USED_ROW[word]]
        return f"Use {n}: the {n - effect} of the {DICE[die]}, {signed(effect)} by the engine"
    return f"Use the {n} of the {DICE[die]}"


def route_words(board: Board, route: int, bonus: bool = False) -> str:
    ends = f"{name(MAP.routes[route][0])} to {name(MAP.routes[route][-1])}"
    boxes = MAP.boxes[route]
    box = "" if bonus else f", box {len(board.written[route]) + 1} of {boxes}"
    return f"Route {MAP.letters[route]}, {ends}{box}, {left(board, route)} of {len(MAP.routes[route])} left"


def run_words(word: str) -> str:
    stops = MAP.runs[word].stops
    return name(stops[0]) if len(stops) == 1 else f"{name(stops[0])} to {name(stops[-1])}"


def gains(s: Crossroll, board: Board, word: str, n: int) -> str:
    """What a run would bring at once."""
    run = MAP.runs[word]
    found = []
    if run.landmark >= 0 and len(board.landmarks) < len(MAP.landmark_scores):
        found.append(f"landmark, +{MAP.landmark_scores[len(board.landmarks)]}")
    after = cross_out(board, run, n if s.phase == MAIN else 0, s.options.by_route)
    found += [f"completes route {MAP.letters[route]}" for route in newly_completed(after)]
    return f": {', '.join(found)}" if found else ""


def upgrade_words(board: Board, n: int) -> str:
    row = MAP.row_of[n]
    if row < 0:
        return "Upgrade the car"
    box, boxes, effect = len(board.engine[row]) + 1, MAP.rows[row].boxes, EFFECTS[row]
    unlocks = f": unlocks N {signed(effect)}" if box == boxes else ""
    return f"Upgrade the car: write {n} into box {box} of {boxes}{unlocks}"


def crumbs(s: Crossroll, seat: int | None) -> list[str]:
    walk = s.walks[seat] if seat is not None else None
    if walk is None:
        return []
    found = []
    if s.phase == BONUS:
        found.append(f"Bonus of {walk.n}")
    elif walk.use:
        found.append(f"Use {walk.n}")
    if walk.action and walk.action != BONUS_RUN:
        found.append({LOTTO: "Join the lotto"}.get(walk.action, walk.action.capitalize()))
    if walk.route >= 0:
        found.append(f"Route {MAP.letters[walk.route]}")
    if walk.run:
        found.append(run_words(walk.run) if walk.run in MAP.runs else name(CROSSROAD_OF[walk.run]))
    return found


# ---------------------------------------------------------------- text view


def text(s: Crossroll, seat: int | None, names: Sequence[str]) -> str:
    lines = [headline(s, seat, names), dice_words(s)]
    shown = seat if seat is not None else 0
    lines += ["", f"{whose(shown, seat, names)} board", *board_lines(s, board_of(s, shown))]
    size = bonus_size(s.boards[shown], s.results) if s.phase == BONUS else 0
    if size:
        lines.append(f"The ticket matches: a bonus of {plural(size, 'location')}.")
    if walk := crumbs(s, seat):
        lines.append("So far: " + ", ".join(walk) + ".")
    for other in range(len(s.boards)):
        if other != shown:
            lines += ["", summary(s, other, names)]
    return "\n".join(line for line in lines if line is not None)


def whose(shown: int, seat: int | None, names: Sequence[str]) -> str:
    return "Your" if shown == seat else f"{seat_name(shown, names)}'s"


def headline(s: Crossroll, seat: int | None, names: Sequence[str]) -> str:
    if s.phase == OVER:
        return f"Crossroll Hong Kong, finished after round {s.round}."
    who = "" if s.solo else f" {seat_name(s.active, names, seat)} {'are' if s.active == seat else 'is'} active."
    nitrous = f" Nitrous: route {MAP.letters[s.checked]}." if s.checked >= 0 else ""
    return f"Crossroll Hong Kong, round {s.round}.{who}{nitrous}"


def dice_words(s: Crossroll) -> str:
    rolled = [f"{DICE[die]} {result}" for die, result in zip(s.dice, s.results, strict=False)]
    aside = [DICE[die] for die in range(4) if s.aside >> die & 1]
    words = f"Dice: {', '.join(rolled)}." if rolled else "Dice: not rolled yet."
    return words + (f" Set aside: {', '.join(aside)}." if aside else "")


def boxes_words(board: Board, route: int) -> str:
    numbers = [str(n) for n in board.written[route]]
    numbers += ["•"] * dots(board, route) + ["_"] * board.free[route] + ["X"] * (board.xs >> route & 1)
    return " ".join(numbers)


def board_lines(s: Crossroll, board: Board) -> list[str]:
    lines = ["x crossed out, > entrance, * landmark (O circled), + crossroad"]
    for route, letter in enumerate(MAP.letters):
        done = "completed" if board.complete >> route & 1 else f"{left(board, route)} left"
        stops = ", ".join(stop_words(board, here) for here in MAP.routes[route])
        lines.append(f"{letter}  [{boxes_words(board, route)}]  {MAP.route_scores[route]} points, {done}: {stops}")
    ticket = " ".join(str(n) if n else "_" for n in board.ticket)
    lines.append(f"Lotto ticket: {ticket}")
    for row, numbers in zip(MAP.rows, board.engine, strict=True):
        boxes = " ".join([*map(str, numbers), *["_"] * (row.boxes - len(numbers))])
        state = "unlocked" if len(numbers) == row.boxes else "locked"
        lines.append(f"Engine {row.min}-{row.max}: {boxes}  N{row.effect:+d} {state}")
    if board.nitrous:
        lines.append("Nitrous oxide is installed.")
    lines.append(
        f"{filled_boxes(board)} of 31 boxes. Points: routes {route_points(board, s.checked)}, "
        f"speed {speed_points(board)}, landmarks {landmark_points(board)}, together {score(board, s.checked)}."
    )
    return lines


def stop_words(board: Board, here: int) -> str:
    kind = {"entrance": ">", "landmark": "O" if here in board.landmarks else "*", "crossroad": "+"}
    crossed = "x" if is_crossed(board, here) else ""
    return f"{crossed}{kind.get(MAP.kinds[here], '')}{name(here)}"


def summary(s: Crossroll, seat: int, names: Sequence[str]) -> str:
    board = s.boards[seat]
    done = [letter for route, letter in enumerate(MAP.letters) if board.complete >> route & 1]
    routes = f"routes {' '.join(done)}" if done else "no route"
    ticket = " ".join(str(n) for n in board.ticket if n) or "empty"
    return (
        f"{seat_name(seat, names)}: {score(board, s.checked)} points, {filled_boxes(board)} of 31 boxes, {routes} "
        f"completed, {plural(len(board.landmarks), 'landmark')}, ticket {ticket}."
    )


def peek(s: Crossroll, seat: int | None) -> str:
    board = board_of(s, seat or 0)
    walk = s.walks[seat] if seat is not None else None
    points = score(board, s.checked)
    if s.phase == OVER:
        return f"{points} of 500 points" + (f": {band(points)}" if s.solo else "")
    if walk is not None and not walk.done and walk.route >= 0:
        route = walk.route
        after = f"{max(left(board, route) - walk.n, 0)} left after this"
        if s.phase == MAIN:
            box = len(board.written[route]) + 1
            return f"Route {MAP.letters[route]}: box {box} of {MAP.boxes[route]} gets a {walk.n} · {after}"
        return f"Route {MAP.letters[route]}: {after}"
    return f"{points} points · {filled_boxes(board)} of 31 boxes filled"
