"""A game's clauses, rulings and examples, as its rules.toml lists them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from tabletown.content import convert
from tabletown.kernel.game import Game


class Clause(msgspec.Struct, frozen=True):
    id: str
    source: str
    text: str


class Ruling(msgspec.Struct, frozen=True):
    id: str
    about: str
    problem: str
    ruling: str
    variant: str = ""


class Example(msgspec.Struct, frozen=True):
    id: str
    source: str
    given: str
    when: str
    then: str


class Rulebook(msgspec.Struct, frozen=True):
    rule: tuple[Clause, ...] = ()
    ruling: tuple[Ruling, ...] = ()
    example: tuple[Example, ...] = ()

    @property
    def entries(self) -> tuple[Clause | Ruling | Example, ...]:
        return (*self.rule, *self.ruling, *self.example)

    @property
    def ids(self) -> set[str]:
        return {entry.id for entry in self.entries}

    def find(self, id: str) -> Clause | Ruling | Example | None:
        return next((entry for entry in self.entries if entry.id == id), None)


def load_rulebook(game: Game) -> Rulebook:
    return _load(game.folder / "rules.toml" if game.folder else None)


@cache
def _load(path: Path | None) -> Rulebook:
    if path is None or not path.exists():
        return Rulebook()
    with path.open("rb") as file:
        return convert(tomllib.load(file), Rulebook, path)
