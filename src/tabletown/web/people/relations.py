"""Friends and blocks among people with names.

Friendship is requested and accepted, and mutual. A block is private: the other person isn't told. Two people of whom
one has blocked the other never sit at the same table.
"""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from tabletown.kernel import Text
from tabletown.web.seats import Refusal
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.storage.store import Store

ASKED, FRIEND, BLOCK = "asked", "friend", "block"
NOT_TOGETHER = Text("This seat isn't free for you. Choose another table.")  # it doesn't reveal who blocked whom
MOST = 500  # of one person


def relations_of(store: Store, person: str) -> dict[str, str]:
    """This person's relations to others: asked, friend or block."""
    return _relations(store, db.relations.c.person == person, db.relations.c.other) if person else {}


def asked_by(store: Store, person: str) -> list[str]:
    """People who have asked this person for friendship."""
    b = db.relations.c
    return list(_relations(store, sa.and_(b.other == person, b.kind == ASKED), b.person)) if person else []


def are_friends(store: Store, one: str, other: str) -> bool:
    return relations_of(store, one).get(other) == FRIEND


def blocked_with(store: Store, person: str) -> set[str]:
    """Everybody this person must not meet, whoever blocked whom."""
    b = db.relations.c
    if not person:
        return set()
    either = sa.or_(b.person == person, b.other == person)
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(b.person, b.other).where(either, b.kind == BLOCK)).all()
    return {row.other if row.person == person else row.person for row in rows}


def any_blocked(store: Store, person: str, others: Iterable[str]) -> bool:
    """Whether this person must not sit at a table with one of these."""
    return not blocked_with(store, person).isdisjoint({*others})


def blocked_among(store: Store, people: Iterable[str]) -> set[frozenset[str]]:
    """Pairs of these people who must not share a table."""
    b, among = db.relations.c, list(people)
    with store.engine.connect() as connection:
        both = sa.and_(b.person.in_(among), b.other.in_(among), b.kind == BLOCK)
        return {frozenset(pair) for pair in connection.execute(sa.select(b.person, b.other).where(both))}


def _relations(store: Store, condition: sa.ColumnElement[bool], whom: sa.ColumnElement[str]) -> dict[str, str]:
    b = db.relations.c
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(whom.label("whom"), b.kind).where(condition).order_by(b.at)).all()
    return {row.whom: row.kind for row in rows}


# ---------------------------------------------------------------------- changed


def befriend(store: Store, person: str, other: str) -> str:
    """Request friendship, or accept a request; returns the new relation.

    A blocked person learns nothing: the request stays open.
    """
    if not other or person == other:
        raise Refusal("malformed", "You can't be your own friend.")
    b, now = db.relations, store.now()
    with writing(store.engine) as connection, connection.begin():
        mine, theirs = _kind(connection, person, other), _kind(connection, other, person)
        if mine == BLOCK:
            raise Refusal("illegal", "You've blocked this person. Unblock them first.")
        if mine == FRIEND:
            return FRIEND
        if mine is None and _count(connection, person) >= MOST:
            raise Refusal("illegal", "Your list is full. Remove somebody first.")
        kind = FRIEND if theirs in (ASKED, FRIEND) else ASKED
        if kind == FRIEND:
            connection.execute(b.update().where(b.c.person == other, b.c.other == person).values(kind=FRIEND))
        _put(connection, person, other, kind, now)
    return kind


def part(store: Store, person: str, other: str) -> None:
    """End a friendship, request or block by this person; also declines a request."""
    b = db.relations.c
    mine = sa.and_(b.person == person, b.other == other)
    theirs = sa.and_(b.person == other, b.other == person, b.kind != BLOCK)
    with writing(store.engine) as connection, connection.begin():
        connection.execute(db.relations.delete().where(sa.or_(mine, theirs)))


def block(store: Store, person: str, other: str) -> None:
    """Block: these two are never seated together again, and are no longer friends."""
    if not other or person == other:
        raise Refusal("malformed", "You can't block yourself.")
    b = db.relations.c
    with writing(store.engine) as connection, connection.begin():
        if _kind(connection, person, other) is None and _count(connection, person) >= MOST:
            raise Refusal("illegal", "Your list is full. Remove somebody first.")
        connection.execute(db.relations.delete().where(b.person == other, b.other == person, b.kind != BLOCK))
        _put(connection, person, other, BLOCK, store.now())


_PUT = db.Put(db.relations, "person other kind at", ("kind", "at"))


def _put(connection: sa.Connection, person: str, other: str, kind: str, at: float) -> None:
    _PUT.run(connection, [(person, other, kind, at)])


def _kind(connection: sa.Connection, person: str, other: str) -> str | None:
    b = db.relations.c
    return connection.scalar(sa.select(b.kind).where(b.person == person, b.other == other))


def _count(connection: sa.Connection, person: str) -> int:
    b = db.relations.c
    return connection.scalar(sa.select(sa.func.count()).where(b.person == person)) or 0
