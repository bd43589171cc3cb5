"""Words for people: templates with named parts, so that each seat can be addressed and lines can be translated."""

from __future__ import annotations

import string
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True):
    """A sentence with named parts: `LAID = Text("{who:seat} laid {tile} on {plot}.")`, later `LAID(who=0, …)`.

    A part marked `:seat` is a seat number and is shown as that seat's name, or as "You" ("you" inside a
    sentence) to its holder.
    """

    template: str
    parts: dict[str, Any] = {}

    def __call__(self, **parts: Any) -> Text:
        return Text(self.template, parts)

    def render(self, names: Sequence[str] = (), you: int | None = None) -> str:
        said = []
        for literal, part, spec in _pieces(self.template):
            said.append(literal)
            if part is not None:
                value = self.parts[part]
                if isinstance(value, Text):
                    said.append(value.render(names, you))
                elif spec == "seat" and value == you:
                    before = "".join(said).rstrip()
                    said.append("you" if before and before[-1] not in ".!?" else "You")
                elif spec == "seat":
                    said.append(seat_name(value, names))
                else:
                    said.append(format(value, spec))
        return "".join(said)

    def __str__(self) -> str:
        return self.render()


@cache
def _pieces(template: str) -> list[tuple[str, str | None, str]]:
    """A template taken apart once: words, then the part that follows them and how it is shown."""
    return [(literal, part, spec or "") for literal, part, spec, _ in string.Formatter().parse(template)]


def seat_name(seat: int, names: Sequence[str] = (), you: int | None = None) -> str:
    if seat == you:
        return "You"
    return names[seat] if 0 <= seat < len(names) else f"Seat {seat + 1}"


class Reason(msgspec.Struct, frozen=True):
    """Why something is not allowed, and the clause that says so."""

    text: Text
    rule: str = ""

    def __str__(self) -> str:
        return str(self.text)


def because(template: str, rule: str = "", **parts: Any) -> Reason:
    return Reason(Text(template, parts), rule)


class Line(msgspec.Struct):
    """One line of the log in words. `number`: how many answers had been given; `by`: who gave the last of them."""

    text: Text
    rule: str = ""
    to: tuple[int, ...] | None = None  # None: everybody may read it
    number: int = 0
    by: int | None = None
    heading: bool = False
