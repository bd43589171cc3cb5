"""A WebSocket connection to a table: what was sent, and the requests it accepts."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tabletown.kernel import LogLine, Text, say
from tabletown.kernel.text import language
from tabletown.translations import speaking, with_words_of
from tabletown.web import protocol as m
from tabletown.web.live.outbox import Outbox
from tabletown.web.people.relations import blocked_with
from tabletown.web.seats import Actor, Refusal
from tabletown.web.security.token_buckets import Bucket, client_of
from tabletown.web.tables import chat
from tabletown.web.tables.table import RECENT, Table
from tabletown.web.views.patches import picture_changes, version
from tabletown.web.views.progress import public_lines
from tabletown.web.views.views import NO_PICTURE, seat_views, table_view

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

log = logging.getLogger("tabletown.web")

LARGEST = 8192  # largest message from a client, in bytes

Made = dict[Any, "LastSent"]

NOT_ALLOWED, NO_TABLE, TOO_MANY, RESTARTS = 4403, 4404, 4429, 1012


class LastSent(NamedTuple):
    """The last table sent: its bytes and what the client knows after it."""

    data: bytes
    picture: m.Picture | None
    known: m.TableView | None  # during secret choices: everything but the log lines
    news: bool  # whether there were lines


class Viewer:
    """Whose view a client sees, and which log lines it has read."""

    def __init__(self, table: Table, actor: Actor, pictures: bool = True, looks: int | None = -1) -> None:
        self.table, self.actor, self.pictures = table, actor, pictures
        self.holds: list[int] = []
        self._seating = -1  # seating epoch at the last look
        self.looks = looks  # a seat chosen by hand (None: a spectator's view); -1: whichever must decide
        self.you: int | None = None
        self._told = 0  # log lines before this one have been read
        self._early = 0  # lines after it that are read here but secret to others
        self._hidden = 0  # number of answers when the secret choices began
        self._epoch = -1
        self.look()

    def look(self) -> None:
        """Choose the view: that of the held seat that must decide, unchanged while it does."""
        before = self.you
        if self._seating != self.table.seating:
            self.holds, self._seating = self.table.held_by(self.actor), self.table.seating
        elif self.looks == -1 and len(self.holds) < 2:
            return  # the usual case: only one seat
        if self.looks != -1:
            self.you = self.looks if self.looks in self.holds else None
        elif self.you not in self.holds or self.you not in self.table.questions:
            asked = [seat for seat in self.holds if seat in self.table.questions]
            self.you = asked[0] if asked else self.you if self.you in self.holds else next(iter(self.holds), None)
        if self.you != before and self.table.secret:
            self._epoch = -1  # another view has read other lines

    def view(self, fresh: bool = True) -> m.TableView:
        return table_view(self.table, self, fresh or self._epoch != self.table.epoch)

    def new_lines(self, fresh: bool) -> list[LogLine]:
        """Log lines this seat hasn't read; secret ones are left for later."""
        match, you = self.table.match, self.you
        if fresh:
            self._told, self._early, self._epoch = max(0, public_lines(match) - RECENT), 0, self.table.epoch
        early, told = self._early, [line for line in match.lines[self._told :] if line.to is None or you in line.to]
        if match.secret_since is not None:  # some seats are choosing in secret
            told = [line for line in told if match.may_read(line, you)]
            self._early, self._hidden = len(told), match.secret_since
            return told[early:]
        self._told, self._early = len(match.lines), 0  # lines present now count as read
        shown = []
        for line in told:
            if early and (line.number <= self._hidden or line.by == you):
                early -= 1
            else:
                shown.append(line)
        return shown

    def log(self) -> list[LogLine]:
        """All lines this seat may read; their numbers can change when others undo moves."""
        return [msgspec.structs.replace(line, number=0) for line in self.table.match.lines_for(self.you)]

    def read_on(self) -> None:
        """Continue reading: the log was rewritten, but this view sees no difference."""
        if self._epoch == self.table.epoch - 1:
            self._epoch = self.table.epoch


