"""Guest bots: accounts for programs that people run elsewhere, and challenges to them.

An account belongs to the person who made it. Its key is a device of the account, as a cookie is one of a person, so
ending it closes its connections on every server. The id of an account tells that it is a program; its name says so too,
wherever a name is shown. A challenge is a free seat that is kept for the bot until it accepts or declines.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Protocol

import msgspec
import sqlalchemy as sa

from tabletown.kernel import Text
from tabletown.web.people.linking import PUT_DEVICE
from tabletown.web.people.names import checked, lookalike
from tabletown.web.seats import GUEST, Refusal, player_id
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

KEY = "ttb_"  # prefix of every bot's key
ACCOUNT, HERE, CHALLENGE = db.GUEST_BOT, "guest-here", "guest-challenge"  # kinds of stored items
MARK = " (bot)"  # suffix of every bot's name
MOST = 5  # bots per person
MOST_TABLES = 40  # running tables per bot
BEAT, GONE = 10.0, 30.0  # seconds between two signs of life of a connected bot, and after which it counts as gone

NO_BOT = Text("We can't find that bot. It may have been deleted.")
TAKEN = Text("Another bot has that name. Choose a different one.")
TOO_MANY = Text("You have {n} bots already. Delete one first.")
NOT_CONNECTED = Text("{name} isn't connected right now. Choose another bot.")
NOT_THAT_GAME = Text("{name} doesn't play {game}. Choose another bot.")
BUSY = Text("{name} is playing at {n} tables already. Try again later.")
NO_CHALLENGE = Text("That challenge is over: the seat is taken, or the table was deleted.")


class GuestBot(msgspec.Struct):
    """A guest bot. `games`: those it plays; empty: all."""

    id: str
    name: str
    owner: str
    games: list[str] = []


class Connected(msgspec.Struct):
    """A connected guest bot, as people choose it."""

    id: str
    name: str
    games: list[str]

    def plays(self, game: str) -> bool:
        return not self.games or game in self.games


class BotChallenge(msgspec.Struct):
    """A seat kept for a bot. `id`: what the bot calls it in its answer."""

    id: str
    bot: str
    table: str
    seat: int
    by: str


class Stream(Protocol):
    """A bot's stream of events."""

    def wake(self) -> None: ...

    def end(self) -> None: ...


