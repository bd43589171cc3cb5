"""The same tables over JSON, for bots, scripts and other programs; see docs/researchers/api.md."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from tabletown.drawing import named
from tabletown.kernel.errors import TabletownError
from tabletown.lab.coach import swing_text
from tabletown.web import protocol as m
from tabletown.web.api.endpoint import Pending, endpoint, endpoints_of, problem
from tabletown.web.catalog import GameCard
from tabletown.web.hub import Hub
from tabletown.web.live.connection import NO_TABLE, NOT_ALLOWED, Socket, Viewer
from tabletown.web.pages.table_lists import TableCard, table_cards
from tabletown.web.seats import Actor, Refusal
from tabletown.web.security.middleware import actor_of
from tabletown.web.security.token_buckets import client_of
from tabletown.web.storage import schema as db
from tabletown.web.tables.opening import give_key
from tabletown.web.tables.table import Table
from tabletown.web.views import views
from tabletown.web.views.progress import known_match

AT = "/api/tables/{id}"
Id = Annotated[str, msgspec.Meta(min_length=1)]
Number = Annotated[int, msgspec.Meta(ge=0)]
LooksThrough = Annotated[
    str,
    msgspec.Meta(
        pattern="^([0-9]{1,2}|none|all)$",
        description='Whose view: a seat you may look through, "none" for a spectator\'s, or "all" for every hand open '
        "once the match is over.",
    ),
]
WithScene = Annotated[Literal["yes", "no"], msgspec.Meta(description='"no" leaves out pictures')]


class Api:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.new_tables = hub.buckets("tables", hub.limits.tables)
        self.described = endpoints_of(Api)  # in /api/openapi.json
        self._openapi: bytes | None = None

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/openapi.json", self.openapi),
            *(endpoint.route(self) for endpoint in endpoints_of(Api)),
            WebSocketRoute(f"{AT}/stream", Stream(self)),
            WebSocketRoute("/t/{id}/stream", Stream(self)),
        ]

    # ------------------------------------------------------------------ finding

    async def table(self, id: str, actor: Actor) -> Table:
        table = await self.hub.open(id) if len(id) <= 40 else None
        if table is None:
            raise Refusal("none", "We can't find that table. It may have been deleted.")
        if not table.may_watch(actor):
            raise Refusal("not-yours", "This table is private. Ask a player for a link.")
        return table

    def view(self, table: Table, actor: Actor, scene: str = "yes", seat: str = "") -> m.TableView:
        looks = self.seat(seat, table, actor) if seat else -1
        return Viewer(table, actor, scene != "no", looks).view()

    def seat(self, wanted: str, table: Table, actor: Actor, past: bool = False) -> int | None:
        """The requested seat, if this actor may see the table from it."""
        allowed = table.past.views_for(actor) if past else [*table.held_by(actor), None]
        if not wanted:
            return allowed[0] if not past or table.held_by(actor) else None
        if wanted == "none":
            return None
        if not wanted.isdecimal() or len(wanted) > 2 or int(wanted) not in allowed:
            raise Refusal("not-yours", "You can't view the table from that seat.")
        return int(wanted)

    # ------------------------------------------------------------------ tables

    @endpoint("GET", "/api/games")
    async def games(self, request: Request) -> list[GameCard]:
        """The games of this server"""
        return [self.hub.catalog.card(game) for game in self.hub.catalog.cards]

    @endpoint("POST", "/api/tables", status=201, refuses=(404,))
    async def create(self, request: Request, new: m.NewTable) -> m.Created:
        """Create a table"""
        if not self.new_tables.take(client_of(request.scope)):
            raise Refusal("busy", "You're opening tables too quickly. Try again in a minute.")
        actor = actor_of(request)
        table = await self.hub.opening.create(new, Actor(actor.player), self.hub.name_of(actor.player))
        base = str(request.base_url).rstrip("/")
        keys = [
            m.SeatKey(
                table_seat.seat,
                key=table_seat.key if table_seat.kind == "person" else "",
                invite=f"{base}/join/{table_seat.invite}" if table_seat.invite else "",
            )
            for table_seat in table.seats
        ]
        return m.Created(table.id, base + table.url, keys)

    @endpoint("POST", "/api/join", refuses=(404, 409))
    async def join(self, request: Request, body: m.JoinSeat) -> m.Joined:
        """Take the seat of an invitation"""
        invite = body.invite.rstrip("/").rpartition("/")[2]
        row = self.hub.store.seat_by("invite", invite)
        table = await self.hub.open(row.table) if row is not None else None
        if table is None:
            raise Refusal("none", "This invitation isn't valid. Ask for a new link.")
        table_seat = table.seats[row.seat]
        if table_seat.kind not in ("link", "open"):
            raise Refusal("taken", "Someone else has taken this seat.")
        key = give_key(table_seat)
        new = (db.ADD_KEY, (key, table.id, table_seat.seat, "key"))
        await asyncio.to_thread(self.hub.refused_names.check, body.name)
        await table.people.sit_down(table_seat, Actor(actor_of(request).player), body.name, [new])
        base = str(request.base_url).rstrip("/")
        return m.Joined(table.id, base + table.url, table_seat.seat, table_seat.key)

    @endpoint("GET", AT, refuses=(400,))
    async def show(self, request: Request, id: Id, seat: LooksThrough = "", scene: WithScene = "yes") -> m.TableView:
        """The table as your seat may know it"""
        actor = actor_of(request)
        table = await self.table(id, actor)
        await table.settled()
        return self.view(table, actor, scene, seat)

    @endpoint("DELETE", AT, status=204)
    async def delete(self, request: Request, id: Id) -> None:
        """Delete a table for good: only who opened it can, and not while others play there"""
        actor = actor_of(request)
        await self.hub.delete(await self.table(id, actor), actor)

    @endpoint("POST", f"{AT}/choose", refuses=(422,))
    async def choose(
        self, request: Request, id: Id, move: m.ChooseBody, scene: WithScene = "yes"
    ) -> m.TableView | Response:
        """Answer the question of your seat"""
        actor = actor_of(request)
        table = await self.table(id, actor)
        try:
            wanted = table.held_by(actor), move.number, move.option, move.seat, move.then
            key = f"{actor.player}{actor.key}/{move.id}"
            await (table.choose_once(key, *wanted) if move.id else table.choose(*wanted))
        except Refusal as refusal:
            if refusal.code != "stale":
                raise
            await table.settled()
            return problem(refusal, self.view(table, actor, scene))
        await table.settled()
        return self.view(table, actor, scene)

    @endpoint("POST", f"{AT}/why")
    async def why(self, request: Request, id: Id, asked: m.WhyBody) -> m.WhyNot:
        """Why an option isn't allowed now"""
        actor = actor_of(request)
        table = await self.table(id, actor)
        return table.why_not(actor, asked.option, asked.seat)

    @endpoint("POST", f"{AT}/undo")
    async def undo(
        self, request: Request, id: Id, body: m.UndoBody, scene: WithScene = "yes"
    ) -> m.TableView | Pending[m.TableView]:
        """Undo your last answer, or ask the others for consent: the table's `consent` says whose is missing"""
        actor = actor_of(request)
        table = await self.table(id, actor)
        await table.undo.ask(actor, body.number, body.seat)
        await table.settled()
        view = self.view(table, actor, scene)
        return view if table.notes.undo_request is None else Pending(view)

    # ------------------------------------------------------------------ looking back

    @endpoint("GET", f"{AT}/record", refuses=(400,))
    async def record(self, request: Request, id: Id, seat: LooksThrough = "") -> m.Record:
        """The complete history of the match"""
        actor = actor_of(request)
        table = await self.table(id, actor)
        await table.settled()
        every = seat == "all" and table.past.all_open()
        viewer = None if every else self.seat(seat, table, actor, past=True)
        match = known_match(await table.past.match(), () if viewer is None else (viewer,))
        open_book = match.over or not table.secret
        turns, chances = await table.past.turns()
        answers = [(answer.seat, answer.option) if answer is not None else None for answer in match.log_for(viewer)]
        names = table.match.names
        lines = [views.line(line, match.game, names, viewer, line.number) for line in match.lines_for(viewer)]
        views_for = table.past.views_for(actor)
        return m.Record(
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
                m.BranchView(f"/t/{card.id}", card.title, at, card.status) for card, at in self.branches(table, actor)
            ],
            can_branch=not table.past.why_not_branch(actor),
            can_download=not table.past.why_not_download(actor),
        )

    @endpoint("GET", f"{AT}/coach")
    async def coach(self, request: Request, id: Id) -> m.CoachView:
        """The coach's analysis of a finished match"""
        actor = actor_of(request)
        table = await self.table(id, actor)
        found, past = await table.past.coach(), await table.past.match()
        swings = []
        for swing in found.swings:
            asked, played, better, why = swing_text(past, swing)
            swings.append(m.SwingView(swing.number, swing.seat, asked, played, better, round(swing.cost, 3), why))
        return m.CoachView(swings, [None if part is None else round(part, 3) for part in found.accuracy])

    def branches(self, table: Table, actor: Actor) -> list[tuple[TableCard, int]]:
        """The tables branched off this one, as far as this actor may see them."""
        found = self.hub.store.branches_of(table.id)
        rows = [(row, at) for row, at in found if row.watch == "link" or row.creator == actor.player]
        at = {row.id: number for row, number in rows}
        return [(card, at[card.id]) for card in table_cards(self.hub, [row for row, _ in rows], actor.player)]

    @endpoint("GET", f"{AT}/at/{{number:int}}", refuses=(400,))
    async def frame(self, request: Request, id: Id, number: Number, seat: LooksThrough = "") -> m.Frame:
        """The match after this number of answers"""
        actor = actor_of(request)
        table = await self.table(id, actor)
        await table.settled()
        every = seat == "all" and table.past.all_open()
        viewer = None if every else self.seat(seat, table, actor, past=True)
        past = known_match(await table.past.match(), () if viewer is None else (viewer,))
        if not 0 <= number <= past.number:
            raise Refusal("none", "This match has no move {number}.", number=number)
        if past.frozen is None and past.secret_since is not None and past.secret_since < number < past.number:
            number = past.secret_since  # nobody may see more of a round in progress than its start
        match = past.at(number)
        match.names = table.match.names
        drawn = views.open_scene(match) if every else views.scene(match, viewer)
        return m.Frame(
            answers=number,
            you=viewer,
            waiting=views.waiting(match, viewer, viewer),
            scene=views.picture(drawn),
            standing=drawn.standing,
            outcome=views.outcome(match),
        )

    # ------------------------------------------------------------------ the description

    async def openapi(self, request: Request) -> Response:
        from tabletown.web.api.openapi import description

        if self._openapi is None:
            self._openapi = msgspec.json.encode(description(self.described))
        return Response(self._openapi, media_type="application/json")


class Stream:
    """The table as it changes, and everything a client can do there."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        websocket = WebSocket(scope, receive, send)
        actor = actor_of(websocket)
        try:
            table = await self.api.table(websocket.path_params["id"], actor)
        except (Refusal, TabletownError) as error:
            await websocket.accept()
            code = error.code if isinstance(error, Refusal) else "none"
            text = error.text if isinstance(error, Refusal) else str(error)
            await websocket.send_text(m.encode(m.Refused(code, text)).decode())
            await websocket.close(NOT_ALLOWED if code == "not-yours" else NO_TABLE)
            return
        await Socket(self.api.hub, table, actor, websocket).run()
