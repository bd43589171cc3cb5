"""Messages for people: templates with named parts, rendered in the reader's language when shown."""

from __future__ import annotations

import string
from collections.abc import Sequence
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import Any

import msgspec


class Language:
    """English, in which all templates are written. Another language (`tabletown.translations`) looks them up."""

    code = "en"

    def template(self, one: str, many: str = "", n: object = 1) -> str:
        """The template in this language, with the plural form for `n`."""
        return many if many and n != 1 else one

    def word(self, word: str) -> str:
        """A word translated if it comes from content, such as a card's name; a person's words stay as they are."""
        return word

    def figure(self, digits: str) -> str:
        return digits  # with a decimal point; some languages write a comma

    def listed(self, items: Sequence[str], how: str = "and") -> str:
        """A list in words; `how`: and, or, or "," for a bare list."""
        if how == "," or len(items) < 2:
            return ", ".join(items)
        return f"{', '.join(items[:-1])} {how} {items[-1]}"


language: ContextVar[Language] = ContextVar("language", default=Language())  # noqa: B039 (it holds nothing)


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message with named parts: `LAID = Text("{who:seat} laid {tile} on {plot}.")`, later `LAID(who=0, …)`.

    The template is what translators look up. A part marked `:seat` is a seat number and is shown as that seat's name,
    or as "You" ("you" inside a sentence) to its holder; one marked `:word` is itself a message, such as a card's name.
    A part may be another Text, or a list (`:or`, `:,`: not "a, b and c"). Unless `n` is one, `many` is the template.
    """

    template: str
    parts: dict[str, Any] = {}
    many: str = ""

    def __call__(self, **parts: Any) -> Text:
        return Text(self.template, parts, self.many)

    def render(self, names: Sequence[str] = (), you: int | None = None, speaking: Language | None = None) -> str:
        return "".join([words for words, _ in self.spans(names, you, speaking or language.get())])

    def spans(self, names: Sequence[str], you: int | None, speaking: Language) -> list[tuple[str, str]]:
        """The message in pieces, each with the name of its part; "" for the words between parts."""
        said, parts, many = [("", "")], self.parts, self.many
        template = speaking.template(self.template, many, parts.get("n")) if many else speaking.template(self.template)
        for literal, part, spec in _pieces(template):
            said.append((literal, ""))
            if part is None:
                continue
            value = parts[part]
            if spec == "seat" and value == you:
                before = "".join([words for words, _ in said]).rstrip()
                said.append((speaking.template("you" if before and before[-1] not in ".!?" else "You"), part))
            else:
                said.append((_shown(value, spec, names, you, speaking), part))
        return said

    def __str__(self) -> str:
        return self.render()


def _shown(value: Any, spec: str, names: Sequence[str], you: int | None, speaking: Language) -> str:
    kind = type(value)
    if kind is str:
        if spec == "word":
            return speaking.template(value) if value else ""
        return format(value, spec) if spec else speaking.word(value)
    if kind is int:
        return seat_name(value, names, you) if spec == "seat" else format(value, spec)
    if isinstance(value, Text):
        return value.render(names, you, speaking)
    if isinstance(value, list | tuple):
        how, item = (spec, "") if spec in ("or", ",") else ("and", spec)
        return speaking.listed([_shown(one, item, names, you, speaking) for one in value], how)
    return speaking.figure(format(value, spec))


@cache
def _pieces(template: str) -> list[tuple[str, str | None, str]]:
    """A parsed template: text, then the part that follows it and its format."""
    return [(literal, part, spec or "") for literal, part, spec, _ in string.Formatter().parse(template)]


def say(template: str, many: str = "", /, **parts: Any) -> str:
    """A message rendered at once for the current reader: for pictures, panels and labels, which are made for each
    reader.

    >>> say("{n} card", "{n} cards", n=3)
    '3 cards'
    """
    try:  # a board is redrawn for every move, and most of its words stay the same
        return _said(language.get(), template, many, (*parts,), *parts.values())
    except TypeError:  # a list can't be a cache key
        return Text(template, parts, many).render()


@lru_cache(10_000, typed=True)
def _said(speaking: Language, template: str, many: str, names: tuple[str, ...], *values: Any) -> str:
    return Text(template, dict(zip(names, values)), many).render(speaking=speaking)


def seat_name(seat: int, names: Sequence[str] = (), you: int | None = None) -> str:
    """The name of a seat for the reader, who sits at `you`.

    >>> seat_name(0, ["Ann", "Bo"], you=1), seat_name(1, ["Ann", "Bo"], you=1), seat_name(1)
    ('Ann', 'You', 'Seat 2')
    """
    if seat == you:
        return say("You")
    return language.get().word(names[seat]) if 0 <= seat < len(names) else say("Seat {n}", n=seat + 1)


class Reason(msgspec.Struct, frozen=True):
    """Why something isn't allowed, and the clause that says so."""

    id: str  # compared in code, so that the words may change
    text: Text
    rule: str = ""

    def __str__(self) -> str:
        return str(self.text)


def because(id: str, template: str, rule: str = "", many: str = "", **parts: Any) -> Reason:
    """Make a reason, with the clause that says so.

    >>> reason = because("column-full", "Column {n} is full.", "drop.free-column", n=3)
    >>> str(reason), reason.rule
    ('Column 3 is full.', 'drop.free-column')
    """
    return Reason(id, Text(template, parts, many), rule)