class Listener(Viewer):
    """A listener to what happens at a table. Subclasses that need less leave methods out."""

    client = device = ""  # who counts as one client; the device, so that signing it out ends this

    def __init__(self, hub: Hub, table: Table, actor: Actor, pictures: bool) -> None:
        super().__init__(table, actor, pictures)
        self.hub = hub
        self.language = with_words_of(table.match.game, language.get())  # the client that opened it

    def enter(self) -> None:
        self.table.sockets.add(self)
        self.hub.sockets += 1

    def leave(self) -> None:
        if self in self.table.sockets:
            self.hub.sockets -= 1
            self.table.sockets.discard(self)
            self.table.idle_since = time.monotonic()
            for seat in self.holds:
                if not self.table.online(self.table.seats[seat]):
                    self.table.seats[seat].left = time.monotonic()
                    wait, later = self.hub.settings.away + 0.1, asyncio.get_running_loop().call_later
                    later(wait, self.hub.tell_who_is_away, self.table.id)  # a timer must not keep the table in memory
            self.table.tell_seats()
            if not self.table.sockets:
                self.table.forget_scenes()

    async def close(self, code: int) -> None: ...

    def send_table(self, fresh: bool = False, made: Made | None = None) -> None: ...

    def send_seats(self, made: dict[Any, bytes]) -> None: ...

    def send_chat(self, lines: Sequence[m.ChatLine], fresh: bool = False) -> None: ...

    def send_room(self) -> None: ...

    def send_moved(self, url: str) -> None: ...

    def send_reminder(self, by: Text | str) -> None: ...

    def send_notice(self, text: Text) -> None: ...

    def refuse(self, refusal: Refusal, id: str = "") -> None: ...

    def said(self, text: Text | str) -> str:
        return text.render(self.table.match.names, speaking=self.language) if isinstance(text, Text) else text


