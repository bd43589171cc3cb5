"""The content packs that tables are played with: every version that was ever played stays, under its digest."""

from __future__ import annotations

import threading
from collections import Counter

import msgspec

from tabletown import packs
from tabletown.kernel import Game
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.storage.store import Store

FILES = "pack-files"  # kept: under the digest
DRAFT = "workshop"  # kept: under "person/draft"


class PackFiles(msgspec.Struct):
    game: str
    files: dict[str, str]


_changing = threading.Lock()  # nothing is kept in the moment in which it is taken away
_looked_at: Counter[str] = Counter()  # digests


def keep(store: Store, game: Game, files: dict[str, str]) -> str:
    """Keep a pack's files for as long as tables may need them; returns its digest."""
    data = msgspec.json.encode(PackFiles(game.about.id, files)).decode()
    with _changing:
        digest = packs.install(game, files)
        with writing(store.engine) as connection, connection.begin():
            db.ADD_KEPT_ONCE.run(connection, [(FILES, digest, data, store.now())])
    return digest


def looked_at(game: Game, files: dict[str, str]) -> str:
    """Put a pack's files where it can be loaded from, until `seen`: each change of a draft is looked at, and all of
    them would fill the disk."""
    with _changing:
        digest = packs.install(game, files)
        _looked_at[digest] += 1
    return digest


def seen(store: Store, game: Game, digest: str) -> None:
    with _changing:
        _looked_at[digest] -= 1
        if not _looked_at[digest]:
            del _looked_at[digest]
            if not store.kept_as(FILES, digest):
                packs.remove(game, digest)


def fetch(store: Store, game: Game, version: str) -> None:
    """Make sure that the pack of a table with this version can be played here."""
    digest = packs.pack_in(version)
    if not digest or packs.is_installed(game, digest):
        return
    kept = store.kept_as(FILES, digest)
    if kept:
        found = msgspec.json.decode(kept, type=PackFiles)
        if packs.digest_of(found.game, found.files) == digest and found.game == game.about.id:
            packs.install(game, found.files)
