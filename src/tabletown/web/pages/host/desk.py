"""The host's desk, `/host`: opened with the host's key, invisible to everybody else."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.kernel import say
from tabletown.web.desk.bans import DAY, Ban, range_of
from tabletown.web.desk.desk import House, cut
from tabletown.web.live.connection import NO_TABLE
from tabletown.web.pages.common import Section, refusing
from tabletown.web.pages.forms import Short, form_of
from tabletown.web.people import accounts, notices
from tabletown.web.seats import Refusal, player_id
from tabletown.web.security.middleware import device_of, known_actor, remember
from tabletown.web.storage.maintenance import delete

HOST = "host"
Text400 = Annotated[str, Meta(max_length=1000)]
Days = Annotated[int, Meta(ge=1, le=3650)]


class KeyForm(Struct):
    key: Short = ""


class DecisionForm(Struct):
    report: Short
    do: Literal["nothing", "warn", "chat", "ban"]
    text: Text400 = ""


class BanForm(Struct):
    who: Short = ""
    reason: Text400 = ""
    days: Days = 30


class IdForm(Struct):
    id: Short = ""


class RenameForm(Struct):
    who: Short = ""
    name: Short = ""


class HouseForm(Struct):
    announcement: Text400 = ""
    hours: Annotated[int, Meta(ge=1, le=24 * 30)] = 12
    sign_ups: Annotated[Literal["", "on"], Meta()] = msgspec.field(default="", name="sign-ups")


class WordForm(Struct):
    word: Short = ""
    do: Literal["add", "remove"] = "add"


class HostPages(Section):
    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/host", self.desk),
            Route("/host/key", self.enter, methods=post),
            Route("/host/leave", self.leave, methods=post),
            Route("/host/report", self.decide, methods=post),
            Route("/host/ban", self.ban, methods=post),
            Route("/host/unban", self.unban, methods=post),
            Route("/host/rename", self.rename, methods=post),
            Route("/host/delete", self.delete, methods=post),
            Route("/host/house", self.house, methods=post),
            Route("/host/word", self.word, methods=post),
        ]

    async def host(self, request: Request) -> None:
        """Only for devices that are signed in to the desk."""
        if not self.hub.desk.is_open:
            raise Refusal("none", "We can't find that page.")
        if not await asyncio.to_thread(self.hub.desk.sits, device_of(request)):
            raise Refusal("not-yours", "Only the host can do that. Open /host and enter the key.")

    async def done(self, action: str, person: str = "", words: str = "", part: str = "") -> Response:
        await asyncio.to_thread(self.hub.desk.note, HOST, action, person, words)
        return RedirectResponse(f"/host#{part}", 303)

    @refusing
    async def desk(self, request: Request) -> Response:
        desk = self.hub.desk
        if not desk.is_open:
            raise Refusal("none", "We can't find that page.")
        if not await asyncio.to_thread(desk.sits, device_of(request)):
            return self.page(request, "host_key.html")

        def look() -> dict[str, Any]:
            found = [(one, desk.lines_of(one), desk.history(one.person)) for one in desk.reports()]
            return {
                "reports": found,
                "bans": self.hub.bans.running(),
                "log": desk.log(),
                "house": desk.house(),
                "words": self.hub.refused_names.added(),
            }

        shown = await asyncio.to_thread(look)
        limits = [(name, buckets.rate, buckets.refused) for name, buckets in self.hub.rates.items()]
        tables = sorted(self.hub.tables.values(), key=lambda table: -table.updated)[:30]
        health = {"sockets": self.hub.sockets, "tables": len(self.hub.tables), "moves": self.hub.moves}
        return self.page(request, "host.html", limits=limits, tables=tables, health=health, **shown)

    @refusing
    async def enter(self, request: Request) -> Response:
        self.guessing(request)
        _, token = known_actor(request)
        try:
            if not self.hub.desk.is_open:
                raise Refusal("none", "We can't find that page.")
            form, device = await form_of(request, KeyForm), player_id(token) if token else device_of(request)
            await asyncio.to_thread(self.hub.desk.enter, device, form.key)
        except Refusal:
            self.guessing(request, wrong=True)
            raise
        response = await self.done(say("Opened the desk"))
        remember(response, request, token)
        return response

    @refusing
    async def leave(self, request: Request) -> Response:
        await asyncio.to_thread(self.hub.desk.leave, device_of(request))
        return RedirectResponse("/", 303)

    # ------------------------------------------------------------------ people

    @refusing
    async def decide(self, request: Request) -> Response:
        """Decide on a report; its reporter learns only that it was dealt with."""
        await self.host(request)
        form, store = await form_of(request, DecisionForm), self.hub.store
        row = await asyncio.to_thread(self.hub.desk.decide, form.report, HOST, form.do)
        text = cut(form.text)
        if row.person and form.do in ("chat", "ban"):
            kind, days = ("chat", 7) if form.do == "chat" else ("person", 30)
            until = self.hub.now() + days * DAY
            await self.hub.bans.add(kind, row.person, row.name, text, until)  # type: ignore[arg-type]
        if row.person and form.do != "nothing":
            warning = notices.Details(text=text or say("The host asks you to keep to the rules of this server."))
            await asyncio.to_thread(notices.tell, store, row.person, notices.HOST, warning)
        if row.by:
            thanks = notices.Details(text=say("We've dealt with your report. Thank you."))
            await asyncio.to_thread(notices.tell, store, row.by, notices.HOST, thanks)
        actions = {
            "nothing": say("Found nothing wrong in a report"),
            "warn": say("Warned"),
            "chat": say("Turned off chat for 7 days"),
            "ban": say("Banned for 30 days"),
        }
        return await self.done(actions[form.do], row.person, row.name, "reports")

    @refusing
    async def ban(self, request: Request) -> Response:
        """A person by name, or a range of addresses."""
        await self.host(request)
        form = await form_of(request, BanForm)
        until, reason = self.hub.now() + form.days * DAY, cut(form.reason)
        account = await asyncio.to_thread(accounts.account_called, self.hub.store, form.who) if form.who else None
        if account is not None:
            await self.hub.bans.add("person", account.person, account.handle, reason, until)
            return await self.done(say("Banned"), account.person, account.handle, "bans")
        range = range_of(form.who)
        await self.hub.bans.add("address", range, range, reason, until)
        return await self.done(say("Banned"), "", range, "bans")

    @refusing
    async def unban(self, request: Request) -> Response:
        await self.host(request)
        ended: Ban | None = await self.hub.bans.end((await form_of(request, IdForm)).id)
        if ended is None:
            raise Refusal("none", "That ban is already over.")
        return await self.done(say("Ended a ban early"), ended.what, ended.name, "bans")

    @refusing
    async def rename(self, request: Request) -> Response:
        await self.host(request)
        form = await form_of(request, RenameForm)
        account = await asyncio.to_thread(accounts.account_called, self.hub.store, form.who)
        if account is None:
            raise Refusal("none", "No one has that name here.")
        await self.hub.accounts.claim(account.person, form.name)
        return await self.done(say("Renamed"), account.person, f"{account.handle} → {form.name}", "people")

    # ------------------------------------------------------------------ tables and the server

    @refusing
    async def delete(self, request: Request) -> Response:
        await self.host(request)
        id = (await form_of(request, IdForm)).id.rstrip("/").rpartition("/")[2][:40]
        table = await self.hub.open(id)
        if table is None or table.overseer is not None:
            raise Refusal("none", "We can't find that table. It may have been deleted.")
        await table.settled()
        self.hub.drop(table, NO_TABLE)
        await asyncio.to_thread(delete, self.hub.store, [id])
        return await self.done(say("Deleted a table"), "", table.title, "tables")

    @refusing
    async def house(self, request: Request) -> Response:
        await self.host(request)
        form = await form_of(request, HouseForm)
        text = cut(form.announcement)
        until = self.hub.now() + form.hours * 3600 if text else 0.0
        await asyncio.to_thread(self.hub.desk.set_house, House(text, until, bool(form.sign_ups)))
        return await self.done(say("Changed the announcement or sign-ups"), "", text, "server")

    @refusing
    async def word(self, request: Request) -> Response:
        await self.host(request)
        form = await form_of(request, WordForm)
        names = self.hub.refused_names
        await asyncio.to_thread(names.add if form.do == "add" else names.remove, form.word)
        said = say("Refused a word in names") if form.do == "add" else say("Allowed a word in names")
        return await self.done(said, "", form.word, "server")
