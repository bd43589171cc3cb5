"""Print and play: what to print, with small pictures of the pages, the PDF, and sheets for Tabletop Simulator.

All are made by a worker, then kept.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tabletown.content import pack_of
from tabletown.drawing import named
from tabletown.extras import how_to_add
from tabletown.kernel import Game, say
from tabletown.kernel.text import language
from tabletown.printing.book import PARTS, USUAL, PrintSettings, usual_paper
from tabletown.printing.pages import PAPERS
from tabletown.printing.parts import can_print
from tabletown.printing.typeset import is_there
from tabletown.translations import languages
from tabletown.web.pages.common import Pages, Section, refusing
from tabletown.web.seats import Refusal
from tabletown.web.security.fair_share import Asker
from tabletown.web.security.middleware import actor_of
from tabletown.web.security.token_buckets import client_of
from tabletown.web.storage.packs import fetch, looked_at, seen
from tabletown.web.workers.bots import PrintOrder
from tabletown.web.workshop import storage
from tabletown.workshop.drafts import files_of

KEPT = 24  # documents and sets of pictures
SHOWN = 6  # small pictures beside the options


class Content(NamedTuple):
    """What is printed of a game: its own content, or that of a draft or a published pack."""

    version: str = ""
    title: str = ""
    source: tuple[str, str] = ("", "")  # the field of the form that names it: ("pack", its id)


class PrintingPages(Section):
    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self._prints = self.hub.buckets("prints", self.hub.limits.prints)
        self._made: OrderedDict[PrintOrder, Any] = OrderedDict()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/print/{game}.pdf", self.pdf),
            Route("/print/{game}.zip", self.simulator),
            Route("/print/{game}", self.options),
        ]

    @refusing
    async def options(self, request: Request) -> Response:
        game = self._printable(request)
        settings, code = _settings(request)
        async with self._content(request, game) as content:
            every = replace(settings, parts=USUAL, pack=content.title)
            pictures = await self._make(request, PrintOrder(game.about.id, every, code, True, content.version))
        counts = {part: len(pages) for part, pages in pictures.items()}
        chosen = [part for part in counts if part in settings.parts] or list(counts)[:1]
        return self.page(
            request,
            "print.html",
            chosen=self.card(game.about.id),
            settings=settings,
            spoken_in=code,
            papers=[(paper, paper) for paper in PAPERS],
            parts=[(part, named(PARTS[part]), counts[part], part in chosen) for part in counts],
            total=sum(counts[part] for part in chosen),
            shown=_shown(pictures, chosen),
            content=content,
            spoken_only=(pack_of(game.about.id) is not None or content.version) and code != "en",
        )

    @refusing
    async def pdf(self, request: Request) -> Response:
        game = self._printable(request)
        settings, code = _settings(request)
        async with self._content(request, game) as content:
            order = PrintOrder(game.about.id, replace(settings, pack=content.title), code, version=content.version)
            made = await self._make(request, order)
        headers = {"content-disposition": f'attachment; filename="{game.about.id}.pdf"', "cache-control": "no-cache"}
        return Response(made, media_type="application/pdf", headers=headers)

    @refusing
    async def simulator(self, request: Request) -> Response:
        """Sheets and a save for Tabletop Simulator."""
        game = self._printable(request)
        _, code = _settings(request)
        address = request.query_params.get("address", "").strip()[:300]
        if address and not address.startswith(("https://", "http://", "file:///")):
            raise Refusal("malformed", "The address of the pictures must start with https:// or file:///.")
        async with self._content(request, game) as content:
            settings = PrintSettings(pack=content.title)
            order = PrintOrder(game.about.id, settings, code, version=content.version, simulator=True, address=address)
            made = await self._make(request, order)
        headers = {"content-disposition": f'attachment; filename="{game.about.id}.zip"', "cache-control": "no-cache"}
        return Response(made, media_type="application/zip", headers=headers)

    def _printable(self, request: Request) -> Game:
        game = self.game(request)
        if not can_print(game):
            raise Refusal("none", say("{game} has nothing to print.", game=game.about.title))
        if not is_there():
            how = how_to_add("print")
            raise Refusal("off", say("This server can't make PDFs yet. Its host can add that: {how}", how=how))
        return game

    @asynccontextmanager
    async def _content(self, request: Request, game: Game) -> AsyncIterator[Content]:
        """The draft or the published pack that the address names, where workers find it."""
        query = request.query_params
        name = next((name for name in ("pack", "draft") if query.get(name)), "")
        if not name:
            yield Content()
            return
        if self.hub.settings.workshop == "off":
            raise Refusal("none", "The host has switched off the workshop on this server.")
        id, store = query[name][:40], self.hub.store
        if name == "pack":
            made = await asyncio.to_thread(storage.pack, store, id)
            draft = made.draft
        else:
            draft = (await asyncio.to_thread(storage.draft, store, actor_of(request).player, id)).draft
        if draft.game != game.about.id:
            raise Refusal("none", "That pack is for another game.")
        title = draft.title or say("Untitled")
        if name == "pack":
            await asyncio.to_thread(fetch, store, game, f"+{made.version.digest}")
            yield Content(f"{game.about.version}+{made.version.digest}", title, (name, id))
            return
        digest = await asyncio.to_thread(lambda: looked_at(game, files_of(game, draft)))
        try:
            yield Content(f"{game.about.version}+{digest}", title, (name, id))
        finally:
            await asyncio.to_thread(seen, store, game, digest)

    async def _make(self, request: Request, order: PrintOrder) -> Any:
        if order not in self._made:
            client = client_of(request.scope)
            if not self._prints.take(client):
                raise Refusal("busy", "You're printing too quickly. Try again in a minute.")
            self._made[order] = await self.hub.workers.typeset(order, Asker(client, watching=True))
        self._made.move_to_end(order)
        while len(self._made) > KEPT:
            self._made.popitem(last=False)
        return self._made[order]


def _settings(request: Request) -> tuple[PrintSettings, str]:
    """The request, and its language."""
    query = request.query_params
    code = query.get("in", "") if query.get("in", "") in languages() else language.get().code
    parts = tuple(part for part in PARTS if part in query.getlist("part")) if "part" in query else USUAL
    paper = query.get("paper", "") or usual_paper(request.headers.get("accept-language", ""))
    return PrintSettings(paper, query.get("ink") == "grey", query.get("size") == "half", parts), code


def _shown(pictures: dict[str, list[str]], chosen: list[str]) -> list[tuple[str, str, str]]:
    """Some pages of each part: its name, its pages' numbers, the picture."""
    found, first = [], 1
    for part in chosen:
        pages = pictures[part]
        last = first + len(pages) - 1
        numbers = str(first) if first == last else f"{first}–{last}"
        found += [(named(PARTS[part]), numbers, page) for page in pages[: 2 if len(chosen) < 4 else 1]]
        first = last + 1
    return found[:SHOWN]
