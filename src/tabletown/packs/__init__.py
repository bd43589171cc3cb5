"""Play a game with a content pack beside the shipped one, in one process: each pack has its own copy of the game.

A game reads its content once, when its modules are imported. So a pack's game is imported again, under a name that
ends in the pack's digest, from the same source files; only its `content` folder is another. A match names its pack in
its version ("1+3f0c…"), and so does everything that is stored of it; `tabletown.editions.edition_of` finds the game.
Packs are data: no file but TOML is read, and only those that the game has itself.
"""

from __future__ import annotations

import ast
import atexit
import dataclasses
import hashlib
import os
import shutil
import sys
import tempfile
import threading
import tomllib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import msgspec

from tabletown.content import pack_of
from tabletown.kernel.errors import ContentError, RulesBug
from tabletown.kernel.game import Game

FOLDER = "TABLETOWN_PACKS"  # environment variable: where packs lie for this process and its workers
MARK = "__pack_"  # between a game's module and its pack's digest
WORDS = "words.toml"  # beside the content: {language: {text of the pack: its translation}}
DIGITS = 20  # characters of a digest; packs are looked up by nothing else
MOST_BYTES = 512_000  # of a pack's files together
MOST_LOADED = 24  # games with packs in memory; tables that are open keep theirs

_loaded: OrderedDict[tuple[str, str], Game] = OrderedDict()
_lock = threading.RLock()


@cache
def _own_folder() -> str:
    made = tempfile.mkdtemp(prefix="tabletown-packs-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    os.environ[FOLDER] = made  # worker processes inherit it
    return made


def folder() -> Path:
    """The folder that holds packs while this program runs."""
    return Path(os.environ.get(FOLDER) or _own_folder())


def digest_of(game_id: str, files: Mapping[str, str]) -> str:
    """The name of a pack, derived from its whole content, so that a pack in play can't change."""
    together = hashlib.sha256(game_id.encode())
    for name in sorted(files):
        together.update(b"\0" + name.encode() + b"\0" + files[name].encode())
    return together.hexdigest()[:DIGITS]


def pack_in(version: str) -> str:
    """The digest of the pack that a match with this version is played with; "" for none."""
    digest = version.partition("+")[2]
    return digest if len(digest) == DIGITS and set(digest) <= set("0123456789abcdef") else ""


def install(game: Game, files: Mapping[str, str]) -> str:
    """Put a pack's files where its game can be loaded from; returns its digest."""
    if game.folder is None:
        raise ContentError(f"{game.about.title} has no content files.")
    if sum(len(text.encode()) for text in files.values()) > MOST_BYTES:
        raise ContentError(f"This pack is too large: more than {MOST_BYTES:,} bytes.")
    for name, text in files.items():
        if name not in (*content_files(game), WORDS):
            known = ", ".join(content_files(game))
            raise ContentError(f"{game.about.title} has no content file {name[:40]!r}. It has: {known}.")
        try:
            tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise ContentError(f"{name}: this isn't valid TOML: {error}.") from None
    digest = digest_of(game.about.id, files)
    place = _place(game, digest)
    if place.is_dir():
        return digest
    place.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=place.parent))
    shutil.copytree(game.folder / "content", made / "content")
    if (words := game.folder / "legacy_words.json").is_file():  # beside the modules that read it
        shutil.copy(words, made)
    for name, text in files.items():
        (made / "content" / name).write_text(text, encoding="utf-8")
    try:
        made.rename(place)
    except OSError:  # another process has just put it there
        shutil.rmtree(made, ignore_errors=True)
    return digest


def remove(game: Game, digest: str) -> None:
    """Take a pack's files away again; who plays with it must not be left without them."""
    shutil.rmtree(_place(game, digest).parent, ignore_errors=True)


def content_files(game: Game) -> Sequence[str]:
    """The files that a pack of this game may replace."""
    return sorted(file.name for file in (game.folder / "content").glob("*.toml")) if game.folder is not None else []


def words_of(game: Game) -> dict[str, dict[str, str]]:
    """What the texts of this game's pack are in other languages; nothing without a pack."""
    digest = pack_in(game.about.version)
    if digest and game.folder is not None:
        file = _place(game, digest) / "content" / WORDS
    elif (pack := pack_of(game.about.id)) is not None:
        file = pack / WORDS
    else:
        return {}
    try:
        found = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, dict[str, str]])
    except (OSError, ValueError):  # none, or no words
        return {}
    return found


