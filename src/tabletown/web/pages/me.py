"""Your own pages: your tables, notifications and devices. Everything belongs to the person behind the cookie."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.drawing import named
from tabletown.kernel import say
from tabletown.kernel.text import language
from tabletown.web.assets.qr import qr
from tabletown.web.languages import day
from tabletown.web.notify import mail, push
from tabletown.web.notify.channels import HOOK, MAIL, PUSH, Gone
from tabletown.web.notify.messages import News, NotificationSettings
from tabletown.web.pages import statistics
from tabletown.web.pages.common import Pages, Section, refusing
from tabletown.web.pages.forms import CodeForm, Short, body, form_of
from tabletown.web.pages.table_lists import TableCard, add_prompts, add_unread, table_cards
from tabletown.web.people.accounts import account_of, handles_of
from tabletown.web.people.days_off import DAY, apply, tables_over_days, zone_of
from tabletown.web.people.devices import DEVICE, RECOVERY, TEN, grouped, plain, too_new
from tabletown.web.people.devices import named as device_named
from tabletown.web.people.linking import Link, invalid
from tabletown.web.people.notices import INVITATION, Notice, notices_of
from tabletown.web.people.own_data import erase, export
from tabletown.web.seats import Refusal, digest, player_id
from tabletown.web.security.middleware import COOKIE, HOST_COOKIE, actor_of, device_of, known_actor, remember
from tabletown.web.security.token_buckets import client_of
from tabletown.web.storage import schema as db
from tabletown.web.tables.chat import remove, reports

LATE, LATER = 86400.0, 3 * 86400.0  # seconds after which your move, and others', is late
HERE = ("localhost", "127.0.0.1", "[::1]", "::1")
PATIENCE = 30.0  # seconds to wait for the first mail to be sent
WHENS = ("now", "ten", "day")


class NotificationForm(Struct):
    when: Literal["now", "ten", "day"] = "now"
    quiet: Literal["", "on"] = ""
    first: Annotated[int, Meta(ge=0, le=23)] = 22
    last: Annotated[int, Meta(ge=0, le=23)] = 7
    again: Literal["", "on"] = ""
    counted: Literal["", "on"] = ""
    zone: Short = ""


class DaysOffForm(Struct):
    do: Literal["go", "end", "weekends"]
    until: Short = ""
    weekends: Literal["", "on"] = ""
    zone: Short = ""


class AddressForm(Struct):
    address: Annotated[str, Meta(max_length=1000)] = ""


class DeviceForm(Struct):
    device: Short = ""


class ConfirmForm(Struct):
    device: Short = ""
    do: Literal["yes", "no"] = "yes"


class EraseForm(Struct):
    word: Annotated[str, Meta(max_length=100)] = ""


class PushBody(Struct):
    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]
    zone: Annotated[str, Meta(max_length=60)] = ""


class PersonPages(Section):
    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        hub = self.hub
        self.pushes = hub.buckets("pushes", hub.limits.pushes)
        self.mails = hub.buckets("mails", hub.limits.mails)

    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/me", self.me),
            Route("/me/next", self.next),
            Route("/me/stats", self.own_results),
            Route("/stats/{game}", self.results),
            Route("/me/tables.json", self.tables_json),
            Route("/me/notifications", self.notifications, methods=post),
            Route("/me/days-off", self.days_off, methods=post),
            Route("/me/push", self.push, methods=post),
            Route("/me/mail", self.mail, methods=post),
            Route("/me/mail/{id}/{token}", self.confirm, methods=["GET", "POST"]),
            Route("/me/hook", self.hook, methods=post),
            Route("/me/end/{id}", self.end, methods=post),
            Route("/me/remind/{id}", self.remind, methods=post),
            Route("/me/remove/{key:path}", self.remove, methods=post),
            Route("/off/{id}/{token}", self.off, methods=["GET", "POST"]),
            Route("/me/code", self.code, methods=post),
            Route("/me/code/{code}", self.shown_code, methods=["GET", "POST"]),
            Route("/me/code/{code}/state", self.link_state),
            Route("/me/with/{code}/state", self.link_state),
            Route("/me/unlink", self.unlink, methods=post),
            Route("/me/recovery", self.recovery, methods=post),
            Route("/me/with", self.with_code, methods=["GET", "POST"]),
            Route("/me/with/{code}", self.join_person, methods=["GET", "POST"]),
            Route("/me/out", self.sign_out, methods=post),
            Route("/me/export", self.export),
            Route("/me/erase", self.erase, methods=["GET", "POST"]),
        ]

    # ------------------------------------------------------------------ your tables

    @refusing
    async def me(self, request: Request) -> Response:
        person, device = actor_of(request).player, device_of(request)
        if person:
            await asyncio.to_thread(
                self.hub.devices.note, device, person, device_named(request.headers.get("user-agent", ""))
            )
        shown = await asyncio.to_thread(self._mine, person, device, why_no_push(request))
        await add_prompts(self.hub, [*shown["waits"], *shown["others"]], actor_of(request))
        return self.page(request, "me.html", **shown)

    def _mine(self, person: str, device: str, why: str) -> dict[str, Any]:
        hub, now = self.hub, self.hub.now()
        running, ended = self._cards(person), []
        if person:
            ended = table_cards(hub, hub.store.tables_of(person, over=True, limit=6), person)
        channels = hub.channels.of(person) if person else []
        return {
            "waits": [card for card in running if card.your_turn],
            "others": [card for card in running if not card.your_turn],
            "ended": ended,
            "now": now,
            "late": LATE,
            "later": LATER,
            "settings": hub.channels.settings(person),
            **_days_off(hub.channels.settings(person), now),
            "whens": WHENS,
            "pushed": next(
                (channel.id for channel in channels if channel.kind == PUSH and channel.device == device), ""
            ),
            "vapid": "" if why else hub.channels.public_key(),
            "why_no_push": why,
            "mail": shown(next((channel for channel in channels if channel.kind == MAIL), None)),
            "mails": hub.channels.config.smtp is not None,
            "hook": shown(next((channel for channel in channels if channel.kind == HOOK), None)),
            "hooks": hub.channels.config.hooks,
            "devices": hub.devices.of(person) if person else [],
            "device": device,
            "links": {link.device: link for link in hub.devices.links.of(person)} if person else {},
            "reports": reports(hub, person) if person else [],
            "recovery": bool(person) and hub.devices.has_recovery(person),
            "account": account_of(hub.store, person),
            "passkeys": hub.passkeys.of(person) if person else [],
            "school": hub.school.school if hub.school.is_on else "",
            "at_school": hub.school.is_on and hub.school.connected(person),
            "notices": self._notices(person) if person else [],
        }

    def _notices(self, person: str) -> list[tuple[Notice, str, str]]:
        """Notices that wait for an answer, with the name of the inviter and the title of the table."""
        found = notices_of(self.hub.store, person)
        names = handles_of(self.hub.store, [notice.details.by for notice in found])
        t = db.tables.c
        with self.hub.store.engine.connect() as connection:
            asked = sa.select(t.id, t.title).where(t.id.in_([notice.details.table for notice in found]))
            titles = {row.id: named(row.title) for row in connection.execute(asked)}
        return [
            (notice, names.get(notice.details.by, ""), titles.get(notice.details.table, ""))
            for notice in found
            if notice.kind != INVITATION or (notice.details.table in titles and notice.details.by in names)
        ]

    def _cards(self, person: str) -> list[TableCard]:
        """Running tables: those where it's your turn first, then by waiting time."""
        if not person:
            return []
        cards = table_cards(self.hub, self.hub.store.tables_of(person, over=False, limit=200), person)
        add_unread(self.hub, cards, person)
        return sorted(cards, key=lambda card: (not card.your_turn, card.since))

    @refusing
    async def next(self, request: Request) -> Response:
        """The next table after this one where it's your turn."""
        cards = await asyncio.to_thread(self._cards, actor_of(request).player)
        waits = [card.id for card in cards if card.your_turn]
        after = request.query_params.get("after", "")
        at = waits.index(after) + 1 if after in waits else 0
        turn = [*waits[at:], *waits[:at]]
        found = next((id for id in turn if id != after), "")
        return RedirectResponse(f"/t/{found}" if found else "/me", 303)

    @refusing
    async def tables_json(self, request: Request) -> Response:
        """Your tables as JSON, for the badge, the service worker and the table's page."""
        cards = await asyncio.to_thread(self._cards, actor_of(request).player)
        listed = [
            {
                "url": c.url,
                "title": c.title,
                "game": c.game_title,
                "status": c.status,
                "yours": c.your_turn,
                "since": c.since,
            }
            for c in cards[:30]
        ]
        count = sum(card.your_turn for card in cards)
        return JSONResponse({"waiting": count, "tables": listed}, headers={"cache-control": "no-store"})

    @refusing
    async def own_results(self, request: Request) -> Response:
        person = actor_of(request).player
        own = await asyncio.to_thread(statistics.of_person, self.hub, person) if person else []
        return self.page(request, "stats.html", title=say("Your results"), own=own, found=None)

    @refusing
    async def results(self, request: Request) -> Response:
        card = self.card(request.path_params["game"])
        found = await asyncio.to_thread(statistics.of_game, self.hub, card)
        return self.page(request, "stats.html", title=say("{game}: results", game=card.title), own=None, found=found)

    @refusing
    async def remind(self, request: Request) -> Response:
        table, actor = await self.find(request)
        held = table.held_by(actor)
        asked = [seat for seat in table.progress(held).questions if seat >= 0 and seat not in held]
        if not asked:
            raise Refusal("not-asked", "The table isn't waiting for anyone else.")
        table.people.remind(held, asked[0])
        return RedirectResponse("/me", 303)

    @refusing
    async def remove(self, request: Request) -> Response:
        """Remove a reported line from a table's chat; only for the person who opened the table."""
        await remove(self.hub, self.person(request), request.path_params["key"][:120])
        return RedirectResponse("/me", 303)

    # ------------------------------------------------------------------ being told

    def person(self, request: Request) -> str:
        if not (person := actor_of(request).player):
            raise Refusal("not-yours", "You don't have a seat on this server yet. Sit down at a table first.")
        return person

    @refusing
    async def notifications(self, request: Request) -> Response:
        person, form = self.person(request), await form_of(request, NotificationForm)
        old = await asyncio.to_thread(self.hub.channels.settings, person)
        quiet = (form.first, form.last) if form.quiet else None
        zone, counted = form.zone[:60] or old.zone, bool(form.counted)
        settings = NotificationSettings(form.when, quiet, bool(form.again), zone=zone, base=old.base, counted=counted)
        settings.off = old.off
        await self._keep(request, person, settings)
        return RedirectResponse("/me#tell", 303)

    @refusing
    async def days_off(self, request: Request) -> Response:
        """Take a vacation, end it, or say whether weekends are off; deadlines move at once."""
        person, form, now = self.person(request), await form_of(request, DaysOffForm), self.hub.now()
        settings = await asyncio.to_thread(self.hub.channels.settings, person)
        off = msgspec.structs.replace(settings.off, zone=form.zone[:60] or settings.off.zone)
        if form.do == "weekends":
            off = msgspec.structs.replace(off, weekends=bool(form.weekends))
        else:
            off = off.taking(now, 0.0 if form.do == "end" else _end_of(form.until, off.zone, now))
        settings.off = off
        await self._keep(request, person, settings)
        tables = await asyncio.to_thread(tables_over_days, self.hub.store, person)
        await apply(self.hub, person, off, tables)
        return RedirectResponse("/me#days-off", 303)

    def _knows_its_name(self, request: Request) -> bool:
        """Whether links may use the requested host name: clients can put any name into a request."""
        return bool(self.hub.settings.host_names) or (request.url.hostname or "") in HERE

    async def _keep(self, request: Request, person: str, settings: NotificationSettings) -> None:
        if self._knows_its_name(request):
            settings.base = str(request.base_url).rstrip("/")
        settings.language = language.get().code
        await asyncio.to_thread(self.hub.channels.keep_settings, person, settings)

    async def _know(self, request: Request, person: str, zone: str = "") -> NotificationSettings:
        """Store the person's address of this server and language, which notifications need."""
        if not self._knows_its_name(request):
            why = say("This server doesn't know its own name, so it can't send links. Its host can set --host-name.")
            raise Refusal("not-yours", why)
        settings = await asyncio.to_thread(self.hub.channels.settings, person)
        settings.zone = zone or settings.zone
        await self._keep(request, person, settings)
        return settings

    @refusing
    async def push(self, request: Request) -> Response:
        person = self.person(request)
        if why := why_no_push(request):
            raise Refusal("not-yours", why)
        sent = await body(request, PushBody)
        subscription = push.Subscription(sent.endpoint, sent.p256dh, sent.auth)
        push.check(subscription)
        if not self.pushes.take(client_of(request.scope)):
            raise Refusal("busy", "You're turning on notifications too often. Try again in a minute.")
        await self.hub.channels.config.outside.check(sent.endpoint)
        await self._know(request, person, sent.zone)
        row = await asyncio.to_thread(self.hub.channels.add, person, PUSH, subscription, device_of(request))
        return JSONResponse({"id": row.id})

    @refusing
    async def mail(self, request: Request) -> Response:
        """Add an e-mail address, which gets mail only after its owner followed the link in the first one."""
        person, form, channels = self.person(request), await form_of(request, AddressForm), self.hub.channels
        if channels.config.smtp is None:
            raise Refusal("not-yours", "This server doesn't send email.")
        address = mail.checked(form.address)
        if not self.mails.take(client_of(request.scope)) or not self.mails.take(address.lower()):
            raise Refusal("busy", "You've asked for too many emails. Try again in a few minutes.")
        settings = await self._know(request, person)
        row = await asyncio.to_thread(channels.add, person, MAIL, address, "", False)
        link = f"{settings.base}/me/mail/{row.id}/{channels.token('confirm', row.id, row.secret)}"
        text = say("Open this link to get an email when it's your turn. If you didn't ask for this, ignore it.")
        message = mail.compose(channels.config.smtp, address, say("Confirm your address"), f"{text}\n\n{link}\n")
        try:
            async with asyncio.timeout(PATIENCE):
                await channels.send_mail(channels.config.smtp, message)
        except OSError:
            await asyncio.to_thread(channels.end, row.id)
            raise Refusal("unwritten", "The email couldn't be sent. Try again later.") from None
        return RedirectResponse("/me#tell", 303)

    async def _way(self, request: Request, purpose: str) -> Any:
        row = await asyncio.to_thread(self.hub.channels.find, request.path_params["id"][:40])
        if row is None or not self.hub.channels.is_token(purpose, row, request.path_params["token"][:80]):
            return None
        return row

    @refusing
    async def confirm(self, request: Request) -> Response:
        row = await self._way(request, "confirm")
        if row is None:
            raise Refusal("none", "This link is no longer valid.")
        if request.method == "POST":
            await asyncio.to_thread(self.hub.channels.confirm, row.id)
            return RedirectResponse("/me#tell", 303)
        return self.ask(request, say("Get an email when it's your turn?"), shown(row)["address"], say("Yes, email me"))

    @refusing
    async def off(self, request: Request) -> Response:
        """Unsubscribe: with one click in the mail program, or by a link and a button."""
        row = await self._way(request, "off")
        if row is None:
            return self.ask(request, say("Emails stopped"), say("They were already stopped."), "")
        if request.method == "POST":
            await asyncio.to_thread(self.hub.channels.end, row.id)
            return self.ask(
                request, say("Emails stopped"), say("You can turn them on again at any time under “Your tables”."), ""
            )
        return self.ask(request, say("Stop the emails?"), shown(row)["address"], say("Stop emails"))

    @refusing
    async def hook(self, request: Request) -> Response:
        """Add a webhook after a successful test message."""
        person, form, channels = self.person(request), await form_of(request, AddressForm), self.hub.channels
        if not channels.config.hooks:
            raise Refusal("not-yours", "This server doesn't send webhook notifications.")
        if not self.mails.take(client_of(request.scope)):
            raise Refusal("busy", "You've sent too many tests. Try again in a few minutes.")
        settings = await self._know(request, person)
        row = await asyncio.to_thread(channels.add, person, HOOK, form.address.strip())
        news = News(
            say("Tabletown"), say("You'll get a message here when it's your turn."), f"{settings.base}/me", "test", 0
        )
        try:
            await channels.send(row, news, settings)
        except (OSError, Gone, Refusal) as error:
            await asyncio.to_thread(channels.end, row.id)
            if isinstance(error, Refusal):
                raise
            raise Refusal("malformed", "The other server didn't accept it. Check the address.") from None
        return RedirectResponse("/me#tell", 303)

    @refusing
    async def end(self, request: Request) -> Response:
        await asyncio.to_thread(self.hub.channels.end, request.path_params["id"][:40], self.person(request))
        return RedirectResponse("/me#tell", 303)

    def ask(self, request: Request, title: str, text: str, button: str, status: int = 200, **more: Any) -> Response:
        return self.page(request, "ask.html", status, title=title, text=text, button=button, **more)

    # ------------------------------------------------------------------ devices

    @refusing
    async def code(self, request: Request) -> Response:
        """Show a code for one more device. On the first page of a new person, this creates the person."""
        actor, token = known_actor(request)
        device, name = self._device(request, token)
        await asyncio.to_thread(self.hub.devices.note, device, actor.player, name)
        code = await asyncio.to_thread(self.hub.devices.new_code, actor.player, DEVICE, device)
        response = RedirectResponse(f"/me/code/{code}", 303)
        remember(response, request, token)
        return response

    @refusing
    async def shown_code(self, request: Request) -> Response:
        """On the device that showed the code: the code, and then the question whether the other may join."""
        code, link = plain(request.path_params["code"][:60]), await self._link(request)
        if link is None:
            return RedirectResponse("/me#devices", 303)
        if link.giver != device_of(request):
            raise invalid()
        if request.method == "POST":
            form = await form_of(request, ConfirmForm)
            if (link.state, link.device) != ("asked", form.device):
                raise invalid()
            if form.do == "no":
                await asyncio.to_thread(self.hub.devices.links.refuse, link)
            else:
                await self.hub.devices.join(code, link.device, link.name, link.before)
            return RedirectResponse("/me#devices", 303)
        if link.state == "asked":
            sides = await asyncio.to_thread(self._sides, link.person, link.giver, link.before, link.name)
            return self.page(request, "link.html", sides=sides, link=link, role="giver")
        address = f"{str(request.base_url).rstrip('/')}/me/with/{code}"
        count, left = len(await asyncio.to_thread(self._cards, link.person)), round(link.at + TEN - self.hub.now())
        shown: dict[str, Any] = {"word": grouped(code), "address": address, "qr": qr(address), "left": left}
        return self.page(request, "code.html", recovery=False, count=count, **shown)

    async def _link(self, request: Request) -> Link | None:
        """The link for the code in the address; None if both devices are linked already."""
        self.guessing(request)
        code, links = request.path_params["code"][:60], self.hub.devices.links
        try:
            return await asyncio.to_thread(links.find, code)
        except Refusal:
            made = await asyncio.to_thread(links.of, actor_of(request).player)
            if any(link.code == digest(plain(code)) for link in made):
                return None
            self.guessing(request, wrong=True)
            raise

    def _sides(self, person: str, device: str, before: str, name: str) -> list[dict[str, Any]]:
        """The two devices to be linked: the one that showed the code, and the other."""
        given = self.hub.devices.name_of(device) if device else say("A recovery code")
        return [
            {"device": named, "name": self.hub.name_of(who), "count": len(self._cards(who))}
            for named, who in ((given, person), (name, before))
        ]

    @refusing
    async def link_state(self, request: Request) -> Response:
        """The link's state, polled by the pages on both devices."""
        try:
            link = await self._link(request)
            state: str = link.state if link is not None else "linked"
        except Refusal:
            state = "ended"
        return JSONResponse({"state": state}, headers={"cache-control": "no-store"})

    @refusing
    async def unlink(self, request: Request) -> Response:
        """Undo a link, from either side, for one day."""
        person, form = self.person(request), await form_of(request, DeviceForm)
        links = await asyncio.to_thread(self.hub.devices.links.of, person)
        link = next((link for link in links if link.device == form.device), None)
        if link is None:
            raise Refusal("none", "Too late to undo: a link can be undone only within a day.")
        await self.hub.devices.links.undo(link)
        return RedirectResponse("/me#devices", 303)

    @refusing
    async def recovery(self, request: Request) -> Response:
        code = await asyncio.to_thread(self.hub.devices.new_code, self.person(request), RECOVERY, device_of(request))
        return self.page(request, "code.html", word=grouped(code), recovery=True)

    @refusing
    async def with_code(self, request: Request) -> Response:
        if request.method == "POST" and (code := plain((await form_of(request, CodeForm)).code)[:40]):
            return RedirectResponse(f"/me/with/{code}", 303)
        return self.page(request, "with.html")

    @refusing
    async def join_person(self, request: Request) -> Response:
        """The page on a device that opened a code. It asks first, because some programs open every link they see."""
        code, devices = plain(request.path_params["code"][:60]), self.hub.devices
        self.guessing(request)
        row = await asyncio.to_thread(devices.whose, code)
        if row is None or row.kind == DEVICE:
            return await self._ask_to_join(request, code)
        actor, token = known_actor(request)
        device, name = self._device(request, token)
        if request.method == "GET":
            sides = await asyncio.to_thread(self._sides, row.person, "", actor.player, name)
            return self.page(request, "link.html", sides=sides, link=None, role="recovery")
        await devices.join(code, device, name, actor.player)
        # a recovery code works once, so show the next one
        new = await asyncio.to_thread(devices.new_code, row.person, RECOVERY)
        response = self.page(request, "code.html", word=grouped(new), recovery=True)
        remember(response, request, token)
        return response

    async def _ask_to_join(self, request: Request, code: str) -> Response:
        link = await self._link(request)
        actor, token = known_actor(request)
        device, name = self._device(request, token)
        if link is None or link.person == actor.player:
            return RedirectResponse("/me#devices", 303)
        if link.state != "open" and link.device != device:
            raise invalid()
        if request.method == "POST":
            await asyncio.to_thread(self.hub.devices.links.ask, code, device, name, actor.player)
            response: Response = RedirectResponse(f"/me/with/{code}", 303)
            remember(response, request, token)
            return response
        sides = await asyncio.to_thread(self._sides, link.person, link.giver, actor.player, name)
        return self.page(request, "link.html", sides=sides, link=link, role="asker")

    def _device(self, request: Request, token: str) -> tuple[str, str]:
        """The requesting device, which may have only just got its cookie, and its name."""
        return player_id(token) if token else device_of(request), device_named(request.headers.get("user-agent", ""))

    @refusing
    async def sign_out(self, request: Request) -> Response:
        form = await form_of(request, DeviceForm)
        await self.hub.devices.sign_out(self.person(request), form.device, device_of(request))
        return RedirectResponse("/me#devices", 303)

    # ------------------------------------------------------------------ all that is kept of you

    @refusing
    async def export(self, request: Request) -> Response:
        """Everything stored about the person who asks, as one file."""
        person = self.person(request)
        async with self.hub.turn_of(client_of(request.scope)):
            packed = await export(self.hub, person)
        headers = {"content-disposition": 'attachment; filename="tabletown.zip"', "cache-control": "no-store"}
        return Response(packed, media_type="application/zip", headers=headers)

    @refusing
    async def erase(self, request: Request) -> Response:
        """Erase everything about a person, after they typed a word to confirm: it can't be undone."""
        person = self.person(request)
        if await asyncio.to_thread(self.hub.devices.links.on_trial, person, device_of(request)):
            raise too_new()
        await asyncio.to_thread(self.hub.devices.links.may_go, person, device_of(request))
        wrong = False
        if request.method == "POST":
            wrong = (await form_of(request, EraseForm)).word.strip().casefold() != say("erase").casefold()
            if not wrong:
                await erase(self.hub, person)
                response = self.ask(
                    request,
                    say("Everything about you is erased"),
                    say("This server no longer has any data about you."),
                    "",
                )
                for cookie in (HOST_COOKIE, COOKIE):
                    response.delete_cookie(cookie, secure=cookie == HOST_COOKIE)
                return response
        count = len(await asyncio.to_thread(self._cards, person))
        return self.page(request, "erase.html", 400 if wrong else 200, count=count, wrong=wrong)


