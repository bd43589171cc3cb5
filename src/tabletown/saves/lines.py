"""Log lines as bytes. Sentences stored by older versions are read as events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from inspect import signature
from typing import Any, Generic, TypeVar, Union

import msgspec

from tabletown.kernel.errors import DamagedSave
from tabletown.kernel.events import Change, Event, Figure, LogFormat, LogLine, Named
from tabletown.kernel.game import Game
from tabletown.kernel.text import Text


class Sentence(Event):
    """A line stored by an older version that has no event: shown as it was."""

    template: str
    facts: dict[str, Any] = {}
    plural: str = ""
    stored_rule: str = ""

    @property
    def text(self) -> Text:
        return Text(self.template, self.facts, self.plural)

    def parts(self) -> dict[str, Any]:
        return self.facts

    @property
    def clause(self) -> str:
        return self.stored_rule

    @property
    def concerns(self) -> int | None:
        who = self.facts.get("who", self.facts.get("seat"))
        return who if isinstance(who, int) else None


class SentenceHeading(Sentence):
    heading = True


E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Figure)
StoredChanges = list[tuple[F, float, float]]


class StoredLine(msgspec.Struct, Generic[E, F]):
    """A log line as stored, with a game's events and figures."""

    event: E
    to: tuple[int, ...] | None = None
    number: int = 0
    by: int | None = None
    changes: StoredChanges[F] = []
    own: dict[int, StoredChanges[F]] = {}


class OldChange(msgspec.Struct, array_like=True):
    what: Text
    before: float | bool  # Crossroll counted nitrous as true or false
    after: float | bool


class OldLine(msgspec.Struct):
    """A line as stored before events existed: the English sentence and its parts."""

    text: Text
    rule: str = ""
    to: tuple[int, ...] | None = None
    number: int = 0
    by: int | None = None
    heading: bool = False
    changes: list[OldChange] = []
    own: dict[int, list[OldChange]] = {}


_old_lines = msgspec.json.Decoder(list[OldLine])


def pack_lines(lines: list[LogLine]) -> bytes | None:
    return msgspec.json.encode(lines) if lines else None


def unpack_lines(game: Game, data: bytes) -> list[LogLine]:
    try:
        return [_from_stored(line) for line in _decoder(game.words.log).decode(data)]
    except msgspec.ValidationError as error:
        try:
            lines = [_from_old(game, old) for old in _old_lines.decode(data)]
        except msgspec.ValidationError:
            raise DamagedSave(f"The log of {game.about.title} contains an unknown event: {error}.") from None
        if game.words.log.add_missing_facts is not None:
            game.words.log.add_missing_facts(lines)
        return lines


@lru_cache(maxsize=64)
def _decoder(log: LogFormat) -> msgspec.json.Decoder[Any]:
    events, figures = Union[(*log.events, Sentence, SentenceHeading)], Union[(*log.figures, Named)]
    return msgspec.json.Decoder(list[StoredLine[events, figures]])  # type: ignore[valid-type]


def _from_stored(line: StoredLine[Any, Any]) -> LogLine:
    event = line.event
    if isinstance(event, Sentence):
        event = msgspec.structs.replace(event, facts=_revived(event.facts))
    own = {seat: [Change(*change) for change in changes] for seat, changes in line.own.items()}
    return LogLine(event, line.to, line.number, line.by, [Change(*change) for change in line.changes], own)


def _from_old(game: Game, old: OldLine) -> LogLine:
    text, log = old.text, game.words.log
    parts = _revived(text.parts)
    make = log.legacy_lines.get(text.template)
    words = SentenceHeading if old.heading else Sentence
    event: Event = words(text.template, parts, text.many, old.rule)
    if make is not None:
        with suppress(LookupError):  # it names content that no longer exists, so it stays a sentence
            event = make(**parts, rule=old.rule) if _wants_rule(make) else make(**parts)
    own = {seat: [_change(game, change) for change in changes] for seat, changes in old.own.items()}
    return LogLine(event, old.to, old.number, old.by, [_change(game, change) for change in old.changes], own)


@cache
def _wants_rule(make: Callable[..., Event]) -> bool:
    """Whether the same sentence was told under several clauses: then what makes the event is told which."""
    return "rule" in signature(make).parameters


def _change(game: Game, old: OldChange) -> Change:
    make, figure = game.words.log.legacy_figures.get(old.what.template), None
    if make is not None:
        figure = make(**old.what.parts)
    return Change(figure or Named(old.what.template, old.what.parts), float(old.before), float(old.after))


def _revived(parts: Mapping[str, Any]) -> dict[str, Any]:
    """A sentence may stand inside another one, or in a list there: JSON gives it as a dictionary."""
    return {name: _part(part) for name, part in parts.items()}


def _part(part: Any) -> Any:
    if type(part) is list:
        return [_part(one) for one in part]
    if type(part) is not dict:
        return part
    text = msgspec.convert(part, Text)
    return Text(text.template, _revived(text.parts), text.many)
