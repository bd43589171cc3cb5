"""The host's desk, `/host`: opened with the host's key, invisible to everybody else."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.kernel import say
from tabletown.web.assets.qr import qr
from tabletown.web.desk.bans import DAY, Ban, range_of
from tabletown.web.desk.desk import HOST, cut
from tabletown.web.desk.invitations import MOST_PEOPLE, USED_UP
from tabletown.web.live.connection import NO_TABLE
from tabletown.web.pages.common import Section, refusing
from tabletown.web.pages.forms import Short, form_of
from tabletown.web.people import accounts, notices
from tabletown.web.people.ratings import Pair, lopsided
from tabletown.web.seats import Refusal, player_id
from tabletown.web.security.middleware import device_of, known_actor, remember
from tabletown.web.settings import Limits
from tabletown.web.storage.maintenance import delete

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
    invited_only: Annotated[Literal["", "on"], Meta()] = msgspec.field(default="", name="invited-only")


NEEDED = ("requests", "bytes", "traffic")  # limits without which nobody opens a page, not even the desk


class LimitForm(Struct):
    name: Short = ""
    per_second: Annotated[float, Meta(ge=0, le=1e12)] = msgspec.field(default=0.0, name="per-second")
    burst: Annotated[float, Meta(ge=0, le=1e12)] = 0.0
    do: Literal["set", "usual"] = "set"


class InviteForm(Struct):
    people: Annotated[int, Meta(ge=1, le=MOST_PEOPLE)] = 1


class HostForm(Struct):
    who: Short = ""
    do: Literal["add", "remove"] = "add"


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
            Route("/host/limit", self.limit, methods=post),
            Route("/host/invite", self.invite, methods=post),
            Route("/host/hosts", self.hosts, methods=post),
            Route("/welcome/{code}", self.welcome, methods=["GET", "POST"]),
        ]

    async def host(self, request: Request) -> str:
        """Who the host is that asks; raises Refusal for a device that showed neither key nor passkey."""
        if not self.hub.desk.is_open:
            raise Refusal("none", "We can't find that page.")
        if not (who := await asyncio.to_thread(self.hub.desk.who, device_of(request))):
            raise Refusal("not-yours", "Only the host can do that. Open /host and enter the key.")
        return who

    async def done(self, host: str, action: str, person: str = "", words: str = "", part: str = "") -> Response:
        await asyncio.to_thread(self.hub.desk.note, host, action, person, words)
        return RedirectResponse(f"/host#{part}", 303)

    @refusing
    async def desk(self, request: Request) -> Response:
        desk = self.hub.desk
        if not desk.is_open:
            raise Refusal("none", "We can't find that page.")
        if not await asyncio.to_thread(desk.who, device_of(request)):
            return self.page(request, "host_key.html")

        def look() -> dict[str, Any]:
            found = [(one, desk.lines_of(one), desk.history(one.person)) for one in desk.reports()]
            return {
                "reports": found,
                "bans": self.hub.bans.running(),
                "log": desk.log(),
                "house": desk.house(),
                "words": self.hub.refused_names.added(),
                "hosts": desk.hosts(),
                "pairs": self._pairs(),
            }

        shown = await asyncio.to_thread(look)
        limits = [(name, buckets.rate, buckets.refused) for name, buckets in self.hub.rates.items()]
        tables = sorted(self.hub.tables.values(), key=lambda table: -table.updated)[:30]
        titles = {id: card.title for id, card in self.hub.catalog.cards.items()}
        hub, why = self.hub, await self.hub.store.why_failing()
        health = {
            "sockets": hub.sockets,
            "tables": len(hub.tables),
            "moves": hub.moves,
            "looking": len(hub.lobby.seeks),
            "thinking": sum(len(table.bots.tasks) for table in hub.tables.values()),
            "hours": round((time.monotonic() - hub.began) / 3600, 1),
            "broken": len(hub.quarantined),
            "why": why,
        }
        return self.page(request, "host.html", limits=limits, tables=tables, health=health, cards=titles, **shown)

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
        response = await self.done(HOST, say("Opened the desk"))
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
        host = await self.host(request)
        form, store = await form_of(request, DecisionForm), self.hub.store
        row = await asyncio.to_thread(self.hub.desk.decide, form.report, host, form.do)
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
        return await self.done(host, actions[form.do], row.person, row.name, "reports")

    @refusing
    async def ban(self, request: Request) -> Response:
        """A person by name, or a range of addresses."""
        host = await self.host(request)
        form = await form_of(request, BanForm)
        until, reason = self.hub.now() + form.days * DAY, cut(form.reason)
        account = await asyncio.to_thread(accounts.account_called, self.hub.store, form.who) if form.who else None
        if account is not None:
            await self.hub.bans.add("person", account.person, account.handle, reason, until)
            return await self.done(host, say("Banned"), account.person, account.handle, "bans")
        range = range_of(form.who)
        await self.hub.bans.add("address", range, range, reason, until)
        return await self.done(host, say("Banned"), "", range, "bans")

    @refusing
    async def unban(self, request: Request) -> Response:
        host = await self.host(request)
        ended: Ban | None = await self.hub.bans.end((await form_of(request, IdForm)).id)
        if ended is None:
            raise Refusal("none", "That ban is already over.")
        return await self.done(host, say("Ended a ban early"), ended.what, ended.name, "bans")

    @refusing
    async def rename(self, request: Request) -> Response:
        host = await self.host(request)
        form = await form_of(request, RenameForm)
        account = await asyncio.to_thread(accounts.account_called, self.hub.store, form.who)
        if account is None:
            raise Refusal("none", "No one has that name here.")
        await self.hub.accounts.claim(account.person, form.name)
        return await self.done(host, say("Renamed"), account.person, f"{account.handle} → {form.name}", "people")

    # ------------------------------------------------------------------ tables and the server

    @refusing
    async def delete(self, request: Request) -> Response:
        host = await self.host(request)
        id = (await form_of(request, IdForm)).id.rstrip("/").rpartition("/")[2][:40]
        table = await self.hub.open(id)
        if table is None or table.overseer is not None:
            raise Refusal("none", "We can't find that table. It may have been deleted.")
        await table.settled()
        self.hub.drop(table, NO_TABLE)
        await asyncio.to_thread(delete, self.hub.store, [id])
        return await self.done(host, say("Deleted a table"), "", table.title, "tables")

    @refusing
    async def house(self, request: Request) -> Response:
        host = await self.host(request)
        form = await form_of(request, HouseForm)
        text = cut(form.announcement)
        until = self.hub.now() + form.hours * 3600 if text else 0.0
        new = {"sign_ups": bool(form.sign_ups), "invited_only": bool(form.invited_only)}
        await self.hub.desk.change(announcement=text, until=until, **new)
        return await self.done(host, say("Changed the announcement or sign-ups"), "", text, "server")

    @refusing
    async def word(self, request: Request) -> Response:
        host = await self.host(request)
        form = await form_of(request, WordForm)
        names = self.hub.refused_names
        await asyncio.to_thread(names.add if form.do == "add" else names.remove, form.word)
        said = say("Refused a word in names") if form.do == "add" else say("Allowed a word in names")
        return await self.done(host, said, "", form.word, "server")

    @refusing
    async def limit(self, request: Request) -> Response:
        """How much one client may do, on all servers within seconds."""
        host, form = await self.host(request), await form_of(request, LimitForm)
        if form.name not in self.hub.rates:
            raise Refusal("malformed", "We don't know that limit.")
        least = getattr(Limits(), form.name).burst / 10
        if form.do == "set" and form.name in NEEDED and form.burst < least:
            raise Refusal("malformed", "That would lock you out, too: at least {least:g} at once.", least=least)
        limits = dict((await asyncio.to_thread(self.hub.desk.house)).limits)
        limits.pop(form.name, None)
        if form.do == "set":
            limits[form.name] = (form.per_second, form.burst)
        await self.hub.desk.change(limits=limits)
        rate = self.hub.rates[form.name].rate
        return await self.done(
            host, say("Set a limit"), "", f"{form.name} {rate.per_second:g}/s, {rate.burst:g}", "limits"
        )

    @refusing
    async def hosts(self, request: Request) -> Response:
        """Whose passkey opens the desk besides the key."""
        host, form = await self.host(request), await form_of(request, HostForm)
        account = await asyncio.to_thread(accounts.account_called, self.hub.store, form.who)
        if account is None:
            raise Refusal("none", "No one has that name here.")
        await asyncio.to_thread(self.hub.desk.let_host, account.person, form.do == "add")
        said = say("Made a host") if form.do == "add" else say("Host no more")
        return await self.done(host, said, account.person, account.handle, "people")

    # ------------------------------------------------------------------ invitations

    @refusing
    async def invite(self, request: Request) -> Response:
        host, form = await self.host(request), await form_of(request, InviteForm)
        code = await asyncio.to_thread(self.hub.invitations.invite, form.people)
        await asyncio.to_thread(self.hub.desk.note, host, say("Made an invitation"), "", str(form.people))
        address = f"{str(request.base_url).rstrip('/')}/welcome/{code}"
        return self.page(request, "host_invitation.html", address=address, qr=qr(address), people=form.people)

    @refusing
    async def welcome(self, request: Request) -> Response:
        """What an invitation opens: it asks first, because some programs open every link they see."""
        self.guessing(request)
        code = request.path_params["code"][:40]
        if not await asyncio.to_thread(self.hub.invitations.is_valid, code):
            self.guessing(request, wrong=True)
            raise Refusal("none", USED_UP)
        if request.method == "GET":
            text = say(
                "You're invited to this server. It remembers this browser; keep a name to come back from others."
            )
            return self.page(request, "ask.html", title=say("Welcome"), text=text, button=say("Come in"))
        actor, token = known_actor(request)
        await asyncio.to_thread(self.hub.invitations.welcome, actor.player, code)
        response = RedirectResponse("/", 303)
        remember(response, request, token)
        return response

    def _pairs(self) -> list[tuple[str, str, Pair]]:
        """Rated pairs to look at, with their names."""
        return [(self.hub.name_of(one.winner), self.hub.name_of(one.loser), one) for one in lopsided(self.hub.store)]
