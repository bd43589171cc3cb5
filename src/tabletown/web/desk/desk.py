"""The host's desk: who is signed in to it, reports, announcements, and its log."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from tabletown.web.people.accounts import account_of
from tabletown.web.seats import Refusal, clean, digest
from tabletown.web.settings import Rate
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing

if TYPE_CHECKING:
    from tabletown.web.hub import Hub
    from tabletown.web.tables.table import Table

HOST, AS = "host", "person:"  # who showed the key; how a session of a person begins
FRESH = 3.0  # seconds for which what was read of the server holds
DESK, SESSION = "desk", "desk-session"  # kept: decisions for the whole server; devices that are signed in
LONG = 12 * 3600.0  # seconds for which a device stays signed in
AROUND = 5  # chat lines that are stored with a report


class ChatLine(msgspec.Struct):
    at: float
    name: str
    text: str
    reported: bool = False


class House(msgspec.Struct):
    """Decisions that apply to the whole server."""

    announcement: str = ""
    until: float = 0.0
    sign_ups: bool = True
    invited_only: bool = False
    limits: dict[str, tuple[float, float]] = {}  # that the host set: per second, and at once


class Desk:
    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store
        self._house, self._read = House(), float("-inf")

    # ------------------------------------------------------------------ who sits at it

    @property
    def is_open(self) -> bool:
        return bool(self.hub.settings.host_key)

    def enter_as(self, device: str, person: str) -> None:
        """A person whose passkey opens the desk has just used it."""
        with writing(self.store.engine) as connection, connection.begin():
            db.PUT_KEPT.run(connection, [(SESSION, device, f"{AS}{person}", self.store.now())])

    def enter(self, device: str, key: str) -> None:
        """Sign this device in to the desk for some hours; raises Refusal if the key is wrong."""
        known = self.hub.settings.host_key
        if not known or not hmac.compare_digest(digest(known), digest(key.strip())):
            raise Refusal("not-yours", "That isn't the host's key.")
        k = db.kept
        with writing(self.store.engine) as connection, connection.begin():
            old = sa.and_(k.c.kind == SESSION, k.c.at < self.store.now() - LONG)
            connection.execute(k.delete().where(old))
            row = (SESSION, device, digest(known), self.store.now())
            db.PUT_KEPT.run(connection, [row])

    def leave(self, device: str) -> None:
        k = db.kept
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(k.delete().where(k.c.kind == SESSION, k.c.key == device))

    def who(self, device: str) -> str:
        """Who sits at the desk on this device, which showed the key or a host's passkey lately; "" for nobody."""
        k, known = db.kept.c, self.hub.settings.host_key
        if not device or not known:
            return ""
        wanted = sa.select(k.data).where(k.kind == SESSION, k.key == device, k.at > self.store.now() - LONG)
        with self.store.engine.connect() as connection:
            data = str(connection.scalar(wanted) or "")
        if data.startswith(AS):
            account = account_of(self.store, data.removeprefix(AS))
            return account.handle if account is not None and account.host else ""
        return HOST if data == digest(known) else ""

    def let_host(self, person: str, hosts: bool) -> None:
        """Whether this person's passkey opens the desk."""
        a = db.accounts
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(a.update().where(a.c.person == person).values(host=hosts))

    def hosts(self) -> list[str]:
        """The names of those whose passkey opens the desk."""
        a = db.accounts.c
        with self.store.engine.connect() as connection:
            return list(connection.scalars(sa.select(a.handle).where(a.host).order_by(a.handle)))

    # ------------------------------------------------------------------ the server

    def house(self) -> House:
        data = self.store.kept_as(DESK, "house")
        return msgspec.json.decode(data, type=House) if data else House()

    async def current(self) -> House:
        """The same, read within the last seconds; what another server set counts here, too."""
        if self.is_open and time.monotonic() - self._read > FRESH:
            self._read = time.monotonic()
            self._know(await asyncio.to_thread(self.house))
        return self._house

    def _know(self, house: House) -> None:
        self._house = house
        for name, buckets in self.hub.rates.items():
            mine = getattr(self.hub.limits, name)
            buckets.set(Rate(*house.limits[name]) if name in house.limits else mine)

    async def change(self, **new: Any) -> None:
        """Change this for the whole server."""
        house = msgspec.structs.replace(await asyncio.to_thread(self.house), **new)
        await asyncio.to_thread(self.set_house, house)
        self._know(house)

    def set_house(self, house: House) -> None:
        with writing(self.store.engine) as connection, connection.begin():
            row = (DESK, "house", msgspec.json.encode(house).decode(), self.store.now())
            db.PUT_KEPT.run(connection, [row])

    def announced(self) -> str:
        house = self.house()
        return house.announcement if house.until > self.store.now() else ""

    # ------------------------------------------------------------------ its log

    def note(self, host: str, action: str, person: str = "", words: str = "") -> None:
        """Append an entry to the log, from which nothing is removed."""
        with writing(self.store.engine) as connection, connection.begin():
            data = msgspec.json.encode({"words": words}).decode()
            row = {"id": secrets.token_hex(8), "host": host, "action": action, "person": person, "data": data}
            connection.execute(db.audit.insert().values(**row, at=self.store.now()))

    def log(self, most: int = 200) -> list[tuple[float, str, str, str]]:
        a = db.audit.c
        with self.store.engine.connect() as connection:
            rows = connection.execute(sa.select(db.audit).order_by(a.at.desc()).limit(most)).all()
        return [(row.at, row.host, row.action, msgspec.json.decode(row.data).get("words", "")) for row in rows]

    # ------------------------------------------------------------------ reports

    def report_chat(self, table: Table, seat: int | None, name: str, at: float, by: str, by_name: str) -> None:
        """Report a chat line with the lines around it; the same line by the same reporter counts once."""
        chat, r = table.chat, db.reports
        place = next((n for n, line in enumerate(chat) if line.at == at), 0)
        around = chat[max(0, place - AROUND // 2) : place + AROUND // 2 + 1]
        lines = [ChatLine(line.at, line.name, line.text, line.at == at) for line in around]
        # of two people on one seat the other must not answer for it; nobody is better than the wrong one
        holders = table.seats[seat].holders if seat is not None else set()
        who = table.writers.get(at) or ("" if len(holders) != 1 else next(iter(holders)))
        values = {"kind": "chat", "person": who, "name": name, "by": by, "by_name": by_name, "table": table.id}
        context = msgspec.json.encode(lines).decode()
        with writing(self.store.engine) as connection, connection.begin():
            id = digest(f"{table.id}/{at!r}/{by}")[:24]
            if connection.execute(sa.select(r.c.id).where(r.c.id == id)).first() is None:
                connection.execute(r.insert().values(id=id, text="", context=context, at=self.store.now(), **values))

    def reports(self) -> list[Any]:
        r = db.reports.c
        with self.store.engine.connect() as connection:
            return list(connection.execute(sa.select(db.reports).where(r.state == "open").order_by(r.at)).all())

    def lines_of(self, report: Any) -> list[ChatLine]:
        return msgspec.json.decode(report.context, type=list[ChatLine])

    def decide(self, id: str, host: str, decision: str) -> Any:
        """Close a report and return it; raises Refusal if somebody else was faster."""
        r = db.reports
        with writing(self.store.engine) as connection, connection.begin():
            row = connection.execute(sa.select(r).where(r.c.id == id)).one_or_none()
            done = {"state": "done", "decision": decision, "host": host}
            open = sa.and_(r.c.id == id, r.c.state == "open")
            if row is None or not connection.execute(r.update().where(open).values(done)).rowcount:
                raise Refusal("stale", "That report is already settled.")
        return row

    def history(self, person: str) -> int:
        """How many of this person's reports led to action."""
        r = db.reports.c
        found = sa.and_(r.person == person, r.decision.not_in(["", "nothing"]))
        with self.store.engine.connect() as connection:
            return connection.scalar(sa.select(sa.func.count()).where(found)) or 0 if person else 0


def cut(words: str, most: int = 400) -> str:
    return clean(words, most)
