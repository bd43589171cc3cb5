"""Endpoints for bots, besides those of tables."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tabletown.kernel import Text, say
from tabletown.web import protocol as m
from tabletown.web.api.endpoint import endpoint, endpoints_of, problem
from tabletown.web.guests.access import OFF
from tabletown.web.guests.events import EventStream
from tabletown.web.guests.messages import BotRating, BotView, DeclineBody, OwnBot
from tabletown.web.hub import Hub
from tabletown.web.people.guests import MOST_TABLES, BotChallenge, GuestBot
from tabletown.web.people.ratings import BOTS, of_person
from tabletown.web.protocol import ChatLine
from tabletown.web.seats import Actor, Refusal, clean, is_guest
from tabletown.web.security.middleware import DEVICE, actor_of
from tabletown.web.storage import schema as db
from tabletown.web.tables import chat

ChallengeId = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]

NO_BOT = Text("Send a bot's key as Authorization: Bearer KEY.")
DECLINED = Text("{name} declined the challenge.")


class BotApi:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/bot/events", self.events),
            *(endpoint.route(self) for endpoint in endpoints_of(BotApi)),
        ]

    def account(self, request: Request) -> GuestBot:
        """The requesting bot."""
        player = actor_of(request).player
        if not is_guest(player):
            raise Refusal("not-yours", NO_BOT if self.hub.settings.guest_bots else OFF)
        return self.hub.guests.find(player)

    @endpoint("GET", "/api/bots", refuses=(403,))
    async def bots(self, request: Request) -> list[BotView]:
        """The guest bots that are connected now"""
        found = await asyncio.to_thread(self.hub.guests.connected)
        return [BotView(one.id, one.name, one.games) for one in found]

    @endpoint("GET", "/api/bot", refuses=(403, 404))
    async def bot(self, request: Request) -> OwnBot:
        """Your bot's account"""
        account = self.account(request)
        await self.hub.rate()

        def read() -> OwnBot:
            tables = self.hub.store.tables_of(account.id, over=False, limit=MOST_TABLES)
            ratings = {
                game.removeprefix(BOTS): BotRating(one.shown, *one.range, one.matches)
                for game, one in of_person(self.hub.store, account.id).items()
            }
            return OwnBot(account.id, account.name, [row.id for row in tables], ratings)

        return await asyncio.to_thread(read)

    @endpoint("POST", "/api/bot/challenges/{challenge}/accept")
    async def accept(self, request: Request, challenge: ChallengeId) -> m.Joined:
        """Take the seat that was kept for your bot"""
        account = self.account(request)
        asked = await self._asked(account, challenge)
        table = await self.hub.open(asked.table)
        if table is None:
            raise Refusal("none", "We can't find that table. It may have been deleted.")
        table_seat = table.seats[asked.seat]
        if table_seat.kind not in ("link", "open"):
            raise Refusal("taken", "Someone else has taken this seat.")
        if len(self.hub.store.tables_of(account.id, over=False, limit=MOST_TABLES)) >= MOST_TABLES:
            raise Refusal("busy", "Your bot plays at {n} tables. Let it finish some first.", n=MOST_TABLES)
        await table.people.sit_down(table_seat, Actor(account.id), account.name, challenged=True)
        await asyncio.to_thread(self.hub.guests.settle, asked)
        self.hub.guests.wake(account.id)
        base = str(request.base_url).rstrip("/")
        return m.Joined(table.id, base + table.url, table_seat.seat, "")

    @endpoint("POST", "/api/bot/challenges/{challenge}/decline", status=204)
    async def decline(self, request: Request, challenge: ChallengeId, body: DeclineBody) -> None:
        """Leave the seat that was kept for your bot to somebody else"""
        account = self.account(request)
        asked = await self._asked(account, challenge)
        await asyncio.to_thread(self.hub.guests.settle, asked)
        if (table := await self.hub.open(asked.table)) is None:
            return
        table_seat = table.seats[asked.seat]
        if table_seat.kind in ("link", "open"):
            table.rename(table_seat, "")
            now = self.hub.now()
            said = ChatLine(asked.seat, account.name, clean(body.reason, 200) or say("No, thank you."), now)
            row = (chat.numbered(now), table.id, said.seat, said.name, said.text, said.at)
            await table.write_seats([table_seat], DECLINED(name=account.name), [(db.ADD_CHAT, row)])
            chat.add_messages(table, [said])

    async def _asked(self, account: GuestBot, challenge: str) -> BotChallenge:
        return await asyncio.to_thread(self.hub.guests.challenge, account.id, challenge)

    async def events(self, request: Request) -> Response:
        """All events for the bot, one line each; `?game=` for each game that it plays, otherwise all."""
        try:
            account = self.account(request)
            wanted = request.query_params.getlist("game")
            unknown = [game for game in wanted if game not in self.hub.catalog.games]
            if unknown:
                raise Refusal("none", "There's no game called “{game}”.", game=unknown[0][:60])
        except Refusal as refusal:
            return problem(refusal)
        account.games = wanted
        for older in self.hub.guests.listening.get(account.id, ()):
            older.end()  # one stream per bot and server: a second one means that its program was restarted
        return EventStream(self.hub, account, request.scope[DEVICE])
