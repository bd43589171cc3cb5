"""What a game offers for printing, defined in its module `view/printing.py`: `def parts() -> Parts`."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple

from tabletown.kernel import Game

FRONT = (63.0, 88.0)  # a card, in mm
LARGE = (95.0, 126.0)  # a card with much to read


class Board(NamedTuple):
    """A board, a map or a sheet to write on. A wide one spans several pages; width 0 fits it on one."""

    title: str
    svg: str
    width: float = 0.0  # in mm, at full size


class Card(NamedTuple):
    title: str
    text: str = ""  # what it does, in bold
    story: str = ""  # in italics, above
    left: str = ""  # in the head
    right: str = ""
    lines: Sequence[str] = ()  # what follows below, in small letters
    svg: str = ""  # a picture, above the text
    wide: float = 28.0  # of the picture, in mm
    marks: tuple[str, str] = ("", "")  # a label and a picture, at the foot
    copies: int = 1


class Deck(NamedTuple):
    title: str
    cards: Sequence[Card]
    size: tuple[float, float] = FRONT
    backs: Sequence[Card] = ()  # one for each card; otherwise the back is the deck's name


class Piece(NamedTuple):
    title: str
    svg: str
    size: tuple[float, float]  # in mm
    copies: int = 1
    note: str = ""  # for the player aid: what it costs, how many there are


class Pieces(NamedTuple):
    title: str
    pieces: Sequence[Piece]
    back: str = ""  # a picture for the other side, where it matters
    listed: bool = False  # shown on the player aid


class Track(NamedTuple):
    """Boxes in a row, on which a marker moves."""

    title: str
    boxes: Sequence[str]


class Parts(NamedTuple):
    boards: Sequence[Board] = ()
    decks: Sequence[Deck] = ()
    pieces: Sequence[Pieces] = ()
    tracks: Sequence[Track] = ()
    paper: str = ""  # style sheet that overrides the game's own on paper


def can_print(game: Game) -> bool:
    try:
        return game.folder is not None and find_spec(_module(game)) is not None
    except ModuleNotFoundError:  # a game in one file has no package
        return False


def parts_of(game: Game) -> Parts:
    """The printable parts of a game, in the current language; empty if it has none."""
    if not can_print(game):
        return Parts()
    found = importlib.import_module(_module(game)).parts()
    assert isinstance(found, Parts)
    return found


def _module(game: Game) -> str:
    return game.rules.state.__module__.rpartition(".")[0] + ".view.printing"
