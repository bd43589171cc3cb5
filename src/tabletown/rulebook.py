"""A game's clauses, rulings and examples, read from its rules.toml."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
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


class Chapter(msgspec.Struct, frozen=True):
    """The heading of the clauses whose ids begin with this id."""

    id: str
    title: str


class RulebookEntry(msgspec.Struct, frozen=True):
    """One entry of the rulebook: its text and its source or subject."""

    id: str
    kind: str  # clause, ruling or example
    about: str
    text: str


class Rulebook(msgspec.Struct, frozen=True):
    rule: tuple[Clause, ...] = ()
    ruling: tuple[Ruling, ...] = ()
    example: tuple[Example, ...] = ()
    chapter: tuple[Chapter, ...] = ()

    @property
    def entries(self) -> tuple[Clause | Ruling | Example, ...]:
        return (*self.rule, *self.ruling, *self.example)

    @property
    def ids(self) -> set[str]:
        return {entry.id for entry in self.entries}

    @property
    def in_words(self) -> Iterator[RulebookEntry]:
        for clause in self.rule:
            yield RulebookEntry(clause.id, "clause", clause.source, clause.text)
        for ruling in self.ruling:
            yield RulebookEntry(ruling.id, "ruling", ruling.about, ruling.ruling)
        for example in self.example:
            yield RulebookEntry(example.id, "example", example.source, f"{example.given} {example.when} {example.then}")

    def find(self, id: str) -> RulebookEntry | None:
        return next((entry for entry in self.in_words if entry.id == id), None)


def has_rulebook(game: Game) -> bool:
    """Whether the game has a rulebook, without reading it."""
    return game.folder is not None and (game.folder / "rules.toml").exists()


def load_rulebook(game: Game) -> Rulebook:
    return _load(game.folder / "rules.toml" if game.folder else None)


@cache
def _load(path: Path | None) -> Rulebook:
    if path is None or not path.exists():
        return Rulebook()
    with path.open("rb") as file:
        return convert(tomllib.load(file), Rulebook, path)


def numbers(game: Game) -> dict[str, str]:
    """Numbers shown in place of ids: 4.2 for chapter 4, clause 2; R3 for a ruling."""
    return _numbers(load_rulebook(game))


@cache
def _numbers(book: Rulebook) -> dict[str, str]:
    titles = chapter_titles(book)
    chapters = list(dict.fromkeys(titles[clause.id.partition(".")[0]] for clause in book.rule))
    found = {entry.id: f"E{number}" for number, entry in enumerate(book.example, 1)}
    found |= {entry.id: f"R{number}" for number, entry in enumerate(book.ruling, 1)}
    counted: Counter[int] = Counter()
    for clause in book.rule:
        chapter = chapters.index(titles[clause.id.partition(".")[0]]) + 1
        counted[chapter] += 1
        found[clause.id] = f"{chapter}.{counted[chapter]}"
    return found


def chapter_titles(book: Rulebook) -> dict[str, str]:
    """The heading for each first part of the clauses' ids: the book's own, else the printed one of most clauses."""
    headings: dict[str, Counter[str]] = {}
    for clause in book.rule:
        heading = re.split(r"[(:,/]|\.{2,}| - |\s\d+\w?$", clause.source)[0].strip()
        headings.setdefault(clause.id.partition(".")[0], Counter())[heading] += 1
    titles = {}
    for part, counted in headings.items():
        heading = counted.most_common(1)[0][0]
        heading = heading.capitalize() if heading.isupper() else heading[:1].upper() + heading[1:]
        titles[part] = heading if re.match(r"[^\W\d]", heading) else part.replace("-", " ").capitalize()
    return titles | {chapter.id: chapter.title for chapter in book.chapter}
