"""The pages before a table: home and its lists, pasted links, new tables, first games, settings."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.bots import USUAL
from tabletown.kernel import Text, say
from tabletown.kernel.errors import TabletownError, UnknownGame
from tabletown.learn import has_lesson
from tabletown.learn.background import load_background
from tabletown.learn.primer import figures, load_primer, price_list, underlined
from tabletown.web import protocol as m
from tabletown.web.pages.common import Section, levels, refusing
from tabletown.web.pages.forms import (
    CLOCKS,
    KINDS,
    LinkForm,
    PlayForm,
    fields_of,
    form_of,
    read_form,
)
from tabletown.web.pages.table_lists import best_alone, table_cards
from tabletown.web.people.guests import MARK
from tabletown.web.seats import Refusal
from tabletown.web.security.middleware import actor_of, known_actor

FINISHED = 12  # finished matches per page
NO_LINK = Text("This link or code doesn't work. Part of it may be missing.")


class HomePages(Section):
    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/", self.home),
            Route("/go", self.go, methods=post),
            Route("/new", self.new),
            Route("/new", self.open_new, methods=post),
            Route("/play/{game}", self.play, methods=post),
            Route("/learn/{game}", self.primer),
            Route("/learn/{game}", self.learn, methods=post),
            Route("/about/{game}", self.about),
            Route("/settings", self.settings),
        ]

    @refusing
    async def home(self, request: Request) -> Response:
        player, wanted = actor_of(request).player, request.query_params.get("page", "0")
        page = int(wanted) if wanted.isdecimal() and len(wanted) < 6 else 0
        return self.page(request, "home.html", **await asyncio.to_thread(self._lists, player, page))

    def _lists(self, player: str, page: int) -> dict[str, Any]:
        """The lists of the home page, read in a thread so that no move has to wait."""
        hub, store = self.hub, self.hub.store
        mine = table_cards(hub, store.tables_of(player, over=False), player) if player else []
        mine.sort(key=lambda card: (not card.your_turn, -card.updated))
        ended = store.tables_of(player, over=True, limit=FINISHED + 1, page=page, step=FINISHED) if player else []
        free = table_cards(hub, store.open_tables(), player)
        known = {card.id for card in mine}
        return {
            "mine": mine,
            "finished": table_cards(hub, ended[:FINISHED], player),
            "page": page,
            "earlier": len(ended) > FINISHED,
            "open": [card for card in free if card.id not in known],
            "best": best_alone(hub, player),
        }

    @refusing
    async def go(self, request: Request) -> Response:
        """Redirect to the page that a pasted link or code stands for, on this server only."""
        pasted = "".join((await form_of(request, LinkForm)).link.split())[:400]
        if re.match(r"[^/]+[.:][^/]*/", pasted) and "//" not in pasted:  # an address without https://
            pasted = f"//{pasted}"
        try:
            link = urlsplit(pasted if "//" in pasted or pasted.startswith("/") else f"/{pasted}")
        except ValueError:  # brackets of an invalid address
            raise Refusal("none", NO_LINK) from None
        code = link.path.strip("/")
        self.guessing(request)
        store = self.hub.store
        if re.fullmatch(r"[\w-]+", code) and not link.query:  # the bare code of a table or an invitation
            if store.seat_by("invite", code) is not None:
                return RedirectResponse(f"/join/{code}", 303)
            if await self.hub.open(code.lower()) is not None:
                return RedirectResponse(f"/t/{code.lower()}", 303)
            for find in self.hub.codes:
                if (found := find(code)) is not None:
                    return RedirectResponse(found, 303)
        elif re.fullmatch(r"[\w-]+(/[\w-]+)*", code):
            return RedirectResponse(f"/{code}" + (f"?{link.query}" if link.query else ""), 303)
        self.guessing(request, wrong=True)
        raise Refusal("none", NO_LINK)

    @refusing
    async def new(self, request: Request) -> Response:
        """The new-table page, opened on the previous page's game or else the simplest one."""
        wanted = request.query_params.get("game", "") or self._came_from(request)
        wanted = wanted or min(self.hub.catalog.games, key=self._weight, default="")
        preset = {key: value for key, value in request.query_params.items() if key.startswith(("option-", "seat-"))}
        return self.new_form(request, wanted, preset)

    async def settings(self, request: Request) -> Response:
        return self.page(request, "settings.html")

    def _weight(self, game: str) -> tuple[int, int]:
        card = self.card(game)
        return card.rank, card.most

    def _came_from(self, request: Request) -> str:
        path = urlsplit(request.headers.get("referer", "")).path.strip("/").split("/")
        if path[0] == "t" and len(path) > 1:
            table = self.hub.tables.get(path[1])
            return table.match.game.about.id if table is not None else ""
        return path[1] if path[0] == "rules" and len(path) > 1 and path[1] in self.hub.catalog.games else ""

    def new_form(
        self, request: Request, game: str, form: dict[str, str] | None = None, error: str = "", status: int = 200
    ) -> Response:
        chosen = self.card(game)
        return self.page(
            request,
            "new.html",
            status,
            game=chosen,
            chosen=chosen,
            settings=chosen.settings,
            by_hand=chosen.by_hand,
            bots=levels(self.hub.catalog.find(game)) + self._guests(game),
            usual=USUAL,
            kinds=KINDS,
            clocks=CLOCKS,
            error=error,
            form=form or {},
            best=best_alone(self.hub, actor_of(request).player).get(game),
        )

    def _guests(self, game: str) -> list[dict[str, str]]:
        """Bots that people run elsewhere and that are connected, chosen as the program's own are."""
        line = say("a guest bot; it can decline")
        there = [one for one in self.hub.guests.connected() if one.plays(game)]
        return [{"id": one.id, "title": one.name.removesuffix(MARK), "line": line, "wins": ""} for one in there]

    @refusing
    async def open_new(self, request: Request) -> Response:
        fields = await fields_of(request)
        game = fields.get("game", "")
        try:
            new, name = read_form(fields, self.card(game))
            return await self._open(request, new, name)
        except (Refusal, UnknownGame, TabletownError) as error:
            if game not in self.hub.catalog.games:
                raise
            status = error.status if isinstance(error, Refusal) else 400
            return self.new_form(request, game, fields, str(error), status)

    @refusing
    async def play(self, request: Request) -> Response:
        """One click: you against good bots."""
        form, game = await form_of(request, PlayForm), self.game(request)
        others = [m.NewSeat("bot", bot=form.bot)] * (game.about.default_seats - 1)
        return await self._open(request, m.NewTable(game.about.id, [m.NewSeat("me"), *others]), "")

    @refusing
    async def primer(self, request: Request) -> Response:
        """How to play a game, on one page; the rules if the game has no such page."""
        game = self.game(request)
        found = load_primer(game.folder) if game.folder is not None else None
        if found is None:
            return RedirectResponse(self.card(game.about.id).rules_url, 303)
        drawn = await asyncio.to_thread(figures, game, found)
        prices, goal = await asyncio.to_thread(price_list, game, found), underlined(found.goal)
        card = self.card(game.about.id)
        return self.page(request, "primer.html", chosen=card, primer=found, figures=drawn, prices=prices, goal=goal)

    @refusing
    async def about(self, request: Request) -> Response:
        """A game's history and makers; the rules if the game has no such page."""
        game = self.game(request)
        found, card = load_background(game), self.card(game.about.id)
        if found is None:
            return RedirectResponse(card.rules_url, 303)
        return self.page(request, "about.html", chosen=card, about=found)

    @refusing
    async def learn(self, request: Request) -> Response:
        """One click: a guided first game."""
        self.opens_another(request)
        game = self.game(request)
        if not has_lesson(game):
            raise Refusal("unknown", "{game} has no guided first game yet.", game=game.about.title)
        actor, token = known_actor(request)
        table = await self.hub.opening.learn(game.about.id, actor, self.hub.name_of(actor.player))
        return self.go_to(request, table, token)

    async def _open(self, request: Request, new: m.NewTable, name: str) -> Response:
        self.opens_another(request)
        actor, token = known_actor(request)
        known = self.hub.name_of(actor.player)
        table = await self.hub.opening.create(new, actor, name or known)
        if name and name != known:
            await self.hub.rename(actor, name)
        return self.go_to(request, table, token)
