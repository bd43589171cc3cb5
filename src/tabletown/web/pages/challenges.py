"""Challenges: the same luck for everybody; a new one every day for each game, or one by link. Each person has one try.

Stored as "challenge" under its id and "try" under "id/person". You may watch the replays of others once your own try is
over.
"""

from __future__ import annotations

import asyncio
import secrets
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.kernel import say
from tabletown.kernel.game import Game
from tabletown.web import protocol as m
from tabletown.web.hub import Hub
from tabletown.web.pages.common import Section, refusing
from tabletown.web.pages.forms import NameForm, form_of
from tabletown.web.seats import Refusal
from tabletown.web.security.middleware import actor_of, known_actor, remember
from tabletown.web.storage import schema as db
from tabletown.web.storage.challenge_attempts import (
    CHALLENGE,
    DAILY,
    TRIED,
    TRY,
    can_challenge,
    claim,
    once,
    own_table,
    today,
)
from tabletown.web.tables.opening import new_id

RIVAL = "strong"  # the bots' level, which plays the same way every time
SHOWN = 100  # results shown


class Challenge(msgspec.Struct):
    game: str
    options: dict[str, str]
    seats: list[str]  # "me", or the level of a bot
    seed: str
    by: str = ""  # who created it; "": a daily challenge
    day: str = ""


class Result(msgspec.Struct):
    """One finished try, as the page lists it."""

    name: str
    mine: bool
    won: bool
    score: float | None
    reason: str
    url: str
    counts: bool  # without looking ahead and without a bot standing in

    @property
    def rank(self) -> tuple[bool, bool, float]:
        return not self.counts, not self.won, -(self.score or 0.0)


def daily_id(game: str, day: str) -> str:
    return f"{game}-{day}"


def places(game: Game, day: str) -> list[str]:
    """The seats: you alone if the game can be played alone, otherwise against bots; if seats have roles, a different
    one each day."""
    about = game.about
    count = 1 if about.seats[0] == 1 else about.default_seats
    mine = datetime.fromisoformat(day).toordinal() % count if about.roles else 0
    return ["me" if seat == mine else RIVAL for seat in range(count)]


# ------------------------------------------------------------------ what is kept


def find(hub: Hub, id: str) -> Challenge | None:
    """Find a challenge; the first request of the day creates today's."""
    kept = hub.store.kept_as(CHALLENGE, id)
    if not kept:
        daily = DAILY.fullmatch(id)
        if daily is None or daily[2] != today(hub.store) or daily[1] not in hub.catalog.games:
            return None
        game = hub.catalog.find(daily[1])
        seats = places(game, daily[2])
        keep(hub, id, Challenge(game.about.id, game.options(), seats, str(secrets.randbits(62)), day=daily[2]))
        kept = hub.store.kept_as(CHALLENGE, id)  # another person's, if two requests came at once
    return msgspec.json.decode(kept, type=Challenge)


def keep(hub: Hub, id: str, challenge: Challenge) -> None:
    once(hub.store, CHALLENGE, id, msgspec.json.encode(challenge).decode())


def results(hub: Hub, id: str, challenge: Challenge, player: str) -> list[Result]:
    """The results, best first; addresses only for people who have finished."""
    k, t, r, s = db.kept, db.tables, db.results, db.seats
    seat = challenge.seats.index("me")
    query = (
        sa.select(k.c.key, t.c.id, t.c.luck, r.c.winners, r.c.scores, r.c.reason, s.c.player, s.c.stand_in)
        .join(t, t.c.id == k.c.data)
        .join(r, r.c.table == t.c.id)
        .join(s, sa.and_(s.c.table == t.c.id, s.c.seat == seat))
        .where(k.c.kind == TRY, k.c.key.startswith(f"{id}/", autoescape=True), t.c.over)
    )
    with hub.store.engine.connect() as connection:
        rows = connection.execute(query).all()
    open_to_me = any(row.key == f"{id}/{player}" for row in rows)
    found = []
    for row in rows:
        scores = msgspec.json.decode(row.scores)
        mine = row.key == f"{id}/{player}"
        found.append(
            Result(
                row.player,
                mine,
                seat in msgspec.json.decode(row.winners),
                scores[seat] if seat < len(scores) else None,
                row.reason,
                f"/t/{row.id}/replay" if open_to_me else "",
                row.luck == db.SECRET and not row.stand_in,
            )
        )
    return sorted(found, key=lambda result: result.rank)[:SHOWN]


# ------------------------------------------------------------------ pages


