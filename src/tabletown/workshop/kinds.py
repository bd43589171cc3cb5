"""What can be made for a game: its `workshop` module declares each kind of content and the fields people fill in."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from tabletown import packs
from tabletown.kernel.errors import RulesBug, UnknownGame
from tabletown.kernel.game import Game

TEXT, LONG, NUMBER, CHOICE, CHOICES, FLAG, NUMBERS, LIST, GROUP = (
    *("text", "long", "number", "choice", "choices", "flag", "numbers", "list", "group"),
)


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """One field of a form; what people read are messages."""

    id: str
    label: str
    kind: str = TEXT
    help: str = ""
    rule: str = ""  # the clause that it feeds
    choices: tuple[tuple[str, str], ...] = ()  # value, words
    least: int = 0
    most: int = 60  # letters of a text, the largest number, or entries of a list
    optional: bool = False
    fields: tuple[Field, ...] = ()  # of a group, or of each entry of a list
    one: str = ""  # what an entry of a list is called
    count: int = 0  # so many numbers; 0: any
    start: Any = None
    parts: Mapping[str, str] = {}  # of the choices' words, where these have any
    when: tuple[str, tuple[str, ...]] = ("", ())  # only where that other field has one of these values


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence about a draft and the field it belongs to, as a path: "climate.0.title"."""

    field: str
    text: str
    stops: bool = True  # it can't be played or published like that; otherwise it is a warning
    plots: tuple[str, ...] = ()  # what a board shows of it
    fix: Mapping[str, Any] = {}  # a remedy: what to put in the field
    label: str = ""  # of the remedy's button


class Kind(msgspec.Struct, frozen=True):
    """A kind of content: the cards of a deck, of which a pack adds or changes some, or a whole board."""

    id: str
    title: str  # "Climate cards"
    one: str  # "climate card"
    line: str  # what it is, in a sentence
    file: str  # of the game's content folder
    type: type[Any]  # of the file
    fields: tuple[Field, ...]
    check: Callable[[Any], None] | None = None  # of the game; ValueError
    key: str = ""  # of the deck in the file; "": a board or a table of numbers
    editor: str = "form"  # or "hexes", "roads"
    inspect: Callable[[Any], Sequence[Problem]] | None = None  # sentences of its own
    files: Callable[[Mapping[str, Any], Any], dict[str, Any]] | None = None  # data and shipped files -> files
    start: Callable[[Mapping[str, Any]], Any] | None = None  # shipped files -> what a new draft holds
    name: str = "title"  # the field by which an entry is called
    id_field: str = "id"
    id_start: str = ""  # new ids, and ids made here: "w1"; "": numbers from the shipped ones on
    options: Callable[[Any], dict[str, str]] | None = None  # with which a table plays it
    preview: Callable[[Any], str] | None = None  # safe markup of a card, as its game draws it
    on_board: bool = False  # a card of this deck is shown by the board at the start of its match
    read: Callable[[Any], dict[str, Any]] | None = None  # a card of the game as the form holds it
    said: Callable[[Any], list[str]] | None = None  # sentences made from the data, in the language being spoken
    most: int = 120  # cards
    track: tuple[str, str] = ("", "")  # a list of each card, and the numbers by which its entries lie along a track
    reached: Callable[[Any, int], bool] | None = None  # whether a match's state has come to this entry of the track
    changes: bool = True  # whether the game's own cards can be changed
    adds: bool = True  # whether a deck takes new cards; else only those that the game has can be changed

    @property
    def is_deck(self) -> bool:
        return bool(self.key)


def shipped(game: Game, file: str) -> dict[str, Any]:
    """A content file of the game as it was installed."""
    assert game.folder is not None
    return _read(game.folder / "content" / file)


@cache
def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def kinds_of(game: Game) -> dict[str, Kind]:
    """What can be made for this game; nothing where it has no `workshop` module."""
    try:
        return _kinds(packs.package_of(game))
    except RulesBug:  # a game of one file
        return {}


@cache
def _kinds(package: str) -> dict[str, Kind]:
    if not hasattr(sys.modules[package], "__path__") or find_spec(f"{package}.workshop") is None:
        return {}
    return {kind.id: kind for kind in import_module(f"{package}.workshop").KINDS}


def kind_of(game: Game, id: str) -> Kind:
    found = kinds_of(game)
    if id not in found:
        known = ", ".join(found) or "nothing"
        raise UnknownGame(f"The workshop can't make {id[:40]!r} for {game.about.title}. It can make: {known}.")
    return found[id]


def tidy(fields: Sequence[Field], data: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in, without empty fields and those that other fields rule out."""
    found: dict[str, Any] = {}
    for field in fields:
        value, (other, values) = data.get(field.id), field.when
        if value in (None, "", [], {}) or (other and data.get(other, "") not in values):
            continue
        if field.kind == GROUP:
            value = tidy(field.fields, value)
        elif field.kind == LIST:
            value = [tidy(field.fields, one) for one in value]
        found[field.id] = value
    return found


def with_cards(shipped: Mapping[str, Any], data: Any, own: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A shipped deck with a draft's `own` cards in place of those with their ids, and without those it leaves out."""
    without = set(data.get("without", ()))
    cards = [own.pop(card["id"], card) for card in shipped["card"] if card["id"] not in without]
    return {**shipped, "card": [*cards, *own.values()]}


def declared(field: Field, say: Callable[..., str]) -> dict[str, Any]:
    """A field as a page needs it, in the reader's language."""
    plain: dict[str, Any] = msgspec.to_builtins(field)
    plain |= {"label": say(field.label), "help": say(field.help) if field.help else "", "kind": field.kind}
    said = {name: say(part) for name, part in field.parts.items()}
    plain["one"] = say(field.one) if field.one else ""
    plain["choices"] = [[value, say(words, **said) if words else value] for value, words in field.choices]
    plain["fields"] = [declared(inner, say) for inner in field.fields]
    plain |= {"when": field.when, "start": field.start, "rule": field.rule, "count": field.count}
    return plain | {"least": field.least, "most": field.most, "optional": field.optional}
