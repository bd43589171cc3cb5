"""The pages of a room: make one, join it, wait, lead it, project it, and talk about it afterwards."""

from __future__ import annotations

import asyncio
import csv
import io
import secrets
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import segno
from msgspec import Meta, Struct
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tabletown.drawing import esc
from tabletown.games.broken_cities.about import SETTINGS
from tabletown.games.broken_cities.content import COLOURS, ROOM
from tabletown.games.broken_cities.session import MOST_TABLES
from tabletown.games.broken_cities.view import charts, projector
from tabletown.games.broken_cities.view.pieces import mark
from tabletown.games.broken_cities.web.room import Place, Room, Rooms
from tabletown.kernel import Setting, Text, say
from tabletown.kernel.errors import BadOption
from tabletown.web.api import STATUS
from tabletown.web.chairs import Refusal
from tabletown.web.files import Static
from tabletown.web.forms import Short, fields_of, form_of, read
from tabletown.web.hub import Hub
from tabletown.web.pages import Pages
from tabletown.web.security import actor_of, client_of, known_actor, remember

STATIC = Path(__file__).parent / "static"
GAME = "broken-cities"
CHOICES = [setting.id for setting in SETTINGS if setting.id not in ("facilitated", "tables")]


def routes(hub: Hub, pages: Pages) -> list[BaseRoute]:
    room = Classroom(hub, pages)
    post = ["POST"]
    return [
        Route("/class", room.page(room.index)),
        Route("/class", room.page(room.make), methods=post),
        Route("/join", room.page(room.join)),
        Route("/join", room.page(room.take_place), methods=post),
        Route("/class/{code}", room.page(room.wait)),
        Route("/class/{code}/lead", room.page(room.lead)),
        Route("/class/{code}/do", room.do, methods=post),
        Route("/class/{code}/projector", room.page(room.project)),
        Route("/class/{code}/talk", room.page(room.talk)),
        Route("/class/{code}/rounds.csv", room.page(room.rounds)),
        WebSocketRoute("/class/{code}/stream", room.stream),
        Mount("/games/broken-cities/web", Static(directory=STATIC)),
    ]


AT_A_TABLE = ("law-time", "law-over", "skip", "bot")


class ClassForm(Struct):
    """Besides these: `option-…`."""

    tables: Annotated[int, Meta(ge=1, le=MOST_TABLES)] = 5
    clock: Annotated[int, Meta(ge=0, le=240)] = 40
    title: Short = ""


class JoinForm(Struct):
    code: Short = ""
    name: Short = ""


Spot = Annotated[int, Meta(ge=-1, le=63)]


class Do(Struct):
    """What the facilitator wants done."""

    do: Annotated[str, Meta(max_length=20)]
    table: Spot = -1
    seat: Spot = -1
    to_table: Spot = -1
    to_seat: Spot = -1
    number: Annotated[int, Meta(ge=-86400, le=86400)] = 0
    text: Annotated[str, Meta(max_length=2000)] = ""


