"""Crossroll in words: the steps chosen so far, and a text view that can be played from."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import named
from tabletown.games.crossroll.options import CROSSROAD_OF, DRIVE, INSTALL, KEEP, LOTTO, PASS, RUNS, SKIP, UPGRADE
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.bonus import bonus_size
from tabletown.games.crossroll.rules.ending import band
from tabletown.games.crossroll.rules.writing import board_of
from tabletown.games.crossroll.state import (
    BONUS,
    BONUS_RUN,
    DICE,
    MAIN,
    OVER,
    RESOLUTION,
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
from tabletown.kernel import Text, say, seat_name
from tabletown.story.sentences import paragraph


def name(location: int) -> str:
    return named(MAP.names[location])


def signed(effect: int) -> str:
    return say("plus {effect}", effect=effect) if effect > 0 else say("minus {effect}", effect=-effect)


KINDS = {"entrance": Text("entrance"), "landmark": Text("landmark"), "crossroad": Text("crossroads")}


def about(board: Board, here: int) -> list[str]:
    """Notes on a location: its kind, and whether it is circled or crossed out."""
    kind = KINDS.get(MAP.kinds[here])
    notes = [kind.render()] if kind is not None else []
    if here in board.landmarks:
        notes.append(say("circled"))
    if is_crossed(board, here):
        notes.append(say("crossed out"))
    return notes


def place(board: Board, here: int) -> str:
    """A location in one phrase, the same wherever it is described: map, text view, reasons."""
    routes = [MAP.letters[route] for route in MAP.routes_of(here)]
    on = say("route {routes}", "routes {routes}", n=len(routes), routes=routes)
    return say("{place}: {notes:,}", place=name(here), notes=[on, *about(board, here)])


# ---------------------------------------------------------------- steps chosen so far


ACTS = {
    PASS: Text("Pass"),
    SKIP: Text("Skip"),
    DRIVE: Text("Drive"),
    LOTTO: Text("Join the lotto"),
    UPGRADE: Text("Upgrade"),
    INSTALL: Text("Install nitrous"),
    KEEP: Text("Keep the points"),
}


def ends(stops: tuple[int, ...]) -> str:
    if len(stops) == 1:
        return name(stops[0])
    return say("{start} to {end}", start=name(stops[0]), end=name(stops[-1]))


def number_crumb(n: int) -> str:
    return say("Use {number}", number=n)


def route_crumb(route: int) -> str:
    return say("Route {letters}", letters=MAP.letters[route])


def crumbs(s: Crossroll, seat: int | None) -> list[str]:
    """The steps of this action so far; for nitrous oxide, what it would cost."""
    walk = s.walks[seat] if seat is not None else None
    if walk is None:
        return []
    if s.phase == RESOLUTION:
        score, letter = MAP.route_scores[walk.route], MAP.letters[walk.route]
        return [say("Nitrous oxide costs the {score} points of route {route}", score=score, route=letter)]
    found = []
    if s.phase == BONUS:
        found.append(say("Bonus of {number}", number=walk.n))
    elif walk.use:
        found.append(number_crumb(walk.n))
    if walk.action and walk.action != BONUS_RUN:
        found.append(ACTS[walk.action].render())
    if walk.route >= 0:
        found.append(route_crumb(walk.route))
    if walk.run:
        found.append(ends(RUNS[walk.run].stops) if walk.run in RUNS else name(CROSSROAD_OF[walk.run]))
    return found


# ---------------------------------------------------------------- text view


def text(s: Crossroll, seat: int | None, names: Sequence[str]) -> str:
    """The table in sentences: round and dice, the reader's board route by route, each other board in one line."""
    lines = [headline(s, seat, names), dice_words(s)]
    shown = seat if seat is not None else 0
    yours = say("Your board") if shown == seat else say("{who}'s board", who=seat_name(shown, names))
    lines += ["", yours, *board_lines(s, board_of(s, shown))]
    size = bonus_size(s.boards[shown], s.results) if s.phase == BONUS else 0
    if size:
        lines.append(
            say("The ticket matches: a bonus of {n} place.", "The ticket matches: a bonus of {n} places.", n=size)
        )
    if s.phase != RESOLUTION and (walk := crumbs(s, seat)):
        lines.append(say("So far: {steps:,}.", steps=walk))
    for other in range(len(s.boards)):
        if other != shown:
            lines += ["", summary(s, other, names)]
    return "\n".join(lines)


