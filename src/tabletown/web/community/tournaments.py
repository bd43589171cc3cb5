"""The pages of tournaments: the list, a new one, and one with its standings."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.drawing import figure
from tabletown.kernel import Text, say
from tabletown.tournaments import why_before
from tabletown.tournaments.standings import TIE_BREAKS, points_of
from tabletown.web.pages.common import Section, refusing
from tabletown.web.pages.forms import CLOCKS, fields_of
from tabletown.web.people.clubs import clubs_of, member
from tabletown.web.seats import Refusal, clean, digest
from tabletown.web.security.middleware import actor_of, known_actor, remember
from tabletown.web.security.token_buckets import client_of
from tabletown.web.tournaments.tournaments import HostedTournament, new_tournament

KINDS = {
    "swiss": Text("Swiss"),
    "knockout": Text("Knock-out"),
    "groups": Text("Groups of seven"),
    "arena": Text("Arena, alone against the board"),
}
DAILY = Text("Arena of the day, alone against the board, until midnight UTC")
STATES = {
    "open": Text("open to enter"),
    "running": Text("being played"),
    "paused": Text("paused"),
    "over": Text("over"),
}
COLUMNS = {
    "points": Text("Points"),
    "opponents": Text("Opponents"),
    "scored": Text("Scored"),
    "wins": Text("Wins"),
    "reached": Text("Round reached"),
    "best": Text("Best"),
}
REASONS = {
    "opponents": Text("{first} is ahead of {second} on their opponents' points: {one:g} against {other:g}."),
    "scored": Text("{first} is ahead of {second} on points scored at the tables: {one:g} against {other:g}."),
    "between": Text("{first} is ahead of {second} on the matches between them: {one:g} points against {other:g}."),
    "wins": Text("{first} is ahead of {second} on matches won: {one:g} against {other:g}."),
    "best": Text("{first} is ahead of {second} on best results: {one:g} against {other:g}."),
    "points": Text("{first} is ahead of {second} on points: {one:g} against {other:g}."),
    "reached": Text("{first} is ahead of {second} on rounds survived: {one:g} against {other:g}."),
    "lot": Text("{first} and {second} are equal in everything, so a lot drawn at the start decides."),
}


def sign_of(group: str, person: str) -> str:
    """What names a person in a form about a club or tournament: their id is nobody else's business."""
    return digest(f"{group}/{person}")[:16]