class Socket(Listener):
    def __init__(self, hub: Hub, table: Table, actor: Actor, websocket: WebSocket) -> None:
        super().__init__(hub, table, actor, websocket.query_params.get("scene") != "no")
        self.websocket = websocket
        self._outbox = Outbox(websocket.send_text, self._catch_up)
        self._missed_chat = False
        self.muted: set[int] = set()  # muted seats
        self.unheard: set[int] = set()  # seats of people whom one of the two has blocked
        self._changes = self.pictures and websocket.query_params.get("changes") == "yes"
        self._shown: m.Picture | None = None  # the picture the client has
        self._brought = websocket.query_params.get("has", "")  # the version of the picture its page brought along
        self._shown_at: tuple[int, int, int | None] | None = None  # the number, epoch and seat it shows
        self._known: m.TableView | None = None  # what the client knows during secret choices
        self._seats = b""  # the seats as last sent
        self._thinking = False
        self._bucket, self._refreshes = Bucket(hub.limits.messages), Bucket(hub.limits.refreshes)
        self._again: asyncio.Task[None] | None = None  # a whole table waiting to be sent
        self.device: str = websocket.scope.get("tabletown.device", "")  # see security.Known
        self.client = client_of(websocket.scope)

    # ------------------------------------------------------------------ the connection's life

    async def run(self) -> None:
        await self.websocket.accept()
        self.enter()
        sender = asyncio.create_task(self._outbox.run())
        try:
            await self.table.settled()
            if self.actor.player and self.table.chat:
                self.muted = await asyncio.to_thread(self.hub.store.muted, self.actor.player, self.table.id)
            await self.learn_blocks()
            await self._send_whole()
            self.send_chat(self.table.chat, fresh=True)
            self.table.tell_seats()
            self.send_room()
            for by in {self.table.notes.reminded[seat] for seat in self.holds if seat in self.table.notes.reminded}:
                self.send_reminder(by)
            self.table.people.arrived(self.actor, self.holds)
            self.table.plans.play()
            self.table.bots.call()
            await self._receive_on()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            sender.cancel()
            self._outbox.close()
            if self._again is not None:
                self._again.cancel()
            self.leave()

    async def learn_blocks(self) -> None:
        """Seats whose messages this person never sees, because one of the two has blocked the other."""
        if self.actor.player and any(table_seat.holders for table_seat in self.table.others(self.holds)):
            blocked = await asyncio.to_thread(blocked_with, self.hub.store, self.actor.player)
            self.unheard = {table_seat.seat for table_seat in self.table.seats if table_seat.holders & blocked}

    async def close(self, code: int) -> None:
        if self.websocket.application_state is WebSocketState.CONNECTED:
            await self.websocket.close(code)

    # ------------------------------------------------------------------ sending

    def _push(self, message: m.FromServer) -> None:
        if not self._outbox.full:
            self._outbox.put(m.encode(message))

    def _catch_up(self) -> None:
        """Send one table in place of all updates a slow client missed, with all unread lines."""
        if self._missed_chat:
            self._missed_chat = False
            self.send_chat(self.table.chat, fresh=True)
        if self.table.pending == 0:  # otherwise it is sent anyway once committed
            self.send_table()

    def send_table(self, fresh: bool = False, made: Made | None = None) -> None:
        """`made`: messages just sent to others, by viewer and language."""
        with speaking(self.language):
            self.look()
            if self._outbox.full:
                self._epoch = -1 if fresh else self._epoch
                return
            table = self.table
            read = self._told, self._early, self._epoch
            sees = self.you, tuple(self.holds), table.is_host(self.actor), self.pictures, self._shown_at
            key = sees, read, self.language.code
            anew = fresh or self._epoch != table.epoch
            if made is None or fresh:
                sent = self._made(fresh)
            elif key in made:
                self.new_lines(anew)  # counted as read
                sent = made[key]
            else:
                sent = made[key] = self._made(fresh)
            before, self._known = self._known, sent.known
            if sent.known is not None and sent.known == before and not sent.news and not anew:
                return  # someone decided in secret, and not even that may be seen
            self._shown, self._shown_at = sent.picture, (table.number, table.epoch, self.you)
            self._seats = b""  # the table has them too
            if fresh:
                self.hub.bytes.take(self.client, len(sent.data))
            self._outbox.put(sent.data)

    def _made(self, fresh: bool) -> LastSent:
        """Build the table message; a picture the client has is sent as a patch if it asked for that."""
        view = self.view(fresh)
        secret, picture = self.table.secret_round is not None, view.scene if self._changes else None
        known = msgspec.structs.replace(view, lines=[], fresh=False, now=0.0) if secret else None
        has, brought, self._brought = self._shown, self._brought, ""
        if view.fresh:
            has = picture if brought and picture is not None and brought == version(picture) else None
        if not self._changes or has is None:
            return LastSent(m.encode(view), picture, known, bool(view.lines))
        changed = msgspec.structs.replace(view, scene=NO_PICTURE)
        data = m.encode(m.TableChanged(changed, picture_changes(has, view.scene)))
        return LastSent(data, picture, known, bool(view.lines))

    def send_seats(self, made: dict[Any, bytes]) -> None:
        """`made`: what others were sent just now. A client that has it is sent nothing: many may come at once."""
        if self._epoch == -1:
            return  # the client's next table is a whole one and includes the seats
        key = self.you, tuple(self.holds), self.table.is_host(self.actor), self.pictures, self.language.code
        if key not in made:
            with speaking(self.language):
                standing = self.table.scene(self.you).standing if self.pictures else []
                made[key] = m.encode(m.SeatsView(seat_views(self.table, self, standing)))
        if made[key] != self._seats and not self._outbox.full:
            self._seats = made[key]
            self._outbox.put(self._seats)

    def send_chat(self, lines: Sequence[m.ChatLine], fresh: bool = False) -> None:
        if (overseer := self.table.overseer) is not None and not overseer.may_read_chat(self.table, self.actor):
            lines = []
        self._missed_chat = self._missed_chat or self._outbox.full
        heard = [line for line in lines if line.seat not in self.muted and line.seat not in self.unheard]
        if heard or fresh:
            if fresh:
                self.hub.bytes.take(self.client, sum(len(line.text) for line in heard))
            self._push(m.Chat(heard, fresh, sorted(self.muted)))

    def send_room(self) -> None:
        if (overseer := self.table.overseer) is not None:
            with speaking(self.language):
                self._push(overseer.view(self.table))

    def send_moved(self, url: str) -> None:
        self._push(m.Moved(url))

    def send_reminder(self, by: Text | str) -> None:
        self._push(m.Reminder(self.said(by)))

    def send_notice(self, text: Text) -> None:
        self._push(m.Notice(self.said(text)))

    # ------------------------------------------------------------------ receiving

    async def _receive_on(self) -> None:
        while (event := await self.websocket.receive())["type"] != "websocket.disconnect":
            data = event.get("text") or event.get("bytes") or ""
            if not self._bucket.take():
                self.hub.limited["messages"] += 1
                self._push(m.Refused("busy", say("You're sending messages too quickly. Wait a moment.")))
                await asyncio.sleep(0)
                await self.close(TOO_MANY)
                return
            while not self.hub.traffic.take(self.client):
                await asyncio.sleep(max(0.05, self.hub.traffic.wait(self.client)))
            id = ""
            try:
                if len(data) > LARGEST:
                    raise Refusal("malformed", "That message is too long. Shorten it and send it again.")
                message = m.decode_client(data)
                if type(message) is m.Choose:
                    id = message.id
                    self._answer(message)
                else:
                    await self._handle(message)
            except Refusal as refusal:
                self.refuse(refusal, id)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                self.refuse(Refusal("malformed", "This message can't be read: {why}.", why=str(error)))

    def _answer(self, message: m.Choose) -> None:
        id, move = message.id, (self.holds, message.number, message.option, message.seat, message.then)
        if not id:
            self.table.choose(*move)
            return

        def acknowledge(done: asyncio.Future[None]) -> None:
            if not done.cancelled() and done.exception() is None:
                self._push(m.Ack(id))

        self.table.choose_once(f"{self.actor.player}{self.actor.key}/{id}", *move).add_done_callback(acknowledge)

    def refuse(self, refusal: Refusal, id: str = "") -> None:
        self.hub.refused += 1
        self._push(m.Refused(refusal.code, refusal.text, refusal.rule, refusal.option, id))
        if refusal.code == "stale" and self.table.pending == 0:
            self._send_again()

    async def _handle(self, message: m.FromClient) -> None:
        table, actor = self.table, self.actor
        match message:
            case m.AskWhy():
                self._push(table.why_not(actor, message.option, message.seat))
            case m.Undo():
                table.undo.ask(actor, message.number, message.seat)
            case m.Consent():
                table.undo.consent(actor, message.agree)
            case m.AskHint():
                self._later(table.bots.hint(actor, message.seat))
            case m.Plan():
                node = m.PlanNode(message.steps, message.ifs)
                if message.keep:
                    table.plans.keep(self.holds, message.seat, node)
                else:
                    self._later(table.plans.look(self.holds, message.seat, node, message.conditions))
            case m.Remind():
                table.people.remind(self.holds, message.seat)
            case m.Hurry():
                table.bots.hurry(self.holds, message.seat)
            case m.Say():
                chat.say(table, actor, message.text)
            case m.Read():
                if actor.player and self.holds:
                    await self.hub.store.commit([chat.read(table, actor.player)])
            case m.Mute():
                if not self.hub.bytes.take(self.client, 0):
                    raise Refusal("busy", "You're sending messages too quickly. Wait a moment.")
                self.muted = self.muted | {message.seat} if message.on else self.muted - {message.seat}
                await self.hub.store.commit([chat.muted(table, actor.player, self.muted)])
                self.send_chat(table.chat, fresh=True)
            case m.Report():
                if not self.hub.reports.take(self.client):  # many would hide one that matters
                    raise Refusal("busy", "You're reporting too quickly. Try again in a minute.")
                await chat.report(table, self.holds, message.at, actor.player)
                self.send_notice(Text("Reported to the host."))
            case m.TakeOver():
                table.people.take_over(actor, message.seat, message.bot)
            case m.ComeBack():
                table.people.come_back(actor, message.seat)
            case m.Leave():
                table.people.leave(actor)
            case m.Rematch():
                await self.hub.opening.rematch(table, actor)
            case m.Look():
                if message.seat is not None and message.seat not in self.holds:
                    raise Refusal("not-yours", "That isn't your seat.")
                self.looks, self._epoch = message.seat, -1
                self._send_again()
            case m.Rename():
                await self.hub.rename(actor, message.name, table)
            case m.Ping():
                self._push(m.Pong())
            case m.Lesson():
                if (guide := table.lesson) is None or guide.course.lesson.you not in self.holds:
                    raise Refusal("not-asked", "This table isn't one of your lessons.")
                guide.do(message.do)
            case m.Refresh():
                self._send_again()

    async def _send_whole(self, merged: bool = False) -> None:
        """Send a whole table; as it takes milliseconds to build, one client's requests queue up."""
        async with self.hub.turn_of(self.client):
            if merged:
                self._again = None  # what is asked from now on isn't in this table
            self.send_table(fresh=True)
            await asyncio.sleep(0)

    def _send_again(self) -> None:
        """Send the whole table again; repeated requests are delayed and merged."""

        async def send() -> None:
            try:
                while not self._refreshes.take():
                    await asyncio.sleep(self._refreshes.wait())
                while not self.hub.bytes.take(self.client, 0):
                    await asyncio.sleep(max(0.5, self.hub.bytes.wait(self.client)))
                await self.hub.open(self.table.id)  # catch up with what happened at other servers
                await self.table.settled()
                await self._send_whole(merged=True)
            except Refusal as refusal:
                self.refuse(refusal)
            finally:
                if self._again is asyncio.current_task():
                    self._again = None

        if self._again is None:
            self._again = asyncio.create_task(send())

    def _later(self, work: Coroutine[Any, Any, m.FromServer]) -> None:
        """Answer a slow request when it is ready, one at a time, without blocking other messages."""
        if self._thinking:
            work.close()
            raise Refusal("busy", "Your last request is still running. Try again in a moment.")
        self._thinking = True

        async def answer() -> None:
            try:
                self._push(await work)
            except Refusal as refusal:
                self.refuse(refusal)
            finally:
                self._thinking = False

        asyncio.create_task(answer())  # noqa: RUF006 (it ends by itself)
