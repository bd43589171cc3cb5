"""A room: a session with real tables, the people who joined it, and the pages that look at it."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import logging
import random
import secrets
import time
from collections.abc import Callable
from typing import Any

import msgspec

from tabletown.bots import USUAL
from tabletown.games.broken_cities.session import MOST_TABLES, Session
from tabletown.kernel.chance import fresh_seed
from tabletown.kernel.errors import NotAllowed, TabletownError
from tabletown.web import store as db
from tabletown.web.chairs import Actor, Chair, Refusal
from tabletown.web.hub import CLASS, Hub, new_id
from tabletown.web.messages import ChatLine
from tabletown.web.tables import Table

log = logging.getLogger("tabletown.web")

KIND = "broken-cities-room"
KEEP = 14 * 86400.0  # seconds after which a room is not opened again
SEATS = 4
BOT = USUAL


class Place(msgspec.Struct):
    table: int
    seat: int


class Kept(msgspec.Struct):
    """What is written down of a room besides its tables."""

    host: str
    title: str
    session: Any
    tables: list[str]
    places: dict[str, Place]
    clock: int  # minutes, for the lobby
    story: bool


class Room:
    def __init__(self, rooms: Rooms, code: str, host: str, title: str, session: Session) -> None:
        self.rooms, self.hub, self.code, self.host, self.title = rooms, rooms.hub, code, host, title
        self.session = session
        self.tables: list[Table] = []
        self.places: dict[str, Place] = {}  # by player
        self.clock, self.story = 40, True
        self.looking: set[Callable[[], None]] = set()  # pages to show every change to
        self.online: dict[str, int] = {}  # connections a player
        self._acting = False
        self._telling: asyncio.Handle | None = None

    @property
    def wall(self) -> str:
        """What opens the projector and the export besides the code: made of what only the server knows."""
        return hashlib.sha256(f"{KIND} {self.code} {self.host}".encode()).hexdigest()[:20]

    @property
    def in_lobby(self) -> bool:
        return self.session.state.phase == "lobby"

    def table_of(self, player: str) -> Table | None:
        place = self.places.get(player)
        return self.tables[place.table] if place is not None and self.tables else None

    # ------------------------------------------------------------------ the tables' overseer

    def why_not_play(self, table: Table) -> str:
        reason = self.session.why_not_play()
        return str(reason) if reason is not None else ""

    def played(self, table: Table) -> None:
        if not self._acting:
            number = self.tables.index(table)
            self.act(lambda: self.session.played(number, time.time()))

    def said(self, table: Table, line: ChatLine) -> None:
        """A line in the chat that begins with a question mark is for the facilitator."""
        if line.text.startswith("?") and line.text.strip("? ") and line.seat is not None:
            number, seat, words = self.tables.index(table), line.seat, line.text.lstrip("? ")
            self.act(lambda: self.session.ask(number, seat, words, time.time()))

    def came_or_went(self, table: Table) -> None:
        self.tell_soon()

    def reloaded(self, table: Table) -> None:
        """Something could not be written: the room stands again as it is kept, over the tables as they are kept."""
        kept = msgspec.json.decode(self.hub.store.kept_as(KIND, self.code), type=Kept)
        self.session = Session.restore(kept.session, [table.match for table in self.tables])
        self.places, self.clock, self.story = kept.places, kept.clock, kept.story
        self.oversee()
        self.tell_soon()

    def act(self, step: Callable[[], object]) -> asyncio.Future[None]:
        """Let the session go on; what the tables and the room write by it shares one commit."""
        self._acting = True
        try:
            step()
        except NotAllowed as error:
            raise Refusal("illegal", str(error.reason), error.reason.rule) from None
        except TabletownError as error:
            raise Refusal("malformed", str(error)) from None
        finally:
            self._acting = False
        return self.write_down()

    def _answer(self, table: int, seat: int, option: str) -> None:
        self.tables[table].answer(seat, option)

    def write_down(self) -> asyncio.Future[None]:
        kept = Kept(
            self.host,
            self.title,
            msgspec.to_builtins(self.session.state),
            [table.id for table in self.tables],
            self.places,
            self.clock,
            self.story,
        )
        row = (KIND, self.code, msgspec.json.encode(kept).decode(), time.time())
        done = self.hub.store.commit([(db.PUT_KEPT, row)])
        done.add_done_callback(lambda _: self.tell_soon())
        return done

    # ------------------------------------------------------------------ telling

    def tell_soon(self) -> None:
        """Show the room to everybody who looks at it; many changes at once are shown once."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(0.1, self._tell)

    def _tell(self) -> None:
        self._telling = None
        for show in list(self.looking):
            show()

    # ------------------------------------------------------------------ the lobby

    async def join(self, player: str, name: str) -> None:
        """Seat somebody, before the start or later in place of a bot. Who is back keeps the place."""
        name = " ".join(name.split())[:24]
        if not name:
            raise Refusal("malformed", "Please type your name.")
        if player in self.places:
            return
        if any(name == other for table in self.session.state.tables for other in table.names):
            name += " " + str(sum(name in table.names for table in self.session.state.tables) + 1)
        place = Place(0, 0)

        def seat() -> None:
            place.table, place.seat = self.session.join(name)

        done = self.act(seat)
        self.places[player] = place
        if self.tables:
            table = self.tables[place.table]
            table.sit_down(table.chairs[place.seat], Actor(player), name)
        await done
        self.write_down()

    def move(self, one: Place, other: Place) -> None:
        """Two seats of the lobby change places, an empty one included."""
        tables = self.session.state.tables
        for place in (one, other):
            if not self.in_lobby or place.table not in range(len(tables)) or place.seat not in range(SEATS):
                raise Refusal("malformed", "There is no such seat.")
        a, b = tables[one.table].names, tables[other.table].names
        a[one.seat], b[other.seat] = b[other.seat], a[one.seat]
        for place in self.places.values():
            if place == one:
                place.table, place.seat = other.table, other.seat
            elif place == other:
                place.table, place.seat = one.table, one.seat

    def mix(self) -> None:
        """Everybody somewhere else, spread evenly."""
        tables = self.session.state.tables
        people = [(place, tables[place.table].names[place.seat]) for place in self.places.values()]
        random.SystemRandom().shuffle(people)
        for table in tables:
            table.names = [""] * SEATS
        for number, (place, name) in enumerate(people):
            place.table, place.seat = number % len(tables), number // len(tables)
            tables[place.table].names[place.seat] = name

    def set_tables(self, count: int) -> None:
        """More or fewer tables; who sat at one that goes is seated elsewhere."""
        state = self.session.state
        joined = len(self.places)
        if not self.in_lobby or not 1 <= count <= MOST_TABLES or count * SEATS < joined:
            raise Refusal("malformed", "{people} people do not fit at {tables} tables.", people=joined, tables=count)
        old = state.tables
        self.session = Session(count, options=_own(state.options), seed=state.seed, law_seconds=state.law_seconds)
        self.session.state.locked = state.locked
        for number, table in enumerate(old[:count]):
            self.session.state.tables[number].names = table.names
        for place in self.places.values():
            if place.table >= count:
                place.table, place.seat = self.session.join(old[place.table].names[place.seat])

    async def start(self) -> None:
        """The tables that somebody sits at begin; three is enough, and bots take what is missing to three."""
        if not self.in_lobby:
            raise Refusal("illegal", "The session has started already.")
        if not self.places:
            raise Refusal("illegal", "Nobody has joined yet.")
        lobby, now = self.session.state, time.time()
        filled = [number for number, table in enumerate(lobby.tables) if any(table.names)]
        sizes = [max(3, sum(map(bool, lobby.tables[number].names))) for number in filled]
        session = Session(
            sizes=sizes,
            options=_own(lobby.options),
            seed=lobby.seed,
            clock=self.clock * 60.0,
            law_seconds=lobby.law_seconds,
        )
        session.state.locked = lobby.locked
        for player, place in self.places.items():
            name = lobby.tables[place.table].names[place.seat]
            table = filled.index(place.table)
            seat = next(s for s, taken in enumerate(session.state.tables[table].names) if not taken)
            session.seat(table, seat, name)
            self.places[player] = Place(table, seat)
        session.start(now)
        self.session = session
        self._acting = True  # until all tables stand, the room does not react to any
        try:
            for number, match in enumerate(session.matches):
                chairs = [self._chair(number, seat) for seat in range(match.seats)]
                title = f"Table {number + 1}" + (f", {self.title}" if self.title else "")
                id = CLASS + new_id()  # so that a proxy can send all of a class to one process
                opened = await self.hub.open_new(match, chairs, Actor(self.host), title, "nobody", id=id)
                self.tables.append(opened)
                self.oversee()
        finally:
            self._acting = False
        await self.act(self.look_at_all)
        for each in self.tables:
            each.bots.call()

    def look_at_all(self) -> None:
        for number in range(len(self.tables)):
            self.session.played(number, time.time())

    def _chair(self, table: int, seat: int) -> Chair:
        state = self.session.state.tables[table]
        bot = state.bots[seat]
        chair = Chair(seat, "bot" if bot else "person", state.names[seat], BOT if bot else "")
        self.hub.give_key(chair)
        chair.holders = {player for player, place in self.places.items() if place == Place(table, seat)}
        return chair

    def oversee(self) -> None:
        self.session.answer = self._answer
        for table in self.tables:
            self.hub.overseers[table.id] = self

    # ------------------------------------------------------------------ in the room

    def let_bot_play(self, table: int, seat: int) -> None:
        self.session.let_bot_play(table, seat)
        self.tables[table].let_bot_play(self.tables[table].chairs[seat], BOT)

    def decide(self, question: int, answer: str) -> None:
        """The answer goes to all tables, and into the chat of each."""
        asked = self.session.state.questions[question]
        self.session.decide(question, answer, time.time())
        for table in self.tables:
            line = ChatLine(None, "Facilitator", f"{asked.text} {answer}", time.time())
            row = (time.time_ns(), table.id, None, line.name, line.text, line.at)
            table.chat.append(line)
            table.commit([(db.ADD_CHAT, row)], table.tell)
            for socket in table.sockets:
                socket.send_chat([line])

    def go_on(self) -> None:
        self.session.go_on(time.time())
        for table in self.tables:
            table.bots.call()

    def tick(self) -> None:
        state, now = self.session.state, time.time()
        due = state.clock_until and now >= state.clock_until and not state.ended
        due = due or any(table.law_until and now >= table.law_until for table in state.tables)
        if due and state.phase == "playing" and state.paused < 0:
            self.act(lambda: self.session.tick(now))

    def has_joined(self, player: str) -> bool:
        return player in self.places


