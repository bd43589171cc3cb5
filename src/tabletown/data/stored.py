"""A server's finished matches, for its host: without names, and without people who opted out."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa

from tabletown.data.rows import Source
from tabletown.kernel import Game
from tabletown.web.pages.statistics import not_counted
from tabletown.web.storage import schema as db
from tabletown.web.storage.migrate_rules import record_of_table
from tabletown.web.storage.store import Store


def finished(store: Store, game: Game) -> Iterator[Source]:
    """Complete matches under the current rules, without branches, lessons or classes; oldest first."""
    t, about = db.tables.c, game.about
    wanted = sa.select(t.id).where(
        *(t.over, t.game == about.id, t.rules == about.version, t.branched.is_(False), t.broken == ""),
        t.id.not_like("class%"),
    )
    with store.engine.connect() as connection:
        ids = connection.scalars(wanted.order_by(t.created)).all()
    hidden = not_counted(store)
    for id in ids:
        loaded = store.load(id) if id not in hidden else None
        if loaded is None or loaded.gap is not None:
            continue
        past = record_of_table(game, loaded, store.entries(id))
        who = [seat.bot if seat.kind == "bot" else "person" for seat in loaded.seats]
        yield Source(past._replace(names=game.seated(len(past.names))), who, "stored")
