"""Link two devices to one person: requested on one, confirmed on the other, and reversible for a day.

A link made by mistake, or by a trick, must not cost anybody their seats. So both sides see both names first, and the
server records what the new device brought along: for a day, either side can undo the link.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from tabletown.kernel import Text
from tabletown.web.people.accounts import move_account
from tabletown.web.seats import Refusal
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing

if TYPE_CHECKING:
    from tabletown.web.people.devices import Devices

log = logging.getLogger("tabletown.web")

DAY = 86400.0  # seconds for which a link can be undone
PUT_DEVICE = db.Put(db.devices, "digest person name created seen", ())
PUT_MEMBER = db.Put(db.members, "club person leads since", ())


LINKED_TODAY = Text("You linked a device today. Undo that first, or try again tomorrow.")


class MergedBelongings(Struct):
    """What one person had alone before two became one, and the keys that opened a seat of either."""

    seats: list[tuple[str, int]] = []
    alone: list[str] = []
    tables: list[str] = []
    channels: list[str] = msgspec.field(default_factory=list, name="ways")
    keys: list[str] = []
    account: bool = False  # the name that the other one kept
    clubs: list[tuple[str, bool, float, bool]] = []  # with `leads` and `since`; whether the other one was in it, too


class Link(Struct):
    """A device code and its state."""

    person: str
    code: str  # its digest
    giver: str  # the device that showed the code; "" for a recovery code
    at: float
    state: Literal["open", "asked", "linked"] = "open"
    device: str = ""  # the device that asked to join
    name: str = ""  # that device's name
    before: str = ""  # its former person
    brought: MergedBelongings = msgspec.field(default_factory=MergedBelongings)

    @property
    def key(self) -> str:
        return f"{self.person}/{self.code}"

    @property
    def row(self) -> tuple[str, str, str, float]:
        return db.LINK, self.key, msgspec.json.encode(self).decode(), self.at


def link_of(connection: sa.Connection, person: str, code: str) -> Link | None:
    """The link with a code's digest, locked against changes in this transaction."""
    k = db.kept.c
    found = connection.scalar(sa.select(k.data).where(k.kind == db.LINK, k.key == f"{person}/{code}").with_for_update())
    return None if found is None else msgspec.json.decode(found, type=Link)


def keys_of(connection: sa.Connection, *people: str) -> list[str]:
    """Digests of the keys to both people's seats."""
    h, k = db.holders.c, db.keys.c
    same = sa.and_(k.table == h.table, k.seat == h.seat)
    wanted = sa.select(k.digest).join_from(db.keys, db.holders, same).where(k.kind == "key", h.player.in_(people))
    return list(connection.scalars(wanted.distinct()))


def put(connection: sa.Connection, link: Link) -> None:
    db.PUT_KEPT.run(connection, [link.row])


