"""Accounts: permanent names, which nobody needs in order to play.

A person is a cookie, or several devices with one (`devices.py`); an account gives that person a handle that nobody else
has here, nor one that looks like it. What opens an account on another device is a passkey (`passkeys.py`), a recovery
code (`devices.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

import sqlalchemy as sa

from tabletown.kernel import Text
from tabletown.web.people.names import LONGEST, checked, lookalike
from tabletown.web.seats import Refusal, clean
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.storage.store import Store

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

LONGEST_BIO = 120
FREE_NAMES = 3  # alternatives offered for a taken name
TAKEN = Text("“{name}” is taken, or looks like a name that is. Choose another one.")
TWO_NAMES = Text("Both devices have a name of their own. Give one of the names up first, in Settings.")


class Account(NamedTuple):
    person: str
    handle: str
    bio: str
    public: bool
    host: bool
    created: float

    @property
    def url(self) -> str:
        return f"/people/{quote(self.handle)}"


_COLUMNS = [db.accounts.c[name] for name in Account._fields]


def account_of(store: Store, person: str) -> Account | None:
    return _find(store, db.accounts.c.person == person) if person else None


def account_called(store: Store, handle: str) -> Account | None:
    """The account with this handle, in any spelling."""
    return _find(store, db.accounts.c.alike == alike) if (alike := lookalike(handle[: 2 * LONGEST])) else None


def _find(store: Store, condition: sa.ColumnElement[bool]) -> Account | None:
    with store.engine.connect() as connection:
        row = connection.execute(sa.select(*_COLUMNS).where(condition)).one_or_none()
    return None if row is None else Account(*row)


def handles_of(store: Store, people: Iterable[str]) -> dict[str, str]:
    """The handles of those who have one, by person."""
    a = db.accounts.c
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(a.person, a.handle).where(a.person.in_({*people}))).all()
    return {row.person: row.handle for row in rows}


def why_not_free(store: Store, handle: str, person: str = "") -> Text | None:
    """Why a checked name isn't available: somebody has it, or one that looks like it."""
    found = account_called(store, handle)
    return None if found is None or found.person == person else TAKEN(name=handle)


def free_names(store: Store, handle: str) -> list[str]:
    """Similar names that are free."""
    base = handle[: LONGEST - 3].rstrip(" .-_'’")
    tried = [f"{base}{end}" for end in (" B", " of Town", " II", "7", " the Second", "42", "88", " X", "2026", "99")]
    return [name for name in tried if len(name) <= LONGEST and why_not_free(store, name) is None][:FREE_NAMES]


def claim(store: Store, person: str, handle: str) -> Account:
    """Give this person the name, in place of any former one; raises Refusal."""
    handle = checked(handle)
    a, alike = db.accounts, lookalike(handle)
    with writing(store.engine) as connection, connection.begin():
        try:
            mine = connection.execute(a.update().where(a.c.person == person).values(handle=handle, alike=alike))
            if not mine.rowcount:
                new = {"person": person, "handle": handle, "alike": alike, "created": store.now()}
                connection.execute(a.insert().values(new))
            db.ADD_PLAYER.run(connection, [(person, handle, store.now())])
        except sa.exc.IntegrityError:
            raise Refusal("taken", TAKEN(name=handle)) from None
    account = account_of(store, person)
    assert account is not None
    return account


def describe(store: Store, person: str, bio: str, public: bool) -> None:
    """Set the text of a profile, and whether others may see it."""
    a = db.accounts
    with writing(store.engine) as connection, connection.begin():
        changed = {"bio": clean(bio, LONGEST_BIO), "public": public}
        connection.execute(a.update().where(a.c.person == person).values(changed))


def give_up(store: Store, person: str) -> None:
    """Free the name and remove every way to sign in to it; seats and results stay with this person."""
    with writing(store.engine) as connection, connection.begin():
        for table in (db.accounts, db.passkeys, db.logins, db.relations):
            connection.execute(table.delete().where(table.c.person == person))
        connection.execute(db.relations.delete().where(db.relations.c.other == person))


def move_account(connection: sa.Connection, old: str, new: str) -> bool:
    """Move one person's account to another; returns whether there was one. Two accounts are never merged."""
    a, b = db.accounts.c, db.relations
    with_one = set(connection.scalars(sa.select(a.person).where(a.person.in_([old, new]))))
    if {old, new} <= with_one:
        raise Refusal("taken", TWO_NAMES)
    for table in (db.accounts, db.passkeys, db.logins, db.notices):
        connection.execute(table.update().where(table.c.person == old).values(person=new))
    for mine, theirs in ((b.c.person, b.c.other), (b.c.other, b.c.person)):
        known = sa.select(theirs).where(mine == new)
        connection.execute(b.delete().where(mine == old, sa.or_(theirs.in_(known), theirs == new)))
        connection.execute(b.update().where(mine == old).values({mine.name: new}))
    return old in with_one


class Accounts:
    """The accounts of a running server; database calls run in threads."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store

    async def claim(self, person: str, handle: str) -> Account:
        await asyncio.to_thread(self.hub.refused_names.check, handle)
        return await asyncio.to_thread(claim, self.store, person, handle)

    async def check(self, person: str, handle: str) -> list[str]:
        """Check a name; raises Refusal if it is invalid. Returns free alternatives, or none if it is free itself."""
        handle = checked(handle)
        await asyncio.to_thread(self.hub.refused_names.check, handle)
        if await asyncio.to_thread(why_not_free, self.store, handle, person) is None:
            return []
        return await asyncio.to_thread(free_names, self.store, handle)
