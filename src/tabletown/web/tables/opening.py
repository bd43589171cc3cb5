"""Open new tables: from a form, as a guided first game, a rematch or a branch of another match."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from tabletown import packs
from tabletown.bots import LEVELS, USUAL
from tabletown.kernel import Match, Text
from tabletown.kernel.text import say
from tabletown.learn import course
from tabletown.web.people.days_off import SLOW, days_off_of
from tabletown.web.people.guests import asks
from tabletown.web.people.ratings import why_not_rated
from tabletown.web.people.relations import NOT_TOGETHER, blocked_among
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import THE_RULES, Actor, Refusal, TableSeat, clean, is_guest, nameless
from tabletown.web.storage import schema as db
from tabletown.web.storage.maintenance import delete
from tabletown.web.storage.restore_table import seat_names
from tabletown.web.tables.clock import BANK, DAY, LIVE, MOVE, Clock
from tabletown.web.tables.table import Table
from tabletown.web.views.progress import known_match

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

log = logging.getLogger("tabletown.web")

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # without letters that look alike
BOT_NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kim", "Leo")
NO_CLOCK = Clock()
ONLY_IN_A_CLASS = Text("“{option}” is available only in a class. Open one under “For a class”.")


def clock_of(new: NewTable) -> Clock:
    """Parse the requested clock; raises Refusal if it isn't offered."""
    try:
        clock = Clock.of(new.clock, new.days)
    except ValueError:
        clock = Clock("?")
    if clock.kind not in ("", MOVE, BANK, LIVE) or (clock.kind and not 60 <= clock.start <= 90 * DAY):
        raise Refusal("malformed", Text("Choose one of the clocks."))
    return clock


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def give_key(table_seat: TableSeat) -> str:
    """Create a new key for this seat; returns the row to store."""
    table_seat.key = secrets.token_urlsafe(18)
    return table_seat.opens("key", table_seat.key)[1]


