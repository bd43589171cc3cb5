"""Pages to read: the rulebooks, and the files that every page needs."""

from __future__ import annotations

import asyncio
import re

from babel import Locale
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from tabletown.translations import completeness
from tabletown.web.assets.files import (
    STATIC,
    Static,
    file_response,
    plain_cover,
)
from tabletown.web.pages.common import Section, refusing
from tabletown.web.pages.rulebook_view import rulebook_of


class RulebookPages(Section):
    def routes(self) -> list[BaseRoute]:
        return [
            Route("/rules", self.rulebooks),
            Route("/languages", self.languages),
            Route("/rules/{game}", self.rules),
            Route("/games/{game}/cover.svg", self.cover),
            Route("/games/{game}/style.css", self.style),
            Mount("/static", Static(directory=STATIC)),
        ]

    @refusing
    async def rulebooks(self, request: Request) -> Response:
        return self.page(request, "rules_index.html")

    @refusing
    async def languages(self, request: Request) -> Response:
        """How complete each language is."""
        found = await asyncio.to_thread(completeness)
        rows = [(code, _own_name(code), list(shares.items())) for code, shares in found.items()]
        return self.page(request, "languages.html", rows=rows)

    @refusing
    async def rules(self, request: Request) -> Response:
        game = self.game(request)
        q = request.query_params.get("q", "")[:100]
        back = request.query_params.get("from", "")
        return self.page(
            request,
            "rules.html",
            chosen=self.card(game.about.id),
            q=q,
            back=back if re.fullmatch(r"/t/[a-z0-9]{1,40}", back) else "",
            **rulebook_of(game, q),
        )

    @refusing
    async def cover(self, request: Request) -> Response:
        game = self.game(request)
        path = game.folder / "cover.svg" if game.folder else None
        if path is not None and path.exists():
            return file_response(path, request.scope, "max-age=3600")
        return Response(plain_cover(game.about.title), media_type="image/svg+xml")

    @refusing
    async def style(self, request: Request) -> Response:
        game = self.game(request)
        path = game.folder / "style.css" if game.folder else None
        if path is not None and path.exists():
            return file_response(path, request.scope)
        return Response("", media_type="text/css")


def _own_name(code: str) -> str:
    """A language's own name."""
    return (Locale.parse(code, sep="-").display_name or code).capitalize()
