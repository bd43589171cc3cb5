"""What happened, as data: events, and the figures on the table that they change.

A game has a class for each thing that can happen (`games/<game>/events.py`) and for each number that counts on its
table (`games/<game>/ledger.py`). The class is the type, its fields are the facts, and `says` is how English puts it: a
sentence can be reworded any day, because whatever counts, tells or teaches looks up classes and fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, ClassVar, TypeGuard

import msgspec

from tabletown.kernel.text import Text


def tag_of(name: str) -> str:
    """`AlertRose` -> `alert-rose`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Message(msgspec.Struct, omit_defaults=True):
    """Facts with the sentence that tells them. See `tabletown.kernel.text.Text` for what a template may hold."""

    says: ClassVar[str] = ""
    many: ClassVar[str] = ""  # said in place of `says` unless the part `n` is one

    def parts(self) -> dict[str, Any]:
        """The parts of the sentence: the facts, unless the class puts them in other words."""
        return {name: getattr(self, name) for name in self.__struct_fields__}

    @property
    def text(self) -> Text:
        return Text(self.says, self.parts(), self.many)


class Event(Message, tag=tag_of, tag_field="event"):
    """Something that happened. Its tag and its facts are stored: neither changes its meaning once a version is out."""

    rule: ClassVar[str] = ""  # the clause of the rulebook
    heading: ClassVar[bool] = False  # a new round, a new year

    @property
    def clause(self) -> str:
        """The clause that says so; a class whose clause depends on the facts overrides this."""
        return self.rule

    @property
    def concerns(self) -> int | None:
        """The seat it is about: the field `who`; None: nobody in particular."""
        return getattr(self, "who", None)


class Figure(Message, tag=tag_of, tag_field="figure"):
    """A number that counts on the table, such as the points of a seat. Its `who` is the seat whose number it is."""


class Named(Figure):
    """A number that has only a name: of a game without figures of its own, or stored before there were any."""

    template: str
    facts: dict[str, Any] = {}

    @property
    def text(self) -> Text:
        return Text(self.template, self.facts)

    def parts(self) -> dict[str, Any]:
        return self.facts


class Change(msgspec.Struct, frozen=True, array_like=True):
    """A figure before and after."""

    what: Figure
    before: float
    after: float

    @property
    def who(self) -> int:
        """The seat whose number it is; -1: nobody's."""
        who = self.what.parts().get("who", -1)
        return who if isinstance(who, int) else -1

    @property
    def kind(self) -> type[Figure]:
        return type(self.what)


class LogLine(msgspec.Struct, omit_defaults=True):
    """One line of the log. `number`: how many answers had been given; `by`: who gave the last of them."""

    event: Event
    to: tuple[int, ...] | None = None  # the seats that may read it; None: everybody
    number: int = 0
    by: int | None = None
    changes: list[Change] = []  # what it changed on the table, as everybody may know
    own: dict[int, list[Change]] = {}  # where a seat knows more: what that seat saw change

    @property
    def text(self) -> Text:
        return self.event.text

    @property
    def rule(self) -> str:
        return self.event.clause

    @property
    def heading(self) -> bool:
        return self.event.heading

    @property
    def kind(self) -> type[Event]:
        """What stories look a line up by."""
        return type(self.event)


@dataclass(frozen=True, eq=False)
class LogFormat:
    """What lines of a game's log are made of, and how those are read that older versions stored as sentences."""

    events: tuple[type[Event], ...] = ()
    figures: tuple[type[Figure], ...] = ()
    # by the template of the sentence: its parts -> the event (most often the class itself, called by name)
    legacy_lines: Mapping[str, Callable[..., Event]] = field(default_factory=dict)
    legacy_figures: Mapping[str, Callable[..., Figure]] = field(default_factory=dict)
    # all old lines of one answer, read so -> facts that no sentence told, such as the cause, from those around it
    add_missing_facts: Callable[[list[LogLine]], None] | None = None

    @classmethod
    def of(
        cls,
        events: ModuleType,
        figures: ModuleType,
        legacy_lines: Mapping[str, Callable[..., Event]] | None = None,
        legacy_figures: Mapping[str, Callable[..., Figure]] | None = None,
        add_missing_facts: Callable[[list[LogLine]], None] | None = None,
    ) -> LogFormat:
        """All events and figures that these modules define; events may be a package with a module for each chapter."""
        chapters = [part for part in vars(events).values() if _is_within(part, events)]
        return cls(
            tuple(kind for part in (events, *chapters) for kind in vars(part).values() if _is_own(kind, Event, part)),
            tuple(kind for kind in vars(figures).values() if _is_own(kind, Figure, figures)),
            legacy_lines or {},
            legacy_figures or {},
            add_missing_facts,
        )


def _is_within(part: object, package: ModuleType) -> TypeGuard[ModuleType]:
    return isinstance(part, ModuleType) and part.__name__.startswith(f"{package.__name__}.")


def _is_own(kind: object, parent: type[Message], module: ModuleType) -> bool:
    return isinstance(kind, type) and issubclass(kind, parent) and kind.__module__ == module.__name__
