"""Pictures and words of Crossroll, made from one view."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.crossroll.options import CROSSROAD, NUMBER, RUN
from tabletown.games.crossroll.rules.writing import board_of
from tabletown.games.crossroll.state import Crossroll, score
from tabletown.games.crossroll.view.board import board_svg, kind_asked
from tabletown.games.crossroll.view.describe import describe
from tabletown.games.crossroll.view.drives import drives, end_marks, steps, stretches
from tabletown.games.crossroll.view.goal import goal
from tabletown.games.crossroll.view.panels import panels
from tabletown.games.crossroll.view.words import crumbs, peek, text
from tabletown.kernel import Decision, Scene, say


def scene(s: Crossroll, seat: int | None, asked: Decision | None, names: Sequence[str]) -> Scene:
    shown = seat if seat is not None else 0
    options = {}
    if asked is not None and asked.seat == seat:
        options = {word: describe(s, asked, word) for word in asked.options}
    found = drives(s, shown, list(options))
    return Scene(
        board=board_svg(s, shown, options, stretches(found), end_marks(found), steps(s.boards[shown], found)),
        text=text(s, seat, names),
        crumbs=crumbs(s, seat),
        panels=panels(s, seat, options, names, found),
        standing=[str(score(board_of(s, player), s.checked)) for player in range(len(s.boards))],
        peek=peek(s, seat),
        goal=goal(s, seat, names),
        options=options,
        paths={drive.options: drive.described for drive in found},
        tip=say("Pick where a drive ends on the map, or a die.") if found and kind_asked(options) == NUMBER else "",
        confirm=kind_asked(options) in (RUN, CROSSROAD),
    )


__all__ = ["describe", "scene", "text"]
