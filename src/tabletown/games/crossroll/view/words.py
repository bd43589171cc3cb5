"""Crossroll in words: option labels, the walk so far, and a text view one can play from."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import named
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
from tabletown.kernel import Decision, say, seat_name


def name(location: int) -> str:
    """The name without what stands in brackets."""
    return named(MAP.names[location]).partition(" (")[0]


def signed(effect: int) -> str:
    return say("plus {effect}", effect=effect) if effect > 0 else say("less {effect}", effect=-effect)


def joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else say("{words} and {words2}", words=", ".join(words[:-1]), words2=words[-1])


def plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


# ---------------------------------------------------------------- options


def label(s: Crossroll, decision: Decision, word: str) -> str:
    """The sentence a player would say."""
    board, walk = board_of(s, decision.seat), s.walks[decision.seat]
    n = walk.n if walk is not None else 0
    if word in ANY:
        return say("Roll the {join}", join=say(" and the ").join(DICE[die] for die in ANY[word]))
    if word.startswith("use:"):
        return use_words(s, word)
    if word.startswith("aside:"):
        return say("Set the {word} aside", word=word[6:])
    if word in ROUTE_OF:
        return route_words(board, ROUTE_OF[word], bonus=s.phase == BONUS)
    if word in MAP.runs:
        return f"{run_words(word)}{gains(s, board, word, n)}"
    if word in CROSSROAD_OF:
        here = CROSSROAD_OF[word]
        routes = joined([MAP.letters[route] for route in MAP.routes_of(here)])
        return say("Cross out {name} (routes {routes})", name=name(here), routes=routes)
    if word.startswith("slot:"):
        return say("Write the {number} into slot {word}", number=n, word=word[5:])
    return {
        DRIVE: say("Drive: cross out {number} along one route", number=n),
        LOTTO: say("Join the lotto: cross out a crossroad, write {number} on your ticket", number=n),
        UPGRADE: upgrade_words(board, n),
        "skip": say("Skip: no result allows an action"),
        "pass": say("Pass: take no bonus"),
        "install": say("Install nitrous oxide: from now on you may use the sum"),
        "keep": say("Keep the points of the route"),
    }.get(word, word)


def button(s: Crossroll, decision: Decision, word: str) -> str:
    """The same in two or three words."""
    walk = s.walks[decision.seat]
    n = walk.n if walk is not None else 0
    if word in ANY:
        return " + ".join(DICE[die] for die in ANY[word])
    if word.startswith("use:"):
        return say("Use {number_of}", number_of=number_of(s, word))
    if word in ROUTE_OF:
        return say("Route {word}", word=word[-1])
    if word in MAP.runs:
        return say("Cross out {number}", number=n)
    if word in CROSSROAD_OF:
        return say("Cross out {name}", name=name(CROSSROAD_OF[word]))
    if word.startswith("aside:"):
        return say("Aside: {word}", word=word[6:])
    if word.startswith("slot:"):
        return say("Slot {word}", word=word[5:])
    return {LOTTO: say("Join the lotto"), "install": say("Install nitrous"), "keep": say("Keep the points")}.get(
        word, word.capitalize()
    )


def use_words(s: Crossroll, word: str) -> str:
    n = number_of(s, word)
    if word == SUM:
        return say("Use {number}: the sum, with nitrous oxide", number=n)
    die = USED_DIE[word]
    if word in USED_ROW:
        effect = EFFECTS[USED_ROW[word]]
        return say(
            "Use {number}: the {number2} of the {die}, {effect} by the engine",
            number=n,
            number2=n - effect,
            die=DICE[die],
            effect=signed(effect),
        )
    return say("Use the {number} of the {die}", number=n, die=DICE[die])


def route_words(board: Board, route: int, bonus: bool = False) -> str:
    ends = say("{name} to {name2}", name=name(MAP.routes[route][0]), name2=name(MAP.routes[route][-1]))
    boxes = MAP.boxes[route]
    box = "" if bonus else say(", box {written} of {boxes}", written=len(board.written[route]) + 1, boxes=boxes)
    return say(
        "Route {letters}, {ends}{box}, {left} of {routes} left",
        letters=MAP.letters[route],
        ends=ends,
        box=box,
        left=left(board, route),
        routes=len(MAP.routes[route]),
    )


def run_words(word: str) -> str:
    stops = MAP.runs[word].stops
    return name(stops[0]) if len(stops) == 1 else say("{name} to {name2}", name=name(stops[0]), name2=name(stops[-1]))


def gains(s: Crossroll, board: Board, word: str, n: int) -> str:
    """What a run would bring at once."""
    run = MAP.runs[word]
    found = []
    if run.landmark >= 0 and len(board.landmarks) < len(MAP.landmark_scores):
        found.append(say("landmark, +{landmark_scores}", landmark_scores=MAP.landmark_scores[len(board.landmarks)]))
    after = cross_out(board, run, n if s.phase == MAIN else 0, s.options.by_route)
    found += [say("completes route {letters}", letters=MAP.letters[route]) for route in newly_completed(after)]
    return f": {', '.join(found)}" if found else ""


def upgrade_words(board: Board, n: int) -> str:
    row = MAP.row_of[n]
    if row < 0:
        return say("Upgrade the car")
    box, boxes, effect = len(board.engine[row]) + 1, MAP.rows[row].boxes, EFFECTS[row]
    unlocks = say(": unlocks N {effect}", effect=signed(effect)) if box == boxes else ""
    return say(
        "Upgrade the car: write {number} into box {box} of {boxes}{unlocks}",
        number=n,
        box=box,
        boxes=boxes,
        unlocks=unlocks,
    )


def crumbs(s: Crossroll, seat: int | None) -> list[str]:
    walk = s.walks[seat] if seat is not None else None
    if walk is None:
        return []
    found = []
    if s.phase == BONUS:
        found.append(say("Bonus of {number}", number=walk.n))
    elif walk.use:
        found.append(say("Use {number}", number=walk.n))
    if walk.action and walk.action != BONUS_RUN:
        found.append({LOTTO: say("Join the lotto")}.get(walk.action, walk.action.capitalize()))
    if walk.route >= 0:
        found.append(say("Route {letters}", letters=MAP.letters[walk.route]))
    if walk.run:
        found.append(run_words(walk.run) if walk.run in MAP.runs else name(CROSSROAD_OF[walk.run]))
    return found


# ---------------------------------------------------------------- text view


def text(s: Crossroll, seat: int | None, names: Sequence[str]) -> str:
    lines = [headline(s, seat, names), dice_words(s)]
    shown = seat if seat is not None else 0
    lines += ["", say("{whose} board", whose=whose(shown, seat, names)), *board_lines(s, board_of(s, shown))]
    size = bonus_size(s.boards[shown], s.results) if s.phase == BONUS else 0
    if size:
        lines.append(say("The ticket matches: a bonus of {plural}.", plural=plural(size, "location")))
    if walk := crumbs(s, seat):
        lines.append(say("So far: ") + ", ".join(walk) + ".")
    for other in range(len(s.boards)):
        if other != shown:
            lines += ["", summary(s, other, names)]
    return "\n".join(line for line in lines if line is not None)


def whose(shown: int, seat: int | None, names: Sequence[str]) -> str:
    return say("Your") if shown == seat else f"{seat_name(shown, names)}'s"


def headline(s: Crossroll, seat: int | None, names: Sequence[str]) -> str:
    if s.phase == OVER:
        return say("Crossroll Hong Kong, finished after round {round}.", round=s.round)
    who = (
        ""
        if s.solo
        else say(
            " {who} {part} active.", who=seat_name(s.active, names, seat), part="are" if s.active == seat else "is"
        )
    )
    nitrous = say(" Nitrous: route {letters}.", letters=MAP.letters[s.checked]) if s.checked >= 0 else ""
    return say("Crossroll Hong Kong, round {round}.{who}{nitrous}", round=s.round, who=who, nitrous=nitrous)


def dice_words(s: Crossroll) -> str:
    rolled = [f"{DICE[die]} {result}" for die, result in zip(s.dice, s.results, strict=False)]
    aside = [DICE[die] for die in range(4) if s.aside >> die & 1]
    words = say("Dice: {rolled}.", rolled=", ".join(rolled)) if rolled else say("Dice: not rolled yet.")
    return words + (say(" Set aside: {aside}.", aside=", ".join(aside)) if aside else "")


def boxes_words(board: Board, route: int) -> str:
    numbers = [str(n) for n in board.written[route]]
    numbers += ["•"] * dots(board, route) + ["_"] * board.free[route] + ["X"] * (board.xs >> route & 1)
    return " ".join(numbers)


def board_lines(s: Crossroll, board: Board) -> list[str]:
    lines = [say("x crossed out, > entrance, * landmark (O circled), + crossroad")]
    for route, letter in enumerate(MAP.letters):
        done = "completed" if board.complete >> route & 1 else say("{left} left", left=left(board, route))
        stops = ", ".join(stop_words(board, here) for here in MAP.routes[route])
        lines.append(
            say(
                "{letter}  [{boxes}]  {route_scores} points, {done}: {stops}",
                letter=letter,
                boxes=boxes_words(board, route),
                route_scores=MAP.route_scores[route],
                done=done,
                stops=stops,
            )
        )
    ticket = " ".join(str(n) if n else "_" for n in board.ticket)
    lines.append(say("Lotto ticket: {ticket}", ticket=ticket))
    for row, numbers in zip(MAP.rows, board.engine, strict=True):
        boxes = " ".join([*map(str, numbers), *["_"] * (row.boxes - len(numbers))])
        state = "unlocked" if len(numbers) == row.boxes else "locked"
        lines.append(
            say(
                "Engine {min}-{max}: {boxes}  N{effect:+d} {state}",
                min=row.min,
                max=row.max,
                boxes=boxes,
                effect=row.effect,
                state=state,
            )
        )
    if board.nitrous:
        lines.append(say("Nitrous oxide is installed."))
    lines.append(
        say(
            (
                "{filled_boxes} of 31 boxes. Points: routes {route_points}, speed {speed_points}, "
                "landmarks {landmark_points}, together {score}."
            ),
            filled_boxes=filled_boxes(board),
            route_points=route_points(board, s.checked),
            speed_points=speed_points(board),
            landmark_points=landmark_points(board),
            score=score(board, s.checked),
        )
    )
    return lines


def stop_words(board: Board, here: int) -> str:
    kind = {"entrance": ">", "landmark": "O" if here in board.landmarks else "*", "crossroad": "+"}
    crossed = "x" if is_crossed(board, here) else ""
    return f"{crossed}{kind.get(MAP.kinds[here], '')}{name(here)}"


def summary(s: Crossroll, seat: int, names: Sequence[str]) -> str:
    board = s.boards[seat]
    done = [letter for route, letter in enumerate(MAP.letters) if board.complete >> route & 1]
    routes = say("routes {done}", done=" ".join(done)) if done else say("no route")
    ticket = " ".join(str(n) for n in board.ticket if n) or "empty"
    return say(
        "{who}: {score} points, {filled_boxes} of 31 boxes, {routes} completed, {plural}, ticket {ticket}.",
        who=seat_name(seat, names),
        score=score(board, s.checked),
        filled_boxes=filled_boxes(board),
        routes=routes,
        plural=plural(len(board.landmarks), "landmark"),
        ticket=ticket,
    )


def peek(s: Crossroll, seat: int | None) -> str:
    board = board_of(s, seat or 0)
    walk = s.walks[seat] if seat is not None else None
    points = score(board, s.checked)
    if s.phase == OVER:
        return say("{points} of 500 points", points=points) + (f": {band(points)}" if s.solo else "")
    if walk is not None and not walk.done and walk.route >= 0:
        route = walk.route
        after = say("{left} left after this", left=max(left(board, route) - walk.n, 0))
        if s.phase == MAIN:
            box = len(board.written[route]) + 1
            return say(
                "Route {letters}: box {box} of {boxes} gets a {number} · {after}",
                letters=MAP.letters[route],
                box=box,
                boxes=MAP.boxes[route],
                number=walk.n,
                after=after,
            )
        return say("Route {letters}: {after}", letters=MAP.letters[route], after=after)
    return say("{points} points · {filled_boxes} of 31 boxes filled", points=points, filled_boxes=filled_boxes(board))
