"""Load boards, cards and setups from TOML files; errors name file, entry and field.

A content pack is a folder with some of a game's files, such as `right-of-way/tiles.toml`; those replace the shipped
ones. The environment variable TABLETOWN_CONTENT (`--content` of the commands) chooses the pack.
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tabletown.kernel.errors import ContentError

T = TypeVar("T")


def load_content(path: Path, type: type[T], check: Callable[[T], None] | None = None) -> T:
    """Read a game's TOML file, or the content pack's, as `type`; `check` may raise ValueError.

    >>> from tabletown import game
    >>> load_content(game("right-of-way").folder / "content" / "about.toml", dict)["section"][0]["title"]
    'The book behind it'
    """
    path = from_pack(path)
    try:
        with path.open("rb") as file:
            data = tomllib.load(file)
    except FileNotFoundError:
        raise ContentError(f"{path}: this file doesn't exist.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(f"{path}: this isn't valid TOML: {error}.") from None
    content = convert(data, type, path)
    if check is not None:
        try:
            check(content)
        except ValueError as error:
            raise ContentError(f"{path}: {error}") from None
    return content


def legacy_words(folder: Path) -> dict[str, Any]:
    """The words in which a game's older versions stored names, and what they stand for. Never edited: content may be
    reworded, but not what is stored."""
    found: dict[str, Any] = json.loads((folder / "legacy_words.json").read_text(encoding="utf-8"))
    return found


def pack_of(game_id: str) -> Path | None:
    """The content pack's folder for this game, or None."""
    pack = os.environ.get("TABLETOWN_CONTENT")
    folder = Path(pack) / game_id if pack else None
    return folder if folder is not None and folder.is_dir() else None


def use_pack(folder: Path) -> None:
    """Play and print this content pack from now on. Games that were loaded before keep theirs."""
    if not folder.is_dir():
        raise ContentError(
            f"{folder} isn't a folder. A content pack is a folder with files such as right-of-way/tiles.toml."
        )
    os.environ["TABLETOWN_CONTENT"] = str(folder.resolve())


def from_pack(path: Path) -> Path:
    """The content pack's file if it has one, otherwise the shipped `<game>/content/<file>`."""
    pack = pack_of(path.parent.parent.name.replace("_", "-"))
    return pack / path.name if pack is not None and (pack / path.name).exists() else path


def digest(folder: Path) -> str:
    """A short hash of a content pack's files, to tell matches with different content apart."""
    together = hashlib.sha256()
    for file in sorted(folder.glob("*.toml")):
        together.update(file.name.encode() + b"\0" + file.read_bytes())
    return together.hexdigest()[:8]


def convert(data: Any, type: type[T], path: Path) -> T:
    try:
        return msgspec.convert(data, type)
    except msgspec.ValidationError as error:
        raise ContentError(f"{path}: {_with_entry(str(error), data)}") from None


def _with_entry(message: str, data: Any) -> str:
    """Add the entry's id to msgspec's path, such as `$.card[3].cost`."""
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