class Linking:
    def __init__(self, devices: Devices) -> None:
        self.devices, self.hub, self.store = devices, devices.hub, devices.store

    def of(self, person: str) -> list[Link]:
        """This person's links that can still be undone, latest first."""
        k = db.kept.c
        mine = sa.and_(
            k.kind == db.LINK, k.key.startswith(f"{person}/", autoescape=True), k.at > self.store.now() - DAY
        )
        with self.store.engine.connect() as connection:
            rows = connection.scalars(sa.select(k.data).where(mine).order_by(k.at.desc())).all()
        links = [msgspec.json.decode(data, type=Link) for data in rows]
        return [link for link in links if link.state == "linked"]

    def on_trial(self, person: str, device: str) -> bool:
        """Whether this device was linked so recently that it may not manage the others.

        A recovery code replaces lost devices, so it confers full rights at once.
        """
        return any(link.device == device and link.giver for link in self.of(person))

    def may_go(self, person: str, device: str, name_only: bool = False) -> None:
        """Whether everything of this person, or their name, may be given away for good on this device. What a link
        brought today must still be there for whoever undoes it; only a device that brought it without a device code,
        so by itself, may decide at once."""
        for link in self.of(person):
            had = link.brought
            rest = not name_only and (had.seats or had.alone or had.tables or had.channels or had.clubs)
            if (link.giver or link.device != device) and (had.account or rest):
                raise Refusal("illegal", LINKED_TODAY)

    def may_delete(self, person: str, table: str) -> None:
        """Whether this person may delete the table: not one that a link brought today, as it couldn't be given back."""
        for link in self.of(person):
            if link.giver and (table in link.brought.tables or any(id == table for id, _ in link.brought.seats)):
                raise Refusal("illegal", LINKED_TODAY)

    # ------------------------------------------------------------------ asked and confirmed

    def find(self, code: str) -> Link:
        """The link of a valid device code; raises Refusal."""
        row = self.devices.whose(code)
        with self.store.engine.connect() as connection:
            link = link_of(connection, row.person, row.digest) if row is not None else None
        if link is None:
            raise invalid()
        return link

    def ask(self, code: str, device: str, name: str, before: str) -> None:
        """Request to join the code's person. Only the first device counts, so that nobody can be replaced by
        another."""
        found = self.find(code)
        self.may_join(before)
        with writing(self.store.engine) as connection, connection.begin():
            link = link_of(connection, found.person, found.code)
            if link is None or (link.state != "open" and link.device != device):
                raise invalid()
            put(connection, msgspec.structs.replace(link, state="asked", device=device, name=name, before=before))

    def may_join(self, before: str) -> None:
        """Whether these seats may be linked; seats linked today must stay where an undo can find them."""
        if self.of(before):
            raise Refusal("illegal", LINKED_TODAY)

    def refuse(self, link: Link) -> None:
        k, c = db.kept, db.codes
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(k.delete().where(k.c.kind == db.LINK, k.c.key == link.key))
            connection.execute(c.delete().where(c.c.digest == link.code))

    # ------------------------------------------------------------------ undone

    def brought(self, connection: sa.Connection, person: str, before: str) -> MergedBelongings:
        """Everything that `before` has and `person` doesn't."""
        if not before or before == person:
            return MergedBelongings()
        h, a = db.holders.c, db.alone.c

        def seats(of: str) -> set[tuple[str, int]]:
            rows = connection.execute(sa.select(h.table, h.seat).where(h.player == of))
            return {(row.table, row.seat) for row in rows}

        def alone(of: str) -> set[str]:
            return set(connection.scalars(sa.select(a.table).where(a.player == of)))

        return MergedBelongings(
            seats=sorted(seats(before) - seats(person)),
            alone=sorted(alone(before) - alone(person)),
            tables=list(connection.scalars(sa.select(db.tables.c.id).where(db.tables.c.creator == before))),
            channels=list(connection.scalars(sa.select(db.channels.c.id).where(db.channels.c.person == before))),
            keys=keys_of(connection, person, before),
            clubs=self._clubs(connection, person, before),
        )

    def _clubs(self, connection: sa.Connection, person: str, before: str) -> list[tuple[str, bool, float, bool]]:
        m = db.members.c
        theirs = set(connection.scalars(sa.select(m.club).where(m.person == person)))
        rows = connection.execute(sa.select(m.club, m.leads, m.since).where(m.person == before)).all()
        return [(row.club, row.leads, row.since, row.club in theirs) for row in rows]

    async def undo(self, link: Link) -> None:
        """Undo a link: both people get back what each had before."""
        running = await asyncio.to_thread(self._undo, link)
        mine, before, known = {*link.brought.seats}, link.before, {*link.brought.keys}
        for id in link.brought.tables:
            if id in self.hub.tables:
                self.hub.tables[id].creator = before
        for id in running:
            table = await self.devices.table(id)
            if table is None:
                continue
            if table.overseer is not None:  # in a class a seat is on one device only
                for seat in [table_seat.seat for table_seat in table.seats if (id, table_seat.seat) in mine]:
                    table.overseer.another_device(table, seat, before)
                continue
            for table_seat in table.seats:
                if (id, table_seat.seat) in mine:
                    table_seat.holders.discard(link.person)
                    table_seat.holders.add(before)
                if table_seat.holders & {link.person, before}:
                    table_seat.keys = {key for key in table_seat.keys if key[0] != "key" or key[1] in known}
            table.reseat()
            await table.commit([])
        self.devices.forget(link.device)
        if self.hub.cluster is not None:
            self.hub.cluster.tell_opened_by(before, link.brought.tables)
            self.hub.cluster.tell_signed_out(link.device)

    def _undo(self, link: Link) -> list[str]:
        """Undo it in the database; returns the running tables of both."""
        k, d, h, t, w = db.kept, db.devices, db.holders, db.tables, db.channels
        person, before, had, now = link.person, link.before, link.brought, self.store.now()
        with writing(self.store.engine) as connection, connection.begin():
            mine = sa.and_(k.c.kind == db.LINK, k.c.key == link.key)
            if not connection.execute(k.delete().where(mine)).rowcount:
                raise Refusal("none", "That has already been undone.")
            connection.execute(d.delete().where(d.c.digest == link.device))
            PUT_DEVICE.run(connection, [(link.device, before, link.name, now, now)])
            for one in {*keys_of(connection, person, before)} - {*had.keys}:  # a page shows its reader a new one
                connection.execute(db.keys.delete().where(db.keys.c.kind == "key", db.keys.c.digest == one))
            one_seat, seats = (
                ' AND "table" = :id AND seat = :seat',
                [{"id": id, "seat": seat} for id, seat in had.seats],
            )
            move(connection, "holders", person, before, one_seat, seats)
            move(connection, "alone", person, before, ' AND "table" = :id', [{"id": id} for id in had.alone])
            for id in had.tables:
                own = sa.and_(t.c.id == id, t.c.creator == person)
                connection.execute(t.update().where(own).values(creator=before))
            for id in had.channels:
                connection.execute(w.update().where(w.c.id == id, w.c.person == person).values(person=before))
            if had.account:
                move_account(connection, person, before)
            m = db.members
            for club, leads, since, both in had.clubs:
                if not both:
                    connection.execute(m.delete().where(m.c.club == club, m.c.person == person))
                if connection.scalar(sa.select(db.clubs.c.id).where(db.clubs.c.id == club)):
                    PUT_MEMBER.run(connection, [(club, before, leads, since)])
            its_channels = sa.and_(w.c.device == link.device, w.c.person == person)
            connection.execute(w.update().where(its_channels).values(person=before))
            either = h.c.player.in_((person, before))
            return list(connection.scalars(sa.select(h.c.table).where(either, h.c.ended.is_(None)).distinct()))


def move(
    connection: sa.Connection, name: str, old: str, new: str, only: str = "", rows: Sequence[dict[str, Any]] = ({},)
) -> None:
    """Move rows from one player to another; the other's existing rows stay."""
    rest = ", ".join(f'"{column.name}"' for column in db.metadata.tables[name].columns if column.name != "player")
    given = [{"old": old, "new": new, **row} for row in rows]
    if given:
        mine = f"FROM {name} WHERE player = :old{only}"
        copied = f"INSERT INTO {name} (player, {rest}) SELECT :new, {rest} {mine} ON CONFLICT DO NOTHING"
        connection.execute(sa.text(copied), given)
        connection.execute(sa.text(f"DELETE {mine}"), given)


def invalid() -> Refusal:
    return Refusal("none", "This code is no longer valid. Codes work once, for ten minutes.")
