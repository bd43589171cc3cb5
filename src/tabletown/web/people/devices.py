"""One person on several devices, without an account. Each device has its own cookie; several cookies can belong to one
person.

A cookie that isn't listed belongs to a person of its own. A code adds one more device to a person, once; a device that
was signed out belongs to nobody. Cookies are signed, and the server ignores any it didn't make, so an attacker can't
plant a cookie that they know.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from tabletown.kernel import Text, say
from tabletown.web.people.accounts import account_of, move_account
from tabletown.web.people.linking import PUT_DEVICE, Link, Linking, invalid, link_of, move, put
from tabletown.web.seats import Refusal, digest, player_id
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing

if TYPE_CHECKING:
    from tabletown.web.hub import Hub
    from tabletown.web.tables.table import Table

log = logging.getLogger("tabletown.web")

TEN = 600.0  # seconds for which a device code is valid
KNOWN = 20_000  # cached cookies
FRESH = 3.0  # seconds for which the cache is valid if several servers share the database
STAYS = Text("This device keeps the name “{name}”, and nothing else does. Add a passkey to it first.")
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
DEVICE, RECOVERY = "device", "recovery"
LENGTHS = {DEVICE: 8, RECOVERY: 24}


class Devices:
    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self.links = Linking(self)

    # ------------------------------------------------------------------ who holds a cookie

    def new_token(self) -> str:
        """A new cookie: a secret and its signature."""
        secret = secrets.token_urlsafe(24)
        return f"{secret}.{self._signature(secret)}"

    def _signature(self, secret: str) -> str:
        key = self.hub.channels.key("cookies").encode()
        return hmac.new(key, secret.encode(), hashlib.sha256).hexdigest()[:24]

    def _is_signed(self, token: str) -> bool:
        secret, _, signature = token.rpartition(".")
        return hmac.compare_digest(self._signature(secret).encode(), signature.encode())

    async def person(self, token: str) -> str:
        """The person of the device with this cookie; "" if it was signed out or isn't one of ours."""
        device = player_id(token)
        if not device:
            return ""
        known = self._known.get(device)
        if known is not None and (self.hub.cluster is None or time.monotonic() - known[1] < FRESH):
            return known[0]
        person = await asyncio.to_thread(self._look_up, token, device)
        self._known[device] = person, time.monotonic()
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)
        return person

    def _look_up(self, token: str, device: str) -> str:
        signed = self._is_signed(token)
        with self.store.engine.connect() as connection:
            row = connection.execute(sa.select(db.devices).where(db.devices.c.digest == device)).one_or_none()
            if row is None:
                return device if signed or _is_in_use(connection, device) else ""
        return "" if row.ended is not None else str(row.person)

    def of(self, person: str) -> Sequence[Any]:
        d = db.devices.c
        with self.store.engine.connect() as connection:
            wanted = sa.select(db.devices).where(d.person == person, d.ended.is_(None)).order_by(d.seen.desc())
            return connection.execute(wanted).all()

    def name_of(self, device: str) -> str:
        with self.store.engine.connect() as connection:
            return connection.scalar(sa.select(db.devices.c.name).where(db.devices.c.digest == device)) or say(
                "A device"
            )

    def note(self, device: str, person: str, name: str) -> None:
        """Note that this device was active now."""
        now = self.store.now()
        with writing(self.store.engine) as connection, connection.begin():
            PUT_DEVICE.run(connection, [(device, person, name, now, now)])
            connection.execute(db.devices.update().where(db.devices.c.digest == device).values(seen=now, name=name))

    # ------------------------------------------------------------------ one more, one less

    def new_code(self, person: str, kind: str = DEVICE, giver: str = "") -> str:
        """A code that adds one more device to this person; it replaces an older one of the same kind."""
        if self.links.on_trial(person, giver):
            raise too_new()
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTHS[kind]))
        now = self.store.now()
        until = now + (TEN if kind == DEVICE else db.EVER)
        c, k = db.codes, db.kept
        with writing(self.store.engine) as connection, connection.begin():
            ended = c.delete().where(c.c.person == person, c.c.kind == kind).returning(c.c.digest)
            for old in connection.scalars(ended).all():
                connection.execute(k.delete().where(k.c.kind == db.LINK, k.c.key == f"{person}/{old}"))
            connection.execute(c.insert().values(digest=digest(code), person=person, kind=kind, until=until))
            if kind == DEVICE:
                put(connection, Link(person, digest(code), giver, now))
        return code

    def has_recovery(self, person: str) -> bool:
        c = db.codes.c
        with self.store.engine.connect() as connection:
            found = connection.execute(sa.select(c.digest).where(c.person == person, c.kind == RECOVERY)).first()
        return found is not None

    def whose(self, code: str) -> Any:
        """The person and kind of a valid code; None for any other."""
        c = db.codes.c
        with self.store.engine.connect() as connection:
            return connection.execute(
                sa.select(db.codes).where(c.digest == digest(plain(code)), c.until > self.store.now())
            ).one_or_none()

    async def join(self, code: str, device: str, name: str, before: str) -> str:
        """Add this device and its seats to the code's person. Returns the kind of code.

        A code for a device must be the one requested with `links.ask` and confirmed on the device that showed it.
        """
        await asyncio.to_thread(self.links.may_join, before)
        row = await asyncio.to_thread(self._take, code, device, name, before)
        await self._belongs(device, before, str(row.person))
        if row.kind == RECOVERY and await asyncio.to_thread(account_of, self.store, row.person) is not None:
            await self.sign_out_others(row.person, device)  # so that whoever finds a lost device isn't signed in
        return str(row.kind)

    async def _belongs(self, device: str, before: str, person: str) -> None:
        self.joined(device, before, person)
        if before and before != person:
            await self.merge(before, person)
        if self.hub.cluster is not None:
            self.hub.cluster.tell_joined(device, before or device, person)

    async def sign_in(self, person: str, device: str, name: str, before: str) -> None:
        """Add this device to a person who has proved their identity.

        It brings along the seats of a person without a name; a person with a name keeps theirs and loses only the
        device.
        """
        own = await asyncio.to_thread(account_of, self.store, before) if before != person else None
        if own is not None and not await asyncio.to_thread(self.may_come_back, before):
            raise Refusal("illegal", STAYS(name=own.handle))
        if own is None and before != person:
            await asyncio.to_thread(self.links.may_join, before)
        await asyncio.to_thread(self._sign_in, person, device, name, before, own is None)
        if own is None:
            await self._belongs(device, before, person)
        else:
            self.signed_out(device)

    def _sign_in(self, person: str, device: str, name: str, before: str, brings: bool) -> None:
        with writing(self.store.engine) as connection, connection.begin():
            link = Link(person, digest(secrets.token_hex()), "", self.store.now())
            self._put(connection, link, device, name, before if brings else person)

    def may_come_back(self, person: str) -> bool:
        """Whether anything besides a device signs in to this person's account."""
        with self.store.engine.connect() as connection:
            return self.has_recovery(person) or any(
                connection.execute(sa.select(1).where(table.c.person == person)).first() is not None
                for table in (db.passkeys, db.logins)
            )

    async def sign_out_others(self, person: str, device: str) -> None:
        """Sign out all of this person's devices except one."""
        for row in await asyncio.to_thread(self.of, person):
            if row.digest != device:
                await asyncio.to_thread(self._end, person, row.digest)
                self.signed_out(row.digest)

    def _take(self, code: str, device: str, name: str, before: str) -> Any:
        c, now, hashed = db.codes, self.store.now(), digest(plain(code))
        with writing(self.store.engine) as connection, connection.begin():
            valid = sa.and_(c.c.digest == hashed, c.c.until > now)
            row = connection.execute(c.delete().where(valid).returning(c.c.person, c.c.kind)).one_or_none()
            if row is None:
                raise invalid()
            link = link_of(connection, row.person, hashed) or Link(row.person, hashed, "", now)
            if row.kind == DEVICE and (link.state, link.device) != ("asked", device):
                raise invalid()
            self._put(connection, link, device, name, before)
        return row

    def _put(self, connection: sa.Connection, link: Link, device: str, name: str, before: str) -> None:
        """Add the device to the link's person; what it brings along is recorded for an undo."""
        d, now = db.devices, self.store.now()
        if before != link.person:
            link.state, link.at, link.device, link.name, link.before = "linked", now, device, name, before
            link.brought = self.links.brought(connection, link.person, before)
            if before:
                link.brought.account = move_account(connection, before, link.person)
            put(connection, link)
        connection.execute(d.delete().where(d.c.digest == device))
        PUT_DEVICE.run(connection, [(device, link.person, name, now, now)])

    def joined(self, device: str, before: str, person: str) -> None:
        """Reassign the tables that the device's former person opened, on all servers."""
        self._known.pop(device, None)
        for table in self.hub.tables.values():
            table.creator = person if before and table.creator == before else table.creator

    async def merge(self, before: str, person: str) -> None:
        """Give all of one person's seats to another; running tables are updated like after any change."""
        for row in await asyncio.to_thread(self.store.tables_of, before, False, 200):
            table = await self.table(row.id)
            for table_seat in table.seats if table is not None else ():
                if table is not None and before in table_seat.holders:
                    await self.hub.add_holder(table, table_seat, person)
        await asyncio.to_thread(self._merge_ended, before, person)

    async def table(self, id: str) -> Table | None:
        """A running table; None if it can't be opened here, as the database is updated anyway."""
        try:
            return await self.hub.open(id)
        except Exception as error:
            log.warning("table %s: its seats could not be joined or parted: %s", id, error)
            return None

    def _merge_ended(self, before: str, person: str) -> None:
        with writing(self.store.engine) as connection, connection.begin():
            move(connection, "holders", before, person, " AND ended IS NOT NULL")
            move(connection, "alone", before, person)
            m = db.members
            both = sa.select(m.c.club).where(m.c.person == person)
            connection.execute(m.delete().where(m.c.person == before, m.c.club.in_(both)))
            connection.execute(m.update().where(m.c.person == before).values(person=person))
            connection.execute(db.tables.update().where(db.tables.c.creator == before).values(creator=person))
            connection.execute(db.channels.update().where(db.channels.c.person == before).values(person=person))

    async def sign_out(self, person: str, device: str, by: str) -> None:
        """Sign this device out on every server and end its connections.

        One that was linked within the last day gets its former seats back, so nobody loses seats by following a link.
        """
        links = await asyncio.to_thread(self.links.of, person)
        if (link := next((link for link in links if link.device == device), None)) is not None:
            await self.links.undo(link)
            return
        if device != by and await asyncio.to_thread(self.links.on_trial, person, by):
            raise too_new()
        await asyncio.to_thread(self._end, person, device)
        self.signed_out(device)

    def signed_out(self, device: str) -> None:
        """On all servers: drop cached facts about a device and end its connections."""
        self.forget(device)
        if self.hub.cluster is not None:
            self.hub.cluster.tell_signed_out(device)

    def _end(self, person: str, device: str) -> None:
        d, w = db.devices, db.channels
        with writing(self.store.engine) as connection, connection.begin():
            mine = sa.and_(d.c.digest == device, d.c.person == person)
            if not connection.execute(d.update().where(mine).values(ended=self.store.now())).rowcount:
                raise Refusal("none", "We can't find that device. It may already be signed out.")
            connection.execute(w.delete().where(w.c.device == device))

    def forget(self, device: str) -> None:
        """Drop cached facts about a device."""
        self._known.pop(device, None)
        for table in self.hub.tables.values():
            for socket in [socket for socket in table.sockets if socket.device == device]:
                self.hub.in_background(socket.close(1012))

    def forget_all(self) -> None:
        """Drop all cached devices, because some may have been deleted."""
        self._known.clear()


