"""Events as data, and the figures on the table that they change.

A game has a class for each thing that can happen (`games/<game>/events.py`) and for each number that counts on its
table (`games/<game>/ledger.py`). The class is the type, its fields are the facts, and `says` is how English puts it: a
sentence can be reworded at any time, because all other code uses classes and fields.
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
    """Facts with the sentence that states them. See `tabletown.kernel.text.Text` for templates."""

    says: ClassVar[str] = ""
    many: ClassVar[str] = ""  # plural form, used in place of `says` unless the part `n` is 1

    def parts(self) -> dict[str, Any]:
        """The parts of the sentence: the facts, unless the class overrides this."""
        return {name: getattr(self, name) for name in self.__struct_fields__}

    @property
    def text(self) -> Text:
        return Text(self.says, self.parts(), self.many)


class Event(Message, tag=tag_of, tag_field="event"):
    """Something that happened. Its tag and facts are stored, so their meaning must never change."""

    rule: ClassVar[str] = ""  # the clause of the rulebook
    heading: ClassVar[bool] = False  # a heading, such as a new round or year

    @property
    def clause(self) -> str:
        """The clause it follows from; overridden where the clause depends on the facts."""
        return self.rule

    @property
    def concerns(self) -> int | None:
        """The seat it is about (the field `who`), or None."""
        return getattr(self, "who", None)


class Figure(Message, tag=tag_of, tag_field="figure"):
    """A number on the table, such as a seat's points; `who` is the seat it belongs to."""


class Named(Figure):
    """A figure known only by name, for games without figure classes and for old saves."""

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
        """The seat the number belongs to; -1: none."""
        who = self.what.parts().get("who", -1)
        return who if isinstance(who, int) else -1

    @property
    def kind(self) -> type[Figure]:
        return type(self.what)


class LogLine(msgspec.Struct, omit_defaults=True):
    """One line of the log. `number`: answers given before it; `by`: the seat that gave the last one."""

    event: Event
    to: tuple[int, ...] | None = None  # seats that may read it; None: everyone
    number: int = 0
    by: int | None = None
    changes: list[Change] = []  # public changes on the table
    own: dict[int, list[Change]] = {}  # by seat: changes only that seat may see

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
        """The event's class, by which stories look up lines."""
        return type(self.event)


@dataclass(frozen=True, eq=False)
class LogFormat:
    """A game's events and figures, and how to read lines that older versions stored as sentences."""

    events: tuple[type[Event], ...] = ()
    figures: tuple[type[Figure], ...] = ()
    # by the sentence's template: its parts -> the event (usually the class itself, called by name)
    legacy_lines: Mapping[str, Callable[..., Event]] = field(default_factory=dict)
    legacy_figures: Mapping[str, Callable[..., Figure]] = field(default_factory=dict)
    # all old lines of one answer, converted -> facts that no sentence told, such as the cause, inferred from the lines
    # around it
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
        """Collect all events and figures defined in these modules; events may be a package."""
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
