"""What there is to print: the map and the record that each player writes on. The dice are of 4, 6, 8 and 10 sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletown.games.crossroll import game
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.view.board import badge, board_svg
from tabletown.kernel import Match, say
from tabletown.printing.parts import Board, Parts

PAPER = """
.crossroll-record text { font: 15px sans-serif; fill: #222; }
.crossroll-record .h { font: bold 17px sans-serif; }
.crossroll-record .s { font: 12px sans-serif; fill: #444; }
.crossroll-record .bx { fill: #fff; stroke: #222; stroke-width: 1.4; }
"""


def parts() -> Parts:
    state = Match(game, seed=1).state
    return Parts([Board(say("Map"), board_svg(state, 0, {})), Board(say("Record boxes"), record())], paper=PAPER)


def record() -> str:
    """The boxes of all routes, the lotto ticket, the engine and the tracks of points."""
    drawn = [*_routes(), *_lotto(), *_engine()]
    drawn += _track(760, say("Speed"), MAP.speed_scores)
    drawn += _track(850, say("Landmarks"), MAP.landmark_scores)
    return f'<svg class="crossroll-board crossroll-record" viewBox="0 0 720 930">{"".join(drawn)}</svg>'


def _words(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{words}</text>'


def _box(x: float, y: float, size: float = 38) -> str:
    return f'<rect class="bx" x="{x}" y="{y}" width="{size}" height="{size}" rx="3"/>'


def _routes() -> Iterator[str]:
    yield _words(10, 26, say("Routes"), "h")
    for route, letter in enumerate(MAP.letters):
        y = 42 + 48 * route
        yield f'<g class="crossroll-map" transform="translate(26 {y + 19})">{badge(letter, 14)}</g>'
        yield from (_box(54 + 44 * box, y) for box in range(MAP.boxes[route]))
        yield _words(60 + 44 * MAP.boxes[route], y + 25, say("{n} points", n=MAP.route_scores[route]), "s")


def _lotto() -> Iterator[str]:
    yield _words(440, 26, say("Lotto"), "h")
    yield from (_box(440 + 50 * (slot % 4), 42 + 48 * (slot // 4)) for slot in range(MAP.slots))


def _engine() -> Iterator[str]:
    yield _words(440, 190, say("Engine"), "h")
    for number, row in enumerate(MAP.rows):
        y = 206 + 48 * number
        yield _words(440, y + 25, f"{row.min}–{row.max}")
        yield from (_box(500 + 44 * box, y) for box in range(row.boxes))
        sign = f"N+{row.effect}" if row.effect > 0 else f"N−{-row.effect}"
        yield _words(506 + 44 * row.boxes, y + 25, sign)
    yield _words(440, 390, say("Points"), "h")
    for number, what in enumerate((say("Routes"), say("Speed"), say("Landmarks"), say("Sum"))):
        yield _words(440, 431 + 48 * number, what)
        yield f'<rect class="bx" x="616" y="{406 + 48 * number}" width="90" height="38" rx="3"/>'


def _track(y: int, title: str, scores: Sequence[int]) -> Iterator[str]:
    yield _words(10, y, title, "h")
    for number, points in enumerate(scores):
        yield _box(10 + 48 * number, y + 14, 42)
        yield _words(14 + 48 * number, y + 28, str(points), "s")