class Opening:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def create(
        self,
        new: NewTable,
        actor: Actor,
        name: str = "",
        *,
        luck: str = "",
        watch: str = "",
        id: str = "",
        pack: str = "",
    ) -> Table:
        """Open a table as requested; raises BadOption or UnknownGame if something is wrong.

        `luck`, `watch`, `id`: of a challenge, whose seed the players do not know. `pack`: the digest of an installed
        content pack; such tables stay out of statistics and ratings.
        """
        game = self.hub.catalog.find(new.game)
        if pack:
            game = await asyncio.to_thread(packs.with_pack, game, pack)
        seats = [*(new.seats or [NewSeat("me"), *[NewSeat("bot")] * (game.about.default_seats - 1)])]
        options = game.options(new.options)
        for setting in game.about.settings:
            if setting.in_room and options[setting.id] != setting.default:
                raise Refusal("malformed", ONLY_IN_A_CLASS(option=setting.title))
        typed = [name, new.title, *(new_seat.name for new_seat in seats)]
        await asyncio.to_thread(self.hub.refused_names.check, *typed)
        automatic = game.rules.automatic(options)
        if is_guest(actor.player):  # it sits under its own name, whatever it asks for
            name = self.hub.name_of(actor.player)
            seats = [NewSeat(w.kind, "", w.bot) if w.kind in ("me", "here") else w for w in seats]
        invited = {seat: w.bot for seat, w in enumerate(seats) if is_guest(w.bot) and seat not in automatic}
        for seat, bot in invited.items():
            seats[seat] = NewSeat("link", self.hub.guests.welcome(bot, game.about.id))
        table_seats = [
            self._table_seat(seat, "auto" if seat in automatic else w.kind, w) for seat, w in enumerate(seats)
        ]
        self._name(table_seats, seats, name)
        names = seat_names(game, table_seats)
        if not any(table_seat.kind == "person" for table_seat in table_seats) and new.by_hand:
            raise Refusal("malformed", "Someone must sit at the table to type in the rolls.")
        match = Match(
            game, names, options, self.hub.settings.seed if new.seed is None else new.seed, new.by_hand, changes=True
        )
        luck = luck or (db.SECRET if new.seed is None else db.CHOSEN)
        among_bots = bool(invited) or is_guest(actor.player)
        if new.rated and (why := why_not_rated(game.about, seats, new, luck, among_bots)) is not None:
            raise Refusal("malformed", why)
        id = id or new_id()
        extra = [asks(bot, id, seat, name or table_seats[0].player, self.hub.now()) for seat, bot in invited.items()]
        about = (new.title, watch or new.watch, clock_of(new), luck)
        rated, left_out = new.rated and not pack, bool(pack)
        more = (left_out, extra, id)
        table = await self.open_new(match, table_seats, actor, *about, *more, rated=rated, days_off=new.days_off)
        for bot in invited.values():
            self.hub.guests.wake(bot)
        return table

    async def seat_people(self, new: NewTable, people: Sequence[str], names: Sequence[str], id: str) -> Table:
        """Open a table with these people already seated, in this order; bots take the remaining seats.

        `id`: given in advance, so that two servers that do this at once open a single table.
        """
        game = self.hub.catalog.find(new.game)
        options, clock = game.options(new.options), clock_of(new)
        automatic, waiting = game.rules.automatic(options), list(zip(people, names))
        seats = len(new.seats or ()) or len(people) + len(automatic)
        table_seats, new_seats = list[TableSeat](), list[NewSeat]()
        for seat in range(seats):
            person, name = waiting.pop(0) if waiting and seat not in automatic else ("", "")
            new_seats.append(NewSeat("here", clean(name)) if person else NewSeat("bot"))
            table_seats.append(
                self._table_seat(seat, "auto" if seat in automatic else new_seats[-1].kind, new_seats[-1])
            )
            table_seats[-1].holders |= {person} - {""}
        self._name(table_seats, new_seats, "")
        match = Match(game, seat_names(game, table_seats), options, self.hub.settings.seed, changes=True)
        about = (new.title, new.watch, clock)
        return await self.open_new(match, table_seats, Actor(), *about, id=id, rated=new.rated, days_off=new.days_off)

    async def learn(self, game: str, actor: Actor, name: str = "") -> Table:
        """Open a guided first game, where only the player makes decisions."""
        found = course(self.hub.catalog.find(game))
        lesson, about = found.lesson, found.game.about
        automatic = found.game.rules.automatic(found.game.options(lesson.options))
        new_seats = [
            NewSeat("me", name) if seat == lesson.you else NewSeat("bot", rival, "easy")
            for seat, rival in enumerate(lesson.seats)
        ]
        table_seats = [
            self._table_seat(seat, "auto" if seat in automatic else w.kind, w) for seat, w in enumerate(new_seats)
        ]
        self._name(table_seats, new_seats, name)
        match = Match(found.game, seat_names(found.game, table_seats), lesson.options, luck=found.luck, changes=True)
        found.play_rivals(match, 0)
        title = say("{game}, first game", game=about.title)
        # counted as a branch, so it stays out of statistics: its opening was scripted
        return await self.open_new(
            match, table_seats, actor, title, "nobody", NO_CLOCK, db.CHOSEN, branched=True, lesson=0
        )

    async def open_new(
        self,
        match: Match,
        table_seats: list[TableSeat],
        actor: Actor,
        title: str,
        watch: str,
        clock: Clock = NO_CLOCK,
        luck: str = db.SECRET,
        branched: bool = False,
        extra: Sequence[db.Write] = (),
        id: str = "",
        lesson: int | None = None,
        rated: bool = False,
        days_off: bool = True,
    ) -> Table:
        id = id or new_id()
        title = clean(title, 60) or match.game.about.title
        if actor.player:
            for table_seat in table_seats:
                if table_seat.kind == "person" and not table_seat.holders:
                    table_seat.holders.add(actor.player)
        people = {who for table_seat in table_seats for who in table_seat.holders}
        if len(people) > 1 and len(await asyncio.to_thread(blocked_among, self.hub.store, people)) > 0:
            raise Refusal("not-yours", NOT_TOGETHER)
        slow = clock.kind in SLOW and days_off
        off = await asyncio.to_thread(days_off_of, self.hub.store, people) if slow else {}
        table = Table(self.hub, id, match, table_seats, title, watch, clock, actor.player)
        table.notes.no_days_off = not days_off
        table.people.begin_with_days_off(off)
        table.luck, table.branched, table.notes.lesson, table.rated = luck, branched, lesson, rated
        about = match.game.about
        row = (
            id,
            about.id,
            about.version,
            title,
            msgspec.json.encode(match.options).decode(),
            str(match.seed),
            msgspec.json.encode(sorted(match.by_hand)).decode(),
            watch,
            clock.days,
            actor.player,
            table.updated,
            "",
            luck,
            branched,
            "" if clock.start == clock.days * DAY else str(clock),
            rated,
            *(table.updated, 0, 0, "[]", False),  # its state is stored with the first step
        )
        writes: list[db.Write] = [(db.ADD_TABLE, row), *extra]
        for table_seat in table_seats:
            writes.append((db.ADD_SEAT, table_seat.row(id)))
            writes += [(db.ADD_KEY, (digest, id, table_seat.seat, kind)) for kind, digest in table_seat.keys]
            writes += [(db.ADD_HOLDER, (player, id, table_seat.seat)) for player in table_seat.holders]
        if lesson is not None or off or not days_off:
            writes.append(table.note())
        self.hub.take_in(table)
        self.hub.made += 1
        await table.write_down(0, extra=writes)
        return table

    async def rematch(self, table: Table, actor: Actor) -> str:
        """Open a rematch with everyone one seat further round; all who ask get the same table."""
        if not table.held_by(actor):
            raise Refusal("not-yours", "Only players at the table can ask for a rematch.")
        if not table.match.over:
            raise Refusal("not-asked", "This match isn't over yet.")
        if table.overseer is not None:
            raise Refusal("not-yours", "The teacher decides whether there is another session.")
        if not table.rematch and not table.rematching:
            table.rematching = True
            try:
                await self._open_rematch(table, actor)
            finally:  # if it was refused, the next request tries again
                table.rematching = False
        return table.rematch

    async def _open_rematch(self, table: Table, actor: Actor) -> None:
        count = len(table.seats)
        turn = 0 if any(table_seat.kind == "auto" for table_seat in table.seats) else 1
        old = [table.seats[(seat + turn) % count] for seat in range(count)]
        table_seats = [TableSeat(seat, was.kind, was.player, was.bot, was.stand_in) for seat, was in enumerate(old)]
        for table_seat, was in zip(table_seats, old):
            table_seat.holders = set(was.holders)
            if was.holders:
                give_key(table_seat)
            else:  # players who only have a key keep it
                table_seat.keys = {entry for entry in was.keys if entry[0] == "key"}
        game = table.match.game
        names = seat_names(game, table_seats)
        match = Match(game, names, table.match.options, self.hub.settings.seed, table.match.by_hand, changes=True)
        maker = Actor(table.creator or actor.player)
        about = (table.title, table.watch, table.clock)
        new = await self.open_new(
            match, table_seats, maker, *about, rated=table.rated, days_off=not table.notes.no_days_off
        )
        table.rematch = new.id
        try:
            await table.commit([(db.LINK_REMATCH, {"id_": table.id, "rematch": new.id})])
        except Refusal:  # another server opened one first, or the write failed
            table.rematch = ""
            await self._discard(new)
            raise

    async def _discard(self, table: Table) -> None:
        """Delete a new table that was never shown to anyone."""
        self.hub.drop(table)
        try:
            await asyncio.to_thread(delete, self.hub.store, [table.id])
        except sa.exc.SQLAlchemyError as error:
            log.warning("table %s was opened in vain and cannot be deleted: %s", table.id, error)

    async def branch(self, table: Table, actor: Actor, number: int, seat: int | None, others: str, bot: str) -> Table:
        """Open a new table that branches off this match at a given move."""
        if why := table.past.why_not_branch(actor):
            raise Refusal("not-yours", why)
        past = known_match(await table.past.match(), table.held_by(actor))
        if not 0 <= number <= past.number:
            raise Refusal("malformed", "This match has {n} moves, so there is no move {at}.", n=past.number, at=number)
        title = f"{table.title}, from {number}"
        return await self.branch_off(past.branch(number), actor, table.id, title, seat, others, bot)

    async def branch_off(
        self, match: Match, actor: Actor, origin: str, title: str, seat: int | None, others: str, bot: str
    ) -> Table:
        """Open a table for a match that was branched off another one; `origin`: its table, "" if it had none."""
        match.luck = None
        mine = seat if seat is not None and 0 <= seat < match.seats else 0
        new_seats = [
            NewSeat("me" if s == mine else "here") if s == mine or others == "here" else NewSeat("bot", bot=bot)
            for s in range(match.seats)
        ]
        automatic = match.game.rules.automatic(match.options)
        table_seats = [
            self._table_seat(s, "auto" if s in automatic else new_seat.kind, new_seat)
            for s, new_seat in enumerate(new_seats)
        ]
        self._name(table_seats, new_seats, self.hub.name_of(actor.player))
        match.names = seat_names(match.game, table_seats)
        id, now, number = new_id(), self.hub.now(), match.number
        kept = [
            (db.PUT_KEPT, (db.BRANCH, f"{origin}/{id}", str(number), now)),
            (db.PUT_KEPT, (db.BRANCHED, id, f"{origin}/{number}", now)),
        ]
        kept = kept if origin else []
        return await self.open_new(match, table_seats, actor, title, "link", NO_CLOCK, branched=True, extra=kept, id=id)

    def _table_seat(self, seat: int, kind: str, new_seat: NewSeat) -> TableSeat:
        bot = new_seat.bot if any(level.id == new_seat.bot for level in LEVELS) else USUAL
        if new_seat.bot and new_seat.bot != bot:
            known = [level.id for level in LEVELS]
            raise Refusal(
                "malformed", "There's no bot called “{bot}”. Choose one of {known:,}.", bot=new_seat.bot, known=known
            )
        kind = "person" if kind in ("me", "here") else kind
        table_seat = TableSeat(seat, kind, clean(new_seat.name), bot if kind == "bot" else "")
        give_key(table_seat)
        if kind in ("link", "open"):
            table_seat.invite = secrets.token_urlsafe(12)
            table_seat.opens("invite", table_seat.invite)
        return table_seat

    def _name(self, table_seats: Sequence[TableSeat], new_seats: Sequence[NewSeat], me: str) -> None:
        taken: set[str] = set()
        bots = [name for name in BOT_NAMES if name != me]
        random.Random(self.hub.settings.seed).shuffle(bots)
        for table_seat, new_seat in zip(table_seats, new_seats):
            if table_seat.kind == "bot":
                name = table_seat.player or f"{bots.pop()} (bot)"
            elif new_seat.kind == "me":
                name = table_seat.player or me
            else:
                name = table_seat.player
            name = base = name or (THE_RULES if table_seat.kind == "auto" else nameless(table_seat.seat))
            number = 2
            while name in taken:
                name, number = f"{base} {number}", number + 1
            table_seat.player = name
            taken.add(name)