def _end_of(date: str, zone: str, now: float) -> float:
    """The end of this day there."""
    try:
        local = datetime.fromisoformat(date).replace(tzinfo=zone_of(zone)) + timedelta(days=1)
    except ValueError:
        raise Refusal("malformed", "Choose the last day of your vacation.") from None
    if (end := local.timestamp()) <= now:
        raise Refusal("malformed", "That day is over. Choose a later one.")
    return end


def _days_off(settings: NotificationSettings, now: float) -> dict[str, Any]:
    """What the page says of days off."""
    off, left = settings.off, settings.off.left_in(now)
    first, last = (settings.local(now + ahead) for ahead in (0, max(0.0, left - DAY)))
    return {
        "off": off,
        "off_left": int(left // DAY),
        "off_until": day(settings.local(max(0.0, off.until - 1))),
        "off_first": first.date().isoformat(),
        "off_last": last.date().isoformat(),
    }


def why_no_push(request: Request) -> str:
    """Why this browser can't get push messages or install the app; "" if it can."""
    if request.url.scheme != "https" and (request.url.hostname or "") not in HERE:
        return say("Browsers allow notifications and installing only over https, and this server doesn't use it.")
    if not push.available():
        return say("This server can't send browser notifications. Its host can install “tabletown[push]”.")
    return ""


def shown(row: Any) -> dict[str, Any]:
    if row is None:
        return {}
    return {"id": row.id, "address": msgspec.json.decode(row.address), "confirmed": row.confirmed}
