"""The content packs that tables are played with: every version that was ever played stays, under its digest."""

from __future__ import annotations

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


def keep(store: Store, game: Game, files: dict[str, str]) -> str:
    """Keep a pack's files for as long as tables may need them; returns its digest."""
    digest = packs.install(game, files)
    data = msgspec.json.encode(PackFiles(game.about.id, files)).decode()
    with writing(store.engine) as connection, connection.begin():
        db.ADD_KEPT_ONCE.run(connection, [(FILES, digest, data, store.now())])
    return digest


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
