"""The pages of clubs: one's own, a new one, and one with its members, tournaments and table of results."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.kernel import say
from tabletown.web.assets.qr import qr
from tabletown.web.community.tournaments import TournamentPages, sign_of
from tabletown.web.pages.common import Section, refusing
from tabletown.web.pages.forms import Short, form_of
from tabletown.web.people import clubs
from tabletown.web.people.clubs import Club, month_of
from tabletown.web.seats import Actor, Refusal, clean
from tabletown.web.security.middleware import actor_of, known_actor, remember


class FoundForm(Struct):
    title: Short = ""
    name: Short = ""


class NameForm(Struct):
    name: Short = ""


class MemberForm(Struct):
    do: Literal["leave", "remove", "lead", "code"]
    who: Short = ""  # a member, as `sign_of` names them


class ClubPages(Section):
    def __init__(self, pages: Any) -> None:
        super().__init__(pages)
        self.tournaments = TournamentPages(pages)

    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/clubs", self.overview),
            Route("/clubs", self.found, methods=post),
            Route("/clubs/join/{code}", self.join, methods=["GET", "POST"]),
            Route("/clubs/{id}", self.show),
            Route("/clubs/{id}", self.change, methods=post),
        ]

    @refusing
    async def overview(self, request: Request) -> Response:
        mine = await asyncio.to_thread(clubs.clubs_of, self.hub.store, actor_of(request).player)
        counts = [len(await asyncio.to_thread(clubs.members_of, self.hub.store, club.id)) for club in mine]
        return self.page(request, "clubs.html", clubs=list(zip(mine, counts)))

    @refusing
    async def found(self, request: Request) -> Response:
        self.opens_another(request)
        form, (actor, token) = await form_of(request, FoundForm), known_actor(request)
        await asyncio.to_thread(self.hub.refused_names.check, form.title)
        await self._known_as(actor, form.name)
        club = await asyncio.to_thread(clubs.found, self.hub.store, actor.player, form.title)
        return self._to(request, f"/clubs/{club.id}", token)

    async def _known_as(self, actor: Actor, name: str) -> None:
        if (name := clean(name)) and name != self.hub.name_of(actor.player):
            await self.hub.rename(actor, name)

    @refusing
    async def join(self, request: Request) -> Response:
        """Asks first, because some programs open every link they see."""
        self.guessing(request)
        code, store = request.path_params["code"][:40], self.hub.store
        try:
            club = await asyncio.to_thread(clubs.club_of_code, store, code)
        except Refusal:
            self.guessing(request, wrong=True)
            raise
        if request.method == "GET":
            mine = await asyncio.to_thread(clubs.clubs_of, store, actor_of(request).player)
            if club.id in {one.id for one in mine}:
                return RedirectResponse(f"/clubs/{club.id}", 303)
            return self.page(request, "join_club.html", club=club)
        form, (actor, token) = await form_of(request, NameForm), known_actor(request)
        await self._known_as(actor, form.name)
        await asyncio.to_thread(clubs.join, store, actor.player, code)
        return self._to(request, f"/clubs/{club.id}", token)

    @refusing
    async def show(self, request: Request) -> Response:
        id, person, store = request.path_params["id"][:40], actor_of(request).player, self.hub.store
        club = await asyncio.to_thread(clubs.club_at, store, id)
        me = await asyncio.to_thread(clubs.member, store, id, person)
        month = request.query_params.get("month", "")[:7]
        shown = await asyncio.to_thread(self._shown, club, month)
        address = f"{str(request.base_url).rstrip('/')}/clubs/join/{club.code}"
        return self.page(
            request,
            "club.html",
            club=club,
            mine=me,
            person=person,
            month=month,
            address=address,
            qr=qr(address),
            **shown,
        )

    def _shown(self, club: Club, month: str) -> dict[str, Any]:
        store = self.hub.store
        members = clubs.members_of(store, club.id)
        names = {one.person: self.hub.name_of(one.person) or say("Someone") for one in members}
        about = {id: game.about for id, game in self.hub.catalog.games.items()}
        results = clubs.results_of(store, club, about, month)
        tournaments = [self.tournaments.card_of(id, one) for id, one in self.hub.tournaments.all(40, club.id)]
        this = month_of(self.hub.now())
        signs = {one.person: sign_of(club.id, one.person) for one in members}
        return {
            "signs": signs,
            "members": members,
            "names": names,
            "results": results,
            "tournaments": tournaments,
            "this_month": this,
        }

    @refusing
    async def change(self, request: Request) -> Response:
        """Leave; those who lead remove members, let others lead too, and make a new link."""
        id, person, store = request.path_params["id"][:40], actor_of(request).player, self.hub.store
        form = await form_of(request, MemberForm)
        if form.do == "leave":
            await asyncio.to_thread(clubs.member, store, id, person)
            await asyncio.to_thread(clubs.leave, store, id, person)
            return RedirectResponse("/clubs", 303)
        await asyncio.to_thread(clubs.leader, store, id, person)
        if form.do == "code":
            await asyncio.to_thread(clubs.new_code, store, id)
        else:
            members = await asyncio.to_thread(clubs.members_of, store, id)
            who = next((one.person for one in members if sign_of(id, one.person) == form.who), "")
            if not who:
                raise Refusal("none", "They aren't a member of this club any more.")
            change = clubs.promote if form.do == "lead" else clubs.remove
            await asyncio.to_thread(change, store, id, who)
        return RedirectResponse(f"/clubs/{id}#members", 303)

    def _to(self, request: Request, to: str, token: str) -> Response:
        response = RedirectResponse(to, 303)
        remember(response, request, token)
        return response
