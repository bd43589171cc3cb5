"""The page of guest bots: bots to challenge, and your own with their keys."""

from __future__ import annotations

import asyncio

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.web.guests.access import OFF
from tabletown.web.pages.common import Section, refusing
from tabletown.web.pages.forms import NameForm, Short, form_of
from tabletown.web.people.own_data import erase
from tabletown.web.seats import Refusal
from tabletown.web.security.middleware import actor_of, known_actor, remember


class BotForm(Struct):
    bot: Short = ""


class BotPages(Section):
    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/bots", self.bots),
            Route("/bots", self.create, methods=post),
            Route("/bots/key", self.new_key, methods=post),
            Route("/bots/delete", self.delete, methods=post),
        ]

    def _shown(self, request: Request, person: str, key: str = "", of: str = "") -> Response:
        guests = self.hub.guests
        connected = {one.id for one in guests.connected()}
        return self.page(
            request,
            "bots.html",
            there=guests.connected(),
            mine=guests.of(person) if person else [],
            connected=connected,
            key=key,
            of=of,
            command=f'curl -N -H "Authorization: Bearer {key}" {str(request.base_url).rstrip("/")}/api/bot/events',
        )

    def _open(self) -> None:
        if not self.hub.settings.guest_bots:
            raise Refusal("none", OFF)

    @refusing
    async def bots(self, request: Request) -> Response:
        self._open()
        return await asyncio.to_thread(self._shown, request, actor_of(request).player)

    @refusing
    async def create(self, request: Request) -> Response:
        self._open()
        self.opens_another(request)
        form = await form_of(request, NameForm)
        actor, token = known_actor(request)
        account, key = await asyncio.to_thread(self.hub.guests.create, actor.player, form.name)
        response = await asyncio.to_thread(self._shown, request, actor.player, key, account.name)
        remember(response, request, token)
        return response

    @refusing
    async def new_key(self, request: Request) -> Response:
        self._open()
        self.opens_another(request)
        person, form = actor_of(request).player, await form_of(request, BotForm)
        account = await asyncio.to_thread(self.hub.guests.owned, person, form.bot)
        key = self.hub.guests.new_key(account)
        return await asyncio.to_thread(self._shown, request, person, key, account.name)

    @refusing
    async def delete(self, request: Request) -> Response:
        """Remove the bot's name from all tables; where it is playing, a built-in bot takes over."""
        self._open()
        person, form = actor_of(request).player, await form_of(request, BotForm)
        account = await asyncio.to_thread(self.hub.guests.owned, person, form.bot)
        await erase(self.hub, account.id)
        return RedirectResponse("/bots", 303)