class Guests:
    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store
        self.listening: dict[str, set[Stream]] = {}  # by account: its streams on this server

    # ------------------------------------------------------------------ accounts

    def create(self, owner: str, name: str) -> tuple[GuestBot, str]:
        """Create an account; its key is returned only here."""
        name = checked(name.strip().removesuffix(MARK.strip()).strip())
        self.hub.refused_names.check(name)
        account = GuestBot(GUEST + secrets.token_hex(14), name + MARK, owner)
        everybody = self.all()
        if lookalike(account.name) in {lookalike(other.name) for other in everybody}:
            raise Refusal("taken", TAKEN)
        if sum(other.owner == owner for other in everybody) >= MOST:
            raise Refusal("not-yours", TOO_MANY(n=MOST))
        now = self.store.now()
        with writing(self.store.engine) as connection, connection.begin():
            db.ADD_PLAYER.run(connection, [(account.id, account.name, now)])
            db.PUT_KEPT.run(connection, [(ACCOUNT, account.id, encoded(account), now)])
        return account, self.new_key(account)

    def new_key(self, account: GuestBot) -> str:
        """Replace the key by a new one."""
        key, now, d = KEY + secrets.token_urlsafe(24), self.store.now(), db.devices
        with writing(self.store.engine) as connection, connection.begin():
            held = sa.and_(d.c.person == account.id, d.c.ended.is_(None))
            ended = list(connection.scalars(sa.select(d.c.digest).where(held)))
            connection.execute(d.update().where(held).values(ended=now))
            PUT_DEVICE.run(connection, [(player_id(key), account.id, account.name, now, now)])
        self.end(ended)
        return key

    def end(self, keys: list[str]) -> None:
        """Disable these keys on every server."""
        for key in keys:
            self.hub.devices.forget(key)
            if self.hub.cluster is not None:
                self.hub.cluster.tell_signed_out(key)

    def all(self) -> list[GuestBot]:
        return [msgspec.json.decode(data, type=GuestBot) for _, data in self.store.kept(ACCOUNT)]

    def of(self, owner: str) -> list[GuestBot]:
        """This person's bots, by name."""
        return sorted((account for account in self.all() if account.owner == owner), key=lambda one: one.name)

    def find(self, id: str) -> GuestBot:
        data = self.store.kept_as(ACCOUNT, id)
        if not data:
            raise Refusal("none", NO_BOT)
        return msgspec.json.decode(data, type=GuestBot)

    def owned(self, owner: str, id: str) -> GuestBot:
        account = self.find(id)
        if not owner or account.owner != owner:
            raise Refusal("none", NO_BOT)
        return account

    # ------------------------------------------------------------------ who is connected

    def here(self, account: GuestBot) -> None:
        """Note that this bot is connected."""
        now = self.store.now()
        with writing(self.store.engine) as connection, connection.begin():
            rows = [(kind, account.id, encoded(account), now) for kind in (ACCOUNT, HERE)]
            db.PUT_KEPT.run(connection, rows)

    def gone(self, id: str) -> None:
        k = db.kept
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(k.delete().where(k.c.kind == HERE, k.c.key == id))

    def connected(self) -> list[Connected]:
        """Bots that anybody can challenge, by name."""
        if not self.hub.settings.guest_bots:
            return []
        found = [msgspec.json.decode(data, type=GuestBot) for _, data in self.store.kept(HERE, self.store.now() - GONE)]
        return sorted((Connected(one.id, one.name, one.games) for one in found), key=lambda one: one.name)

    def welcome(self, id: str, game: str) -> str:
        """The name of a bot that can be challenged to this game; raises Refusal."""
        account = self.find(id)
        there = next((one for one in self.connected() if one.id == id), None)
        if there is None:
            raise Refusal("none", NOT_CONNECTED(name=account.name))
        if not there.plays(game):
            raise Refusal("malformed", NOT_THAT_GAME(name=account.name, game=game))
        if len(self.store.tables_of(id, over=False, limit=MOST_TABLES)) >= MOST_TABLES:
            raise Refusal("busy", BUSY(name=account.name, n=MOST_TABLES))
        return account.name

    # ------------------------------------------------------------------ challenges

    def challenges(self, id: str) -> list[BotChallenge]:
        """Challenges that this bot hasn't answered and whose seats are still free."""
        k, s, t = db.kept.c, db.seats.c, db.tables.c
        with self.store.engine.connect() as connection:
            rows = connection.execute(
                sa.select(k.data, s.kind, t.over)
                .join(db.seats, k.key == sa.literal(f"{id}/") + s.table + "/" + sa.cast(s.seat, sa.String))
                .join(db.tables, t.id == s.table)
                .where(k.kind == CHALLENGE, k.key.startswith(f"{id}/", autoescape=True))
                .order_by(k.at)
            ).all()
        return [
            msgspec.json.decode(row.data, type=BotChallenge)
            for row in rows
            if row.kind in ("link", "open") and not row.over
        ]

    def challenge(self, id: str, challenge: str) -> BotChallenge:
        found = next((one for one in self.challenges(id) if one.id == challenge), None)
        if found is None:
            raise Refusal("none", NO_CHALLENGE)
        return found

    def settle(self, challenge: BotChallenge) -> None:
        """Remove a challenge that was answered."""
        k = db.kept
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(k.delete().where(k.c.kind == CHALLENGE, k.c.key == key_of(challenge)))

    def wake(self, id: str) -> None:
        """Something happened to this bot: its streams here check at once, those of other servers soon after."""
        for stream in self.listening.get(id, ()):
            stream.wake()


def asks(bot: str, table: str, seat: int, by: str, now: float) -> db.Write:
    """The row to store when a table is opened with a seat for this bot."""
    challenge = BotChallenge(f"{table}-{seat}", bot, table, seat, by)
    return db.PUT_KEPT, (CHALLENGE, key_of(challenge), encoded(challenge), now)


def key_of(challenge: BotChallenge) -> str:
    return f"{challenge.bot}/{challenge.table}/{challenge.seat}"


def encoded(kept: GuestBot | BotChallenge) -> str:
    return msgspec.json.encode(kept).decode()
