"""The options of a question as chips: routes by their badge, stretches by their ends."""

from __future__ import annotations

from tabletown.drawing import Chip, listed
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.driving import ROUTE_OF
from tabletown.games.crossroll.rules.writing import CROSSROAD_OF, board_of
from tabletown.games.crossroll.state import BONUS, Board, Crossroll, left
from tabletown.games.crossroll.view.board import badge
from tabletown.games.crossroll.view.words import gains, name, run_words
from tabletown.kernel import Decision, say


def chips(s: Crossroll, asked: Decision | None) -> dict[str, Chip]:
    if asked is None or asked.seat < 0:
        return {}
    board, walk = board_of(s, asked.seat), s.walks[asked.seat]
    n = walk.n if walk is not None else 0
    found = {}
    for word in asked.options:
        if word in ROUTE_OF:
            found[word] = route_chip(s, board, ROUTE_OF[word])
        elif word in MAP.runs:
            found[word] = Chip(run_words(word), listed(gains(s, board, word, n), ",") or via(word))
        elif word in CROSSROAD_OF:
            here = CROSSROAD_OF[word]
            found[word] = Chip(name(here), " ".join(MAP.letters[route] for route in MAP.routes_of(here)))
    return found


def route_chip(s: Crossroll, board: Board, route: int) -> Chip:
    box = (
        ""
        if s.phase == BONUS
        else say("box {written} of {boxes}", written=len(board.written[route]) + 1, boxes=MAP.boxes[route])
    )
    drawn = badge(MAP.letters[route], 11)
    picture = f'<svg class="crossroll-panel" width="32" height="32" viewBox="-13 -13 26 26">{drawn}</svg>'
    return Chip(say("{left} left", left=left(board, route)), box, picture=picture)


def via(word: str) -> str:
    stops = MAP.runs[word].stops
    return say("via {name}", name=name(stops[len(stops) // 2])) if len(stops) > 2 else ""