class ChallengePages(Section):
    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/challenges", self.all),
            Route("/challenges/{game}/new", self.make, methods=post),
            Route("/challenge/{id}", self.show),
            Route("/challenge/{id}/play", self.play_it, methods=post),
            Route("/t/{id}/challenge", self.from_table, methods=post),
        ]

    def _found(self, request: Request) -> tuple[str, Challenge]:
        id = str(request.path_params["id"])[:100]
        challenge = find(self.hub, id)
        if challenge is None or challenge.game not in self.hub.catalog.games:
            raise Refusal("none", "We can't find that challenge. Daily challenges start at midnight UTC.")
        return id, challenge

    @refusing
    async def all(self, request: Request) -> Response:
        return self.page(request, "challenges.html", **await asyncio.to_thread(self._today, actor_of(request).player))

    def _today(self, player: str) -> dict[str, Any]:
        day, found = today(self.hub.store), []
        for game in self.hub.catalog.games:
            id = daily_id(game, day)
            challenge = find(self.hub, id)
            assert challenge is not None
            listed = results(self.hub, id, challenge, player)
            own = next((result for result in listed if result.mine), None)
            begun = own_table(self.hub.store, id, player)
            found.append({"id": id, "game": self.card(game), "own": own, "begun": begun, "played": len(listed)})
        return {"day": day, "today": found}

    @refusing
    async def show(self, request: Request) -> Response:
        id, challenge = await asyncio.to_thread(self._found, request)
        player = actor_of(request).player
        listed = await asyncio.to_thread(results, self.hub, id, challenge, player)
        begun = await asyncio.to_thread(own_table, self.hub.store, id, player)
        card = self.card(challenge.game)
        return self.page(
            request,
            "challenge.html",
            id=id,
            challenge=challenge,
            chosen=card,
            results=listed,
            own=next((result for result in listed if result.mine), None),
            begun=begun,
            chosen_options=[
                (setting.title, setting.values[challenge.options[setting.id]])
                for setting in card.settings
                if challenge.options.get(setting.id, setting.default) != setting.default
            ],
            link=f"{str(request.base_url).rstrip('/')}/challenge/{id}",
        )

    @refusing
    async def play_it(self, request: Request) -> Response:
        """Begin or continue the one try that counts."""
        id, challenge = await asyncio.to_thread(self._found, request)
        self.opens_another(request)
        name = (await form_of(request, NameForm)).name
        actor, token = known_actor(request)
        table_id = await asyncio.to_thread(claim, self.hub.store, id, actor.player, new_id())
        table = await self.hub.open(table_id)
        if table is None:
            title = self._title(challenge)
            seats = [m.NewSeat("me") if who == "me" else m.NewSeat("bot", bot=who) for who in challenge.seats]
            new = m.NewTable(challenge.game, seats, challenge.options, title, int(challenge.seed))
            watch = f"{TRIED}{id}"
            named = name or self.hub.name_of(actor.player)
            table = await self.hub.opening.create(new, actor, named, luck=db.SECRET, watch=watch, id=table_id)
        return self.go_to(request, table, token)

    def _title(self, challenge: Challenge) -> str:
        if challenge.day:
            return say("Challenge for {day}", day=challenge.day)
        return say("Challenge by {name}", name=challenge.by)

    @refusing
    async def make(self, request: Request) -> Response:
        """Create a challenge by link: the usual game against bots, with unseen luck."""
        self.opens_another(request)
        game = self.game(request)
        actor, token = known_actor(request)
        by = self.hub.name_of(actor.player) or say("Someone")
        seats, seed = places(game, today(self.hub.store)), str(secrets.randbits(62))
        challenge = Challenge(game.about.id, game.options(), seats, seed, by)
        return await self._made(request, challenge, token)

    @refusing
    async def from_table(self, request: Request) -> Response:
        """Create a challenge with the luck of a match that you finished alone or against bots, which counts as your
        try."""
        table, actor = await self.find(request)
        if not can_challenge(table, actor):
            raise Refusal("not-yours", "Only a finished match you played alone or against bots can become a challenge.")
        held = table.held_by(actor)
        seats = ["me" if table_seat.seat == held[0] else table_seat.bot or RIVAL for table_seat in table.seats]
        match = table.match
        by = match.names[held[0]]
        challenge = Challenge(match.game.about.id, dict(match.options), seats, str(match.seed), by)
        return await self._made(request, challenge, "", (actor.player, table.id))

    async def _made(
        self, request: Request, challenge: Challenge, token: str, own: tuple[str, str] | None = None
    ) -> Response:
        id = secrets.token_urlsafe(9)
        await asyncio.to_thread(keep, self.hub, id, challenge)
        if own is not None:
            await asyncio.to_thread(claim, self.hub.store, id, *own)
        response = RedirectResponse(f"/challenge/{id}", 303)
        if token:
            remember(response, request, token)
        return response
