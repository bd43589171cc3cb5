"""What a page, a terminal or a notebook shows of a match: pictures and words made from one view."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Panel(msgspec.Struct):
    """A titled box around the board. `html` is safe markup of the view; `place`: hand, drawer, dialog, rail or left."""

    id: str
    title: str
    html: str
    place: str = "rail"
    tab: str = ""  # the phone sheet's tab it belongs to; its title where empty


class Described(msgspec.Struct):
    """All that people see and hear of an option, wherever it is shown."""

    label: str  # the sentence a player would say for it
    button: str = ""  # shorter words for a button; the sentence where empty
    chip: str = ""  # short words in the tray; none there where empty
    gain: str = ""  # what it brings or costs
    lane: str = ""  # the row of the tray it lies in
    picture: str = ""  # safe markup: a small picture of it for the tray
    place: str = ""  # the id of the element of the board that it is about
    on: bool | None = None  # of a switch: whether it is on now
    ends: bool = False  # it ends the turn, passes or stops: its button is always in sight


def path_word(options: Sequence[str]) -> str:
    """What the board calls several answers that are picked as one thing, such as a whole drive."""
    return f"path:{' '.join(options)}"


class Scene(msgspec.Struct):
    """The board as SVG and all that stands around it, for one seat.

    In `board` and panels an element with `data-option="word"` is a choice; one with `data-word` may be clicked to
    ask why not; `data-preview="word"` is shown only while that option is pointed at or selected, or a path that begins
    with it. `data-also` names further paths, divided by "|", that an element stands for when it is clicked again.
    """

    board: str
    text: str
    crumbs: list[str] = []  # below the prompt: the steps so far, or what the choice costs
    panels: list[Panel] = []
    standing: list[str] = []  # one short word a seat, the score as a rule
    peek: str = ""  # the most useful fact in one line, for phones
    options: dict[str, Described] = {}
    paths: dict[tuple[str, ...], Described] = {}  # answers to pick as one; no luck and no other seat between them
    tip: str = ""  # how to go about it, in one line below the question
    cycle: bool = False  # options are turned through (a rotation) and then confirmed
    start: str = ""  # where turning starts, the first option where empty; else which button is the main one
    confirm: bool = False  # a first click selects and previews, the main button commits
    goal: list[tuple[str, str, bool]] = []  # one line: what one is after, how it stands, what ends it (tabletown.goals)
