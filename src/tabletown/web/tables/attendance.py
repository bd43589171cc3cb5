"""Attendance at a table: who sits, who is away, and for whom a bot plays."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from tabletown.bots import LEVELS, USUAL
from tabletown.kernel import Text
from tabletown.web.people.days_off import NONE, SLOW, DaysOff, days_off_of
from tabletown.web.people.relations import NOT_TOGETHER, any_blocked
from tabletown.web.seats import Actor, Refusal, TableSeat, is_guest
from tabletown.web.storage import schema as db
from tabletown.web.tables import clock as clocks
from tabletown.web.tables.journal import end_of
from tabletown.web.tables.table_part import TablePart

if TYPE_CHECKING:
    from tabletown.web.tables.table import Table

BOT_PLAYS = Text("A bot is playing for {name}.")
IS_BACK = Text("{name} is back.")
SAT_DOWN = Text("{name} sat down.")
REMINDED = Text("{name} has been reminded.")
AWAY = Text("{name} is away and will see the reminder later.")

AGAIN = 30.0  # seconds between two reminders to the same person


class Attendance(TablePart):
    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._timer: asyncio.TimerHandle | None = None

    def can_take_over(self, actor: Actor, held: list[int], table_seat: TableSeat) -> bool:
        """Whether a bot may take over: for a player who left or, at the host's request, never came."""
        table = self.table
        if table.overseer is not None:
            return False  # the overseer decides
        if table_seat.kind == "person":
            if (
                not held
                or table_seat.seat in held
                or table_seat.stand_in
                or table.online(table_seat)
                or table.match.over
            ):
                return False
            if table.clock.kind:
                return table_seat.deadline is not None and table_seat.deadline < table.hub.now()
            return time.monotonic() - table_seat.left > table.hub.settings.away
        if table_seat.kind in ("link", "open") and not table_seat.stand_in and not table.match.over:
            return table.is_host(actor) or (not table.creator and bool(held))
        return False

    def take_over(self, actor: Actor, seat: int, bot: str) -> asyncio.Future[None]:
        table = self.table
        if not 0 <= seat < len(table.seats):
            raise Refusal("unknown", "This table has no such seat.")
        table_seat = table.seats[seat]
        if not self.can_take_over(actor, table.held_by(actor), table_seat):
            raise Refusal("not-yours", "A bot can only take over a seat whose player has left.")
        return self.let_bot_play([table_seat], bot)

    def let_bot_play(self, table_seats: list[TableSeat], bot: str = "", note: bool = False) -> asyncio.Future[None]:
        """`note`: the table's notes have changed."""
        table = self.table
        for table_seat in table_seats:
            table_seat.bot = bot if any(level.id == bot for level in LEVELS) else USUAL
            table_seat.stand_in, table_seat.deadline, table_seat.reserve = True, None, None
            note = bool(table.notes.ahead.pop(table_seat.seat, None)) or note
        name = table.match.names[table_seats[0].seat]
        return table.write_seats(table_seats, BOT_PLAYS(name=name), [table.note()] if note else [])

    def leave(self, actor: Actor) -> asyncio.Future[None]:
        """Bots play this person's seats on. In a rated match that counts as lost, unless the person comes back."""
        table = self.table
        table_seats = [table.seats[seat] for seat in table.held_by(actor) if not table.seats[seat].stand_in]
        if not table_seats or table.overseer is not None or table.notes.lesson is not None:
            raise Refusal("not-yours", "You have no seat here that a bot could play for you.")
        if table.match.over:
            raise Refusal("over", "The match is over.")
        return self.let_bot_play(table_seats)

    def come_back(self, actor: Actor, seat: int | None) -> asyncio.Future[None]:
        table = self.table
        held = [table.seats[s] for s in table.held_by(actor) if table.seats[s].stand_in and seat in (None, s)]
        if not held:
            raise Refusal("not-yours", "No bot is playing for you.")
        for table_seat in held:
            table_seat.stand_in = False
            clocks.comes_back(table.clock, table_seat)
        notes = table.notes
        noted = [table.note()] if notes.forget_clock([table_seat.seat for table_seat in held]) else []
        return table.write_seats(held, IS_BACK(name=table.match.names[held[0].seat]), noted)

    def arrived(self, actor: Actor, held: list[int]) -> None:
        """Give players their seat back on return if a bot took it only because time ran out."""
        if any(seat in self.table.notes.clocked and self.table.seats[seat].stand_in for seat in held):
            self.come_back(actor, None)

    def sit_down(
        self, table_seat: TableSeat, actor: Actor, name: str, writes: Iterable[db.Write] = (), challenged: bool = False
    ) -> asyncio.Future[None]:
        """Take a free seat: by its link, or without one where it is open to anyone.

        `challenged`: the seat was kept for this bot.
        """
        table = self.table
        if table_seat.kind not in ("link", "open"):  # somebody sat down while the rest of the request was on its way
            raise Refusal("taken", "Someone else has taken this seat.")
        if table.rated and (not actor.player or table.held_by(actor)):
            raise Refusal(
                "not-yours", "This match is rated: each person plays one seat, in a browser that keeps cookies."
            )
        if table.rated and is_guest(actor.player) and not challenged:
            raise Refusal(
                "not-yours", "This match is rated among people. Bots play rated matches only when challenged."
            )
        sitting = {who for other in table.seats for who in other.holders} - {actor.player}
        if actor.player and sitting and any_blocked(table.hub.store, actor.player, sitting):
            raise Refusal("not-yours", NOT_TOGETHER)
        table_seat.kind, table_seat.stand_in = "person", False
        table.rename(table_seat, table.hub.name_of(actor.player) if is_guest(actor.player) else name)
        extra = [*writes]
        if actor.player:
            table_seat.holders.add(actor.player)
            extra.append((db.ADD_HOLDER, (actor.player, table.id, table_seat.seat)))
        if self.know_days_off([table_seat]):
            extra.append(table.note())
        return table.write_seats([table_seat], SAT_DOWN(name=table_seat.player), extra)

    # ------------------------------------------------------------------ days off

    @property
    def stops_for_days_off(self) -> bool:
        return self.table.clock.kind in SLOW and not self.table.notes.no_days_off

    def know_days_off(self, table_seats: Iterable[TableSeat]) -> bool:
        """Note the days off of those who sit on these seats; whether that must be stored."""
        if not self.stops_for_days_off:
            return False
        notes, table_seats = self.table.notes, list(table_seats)
        known = days_off_of(self.table.hub.store, {who for table_seat in table_seats for who in table_seat.holders})
        before = dict(notes.off)
        for table_seat in table_seats:
            notes.off.pop(table_seat.seat, None)
            if (off := next((known[who] for who in sorted(table_seat.holders) if who in known), None)) is not None:
                notes.off[table_seat.seat] = off
        return notes.off != before

    def begin_with_days_off(self, off: Mapping[str, DaysOff]) -> None:
        """A new table: by person, the days off of those who sit there."""
        for table_seat in self.table.seats:
            for who in sorted(table_seat.holders & off.keys()):
                self._move_deadline(table_seat, off[who])

    async def take_days_off(self, person: str, off: DaysOff) -> None:
        """Move the deadlines of this person's seats: clocks stand still on days off."""
        table = self.table
        mine = [table_seat for table_seat in table.seats if person in table_seat.holders]
        changed = [table_seat for table_seat in mine if table.notes.off.get(table_seat.seat, NONE) != off]
        if not changed or not self.stops_for_days_off or table.match.over:
            return
        for table_seat in changed:
            self._move_deadline(table_seat, off)
        self.mind_clock()
        await table.commit([table.note()])

    def _move_deadline(self, table_seat: TableSeat, off: DaysOff) -> None:
        table, now = self.table, self.table.hub.now()
        was = table.notes.off.get(table_seat.seat, NONE)
        at = off.since if off.since != was.since and 0 < off.since < now else now

        def moved(deadline: float) -> float:
            return off.after(at, was.between(at, deadline)) if deadline > at else deadline

        if table_seat.deadline is not None:
            table_seat.deadline = moved(table_seat.deadline)
        if (secret := table.secret_round) is not None and table_seat.seat in secret.until:
            secret.until[table_seat.seat] = moved(secret.until[table_seat.seat])
        if off == NONE:
            table.notes.off.pop(table_seat.seat, None)
        else:
            table.notes.off[table_seat.seat] = off

    def _overslept(self, table_seat: TableSeat) -> bool:
        """Whether this seat has days off that the table has not heard of: a server was killed in between."""
        if not self.stops_for_days_off or not table_seat.holders:
            return False
        known = days_off_of(self.table.hub.store, table_seat.holders)
        off = next((known[who] for who in sorted(table_seat.holders) if who in known), NONE)
        if off == self.table.notes.off.get(table_seat.seat, NONE):
            return False
        self._move_deadline(table_seat, off)
        self.table.commit([self.table.note()])
        return table_seat.deadline is not None and table_seat.deadline >= self.table.hub.now()

    def forget(self, person: set[str], names: list[str]) -> asyncio.Future[None]:
        """Erase a person from the table: the seats lose name and links, and a bot plays on."""
        table, writes = self.table, list[db.Write]()
        gone = [table_seat for table_seat in table.seats if table_seat.holders & person]
        table.creator = "" if table.creator in person else table.creator
        table.title = table.match.game.about.id if any(name in table.title for name in names) else table.title
        for table_seat in gone:
            writes += [
                (db.DROP_HOLDER, {"id": table.id, "at": table_seat.seat, "who": who})
                for who in table_seat.holders & person
            ]
            table_seat.holders -= person
            if not table_seat.holders:
                table.rename(table_seat, "")
                if not table.match.over:
                    table_seat.bot, table_seat.stand_in, table_seat.deadline, table_seat.reserve = (
                        USUAL,
                        True,
                        None,
                        None,
                    )
                table_seat.keys = {entry for entry in table_seat.keys if entry[0] != "key"}
        seats = {table_seat.seat for table_seat in gone}
        table.chat = [line for line in table.chat if line.seat not in seats]
        table.notes.reminded.clear()
        table.notes.ahead = {seat: plan for seat, plan in table.notes.ahead.items() if seat not in seats}
        table.notes.off = {seat: off for seat, off in table.notes.off.items() if seat not in seats}
        writes.append(table.note())
        if table.match.over:  # the result says who won, by name
            writes += end_of(table, table.updated)
        for socket in table.sockets:
            socket.send_chat(table.chat, fresh=True)
        return table.write_seats(gone, extra=writes)

    def remind(self, held: list[int], seat: int) -> None:
        """Remind a seat that the table is waiting for it."""
        table = self.table
        if not held:
            raise Refusal("not-yours", "Only players at the table can send reminders.")
        if seat in held or seat not in table.progress(held).questions or not 0 <= seat < len(table.seats):
            raise Refusal("not-asked", "The table isn't waiting for that seat.")
        table_seat = table.seats[seat]
        if table_seat.kind != "person" or table_seat.stand_in:
            raise Refusal("not-asked", "No one sits there.")
        if time.monotonic() - table_seat.reminded < AGAIN:
            raise Refusal("busy", "{name} was reminded a moment ago.", name=table_seat.player)
        table_seat.reminded = time.monotonic()
        by = table.seats[held[0]].player
        if seat in table.questions:  # otherwise it has already decided in secret, which must not be revealed
            table.notes.reminded[seat] = by

        def tell() -> None:
            for socket in table.sockets:
                if seat in socket.holds:
                    if seat in table.questions:
                        socket.send_reminder(by)
                elif held[0] in socket.holds:
                    socket.send_notice((REMINDED if table.online(table_seat) else AWAY)(name=table_seat.player))
            if not table.online(table_seat) and (question := table.questions.get(seat)) is not None:
                telling = table.hub.notifier.remind(table.id, seat, question.number, table_seat.holders)
                table.hub.in_background(telling)

        table.commit([table.note()], tell)

    def mind_clock(self) -> None:
        """Schedule a check for the moment a clock runs out."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = self.table.deadline()
        if deadline is not None and (wait := max(0.0, deadline - self.table.hub.now()) + 0.2) < 3600:
            self._timer = asyncio.get_running_loop().call_later(wait, self.clock_ran_out)

    def clock_ran_out(self) -> None:
        table = self._table()
        if table is None or table.hub.tables.get(table.id) is not table or table.reloading:
            return
        now = table.hub.now()
        for table_seat in table.seats:
            if table_seat.deadline is not None and table_seat.deadline < now and not table.match.over:
                if table_seat.kind == "person" and self._overslept(table_seat):
                    self.mind_clock()
                elif table_seat.kind == "person":
                    table.notes.clocked.append(table_seat.seat)
                    self.let_bot_play([table_seat], note=True)
                else:  # no one ever sat there: wait until the host lets a bot play
                    table_seat.deadline = None
                    table.write_seats([table_seat])