class Classroom:
    def __init__(self, hub: Hub, pages: Pages) -> None:
        self.hub, self.pages, self.rooms = hub, pages, Rooms(hub)
        pages.templates.filters["minutes"] = lambda seconds: f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
        pages.templates.filters["digits"] = lambda code: f"{code[:3]} {code[3:]}"

    def page(self, handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """Every refusal becomes a page that says why."""

        async def wrapped(request: Request) -> Response:
            try:
                return await handler(request)
            except Refusal as refusal:
                return self.pages.error(request, STATUS.get(refusal.code, 400), refusal.text)

        return wrapped

    def show(self, request: Request, name: str, code: int = 200, **context: Any) -> Response:
        chosen = self.pages.card(GAME)
        return self.pages.page(request, f"{GAME}/{name}", code, chosen=chosen, **context)

    def part(self, name: str, **context: Any) -> str:
        return self.pages.templates.get_template(f"{GAME}/{name}").render(mark=mark, colours=COLOURS, **context)

    def choices(self) -> list[Setting]:
        """The options that a facilitator chooses, in the reader's language."""
        return [setting for setting in self.pages.card(GAME).settings if setting.id in CHOICES]

    def room(self, connection: HTTPConnection) -> Room:
        return self.find(connection, connection.path_params["code"])

    def find(self, connection: HTTPConnection, code: str) -> Room:
        """The room of a code; six digits are few, so nobody may try many."""
        player = actor_of(connection).player
        known = self.rooms.rooms.get(code)
        if known is None or not (known.has_joined(player) or (player and player == known.host)):
            self.pages.guessing(connection)
        try:
            return self.rooms.find(code)
        except Refusal:
            self.pages.guessing(connection, wrong=True)
            raise

    def seen(self, connection: HTTPConnection) -> Room:
        """The room for those who may see everybody's name: its facilitator, who joined, and who has the wall's link."""
        room, player = self.room(connection), actor_of(connection).player
        wall = connection.query_params.get("wall", "").encode()
        known = player == room.host or room.has_joined(player)
        if not known and not secrets.compare_digest(wall, room.wall.encode()):
            self.pages.guessing(connection, wrong=True)
            raise Refusal("not-yours", "The wall's own link opens this: the facilitator has it under Projector.")
        return room

    def led(self, connection: HTTPConnection) -> Room:
        room = self.room(connection)
        if actor_of(connection).player != room.host:
            raise Refusal("not-yours", "Only the facilitator who made this session can lead it, on the same device.")
        return room

    # ------------------------------------------------------------------ making and joining

    async def index(self, request: Request) -> Response:
        player = actor_of(request).player
        mine = [room for room in self.rooms.rooms.values() if player and room.host == player]
        return self.show(request, "class.html", mine=mine[::-1], most=MOST_TABLES, settings=self.choices())

    async def make(self, request: Request) -> Response:
        if not self.pages.new_tables.take(client_of(request.scope)):
            raise Refusal("busy", "Too many new sessions at once; wait a moment.")
        fields = await fields_of(request)
        form = read(
            fields,
            ClassForm,
            tables=Text("A session has 1 to {most} tables.", {"most": MOST_TABLES}),
            clock=Text("The playing time is 0 (no clock) to 240 minutes."),
        )
        options = {id: fields[f"option-{id}"] for id in CHOICES if fields.get(f"option-{id}")}
        try:
            self.hub.catalog.find(GAME).options(options)
        except BadOption as error:
            raise Refusal("malformed", str(error)) from None
        actor, token = known_actor(request)
        room = await self.rooms.make(actor.player, form.title, form.tables, form.clock, options)
        response = RedirectResponse(f"/class/{room.code}/lead", 303)
        remember(response, request, token)
        return response

    async def join(self, request: Request) -> Response:
        return self.show(request, "join.html", code_=request.query_params.get("code", "")[:7], error="")

    async def take_place(self, request: Request) -> Response:
        form = await form_of(request, JoinForm)
        code, name = form.code[:12], form.name
        try:
            room = self.find(request, code)
            actor, token = known_actor(request)
            await room.join(actor.player, name)
        except Refusal as refusal:
            status = STATUS.get(refusal.code, 400)
            return self.show(request, "join.html", status, code_=code, error=refusal.text)
        response = RedirectResponse(f"/class/{room.code}", 303)
        remember(response, request, token)
        return response

    async def wait(self, request: Request) -> Response:
        """A phone before the start; afterwards it goes to its table."""
        room, player = self.room(request), actor_of(request).player
        if not room.has_joined(player):
            return RedirectResponse(f"/join?code={room.code}", 303)
        if (table := room.table_of(player)) is not None:
            return RedirectResponse(table.url, 303)
        body = self.waiting(room, player)
        return self.show(request, "live.html", title=say("Join"), kind="wait", room=room, body=body, part="wait")

    def waiting(self, room: Room, player: str) -> str:
        place = room.places[player]
        return self.part("wait_body.html", room=room, place=place, table=room.session.state.tables[place.table])

    # ------------------------------------------------------------------ leading

    async def lead(self, request: Request) -> Response:
        room = self.led(request)
        body = self.leading(room, _origin(request))
        return self.show(request, "live.html", title=say("Lead"), kind="lead", room=room, body=body, part="lead")

    def leading(self, room: Room, origin: str) -> str:
        now = time.time()
        view = room.session.overview(now)
        online = [
            [any(seat in socket.holds for socket in table.sockets) for seat in range(len(table.chairs))]
            for table in room.tables
        ]
        here = {(p.table, p.seat) for player, p in room.places.items() if room.online.get(player)}
        return self.part(
            "lead_body.html",
            room=room,
            view=view,
            online=online,
            here=here,
            links=[table.url for table in room.tables],
            law_seconds=room.session.state.law_seconds,
            origin=origin,
            qr=qr(f"{origin}/join?code={room.code}"),
            ruler=ruler(view),
            changed=[
                (setting.title, setting.values[word])
                for setting in self.choices()
                if (word := room.session.state.options.get(setting.id, setting.default)) != setting.default
            ],
            log=[(time.strftime("%H:%M", time.localtime(at)), text) for at, text in view["log"][:40]],
        )

    async def do(self, request: Request) -> Response:
        try:
            room = self.led(request)
            wish = msgspec.json.decode(await request.body(), type=Do)
            await self.carry_out(room, wish)
        except Refusal as refusal:
            return JSONResponse({"error": refusal.text}, STATUS.get(refusal.code, 400))
        except msgspec.DecodeError as error:
            return JSONResponse({"error": f"That cannot be read: {error}."}, 400)
        return JSONResponse({"error": ""})

    async def carry_out(self, room: Room, wish: Do) -> None:
        session, now = room.session, time.time()
        table = wish.table
        if wish.do in AT_A_TABLE and table not in range(len(room.tables)):
            raise Refusal("malformed", "There is no such table.")
        if wish.do == "bot" and wish.seat not in range(len(room.tables[table].chairs)):
            raise Refusal("malformed", "There is no such seat.")
        if wish.do == "decide" and wish.number not in range(len(session.state.questions)):
            raise Refusal("malformed", "There is no such question.")
        steps: dict[str, Callable[[], object]] = {
            "mix": room.mix,
            "tables": lambda: room.set_tables(wish.number),
            "move": lambda: room.move(Place(table, wish.seat), Place(wish.to_table, wish.to_seat)),
            "clock": lambda: setattr(room, "clock", max(0, min(240, wish.number))),
            "law-clock": lambda: setattr(session.state, "law_seconds", float(max(60, min(1800, wish.number)))),
            "story": lambda: setattr(room, "story", not room.story),
            "lock": lambda: setattr(session.state, "locked", not session.state.locked),
            "pause": lambda: session.pause(now),
            "go-on": room.go_on,
            "time": lambda: session.extend(wish.number, None, now),
            "law-time": lambda: session.extend(wish.number, table, now),
            "law-over": lambda: session.law_time_up(table, now),
            "show": lambda: session.show_card(now),
            "skip": lambda: session.skip(table, now),
            "skip-all": lambda: session.close(now),
            "bot": lambda: room.let_bot_play(table, wish.seat),
            "decide": lambda: room.decide(wish.number, wish.text[:200]),
            "end": lambda: session.end(now),
        }
        if wish.do == "start":
            await room.start()
        elif wish.do in steps:
            await room.act(steps[wish.do])
        else:
            raise Refusal("malformed", "There is no way to '{do}' here.", do=wish.do)

    # ------------------------------------------------------------------ the wall, and afterwards

    async def project(self, request: Request) -> Response:
        room = self.seen(request)
        body = self.projected(room, _origin(request))
        return self.show(
            request, "live.html", title=say("Projector"), kind="projector", room=room, body=body, part="projector"
        )

    def projected(self, room: Room, origin: str) -> str:
        view = room.session.projector(time.time())
        if room.in_lobby:
            who = projector.lobby(view)
            head = self.part("projector_join.html", room=room, origin=origin, qr=qr(f"{origin}/join?code={room.code}"))
            return who.replace('<ul class="who"', head + '<ul class="who"', 1)
        return projector.projector(view)

    async def talk(self, request: Request) -> Response:
        room = self.seen(request)
        if not room.session.matches:
            raise Refusal("not-asked", "There is something to talk about once the session has begun.")
        drawn = [
            (n + 1, charts.charts(room.session.city(n), table.names))
            for n, table in enumerate(room.session.state.tables)
        ]
        view = room.session.projector(time.time())
        return self.show(request, "talk.html", room=room, charts=drawn, view=view, questions=ROOM.question)

    async def rounds(self, request: Request) -> Response:
        """Every table's rounds in one file for a spreadsheet."""
        room, out = self.seen(request), io.StringIO()
        writer = csv.writer(out)
        for number in range(len(room.tables)):
            table = charts.rows(room.session.city(number), room.session.state.tables[number].names)
            writer.writerow(["table", *table[0]])
            writer.writerows([number + 1, *row] for row in table[1:])
        name = f'attachment; filename="session-{room.code}.csv"'
        return Response(out.getvalue(), media_type="text/csv", headers={"content-disposition": name})

    # ------------------------------------------------------------------ live

    async def stream(self, websocket: WebSocket) -> None:
        """Pushes the page's body whenever something changed; says nothing else, hears only whether the line holds."""
        kind, player = websocket.query_params.get("part", ""), actor_of(websocket).player
        try:
            find = {"lead": self.led, "projector": self.seen}.get(kind, self.room)
            room = find(websocket)
            if kind not in ("lead", "projector", "wait") or (kind == "wait" and not room.has_joined(player)):
                raise Refusal("not-yours", "You have not joined.")
        except Refusal:
            await websocket.close(4403)
            return
        origin = _origin(websocket)
        changed = asyncio.Event()
        await websocket.accept()
        room.looking.add(changed.set)
        if kind == "wait":
            room.online[player] = room.online.get(player, 0) + 1
            room.tell_soon()
        sender = asyncio.create_task(self._send_on(websocket, room, kind, player, origin, changed))
        try:
            while (heard := await websocket.receive())["type"] != "websocket.disconnect":
                if heard.get("text") == '{"type":"ping"}':
                    await websocket.send_json({"type": "pong"})
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            sender.cancel()
            room.looking.discard(changed.set)
            if kind == "wait":
                room.online[player] -= 1
                room.tell_soon()

    async def _send_on(
        self, websocket: WebSocket, room: Room, kind: str, player: str, origin: str, changed: asyncio.Event
    ) -> None:
        try:
            while True:
                table = room.table_of(player) if kind == "wait" else None
                body = {"lead": lambda: self.leading(room, origin), "projector": lambda: self.projected(room, origin)}
                html = "" if table else body[kind]() if kind in body else self.waiting(room, player)
                await websocket.send_json({"html": html, "go": table.url if table else ""})
                await changed.wait()
                changed.clear()
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass


def _origin(connection: HTTPConnection) -> str:
    scheme = "https" if connection.url.scheme in ("https", "wss") else "http"
    return f"{scheme}://{connection.headers.get('host', connection.url.netloc)}"


def qr(address: str) -> str:
    """The address as a picture that phones read; always dark on light, or they do not."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(scale=4, border=2, dark="#1b2430", light="#ffffff", omitsize=True)
    return drawn.replace("<svg", f'<svg class="qr" role="img" aria-label="{esc("QR code: " + address)}"', 1)


def ruler(view: dict[str, Any]) -> str:
    """The shared damage with what this round will add at today's emissions, dashed."""
    spaces: list[int] = view["thresholds"]
    end = spaces[-1]

    def x(value: float) -> float:
        return round(24 + 852 * min(value, end) / end, 1)

    total, coming = view["total"], view["total"] + view.get("coming", 0)
    parts = [
        '<rect class="bg" x="24" y="22" width="852" height="14" rx="7"/>',
        f'<rect class="fl" x="24" y="22" width="{x(total) - 24}" height="14" rx="7"/>',
        f'<rect class="pd" x="{x(total)}" y="22.8" width="{max(0.0, x(coming) - x(total))}" height="12.4"/>',
    ]
    for space in spaces:
        state = "past" if space <= total else "next" if space == view["next"] else "later"
        parts.append(
            f'<path class="ev {state}" d="M{x(space)},9l13,20l-13,20l-13,-20z"/>'
            f'<text class="{state}" x="{x(space)}" y="66">{space}</text>'
        )
    said = f"Shared damage {total} of {end}; events at {', '.join(map(str, spaces))}"
    return f'<svg class="ruler" viewBox="0 0 900 72" role="img" aria-label="{said}">{"".join(parts)}</svg>'
