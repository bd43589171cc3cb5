"""The sources of numbers in Crossroll's lesson, read from the table."""

from __future__ import annotations

from typing import Any

from tabletown.games.crossroll.options import DRIVE, LOTTO, PAIRS, UPGRADE
from tabletown.games.crossroll.roads import LETTERS, MAP, ROUTES
from tabletown.games.crossroll.rules.writing import BOXES
from tabletown.games.crossroll.state import DICE, filled_boxes, left, score, speed_points
from tests.learn.moment import Moment

MIDDLE = 1  # row of the engine


def measure(moment: Moment, name: str) -> Any:
    match, s = moment.match, moment.match.state
    mine = s.boards[0]
    plain = {
        "routes": lambda: ROUTES,
        "record boxes": lambda: sum(MAP.boxes),
        "perfect score": lambda: sum(MAP.route_scores) + sum(MAP.speed_scores) + sum(MAP.landmark_scores),
        "dice": lambda: len(DICE),
        "dice to roll": lambda: len(next(iter(PAIRS[0].values()))),
        "first die": lambda: s.results[0],
        "second die": lambda: s.results[1],
        "things a number can do": lambda: len({DRIVE, LOTTO, UPGRADE}),
        "next landmark score": lambda: MAP.landmark_scores[len(landmarks(moment))],
        "landmark score after that": lambda: MAP.landmark_scores[len(landmarks(moment)) + 1],
        "highest landmark score": lambda: max(MAP.landmark_scores),
        "fours on the ticket": lambda: mine.ticket.count(4),
        "boxes of an engine row": lambda: BOXES[MIDDLE],
        "middle row from": lambda: MAP.rows[MIDDLE].min,
        "middle row to": lambda: MAP.rows[MIDDLE].max,
        "round of the engine": lambda: round_of_the_engine(moment),
        "left to the star on G": lambda: to_the_star(moment),
    }
    if name in plain:
        return plain[name]()
    what, last = name.rsplit(" ", 1)
    if last in match.names:
        seat = match.names.index(last)
        if what == "driven by":
            lines = [line.text for line in match.lines if line.text.parts.get("who") == seat]
            return next(text.parts["n"] for text in reversed(lines) if "drove" in str(text))
        board = s.boards[seat]
        known = {"points of": score, "filled by": filled_boxes, "speed points of": speed_points}
        if what == "points of" and s.walks[seat] is not None:  # just written, and shown on the player's board
            from tabletown.games.crossroll.rules.writing import board_of

            board = board_of(s, seat)
        return known[what](board)
    route = LETTERS.index(last)
    return {"left on": left(mine, route), "worth of": MAP.route_scores[route], "boxes of": MAP.boxes[route]}[what]


def landmarks(moment: Moment) -> tuple[int, ...]:
    from tabletown.games.crossroll.rules.writing import board_of

    return board_of(moment.match.state, 0).landmarks


def to_the_star(moment: Moment) -> int:
    """The number of places from G's entrance to the second of its landmarks."""
    line = MAP.routes[LETTERS.index("G")]
    stars = [at for at, here in enumerate(line) if here in MAP.landmarks]
    return stars[-1] + 1


def round_of_the_engine(moment: Moment) -> int:
    step = next(n for n, step in enumerate(moment.course.lesson.step) if "upgrade" in step.expect)
    match = moment.course.start()
    for later in range(1, step + 1):
        while (wanted := moment.course.wanted(match, later - 1)) is not None:
            match.choose(0, wanted)
        moment.course.play_rivals(match, later)
    round: int = match.state.round
    return round
