"""Is a draft sound? Every mistake is a sentence at its field; the games' own checks have the last word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tabletown.kernel import Game, say
from tabletown.workshop.kinds import (
    CHOICE,
    CHOICES,
    FLAG,
    GROUP,
    LIST,
    LONG,
    NUMBER,
    NUMBERS,
    TEXT,
    Field,
    Kind,
    Problem,
    kind_of,
    shipped,
    tidy,
)

MOST_DATA = 48_000  # bytes of a draft: a request takes 64 KB
DEEPEST = 12
ID = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def problems(game: Game, parts: Mapping[str, Any]) -> list[Problem]:
    """Everything wrong with a draft, worst first; empty if it can be played."""
    if not isinstance(parts, Mapping) or not parts:
        return [Problem("", say("This draft is empty. Add something first."))]
    if too_deep(parts):
        return [Problem("", say("This draft is nested too deeply to be read."))]
    if len(msgspec.json.encode(parts)) > MOST_DATA:
        return [Problem("", say("This draft is too large. Keep it below {n} KB.", n=MOST_DATA // 1000))]
    found: list[Problem] = []
    for id, data in parts.items():
        found += of_kind(game, kind_of(game, str(id)), data)
    return sorted(found, key=lambda problem: not problem.stops)


def too_deep(data: Any, depth: int = 0) -> bool:
    if depth > DEEPEST:
        return True
    inner = data.values() if isinstance(data, Mapping) else data if isinstance(data, list | tuple) else ()
    return any(too_deep(one, depth + 1) for one in inner)


def of_kind(game: Game, kind: Kind, data: Any) -> list[Problem]:
    found = list(_deck(game, kind, data) if kind.is_deck else _whole(kind, data))
    if any(problem.stops for problem in found):
        return found
    try:
        found += kind.inspect(data) if kind.inspect is not None else ()
        if any(problem.stops for problem in found):
            return found
        content = files_of_kind(game, kind, data)[kind.file]
        read = msgspec.convert(content, kind.type)
        if kind.check is not None:
            kind.check(read)
    except ValueError as error:
        found.append(Problem(place_of(kind, data, str(error)), sentence(str(error))))
    except (KeyError, TypeError, IndexError, AttributeError, OverflowError):
        found.append(Problem(kind.id, say("Something here is missing or can't be read by the game.")))
    return found


def files_of_kind(game: Game, kind: Kind, data: Any, made: Mapping[str, Any] = {}) -> dict[str, Any]:
    """The game's content files with what this draft changes; `made`: what other parts of it have changed."""
    base = made.get(kind.file) or shipped(game, kind.file)
    if kind.files is not None:
        return kind.files(base, data)
    if not kind.is_deck:
        return {kind.file: {**base, **tidy(kind.fields, data)}}
    own = {
        card[kind.id_field]: {kind.id_field: card[kind.id_field], **tidy(kind.fields, card)} for card in data["cards"]
    }
    without = set(data.get("without", ()))
    cards = [
        {**card, **own.pop(card[kind.id_field], {})} for card in base[kind.key] if card[kind.id_field] not in without
    ]
    return {kind.file: {**base, kind.key: [*cards, *own.values()]}}


def sentence(text: str) -> str:
    """The message of a check, as a sentence."""
    text = re.sub(r" - at `[^`]*`", "", text).strip("'\" ")
    return (text[:1].upper() + text[1:]).rstrip(".") + "." if text else say("This can't be read.")


def place_of(kind: Kind, data: Any, text: str) -> str:
    """The field that a game's own check refers to, as far as that can be told."""
    if kind.is_deck:
        for number, card in enumerate(data["cards"]):
            if re.search(rf"\b{re.escape(str(card[kind.id_field]))}\b", text):
                for field in kind.fields:
                    if re.search(rf"\b{re.escape(field.id)}\b", text):
                        return f"{kind.id}.{number}.{field.id}"
                return f"{kind.id}.{number}"
        return kind.id
    return next((f"{kind.id}.{f.id}" for f in kind.fields if re.search(rf"\b{re.escape(f.id)}\b", text)), kind.id)


def _deck(game: Game, kind: Kind, data: Any) -> Iterator[Problem]:
    if not isinstance(data, Mapping) or not isinstance(data.get("cards"), list):
        yield Problem(kind.id, say("The cards can't be read."))
        return
    cards = data["cards"]
    without = data.get("without", [])
    if len(cards) > kind.most:
        yield Problem(kind.id, say("{n} cards are too many. A pack has at most {most}.", n=len(cards), most=kind.most))
        return
    known = {card[kind.id_field] for card in shipped(game, kind.file)[kind.key]}
    if not isinstance(without, list) or not all(isinstance(id, str | int) and id in known for id in without):
        yield Problem(kind.id, say("A card that should be left out isn't one of the game's cards."))
        return
    if not cards and not without:
        yield Problem(kind.id, say("There's nothing here yet. Add a card."))
    seen: set[Any] = set()
    for number, card in enumerate(cards):
        where = f"{kind.id}.{number}"
        if not isinstance(card, dict):
            yield Problem(where, say("This card can't be read."))
            continue
        id = card.get(kind.id_field)
        if type(id) is not type(next(iter(known))) or (isinstance(id, str) and not ID.fullmatch(id)):
            yield Problem(where, say("This card has no name that the game can use."))
        elif id in seen:
            yield Problem(where, say("Two cards are both called {id}.", id=str(id)))
        elif not kind.changes and id in known:
            yield Problem(where, say("{id} is one of the game's own. Give yours another name.", id=str(id)))
        elif not kind.adds and id not in known:
            yield Problem(where, say("{id} isn't one of the game's cards. You can only change those.", id=str(id)))
        else:
            seen.add(id)
        yield from of_fields(kind.fields, card, f"{where}.")


