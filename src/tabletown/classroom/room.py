"""A room: a session with real tables, and the facilitator's actions. `seating` says who sits where."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from tabletown.classroom.facilitators import Desks, Leader
from tabletown.classroom.lesson import Lesson
from tabletown.classroom.roster import Person, Roster, Spot
from tabletown.classroom.seating import Seating
from tabletown.classroom.session import FINISHED, Session
from tabletown.drawing import named
from tabletown.kernel import Text
from tabletown.kernel.errors import NotAllowed, TabletownError
from tabletown.web.protocol import ChatLine, RoomView
from tabletown.web.seats import Actor, Refusal
from tabletown.web.storage import schema as db
from tabletown.web.tables.chat import numbered
from tabletown.web.tables.clock import GAP
from tabletown.web.tables.table import Table

if TYPE_CHECKING:
    from tabletown.classroom.rooms import Rooms

KIND = db.ROOM
ALIVE = "class-alive"  # stored: when a server last had a room open
FIRST = "broken-cities"  # the game of rooms stored before there were others
OLD_KINDS = {f"{FIRST}-room": KIND, f"{FIRST}-room-alive": ALIVE}
BEAT = 3.0  # seconds between two notes that the server is alive
LONGEST_MESSAGE = 120
MOST_QUESTIONS = 3  # unanswered questions per seat
ENOUGH_QUESTIONS = Text("{count} of your questions are still waiting. Your teacher will answer those first.")
FORGET_AFTER = 14  # days after which names are deleted, unless the teacher sets fewer
CALM = 1.5  # slows bots in a rehearsal, so that turns can be followed and five minutes show everything
TO_ALL = Text("To everyone: “{words}”")
TO_TABLE = Text("To table {table}: “{words}”")
TO_WALL = Text("To the wall: “{words}”")


class Place(msgspec.Struct):
    """A person as stored before `Person` existed."""

    table: int
    seat: int


class FacilitatorMessage(msgspec.Struct):
    """A message from the facilitator to one table, to all tables (-1), or only to the wall."""

    text: str
    at: float
    table: int = -1
    wall: bool = True
    phones: bool = True
    read: list[str] = []  # ids of people who have read it


class StoredRoom(msgspec.Struct):
    """A room's stored data, without its tables."""

    host: str
    title: str
    session: Any
    tables: list[str]
    places: dict[str, Place]
    clock: int  # minutes, shown before the start
    story: bool
    people: list[Person] = []
    leaders: dict[str, Leader] = {}
    desk_keys: dict[str, str] = {}  # digest of each link to the desk -> the role it gives
    turn_clock: int = 0
    messages: list[FacilitatorMessage] = []
    lent: dict[str, str] = {}  # seats that a bot plays for a single turn -> that turn
    revealed: list[str] = []  # prizes shown on the wall
    rehearsal: bool = False
    asked: int = -1  # number of the discussion question on the wall
    opened: list[int] = []  # numbers of questions whose votes are visible
    votes: dict[str, dict[str, int]] = {}  # by question and person
    address: str = ""  # the address shown to phones, if the facilitator chose one
    nameless: bool = False  # the pupils' names have been deleted
    shares_rows: bool = False  # whether pupils may download all turns and rounds
    game: str = FIRST
    earlier: list[str] = []  # tables of earlier rounds, in games with several
    spare: bool = False  # whether every table begins with all its seats, so that there is room for latecomers
    nicknames: bool = False  # whether the program makes up the names
    forget_at: float = 0.0  # when the names are deleted whatever happens; 0: some time after the last use


