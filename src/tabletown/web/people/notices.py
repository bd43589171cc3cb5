"""Notices on a person's own page: invitations by friends, messages from the host."""

from __future__ import annotations

import secrets
from typing import Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.web.seats import Refusal
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.storage.store import Store

MOST = 50  # notices of each kind per person; the oldest are dropped

Kind = Literal["invitation", "host"]
INVITATION: Kind = "invitation"
HOST: Kind = "host"


class Details(msgspec.Struct, omit_defaults=True):
    """`table`, `seat`: the seat that a friend offers. `text`: the host's words."""

    by: str = ""  # the person who invites
    table: str = ""
    seat: int = 0
    text: str = ""


class Notice(NamedTuple):
    id: str
    kind: str
    details: Details
    at: float


def tell(store: Store, person: str, kind: Kind, details: Details) -> None:
    """Send a person a notice, unless they have it already."""
    n, data = db.notices, msgspec.json.encode(details).decode()
    with writing(store.engine) as connection, connection.begin():
        same = sa.and_(n.c.person == person, n.c.kind == kind, n.c.data == data)
        if kind == INVITATION and connection.execute(sa.select(n.c.id).where(same)).first() is not None:
            raise Refusal("illegal", "You've already invited them to this seat.")
        alike = sa.and_(n.c.person == person, n.c.kind == kind)  # invitations must not hide what the host says
        kept = list(connection.scalars(sa.select(n.c.id).where(alike).order_by(n.c.at.desc()).limit(MOST - 1)))
        connection.execute(n.delete().where(alike, n.c.id.not_in(kept)))
        values = {"id": secrets.token_hex(8), "person": person, "kind": kind, "data": data, "at": store.now()}
        connection.execute(n.insert().values(values))


def notices_of(store: Store, person: str) -> list[Notice]:
    """This person's notices, latest first."""
    n = db.notices.c
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(db.notices).where(n.person == person).order_by(n.at.desc())).all()
    return [Notice(row.id, row.kind, msgspec.json.decode(row.data, type=Details), row.at) for row in rows]


def read(store: Store, person: str, id: str) -> None:
    """Remove a settled notice."""
    n = db.notices
    with writing(store.engine) as connection, connection.begin():
        connection.execute(n.delete().where(n.c.person == person, n.c.id == id))
