"""The same tables over JSON: for bots, scripts and other programs. docs/api.md shows it in use."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from tabletown.drawing import named
from tabletown.kernel.errors import TabletownError, UnknownGame
from tabletown.lab.coach import told
from tabletown.web import protocol as m
from tabletown.web.hub import Hub
from tabletown.web.live.connection import NO_TABLE, NOT_ALLOWED, Eyes, Socket
from tabletown.web.pages.forms import body
from tabletown.web.pages.table_lists import TableCard, table_cards
from tabletown.web.seats import Actor, Refusal
from tabletown.web.security.limits import client_of
from tabletown.web.security.middleware import actor_of
from tabletown.web.storage import schema as db
from tabletown.web.tables.opening import give_key
from tabletown.web.tables.table import Table
from tabletown.web.views import views
from tabletown.web.views.progress import known_match


def reply(message: Any, status: int = 200) -> Response:
    return Response(m.encode(message), status, media_type="application/json", headers={"cache-control": "no-store"})


def problem(refusal: Refusal, table: m.TableView | None = None) -> Response:
    return reply(m.Problem(refusal.text, refusal.code, refusal.rule, table), refusal.status)


def refusing(handler: Callable[[Any, Request], Coroutine[Any, Any, Response]]) -> Any:
    """Every refusal becomes a JSON answer that says why."""

    async def wrapped(self: Any, request: Request) -> Response:
        try:
            return await handler(self, request)
        except Refusal as refusal:
            return problem(refusal)
        except UnknownGame as error:
            return problem(Refusal("none", str(error)))
        except TabletownError as error:
            return problem(Refusal("malformed", str(error)))

    wrapped.__name__ = handler.__name__
    return wrapped


class Api:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.new_tables = hub.buckets("tables", hub.limits.tables)
        self._openapi: bytes | None = None

    def routes(self) -> list[BaseRoute]:
        at = "/api/tables/{id}"
        return [
            Route("/api/openapi.json", self.openapi),
            Route("/api/games", self.games),
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/join", self.join, methods=["POST"]),
            Route(at, self.show),
            Route(at, self.delete, methods=["DELETE"]),
            Route(f"{at}/choose", self.choose, methods=["POST"]),
            Route(f"{at}/why", self.why, methods=["POST"]),
            Route(f"{at}/undo", self.undo, methods=["POST"]),
            Route(f"{at}/record", self.record),
            Route(f"{at}/coach", self.coach),
            Route(f"{at}/at/{{number:int}}", self.frame),
            WebSocketRoute(f"{at}/stream", Stream(self)),
            WebSocketRoute("/t/{id}/stream", Stream(self)),
        ]

    # ------------------------------------------------------------------ finding

    async def table(self, request: Request | WebSocket, actor: Actor) -> Table:
        id = request.path_params["id"]
        table = await self.hub.open(id) if len(id) <= 40 else None
        if table is None:
            raise Refusal("none", "There is no such table.")
        if not table.may_watch(actor):
            raise Refusal("not-yours", "Only those who sit at this table may see it.")
        return table

    def eyes(self, request: Request, table: Table, actor: Actor) -> Eyes:
        looks = self.seat(request, table, actor) if "seat" in request.query_params else -1
        return Eyes(table, actor, request.query_params.get("scene") != "no", looks)

    def seat(self, request: Request, table: Table, actor: Actor, past: bool = False) -> int | None:
        """The seat named by ?seat=, if this actor may look through its eyes."""
        wanted = request.query_params.get("seat", "")
        allowed = table.past.views_for(actor) if past else [*table.held_by(actor), None]
        if not wanted:
            return allowed[0] if not past or table.held_by(actor) else None
        if wanted == "none":
            return None
        if not wanted.isdecimal() or len(wanted) > 2 or int(wanted) not in allowed:
            raise Refusal("not-yours", "You may not see the table from that seat.")
        return int(wanted)

    # ------------------------------------------------------------------ tables

    @refusing
    async def games(self, request: Request) -> Response:
        return reply([self.hub.catalog.card(game) for game in self.hub.catalog.cards])

    @refusing
    async def create(self, request: Request) -> Response:
        wish = await body(request, m.NewTable)
        if not self.new_tables.take(client_of(request.scope)):
            raise Refusal("busy", "Too many new tables at once; wait a moment.")
        actor = actor_of(request)
        table = await self.hub.opening.create(wish, Actor(actor.player), self.hub.name_of(actor.player))
        base = str(request.base_url).rstrip("/")
        keys = [
            m.SeatKey(
                chair.seat,
                key=chair.key if chair.kind == "person" else "",
                invite=f"{base}/join/{chair.invite}" if chair.invite else "",
            )
            for chair in table.chairs
        ]
        return reply(m.Created(table.id, base + table.url, keys), 201)

    @refusing
    async def join(self, request: Request) -> Response:
        wish = await body(request, m.JoinSeat)
        invite = wish.invite.rstrip("/").rpartition("/")[2]
        row = self.hub.store.seat_by("invite", invite)
        table = await self.hub.open(row.table) if row is not None else None
        if table is None:
            raise Refusal("none", "There is no such invitation.")
        chair = table.chairs[row.seat]
        if chair.kind not in ("link", "open"):
            raise Refusal("taken", "Somebody else has taken this seat.")
        key = give_key(chair)
        new = (db.ADD_KEY, (key, table.id, chair.seat, "key"))
        await table.people.sit_down(chair, Actor(actor_of(request).player), wish.name, [new])
        base = str(request.base_url).rstrip("/")
        return reply(m.Joined(table.id, base + table.url, chair.seat, chair.key))

    @refusing
    async def show(self, request: Request) -> Response:
        actor = actor_of(request)
        table = await self.table(request, actor)
        await table.settled()
        return reply(self.eyes(request, table, actor).view())

    @refusing
    async def delete(self, request: Request) -> Response:
        """For good; only who opened it can, and not while others play there."""
        actor = actor_of(request)
        await self.hub.delete(await self.table(request, actor), actor)
        return Response(status_code=204)

    @refusing
    async def choose(self, request: Request) -> Response:
        actor = actor_of(request)
        move = await body(request, m.ChooseBody)
        table = await self.table(request, actor)
        try:
            wanted = table.held_by(actor), move.number, move.option, move.seat
            key = f"{actor.player}{actor.key}/{move.id}"
            await (table.choose_once(key, *wanted) if move.id else table.choose(*wanted))
        except Refusal as refusal:
            if refusal.code != "stale":
                raise
            await table.settled()
            return problem(refusal, self.eyes(request, table, actor).view())
        await table.settled()
        return reply(self.eyes(request, table, actor).view())

    @refusing
    async def why(self, request: Request) -> Response:
        actor = actor_of(request)
        asked = await body(request, m.WhyBody)
        table = await self.table(request, actor)
        return reply(table.why_not(actor, asked.option, asked.seat))

    @refusing
    async def undo(self, request: Request) -> Response:
        """202: the others are asked; the table's `consent` says whom it waits for."""
        actor = actor_of(request)
        wish = await body(request, m.UndoBody)
        table = await self.table(request, actor)
        await table.undo.ask(actor, wish.number, wish.seat)
        await table.settled()
        return reply(self.eyes(request, table, actor).view(), 200 if table.notes.wish is None else 202)

    # ------------------------------------------------------------------ looking back

    @refusing
    async def record(self, request: Request) -> Response:
        actor = actor_of(request)
        table = await self.table(request, actor)
        await table.settled()
        every = request.query_params.get("seat") == "all" and table.past.all_open()
        seat = None if every else self.seat(request, table, actor, past=True)
        match = known_match(await table.past.match(), () if seat is None else (seat,))
        open_book = match.over or not table.secret
        turns, chances = await table.past.turns()
        answers = [(answer.seat, answer.option) if answer is not None else None for answer in match.log_for(seat)]
        names = table.match.names
        lines = [views.line(line, match.game, names, seat, line.number) for line in match.lines_for(seat)]
        views_for = table.past.views_for(actor)
        return reply(
            m.Record(
                id=table.id,
                game=match.game.about.id,
                title=table.title,
                names=[named(name) for name in names],
                answers=answers,
                turns=turns,
                lines=lines,
                chances=chances if open_book else [],
                views=views_for,
                branches=[
                    m.BranchView(f"/t/{card.id}", card.title, at, card.status)
                    for card, at in self.branches(table, actor)
                ],
                can_branch=not table.past.why_not_branch(actor),
                can_download=not table.past.why_not_download(actor),
            )
        )

    @refusing
    async def coach(self, request: Request) -> Response:
        actor = actor_of(request)
        table = await self.table(request, actor)
        found, past = await table.past.coach(), await table.past.match()
        swings = []
        for swing in found.swings:
            asked, played, better, why = told(past, swing)
            swings.append(m.SwingView(swing.number, swing.seat, asked, played, better, round(swing.cost, 3), why))
        return reply(m.CoachView(swings, [None if part is None else round(part, 3) for part in found.accuracy]))

    def branches(self, table: Table, actor: Actor) -> list[tuple[TableCard, int]]:
        """The tables that were played on from a point of this one, as far as this actor may see them."""
        found = self.hub.store.branches_of(table.id)
        rows = [(row, at) for row, at in found if row.watch == "link" or row.creator == actor.player]
        at = {row.id: number for row, number in rows}
        return [(card, at[card.id]) for card in table_cards(self.hub, [row for row, _ in rows], actor.player)]

    @refusing
    async def frame(self, request: Request) -> Response:
        actor = actor_of(request)
        table = await self.table(request, actor)
        await table.settled()
        every = request.query_params.get("seat") == "all" and table.past.all_open()
        seat = None if every else self.seat(request, table, actor, past=True)
        past = known_match(await table.past.match(), () if seat is None else (seat,))
        number = request.path_params["number"]
        if not 0 <= number <= past.number:
            raise Refusal("none", "This match has no point {number}.", number=number)
        if past.frozen is None and past.opened is not None and past.opened < number < past.number:
            number = past.opened  # of a round that is under way nobody sees more than how it began
        match = past.at(number)
        match.names = table.match.names
        drawn = views.open_scene(match) if every else views.scene(match, seat)
        return reply(
            m.Frame(
                answers=number,
                you=seat,
                waiting=views.waiting(match, seat, seat),
                scene=views.picture(drawn),
                standing=drawn.standing,
                outcome=views.outcome(match),
            )
        )

    # ------------------------------------------------------------------ the description

    async def openapi(self, request: Request) -> Response:
        from tabletown.web.api.openapi import description

        if self._openapi is None:
            self._openapi = msgspec.json.encode(description())
        return Response(self._openapi, media_type="application/json")


class Stream:
    """The table as it happens, and everything one can do at it."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        websocket = WebSocket(scope, receive, send)
        actor = actor_of(websocket)
        try:
            table = await self.api.table(websocket, actor)
        except (Refusal, TabletownError) as error:
            await websocket.accept()
            code = error.code if isinstance(error, Refusal) else "none"
            text = error.text if isinstance(error, Refusal) else str(error)
            await websocket.send_text(m.encode(m.Refused(code, text)).decode())
            await websocket.close(NOT_ALLOWED if code == "not-yours" else NO_TABLE)
            return
        await Socket(self.api.hub, table, actor, websocket).run()
