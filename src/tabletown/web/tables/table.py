"""A live table: a match, its seats and what they may do. Changes are committed before being shown.

It runs in the event loop, one step at a time; only commits and bots run elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tabletown.drawing import named
from tabletown.kernel import CHANCE, LogLine, Match, Scene, Text
from tabletown.kernel.errors import MatchOver, NotAllowed, NotAsked, TabletownError, UnknownWord
from tabletown.kernel.text import language
from tabletown.learn.notes import with_notes
from tabletown.web.protocol import ChatLine, Picture, WhyNot
from tabletown.web.seats import Actor, Overseer, Refusal, TableSeat, clean, digest, nameless
from tabletown.web.storage import schema as db
from tabletown.web.storage.challenge_attempts import TRIED, has_finished
from tabletown.web.storage.writer import Overtaken
from tabletown.web.tables import clock as clocks
from tabletown.web.tables import journal
from tabletown.web.tables.attendance import Attendance
from tabletown.web.tables.bots import TableBots
from tabletown.web.tables.history import TableHistory
from tabletown.web.tables.lesson_tables import LessonGuide
from tabletown.web.tables.notes import TableNotes
from tabletown.web.tables.plans import Plans
from tabletown.web.tables.recap import Recap
from tabletown.web.tables.undo import TableUndo
from tabletown.web.views import views
from tabletown.web.views.progress import OpenQuestion, Progress, SecretRound, begun, known_match, progress_of

if TYPE_CHECKING:
    from tabletown.web.hub import Hub
    from tabletown.web.live.connection import Listener, Made

log = logging.getLogger("tabletown.web")

GIVEN = 200  # answers whose ids are remembered
RECENT = 200  # log lines sent to a page when it opens
NOT_ALL_PLAYED = Text("Only part of that was played: the rest isn't possible any more.")


def new_head() -> int:
    """A random version id for a change; unique, but not secret."""
    return random.getrandbits(62)


class Table:
    def __init__(
        self,
        hub: Hub,
        id: str,
        match: Match,
        table_seats: list[TableSeat],
        title: str,
        watch: str,
        clock: clocks.Clock,
        creator: str,
    ) -> None:
        self.hub, self.id, self.match, self.seats = hub, id, match, table_seats
        self.title, self.watch, self.clock, self.creator = title, watch, clock, creator
        self.rematch = ""
        self.rematching = False
        self.number = 0  # entries in the journal
        self.head = 0  # version the next change is based on; the database accepts it only if it matches
        self.counted = 0  # the table's number at that version
        self.updated = self.hub.now()
        self.luck, self.branched, self.rated = db.OLD, False, False
        self.elsewhere: dict[str, set[int]] = {}  # by server process: seats whose holders are connected there
        self.recorded = match.over
        self.reloading = False  # memory is ahead of the database and is being reloaded
        self.turn_was: tuple[int, object] = (-1, None)  # number of answers before the last one, and its turn
        self.under_way: list[tuple[int, str]] = []  # answers not yet committed: seat, option
        self.checkpoint: Any = None  # the one whose snapshot is stored
        self.sockets: set[Listener] = set()
        self.questions: dict[int, OpenQuestion] = {}
        self.secret_round: SecretRound | None = None  # while seats choose in secret: see `progress`
        self._known: dict[tuple[object, ...], Match] = {}  # the match as some seats may see it
        self.given: dict[str, asyncio.Future[None]] = {}  # answers by their ids, the latest ones
        self.notes = TableNotes()
        self.seating = 0  # changes when someone sits down, leaves for good or comes back
        self.epoch = 0  # changes when the log was rewritten rather than appended to
        self.pending = 0  # commits under way
        self.broadcast_pending = False  # whether one of them changes what players see
        self.bot_seats = [table_seat.seat for table_seat in table_seats if table_seat.plays_itself]
        self.idle_since = time.monotonic()
        self.secret = views.hides_things(match.game)
        self.chat: list[ChatLine] = []
        self.writers: dict[float, str] = {}  # who wrote lines of the chat since it was loaded, by their time
        self._scenes: dict[tuple[int | None, str], Scene] = {}  # by viewer and language
        self._pictures: dict[tuple[int | None, str], Picture] = {}  # the same, for the wire
        self._scenes_of = (-1, -1)  # the number and epoch they were drawn at
        self.bots, self.plans, self.undo = TableBots(self), Plans(self), TableUndo(self)
        self.recaps, self.past, self.people = Recap(self), TableHistory(self), Attendance(self)
        self.shared: tuple[tuple[int, str], bytes] | None = None  # picture of the result, with the state it shows
        self._names_are_fixed = match.game.about.roles
        self.note_questions()

    @property
    def url(self) -> str:
        return f"/t/{self.id}"

    @property
    def overseer(self) -> Overseer | None:
        return self.hub.overseers.get(self.id)

    @property
    def lesson(self) -> LessonGuide | None:
        """The guide of this table, if it is a guided first game."""
        return LessonGuide(self, self.notes.lesson) if self.notes.lesson is not None else None

    @property
    def people_deal(self) -> bool:
        """Whether the players roll or draw themselves and type in the result."""
        return CHANCE in self.questions and self.overseer is None

    @property
    def busy(self) -> bool:
        return bool(self.pending or self.bots.tasks)

    def forget_scenes(self) -> None:
        """Drop cached pictures: they use over half of a table's memory and are quickly redrawn."""
        self._scenes, self._pictures, self._scenes_of = {}, {}, (-1, -1)

    def scene(self, seat: int | None) -> Scene:
        """The picture for this seat, drawn once for all its viewers."""
        if self._scenes_of != (self.number, self.epoch):
            self._scenes, self._pictures, self._scenes_of = {}, {}, (self.number, self.epoch)
        key = seat, language.get().code
        if key not in self._scenes:
            drawn = views.scene(self.match, seat)
            self._scenes[key] = drawn if self.lesson is not None else with_notes(drawn, self.match, seat)
        return self._scenes[key]

    def picture(self, seat: int | None) -> Picture:
        """The picture for this seat in the form that is sent."""
        drawn, key = self.scene(seat), (seat, language.get().code)
        if key not in self._pictures:
            self._pictures[key] = views.picture(drawn)
        return self._pictures[key]

    def adopt(self, match: Match, table_seats: list[TableSeat]) -> None:
        """Replace the state by what was read from the database; connections stay open."""
        for table_seat, was in zip(table_seats, self.seats):
            table_seat.left, table_seat.reminded = was.left, was.reminded
        before, now, readers = self.match.lines, match.lines, self.readers()
        goes_on = match.names == self.match.names and len(now) >= len(before) and now[: len(before)][-1:] == before[-1:]
        self.match, self.seats = match, table_seats
        self.reloading = self.broadcast_pending = False
        if not goes_on:
            self.start_log_anew(readers)
        self.forget_scenes()  # a cached picture may show a move that was never stored
        self.past.changed()
        self.questions, self.secret_round = {}, None
        self.note_questions()
        self.reseat()

    # ------------------------------------------------------------------ who is who

    def held_by(self, actor: Actor) -> list[int]:
        if (overseer := self.overseer) is not None:
            return overseer.held_by(self, actor)
        player, key = actor
        known = ("key", digest(key)) if key else None
        return [
            table_seat.seat
            for table_seat in self.seats
            if (player and player in table_seat.holders) or (known in table_seat.keys and table_seat.kind == "person")
        ]

    @property
    def private(self) -> bool:
        """Whether spectators may not watch, even with the link."""
        return self.overseer is not None or self.watch != "link"

    def may_watch(self, actor: Actor) -> bool:
        if (overseer := self.overseer) is not None and overseer.may_watch(actor):
            return True
        if self.watch == "link" or self.is_host(actor) or self.held_by(actor):
            return True
        return self.watch.startswith(TRIED) and has_finished(self.hub.store, self.watch, actor.player)

    def is_host(self, actor: Actor) -> bool:
        return bool(actor.player) and actor.player == self.creator

    def online(self, table_seat: TableSeat) -> bool:
        return any(table_seat.seat in socket.holds for socket in self.sockets) or any(
            table_seat.seat in seats for seats in self.elsewhere.values()
        )

    def connected(self) -> set[int]:
        """The seats whose holders are connected to this process."""
        return {seat for socket in self.sockets for seat in socket.holds}

    def elsewhere_is(self, process: str, seats: set[int]) -> None:
        """Set who is connected to this table on another server."""
        before = self.elsewhere.get(process, set())
        if seats:
            self.elsewhere[process] = seats
        else:
            self.elsewhere.pop(process, None)
        if before != seats:
            for seat in before - seats:
                self.seats[seat].left = time.monotonic()
            self.tell_seats(here=False)

    def others(self, held: list[int]) -> list[TableSeat]:
        """Seats held by other people."""
        return [c for c in self.seats if c.kind == "person" and not c.stand_in and c.seat not in held]

    def rename(self, table_seat: TableSeat, name: str) -> None:
        """Rename a seat's player, keeping names at the table unique."""
        taken = {other.player for other in self.seats if other is not table_seat}
        name = clean(name) or nameless(table_seat.seat)
        table_seat.player, number = name, 2
        while table_seat.player in taken:
            table_seat.player, number = f"{name} {number}", number + 1
        if not self._names_are_fixed:
            self.match.names[table_seat.seat] = table_seat.player
            self.epoch += 1

    # ------------------------------------------------------------------ what is asked

    def note_questions(self) -> None:
        """Record since when each seat has had its current question."""
        before, self.questions, now = self.questions, {}, self.hub.now()
        begins = self._note_round(now)
        for decision in self.match.decisions:
            known = before.get(decision.seat)
            if known is not None and known.decision is decision:
                self.questions[decision.seat] = known
            else:
                self.questions[decision.seat] = OpenQuestion(self._number_for(decision.seat), decision, now)
        if self.clock.kind:
            new = [seat for seat, question in self.questions.items() if before.get(seat) is not question]
            clocks.run(self.clock, self.seats, self.questions, new, now, self.notes.off)
        if begins is not None:
            begins.until = {
                table_seat.seat: table_seat.deadline for table_seat in self.seats if table_seat.deadline is not None
            }
            begins.left = {
                table_seat.seat: table_seat.reserve for table_seat in self.seats if table_seat.reserve is not None
            }

    def _note_round(self, now: float) -> SecretRound | None:
        """Record the state at which seats begin to choose in secret; returns it if they begin now."""
        known, since = self.secret_round, self.match.frozen
        if known is not None and known.since == since:
            return None
        self.secret_round = begun(self.match, self.number, now)
        return self.secret_round

    def _number_for(self, seat: int) -> int:
        return self.number if self.secret_round is None else self.secret_round.number_for((seat,))

    def progress(self, seats: Collection[int]) -> Progress:
        """The table's state as these seats may know it; everything shown to clients comes from here."""
        secret = self.secret_round
        if secret is None:
            return progress_of(self, seats, self.match)
        key = (*seats, "at", secret.since, secret.number_for(seats), self.epoch)
        if key not in self._known:
            if len(self._known) > 2 * len(self.seats):
                self._known.clear()
            self._known[key] = known_match(self.match, seats)
        return progress_of(self, seats, self._known[key])

    def resume(self, stored: str, deadline: float | None) -> None:
        """Restore the stored clocks: since when each seat has been asked and its time left."""
        timing = clocks.read(stored)
        if timing.round is not None and timing.round.since == self.match.frozen:
            self.secret_round = timing.round
        for seat, (number, since) in timing.asked.items():
            if (question := self.questions.get(seat)) is not None:
                number = min(number, question.number, self._number_for(seat))
                self.questions[seat] = question._replace(number=number, since=since)
        for table_seat in self.seats:
            if stored or not self.clock.kind:
                table_seat.deadline, table_seat.reserve = (
                    timing.until.get(table_seat.seat),
                    timing.left.get(table_seat.seat),
                )
            elif table_seat.deadline is not None:  # stored before seats had times of their own
                table_seat.deadline = deadline if deadline is not None else table_seat.deadline
        self.people.mind_clock()

    def deadline(self) -> float | None:
        if not self.clock.kind:
            return None
        return min((table_seat.deadline for table_seat in self.seats if table_seat.deadline is not None), default=None)

    def seat_of(self, actor: Actor, wanted: int | None) -> int:
        """The seat this person acts for: the one named, or the only possible one."""
        return self.seat_among(self.held_by(actor), wanted)

    def seat_among(self, held: list[int], wanted: int | None) -> int:
        if not held:
            raise Refusal("not-yours", "You're watching: you have no seat at this table.")
        if wanted is not None:
            if wanted in held or (wanted == CHANCE and self.people_deal):
                return wanted
            raise Refusal("not-yours", "That isn't your seat.")
        asked = [seat for seat in held if seat in self.questions]
        if asked:
            return asked[0]
        return CHANCE if self.people_deal else held[0]

    # ------------------------------------------------------------------ answers

    def choose(
        self, held: list[int], number: int, option: str, seat: int | None, then: Sequence[str] = ()
    ) -> asyncio.Future[None]:
        """Play a move; done once committed. `number` is the state of the table that the client saw.

        `then`: what the same seat answers next, as long as it is asked for that and nothing else happened.
        """
        seat = self.seat_among(held, seat)
        if self.match.over:
            raise Refusal("over", "The match is over.", option=option)
        question, now = self.questions.get(seat), self.progress(held).number
        if number > now or number < (question.number if question else now):
            raise Refusal("stale", "The game has moved on. Here's how it stands now.", option=option)
        if seat >= 0 and self.seats[seat].plays_itself:
            raise Refusal("not-yours", "A bot is playing your seat. Take it back first.", option=option)
        if (overseer := self.overseer) is not None and (why := overseer.why_not_play(self)):
            raise Refusal("not-asked", why, option=option)
        if question is None and self.secret_round is not None:
            raise Refusal("not-asked", "You've decided. Now wait for the others.", option=option)
        done = self._answer_as_allowed(seat, option)
        for following in then:
            question = self.questions.get(seat)
            try:
                if question is None or not question.decision.takes(following):
                    raise Refusal("not-asked", NOT_ALL_PLAYED)
                done = self._answer_as_allowed(seat, following)
            except Refusal:  # what was played before stays played
                self.notice(NOT_ALL_PLAYED, seat)
                break
        return done

    def _answer_as_allowed(self, seat: int, option: str) -> asyncio.Future[None]:
        """Play a move, unless a lesson or a class wants something else."""
        guide = self.lesson
        if guide is not None and (reply := guide.reply(seat, option)):
            raise Refusal("lesson", reply, option=option)
        if (guard := self.hub.guards.get(self.match.game.about.id)) is not None:
            option = guard(self, seat, option)
        done = self.answer(seat, option)
        if guide is not None:
            guide.answered()
        return done

    def choose_once(
        self, id: str, held: list[int], number: int, option: str, seat: int | None, then: Sequence[str] = ()
    ) -> asyncio.Future[None]:
        """Play a move with an id, so that it counts once even if sent twice."""
        known = self.given.get(id)
        if known is not None:
            return known
        done = self.choose(held, number, option, seat, then)
        self.given[id] = done
        done.add_done_callback(lambda _: self.given.pop(id, None) if done.cancelled() or done.exception() else None)
        if len(self.given) > GIVEN:
            del self.given[next(iter(self.given))]
        return done

    def answer(self, seat: int, option: str, extra: Iterable[db.Write] = ()) -> asyncio.Future[None]:
        if self.reloading:
            raise Overtaken
        before = self.match.number
        self.turn_was = before, self.match.turn
        try:
            self.match.choose(seat, option)
        except NotAllowed as error:
            raise Refusal("illegal", self.words(error.reason.text), error.reason.rule, option) from None
        except UnknownWord as error:
            raise Refusal("unknown", str(error), option=option) from None
        except MatchOver as error:
            raise Refusal("over", str(error), option=option) from None
        except NotAsked as error:
            raise Refusal("not-asked", str(error), option=option) from None
        except TabletownError as error:
            log.exception("table %s: %s", self.id, error)
            raise Refusal(
                "broken", "Something went wrong in the rules. The table is unchanged; try another move.", option=option
            ) from None
        self.hub.moves += 1
        if (secret := self.secret_round) is not None:  # if this answer ended it, another one begins or none
            secret.entries[seat] = secret.entries.get(seat, 0) + self.match.number - before
        self.questions.pop(seat, None)  # a second die of the same kind has the same prompt
        self.under_way.append((seat, option))
        done = self.write_down(before, extra=[*extra, *self.clear_undo_request(seat)])
        if seat != CHANCE and (overseer := self.overseer) is not None:
            overseer.played(self)
        return done

    def clear_undo_request(self, seat: int | None = None) -> list[db.Write]:
        """Clear undo requests and the mover's reminder when the game moves on."""
        notes = self.notes
        if self.match.frozen is None:  # otherwise no one may see that someone has decided
            request, notes.undo_request = notes.undo_request, None
        else:
            request = None
        if request is None and seat not in notes.reminded:
            return []
        if seat is not None:
            notes.reminded.pop(seat, None)
        return [self.note()]

    def note(self) -> db.Write:
        return db.PUT_KEPT, self.notes.row(self.id, self.hub.now())

    def words(self, text: Text) -> str:
        """A reason as text, with names instead of "you", which would need another verb form."""
        return text.render(self.match.names)

    def why_not(self, actor: Actor, option: str, seat: int | None) -> WhyNot:
        seat = self.seat_of(actor, seat)
        if (guide := self.lesson) is not None and (reply := guide.reply(seat, option)):
            return WhyNot(option, False, named(reply))
        reason = self.match.why_not(option, seat)
        if reason is None:
            return WhyNot(option, True)
        return WhyNot(option, False, self.words(reason.text), reason.rule)

    def write_down(self, before: int, took_back: bool = False, extra: Iterable[db.Write] = ()) -> asyncio.Future[None]:
        """Commit the answers from number `before` on, then show them to everyone."""
        head = new_head()
        return self.commit([*extra, *journal.answers(self, before, took_back, head)], head=head)

    @property
    def bot_is_asked(self) -> bool:
        """Whether a bot must decide at a table with people."""
        questions = self.questions
        return any(seat in questions for seat in self.bot_seats) and any(c.kind == "person" for c in self.seats)

    def commit(
        self, writes: list[db.Write], then: Callable[[], None] | None = None, head: int | None = None
    ) -> asyncio.Future[None]:
        """Commit these rows if the stored table still has the version they are based on."""
        if self.reloading:
            raise Overtaken
        return self.commit_on(writes, then, journal.step_of(self, new_head() if head is None else head))

    def commit_on(
        self, writes: list[db.Write], then: Callable[[], None] | None, step: db.TableStep | None
    ) -> asyncio.Future[None]:
        self.pending += 1
        self.broadcast_pending = self.broadcast_pending or then is None
        self.idle_since = time.monotonic()
        tell = self._committed if then is None else lambda error: self._committed(error, then)
        return self.hub.store.commit(writes, tell, step)

    def _committed(self, error: Exception | None, then: Callable[[], None] | None = None) -> None:
        self.pending -= 1
        if error is not None:
            if not self.reloading:
                self.reloading = True
                self.hub.reload(self, error)  # memory is ahead of the database
            return
        if then is not None:
            then()
        if self.pending == 0 and self.broadcast_pending:  # otherwise a later commit shows it all
            self.broadcast_pending = False
            self.under_way.clear()
            self.tell()
            if self.clock.kind:
                self.people.mind_clock()
            if self.match.over and not self.recorded:
                self.recorded = True
                self.past.keep_record()
                if self.rated:
                    self.hub.in_background(self.hub.rate())
            if self.notes.ahead:
                self.plans.play()
            if self.bot_seats or self.bots.hurried:
                self.bots.call()

    async def settled(self) -> None:
        """Wait until everything shown has been committed."""
        while self.pending:
            await self.hub.store.commit([])
        if (reload := self.hub.reloads.get(self.id)) is not None:
            await asyncio.shield(reload)

    # ------------------------------------------------------------------ people come and go

    def write_seats(
        self, table_seats: Iterable[TableSeat], notice: Text | None = None, extra: Iterable[db.Write] = ()
    ) -> asyncio.Future[None]:
        self.reseat()
        if (overseer := self.overseer) is not None:
            overseer.seated(self)
        writes: list[db.Write] = [*extra, *((db.ADD_SEAT, table_seat.row(self.id)) for table_seat in table_seats)]
        self.note_questions()
        self.updated = self.hub.now()
        if notice is not None:
            self.notice(notice)
        return self.commit(writes)

    def reseat(self) -> None:
        """Seating changed: let every connection look up its seats again."""
        self.seating += 1
        self.bot_seats = [table_seat.seat for table_seat in self.seats if table_seat.plays_itself]
        for socket in self.sockets:
            socket.look()

    # ------------------------------------------------------------------ telling

    def readers(self) -> dict[Listener, list[LogLine]]:
        """Viewers of the log and what each has read."""
        return {socket: socket.log() for socket in self.sockets}

    def start_log_anew(self, readers: dict[Listener, list[LogLine]]) -> None:
        """Restart the log for all viewers except those who see no difference (a secret undo)."""
        self.epoch += 1
        for socket, before in readers.items():
            if socket.log()[: len(before)] == before:
                socket.read_on()

    def notice(self, text: Text, seat: int | None = None) -> None:
        """Send a sentence to everyone, or to one seat's holders, in each reader's language."""
        for socket in self.sockets:
            if seat is None or seat in socket.holds:
                socket.send_notice(text)

    def tell(self) -> None:
        """Send the current table to everyone; the spectators' version is built once."""
        made: Made = {}
        for socket in self.sockets:
            socket.send_table(made=made)

    def tell_who_is_away(self) -> None:
        """Update whom a bot may play for, as time passes without a move."""
        asked = self.progress(()).questions
        if self.sockets and any(
            table_seat.kind == "person" and table_seat.seat in asked and not self.online(table_seat)
            for table_seat in self.seats
        ):
            self.tell_seats()

    def tell_seats(self, here: bool = True) -> None:
        """Send who is connected. `here`: the change happened on this server, so tell the others."""
        if here and self.hub.cluster is not None:
            self.hub.cluster.tell_presence([self])
        made: dict[Any, bytes] = {}
        for socket in self.sockets:
            socket.send_seats(made)
        if (overseer := self.overseer) is not None:
            overseer.came_or_went(self)