def _own(options: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in options.items() if name not in ("facilitated", "tables")}


class Rooms:
    """All rooms of this server."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.rooms: dict[str, Room] = {}
        hub.at_start.append(self.open_all)
        hub.codes.append(lambda code: f"/join?code={code}" if code in self.rooms else None)
        self._clock: asyncio.Task[None] | None = None
        self._failed: set[str] = set()  # rooms that cannot be opened

    async def open_all(self) -> None:
        """After a restart every room stands where it stood."""
        await self._open_free()
        self._clock = asyncio.create_task(self._tick_on())

    async def _open_free(self) -> None:
        """Open every room that no other process has: a class lives in one process, and moves when that one dies."""
        for code, data in await asyncio.to_thread(self.hub.store.kept, KIND, time.time() - KEEP):
            mine = await self.hub.claim(f"{KIND}/{code}")
            if not mine:
                self.rooms.pop(code, None)
            elif code not in self.rooms and code not in self._failed:
                try:
                    await self._open(code, data)
                except Exception as error:  # of other rules or other content: the others are opened
                    self._failed.add(code)
                    log.error("class %s cannot be opened: %s", code, error)

    async def _open(self, code: str, data: str) -> None:
        kept = msgspec.json.decode(data, type=Kept)
        tables = [table for id in kept.tables if (table := await self.hub.open(id, own=True)) is not None]
        if len(tables) == len(kept.tables):
            session = Session.restore(kept.session, [table.match for table in tables])
            room = Room(self, code, kept.host, kept.title, session)
            room.tables, room.places = tables, kept.places
            room.clock, room.story = kept.clock, kept.story
            room.oversee()
            self.rooms[code] = room
            if tables:
                room.act(room.look_at_all)  # what a table did just before the end is heard now

    async def _tick_on(self) -> None:
        for second in itertools.count():
            await asyncio.sleep(1)
            for room in list(self.rooms.values()):
                room.tick()
            if self.hub.sharing is not None and second % 3 == 0:
                try:
                    await self._open_free()
                except Exception as error:  # the database is away: in three seconds again
                    log.warning("no class could be looked for: %s", error)

    async def make(self, host: str, title: str, tables: int, clock: int, options: dict[str, str] | None = None) -> Room:
        code = next(c for c in iter(lambda: f"{secrets.randbelow(900_000) + 100_000}", "") if c not in self.rooms)
        session = Session(tables, options=options, seed=fresh_seed())
        room = Room(self, code, host, " ".join(title.split())[:40], session)
        room.clock = clock
        self.rooms[code] = room
        await self.hub.claim(f"{KIND}/{code}")
        await room.write_down()
        return room

    def find(self, code: str) -> Room:
        room = self.rooms.get(code.replace(" ", ""))
        if room is None:
            raise Refusal("none", "There is no session with this code. Look at the wall again: it has six digits.")
        return room
