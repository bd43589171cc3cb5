"""The stream of events of a bot: one JSON object a line, for all its tables, for as long as it stays connected."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Sequence

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tabletown.drawing import named
from tabletown.kernel import Text
from tabletown.translations import speaking
from tabletown.web import protocol as m
from tabletown.web.guests import messages as events
from tabletown.web.hub import Hub
from tabletown.web.live.connection import Listener, Made
from tabletown.web.people.guests import BEAT, MOST_TABLES, BotChallenge, GuestBot
from tabletown.web.seats import Actor
from tabletown.web.security.token_buckets import client_of
from tabletown.web.tables.table import Table
from tabletown.web.views.progress import OpenQuestion

log = logging.getLogger("tabletown.web")

OFTEN = 2.0  # seconds between two looks for changes by other servers
PING = 10.0  # seconds of silence before a sign of life is sent
FULL = 1024 * 1024  # bytes that may wait; a bot that doesn't read is disconnected and has to reconnect
NEWLINE = b"\n"


class Ear(Listener):
    """Listens at one table for what concerns the bot."""

    def __init__(self, stream: EventStream, table: Table) -> None:
        super().__init__(stream.hub, table, Actor(stream.account.id), pictures=False)
        self._stream, self.client, self.device = stream, stream.client, stream.device
        self._told_of: OpenQuestion | None = None
        self._fresh = True

    async def close(self, code: int) -> None:
        self._stream.lose(self)

    def send_table(self, fresh: bool = False, made: Made | None = None) -> None:
        with speaking(self.language):
            self.look()
            table = self.table
            if table.match.over:
                self._stream.put(events.Over(self.view(self._fresh)))
                self._stream.lose(self, ended=True)
                return
            question = table.questions.get(self.you) if self.you is not None else None
            if question is not None and question is not self._told_of and self.you not in table.bot_seats:
                self._told_of = question
                view, self._fresh = self.view(self._fresh), False
                self._stream.put(events.Turn(view))

    def send_chat(self, lines: Sequence[m.ChatLine], fresh: bool = False) -> None:
        others = [line for line in lines if line.seat not in self.holds]
        if others and not fresh:
            self._stream.put(events.Said(self.table.id, others))

    def send_reminder(self, by: Text | str) -> None:
        self.send_notice(Text("{name} is waiting for you.", {"name": self.said(by)}))

    def send_notice(self, text: Text) -> None:
        self._stream.put(events.Noticed(self.table.id, self.said(text)))


class EventStream(Response):
    """The event stream as a response; it ends with the bot's key or the server."""

    def __init__(self, hub: Hub, account: GuestBot, device: str) -> None:
        super().__init__(
            media_type="application/x-ndjson", headers={"cache-control": "no-store", "x-accel-buffering": "no"}
        )
        del self.headers["content-length"]
        self.hub, self.account, self.device, self.client = hub, account, device, ""
        self.ears: dict[str, Ear] = {}  # by table
        self._ended: set[str] = set()  # tables whose end was reported
        self._offered: set[str] = set()  # challenges that were reported
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._news = asyncio.Event()
        self._open = True

    # ------------------------------------------------------------------ the connection's life

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.client = client_of(scope)
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        listening = self.hub.guests.listening.setdefault(self.account.id, set())
        listening.add(self)
        gone = asyncio.create_task(self._wait_for_the_end(receive))
        self.put(events.Hello(self.account.id, self.account.name))
        try:
            await self._run(send)
        except OSError:
            pass  # the bot has disconnected
        finally:
            gone.cancel()
            listening.discard(self)
            for ear in list(self.ears.values()):
                ear.leave()
            if not listening:
                self.hub.guests.listening.pop(self.account.id, None)
                self.hub.in_background(asyncio.to_thread(self.hub.guests.gone, self.account.id))
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _wait_for_the_end(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.end()

    def wake(self) -> None:
        self._news.set()

    def end(self) -> None:
        self._open = False
        self._news.set()

    async def _run(self, send: Send) -> None:
        heard = beaten = looked = float("-inf")
        while self._open and not self.hub.leaving:
            now = time.monotonic()
            if now >= beaten + BEAT:
                beaten = now
                await asyncio.to_thread(self.hub.guests.here, self.account)
            if now >= looked + OFTEN or self._news.is_set():
                looked = now
                self._news.clear()
                await self._look()
            if not self._waiting and now >= heard + PING and heard > 0:
                self.put(events.Alive())
            while self._waiting:
                data, heard = self._waiting.popleft(), time.monotonic()
                self._bytes -= len(data)
                await send({"type": "http.response.body", "body": data, "more_body": True})
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), 1.0)

    def put(self, event: events.Event) -> None:
        data = msgspec.json.encode(event) + NEWLINE
        if self._bytes > FULL:
            self.end()
            return
        self._waiting.append(data)
        self._bytes += len(data)
        self._news.set()

    # ------------------------------------------------------------------ what it listens to

    async def _look(self) -> None:
        """Find new challenges and tables, including those of other servers."""
        hub, bot = self.hub, self.account.id
        asked, tables = await asyncio.to_thread(self._stored)
        if self.device not in {row.digest for row in await asyncio.to_thread(hub.devices.of, bot)}:
            self.end()  # its key was changed, or its account deleted
            return
        for one in asked:
            if one.id not in self._offered:
                self._offered.add(one.id)
                if (challenged := await self._challenged(one)) is not None:
                    self.put(challenged)
        for id in self._offered - {one.id for one in asked}:
            self._offered.discard(id)
            if id.rpartition("-")[0] not in tables:
                self.put(events.Withdrawn(id))
        for id in tables:
            if id not in self.ears and id not in self._ended and (table := await hub.devices.table(id)) is not None:
                await self._attend(table)

    def _stored(self) -> tuple[list[BotChallenge], list[str]]:
        store, bot = self.hub.store, self.account.id
        rows = store.tables_of(bot, over=False, limit=MOST_TABLES)
        return self.hub.guests.challenges(bot), [row.id for row in rows if not row.broken]

    async def _challenged(self, one: BotChallenge) -> events.Challenged | None:
        table = await self.hub.devices.table(one.table)
        if table is None:
            return None
        others = [
            named(table.match.names[table_seat.seat]) for table_seat in table.seats if table_seat.seat != one.seat
        ]
        about = table.match.game.about
        told = (one.id, one.by, table.id, about.id, named(table.title), one.seat, others, dict(table.match.options))
        return events.Challenged(*told, rated=table.rated, clock=str(table.clock) if table.clock.kind else "")

    async def _attend(self, table: Table) -> None:
        await table.settled()
        ear = self.ears[table.id] = Ear(self, table)
        ear.enter()
        ear.send_table()
        table.tell_seats()
        if any(table.seats[seat].stand_in for seat in ear.holds):
            table.people.come_back(ear.actor, None)
        table.bots.call()

    def lose(self, ear: Ear, ended: bool = False) -> None:
        """The table is over, deleted or being reloaded; in the last case the next look finds it again."""
        self.ears.pop(ear.table.id, None)
        if ended:
            self._ended.add(ear.table.id)
        asyncio.get_running_loop().call_soon(ear.leave)
