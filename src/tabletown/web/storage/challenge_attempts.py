"""Attempts at challenges, in the database: one per person counts, and those who have finished may see the others'."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import sqlalchemy as sa

from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.storage.store import Store

if TYPE_CHECKING:
    from tabletown.web.seats import Actor
    from tabletown.web.tables.table import Table

CHALLENGE, TRY = "challenge", "try"  # stored under the challenge's id, and under "id/person"
TRIED = "challenge:"  # who may watch such a table: people who have finished that challenge

DAILY = re.compile(r"(.+)-(\d{4}-\d\d-\d\d)")  # the id of a daily challenge: the game and the day


def today(store: Store) -> str:
    return datetime.fromtimestamp(store.now(), UTC).date().isoformat()


def is_sealed(store: Store, watch: str) -> bool:
    """Whether this is an attempt at a challenge whose day isn't over: its seed is the luck of everybody still to
    come."""
    daily = DAILY.fullmatch(watch.removeprefix(TRIED)) if watch.startswith(TRIED) else None
    return daily is not None and daily[2] >= today(store)


def once(store: Store, kind: str, key: str, data: str) -> None:
    """Store it unless there is a stored value already."""
    with writing(store.engine) as connection, connection.begin():
        db.ADD_KEPT_ONCE.run(connection, [(kind, key, data, store.now())])


def claim(store: Store, id: str, player: str, table: str) -> str:
    """The table of this person's one attempt: this one, or the one they began earlier."""
    once(store, TRY, f"{id}/{player}", table)
    return own_table(store, id, player)


def own_table(store: Store, id: str, player: str) -> str:
    return store.kept_as(TRY, f"{id}/{player}") if player else ""


def has_finished(store: Store, watch: str, player: str) -> bool:
    own = own_table(store, watch.removeprefix(TRIED), player)
    if not own:
        return False
    with store.engine.connect() as connection:
        return bool(connection.scalar(sa.select(db.tables.c.over).where(db.tables.c.id == own)))


def can_challenge(table: Table, actor: Actor) -> bool:
    """Whether this is a complete finished match, played by this person alone or against bots, with luck dealt by the
    seed."""
    people = [table_seat for table_seat in table.seats if table_seat.kind not in ("bot", "auto")]
    dealt = not (table.branched or table.match.by_hand or table.notes.lesson is not None or table.match.dealt_from)
    if is_sealed(table.hub.store, table.watch):  # a copy would be practice for it, and reveal the seed
        return False
    return table.match.over and dealt and len(people) == 1 and table.held_by(actor) == [people[0].seat]


def challenge_url(watch: str) -> str:
    return f"/challenge/{watch.removeprefix(TRIED)}" if watch.startswith(TRIED) else ""