class Room(Seating, Desks):
    def __init__(self, rooms: Rooms, lesson: Lesson, code: str, host: str, title: str, session: Session) -> None:
        self.lesson = lesson
        self.rooms, self.hub, self.code, self.host, self.title = rooms, rooms.hub, code, host, title
        self.session = session
        self.tables: list[Table] = []
        self.roster = Roster(self.hub.now, crowd=lesson.crowd)
        self.leaders: dict[str, Leader] = {}
        self.desk_keys: dict[str, str] = {}
        self.clock, self.story = lesson.minutes, False
        self.revealed: list[str] = []
        self.earlier: list[str] = []
        self.spare = self.nicknames = False
        self.forget_at = 0.0
        self.address = ""
        self.asked = -1
        self.rehearsal = self.nameless = self.shares_rows = False
        self.opened: list[int] = []
        self.votes: dict[str, dict[str, int]] = {}
        self.memory: dict[Any, Any] = {}  # the game's own data about this room while the server runs
        self.wondering = asyncio.Lock()
        self.turn_clock = 0  # seconds; 0: none
        self.messages: list[FacilitatorMessage] = []
        self.lent: dict[str, str] = {}
        self.beckoned = ("", "")  # the seat whose code is on the wall, and its secret
        self.looking: set[Callable[[], None]] = set()  # callbacks of open pages, called after every change
        self.online: dict[str, int] = {}  # how many connections each phone has to pages other than a table
        self.gone: dict[str, float] = {}  # when each phone's last connection ended
        # phones that joined and haven't loaded the class's page yet: client and time
        self.newcomers: dict[str, tuple[str, float]] = {}
        self._acting = self._starting = False
        self._ticked = self._noted = self.hub.now()
        self._was_urgent: tuple[object, ...] = ()
        self._telling: asyncio.Handle | None = None
        self._told: dict[int, object] = {}  # what each table's phones were last sent

    @property
    def wall(self) -> str:
        """The secret that opens the wall and the export in addition to the code; derived from the server's own
        secret."""
        return hashlib.sha256(f"{KIND} {self.code} {self.host}".encode()).hexdigest()[:20]

    @property
    def home(self) -> str:
        return f"/class/{self.code}"

    @property
    def in_lobby(self) -> bool:
        return self.session.state.phase == "lobby"

    # ------------------------------------------------------------------ the tables' overseer

    @property
    def calm(self) -> float:
        return CALM if self.rehearsal else 0

    def why_not_play(self, table: Table) -> str:
        number = self.number_of(table)
        reason = self.session.why_not_play(number) if number >= 0 else FINISHED
        return str(reason) if reason is not None else ""

    def held_by(self, table: Table, actor: Actor) -> list[int]:
        number = self.number_of(table)
        return self.roster.held_by(number, actor.player) if number >= 0 else []

    def may_watch(self, actor: Actor) -> bool:
        """Whether this is a facilitator, someone in the class, or a phone whose seat has moved to another phone."""
        player = actor.player
        return bool(self.has_joined(player) or self.role_of(player) or self.roster.was_of(player))

    def may_read_chat(self, table: Table, actor: Actor) -> bool:
        """Whether this is a facilitator or someone at that table; pupils' chat is for their own table only."""
        person = self.roster.of_phone(actor.player)
        return bool(self.role_of(actor.player)) or (person is not None and person.table == self.number_of(table))

    def played(self, table: Table) -> None:
        number = self.number_of(table)
        if not self._acting and number >= 0:
            self.act(lambda: self._heard(number))

    def _heard(self, number: int) -> None:
        self.session.played(number, self.hub.now())
        self.give_back(number)

    def said(self, table: Table, line: ChatLine) -> None:
        """Handle a chat line: one that begins with a question mark goes to the facilitator."""
        number = self.number_of(table)
        if number >= 0 and line.text.startswith(("?", "？")) and line.text.strip("?？ ") and line.seat is not None:
            seat, words = line.seat, line.text.lstrip("?？ ")
            asked = [q for q in self.session.state.questions if (q.table, q.seat, q.answer) == (number, seat, "")]
            if len(asked) >= MOST_QUESTIONS:
                table.notice(ENOUGH_QUESTIONS(count=MOST_QUESTIONS), seat)
                return
            self.act(lambda: self.session.ask(number, seat, words, self.hub.now()))

    def came_or_went(self, table: Table) -> None:
        self.note_presence()
        self.tell_soon()

    def reloaded(self, table: Table) -> None:
        """After a failed write, reset the room and its tables to what is stored."""
        kept = msgspec.json.decode(self.hub.store.kept_as(KIND, self.code), type=StoredRoom)
        self.session = self.lesson.restore(kept.session, [table.match for table in self.tables])
        self.take_up(kept)
        self.oversee()
        self.tell_soon()

    def take_up(self, kept: StoredRoom) -> None:
        """Continue from the stored data."""
        people = kept.people
        if kept.places and not people:  # stored by a version that knew only where each phone sits
            names = [table.names for table in self.session.state.tables]
            people = [
                Person(f"{number:08x}", names[p.table][p.seat] or f"Pupil {number + 1}", p.table, p.seat, phone, number)
                for number, (phone, p) in enumerate(kept.places.items())
            ]
        self.roster = Roster(self.hub.now, people, self.lesson.crowd)
        self.clock, self.story, self.turn_clock = kept.clock, kept.story, kept.turn_clock
        self.leaders, self.desk_keys, self.revealed = kept.leaders, kept.desk_keys, kept.revealed
        self.messages, self.lent, self.address = kept.messages, kept.lent, kept.address
        self.earlier, self.spare, self.nicknames = kept.earlier, kept.spare, kept.nicknames
        self.forget_at = kept.forget_at
        self.rehearsal, self.nameless, self.shares_rows = kept.rehearsal, kept.nameless, kept.shares_rows
        self.asked, self.opened, self.votes = kept.asked, kept.opened, kept.votes

    def act(self, step: Callable[[], object]) -> asyncio.Future[None]:
        """Let the session continue; everything that tables and room write shares one commit."""
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

    def _take_back(self, table: int, seat: int) -> None:
        self.tables[table].undo.take_back(seat)

    def write_down(self) -> asyncio.Future[None]:
        kept = StoredRoom(
            self.host,
            self.title,
            msgspec.to_builtins(self.session.state),
            [table.id for table in self.tables],
            {},
            self.clock,
            self.story,
            list(self.roster),
            self.leaders,
            self.desk_keys,
            self.turn_clock,
            self.messages[-20:],
            self.lent,
            self.revealed,
            self.rehearsal,
            self.asked,
            self.opened,
            self.votes,
            self.address,
            self.nameless,
            self.shares_rows,
            self.lesson.id,
            self.earlier,
            self.spare,
            self.nicknames,
            self.forget_at,
        )
        row = (KIND, self.code, msgspec.json.encode(kept).decode(), self.hub.now())
        done = self.hub.store.commit([(db.PUT_KEPT, row), self._sign_of_life()])
        done.add_done_callback(lambda _: self.tell_soon())
        return done

    # ------------------------------------------------------------------ while no server runs

    def _sign_of_life(self) -> db.Write:
        self._noted = now = self.hub.now()
        return db.PUT_KEPT, (ALIVE, self.code, repr(now), now)

    def was_away(self, since: float) -> None:
        """Stop every clock for the time in which no server had the room open or the machine slept."""
        self.session.stood_still(max(0.0, self.hub.now() - since))

    def forget_in(self, days: int) -> None:
        """Set when everything with names is deleted at the latest."""
        self.forget_at = self.hub.now() + 86400.0 * days

    # ------------------------------------------------------------------ telling

    def tell_soon(self) -> None:
        """Update everybody who looks at the room; changes close together are sent as one."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(0.1, self._tell)

    def _tell(self) -> None:
        self._telling = None
        for show in list(self.looking):
            show()
        for number, table in enumerate(self.tables):
            seen = self._seen(number)
            if seen != self._told.get(number):
                self._told[number] = seen
                for socket in table.sockets:
                    socket.send_room()

    def _seen(self, number: int) -> tuple[object, ...]:
        """What the phones at a table see of the room, as a value that changes only with it."""
        state, mine = self.session.state, self.session.state.tables[number]
        message = self.message_for(number)
        clocks = self.turn_clock, mine.turn_since, self.session.deadline(number)
        why_not = self.session.why_not_play(number)
        return state.paused, state.phase, message and message.at, clocks, why_not, self.task_of(number)

    def message_for(self, number: int) -> FacilitatorMessage | None:
        return next((m for m in reversed(self.messages) if m.phones and m.table in (-1, number)), None)

    def task_of(self, number: int) -> str:
        """What a table that has finished before the others can do; "" while it plays. A message, not translated."""
        state, early = self.session.state, self.lesson.content.early
        if state.phase != "playing" or self.lesson.single or not state.tables[number].over:
            return ""
        return early[(number + len(state.tables)) % len(early)]

    def view(self, table: Table) -> RoomView:
        """What the phones at a table see of the room."""
        state, number = self.session.state, max(0, self.number_of(table))
        paused, mine, message = state.paused >= 0, state.tables[number], self.message_for(number)
        now = state.paused if paused else self.hub.now()
        until = self.session.deadline(number)
        runs = bool(self.turn_clock and table.questions and not until and not self.session.why_not_play(number))
        return RoomView(
            home=self.home,
            paused=paused,
            message=message.text if message is not None else "",
            message_number=int(message.at * 1000) if message is not None else 0,
            clock=self.turn_clock if runs else 0,
            left=mine.turn_since + self.turn_clock - now if runs else None,
            law=until - now if until else None,
            ended=state.phase == "over",
            task=named(self.task_of(number)) if self.number_of(table) >= 0 else "",
        )

    def say(self, text: str, table: int = -1, wall: bool = True, phones: bool = True, pause: bool = False) -> None:
        """Send everybody a message from the facilitator; an empty one clears the wall."""
        words, now = " ".join(text.split())[:LONGEST_MESSAGE], self.hub.now()
        if table not in range(-1, len(self.tables)):
            raise Refusal("malformed", "We can't find that table. It may have been deleted.")
        if not words:
            for message in self.messages:
                message.wall = False
            return
        self.messages.append(FacilitatorMessage(words, now, table, wall, phones))
        said = TO_WALL if not phones else TO_ALL if table < 0 else TO_TABLE
        self.session.note(now, said(table=table + 1, words=words))
        if pause:
            self.session.pause(now)

    def beckon(self, id: str) -> None:
        """Show the QR code of a seat on the wall, for a new phone; without a seat, remove it."""
        self.beckoned = ("", "")
        if id:
            person = self.roster.find(id)
            if person.table < 0:
                raise Refusal("illegal", "{name} doesn't have a seat yet.", name=person.name)
            self.beckoned = id, self.roster.make_link(person)

    def beckoned_person(self) -> Person | None:
        """The person whose code is on the wall, until it is used or expires."""
        id, secret = self.beckoned
        person = self.roster.people.get(id)
        return person if person is not None and self.roster.opens(person, secret) else None

    def ask_all(self, number: int) -> None:
        """Put a question on the wall and on every phone; -1: remove it."""
        if number not in range(-1, len(self.lesson.content.question)):
            raise Refusal("malformed", "We can't find that question. It may have been removed.")
        if self.session.state.phase != "over":
            raise Refusal("illegal", "End the session first.")
        self.asked = number
        for table in self.tables if number >= 0 else ():
            for socket in table.sockets:
                if self.has_joined(socket.actor.player):
                    socket.send_moved(f"{self.home}/mine")

    def open_votes(self, number: int) -> None:
        """Show the votes on the wall from now on."""
        if number in range(len(self.lesson.content.question)) and number not in self.opened:
            self.opened.append(number)

    def reveal(self, prize: str) -> None:
        """Show one prize, or all of them, on the wall from now on."""
        known = [entry["id"] for entry in self.lesson.prizes(self.session)]
        if prize and prize not in known:
            raise Refusal("malformed", "We can't find that prize.")
        self.revealed = [id for id in known if id in self.revealed or id == prize or not prize]

    def has_read(self, phone: str, number: int) -> None:
        """Note that a phone has shown its message."""
        person = self.roster.of_phone(phone)
        for message in self.messages:
            if person is not None and int(message.at * 1000) == number and person.id not in message.read:
                message.read.append(person.id)
                self.write_down()

    # ------------------------------------------------------------------ in the room

    def look_at_all(self) -> None:
        for number in range(len(self.tables)):
            self._heard(number)

    def oversee(self) -> None:
        self.session.answer, self.session.take_back = self._answer, self._take_back
        for table in self.tables:
            self.look_after(table)

    def look_after(self, table: Table) -> None:
        self.hub.overseers[table.id] = self

    def decide(self, question: int, answer: str) -> None:
        """Send the answer to all tables and into each table's chat."""
        asked = self.session.state.questions[question]
        self.session.decide(question, answer, self.hub.now())
        for table in self.tables:
            line = ChatLine(None, "Facilitator", f"{asked.text} {answer}", self.hub.now())
            row = (numbered(line.at), table.id, None, line.name, line.text, line.at)
            table.chat.append(line)
            table.commit([(db.ADD_CHAT, row)], table.tell)
            for socket in table.sockets:
                socket.send_chat([line])

    def go_on(self) -> None:
        self.session.go_on(self.hub.now())
        for table in self.tables:
            table.bots.call()

    def nudge(self, table: int, seat: int) -> None:
        """Remind a player that the table is waiting."""
        for socket in self.tables[table].sockets:
            if seat in socket.holds:
                socket.send_reminder(Text("Your teacher"))

    def more_time(self, table: int, seconds: float) -> None:
        """Give the current turn at this table more time."""
        self.session.state.tables[table].turn_since += max(-300.0, min(300.0, seconds))

    def tick(self) -> None:
        state, now = self.session.state, self.hub.now()
        away, self._ticked = now - self._ticked, now
        if away > GAP:
            self.act(lambda: self.was_away(now - away))
        elif now - self._noted > BEAT and state.phase == "playing" and state.paused < 0:
            self.hub.store.commit([self._sign_of_life()])
        urgent = self._urgent()
        if urgent != self._was_urgent:
            self._was_urgent = urgent
            self.tell_soon()
        if self.session.due(now):
            self.act(lambda: self.session.tick(now))

    def _urgent(self) -> tuple[object, ...]:
        """What reaches the desk only because time has passed."""
        state, now = self.session.state, self.hub.now()
        since = [table.turn_since for table in state.tables]
        slow = [self.turn_clock and state.paused < 0 and now - at > self.turn_clock for at in since]
        phones = [person.id for person in [*self.missing(), *self.roster.regrets()]]
        return phones, slow, self.session.alarms(now), self.beckoned_person() is not None

    def spot(self, table: int, seat: int) -> Spot:
        """The seat, checked to exist."""
        tables = self.session.state.tables
        if table not in range(len(tables)) or seat not in range(len(tables[table].names)):
            raise Refusal("malformed", "This table has no such seat.")
        return Spot(table, seat)
