"""One person on several devices, without an account: each has a cookie of its own, and some belong to the same person.

A cookie that is not listed is a person of its own, as cookies were before. A code brings a person to one more device,
once; a device that was signed out is nobody's.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from tabletown.kernel import say
from tabletown.web import schema as db
from tabletown.web.chairs import Refusal, digest
from tabletown.web.database import writing

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

TEN = 600.0  # seconds for which a code for a device is valid
EVER = 1e11
KNOWN = 20_000  # cookies that are remembered
FRESH = 3.0  # seconds for which that holds where several servers share the database
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
DEVICE, RECOVERY = "device", "recovery"
LENGTHS = {DEVICE: 8, RECOVERY: 24}

PUT_DEVICE = db.Put(db.devices, "digest person name created seen", ())


class Devices:
    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()

    # ------------------------------------------------------------------ who holds a cookie

    async def person(self, device: str) -> str:
        """The person of the device with this cookie's digest; "" where it was signed out."""
        if not device:
            return ""
        known = self._known.get(device)
        if known is not None and (self.hub.sharing is None or time.monotonic() - known[1] < FRESH):
            return known[0]
        person = await asyncio.to_thread(self._look_up, device)
        self._known[device] = person, time.monotonic()
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)
        return person

    def _look_up(self, device: str) -> str:
        with self.store.engine.connect() as connection:
            row = connection.execute(sa.select(db.devices).where(db.devices.c.digest == device)).one_or_none()
        if row is None:
            return device
        return "" if row.ended is not None else str(row.person)

    def of(self, person: str) -> Sequence[Any]:
        d = db.devices.c
        with self.store.engine.connect() as connection:
            wanted = sa.select(db.devices).where(d.person == person, d.ended.is_(None)).order_by(d.seen.desc())
            return connection.execute(wanted).all()

    def note(self, device: str, person: str, name: str) -> None:
        """This device was seen now."""
        now = self.store.now()
        with writing(self.store.engine) as connection, connection.begin():
            PUT_DEVICE.run(connection, [(device, person, name, now, now)])
            connection.execute(db.devices.update().where(db.devices.c.digest == device).values(seen=now, name=name))

    # ------------------------------------------------------------------ one more, one less

    def new_code(self, person: str, kind: str = DEVICE) -> str:
        """A code that brings this person to one more device; an older one of the same kind ends."""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTHS[kind]))
        until = self.store.now() + (TEN if kind == DEVICE else EVER)
        c = db.codes
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(c.delete().where(c.c.person == person, c.c.kind == kind))
            connection.execute(c.insert().values(digest=digest(code), person=person, kind=kind, until=until))
        return code

    def has_recovery(self, person: str) -> bool:
        c = db.codes.c
        with self.store.engine.connect() as connection:
            found = connection.execute(sa.select(c.digest).where(c.person == person, c.kind == RECOVERY)).first()
        return found is not None

    def whose(self, code: str) -> Any:
        """The person and kind of a code that is valid; None where it is not."""
        c = db.codes.c
        with self.store.engine.connect() as connection:
            return connection.execute(
                sa.select(db.codes).where(c.digest == digest(plain(code)), c.until > self.store.now())
            ).one_or_none()

    async def join(self, code: str, device: str, name: str, before: str) -> str:
        """This device belongs to the code's person from now on, and brings along the seats it had. The kind of code."""
        row = await asyncio.to_thread(self._take, code, device, name)
        self.joined(device, before, str(row.person))
        if before and before != row.person:
            await self.merge(before, row.person)
        if self.hub.sharing is not None:
            self.hub.sharing.tell_joined(device, before or device, row.person)
        return str(row.kind)

    def _take(self, code: str, device: str, name: str) -> Any:
        c, d, now = db.codes, db.devices, self.store.now()
        with writing(self.store.engine) as connection, connection.begin():
            valid = sa.and_(c.c.digest == digest(plain(code)), c.c.until > now)
            row = connection.execute(c.delete().where(valid).returning(c.c.person, c.c.kind)).one_or_none()
            if row is None:
                raise Refusal("none", "This code is no longer valid: it works once, within ten minutes.")
            connection.execute(d.delete().where(d.c.digest == device))
            PUT_DEVICE.run(connection, [(device, row.person, name, now, now)])
        return row

    def joined(self, device: str, before: str, person: str) -> None:
        """Here or at another server: what the device's person had opened is this person's."""
        self._known.pop(device, None)
        for table in self.hub.tables.values():
            table.creator = person if before and table.creator == before else table.creator

    async def merge(self, before: str, person: str) -> None:
        """All seats of one person are another's, too: running tables learn it like any other change."""
        hub = self.hub
        for row in await asyncio.to_thread(self.store.tables_of, before, False, 200):
            table = await hub.open(row.id)
            for chair in table.chairs if table is not None else ():
                if table is not None and before in chair.holders:
                    await hub.add_holder(table, chair, person)
        await asyncio.to_thread(self._merge_ended, before, person)

    def _merge_ended(self, before: str, person: str) -> None:
        with writing(self.store.engine) as connection, connection.begin():
            own = {"holders": '"table", seat, ended', "alone": '"table", game, won, score, reason, at'}
            for name, columns in own.items():
                connection.execute(
                    sa.text(
                        f"INSERT INTO {name} (player, {columns}) SELECT :new, {columns} FROM {name} WHERE player = :old"
                        f"{' AND ended IS NOT NULL' if name == 'holders' else ''} ON CONFLICT DO NOTHING"
                    ),
                    {"new": person, "old": before},
                )
                ended = " AND ended IS NOT NULL" if name == "holders" else ""
                connection.execute(sa.text(f"DELETE FROM {name} WHERE player = :old{ended}"), {"old": before})
            connection.execute(db.tables.update().where(db.tables.c.creator == before).values(creator=person))
            connection.execute(db.ways.update().where(db.ways.c.person == before).values(person=person))

    async def sign_out(self, person: str, device: str) -> None:
        """This device is nobody's from now on, at every server, and its connections end."""
        await asyncio.to_thread(self._end, person, device)
        self.forget(device)
        if self.hub.sharing is not None:
            self.hub.sharing.tell_signed_out(device)

    def _end(self, person: str, device: str) -> None:
        d, w = db.devices, db.ways
        with writing(self.store.engine) as connection, connection.begin():
            mine = sa.and_(d.c.digest == device, d.c.person == person)
            if not connection.execute(d.update().where(mine).values(ended=self.store.now())).rowcount:
                raise Refusal("none", "There is no such device.")
            connection.execute(w.delete().where(w.c.device == device))

    def forget(self, device: str) -> None:
        """What was known of a device holds no more."""
        self._known.pop(device, None)
        for table in self.hub.tables.values():
            for socket in [socket for socket in table.sockets if socket.device == device]:
                self.hub.in_background(socket.close(1012))

    def forget_all(self) -> None:
        """Devices may have been deleted from the database."""
        self._known.clear()


def plain(code: str) -> str:
    """As it is stored, however it was typed."""
    return re.sub(r"[\s-]", "", code).upper()


def grouped(code: str) -> str:
    return "-".join(re.findall(".{1,4}", code))


def named(agent: str) -> str:
    """What to call a device, from what its browser says of itself."""
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
