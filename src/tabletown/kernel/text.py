"""Words for people: templates with named parts, so that each seat can be addressed and lines can be translated."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True):
    """A sentence with named parts: `LAID = Text("{who:seat} laid {tile} on {plot}.")`, later `LAID(who=0, …)`.

    A part marked `:seat` is a seat number and is shown as that seat's name, or as "You" to its holder.
    """

    template: str
    parts: dict[str, Any] = {}

    def __call__(self, **parts: Any) -> Text:
        return Text(self.template, parts)

    def render(self, names: Sequence[str] = (), you: int | None = None) -> str:
        return _Renderer(names, you).vformat(self.template, (), self.parts)

    def __str__(self) -> str:
        return self.render()


class _Renderer(string.Formatter):
    def __init__(self, names: Sequence[str], you: int | None) -> None:
        self.names, self.you = names, you

    def format_field(self, value: Any, spec: str) -> str:
        if isinstance(value, Text):
            return value.render(self.names, self.you)
        if spec == "seat":
            return seat_name(value, self.names, self.you)
        return str(format(value, spec))


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