class TournamentPages(Section):
    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/tournaments", self.overview),
            Route("/tournaments/new", self.form),
            Route("/tournaments/new", self.new, methods=post),
            Route("/tournaments/{id}", self.show),
            Route("/tournaments/{id}/{do}", self.act, methods=post),
        ]

    @refusing
    async def overview(self, request: Request) -> Response:
        found = await asyncio.to_thread(self.hub.tournaments.all)
        return self.page(request, "tournaments.html", tournaments=[self.card_of(id, one) for id, one in found])

    def card_of(self, id: str, hosted: HostedTournament) -> dict[str, Any]:
        card, tournament = self.card(hosted.game), hosted.tournament
        count, kind = len(tournament.players), DAILY if hosted.is_daily else KINDS[tournament.kind]
        return {
            "url": f"/tournaments/{id}",
            "title": hosted.title,
            "cover": card.cover,
            "line": say("{kind} · {n} player", "{kind} · {n} players", kind=kind, n=count),
            "state": STATES[tournament.state].render(),
        }

    @refusing
    async def form(self, request: Request) -> Response:
        return await self._form(request, form={"club": request.query_params.get("club", "")})

    async def _form(self, request: Request, error: str = "", form: dict[str, str] | None = None) -> Response:
        mine = await asyncio.to_thread(clubs_of, self.hub.store, actor_of(request).player)
        kinds, status = {word: text.render() for word, text in KINDS.items()}, 400 if error else 200
        return self.page(
            request, "new_tournament.html", status, kinds=kinds, clocks=CLOCKS, error=error, form=form or {}, clubs=mine
        )

    @refusing
    async def new(self, request: Request) -> Response:
        self.opens_another(request)
        fields = await fields_of(request)
        try:
            actor, token = known_actor(request)
            hosted = self._read(fields, actor.player)
            await asyncio.to_thread(self.hub.refused_names.check, hosted.title)
            if not self.hub.new_tournaments.take(client_of(request.scope)):
                raise Refusal("busy", "You're opening tournaments too quickly. Try again in a few minutes.")
        except Refusal as refusal:
            return await self._form(request, refusal.text, fields)
        if club := fields.get("club", "")[:40]:
            await asyncio.to_thread(member, self.hub.store, club, actor.player)
        id = await asyncio.to_thread(self.hub.tournaments.add, hosted, club)
        return self._to(request, f"/tournaments/{id}", token)

    def _read(self, fields: dict[str, str], host: str) -> HostedTournament:
        card, kind = self.card(fields.get("game", "")), fields.get("kind", "swiss")
        if kind not in KINDS:
            raise Refusal("malformed", "Choose one of the kinds of tournament.")
        numbers = {name: fields.get(name, "") for name in ("seats", "rounds")}
        seats, rounds = (int(word) if word.isdecimal() and len(word) < 3 else 0 for word in numbers.values())
        seats = 1 if kind == "arena" else seats or card.default_seats
        if not card.fewest <= seats <= card.most:
            raise Refusal("malformed", "{game:word} is for {seats} seats.", game=card.title, seats=card.seats)
        clock = fields.get("clock", "")
        if clock not in {words for words, _, _ in CLOCKS} or (not clock and kind != "arena"):
            raise Refusal("malformed", "A tournament needs a clock, or one table could hold up everyone.")
        title = clean(fields.get("title", ""), 50) or card.title
        about: dict[str, object] = {"clock": clock if kind != "arena" else "", "rated": bool(fields.get("rated"))}
        about["days_off"] = not fields.get("no-days-off")
        return new_tournament(title, card.id, host, kind, seats, min(rounds, 12), **about)

    @refusing
    async def show(self, request: Request) -> Response:
        id, person = request.path_params["id"][:40], actor_of(request).player
        hosted, _ = await asyncio.to_thread(self.hub.tournaments.find, id)
        mine = await asyncio.to_thread(clubs_of, self.hub.store, person)
        at = await asyncio.to_thread(self.hub.tournaments.club_of, id)
        tournament, names = hosted.tournament, hosted.names
        await asyncio.to_thread(self._fresh_names, hosted)
        rows, order = tournament.standings(), TIE_BREAKS[tournament.kind]
        columns = [name for name in order if name in COLUMNS]
        standings = [
            {
                "place": place,
                "name": names.get(row.player) or say("Someone"),
                "me": row.player == person,
                "sign": sign_of(id, row.player),
                "left": tournament.player(row.player).left,
                "group": row.group,
                "cells": [_cell(getattr(row, name)) for name in columns],
                "played": row.played,
            }
            for place, row in enumerate(rows, 1)
        ]
        tables = [
            {
                "round": pairing.round,
                "group": pairing.group,
                "names": [names.get(player) or say("Someone") for player in pairing.seats],
                "points": [_cell(points_of(pairing).get(player, 0.0)) for player in pairing.seats],
                "state": pairing.state,
                "url": f"/t/{hosted.tables[pairing.number]}" if pairing.number in hosted.tables else "",
                "mine": person in pairing.seats,
            }
            for pairing in reversed(tournament.pairings)
            if tournament.kind != "arena"
        ]
        return self.page(
            request,
            "tournament.html",
            id=id,
            hosted=hosted,
            club=next((club for club in mine if club.id == at), None),
            card=self.card_of(id, hosted),
            chosen=self.card(hosted.game),
            columns=[COLUMNS[name].render() for name in columns],
            standings=standings,
            tables=tables,
            rounds=max((pairing.round for pairing in tournament.pairings), default=0),
            why=self._why(hosted, [row.player for row in rows], person),
            taking_part=any(one.id == person and not one.left for one in tournament.players),
            is_host=bool(person) and hosted.host == person,
            missing=tournament.why_not_start() if tournament.state == "open" else "",
        )

    def _fresh_names(self, hosted: HostedTournament) -> None:
        for player in hosted.tournament.players:
            hosted.names[player.id] = self.hub.name_of(player.id) or hosted.names.get(player.id, "")

    def _why(self, hosted: HostedTournament, order: list[str], person: str) -> str:
        """Why the reader ranks behind somebody with as many points."""
        if person not in order or order.index(person) == 0 or hosted.tournament.state == "open":
            return ""
        before = order[order.index(person) - 1]
        reason = why_before(hosted.tournament, before, person)
        names = [hosted.names.get(who) or say("Someone") for who in (before, person)]
        about = {"first": names[0], "second": names[1], "one": reason.one, "other": reason.other}
        return REASONS[reason.by](**about).render()

    @refusing
    async def act(self, request: Request) -> Response:
        id, do = request.path_params["id"][:40], request.path_params["do"]
        actor, token = known_actor(request)
        tournaments, to = self.hub.tournaments, f"/tournaments/{id}"
        if do in ("enter", "play"):  # a script could take all places
            self.opens_another(request)
        fields = await fields_of(request)
        name = clean(fields.get("name", "")) or self.hub.name_of(actor.player)
        if do in ("enter", "play") and name != self.hub.name_of(actor.player):
            await self.hub.rename(actor, name)
        if do == "enter":
            await tournaments.enter(id, actor.player, name)
        elif do == "withdraw":
            await tournaments.withdraw(id, actor.player)
        elif do == "play":
            to = f"/t/{await tournaments.play_alone(id, actor.player, name)}"
        else:
            players = (await asyncio.to_thread(tournaments.find, id))[0].tournament.players
            who = next((one.id for one in players if sign_of(id, one.id) == fields.get("who")), "")
            await tournaments.steer(id, actor.player, do, who)
        return self._to(request, to, token)

    def _to(self, request: Request, to: str, token: str) -> Response:
        response = RedirectResponse(to, 303)
        remember(response, request, token)
        return response


def _cell(value: float | tuple[float, ...]) -> str:
    if isinstance(value, tuple):
        return figure(value[0]) if value else "–"
    whole, half = int(value), value - int(value)
    return f"{whole or ''}½" if half == 0.5 else figure(value)
