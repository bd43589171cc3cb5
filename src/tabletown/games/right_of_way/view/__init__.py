"""What people see: the city as a picture, the panels around it, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import described
from tabletown.games.right_of_way.rules.building import building_result
from tabletown.games.right_of_way.rules.end_and_victory import points
from tabletown.games.right_of_way.state import RightOfWay
from tabletown.games.right_of_way.tiles import TURN_IN, TURNS
from tabletown.games.right_of_way.view.board import board
from tabletown.games.right_of_way.view.chips import chip
from tabletown.games.right_of_way.view.goal import goal
from tabletown.games.right_of_way.view.panels import panels, peek
from tabletown.games.right_of_way.view.words import button, crumbs, label, text
from tabletown.kernel import CHANCE, Decision, Described, Scene


def scene(s: RightOfWay, seat: int | None, asked: Decision | None, names: Sequence[str]) -> Scene:
    if asked is not None and asked.seat == CHANCE:
        asked = None
    options = list(asked.options) if asked is not None else []
    return Scene(
        board=board(s, asked),
        text=text(s, seat, names),
        crumbs=crumbs(s, asked),
        panels=panels(s, seat, asked, names),
        standing=[str(total) for total in points(s)] if s.roads else [],
        peek=peek(s, seat, asked),
        goal=goal(s, seat, names),
        options={word: describe(s, asked, word) for word in options} if asked is not None else {},
        cycle=bool(options) and (options[0] in TURN_IN or options[0].startswith("trio:")),
        start=richest_turn(s, options),
    )


def richest_turn(s: RightOfWay, options: Sequence[str]) -> str:
    """Turning a tile starts at the turn that earns most, the one whose result its plot showed."""
    if not options or options[0] not in TURN_IN:
        return ""
    return max(options, key=lambda word: building_result(s, s.plot, TURNS[s.tile][TURN_IN[word]]))


def describe(s: RightOfWay, asked: Decision, word: str) -> Described:
    seat = asked.seat
    return described(label(s, asked, word), button(s, seat, word), chip(s, seat, word) if seat != CHANCE else None)


__all__ = ["describe", "scene", "text"]