def is_installed(game: Game, digest: str) -> bool:
    return bool(digest) and game.folder is not None and (_place(game, digest) / "content").is_dir()


def with_pack(game: Game, digest: str) -> Game:
    """The game with the content of an installed pack; ContentError says what is wrong with the pack."""
    key = (game.about.id, digest)
    with _lock:
        if key in _loaded:
            _loaded.move_to_end(key)
            return _loaded[key]
        module = package_of(game) + MARK + digest
        try:
            found: Game = import_module(module).game
        except ContentError as error:
            _forget(module)
            raise ContentError(str(error).replace(f"{_place(game, digest)}/content/", "")) from None
        except Exception as error:
            _forget(module)
            raise ContentError(f"{game.about.title} can't be played with this content: {error!r}.") from error
        about = msgspec.structs.replace(found.about, version=f"{found.about.version}+{digest}")
        _loaded[key] = made = dataclasses.replace(found, about=about, folder=game.folder)
        while len(_loaded) > MOST_LOADED:
            (_, old), _ = _loaded.popitem(last=False)
            _forget(next((name for name in sys.modules if name.endswith(MARK + old)), ""))
        return made


def package_of(game: Game) -> str:
    """The package that a game comes from, such as "tabletown.games.crossroll"."""
    for name in _parents(game.rules.step.__module__):
        if (found := getattr(sys.modules.get(name), "game", None)) is not None and isinstance(found, Game):
            return name
    raise RulesBug(f"{game.about.title} is no package of its own, so it can't be played with a content pack.")


def _parents(module: str) -> Sequence[str]:
    parts = module.split(".")
    return [".".join(parts[:end]) for end in range(len(parts), 0, -1)]


def _place(game: Game, digest: str) -> Path:
    assert game.folder is not None
    return folder() / digest / f"{game.folder.name}+"  # no game's name, so that `--content` doesn't change it


def _forget(module: str) -> None:
    for name in [name for name in sys.modules if module and (name == module or name.startswith(f"{module}."))]:
        del sys.modules[name]


class _Renamed(ast.NodeTransformer):
    """Resolves imports of a game's own modules to those of its copy."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def named(self, module: str) -> str:
        return self.new + module[len(self.old) :] if module == self.old or module.startswith(f"{self.old}.") else module

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        if node.module is not None and not node.level:
            node.module = self.named(node.module)
        return node

    def visit_Import(self, node: ast.Import) -> Any:
        for name in node.names:
            name.name = self.named(name.name)
        return node


class _CopyLoader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, old: str, new: str, place: Path) -> None:
        super().__init__(fullname, path)
        self.old, self.new, self.place = old, new, place

    def get_code(self, fullname: str) -> CodeType:
        source = Path(self.path).read_text(encoding="utf-8")
        tree = _Renamed(self.old, self.new).visit(ast.parse(source, self.path))
        return compile(tree, self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        below = Path(self.path).relative_to(Path(str(import_module(self.old).__file__)).parent)
        module.__file__ = str(self.place / below)  # so that its content is the pack's
        exec(self.get_code(module.__name__), vars(module))


class _Finder(MetaPathFinder):
    """Finds the modules of games with packs: `tabletown.games.crossroll__pack_3f0c….roads`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        start, mark, rest = fullname.partition(MARK)
        if not mark:
            return None
        digest, _, inner = rest.partition(".")
        root = import_module(start)
        home = Path(str(root.__file__)).parent
        file = home.joinpath(*inner.split(".")) if inner else home
        package = (file / "__init__.py").is_file()
        file = file / "__init__.py" if package else file.with_suffix(".py")
        place = folder() / digest / f"{home.name}+"
        if not file.is_file() or not place.is_dir():
            return None
        loader = _CopyLoader(fullname, str(file), start, f"{start}{MARK}{digest}", place)
        return spec_from_file_location(
            fullname, file, loader=loader, submodule_search_locations=[] if package else None
        )


sys.meta_path.insert(0, _Finder())  # before the one that would find the files themselves
