"""The ratings of a game: who leads, how certain that is, and whether its sides are fair."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.web.pages.common import Section, refusing
from tabletown.web.people.ratings import Leader, board, pool_of_bots
from tabletown.web.security.middleware import actor_of

MOST = 100  # places shown; players further down see their own below


class RatingPages(Section):
    def routes(self) -> list[BaseRoute]:
        return [Route("/ratings", self.first), Route("/ratings/{game}", self.ratings)]

    async def first(self, request: Request) -> Response:
        return RedirectResponse(f"/ratings/{next(iter(self.hub.catalog.cards))}")

    @refusing
    async def ratings(self, request: Request) -> Response:
        game, person = self.game(request), actor_of(request).player
        among_bots = request.query_params.get("pool") == "bots"
        pool = pool_of_bots(game.about.id) if among_bots else ""
        found = await asyncio.to_thread(board, self.hub.store, game.about, pool)
        card = self.card(game.about.id)
        places = list(enumerate(found.leaders, 1))
        own = [place for place in places[MOST:] if place[1].person == person]
        span = axis(found.leaders)
        shown: dict[str, Any] = {"places": places[:MOST] + own, "board": found, "span": span, "person": person}
        shown["cooperative"] = game.about.cooperative
        return self.page(request, "ratings.html", chosen=card, among_bots=among_bots, **shown)


def axis(leaders: list[Leader]) -> tuple[int, int]:
    """The ratings at both ends of the axis of all ranges, in multiples of fifty."""
    low = min((leader.rating.range[0] for leader in leaders), default=1400)
    high = max((leader.rating.range[1] for leader in leaders), default=1600)
    return low // 50 * 50, -(-high // 50) * 50