def too_new() -> Refusal:
    return Refusal("not-yours", "This device was linked today. Use the other one for that, or wait until tomorrow.")


def _is_in_use(connection: sa.Connection, person: str) -> bool:
    """Whether an unsigned cookie of an older version is in use: its owner has a name, a seat, a table or a class."""
    players, holders, tables, kept = db.players.c, db.holders.c, db.tables.c, db.kept.c
    return any(
        connection.execute(sa.select(1).where(here).limit(1)).first() is not None
        for here in (
            players.id == person,
            holders.player == person,
            tables.creator == person,
            sa.and_(kept.kind == db.ROOM, kept.data.contains(person, autoescape=True)),
        )
    )


def plain(code: str) -> str:
    """A code in its stored form, however it was typed."""
    return re.sub(r"[\s-]", "", code).upper()


def grouped(code: str) -> str:
    return "-".join(re.findall(".{1,4}", code))


def named(agent: str) -> str:
    """A name for a device, from its browser's identification."""
    browsers = (
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    )
    systems = (
        *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
        *(("Mac OS", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux")),
    )
    browser = next((name for sign, name in browsers if sign in agent), "")
    system = next((name for sign, name in systems if sign in agent), "")
    if browser and system:
        return say("{browser} on {system}", browser=browser, system=system)
    return browser or system or say("A device")
