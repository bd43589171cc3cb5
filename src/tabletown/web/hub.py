"""All tables of this server: open new ones, find stored ones, drop idle ones from memory."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import WeakValueDictionary

import sqlalchemy as sa

from tabletown import packs
from tabletown.editions import edition_of
from tabletown.kernel import say
from tabletown.kernel.errors import UnknownGame
from tabletown.web.catalog import Catalog
from tabletown.web.cluster import Cluster
from tabletown.web.desk.bans import Bans
from tabletown.web.desk.desk import Desk
from tabletown.web.desk.invitations import Invitations
from tabletown.web.free_memory import free_memory
from tabletown.web.live.connection import NO_TABLE, RESTARTS, Socket
from tabletown.web.lobby.lobby import Lobby
from tabletown.web.notify.channels import Channels, NotifierConfig
from tabletown.web.notify.notifier import Notifier
from tabletown.web.notify.outbound_http import OutboundHttp
from tabletown.web.people.accounts import Accounts
from tabletown.web.people.devices import Devices
from tabletown.web.people.guests import Guests
from tabletown.web.people.names import RefusedNames
from tabletown.web.people.oidc import SchoolSignIn
from tabletown.web.people.passkeys import Passkeys
from tabletown.web.people.ratings import take_in
from tabletown.web.protocol import ChatLine
from tabletown.web.seats import Actor, Overseer, Refusal, TableSeat, clean, derived, digest, is_guest
from tabletown.web.security.token_buckets import Buckets
from tabletown.web.settings import DEFAULT, Rate, Settings
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import why
from tabletown.web.storage.maintenance import confirm_time, delete, forget, tidy
from tabletown.web.storage.packs import fetch
from tabletown.web.storage.restore_table import TableBroken, match_of, seat_names, seats_of_table
from tabletown.web.storage.store import LoadedTable, Store
from tabletown.web.storage.writer import NotWritten
from tabletown.web.tables.clock import GAP, Clock, keep_time
from tabletown.web.tables.notes import read as read_notes
from tabletown.web.tables.opening import Opening
from tabletown.web.tables.read_only import OldRules
from tabletown.web.tables.table import Table
from tabletown.web.tournaments.tournaments import Tournaments
from tabletown.web.workers.bots import Workers

log = logging.getLogger("tabletown.web")

IDLE = 600.0  # seconds after which an idle table is dropped from memory
IDLE_TABLES = 64  # how many idle tables may stay until then


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except (sa.exc.OperationalError, sa.exc.InterfaceError) as error:
        raise Refusal("unread", "The tables can't be read right now: {why}.", why=why(error)) from None


class Hub:
    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        workers: Workers,
        settings: Settings = DEFAULT,
        post: NotifierConfig | None = None,
    ) -> None:
        self.store, self.catalog, self.workers = store, catalog, workers
        self.settings, self.limits = settings, settings.client_limits()
        self.tables: dict[str, Table] = {}
        self.overseers: dict[str, Overseer] = {}  # by table
        # by game: checks free-text answers and may refuse them
        self.guards: dict[str, Callable[[Table, int, str], str]] = {}
        self.at_start: list[Callable[[], Awaitable[None]]] = []  # start-up work of games' own pages
        self.codes: list[Callable[[str], str | None]] = []  # resolves codes given out by a game's own pages
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by client
        self.rates: dict[str, Buckets] = {}  # rate limits per client, by name; counted across all servers
        self.traffic, self.bytes = (
            self.buckets("traffic", self.limits.traffic),
            self.buckets("bytes", self.limits.bytes),
        )
        self.chat, self.reports = self.buckets("chat", self.limits.chat), self.buckets("reports", self.limits.reports)
        names = ("tournaments", "offers", "names", "friends")
        self.new_tournaments, self.new_offers, self.new_names, self.new_friends = (
            self.buckets(name, getattr(self.limits, name)) for name in names
        )
        self.open_by: dict[str, int] = {}  # connections to tables, by client
        self.limited: Counter[str] = Counter()  # refusals by limits that aren't in `rates`
        self.moves = self.refused = self.sockets = self.made = self.reloaded = 0
        self.network: list[str] = []  # addresses at which other devices reach this server; empty: only this machine can
        self.began, self._forgot = time.monotonic(), float("-inf")
        self.confirmed = 0.0  # data older than this may be deleted for good, see `confirm_time`
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"  # name of this process among those that share a database
        self.leaving = False  # shutting down: the proxy should stop sending requests here
        self.watched = self.seen_leaving = False  # a proxy asks for /health, and has read there that this server leaves
        self.quarantined: dict[str, TableBroken] = {}  # tables that cannot be opened
        self.reloads: dict[str, asyncio.Task[None]] = {}  # by table
        self.keeping: set[asyncio.Future[None]] = set()  # background tasks, such as records being written
        self.channels = Channels(store, post or NotifierConfig.of(settings))  # sends turn notifications
        self.notifier = Notifier(self, self.channels)
        self.devices = Devices(self)
        self.accounts = Accounts(self)
        self.guests = Guests(self)
        self.passkeys, self.school = Passkeys(self), SchoolSignIn(self, OutboundHttp(inside=True))
        self.bans, self.desk, self.invitations = Bans(self), Desk(self), Invitations(self)
        self.refused_names = RefusedNames(store, settings.refused_names)
        self.opening = Opening(self)
        self.lobby = Lobby(self)
        self.tournaments = Tournaments(self)
        self.cluster = Cluster(self, store.where) if isinstance(store.where, str) else None
        self._opening: dict[str, asyncio.Future[Table | None]] = {}
        self._sweepers: list[asyncio.Task[None]] = []
        self._gone = 0  # tables dropped since free memory was last returned to the system
        self._crowded = IDLE_TABLES  # number of tables in memory at which to look for idle ones

    # ------------------------------------------------------------------ life

    async def start(self) -> None:
        self.confirmed = await asyncio.to_thread(confirm_time, self.store, self.now())
        await asyncio.to_thread(self.channels.key, "cookies")
        for prepare in self.at_start:
            try:
                await prepare()
            except Exception:  # a failure in a game's own pages must not stop the server
                log.exception("what %s has to do first failed", prepare.__qualname__)
        if self.cluster is not None:
            await self.cluster.start()
        await self.keep_time(0 if self.cluster is None else GAP)
        self._sweepers = [asyncio.create_task(self._sweep_on()), asyncio.create_task(self.notifier.run())]
        if self.settings.lobby:
            self._sweepers += [asyncio.create_task(self.lobby.run()), asyncio.create_task(self.tournaments.run())]
        if self.cluster is None:
            self._sweepers.append(asyncio.create_task(self._mind_clocks()))

    async def stop(self) -> None:
        """Close every connection with "the server restarts" and flush pending writes."""
        for sweeper in self._sweepers:
            sweeper.cancel()
        for table in list(self.tables.values()):
            for socket in list(table.sockets):
                await socket.close(RESTARTS)
        self.workers.leave()
        await asyncio.to_thread(self.workers.stop)
        if self.cluster is not None:
            await self.cluster.stop()
        await self.notifier.stop()
        await asyncio.gather(*self.keeping, return_exceptions=True)
        await self.store.close()

    async def _sweep_on(self) -> None:
        if self.cluster is None:
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
        """Check the clocks every few seconds; with several servers, the heartbeat does it instead."""
        while True:
            try:
                await self.keep_time()
                await self._at_each(lambda: self.store.overdue(self.now()), lambda table: table.people.clock_ran_out())
            except Exception:
                log.exception("the clocks could not be looked at")
            await asyncio.sleep(3)

    async def keep_time(self, gap: float = GAP) -> None:
        """Resume all clocks with the time players had left after an outage or sleep."""

        def look() -> list[str]:
            reading = self.store.clock.read()
            moved = keep_time(self.store, reading.now(), gap)
            self.store.clock.reading = (
                reading  # only after the deadlines are moved, so that no one loses on time through the outage
            )
            return moved

        moved = await asyncio.to_thread(look)
        for id in moved:
            if (table := self.tables.get(id)) is not None:
                await self.catch_up(table)

    def now(self) -> float:
        return self.store.now()

    async def _forget(self) -> None:
        """Once an hour, delete expired data and, if the host wants it, tables that ended long ago."""
        if time.monotonic() > self._forgot + 3600:
            self._forgot = time.monotonic()
            self.confirmed = await asyncio.to_thread(confirm_time, self.store, self.now())
            await asyncio.to_thread(tidy, self.store, self.confirmed)
            before = self.confirmed - self.settings.keep_days * 86400
            for id in await asyncio.to_thread(forget, self.store, before) if self.settings.keep_days else ():
                if (table := self.tables.get(id)) is not None:
                    self.drop(table, NO_TABLE)
            self.devices.forget_all()
            await self.rate()  # matches whose server stopped before rating them

    async def rate(self) -> None:
        """Update ratings with the results of finished rated matches."""
        about = {id: game.about for id, game in self.catalog.games.items()}
        await asyncio.to_thread(take_in, self.store, about)

    async def delete(self, table: Table, actor: Actor) -> None:
        """Delete a table for good."""
        if why_not := self.why_not_delete(table, actor):
            raise Refusal("not-yours", why_not)
        await asyncio.to_thread(self.devices.links.may_delete, actor.player, table.id)
        await table.settled()
        self.drop(table, NO_TABLE)
        if table.rated:
            await self.rate()
        await asyncio.to_thread(delete, self.store, [table.id])

    def turn_of(self, client: str) -> asyncio.Lock:
        """Lock that builds large replies for one client one at a time."""
        return self._turns.setdefault(client, asyncio.Lock())

    def buckets(self, name: str, rate: Rate) -> Buckets:
        found = self.rates[name] = Buckets(rate)
        return found

    def opened_by(self, client: str) -> int:
        """How many tables this client has open, on this and other servers."""
        elsewhere = self.cluster.opened.values() if self.cluster is not None else ()
        return self.open_by.get(client, 0) + sum(there.get(client, 0) for there in elsewhere)

    def why_not_delete(self, table: Table, actor: Actor) -> str:
        if not table.is_host(actor) or table.overseer is not None:
            return say("Only the person who opened the table can delete it.")
        if not table.match.over and table.others(table.held_by(actor)):
            return say("Others are playing here. You can delete the table once the match is over.")
        return ""

    async def _at_each(self, find: Callable[[], list[str]], do: Callable[[Table], None]) -> None:
        for id in await asyncio.to_thread(find):
            try:
                if table := await self.open(id):
                    do(table)
            except Exception as error:  # such as a table of other rules; the others continue
                if id not in self.quarantined:
                    log.warning("table %s: %s", id, error)

    def _let_go(self) -> None:
        now, idle = time.monotonic(), []
        for table in self.tables.values():
            if not table.sockets and not table.busy and table.overseer is None:
                idle.append(table)
                table.forget_scenes()
            if now - table.idle_since > IDLE / 10:
                table.past.forget()  # a second copy of the match, used only for replays
        idle.sort(key=lambda table: table.idle_since)
        for number, table in enumerate(idle, IDLE_TABLES - len(idle)):
            if number < 0 or now - table.idle_since > IDLE:
                del self.tables[table.id]
                self._gone += 1
        if self._gone >= IDLE_TABLES // 2:
            self._gone = 0
            self.in_background(asyncio.to_thread(free_memory))

    def tell_who_is_away(self, id: str) -> None:
        if (table := self.tables.get(id)) is not None:
            table.tell_who_is_away()

    def take_in(self, table: Table) -> None:
        self.tables[table.id] = table
        if len(self.tables) >= self._crowded:
            self._let_go()
            self._crowded = len(self.tables) + IDLE_TABLES // 4

    def drop(self, table: Table, code: int = RESTARTS) -> None:
        """Drop a table from memory; it is read from the database when next needed."""
        self.tables.pop(table.id, None)
        for socket in list(table.sockets):
            asyncio.create_task(socket.close(code))  # noqa: RUF006 (it ends by itself)

    def reload(self, table: Table, error: Exception) -> None:
        """Reload a live table from the database and refuse the moves that were pending."""
        log.warning("table %s is read again: %s", table.id, error)
        self.reloaded += 1
        reading = self.reloads[table.id] = asyncio.ensure_future(self._reload(table, error))
        reading.add_done_callback(lambda _: self.reloads.pop(table.id, None))

    async def catch_up(self, table: Table) -> None:
        """Load what another process added to this table and show it."""
        if table.pending or table.reloading:
            return  # a commit is under way; reading now would overwrite it with an older state
        before = table.head
        loaded = await asyncio.to_thread(self.store.load, table.id)
        if table.head != before or table.pending or table.reloading or self.tables.get(table.id) is not table:
            return  # something changed here meanwhile; its commit will detect the conflict
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
        if isinstance(error, NotWritten):  # let bots and plans try again, with a pause in between
            loop = asyncio.get_running_loop()
            loop.call_later(2, table.plans.play)
            loop.call_later(2, table.bots.call)
        else:
            table.plans.play()
            table.bots.call()

    # ------------------------------------------------------------------ old tables

    async def claim(self, what: str) -> bool:
        """Whether this process may own something that must live in a single process."""
        return self.cluster is None or await asyncio.to_thread(self.cluster.claim, what)

    async def open(self, id: str, own: bool = False) -> Table | None:
        """The live table with this id, from memory or the database; None if it doesn't exist.

        `own`: for its overseer, who alone opens the tables of a class where several processes share them.
        """
        if self.cluster is not None and id.startswith(db.CLASS) and not own and id not in self.overseers:
            raise Refusal("elsewhere", "This class is moving to another server. Try again in a moment.")
        if id in self.tables and self.cluster is not None:
            with _reading():  # a move made on another server shows here even before its notification arrives
                await self.cluster.catch_up([self.tables[id]])
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
        if id in self.quarantined:
            raise self.quarantined[id]
        try:
            with _reading():
                loaded = await asyncio.to_thread(self.store.load, id)
            if loaded is None:
                return None
            if packs.pack_in(loaded.table.rules):  # its copy of the game takes a while to be loaded
                await asyncio.to_thread(self._fetch_pack, loaded.table.game, loaded.table.rules)
            table = self._revive(loaded)
        except TableBroken as broken:
            raise self._quarantine(id, broken) from None
        except (Refusal, UnknownGame):
            raise
        except Exception as error:  # whatever is wrong in the database, one bad table must not affect the others
            log.exception("table %s", id)
            raise self._quarantine(
                id, TableBroken(f"{why(error) if isinstance(error, sa.exc.DBAPIError) else error}.")
            ) from None
        self.take_in(table)
        return table

    def _fetch_pack(self, game: str, version: str) -> None:
        fetch(self.store, self.catalog.find(game), version)
        self.catalog.find(game, version)

    def _quarantine(self, id: str, broken: TableBroken) -> TableBroken:
        """Stop trying to open this table until the server restarts."""
        log.error("table %s is quarantined: %s", id, broken)
        self.quarantined[id] = broken
        return broken

    def _revive(self, loaded: LoadedTable, table: Table | None = None) -> Table:
        """Rebuild a live table from storage, into an existing one if given."""
        row = loaded.table
        installed = self.catalog.find(row.game)
        game = edition_of(installed, row.rules)
        if game is None:
            raise OldRules(installed, loaded)
        table_seats = seats_of_table(loaded)
        match = match_of(game, seat_names(game, table_seats), loaded)
        known = table
        if table is not None:
            table.creator, table.title = row.creator, row.title
        else:
            clock = Clock.of(row.clock, row.days)
            table = Table(self, row.id, match, table_seats, row.title, row.watch, clock, row.creator)
        table.number, table.rematch, table.checkpoint = row.number, row.rematch, match.checkpoint
        table.head, table.counted, table.updated = row.head, row.number, row.updated
        table.luck, table.branched, table.rated = row.luck, row.branched, row.rated
        table.notes = read_notes(loaded.notes)
        table.chat = [ChatLine(said.seat, said.name, said.text, said.at) for said in loaded.chat]
        if known is not None:
            table.adopt(match, table_seats)
        else:
            table.questions, table.secret_round = {}, None  # noted before the table's number was known
            table.note_questions()
            asked = table.questions.items()
            table.questions = {seat: question._replace(since=row.updated) for seat, question in asked}
        table.resume(row.timing, row.deadline)
        return table

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run this in the background; the server waits for it before stopping."""
        task = asyncio.ensure_future(work)
        self.keeping.add(task)
        task.add_done_callback(self.keeping.discard)

    # ------------------------------------------------------------------ people

    async def rename(self, actor: Actor, name: str, table: Table | None = None) -> None:
        if is_guest(actor.player):
            raise Refusal("not-yours", "A bot keeps the name of its account.")
        held = table.held_by(actor) if table is not None else []
        if table is not None:
            if not held:
                raise Refusal("not-yours", "You're watching: you have no seat at this table.")
            if table.overseer is not None:
                raise Refusal("not-yours", "In a class, only the teacher can change names.")
            if not self.chat.take(f"{table.id}/{held[0]}"):  # everybody there is sent the whole table
                raise Refusal("busy", "You're writing too quickly. Wait a few seconds and send it again.")
        await asyncio.to_thread(self.refused_names.check, name)
        if actor.player:
            await self.store.commit([(db.ADD_PLAYER, (actor.player, clean(name), self.now()))])
        if table is not None:
            table.rename(table.seats[held[0]], name)
            await table.write_seats([table.seats[held[0]]])

    async def hear_no_more(self, one: str, other: str, tell: bool = True) -> None:
        """After a block: at tables where both sit, neither sees the other's messages any more."""
        if tell and self.cluster is not None:
            self.cluster.tell_blocked(one, other)
        for table in list(self.tables.values()):
            for socket in [socket for socket in table.sockets if socket.actor.player in (one, other)]:
                if isinstance(socket, Socket):
                    await socket.learn_blocks()
                socket.send_chat(table.chat, fresh=True)

    async def add_holder(self, table: Table, table_seat: TableSeat, player: str) -> None:
        """Let one more device hold this seat; in a class, the new device replaces the old one."""
        if (overseer := table.overseer) is not None:
            overseer.another_device(table, table_seat.seat, player)
            return
        table_seat.holders.add(player)
        table.reseat()
        await table.commit([(db.ADD_HOLDER, (player, table.id, table_seat.seat))])

    async def links(self, table: Table, token: str, kind: str, seats: Sequence[int]) -> dict[int, str]:
        """Links to one's own seats, derived from one's cookie so that they needn't be stored."""
        made = {seat: derived(token, kind, table.id, seat) for seat in seats} if token else {}
        new = []
        for seat, secret in made.items():
            if (kind, digest(secret)) not in table.seats[seat].keys:
                _, known = table.seats[seat].opens(kind, secret)
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
