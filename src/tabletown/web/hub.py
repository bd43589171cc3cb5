"""All tables: opening new ones, finding old ones, letting go of those nobody looks at."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from tabletown.bots import LEVELS, USUAL
from tabletown.kernel import Match, Text
from tabletown.kernel.errors import UnknownGame
from tabletown.kernel.text import say
from tabletown.learn import course
from tabletown.saves.again import again, past_of
from tabletown.web import schema as db
from tabletown.web.catalog import Catalog
from tabletown.web.chairs import THE_RULES, Actor, Chair, Overseer, Refusal, clean, derived, digest, nameless
from tabletown.web.clock import BANK, DAY, GAP, LIVE, MOVE, Clock, keep_time
from tabletown.web.database import why
from tabletown.web.devices import Devices
from tabletown.web.limits import Buckets, Limits, Rate
from tabletown.web.messages import ChatLine, NewTable, SeatWish
from tabletown.web.notes import read as read_notes
from tabletown.web.old import OldRules
from tabletown.web.records import seams_of
from tabletown.web.reviving import Broken, chairs_of, match_of, seat_names
from tabletown.web.sharing import Sharing
from tabletown.web.sockets import NO_TABLE, RESTARTS
from tabletown.web.store import Loaded, Store
from tabletown.web.tables import Table
from tabletown.web.telling.teller import Teller
from tabletown.web.telling.ways import Post, Ways
from tabletown.web.upkeep import delete, forget, tidy
from tabletown.web.workers import Workers
from tabletown.web.writing import Unwritten

if TYPE_CHECKING:
    from tabletown.lab.coach import Analysis

log = logging.getLogger("tabletown.web")

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # no letter that looks like another
BOT_NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kim", "Leo")
CLASS = "class"  # what the ids of tables begin with that live in one process
IDLE = 600.0  # seconds after which a table that nobody looks at leaves memory
IDLE_TABLES = 200  # and so many of them may stay so long


def player_id(token: str) -> str:
    """Who holds this cookie. Only a digest is stored: the file gives no seat away."""
    return hashlib.sha256(token.encode()).hexdigest()[:32] if token else ""


NO_CLOCK = Clock()
NO_POST = Post()


def clock_of(wish: NewTable) -> Clock:
    """The clock that is wished for; raises Refusal where there is none like it."""
    try:
        clock = Clock.of(wish.clock, wish.days)
    except ValueError:
        clock = Clock("?")
    if clock.kind not in ("", MOVE, BANK, LIVE) or (clock.kind and not 60 <= clock.start <= 90 * DAY):
        raise Refusal("malformed", Text("There is no such clock."))
    return clock


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


class Hub:
    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        workers: Workers,
        limits: Limits | None = None,
        pace: float = 0.5,
        away: float = 60.0,
        keep_days: float = 0,
        post: Post = NO_POST,
    ) -> None:
        self.store, self.catalog, self.workers = store, catalog, workers
        self.pace = pace  # seconds that a bot takes at least
        self.away = away  # seconds after which others may let a bot play for somebody who left
        self.limits = limits or Limits()
        self.tables: dict[str, Table] = {}
        self.overseers: dict[str, Overseer] = {}  # by table
        # by game: what its own pages make of an answer in people's own words; they may refuse it
        self.guards: dict[str, Callable[[Table, int, str], str]] = {}
        self.at_start: list[Callable[[], Awaitable[None]]] = []  # what games' own pages have to do first
        self.codes: list[Callable[[str], str | None]] = []  # where a code leads that a game's own pages gave out
        self.rates: dict[str, Buckets] = {}  # what each client may ask for, by name; counted over all servers
        self.open_by: dict[str, int] = {}  # connections to tables, by client
        self.moves = self.refused = self.sockets = self.made = self.reloaded = 0
        self.network: list[str] = []  # where other devices find this server; none: only this machine does
        self.keep_days = keep_days  # for which finished tables are kept; 0: for ever
        self.began, self._forgot = time.time(), float("-inf")
        self._at, self._since = self.began, time.monotonic()  # when we last looked at the clocks
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"  # of this process, among those that share a database
        self.leaving = False  # asked to stop: the proxy is to send nobody here any more
        self.aside: dict[str, Broken] = {}  # tables that cannot be opened
        self.reloads: dict[str, asyncio.Task[None]] = {}  # by table
        self.keeping: set[asyncio.Future[None]] = set()  # records that are being made, and the like
        self.ways = Ways(store, post)  # how people are told that it is their turn
        self.teller = Teller(self, self.ways)
        self.devices = Devices(self)
        self.sharing = Sharing(self, store.where) if isinstance(store.where, str) else None
        self._opening: dict[str, asyncio.Future[Table | None]] = {}
        self._sweepers: list[asyncio.Task[None]] = []
        self._crowded = IDLE_TABLES  # tables in memory at which to look whether some can go

    # ------------------------------------------------------------------ life

    async def start(self) -> None:
        for prepare in self.at_start:
            try:
                await prepare()
            except Exception:  # the tables are there, whatever a game's own pages have kept
                log.exception("what %s has to do first failed", prepare.__qualname__)
        if self.sharing is not None:
            await self.sharing.start()
        await self.keep_time(0 if self.sharing is None else GAP)
        self._sweepers = [asyncio.create_task(self._sweep_on()), asyncio.create_task(self.teller.run())]
        if self.sharing is None:
            self._sweepers.append(asyncio.create_task(self._mind_clocks()))

    async def stop(self) -> None:
        """Close every connection with "the server restarts", and write what is still to be written."""
        for sweeper in self._sweepers:
            sweeper.cancel()
        for table in list(self.tables.values()):
            for socket in list(table.sockets):
                await socket.close(RESTARTS)
        await asyncio.to_thread(self.workers.stop)
        if self.sharing is not None:
            await self.sharing.stop()
        await asyncio.gather(*self.keeping, return_exceptions=True)
        await self.store.close()

    async def _sweep_on(self) -> None:
        if self.sharing is None:
            await self._at_each(self.store.waiting_for_bots, lambda table: table.bots.call())
        while True:
            try:
                await self._forget()
                self._let_go()
                for table in list(self.tables.values()):
                    table.tell_who_is_away()
            except Exception:
                log.exception("sweeping failed")
            await asyncio.sleep(20)

    async def _mind_clocks(self) -> None:
        """Where this is the only server: every few seconds (several do it with their heartbeat)."""
        while True:
            try:
                await self.keep_time()
                await self._at_each(lambda: self.store.overdue(self.now()), lambda table: table.clock_ran_out())
            except Exception:
                log.exception("the clocks could not be looked at")
            await asyncio.sleep(3)

    async def keep_time(self, gap: float = GAP) -> None:
        """After a time in which no server ran, or this machine slept, go on with what everybody had left."""
        moved = await asyncio.to_thread(keep_time, self.store, time.time(), gap)
        self._at, self._since = time.time(), time.monotonic()
        for id in moved:
            if (table := self.tables.get(id)) is not None:
                await self.catch_up(table)

    def now(self) -> float:
        """The time, unless the clock was put forward just now: nobody's time is up for that (see `keep_time`)."""
        return min(time.time(), self._at + time.monotonic() - self._since)

    async def _forget(self) -> None:
        """Once an hour: delete what has had its time, and where that is wished what ended long ago."""
        if time.monotonic() > self._forgot + 3600:
            self._forgot = time.monotonic()
            await asyncio.to_thread(tidy, self.store, time.time())
            for id in await asyncio.to_thread(forget, self.store, self.keep_days) if self.keep_days else ():
                if (table := self.tables.get(id)) is not None:
                    self.drop(table, NO_TABLE)

    async def delete(self, table: Table, actor: Actor) -> None:
        """Delete a table for good."""
        if why_not := self.why_not_delete(table, actor):
            raise Refusal("not-yours", why_not)
        await table.settled()
        self.drop(table, NO_TABLE)
        await asyncio.to_thread(delete, self.store, [table.id])

    def buckets(self, name: str, rate: Rate) -> Buckets:
        found = self.rates[name] = Buckets(rate)
        return found

    def opened_by(self, client: str) -> int:
        """How many tables this client looks at, here and at other servers."""
        elsewhere = self.sharing.opened.values() if self.sharing is not None else ()
        return self.open_by.get(client, 0) + sum(there.get(client, 0) for there in elsewhere)

    def why_not_delete(self, table: Table, actor: Actor) -> str:
        if not table.is_host(actor) or table.overseer is not None:
            return "Only the person who opened the table can delete it."
        if not table.match.over and table.others(table.held_by(actor)):
            return "Others play here: the table can be deleted when the match is over."
        return ""

    async def _at_each(self, find: Callable[[], list[str]], do: Callable[[Table], None]) -> None:
        for id in await asyncio.to_thread(find):
            try:
                if table := await self.open(id):
                    do(table)
            except Exception as error:  # of other rules, say: the rest goes on
                if id not in self.aside:
                    log.warning("table %s: %s", id, error)

    def _let_go(self) -> None:
        now, idle = time.monotonic(), []
        for table in self.tables.values():
            if not table.sockets and not table.busy and table.overseer is None:
                idle.append(table)
            if now - table.idle_since > IDLE / 10:
                table.history = None  # a second match, only for those who look back
        idle.sort(key=lambda table: table.idle_since)
        for number, table in enumerate(idle, IDLE_TABLES - len(idle)):
            if number < 0 or now - table.idle_since > IDLE:
                del self.tables[table.id]

    def _take_in(self, table: Table) -> None:
        self.tables[table.id] = table
        if len(self.tables) >= self._crowded:
            self._let_go()
            self._crowded = len(self.tables) + IDLE_TABLES // 4

    def drop(self, table: Table, code: int = RESTARTS) -> None:
        """Forget what is in memory; whoever looks again gets what is in the database."""
        self.tables.pop(table.id, None)
        for socket in list(table.sockets):
            asyncio.create_task(socket.close(code))  # noqa: RUF006 (it ends by itself)

    def reload(self, table: Table, error: Exception) -> None:
        """Make a live table anew from the database; those who were about to act are told that it was not done."""
        log.warning("table %s is read again: %s", table.id, error)
        self.reloaded += 1
        reading = self.reloads[table.id] = asyncio.ensure_future(self._reload(table, error))
        reading.add_done_callback(lambda _: self.reloads.pop(table.id, None))

    async def catch_up(self, table: Table) -> None:
        """Another process went on with this table: go on from there, and show it."""
        if table.pending or table.reloading:
            return  # what is under way here decides; it must not be read over from a moment before
        before = table.head
        loaded = await asyncio.to_thread(self.store.load, table.id)
        if table.head != before or table.pending or table.reloading or self.tables.get(table.id) is not table:
            return  # something was done here meanwhile: its commit will find out
        if loaded is None:
            self.drop(table, NO_TABLE)
            return
        self._revive(loaded, table)
        table.tell()
        table.plans.play()

    async def _reload(self, table: Table, error: Exception) -> None:
        refused, table.under_way = table.under_way, []
        try:
            loaded = await asyncio.to_thread(self.store.load, table.id)
            if loaded is None:
                self.drop(table, NO_TABLE)
                return
            self._revive(loaded, table)
        except Exception as trouble:
            log.error("table %s cannot be read: %s", table.id, trouble)
            self.drop(table)
            return
        code, said = ("unwritten", str(error)) if not isinstance(error, Refusal) else (error.code, error.said)
        for socket in table.sockets:
            for option in [option for seat, option in refused if seat in socket.holds]:
                socket.refuse(Refusal(code, said, option=option))
        if (overseer := self.overseers.get(table.id)) is not None:
            overseer.reloaded(table)
        table.tell()
        if isinstance(error, Unwritten):  # bots and plans try again, but not again and again without a breath
            loop = asyncio.get_running_loop()
            loop.call_later(2, table.plans.play)
            loop.call_later(2, table.bots.call)
        else:
            table.plans.play()
            table.bots.call()

    # ------------------------------------------------------------------ new tables

    async def create(
        self, wish: NewTable, actor: Actor, name: str = "", *, luck: str = "", watch: str = "", id: str = ""
    ) -> Table:
        """Open a table as wished; raises BadOption or UnknownGame with what is wrong.

        `luck`, `watch`, `id`: of a challenge, whose seed the players do not know.
        """
        game = self.catalog.find(wish.game)
        seats = wish.seats or [SeatWish("me"), *[SeatWish("bot")] * (game.about.default_seats - 1)]
        options = game.options(wish.options)
        automatic = game.rules.automatic(options)
        chairs = [self._chair(seat, "auto" if seat in automatic else w.kind, w) for seat, w in enumerate(seats)]
        self._name(chairs, seats, name)
        names = seat_names(game, chairs)
        if not any(chair.kind == "person" for chair in chairs) and wish.by_hand:
            raise Refusal("malformed", "Somebody must sit at the table to type in what was rolled.")
        match = Match(game, names, options, wish.seed, wish.by_hand)
        luck = luck or (db.SECRET if wish.seed is None else db.CHOSEN)
        clock = clock_of(wish)
        return await self.open_new(match, chairs, actor, wish.title, watch or wish.watch, clock, luck, id=id)

    async def learn(self, game: str, actor: Actor, name: str = "") -> Table:
        """A guided first game: the lesson's own table, on which nobody but the player decides anything."""
        found = course(self.catalog.find(game))
        lesson, about = found.lesson, found.game.about
        automatic = found.game.rules.automatic(found.game.options(lesson.options))
        wishes = [
            SeatWish("me", name or lesson.seats[seat]) if seat == lesson.you else SeatWish("bot", rival, "easy")
            for seat, rival in enumerate(lesson.seats)
        ]
        chairs = [self._chair(seat, "auto" if seat in automatic else w.kind, w) for seat, w in enumerate(wishes)]
        self._name(chairs, wishes, name)
        match = Match(found.game, seat_names(found.game, chairs), lesson.options, luck=found.luck)
        found.play_rivals(match, 0)
        title = say("{game}, first game", game=about.title)
        return await self.open_new(match, chairs, actor, title, "nobody", NO_CLOCK, db.CHOSEN, lesson=0)

    def _chair(self, seat: int, kind: str, wish: SeatWish) -> Chair:
        bot = wish.bot if any(level.id == wish.bot for level in LEVELS) else USUAL
        if wish.bot and wish.bot != bot:
            known = [level.id for level in LEVELS]
            raise Refusal("malformed", "There is no bot '{bot}'; there are: {known:,}.", bot=wish.bot, known=known)
        kind = "person" if kind in ("me", "here") else kind
        chair = Chair(seat, kind, clean(wish.name), bot if kind == "bot" else "")
        self.give_key(chair)
        if kind in ("link", "open"):
            chair.invite = secrets.token_urlsafe(12)
            chair.opens("invite", chair.invite)
        return chair

    def give_key(self, chair: Chair) -> str:
        """A new key to this seat; what is to be written down of it."""
        chair.key = secrets.token_urlsafe(18)
        return chair.opens("key", chair.key)[1]

    def _name(self, chairs: Sequence[Chair], wishes: Sequence[SeatWish], me: str) -> None:
        taken: set[str] = set()
        bots = [name for name in BOT_NAMES if name != me]
        random.shuffle(bots)
        for chair, wish in zip(chairs, wishes):
            if chair.kind == "bot":
                name = chair.player or f"{bots.pop()} (bot)"
            elif wish.kind == "me":
                name = chair.player or me
            else:
                name = chair.player
            name = base = name or (THE_RULES if chair.kind == "auto" else nameless(chair.seat))
            number = 2
            while name in taken:
                name, number = f"{base} {number}", number + 1
            chair.player = name
            taken.add(name)

    async def open_new(
        self,
        match: Match,
        chairs: list[Chair],
        actor: Actor,
        title: str,
        watch: str,
        clock: Clock = NO_CLOCK,
        luck: str = db.SECRET,
        branched: bool = False,
        extra: Sequence[db.Write] = (),
        id: str = "",
        lesson: int | None = None,
    ) -> Table:
        id = id or new_id()
        title = clean(title, 60) or match.game.about.title
        if actor.player:
            for chair in chairs:
                if chair.kind == "person" and not chair.holders:
                    chair.holders.add(actor.player)
        table = Table(self, id, match, chairs, title, watch, clock, actor.player)
        table.luck, table.branched, table.notes.lesson = luck, branched, lesson
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
            *(table.updated, 0, 0, "[]", False),  # how it stands comes with its first step
        )
        writes: list[db.Write] = [(db.ADD_TABLE, row), *extra]
        for chair in chairs:
            writes.append((db.ADD_SEAT, chair.row(id)))
            writes += [(db.ADD_KEY, (digest, id, chair.seat, kind)) for kind, digest in chair.keys]
            writes += [(db.ADD_HOLDER, (player, id, chair.seat)) for player in chair.holders]
        if lesson is not None:
            writes.append(table.note())
        self._take_in(table)
        self.made += 1
        await table.write_down(0, extra=writes)
        return table

    async def rematch(self, table: Table, actor: Actor) -> str:
        """The same people once more, everybody one seat further round; the same table for all who ask."""
        if not table.held_by(actor):
            raise Refusal("not-yours", "Only those who sit at the table can ask for another match.")
        if not table.match.over:
            raise Refusal("not-asked", "This match is not over yet.")
        if table.overseer is not None:
            raise Refusal("not-yours", "The facilitator decides whether there is another session.")
        if not table.rematch and not table.rematching:
            table.rematching = True
            count = len(table.chairs)
            turn = 0 if any(chair.kind == "auto" for chair in table.chairs) else 1
            old = [table.chairs[(seat + turn) % count] for seat in range(count)]
            chairs = [Chair(seat, was.kind, was.player, was.bot, was.stand_in) for seat, was in enumerate(old)]
            for chair, was in zip(chairs, old):
                chair.holders = set(was.holders)
                if was.holders:
                    self.give_key(chair)
                else:  # who came with nothing but a key keeps it
                    chair.keys = {entry for entry in was.keys if entry[0] == "key"}
            game = table.match.game
            names = seat_names(game, chairs)
            match = Match(game, names, table.match.options, None, table.match.by_hand)
            maker = Actor(table.creator or actor.player)
            new = await self.open_new(match, chairs, maker, table.title, table.watch, table.clock)
            table.rematch = new.id
            await table.commit([(db.LINK_REMATCH, {"id_": table.id, "rematch": new.id})])
        return table.rematch

    async def branch(self, table: Table, actor: Actor, number: int, seat: int | None, others: str, bot: str) -> Table:
        """A new table that shares this one's past up to a point and goes its own way."""
        if why := self.why_not_branch(table, actor):
            raise Refusal("not-yours", why)
        past = await self.history(table)
        if not 0 <= number <= past.number:
            raise Refusal("malformed", "This match has {n} answers; there is no point {at}.", n=past.number, at=number)
        title = f"{table.title}, from {number}"
        return await self.branch_off(past.branch(number), actor, table.id, title, seat, others, bot)

    async def branch_off(
        self, match: Match, actor: Actor, origin: str, title: str, seat: int | None, others: str, bot: str
    ) -> Table:
        """Open a table for a match that was branched off another one."""
        match.luck = None
        mine = seat if seat is not None and 0 <= seat < match.seats else 0
        wishes = [
            SeatWish("me" if s == mine else "here") if s == mine or others == "here" else SeatWish("bot", bot=bot)
            for s in range(match.seats)
        ]
        automatic = match.game.rules.automatic(match.options)
        chairs = [self._chair(s, "auto" if s in automatic else wish.kind, wish) for s, wish in enumerate(wishes)]
        self._name(chairs, wishes, self.name_of(actor.player))
        match.names = seat_names(match.game, chairs)
        id, now, number = new_id(), time.time(), match.number
        kept = [
            (db.PUT_KEPT, (db.BRANCH, f"{origin}/{id}", str(number), now)),
            (db.PUT_KEPT, (db.BRANCHED, id, f"{origin}/{number}", now)),
        ]
        return await self.open_new(match, chairs, actor, title, "link", NO_CLOCK, branched=True, extra=kept, id=id)

    # ------------------------------------------------------------------ old tables

    async def claim(self, what: str) -> bool:
        """Whether this process may look after something that lives in one process only."""
        return self.sharing is None or await asyncio.to_thread(self.sharing.claim, what)

    async def open(self, id: str, own: bool = False) -> Table | None:
        """The live table of this id, from memory or from the database; None where there is none.

        `own`: for its overseer, who alone opens the tables of a class where several processes share them.
        """
        if self.sharing is not None and id.startswith(CLASS) and not own and id not in self.overseers:
            raise Refusal("elsewhere", "Another server is looking after this class; try again in a moment.")
        table = self.tables.get(id)
        if table is not None:
            table.idle_since = time.monotonic()
            return table
        opening = self._opening.get(id)
        if opening is None:
            opening = self._opening[id] = asyncio.ensure_future(self._load(id))
            opening.add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(opening)

    async def _load(self, id: str) -> Table | None:
        if id in self.aside:
            raise self.aside[id]
        try:
            loaded = await asyncio.to_thread(self.store.load, id)
            if loaded is None:
                return None
            table = self._revive(loaded)
        except (sa.exc.OperationalError, sa.exc.InterfaceError) as error:
            raise Refusal("unread", "The tables cannot be read now: {why}.", why=why(error)) from None
        except Broken as broken:
            raise self._put_aside(id, broken) from None
        except (Refusal, UnknownGame):
            raise
        except Exception as error:  # whatever is in the database: one table is not all of them
            log.exception("table %s", id)
            raise self._put_aside(
                id, Broken(f"{why(error) if isinstance(error, sa.exc.DBAPIError) else error}.")
            ) from None
        self._take_in(table)
        return table

    def _put_aside(self, id: str, broken: Broken) -> Broken:
        """From now on this table is not tried again, until the server starts anew."""
        log.error("table %s is put aside: %s", id, broken)
        self.aside[id] = broken
        return broken

    def _revive(self, loaded: Loaded, table: Table | None = None) -> Table:
        """A live table from what is stored; into this one, where one is given that people sit at."""
        row = loaded.table
        game = self.catalog.find(row.game)
        if row.rules != game.about.version:
            raise OldRules(game, loaded)
        chairs = chairs_of(loaded)
        match = match_of(game, seat_names(game, chairs), loaded)
        known = table
        if table is not None:
            table.creator = row.creator
        else:
            clock = Clock.of(row.clock, row.days)
            table = Table(self, row.id, match, chairs, row.title, row.watch, clock, row.creator)
        table.number, table.rematch, table.seam = row.number, row.rematch, match.seam
        table.head, table.counted, table.updated = row.head, row.number, row.updated
        table.luck, table.branched = row.luck, row.branched
        table.notes = read_notes(loaded.notes)
        table.chat = [ChatLine(said.seat, said.name, said.text, said.at) for said in loaded.chat]
        if known is not None:
            table.adopt(match, chairs)
        else:
            table.questions = {}
            table.note_questions()
            asked = table.questions.items()
            table.questions = {seat: question._replace(since=row.updated) for seat, question in asked}
        table.resume(row.timing, row.deadline)
        return table

    async def history(self, table: Table) -> Match:
        """The whole match with all its seams, so that any point of it is near one. Played again aside, then kept."""
        kept = table.history
        if kept is not None and kept[0] == table.number:
            return kept[1]
        number, match = table.number, table.match
        played = await asyncio.to_thread(again, match.game, past_of(match))
        played.dealt_from, played.foreseen = match.dealt_from, match.foreseen
        table.history = (number, played)
        return played

    def keep_record(self, table: Table) -> None:
        """A match is over: keep how it stood at every turn, so that it can be shown whatever the rules are later."""

        async def keep() -> None:
            try:
                past = await self.history(table)
                data = await asyncio.to_thread(seams_of, past)
                if table.match.over:
                    await self.store.commit([(db.PUT_RECORD, (table.id, data))])
            except Exception:
                log.exception("table %s: no record is kept", table.id)

        self.in_background(keep())

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this while others go on; the server does not stop before it is done."""
        task = asyncio.ensure_future(work)
        self.keeping.add(task)
        task.add_done_callback(self.keeping.discard)

    async def turns(self, table: Table) -> tuple[list[int], list[list[float]]]:
        """At which answers a turn began, and how each seat stood there; worked out by a worker, then kept."""
        if table.turns is None or table.turns[0] != table.number:
            number, match = table.number, table.match
            table.turns = (number, *await self.workers.chances(past_of(match)))
        return table.turns[1:]

    async def coach(self, table: Table) -> Analysis:
        """What the coach says; worked out by a worker when somebody asks for the first time, then kept."""
        if not table.match.over:
            raise Refusal("not-asked", "The coach speaks once the match is over.")
        if table.advice is None:
            table.advice = asyncio.ensure_future(self.workers.coach(past_of(table.match)))
        try:
            return await asyncio.shield(table.advice)
        except Exception:
            table.advice = None
            raise

    # ------------------------------------------------------------------ what one may look into

    def views_for(self, table: Table, actor: Actor) -> list[int | None]:
        """Through whose eyes this actor may look back: everybody's once the match is over, else only the own."""
        if table.match.over:
            return [*range(len(table.chairs)), None]
        return [*table.held_by(actor), None]

    def all_open(self, table: Table) -> bool:
        """Whether one may look back with every hand open: after the end, where hands were hidden."""
        return table.match.over and table.secret

    def why_not_branch(self, table: Table, actor: Actor) -> str:
        if table.match.over or self._alone(table, actor):
            return ""
        return "While somebody else plays here, or was invited to, a match can be branched once it is over."

    def why_not_download(self, table: Table, actor: Actor) -> str:
        if table.match.over or self._alone(table, actor):
            return ""
        return "The file holds the seed, and so the luck to come: it can be downloaded once the match is over."

    def _alone(self, table: Table, actor: Actor) -> bool:
        """Whether every seat is a bot's or this actor's alone, and none was ever offered to somebody else."""
        held = table.held_by(actor)

        def harmless(chair: Chair) -> bool:
            if chair.kind == "auto":
                return True
            if any(kind == "invite" for kind, _ in chair.keys) or not chair.holders <= {actor.player}:
                return False
            return chair.kind == "bot" or chair.seat in held

        return bool(held) and all(map(harmless, table.chairs))

    async def saved(self, table: Table, actor: Actor) -> Match:
        """The match for a file. Who has it before the end knows the luck to come: from then on the table says so."""
        if why := self.why_not_download(table, actor):
            raise Refusal("not-yours", why)
        if not table.match.over and table.luck == db.SECRET:
            await table.commit([(db.KNOW_LUCK, {"id_": table.id})])
            table.luck = db.CHOSEN
        return await self.history(table)

    # ------------------------------------------------------------------ people

    async def rename(self, actor: Actor, name: str, table: Table | None = None) -> None:
        if actor.player:
            await self.store.commit([(db.ADD_PLAYER, (actor.player, clean(name), time.time()))])
        if table is not None:
            held = table.held_by(actor)
            if not held:
                raise Refusal("not-yours", "You have no seat at this table; you are watching.")
            if table.overseer is not None:
                raise Refusal("not-yours", "In a class the teacher changes names.")
            table.rename(table.chairs[held[0]], name)
            await table.write_chairs([table.chairs[held[0]]])

    async def add_holder(self, table: Table, chair: Chair, player: str) -> None:
        """The same seat on one more device; in a class, on that one instead."""
        if (overseer := table.overseer) is not None:
            overseer.another_device(table, chair.seat, player)
            return
        chair.holders.add(player)
        table.reseat()
        await table.commit([(db.ADD_HOLDER, (player, table.id, chair.seat))])

    async def links(self, table: Table, token: str, kind: str, seats: Sequence[int]) -> dict[int, str]:
        """One's own links to these seats: made of one's cookie, so that nobody has to keep them."""
        made = {seat: derived(token, kind, table.id, seat) for seat in seats} if token else {}
        new = []
        for seat, secret in made.items():
            if (kind, digest(secret)) not in table.chairs[seat].keys:
                _, known = table.chairs[seat].opens(kind, secret)
                new.append((db.ADD_KEY, (known, table.id, seat, kind)))
        if new:
            try:
                await table.commit(new)
            except Refusal:
                return {}
        return made

    def name_of(self, player: str) -> str:
        row = self.store.player(player) if player else None
        return str(row.name) if row is not None else ""
