"""Pictures and words of Crossroll, made from one view."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import described
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.writing import CROSSROAD_OF, board_of
from tabletown.games.crossroll.state import Crossroll, score
from tabletown.games.crossroll.view.board import board_svg
from tabletown.games.crossroll.view.chips import chips
from tabletown.games.crossroll.view.goal import goal
from tabletown.games.crossroll.view.panels import panels
from tabletown.games.crossroll.view.words import button, crumbs, label, peek, text
from tabletown.kernel import Decision, Described, Scene


def scene(s: Crossroll, seat: int | None, asked: Decision | None, names: Sequence[str]) -> Scene:
    shown = seat if seat is not None else 0
    words = list(asked.options) if asked is not None and asked.seat == seat else []
    return Scene(
        board=board_svg(s, shown, asked),
        text=text(s, seat, names),
        crumbs=crumbs(s, seat),
        panels=panels(s, seat, asked, names),
        standing=[str(score(board_of(s, player), s.checked)) for player in range(len(s.boards))],
        peek=peek(s, seat),
        goal=goal(s, seat, names),
        options={word: describe(s, asked, word) for word in words} if asked is not None else {},
        confirm=bool(words) and (words[0] in MAP.runs or words[0] in CROSSROAD_OF),
    )


def describe(s: Crossroll, asked: Decision, word: str) -> Described:
    return described(label(s, asked, word), button(s, asked, word), chips(s, asked).get(word))


__all__ = ["describe", "scene", "text"]