def _whole(kind: Kind, data: Any) -> Iterator[Problem]:
    if not isinstance(data, dict):
        yield Problem(kind.id, say("This can't be read."))
        return
    yield from of_fields(kind.fields, data, f"{kind.id}.")


def of_fields(fields: Sequence[Field], data: Mapping[str, Any], before: str) -> Iterator[Problem]:
    for field in fields:
        other, values = field.when
        if other and data.get(other, "") not in values:
            continue
        yield from of_field(field, data.get(field.id), f"{before}{field.id}")


def of_field(field: Field, value: Any, where: str) -> Iterator[Problem]:
    label = say(field.label)
    if value is None or value == "" or value == []:
        if not field.optional:
            yield Problem(where, say("“{field}” is empty.", field=label))
        return
    if field.kind in (TEXT, LONG):
        yield from _text(field, label, value, where)
    elif field.kind == NUMBER:
        yield from _number(field, label, value, where)
    elif field.kind == FLAG:
        if not isinstance(value, bool):
            yield Problem(where, say("“{field}” is either on or off.", field=label))
    elif field.kind == CHOICE:
        yield from _choice(field, label, [value], where)
    elif field.kind == CHOICES:
        yield from _choice(field, label, value if isinstance(value, list) else [None], where)
    elif field.kind == NUMBERS:
        if not isinstance(value, list) or (field.count and len(value) != field.count):
            yield Problem(where, say("“{field}” needs {n} numbers.", field=label, n=field.count))
        else:
            for one in value:
                yield from _number(field, label, one, where)
    elif field.kind == GROUP:
        if isinstance(value, dict):
            yield from of_fields(field.fields, value, f"{where}.")
        else:
            yield Problem(where, say("“{field}” can't be read.", field=label))
    elif field.kind == LIST:
        yield from _list(field, label, value, where)


def _list(field: Field, label: str, value: Any, where: str) -> Iterator[Problem]:
    if not isinstance(value, list):
        yield Problem(where, say("“{field}” can't be read.", field=label))
        return
    if not field.least <= len(value) <= field.most:
        words = say(
            "“{field}” takes {least} to {most}, not {n}.", field=label, least=field.least, most=field.most, n=len(value)
        )
        yield Problem(where, words)
        return
    for number, one in enumerate(value):
        if isinstance(one, dict):
            yield from of_fields(field.fields, one, f"{where}.{number}.")
        else:
            yield Problem(f"{where}.{number}", say("“{field}” can't be read.", field=label))


def _number(field: Field, label: str, value: Any, where: str) -> Iterator[Problem]:
    if isinstance(value, bool) or not isinstance(value, int):
        yield Problem(where, say("“{field}” is a whole number.", field=label))
    elif not field.least <= value <= field.most:
        words = say(
            "“{field}” goes from {least} to {most}, not {n}.", field=label, least=field.least, most=field.most, n=value
        )
        nearest = max(field.least, min(field.most, value))
        fix = {where: nearest} if field.kind == NUMBER else {}
        yield Problem(where, words, fix=fix, label=str(nearest) if fix else "")


def _choice(field: Field, label: str, values: Sequence[Any], where: str) -> Iterator[Problem]:
    known = dict(field.choices)
    for value in values:
        if not isinstance(value, str) or value not in known:
            words = say("“{field}” can't be {value}.", field=label, value=str(value)[:40])
            yield Problem(where, words)
            return
    if len(set(values)) < len(values):
        yield Problem(where, say("“{field}” names something twice.", field=label))
    if field.count and len(values) != field.count:
        yield Problem(where, say("“{field}” needs {n} of them.", field=label, n=field.count))


def _text(field: Field, label: str, value: Any, where: str) -> Iterator[Problem]:
    if not isinstance(value, str):
        yield Problem(where, say("“{field}” is a text.", field=label))
    elif len(value) > field.most:
        words = say("“{field}” has {n} characters; {most} fit.", field=label, n=len(value), most=field.most)
        yield Problem(where, words)
    elif bad := unsafe(value, field.kind == LONG):
        words = say("“{field}” contains a character that can't be shown: {code}.", field=label, code=bad)
        yield Problem(where, words)
    elif not value.strip():
        yield Problem(where, say("“{field}” is empty.", field=label))


def unsafe(text: str, lines: bool = False) -> str:
    """The code of a character that would be invisible or reverse the text; "" if there is none."""
    for letter in text:
        category = unicodedata.category(letter)
        if category in ("Cc", "Cf", "Cs", "Co", "Cn") and not (lines and letter == "\n") and letter != "\u200d":
            return f"U+{ord(letter):04X}"
    return "U+0300" if re.search(r"[\u0300-\u036f\u0489\u20d0-\u20ff]{3,}", unicodedata.normalize("NFC", text)) else ""
