"""The notification channels that people chose, stored in the database for all servers."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from email.message import EmailMessage
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.web.notify import mail, push, webhook
from tabletown.web.notify.messages import News, NotificationSettings, read_settings
from tabletown.web.notify.outbound_http import OutboundHttp
from tabletown.web.seats import Refusal
from tabletown.web.settings import Settings
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.storage.store import Store

PUSH, MAIL, HOOK = "push", "mail", "hook"
MOST = 12  # channels per person
FAILED = 8  # failures in a row after which a channel is dropped
REQUESTS = 100  # concurrent requests to the outside
SECRET = "secret"  # stored: the key with which this installation signs


class NotifierConfig(NamedTuple):
    """What the host allows: a mail server, webhooks, and a contact for push services."""

    smtp: mail.Smtp | None = None
    hooks: bool = False
    contact: str = "https://example.org/"
    outside: OutboundHttp = OutboundHttp()

    @classmethod
    def of(cls, settings: Settings) -> NotifierConfig:
        """The configuration from the settings; raises ValueError with a sentence if the mail server can't be parsed."""
        contact = settings.contact or (f"mailto:{settings.mail_from}" if settings.mail_from else "https://localhost/")
        return cls(mail.Smtp.of(settings.smtp, settings.mail_from), settings.webhooks, contact)


class Gone(Exception):
    """The recipient no longer exists."""


class Channels:
    def __init__(self, store: Store, config: NotifierConfig) -> None:
        self.store, self.config = store, config
        self._keys: dict[str, str] = {}
        self._requests, self._mails = asyncio.Semaphore(REQUESTS), asyncio.Semaphore(mail.THREADS)

    # ------------------------------------------------------------------ what can be chosen

    def key(self, name: str, make: Any = lambda: secrets.token_urlsafe(32)) -> str:
        """A secret of this installation, made once by whichever server needs it first."""
        if name not in self._keys:
            with writing(self.store.engine) as connection, connection.begin():
                db.ADD_KEPT_ONCE.run(connection, [(SECRET, name, make(), self.store.now())])
                kept = db.kept.c
                found = connection.scalar(sa.select(kept.data).where(kept.kind == SECRET, kept.key == name))
            self._keys[name] = str(found)
        return self._keys[name]

    def public_key(self) -> str:
        return push.public_key(self.key("vapid", push.new_key)) if push.available() else ""

    def token(self, purpose: str, id: str, secret: str) -> str:
        """The token that confirms or ends a channel; derived each time, so it isn't stored."""
        made = hmac.new(self.key("links").encode(), f"{purpose}/{id}/{secret}".encode(), hashlib.sha256)
        return push.encode(made.digest()[:18])

    def is_token(self, purpose: str, row: Any, token: str) -> bool:
        return hmac.compare_digest(self.token(purpose, row.id, row.secret).encode(), token.encode())

    # ------------------------------------------------------------------ what was chosen

    def of(self, person: str) -> Sequence[Any]:
        with self.store.engine.connect() as connection:
            wanted = sa.select(db.channels).where(db.channels.c.person == person).order_by(db.channels.c.created)
            return connection.execute(wanted).all()

    def find(self, id: str) -> Any:
        with self.store.engine.connect() as connection:
            return connection.execute(sa.select(db.channels).where(db.channels.c.id == id)).one_or_none()

    def settings(self, person: str) -> NotificationSettings:
        row = self.store.player(person) if person else None
        return read_settings(row.settings) if row is not None else NotificationSettings()

    def keep_settings(self, person: str, settings: NotificationSettings) -> None:
        data = msgspec.json.encode(settings).decode()
        with writing(self.store.engine) as connection, connection.begin():
            db.ADD_PLAYER_ONCE.run(connection, [(person, "", self.store.now())])
            connection.execute(db.players.update().where(db.players.c.id == person).values(settings=data))

    def add(self, person: str, kind: str, address: Any, device: str = "", confirmed: bool = True) -> Any:
        """Add a channel in place of the one it replaces: a device has one push, a person one address and one chat."""
        channels, id = db.channels, secrets.token_urlsafe(9)
        data = msgspec.json.encode(address).decode()
        with writing(self.store.engine) as connection, connection.begin():
            old = sa.and_(channels.c.person == person, channels.c.kind == kind)
            connection.execute(
                channels.delete().where(sa.and_(old, channels.c.device == device) if kind == PUSH else old)
            )
            if kind == PUSH:  # the same browser may have belonged to another person
                connection.execute(channels.delete().where(channels.c.kind == PUSH, channels.c.address == data))
            count = connection.scalar(
                sa.select(sa.func.count()).select_from(channels).where(channels.c.person == person)
            )
            if (count or 0) >= MOST:
                raise Refusal("busy", "You have too many of these. Turn one off first.")
            row: dict[str, Any] = {"id": id, "person": person, "device": device, "kind": kind, "address": data}
            row |= {"confirmed": confirmed, "secret": secrets.token_urlsafe(9), "failed": 0}
            row["created"] = self.store.now()
            connection.execute(channels.insert().values(**row))
        return self.find(id)

    def confirm(self, id: str) -> None:
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(db.channels.update().where(db.channels.c.id == id).values(confirmed=True))

    def end(self, id: str, person: str | None = None) -> None:
        mine = (
            db.channels.c.id == id
            if person is None
            else sa.and_(db.channels.c.id == id, db.channels.c.person == person)
        )
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(db.channels.delete().where(mine))
            connection.execute(db.outbox.delete().where(db.outbox.c.channel.not_in(sa.select(db.channels.c.id))))

    # ------------------------------------------------------------------ sending

    async def send(self, row: Any, news: News, settings: NotificationSettings, once: str = "") -> None:
        """Send by this channel. Raises OSError if that may work later, Gone or Refusal if it never will."""
        if row.kind == MAIL:
            if (smtp := self.config.smtp) is None:
                raise OSError("This server has no mail server.")
            await self.send_mail(smtp, await asyncio.to_thread(self._mail, smtp, row, news, settings, once))
            return
        url, body, headers = await asyncio.to_thread(self._request, row, news)
        async with self._requests:
            status = await self.config.outside.post(url, body, headers)
        if status in (404, 410):
            raise Gone
        if not 200 <= status < 300:
            raise OSError(f"The other server answered {status}.")

    async def send_mail(self, smtp: mail.Smtp, message: EmailMessage) -> None:
        """Send a mail; raises OSError if the mail server doesn't accept it."""
        async with self._mails:
            await smtp.send(message)

    def _mail(self, smtp: mail.Smtp, row: Any, news: News, settings: NotificationSettings, once: str) -> EmailMessage:
        off = f"{settings.base}/off/{row.id}/{self.token('off', row.id, row.secret)}"
        address = msgspec.json.decode(row.address, type=str)
        text = f"{news.text}\n\n{news.url}\n\n-- \n{off}\n"
        return mail.compose(smtp, address, news.title, text, off, once)

    def _request(self, row: Any, news: News) -> tuple[str, bytes, dict[str, str]]:
        """The target and the request; raises Refusal."""
        if row.kind == PUSH:
            to = msgspec.json.decode(row.address, type=push.Subscription)
            body = push.encrypt(msgspec.json.encode(news._asdict()), to)
            key = self.key("vapid", push.new_key)
            return to.endpoint, body, push.headers(to, key, self.config.contact, news.tag)
        if not self.config.hooks:
            raise Refusal("not-yours", "This server doesn't send webhook notifications.")
        url = msgspec.json.decode(row.address, type=str)
        return url, *webhook.request(url, news)
