"""Keep a name in three steps (a name, a passkey, a recovery code), and sign in with it on another device."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.kernel import say
from tabletown.web.pages.common import Section, refusing
from tabletown.web.pages.forms import NameForm, body, form_of
from tabletown.web.people import accounts, passkeys
from tabletown.web.people.devices import RECOVERY, grouped, named, too_new
from tabletown.web.people.names import checked
from tabletown.web.people.oidc import SchoolSignIn
from tabletown.web.people.passkeys import Place
from tabletown.web.seats import Refusal, player_id
from tabletown.web.security.middleware import actor_of, device_of, known_actor, remember
from tabletown.web.security.token_buckets import client_of

NO_STORE = {"cache-control": "no-store"}
NOT_SIGNED_IN = "Keep a name first, or sign in."


class PasskeyForm(Struct):
    id: Annotated[str, Meta(max_length=1500)] = ""


class PasskeyAnswer(Struct):
    """The browser's answer to a challenge."""

    credential: dict[str, Any]


class NamePages(Section):
    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/me/name", self.claim, methods=["GET", "POST"]),
            Route("/me/name/free", self.free),
            Route("/me/name/recovery", self.recovery, methods=post),
            Route("/me/name/give-up", self.give_up, methods=["GET", "POST"]),
            Route("/me/passkey/options", self.options_to_create, methods=post),
            Route("/me/passkey", self.create, methods=post),
            Route("/me/passkey/remove", self.remove, methods=post),
            Route("/sign-in", self.sign_in),
            Route("/sign-in/options", self.options_to_sign_in, methods=post),
            Route("/sign-in", self.signed_in, methods=post),
            Route("/sign-in/school", self.to_school),
            Route("/sign-in/back", self.back_from_school),
            Route("/me/school/remove", self.without_school, methods=post),
        ]

    # ------------------------------------------------------------------ three steps

    @refusing
    async def claim(self, request: Request) -> Response:
        """The remaining steps; each can be skipped."""
        person = actor_of(request).player
        account = await asyncio.to_thread(accounts.account_of, self.hub.store, person)
        if request.method == "POST":
            return await self._claimed(request)
        step = request.query_params.get("step", "")
        if account is None or step == "name":
            name = account.handle if account is not None else self.hub.name_of(person)
            return self._step(request, 1, account, name)
        if step != "recovery":
            return self._step(request, 2, account, account.handle)
        return self._step(request, 3, account, account.handle)

    def _step(self, request: Request, step: int, account: Any, name: str, code: int = 200, **more: Any) -> Response:
        shown: dict[str, Any] = {"wrong": "", "free": [], "word": "", **more}
        return self.page(
            request, "claim.html", code, step=step, account=account, handle=name, why=why_no_passkey(request), **shown
        )

    async def _claimed(self, request: Request) -> Response:
        name = (await form_of(request, NameForm)).name
        actor, token = known_actor(request)
        self.guessing(request)
        if not self.hub.new_names.take(client_of(request.scope)):  # a script could take every name that people want
            raise Refusal("busy", "Too many requests. Wait a moment and try again.")
        try:
            await self._check_new(request, actor.player)
            if not (await asyncio.to_thread(self.hub.desk.house)).sign_ups:
                raise Refusal("not-yours", "This server isn't taking new names right now. You can play without one.")
            await self.hub.accounts.claim(actor.player, name)
        except Refusal as refusal:
            if refusal.code not in ("taken", "malformed"):
                raise
            taken = refusal.code == "taken"
            free = await asyncio.to_thread(accounts.free_names, self.hub.store, name) if taken else []
            return self._step(request, 1, None, name[:40], refusal.status, wrong=refusal.text, free=free)
        device = player_id(token) if token else device_of(request)
        agent = named(request.headers.get("user-agent", ""))
        await asyncio.to_thread(self.hub.devices.note, device, actor.player, agent)
        response = RedirectResponse("/me/name?step=passkey", 303)
        remember(response, request, token)
        return response

    async def _check_new(self, request: Request, person: str) -> None:
        """A device that was linked today can't decide for the others yet, nor they over a name that it brought."""
        links, device = self.hub.devices.links, device_of(request)
        if await asyncio.to_thread(links.on_trial, person, device):
            raise too_new()
        await asyncio.to_thread(links.may_go, person, device, True)

    @refusing
    async def free(self, request: Request) -> Response:
        """Tells the page whether a name is free while somebody types it."""
        self.guessing(request)
        name = request.query_params.get("name", "")[:100]
        try:
            offered = await self.hub.accounts.check(actor_of(request).player, name)
        except Refusal as refusal:
            return JSONResponse({"free": False, "why": refusal.text, "names": []}, headers=NO_STORE)
        why = str(accounts.TAKEN(name=checked(name)).render()) if offered else ""
        return JSONResponse({"free": not offered, "why": why, "names": offered}, headers=NO_STORE)

    @refusing
    async def recovery(self, request: Request) -> Response:
        account = await self.account(request)
        devices = self.hub.devices
        code = await asyncio.to_thread(devices.new_code, account.person, RECOVERY, device_of(request))
        return self._step(request, 3, account, account.handle, word=grouped(code))

    @refusing
    async def give_up(self, request: Request) -> Response:
        """Give up the name so that others can take it; everything else stays."""
        account = await self.account(request)
        await self._check_new(request, account.person)
        if request.method == "POST":
            await asyncio.to_thread(accounts.give_up, self.hub.store, account.person)
            return RedirectResponse("/me", 303)
        return self.page(request, "give_up.html", account=account)

    async def account(self, request: Request) -> accounts.Account:
        account = await asyncio.to_thread(accounts.account_of, self.hub.store, actor_of(request).player)
        if account is None:
            raise Refusal("not-yours", NOT_SIGNED_IN)
        return account

    # ------------------------------------------------------------------ passkeys

    @refusing
    async def options_to_create(self, request: Request) -> Response:
        account = await self.account(request)
        await self._check_new(request, account.person)
        found = await asyncio.to_thread(
            self.hub.passkeys.options_to_create, account.person, device_of(request), place_of(request)
        )
        return Response(found, media_type="application/json", headers=NO_STORE)

    @refusing
    async def create(self, request: Request) -> Response:
        account, answer = await self.account(request), await body(request, PasskeyAnswer)
        await self._check_new(request, account.person)
        name = named(request.headers.get("user-agent", ""))
        made = (account.person, device_of(request), name, place_of(request), answer.credential)
        await asyncio.to_thread(self.hub.passkeys.create, *made)
        return JSONResponse({"to": "/me/name?step=recovery"}, headers=NO_STORE)

    @refusing
    async def remove(self, request: Request) -> Response:
        account, form = await self.account(request), await form_of(request, PasskeyForm)
        await self._check_new(request, account.person)
        await asyncio.to_thread(self.hub.passkeys.remove, account.person, form.id)
        return RedirectResponse("/me#name", 303)

    # ------------------------------------------------------------------ signing in

    @refusing
    async def sign_in(self, request: Request) -> Response:
        return self.page(request, "sign_in.html", why=why_no_passkey(request), school=self._school)

    @refusing
    async def options_to_sign_in(self, request: Request) -> Response:
        _, token = known_actor(request)
        device = player_id(token) if token else device_of(request)
        found = await asyncio.to_thread(self.hub.passkeys.options_to_sign_in, device, place_of(request))
        response = Response(found, media_type="application/json", headers=NO_STORE)
        remember(response, request, token)
        return response

    @refusing
    async def signed_in(self, request: Request) -> Response:
        """The browser needs the cookie that it got with the challenge."""
        self.guessing(request)
        answer, actor = await body(request, PasskeyAnswer), actor_of(request)
        if not actor.player:
            raise Refusal("stale", passkeys.TOO_LATE)
        agent = named(request.headers.get("user-agent", ""))
        try:
            who = (device_of(request), agent, actor.player, place_of(request))
            person = await self.hub.passkeys.sign_in(*who, answer.credential)
        except Refusal:
            self.guessing(request, wrong=True)
            raise
        account = await asyncio.to_thread(accounts.account_of, self.hub.store, person)
        if account is None or not account.host or not self.hub.desk.is_open:
            return JSONResponse({"to": "/me"}, headers=NO_STORE)
        await asyncio.to_thread(self.hub.desk.enter_as, device_of(request), person)
        await asyncio.to_thread(self.hub.desk.note, account.handle, say("Opened the desk"))
        return JSONResponse({"to": "/host"}, headers=NO_STORE)

    # ------------------------------------------------------------------ with an account at a school or club

    @property
    def _school(self) -> str:
        return self.hub.school.school if self.hub.school.is_on else ""

    def _with_school(self) -> SchoolSignIn:
        if not self.hub.school.is_on:
            raise Refusal("none", "This server has no sign-in of a school or club.")
        return self.hub.school

    @refusing
    async def to_school(self, request: Request) -> Response:
        """A link, so that a browser may follow it to another site."""
        school = self._with_school()
        self.guessing(request)
        actor, token = known_actor(request)
        connect = request.query_params.get("do") == "connect"
        if connect:
            account = await self.account(request)
            await self._check_new(request, account.person)
        device = player_id(token) if token else device_of(request)
        back = f"{place_of(request).origin}/sign-in/back"
        there = await school.begin(actor.player, device, back, connect)
        response = RedirectResponse(there, 303, headers=NO_STORE)
        remember(response, request, token)
        return response

    @refusing
    async def back_from_school(self, request: Request) -> Response:
        school, actor = self._with_school(), actor_of(request)
        self.guessing(request)
        state, code = (request.query_params.get(name, "")[:2000] for name in ("state", "code"))
        if not actor.player or not state:
            raise Refusal("stale", passkeys.TOO_LATE)
        agent = named(request.headers.get("user-agent", ""))
        try:
            has_name = await school.come_back(state, code, actor.player, device_of(request), agent)
        except Refusal:
            self.guessing(request, wrong=True)
            raise
        return RedirectResponse("/me#name" if has_name else "/me/name", 303, headers=NO_STORE)

    @refusing
    async def without_school(self, request: Request) -> Response:
        account = await self.account(request)
        await self._check_new(request, account.person)
        await asyncio.to_thread(self._with_school().disconnect, account.person)
        return RedirectResponse("/me#name", 303)


def place_of(request: Request) -> Place:
    return Place(request.url.hostname or "", f"{request.url.scheme}://{request.url.netloc}")


def why_no_passkey(request: Request) -> str:
    return passkeys.why_not(request.url.scheme, request.url.hostname or "")
