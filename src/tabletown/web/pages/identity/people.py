"""Profiles, friends and blocks: `/people/NAME`."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.web.pages.common import Section, refusing
from tabletown.web.pages.forms import SeatNumber, Short, form_of
from tabletown.web.pages.identity.profiles import profile_of
from tabletown.web.pages.table_lists import table_cards
from tabletown.web.people import notices, relations
from tabletown.web.people.accounts import Account, account_called, account_of, describe, handles_of
from tabletown.web.seats import Actor, Refusal
from tabletown.web.security.middleware import actor_of, known_actor
from tabletown.web.security.token_buckets import client_of
from tabletown.web.tables.table import Table

NO_ONE = "No one has that name here. It may have been changed or given up."
SIGN_IN = "Friends need a name on both sides. Keep a name first."


class ProfileForm(Struct):
    bio: Short = ""
    public: Literal["", "on"] = ""


class RelationForm(Struct):
    do: Literal["befriend", "part", "block"]


class InviteForm(Struct):
    table: Annotated[str, Meta(max_length=40)] = ""


class SettleForm(Struct):
    do: Literal["yes", "no"] = "yes"
    seat: SeatNumber | None = None


class PeoplePages(Section):
    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/me/profile", self.own),
            Route("/me/profile", self.describe, methods=post),
            Route("/people/{name}", self.profile),
            Route("/people/{name}/relation", self.relation, methods=post),
            Route("/people/{name}/invite", self.invite, methods=post),
            Route("/me/notices/{id}", self.settle, methods=post),
        ]

    async def me(self, request: Request) -> Account:
        account = await asyncio.to_thread(account_of, self.hub.store, actor_of(request).player)
        if account is None:
            raise Refusal("not-yours", SIGN_IN)
        return account

    async def other(self, request: Request) -> Account:
        found = await asyncio.to_thread(account_called, self.hub.store, request.path_params["name"])
        if found is None:
            raise Refusal("none", NO_ONE)
        return found

    @refusing
    async def own(self, request: Request) -> Response:
        account = await asyncio.to_thread(account_of, self.hub.store, actor_of(request).player)
        return RedirectResponse(account.url if account is not None else "/me/name", 303)

    @refusing
    async def describe(self, request: Request) -> Response:
        account, form = await self.me(request), await form_of(request, ProfileForm)
        await asyncio.to_thread(self.hub.refused_names.check, form.bio)
        await asyncio.to_thread(describe, self.hub.store, account.person, form.bio, bool(form.public))
        return RedirectResponse(account.url, 303)

    @refusing
    async def profile(self, request: Request) -> Response:
        account, reader = await self.other(request), actor_of(request).player
        own = account.person == reader
        if own:
            await self.hub.rate()
        known = await asyncio.to_thread(account_of, self.hub.store, reader)
        mine = await asyncio.to_thread(relations.relations_of, self.hub.store, reader) if known is not None else {}
        relation = mine.get(account.person, "")
        asked = known is not None and account.person in await asyncio.to_thread(
            relations.asked_by, self.hub.store, reader
        )
        shown = None
        if own or account.public or relation == relations.FRIEND:
            shown = await asyncio.to_thread(profile_of, self.hub, account, own)
        return self.page(
            request,
            "profile.html",
            account=account,
            own=own,
            shown=shown,
            reader=known,
            relation=relation,
            asked=asked,
            friends=await self._friends(account) if own else [],
            free=await self._free(reader) if relation == relations.FRIEND else [],
        )

    async def _friends(self, account: Account) -> list[tuple[Account, str]]:
        """Everybody related to this person: friends, requests in both directions, and blocked people."""

        def look() -> list[tuple[Account, str]]:
            store = self.hub.store
            found = relations.relations_of(store, account.person)
            asking = dict.fromkeys(relations.asked_by(store, account.person), "asking")
            kinds = {**asking, **found}
            names = handles_of(store, kinds)
            order = ["asking", relations.FRIEND, relations.ASKED, relations.BLOCK]
            accounts = [(one, kinds[person]) for person in names if (one := account_of(store, person)) is not None]
            return sorted(accounts, key=lambda pair: (order.index(pair[1]), pair[0].handle.casefold()))

        return await asyncio.to_thread(look)

    async def _free(self, person: str) -> list[tuple[str, str]]:
        """A person's tables with a free seat: id and title."""
        rows = await asyncio.to_thread(self.hub.store.tables_of, person, False, 40)
        cards = await asyncio.to_thread(table_cards, self.hub, rows, person)
        seats = await asyncio.to_thread(self.hub.store.seats_of, [row.id for row in rows])
        left = {
            id
            for id, table_seats in seats.items()
            if any(table_seat.kind in ("link", "open") for table_seat in table_seats)
        }
        return [(card.id, card.title) for card in cards if card.id in left]

    # ------------------------------------------------------------------ friends

    @refusing
    async def relation(self, request: Request) -> Response:
        account, other = await self.me(request), await self.other(request)
        form = await form_of(request, RelationForm)
        self.guessing(request)
        if form.do == "befriend" and not self.hub.new_friends.take(client_of(request.scope)):
            raise Refusal("busy", "You're sending friend requests too quickly. Try again in a few minutes.")
        change = {"befriend": relations.befriend, "part": relations.part, "block": relations.block}[form.do]
        await asyncio.to_thread(change, self.hub.store, account.person, other.person)
        if form.do == "block":
            await self.hub.hear_no_more(account.person, other.person)
        return RedirectResponse(account.url + "#friends" if request.query_params.get("list") else other.url, 303)

    @refusing
    async def invite(self, request: Request) -> Response:
        """Invite a friend to one of my tables; the invitation waits on their own page."""
        account, other = await self.me(request), await self.other(request)
        table = await self._mine(request, (await form_of(request, InviteForm)).table)
        if not await asyncio.to_thread(relations.are_friends, self.hub.store, account.person, other.person):
            raise Refusal("not-yours", "You can invite only friends. Send other people the table's link.")
        free = [table_seat.seat for table_seat in table.seats if table_seat.kind in ("link", "open")]
        if not free:
            raise Refusal("taken", "This table has no free seat any more.")
        invitation = notices.Details(account.person, table.id, free[0])
        await asyncio.to_thread(notices.tell, self.hub.store, other.person, notices.INVITATION, invitation)
        return RedirectResponse(other.url, 303)

    async def _mine(self, request: Request, id: str) -> Table:
        table = await self.hub.open(id)
        if table is None or not table.held_by(actor_of(request)):
            raise Refusal("none", "We can't find that table among yours.")
        return table

    @refusing
    async def settle(self, request: Request) -> Response:
        """Accept or decline a friend's seat, or dismiss a message from the host."""
        actor, _ = known_actor(request)
        form, id = await form_of(request, SettleForm), request.path_params["id"][:40]
        found = await asyncio.to_thread(notices.notices_of, self.hub.store, actor.player)
        notice = next((one for one in found if one.id == id), None)
        if notice is None:
            raise Refusal("none", "That invitation is no longer there.")
        to = "/me"
        if form.do == "yes" and notice.kind == notices.INVITATION:
            to = await self._take(notice.details, actor)
        await asyncio.to_thread(notices.read, self.hub.store, actor.player, id)
        return RedirectResponse(to, 303)

    async def _take(self, invitation: notices.Details, actor: Actor) -> str:
        table = await self.hub.open(invitation.table)
        if table is None:
            raise Refusal("none", "We can't find that table. It may have been deleted.")
        if not table.held_by(actor):
            free = [table_seat for table_seat in table.seats if table_seat.kind in ("link", "open")]
            wanted = [table_seat for table_seat in free if table_seat.seat == invitation.seat] or free
            if not wanted:
                raise Refusal("taken", "Someone else has taken this seat.")
            await table.people.sit_down(wanted[0], actor, self.hub.name_of(actor.player))
        return table.url
