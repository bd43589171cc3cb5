"""An invitation-only server: whoever the host has let in, or who was here before, and nobody else."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from tabletown.kernel import Text
from tabletown.web.seats import Refusal, digest
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

MEMBER, INVITATION = "member", "server-invitation"  # kept: who was let in; invitations, by their codes' digests
VALID = 14 * 86400.0  # seconds for which an invitation can be used
MOST_PEOPLE = 500  # who can use one
USED_UP = Text("This invitation is used up or too old. Ask the host for another one.")


class Invitation(msgspec.Struct):
    left: int  # how many more people may use it


class Invitations:
    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store
        self._inside: set[str] = set()  # people of whom it is known

    async def lets_in(self, person: str) -> bool:
        if not (await self.hub.desk.current()).invited_only or person in self._inside:
            return True
        if not person:
            return False
        if await asyncio.to_thread(self._belongs, person):
            self._inside.add(person)
            return True
        return await asyncio.to_thread(self._is_in_class, person)

    def forget(self, person: str) -> None:
        self._inside.discard(person)

    def _belongs(self, person: str) -> bool:
        k = db.kept.c
        wanted = (
            sa.select(k.key).where(k.kind == MEMBER, k.key == person),
            sa.select(db.accounts.c.person).where(db.accounts.c.person == person),
            self._seat_of(person, in_class=False),
            sa.select(db.players.c.id).where(db.players.c.id == person, db.players.c.name != ""),
        )
        with self.store.engine.connect() as connection:
            return any(connection.execute(one).first() is not None for one in wanted)

    def _is_in_class(self, person: str) -> bool:
        """Whether this person has a seat in a class: they may stay as long as it is kept."""
        with self.store.engine.connect() as connection:
            return connection.execute(self._seat_of(person, in_class=True)).first() is not None

    def _seat_of(self, person: str, in_class: bool) -> sa.Select[tuple[str]]:
        h, of_class = db.holders.c, db.holders.c.table.startswith(db.CLASS)
        return sa.select(h.player).where(h.player == person, of_class if in_class else ~of_class).limit(1)

    def invite(self, people: int) -> str:
        """A code for so many people."""
        code, now = secrets.token_urlsafe(12), self.store.now()
        data = msgspec.json.encode(Invitation(people)).decode()
        with writing(self.store.engine) as connection, connection.begin():
            old = sa.and_(db.kept.c.kind == INVITATION, db.kept.c.at < now - VALID)
            connection.execute(db.kept.delete().where(old))
            db.PUT_KEPT.run(connection, [(INVITATION, digest(code), data, now)])
        return code

    def is_valid(self, code: str) -> bool:
        with self.store.engine.connect() as connection:
            return self._find(connection, code) is not None

    def _find(self, connection: sa.Connection, code: str) -> Invitation | None:
        k = db.kept.c
        mine = sa.select(k.data).where(k.kind == INVITATION, k.key == digest(code), k.at > self.store.now() - VALID)
        data = connection.scalar(mine.with_for_update())
        found = msgspec.json.decode(data, type=Invitation) if data else None
        return found if found is not None and found.left > 0 else None

    def welcome(self, person: str, code: str) -> None:
        """This person belongs here from now on; raises Refusal."""
        if self._belongs(person):
            return
        k = db.kept
        with writing(self.store.engine) as connection, connection.begin():
            if (found := self._find(connection, code)) is None:
                raise Refusal("none", USED_UP)
            data = msgspec.json.encode(Invitation(found.left - 1)).decode()
            mine = sa.and_(k.c.kind == INVITATION, k.c.key == digest(code))
            connection.execute(k.update().where(mine).values(data=data))
            db.PUT_KEPT.run(connection, [(MEMBER, person, "{}", self.store.now())])
