"""About a game: its background, what its pieces stand for, questions for afterwards, and credits."""

from __future__ import annotations

import msgspec

from tabletown.content import load_content
from tabletown.kernel import Game


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    say: str


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    say: list[str] = []  # paragraphs
    point: list[Point] = []  # what each piece stands for


class Credit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: str
    names: list[str]


class Background(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's `content/about.toml`."""

    lead: str
    section: list[Section]
    credit: list[Credit]
    note: str  # the source of the names
    talk: list[str] = []  # questions for players after a match


def load_background(game: Game) -> Background | None:
    file = game.folder / "content" / "about.toml" if game.folder is not None else None
    return load_content(file, Background) if file is not None and file.exists() else None
