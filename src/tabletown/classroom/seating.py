"""Who sits where in a room, before the start and during play. Every change goes through the roster; seats at tables
follow."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from tabletown.bots import USUAL
from tabletown.classroom.lesson import Lesson
from tabletown.classroom.nicknames import nickname
from tabletown.classroom.roster import DOOR, Person, Roster, Spot, seen_as
from tabletown.classroom.session import LOCKED, Session
from tabletown.drawing import named
from tabletown.kernel import Text, say
from tabletown.web.hub import Hub
from tabletown.web.people.names import NOT_ALLOWED
from tabletown.web.seats import Actor, Refusal, TableSeat, clean
from tabletown.web.storage import schema as db
from tabletown.web.tables.opening import new_id
from tabletown.web.tables.table import Table

if TYPE_CHECKING:
    from tabletown.classroom.facilitators import Leader

BOT = USUAL
PUPILS = [
    "Ada",
    "Ben",
    "Cleo",
    "Dov",
    "Edda",
    "Finn",
    "Gus",
    "Hana",
    "Ivo",
    "Jun",
    "Kim",
    "Leo",
    "Mila",
    "Nur",
    "Omar",
    "Pia",
    "Quentin",
    "Ravi",
    "Sami",
    "Tara",
    "Uma",
    "Vito",
    "Wim",
    "Zoe",
]  # bots of a rehearsal
# no pupil goes by these names
TEACHERS = ("Facilitator", "Teacher", "Your teacher")  # words
CAME = Text("{name} joined at table {table}.")
AT_THE_DOOR = Text("{name} joined and is waiting for a seat.")
ANOTHER_PHONE = Text("{name} moved to another phone.")
SEATED = Text("{name} was seated at table {table}.")
SEAT_WAITS = Text("{name} already has a seat. Ask your teacher to show its code on the wall.")
REMOVED = Text("{name} was removed.")
RENAMED = Text("{before} was renamed {name}.")
PHONE_BACK = Text("{name} moved back to the previous phone.")
MOVED = Text("{names} moved between table {one} and table {other}.")
FREED = Text("{name}'s seat was freed.")
PLAYS_AGAIN = Text("{name} took over from the bot again.")
BOT_PLAYS = Text("A bot took over for {name} (table {table}).")
BOT_THIS_TURN = Text("A bot played this turn for {name} (table {table}).")
NEWCOMER = 120.0  # seconds in which a phone that joined should load the class's page
AWAY = 20.0  # seconds after which a disconnected phone counts as gone


class Seating:
    """The part of a room that assigns seats."""

    hub: Hub
    code: str
    host: str
    title: str
    clock: int
    spare: bool
    nicknames: bool
    lesson: Lesson
    rehearsal: bool
    session: Session
    roster: Roster
    tables: list[Table]
    online: dict[str, int]
    newcomers: dict[str, tuple[str, float]]
    gone: dict[str, float]
    lent: dict[str, str]
    earlier: list[str]
    revealed: list[str]
    asked: int
    leaders: dict[str, Leader]
    _starting: bool
    act: Callable[[Callable[[], object]], asyncio.Future[None]]
    tell_soon: Callable[[], None]
    oversee: Callable[[], None]
    look_after: Callable[[Table], None]
    look_at_all: Callable[[], None]
    may_watch: Callable[[Actor], bool]

    @property
    def in_lobby(self) -> bool:
        return self.session.state.phase == "lobby"

    def number_of(self, table: Table) -> int:
        return next((number for number, mine in enumerate(self.tables) if mine is table), -1)

    def has_joined(self, phone: str) -> bool:
        return self.roster.of_phone(phone) is not None

    def table_of(self, phone: str) -> Table | None:
        """The table of this phone's seat, once the tables are open."""
        person = self.roster.of_phone(phone)
        return self.tables[person.table] if person is not None and person.table >= 0 and self.tables else None

    def plays_at(self, phone: str) -> Table | None:
        """The table of this phone's seat while the session runs and the table hasn't finished."""
        person, table = self.roster.of_phone(phone), self.table_of(phone)
        if person is None or table is None or self.session.over or self.session.state.tables[person.table].over:
            return None
        return table

    # ------------------------------------------------------------------ who is here

    def is_here(self, phone: str) -> bool:
        if not phone:
            return False
        return bool(self.online.get(phone)) or any(
            socket.actor.player == phone for table in self.tables for socket in table.sockets
        )

    def newcomers_from(self, client: str) -> int:
        """How many phones joined from there without loading the class's page. A script that throws its cookie away
        joins again and again, but never loads the page."""
        now = time.monotonic()
        self.newcomers = {
            phone: (whose, when)
            for phone, (whose, when) in self.newcomers.items()
            if now - when < NEWCOMER and self.has_joined(phone) and not self.is_here(phone)
        }
        return sum(whose == client for whose, _ in self.newcomers.values())

    def note_presence(self) -> None:
        now = time.monotonic()
        for person in self.roster:
            if self.is_here(person.phone):
                self.gone.pop(person.phone, None)
            elif person.phone:
                self.gone.setdefault(person.phone, now)

    def away_for(self, person: Person) -> float | None:
        """Seconds since this person's phone was last connected; None while it is."""
        if self.rehearsal or self.is_here(person.phone):
            return None
        return time.monotonic() - self.gone.setdefault(person.phone, time.monotonic()) if person.phone else 0.0

    def missing(self) -> list[Person]:
        """People whose phones have been disconnected for a while."""
        found = [(self.away_for(person), person) for person in self.roster.seated]
        return [person for away, person in found if away is not None and (away >= AWAY or not person.phone)]

    # ------------------------------------------------------------------ the roster is the truth

    def settle(self) -> None:
        """Update names, seats and bots from the roster, and redirect phones that lost their seat."""
        if not self.tables:
            for number, mine in enumerate(self.session.state.tables):
                mine.names = [self.roster.name_at(Spot(number, seat)) for seat in range(len(mine.names))]
                mine.bots = [bot and not name for bot, name in zip(mine.bots, mine.names)]
            return
        held = [(number, socket, bool(socket.holds)) for number, t in enumerate(self.tables) for socket in t.sockets]
        for number, table in enumerate(self.tables):
            self._settle(number, table)
        for number, socket, played in held:
            phone = socket.actor.player
            person = self.roster.of_phone(phone)
            elsewhere = person is not None and person.table not in (-1, number)
            if person is not None and elsewhere and not played:  # whoever has finished may watch the others
                elsewhere = not self.session.state.tables[person.table].over
            if elsewhere or (played and not self.may_stay(phone)) or not self.may_watch(socket.actor):
                socket.send_moved(f"/class/{self.code}")

    def may_stay(self, phone: str) -> bool:
        """Whether someone who played here still belongs to the table, as player or half of a pair."""
        person = self.roster.of_phone(phone)
        return person is not None and person.table >= 0

    def _settle(self, number: int, table: Table) -> None:
        changed: list[TableSeat] = []
        writes: list[db.Write] = []
        for table_seat in table.seats:
            people = self.roster.at(Spot(number, table_seat.seat))
            name = self.roster.name_at(Spot(number, table_seat.seat)) or self.session.bot_name(table_seat.seat)
            holders = {people[0].phone} if people and people[0].phone else set[str]()
            kind = "person" if people else "bot"
            if (table_seat.kind, table_seat.holders, table_seat.player) == (kind, holders, name):
                continue
            if (
                table_seat.holders != holders or table_seat.kind != kind
            ):  # someone new sits there, so no bot plays for them
                table_seat.stand_in = False
                self.lent.pop(f"{number}/{table_seat.seat}", None)
                if table.notes.plans.pop(table_seat.seat, None):
                    writes.append(table.note())
            for gone in table_seat.holders - holders:
                writes.append((db.DROP_HOLDER, {"id": table.id, "at": table_seat.seat, "who": gone}))
            writes += [(db.ADD_HOLDER, (new, table.id, table_seat.seat)) for new in holders - table_seat.holders]
            table_seat.kind, table_seat.bot, table_seat.holders = kind, "" if people else BOT, holders
            if table_seat.player != name:
                table.rename(table_seat, name)
            changed.append(table_seat)
        if changed:
            table.write_seats(changed, None, writes)
        self.seated(table)

    def seated(self, table: Table) -> None:
        """Update the session's names and bots from the tables' seats."""
        number = self.number_of(table)
        if number >= 0:
            mine = self.session.state.tables[number]
            mine.names = [table_seat.player for table_seat in table.seats]
            mine.bots = [table_seat.plays_itself for table_seat in table.seats]
            mine.people = [table_seat.kind == "person" for table_seat in table.seats]
            self.tell_soon()

    def change(self, step: Callable[[], object]) -> asyncio.Future[None]:
        """Change the roster; everything that depends on it follows in the same commit."""

        def both() -> None:
            step()
            self.settle()

        done = self.act(both)
        for table in self.tables:
            table.bots.call()
        return done

    def another_device(self, table: Table, seat: int, player: str) -> None:
        people = self.roster.at(Spot(self.number_of(table), seat))
        if people:
            self.change(lambda: self.roster.give(people[0], player))

    # ------------------------------------------------------------------ joining

    def sizes(self) -> list[int]:
        return [len(table.names) for table in self.session.state.tables]

    def free_spot(self) -> Spot | None:
        """A seat for a newcomer: at the emptiest table, and not one whose owner is only disconnected."""
        return self.roster.emptiest(self.sizes())

    def place_for_one(self) -> Spot | None:
        """A free seat; if there is none during play, one to share."""
        return self.free_spot() or (None if self.in_lobby else self.roster.to_share(self.sizes()))

    async def join(self, player: str, name: str) -> Person:
        """Seat someone: before the start in a free seat, later in place of a bot; otherwise they wait. People who
        return keep their seat."""
        known = self.roster.of_phone(player)
        if known is not None:
            return known
        if self.session.state.locked:
            raise Refusal("illegal", str(LOCKED), LOCKED.rule)
        if self.session.state.phase == "over":
            raise Refusal("over", "This session is over.")
        if not self.nicknames and any(person.name.casefold() == clean(name).casefold() for person in self.missing()):
            raise Refusal("taken", SEAT_WAITS(name=clean(name)))
        name = self.checked_name(name)
        made: list[Person] = []
        if self.lesson.single:
            await self._one_more_table()

        def seat() -> None:
            made.append(self.roster.add(name, player, self.place_for_one() or DOOR))
            if not self.in_lobby:
                said = AT_THE_DOOR if made[0].table < 0 else CAME
                self.session.note(self.hub.now(), said(name=made[0].name, table=made[0].table + 1))

        await self.change(seat)
        return made[0]

    def checked_name(self, name: str) -> str:
        """The requested name, unless the host's list refuses it; or a made-up one if the class uses those."""
        if self.nicknames:
            return nickname([person.name for person in self.roster])
        if seen_as(name) in {seen_as(word) for title in TEACHERS for word in (title, named(title))}:
            raise Refusal("malformed", NOT_ALLOWED)
        self.hub.refused_names.check(name)
        return name

    async def _one_more_table(self) -> None:
        """Where everybody has their own table, keep one ready for the next person."""
        session = self.session
        if self.free_spot() is not None or len(session.state.tables) >= self.lesson.most_tables:
            return
        if self.in_lobby:
            session.add_table(self.lesson.seats)
            return
        number = session.add_table(self.lesson.seats, self.hub.now())
        table_seats = [TableSeat(seat, "bot", "", BOT) for seat in range(self.lesson.seats)]
        self.tables.append(await self._open_table(session, number, table_seats))

    async def use_phone(self, person: Person, player: str) -> None:
        def give() -> None:
            self.roster.give(person, player)
            self.session.note(self.hub.now(), ANOTHER_PHONE(name=person.name))

        await self.change(give)

    # ------------------------------------------------------------------ the facilitator moves people

    def tell_log(self, text: Text) -> None:
        """Log a change of seats; before the start, only if a helper made it."""
        if not self.in_lobby or self.session.by:
            self.session.note(self.hub.now(), text)

    def place(self, person: Person, spot: Spot) -> None:
        """Move a person to this seat, alone or as half a pair."""
        self.roster.put(person, spot)
        self.tell_log(SEATED(name=person.name, table=spot.table + 1))

    def remove(self, person: Person) -> None:
        self.roster.remove(person)
        self.tell_log(REMOVED(name=person.name))

    def remove_all(self) -> None:
        """Remove everybody who isn't playing: before the start all, later the unseated."""
        for person in list(self.roster) if self.in_lobby else self.roster.door:
            self.remove(person)

    def rename(self, person: Person, name: str) -> None:
        before = person.name
        self.roster.rename(person, name)
        self.tell_log(RENAMED(before=before, name=person.name))

    def phone_back(self, person: Person) -> None:
        """Return a seat to the previous phone, after it moved by mistake."""
        self.roster.give_back(person)
        self.session.note(self.hub.now(), PHONE_BACK(name=person.name))

    def swap(self, one: Spot, other: Spot) -> None:
        names = [name for spot in (one, other) if (name := self.roster.name_at(spot))]
        self.roster.swap(one, other)
        self.tell_log(MOVED(names=names, one=one.table + 1, other=other.table + 1))
        if self.in_lobby:
            a, b = (self.session.state.tables[spot.table].bots for spot in (one, other))
            a[one.seat], b[other.seat] = b[other.seat], a[one.seat]

    def free(self, spot: Spot) -> None:
        """Free a seat (or leave it to a bot); its person waits for another."""
        for person in self.roster.at(spot):
            self.roster.put(person, DOOR)
            self.tell_log(FREED(name=person.name))

    def mix(self) -> None:
        """Shuffle everybody evenly."""
        if not self.in_lobby:
            raise Refusal("illegal", "The session has already started.")
        people = self.roster.seated
        random.SystemRandom().shuffle(people)
        self.roster.deal(self.sizes(), people)

    def set_tables(self, count: int) -> None:
        """Set the number of tables; people at removed tables get other seats."""
        state = self.session.state
        seats = len({person.spot for person in self.roster.seated})
        if not self.in_lobby or not 1 <= count <= self.lesson.most_tables or count * self.lesson.seats < seats:
            raise Refusal("malformed", "{tables} tables are too few for {people} people.", people=seats, tables=count)
        fewer = count < len(state.tables)
        self.session = self.session.renewed([self.lesson.seats] * count)
        if fewer:
            self.roster.deal(self.sizes(), self.roster.seated)
        for person in self.roster.door:  # there may be a seat for them now
            if (spot := self.free_spot()) is not None:
                self.roster.put(person, spot)

    def put_bot(self, spot: Spot) -> None:
        """Put a bot in this seat before the start, or remove it again."""
        bots = self.session.state.tables[spot.table].bots
        if not self.in_lobby or self.roster.at(spot):
            raise Refusal("illegal", "That seat is taken.")
        bots[spot.seat] = not bots[spot.seat]

    # ------------------------------------------------------------------ bots for people

    def let_bot_play(self, spot: Spot, once: bool = False) -> None:
        """Let a bot play for an absent person: until they return, or for this turn only."""
        table = self.tables[spot.table]
        table_seat = table.seats[spot.seat]
        if table_seat.kind != "person":
            raise Refusal("illegal", "A bot has that seat.")
        key = f"{spot.table}/{spot.seat}"
        self.lent.pop(key, None)
        if once:
            self.lent[key] = str(table.match.turn)
        if not table_seat.stand_in:
            table.people.let_bot_play([table_seat], BOT)
        said = BOT_THIS_TURN if once else BOT_PLAYS
        self.session.note(self.hub.now(), said(name=table_seat.player, table=spot.table + 1))

    def let_person_play(self, spot: Spot) -> None:
        table_seat = self.tables[spot.table].seats[spot.seat]
        self.lent.pop(f"{spot.table}/{spot.seat}", None)
        if table_seat.stand_in:
            table_seat.stand_in = False
            self.tables[spot.table].write_seats([table_seat], PLAYS_AGAIN(name=table_seat.player))

    def give_back(self, number: int) -> None:
        """Return seats that a bot was to play for one turn only."""
        turn = str(self.tables[number].match.turn) if number < len(self.tables) else ""
        for key, lent in list(self.lent.items()):
            table, seat = map(int, key.split("/"))
            if table == number and lent != turn:
                self.let_person_play(Spot(table, seat))

    # ------------------------------------------------------------------ a rehearsal

    async def rehearse(self) -> None:
        """Fill all seats with bots under pupils' names, so that a facilitator can rehearse alone."""
        self.rehearsal = True

        def fill() -> None:
            while (spot := self.free_spot()) is not None:
                self.roster.add(PUPILS[len(self.roster) % len(PUPILS)], "", spot)

        await self.change(fill)

    # ------------------------------------------------------------------ the start

    async def start(self) -> None:
        """Start every table with at least one person; bots fill each up to its minimum."""
        if not self.in_lobby or self._starting:
            raise Refusal("illegal", "The session has already started.")
        if not self.roster.seated:
            raise Refusal("illegal", "No one has joined yet.")
        self._starting = True
        try:
            await self._start()
        finally:
            self._starting = False

    async def _start(self) -> None:
        lobby, lesson = self.session, self.lesson
        taken: list[list[Spot]] = []  # for each opened table: seats of people and of requested bots
        for number, table in enumerate(lobby.state.tables):
            if any(self.roster.at(Spot(number, seat)) for seat in range(lesson.seats)):
                here = [s for s in range(lesson.seats) if table.bots[s] or self.roster.at(Spot(number, s))]
                taken.append([Spot(number, seat) for seat in here])
        least = lesson.seats if self.spare else lesson.fewest
        session = lobby.renewed([max(least, len(spots)) for spots in taken], self.clock * 60.0)
        lesson.prepare(session, self.clock)
        moves = {spot: Spot(t, s) for t, spots in enumerate(taken) for s, spot in enumerate(spots)}
        people = {moves.get(person.spot, DOOR): self.roster.at(person.spot) for person in self.roster.seated}
        late = [person for person in self.roster if person.spot not in moves]  # also those who found no free seat
        opened = await self._open(session, people)
        for person in self.roster.seated:
            person.table, person.seat = moves.get(person.spot, DOOR)
        await self._began(session, opened)
        for person in late:
            self.roster.put(person, self.place_for_one() or DOOR)
        if late:
            await self.change(self.look_at_all)

    async def _open(self, session: Session, people: dict[Spot, list[Person]]) -> list[Table]:
        """Start the session and open its tables; if any fails, nothing changes."""
        table_seats = [[TableSeat(seat, "bot", "", BOT) for seat in range(len(t.names))] for t in session.state.tables]
        for to, together in people.items():
            if to != DOOR:
                name = " & ".join(person.name for person in together)
                session.seat(*to, name)
                table_seats[to.table][to.seat] = TableSeat(to.seat, "person", name, holders={together[0].phone} - {""})
        session.start(self.hub.now())
        return [await self._open_table(session, number, table_seats[number]) for number in range(len(session.matches))]

    async def _open_table(self, session: Session, number: int, table_seats: list[TableSeat]) -> Table:
        match = session.matches[number]
        for table_seat in table_seats:
            table_seat.player = session.state.tables[number].names[table_seat.seat]
        title = say("Table {n}", n=number + 1) + (f", {self.title}" if self.title else "")
        id = db.CLASS + new_id()  # the prefix lets a proxy send a whole class to one process
        made = await self.hub.opening.open_new(match, table_seats, Actor(self.host), title, "nobody", id=id)
        self.look_after(made)
        return made

    async def next_round(self) -> None:
        """Open new tables for the next round, paired by the game; the earlier ones can still be viewed."""
        if not self.lesson.several_rounds or self.session.state.phase != "over" or self._starting:
            raise Refusal("illegal", "Finish this round first.")
        self._starting = True
        try:
            session, moves = self.lesson.following(self.session, self.clock * 60.0)
            people = {Spot(*to): self.roster.at(Spot(*at)) for at, to in moves.items()}
            self._seat_apart(session, people)
            opened = await self._open(session, {spot: together for spot, together in people.items() if together})
            for spot, together in people.items():
                for person in together:
                    person.table, person.seat = spot
            self.earlier += [table.id for table in self.tables]
            before, self.revealed, self.asked = self.tables, [], -1
            await self._began(session, opened)
            for table in before:
                for socket in table.sockets:
                    socket.send_moved(f"/class/{self.code}")
        finally:
            self._starting = False

    def _seat_apart(self, session: Session, people: dict[Spot, list[Person]]) -> None:
        """Give latecomers, who have shared a seat or waited so far, one of their own: a bot's, or at one more table."""
        began = self.session.state.began
        late = [(spot, person) for spot, here in people.items() for person in here[1:] if person.came > began]
        late += [(DOOR, person) for person in self.roster.door]
        for spot, person in sorted(late, key=lambda one: one[1].came):
            free = [each for each in _spots(session) if not people.get(each)]
            if not free and len(session.state.tables) < self.lesson.most_tables:
                number = session.add_table(self.lesson.seats)
                free = [Spot(number, seat) for seat in range(self.lesson.seats)]
            if free:
                if spot != DOOR:
                    people[spot].remove(person)
                people[free[0]] = [person]
                session.begins_anew(*free[0])

    async def _began(self, session: Session, opened: list[Table]) -> None:
        self.session, self.tables = session, opened
        self.oversee()
        await self.change(self.look_at_all)
        if self.rehearsal:
            for each in self.tables:
                for table_seat in each.seats:
                    each.people.let_bot_play([table_seat], BOT)


def _spots(session: Session) -> list[Spot]:
    return [Spot(number, seat) for number, table in enumerate(session.state.tables) for seat in range(len(table.names))]
