"""The page of a table, and the ways to get a seat: a free one, an invitation, one's own on another device."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.kernel import say, seat_name
from tabletown.story.sentences import paragraph
from tabletown.web import protocol as m
from tabletown.web.live.connection import Viewer
from tabletown.web.pages.common import Section, levels, refusing
from tabletown.web.pages.forms import (
    NameForm,
    SitForm,
    form_of,
)
from tabletown.web.seats import Actor, Refusal, clean
from tabletown.web.security.middleware import actor_of, known_actor, token_of
from tabletown.web.storage.challenge_attempts import challenge_url
from tabletown.web.tables.table import Table
from tabletown.web.views import luck
from tabletown.web.views.patches import version


class FirstPicture(NamedTuple):
    """What a page shows of its table before the connection is there, which then sends no more than what has changed."""

    json: Markup
    version: str
    prompt: str
    goal: str


def first_picture(table: Table, actor: Actor) -> FirstPicture | None:
    """The picture this person's connection would begin with; None where it isn't for everybody at this screen."""
    viewer = Viewer(table, actor)
    if table.secret and len(viewer.holds) > 1:
        return None
    view = viewer.view()
    prompt = view.asked.prompt if view.asked is not None and not table.match.over else ""
    # nothing in it may end the element that holds it, or begin a comment there
    json = m.encode(view.scene).decode().replace("</", "<\\/").replace("<!", "\\u003c!")
    goal = " · ".join(brief or words for words, brief, _ in view.scene.goal) or view.scene.peek
    return FirstPicture(Markup(json), version(view.scene), prompt[:1].upper() + prompt[1:], goal)


class TablePages(Section):
    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/t/{id}", self.table),
            Route("/t/{id}/sit", self.sit, methods=post),
            Route("/t/{id}/delete", self.delete, methods=post),
            Route("/join/{invite}", self.join),
            Route("/join/{invite}", self.take_seat, methods=post),
            Route("/seat/{key}", self.device),
            Route("/seat/{key}", self.move_here, methods=post),
        ]

    @refusing
    async def table(self, request: Request) -> Response:
        table, actor = await self.find(request)
        base = str(request.base_url).rstrip("/")
        hosting, held = table.is_host(actor), table.held_by(actor)
        token = token_of(request)
        free = [table_seat.seat for table_seat in table.seats if hosting and table_seat.kind in ("link", "open")]
        invites = await self.hub.links(table, token, "invite", free)
        own = await self.hub.links(table, token, "key", held)
        await table.settled()  # nothing is shown before it is committed
        first = first_picture(table, actor)
        response = self.page(
            request,
            "table.html",
            first=first,
            table=self.head(table),
            challenge_url=challenge_url(table.watch),
            chosen=self.card(table.match.game.about.id),
            ws=f"/t/{table.id}/stream?changes=yes" + (f"&has={first.version}" if first is not None else ""),
            holds=held,
            links=[
                {"seat": seat, "name": seat_name(seat, table.match.names), "invite_url": f"{base}/join/{invite}"}
                for seat, invite in invites.items()
            ],
            key_links=[{"seat": seat, "url": f"{base}/seat/{key}"} for seat, key in own.items()],
            watch_url=base + table.url if table.watch == "link" else "",
            hosting=hosting,
            leaves=table.overseer is None,
            lesson=table.notes.lesson is not None,
            invites=hosting and any(table_seat.kind == "link" for table_seat in table.seats),
            bots=levels(table.match.game),
            open_seats=[c.seat for c in table.seats if c.kind == "open" and not held],
            luck=paragraph([say("This match is rated.") if table.rated else "", luck.in_words(table)]),
        )
        response.headers["cache-control"] = "no-store"  # its picture is for one person, at one moment
        return response

    @refusing
    async def sit(self, request: Request) -> Response:
        table, _ = await self.find(request)
        form = await form_of(request, SitForm)
        table_seat = next((c for c in table.seats if c.seat == form.seat and c.kind == "open"), None)
        if table_seat is None:
            raise Refusal("taken", "This seat is no longer free.")
        return await self._sit(request, table, table_seat, form.name)

    async def _sit(self, request: Request, table: Table, table_seat: Any, name: str) -> Response:
        actor, token = known_actor(request)
        name = clean(name)
        known = self.hub.name_of(actor.player)
        await asyncio.to_thread(self.hub.refused_names.check, name)
        await table.people.sit_down(table_seat, actor, name or known)
        if name and name != known:
            await self.hub.rename(actor, name)
        return self.go_to(request, table, token)

    async def _by(self, column: str, secret: str, what: str) -> tuple[Table, Any]:
        row = self.hub.store.seat_by(column, secret)
        table = await self.hub.open(row.table) if row is not None else None
        if table is None:
            raise Refusal("none", "We can't find that {what:word}. Part of its address may be missing.", what=what)
        return table, table.seats[row.seat]

    @refusing
    async def join(self, request: Request) -> Response:
        table, table_seat = await self._by("invite", request.path_params["invite"], "invitation")
        actor = actor_of(request)
        if table_seat.seat in table.held_by(actor):
            return RedirectResponse(table.url, 303)
        taken = table_seat.kind not in ("link", "open")
        return self.page(
            request,
            "join.html",
            409 if taken else 200,
            table=self.head(table),
            chosen=self.card(table.match.game.about.id),
            seat=table_seat.seat,
            seat_name=table.match.names[table_seat.seat],
            host=self.hub.name_of(table.creator),
            taken=taken,
            luck=luck.in_words(table),
            watch_url=table.url if table.watch == "link" else "",
        )

    @refusing
    async def take_seat(self, request: Request) -> Response:
        table, table_seat = await self._by("invite", request.path_params["invite"], "invitation")
        if table_seat.seat in table.held_by(actor_of(request)):
            return RedirectResponse(table.url, 303)
        if table_seat.kind not in ("link", "open"):
            return await self.join(request)  # type: ignore[no-any-return]
        return await self._sit(request, table, table_seat, (await form_of(request, NameForm)).name)

    @refusing
    async def device(self, request: Request) -> Response:
        """Your seat's link, opened on another device. It asks first, because some programs open every link they see."""
        table, table_seat = await self._by("key", request.path_params["key"], "seat")
        return self.page(
            request,
            "device.html",
            table=self.head(table),
            chosen=self.card(table.match.game.about.id),
            seat_name=table.match.names[table_seat.seat],
        )

    @refusing
    async def move_here(self, request: Request) -> Response:
        table, table_seat = await self._by("key", request.path_params["key"], "seat")
        if table_seat.kind != "person":
            raise Refusal("none", "No one sits there yet.")
        actor, token = known_actor(request)
        await self.hub.add_holder(table, table_seat, actor.player)
        return self.go_to(request, table, token)

    @refusing
    async def delete(self, request: Request) -> Response:
        table, actor = await self.find(request)
        await self.hub.delete(table, actor)
        return RedirectResponse("/", 303)
