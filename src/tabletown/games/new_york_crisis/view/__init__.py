"""What people see: the map, the panels around it, and the table in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.drawing import listed, named
from tabletown.games.new_york_crisis.cards import CHARACTERS
from tabletown.games.new_york_crisis.city import NAMES
from tabletown.games.new_york_crisis.state import Crisis, seat_of
from tabletown.games.new_york_crisis.view import panels
from tabletown.games.new_york_crisis.view.board import board
from tabletown.games.new_york_crisis.view.describe import describe
from tabletown.games.new_york_crisis.view.goal import goal
from tabletown.games.new_york_crisis.view.words import text, track_words
from tabletown.kernel import Decision, Described, Panel, Scene, say


def scene(s: Crisis, seat: int | None, asked: Decision | None, names: Sequence[str]) -> Scene:
    options = {word: describe(s, asked, word) for word in asked.options} if asked is not None else {}
    return Scene(
        board=board(s, options),
        text=text(s, seat, names),
        crumbs=crumbs(s),
        panels=[panel for panel in around(s, seat, names, options) if panel is not None],
        standing=standing(s),
        peek=track_words(s),
        goal=goal(s),
        options=options,
    )


def around(s: Crisis, seat: int | None, names: Sequence[str], options: Mapping[str, Described]) -> list[Panel | None]:
    family = panels.family_panel(s, seat, names)
    if s.result:
        return [panels.story_panel(s), panels.alert_panel(s), family]
    yours = seat is not None and s.active >= 0 and seat_of(s, s.active) == seat
    return [
        panels.alert_panel(s) if s.limit else None,
        panels.event_panel(s),  # short, and in force this round: above the fold
        panels.story_panel(s),
        panels.hand_panel(s, options, yours),
        panels.uses_panel(s),
        family,
    ]


def crumbs(s: Crisis) -> list[str]:
    if s.active < 0 or s.phase != "act":
        return []
    actions = say("{n} action left", "{n} actions left", n=s.actions)
    steps = [say("{n} step left", "{n} steps left", n=s.steps)] if s.steps else []
    return [named(NAMES[s.at[s.active]]), actions, *steps]


def standing(s: Crisis) -> list[str]:
    """The characters shown under the players' names."""
    if s.seats == 1:
        return [listed(named(CHARACTERS[character].name) for character in s.cast)]
    return [named(CHARACTERS[s.cast[seat]].name) if seat < len(s.cast) else "" for seat in range(s.seats)]


__all__ = ["describe", "scene", "text"]
