"""Pictures and words of Right of Way, made from one view."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.right_of_way.options import TRIO, TURN, TURN_IN, kind_of
from tabletown.games.right_of_way.rules.building import building_result
from tabletown.games.right_of_way.rules.end_and_victory import points
from tabletown.games.right_of_way.state import RightOfWay
from tabletown.games.right_of_way.tiles import TURNS
from tabletown.games.right_of_way.view.board import board
from tabletown.games.right_of_way.view.describe import crumbs, describe
from tabletown.games.right_of_way.view.goal import goal
from tabletown.games.right_of_way.view.panels import panels, peek
from tabletown.games.right_of_way.view.words import text
from tabletown.kernel import CHANCE, Decision, Scene


def scene(s: RightOfWay, seat: int | None, asked: Decision | None, names: Sequence[str]) -> Scene:
    if asked is not None and asked.seat == CHANCE:
        asked = None
    words = list(asked.options) if asked is not None else []
    options = {word: describe(s, asked, word) for word in words} if asked is not None else {}
    return Scene(
        board=board(s, options),
        text=text(s, seat, names),
        crumbs=crumbs(s, asked),
        panels=panels(s, seat, asked, options, names),
        standing=[str(total) for total in points(s)] if s.roads else [],
        peek=peek(s, seat, asked),
        goal=goal(s, seat, names),
        options=options,
        cycle=bool(words) and kind_of(words[0]) in (TURN, TRIO),
        start=richest_turn(s, words),
    )


def richest_turn(s: RightOfWay, options: Sequence[str]) -> str:
    """The turn that earns most, where turning the tile starts: its result is the one shown on the plot."""
    if not options or options[0] not in TURN_IN:
        return ""
    return max(options, key=lambda word: building_result(s, s.plot, TURNS[s.tile][TURN_IN[word]]))


__all__ = ["describe", "scene", "text"]
