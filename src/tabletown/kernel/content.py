"""Boards, cards and setups from TOML files, checked when loaded; a mistake names file, entry and field."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tabletown.kernel.errors import ContentError

T = TypeVar("T")


def load_content(path: Path, type: type[T], check: Callable[[T], None] | None = None) -> T:
    """Read a TOML file as `type`; `check` may raise ValueError with what is wrong."""
    try:
        with path.open("rb") as file:
            data = tomllib.load(file)
    except FileNotFoundError:
        raise ContentError(f"{path}: there is no such file.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(f"{path}: this is not valid TOML: {error}.") from None
    content = convert(data, type, path)
    if check is not None:
        try:
            check(content)
        except ValueError as error:
            raise ContentError(f"{path}: {error}") from None
    return content


def convert(data: Any, type: type[T], path: Path) -> T:
    try:
        return msgspec.convert(data, type)
    except msgspec.ValidationError as error:
        raise ContentError(f"{path}: {_with_entry(str(error), data)}") from None


def _with_entry(message: str, data: Any) -> str:
    """msgspec says `$.card[3].cost`; add which entry that is, by its id."""
    if " - at `$" not in message:
        return message + "."
    problem, _, place = message.partition(" - at `$")
    place = place.rstrip("`").lstrip(".")
    entry = data
    name = ""
    for step in place.replace("[", ".[").split("."):
        try:
            if step.startswith("["):
                entry = entry[int(step.strip("[]"))]
            elif step:
                entry = entry[step]
        except (KeyError, IndexError, TypeError, ValueError):
            break
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            name = entry["id"]
    return f"{problem}, at {place or 'the top'}" + (f" (entry {name!r})" if name else "") + "."
