"""The installed games, registered by entry points in the group `tabletown.games`."""

from __future__ import annotations

import copyreg
import dataclasses
import difflib
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from tabletown.content import digest, pack_of
from tabletown.editions import edition_of
from tabletown.kernel.arguments import clip
from tabletown.kernel.errors import TabletownError, UnknownGame
from tabletown.kernel.game import Game

GROUP = "tabletown.games"


@cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


_referenced: dict[str, Game] = {}  # games that aren't installed, by the ids their matches are saved under


def game(name: str) -> Game:
    """The game of this id, such as "right-of-way", or of this reference: "pig.py:game", "package.module:game".

    >>> game("cross-bronx").about.title
    'Cross Bronx Expressway'
    """
    if not isinstance(name, str):
        raise UnknownGame(f"Name a game by its id, such as 'right-of-way', not by {clip(name)}.")
    if ":" in name:
        return _by_reference(name)
    return _referenced.get(name) or _game(name)


def _by_reference(reference: str) -> Game:
    """Load a game that isn't installed, by a reference such as "file.py:name" or "module:name"."""
    place, _, name = reference.rpartition(":")
    try:
        module = _of_file(Path(place)) if place.endswith(".py") else import_module(place)
    except (ImportError, FileNotFoundError, SyntaxError, ValueError) as error:
        raise UnknownGame(f"The game {clip(reference)} can't be loaded: {error}.") from None
    found = getattr(module, name, None)
    if not isinstance(found, Game):
        raise UnknownGame(f"{clip(reference)} does not name a Game.")
    _referenced[found.about.id] = found
    return found


def _of_file(path: Path) -> ModuleType:
    """The module in a file, loaded once."""
    name = f"tabletown_extra_{path.stem}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # it ends in .py
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


@cache
def _game(name: str) -> Game:
    found = _installed().get(name)
    if found is None:
        near = difflib.get_close_matches(name[:40], _installed(), 1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UnknownGame(f"There is no game {clip(name)}. Installed games: {', '.join(_installed())}.{hint}")
    loaded = found.load()
    if not isinstance(loaded, Game):
        raise UnknownGame(f"The entry point {name!r} ({found.value}) does not name a Game.")
    pack = pack_of(name)
    if pack is None:
        return loaded
    version = f"{loaded.about.version}+{digest(pack)}"
    return dataclasses.replace(loaded, about=msgspec.structs.replace(loaded.about, version=version))


def games() -> list[Game]:
    """All installed games, by id.

    >>> "right-of-way" in [game.about.id for game in games()]
    True
    """
    return [game(name) for name in _installed()]


def _pickled(game_: Game) -> Any:
    """Pickle a game by its id, or by module and name if it isn't installed."""
    id, module = game_.about.id, game_.rules.step.__module__
    if id in _installed():
        installed = game(id)
        if installed is game_:
            return game, (id,)
        if edition_of(installed, game_.about.version) is game_:
            return _edition, (id, game_.about.version)
    for name, value in vars(sys.modules.get(module, sys)).items():
        if value is game_:
            return _of_module, (module, name)
    raise TabletownError(
        f"{game_.about.title} is neither installed (entry point group {GROUP!r}) nor a name of its module {module!r}, "
        "so its matches can't be pickled. Save them instead."
    )


def _edition(id: str, version: str) -> Game:
    found = edition_of(game(id), version)
    if found is None:
        raise UnknownGame(f"Version {version} of {id}, which this pickle was made with, is no longer installed.")
    return found


def _of_module(module: str, name: str) -> Any:
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UnknownGame(f"The game of this pickle, {name} in {module}, can't be imported: {error}.") from None


copyreg.pickle(Game, _pickled)