def headline(s: Crossroll, seat: int | None, names: Sequence[str]) -> str:
    if s.phase == OVER:
        return say("Crossroll Hong Kong, finished after round {round}.", round=s.round)
    said = [say("Crossroll Hong Kong, round {round}.", round=s.round)]
    if s.active == seat and len(s.boards) > 1:
        said.append(say("You are the active player."))
    elif len(s.boards) > 1:
        said.append(say("{who} is the active player.", who=seat_name(s.active, names)))
    if s.checked >= 0:
        said.append(say("Nitrous oxide costs the points of route {route}.", route=MAP.letters[s.checked]))
    return paragraph(said)


def dice_words(s: Crossroll) -> str:
    rolled = [
        say("{number} on the {die}", number=result, die=DICE[die])
        for die, result in zip(s.dice, s.results, strict=False)
    ]
    aside = [DICE[die] for die in range(4) if s.aside >> die & 1]
    words = say("Rolled: {rolled}.", rolled=rolled) if rolled else say("The dice haven't been rolled yet.")
    return say("{rolled} Set aside: {aside}.", rolled=words, aside=aside) if aside else words


def boxes_words(board: Board, route: int) -> list[str]:
    """The contents of a route's record boxes, box by box."""
    found = [str(number) for number in board.written[route]]
    found += [say("a dot")] * dots(board, route)
    found += [say("closed")] * (board.xs >> route & 1)
    if board.free[route]:
        found.append(say("{n} free", n=board.free[route]))
    return found


def board_lines(s: Crossroll, board: Board) -> list[str]:
    lines = []
    for route, letter in enumerate(MAP.letters):
        done = say("completed") if board.complete >> route & 1 else say("{left} left", left=left(board, route))
        lines.append(
            say(
                "Route {route}, {points} points, {done}. Boxes: {boxes:,}. Stops: {stops:,}.",
                route=letter,
                points=MAP.route_scores[route],
                done=done,
                boxes=boxes_words(board, route),
                stops=[stop_words(board, here, route) for here in MAP.routes[route]],
            )
        )
    ticket = [str(number) if number else say("free") for number in board.ticket]
    lines.append(say("Lotto ticket: {slots:,}.", slots=ticket))
    for row, numbers in zip(MAP.rows, board.engine, strict=True):
        told = {"least": row.min, "most": row.max, "effect": signed(row.effect)}
        boxes = [str(number) for number in numbers]
        if free := row.boxes - len(numbers):
            boxes.append(say("{n} free", n=free))
            lines.append(say("Engine row {least} to {most}: {boxes:,}; unlocks N {effect}.", boxes=boxes, **told))
        else:
            lines.append(say("Engine row {least} to {most}: {boxes:,}; N {effect} is unlocked.", boxes=boxes, **told))
    if board.nitrous:
        lines.append(say("Nitrous oxide is installed."))
    lines.append(
        say(
            "{boxes} of {all} boxes are filled. Points: {routes} for routes, {speed} for speed, {landmarks} for "
            "landmarks, {score} in all.",
            boxes=filled_boxes(board),
            all=sum(MAP.boxes),
            routes=route_points(board, s.checked),
            speed=speed_points(board),
            landmarks=landmark_points(board),
            score=score(board, s.checked),
        )
    )
    return lines


def stop_words(board: Board, here: int, route: int) -> str:
    """A stop in the list of its route: "Causeway Bay (crossroads with D, crossed out)"."""
    notes = about(board, here)
    others = [MAP.letters[other] for other in MAP.routes_of(here) if other != route]
    if others:
        notes[0] = say("crossroads with {routes}", routes=others)
    return say("{place} ({notes:,})", place=name(here), notes=notes) if notes else name(here)


def summary(s: Crossroll, seat: int, names: Sequence[str]) -> str:
    board = s.boards[seat]
    done = [letter for route, letter in enumerate(MAP.letters) if board.complete >> route & 1]
    ticket = [number for number in board.ticket if number]
    said = [
        say("{n} point", "{n} points", n=score(board, s.checked)),
        say("{boxes} of {all} boxes", boxes=filled_boxes(board), all=sum(MAP.boxes)),
        say("routes completed: {routes}", routes=done) if done else say("no route completed"),
        say("{n} landmark", "{n} landmarks", n=len(board.landmarks)),
        say("lotto ticket: {numbers}", numbers=ticket) if ticket else say("an empty lotto ticket"),
    ]
    return say("{who}: {said:,}.", who=seat_name(seat, names), said=said)


def peek(s: Crossroll, seat: int | None) -> str:
    board = board_of(s, seat or 0)
    walk = s.walks[seat] if seat is not None else None
    points = score(board, s.checked)
    if s.phase == OVER:
        if s.solo:
            return say("{points} of 500 points: {band}", points=points, band=band(points))
        return say("{points} of 500 points", points=points)
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
