"""The board, panels and words that a page, terminal or notebook shows of a match, made from one view."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Panel(msgspec.Struct):
    """A titled box around the board. `html` is safe markup of the view; `place`: hand, drawer, dialog, rail or left."""

    id: str
    title: str
    html: str
    place: str = "rail"
    tab: str = ""  # the tab of the phone's sheet; by default its title


class Described(msgspec.Struct):
    """Everything that people see and hear of an option, wherever it is shown."""

    label: str  # the sentence a player would say for it
    button: str = ""  # a shorter label for a button; "": the sentence
    chip: str = ""  # a short label for the tray; "": not in the tray
    gain: str = ""  # what it brings or costs
    lane: str = ""  # its row of the tray
    picture: str = ""  # safe markup: a small picture of it for the tray
    place: str = ""  # the id of the board's element that it is about
    on: bool | None = None  # of a switch: whether it is on
    ends: bool = False  # it ends the turn, passes or stops, so its button is always visible


def path_word(options: Sequence[str]) -> str:
    """The board's word for several answers that are picked as one, such as a whole drive.

    >>> path_word(["drive:3", "stop:D4"])
    'path:drive:3 stop:D4'
    """
    return f"path:{' '.join(options)}"


class Scene(msgspec.Struct):
    """The board as SVG and all that stands around it, for one seat.

    In `board` and panels an element with `data-option="word"` is a choice; one with `data-word` may be clicked to
    ask why not; `data-preview="word"` is shown only while that option is pointed at or selected, or a path that begins
    with it. `data-also` names further paths, divided by "|", that an element stands for when it is clicked again.
    """

    board: str
    text: str
    crumbs: list[str] = []  # below the prompt: the steps so far, or the price of the choice
    panels: list[Panel] = []
    standing: list[str] = []  # the score, as a rule, in one short word per seat
    peek: str = ""  # the most useful fact in one line, for phones
    options: dict[str, Described] = {}
    paths: dict[tuple[str, ...], Described] = {}  # answers to pick as one, with no luck and no other seat in between
    tip: str = ""  # a hint on how to use it, in one line below the question
    cycle: bool = False  # options are cycled through (such as rotations) and then confirmed
    start: str = ""  # the first option shown when cycling ("": the first); otherwise the main button
    confirm: bool = False  # a first click selects and previews, the main button commits
    # one line: the goal, the standings, and what ends the game (tabletown.goals)
    goal: list[tuple[str, str, bool]] = []
