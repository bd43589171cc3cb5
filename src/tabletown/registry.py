"""The installed games. Ours and third parties' register alike, by an entry point in the group `tabletown.games`."""

from __future__ import annotations

import dataclasses
import difflib
from functools import cache
from importlib.metadata import EntryPoint, entry_points

import msgspec

from tabletown.kernel.content import digest, pack_of
from tabletown.kernel.errors import UnknownGame
from tabletown.kernel.game import Game

GROUP = "tabletown.games"


@cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


@cache
def game(name: str) -> Game:
    """The game of this id, such as "right-of-way"."""
    found = _installed().get(name)
    if found is None:
        near = difflib.get_close_matches(name, _installed(), 1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UnknownGame(f"There is no game {name!r}; installed are: {', '.join(_installed())}.{hint}")
    loaded = found.load()
    if not isinstance(loaded, Game):
        raise UnknownGame(f"The entry point {name!r} ({found.value}) does not name a Game.")
    pack = pack_of(name)
    if pack is None:
        return loaded
    version = f"{loaded.about.version}+{digest(pack)}"
    return dataclasses.replace(loaded, about=msgspec.structs.replace(loaded.about, version=version))


def games() -> list[Game]:
    """All installed games, by id."""
    return [game(name) for name in _installed()]
