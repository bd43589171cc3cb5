"""Bans from playing or from writing, and when they end: for a person, or a range of addresses.

A ban follows its person: every address they use while it lasts is closed to people without a name of their own, so a
second cookie doesn't help, and a housemate with a name can play on.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
import time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import sqlalchemy as sa

from tabletown.kernel import Text
from tabletown.web.people.accounts import account_of
from tabletown.web.seats import Refusal
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

Kind = Literal["person", "chat", "address"]
NOT_ALLOWED = 4403  # why a connection ends
FOLLOWED = 20  # addresses of one person that a ban follows: somebody with thousands would have all of them looked at
FRESH = 3.0  # seconds for which loaded bans are valid if other servers may add some
DAY = 86400.0

BANNED = Text("You can't play here until {day}. {reason:word} You can still download or erase your data.")
CLOSED = Text("This network can't be used here right now. If you have a name of your own, sign in with it.")
NO_CHAT = Text("The host has turned off your chat until {day}. You can play on.")


class Ban(NamedTuple):
    id: str
    kind: str
    what: str
    name: str
    reason: str
    origin: str
    at: float
    until: float


_COLUMNS = [db.bans.c[name] for name in Ban._fields]


def range_of(words: str) -> str:
    """A range of addresses in its stored form; raises Refusal."""
    try:
        network = ipaddress.ip_network(words.strip(), strict=False)
    except ValueError:
        raise Refusal("malformed", "That isn't an address or range. Type one like 203.0.113.0/24.") from None
    if network.prefixlen < (8 if network.version == 4 else 19):
        raise Refusal("malformed", "That range is too large. It would close the server to whole countries.")
    return str(network)


class Bans:
    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store
        self._known: list[Ban] = []
        self._networks: list[tuple[Any, Ban]] = []
        self._read = float("-inf")

    def running(self) -> list[Ban]:
        """All active bans from the database, latest first."""
        b = db.bans.c
        with self.store.engine.connect() as connection:
            rows = connection.execute(
                sa.select(*_COLUMNS).where(b.until > self.store.now()).order_by(b.at.desc())
            ).all()
        return [Ban(*row) for row in rows]

    async def refresh(self) -> None:
        """Decisions made on other servers apply here within seconds."""
        if time.monotonic() - self._read > FRESH:
            self._read = time.monotonic()
            self._know(await asyncio.to_thread(self.running))

    def _know(self, bans: list[Ban]) -> None:
        self._known = bans
        banned = {ban.what for ban in bans if ban.kind == "person"}
        for table in self.hub.tables.values() if banned else ():
            for socket in [socket for socket in table.sockets if socket.actor.player in banned]:
                self.hub.in_background(socket.close(NOT_ALLOWED))
        self._networks = [(ipaddress.ip_network(ban.what), ban) for ban in bans if ban.kind == "address"]

    def of(self, person: str, kind: Kind) -> Ban | None:
        """The ban of this kind that applies to a person, among those already loaded."""
        now = self.store.now()
        found = (ban for ban in self._known if ban.kind == kind and ban.what == person and ban.until > now)
        return next(found, None) if person else None

    def at(self, address: str) -> Ban | None:
        """The ban that applies to an address."""
        try:
            ip, now = ipaddress.ip_address(address), self.store.now()
        except ValueError:
            return None
        return next((ban for network, ban in self._networks if ip in network and ban.until > now), None)

    async def why_not(self, person: str, address: str) -> Text | None:
        """Why somebody at that address may not; None if they may."""
        await self.refresh()
        if not self._known:
            return None
        if (ban := self.of(person, "person")) is not None:
            followed = sum(other.origin == ban.id for other in self._known)
            if self.at(address) is None and followed < FOLLOWED and address not in ("127.0.0.1", "::1"):
                await self.add("address", network_of(address), ban.name, ban.reason, ban.until, ban.id)
            return BANNED(day=day_of(ban.until), reason=ban.reason)
        if self.at(address) is None or await asyncio.to_thread(account_of, self.store, person) is not None:
            return None
        return CLOSED()

    async def add(self, kind: Kind, what: str, name: str, reason: str, until: float, origin: str = "") -> Ban:
        ban = Ban(secrets.token_hex(8), kind, what, name, reason, origin, self.store.now(), until)
        await asyncio.to_thread(self._add, ban)
        self._know([ban, *[other for other in self._known if other.what != what or other.kind != kind]])
        return ban

    def _add(self, ban: Ban) -> None:
        b = db.bans
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(b.delete().where(b.c.kind == ban.kind, b.c.what == ban.what))
            connection.execute(b.insert().values(ban._asdict()))

    async def end(self, id: str) -> Ban | None:
        """Lift a ban, and with it the addresses that it followed."""
        found = next((ban for ban in await asyncio.to_thread(self.running) if ban.id == id), None)
        if found is not None:
            await asyncio.to_thread(self._end, id)
            self._know(await asyncio.to_thread(self.running))
        return found

    def _end(self, id: str) -> None:
        b = db.bans
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(b.delete().where(sa.or_(b.c.id == id, b.c.origin == id)))


def network_of(address: str) -> str:
    """An IPv4 address alone; of IPv6 the /64 that one customer has."""
    return str(ipaddress.ip_network(f"{address}/64" if ":" in address else address, strict=False))


def day_of(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(at))
