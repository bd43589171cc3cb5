"""The web application: pages, API, security middleware and the games' own routes."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import entry_points
from importlib.util import find_spec

import sqlalchemy as sa
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Message, Scope

from tabletown import __version__, registry
from tabletown.classroom.pages.routes import routes as class_routes
from tabletown.kernel import Text, say
from tabletown.web.api.endpoint import endpoints_of
from tabletown.web.api.routes import Api
from tabletown.web.assets.compression import Compressed
from tabletown.web.catalog import Catalog
from tabletown.web.community.clubs import ClubPages
from tabletown.web.community.lobby import LobbyPages
from tabletown.web.community.tournaments import TournamentPages
from tabletown.web.guests.access import BotKeys
from tabletown.web.guests.endpoints import BotApi
from tabletown.web.guests.pages import BotPages
from tabletown.web.hub import Hub
from tabletown.web.languages import Speaking
from tabletown.web.metrics import CONTENT_TYPE, Metrics, Timed
from tabletown.web.notify.channels import NotifierConfig
from tabletown.web.pages import manifest
from tabletown.web.pages.challenges import ChallengePages
from tabletown.web.pages.common import Pages
from tabletown.web.pages.home import HomePages
from tabletown.web.pages.host.desk import HostPages
from tabletown.web.pages.identity.names import NamePages
from tabletown.web.pages.identity.people import PeoplePages
from tabletown.web.pages.me import PersonPages
from tabletown.web.pages.plain.table import PlainPages
from tabletown.web.pages.ratings import RatingPages
from tabletown.web.pages.replay import ReplayPages
from tabletown.web.pages.result import ResultPages
from tabletown.web.pages.rulebooks import RulebookPages
from tabletown.web.pages.table import TablePages
from tabletown.web.security.invited_only import InvitedOnly
from tabletown.web.security.logs import REQUESTS
from tabletown.web.security.middleware import DeviceCookie, Guard
from tabletown.web.security.token_buckets import address_of
from tabletown.web.settings import DEFAULT, Settings
from tabletown.web.storage.database import why
from tabletown.web.storage.store import Store
from tabletown.web.workers.bots import Workers
from tabletown.web.workers.thread_pool import ThreadPool
from tabletown.web.workshop.pages import WorkshopPages
from tabletown.web.workshop.printing import PrintingPages

log = logging.getLogger("tabletown.web")

SECTIONS = (
    PersonPages,
    NamePages,
    PeoplePages,
    HostPages,
    ChallengePages,
    RatingPages,
    BotPages,
    HomePages,
    TablePages,
    PlainPages,
    ReplayPages,
    ResultPages,
    RulebookPages,
    PrintingPages,
    WorkshopPages,
)  # of the pages
WARM_UP = 2.0  # seconds after start-up
WORDS = {404: Text("We can't find that page."), 405: Text("That can't be done here.")}


def make_app(settings: Settings = DEFAULT, post: NotifierConfig | None = None) -> Starlette:
    """Create the application for a data folder or a database address.

    `post`: replaces the notification settings.
    """
    catalog = Catalog(settings.games)
    hub = Hub(Store(settings.place()), catalog, Workers(catalog, settings), settings, post)
    api = Api(hub)
    pages = Pages(hub, api.new_tables)
    bot_api = BotApi(hub)
    api.described += endpoints_of(BotApi)
    measured = Metrics(hub)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        measured.threads = threads = ThreadPool(min(32, (os.cpu_count() or 1) + 4), "database")
        asyncio.get_running_loop().set_default_executor(threads)  # what asyncio.to_thread uses
        await hub.start()
        # started late, so that loading the games in the workers doesn't delay the first pages
        warming = asyncio.get_running_loop().call_later(WARM_UP, hub.workers.warm_up)
        yield
        warming.cancel()
        await hub.stop()

    async def refuse(scope: Scope, status: int, text: str) -> Response:
        """Answer with an error in the reader's language: JSON for programs, a page for people."""
        if scope["path"].startswith("/api/"):
            return JSONResponse(
                {"error": text, "code": "busy" if status == 429 else "", "rule": "", "table": None}, status
            )
        return pages.error(Request(scope, _nothing), status, text)

    async def failed(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException):
            text = str(WORDS.get(error.status_code, error.detail))
            response = await refuse(request.scope, error.status_code, text)
            response.headers.update(error.headers or {})
            return response
        logging.getLogger(REQUESTS).exception("%s %s failed", request.method, request.url.path, exc_info=error)
        if isinstance(error, sa.exc.DBAPIError):
            text = Text("The tables can't be read or saved right now: {why}.", {"why": why(error)}).render()
            return await refuse(request.scope, 503, text)
        text = say("The error is in the server's log. Everything you did before is safe.")
        return await refuse(request.scope, 500, text)

    async def health(request: Request) -> Response:
        hub.watched, hub.seen_leaving = True, hub.leaving
        failing = "This server is about to stop." if hub.leaving else await hub.store.why_failing()
        told = {"status": "failing", "why": failing} if failing else {"status": "ok"}
        return JSONResponse({**told, "version": __version__}, 503 if failing else 200)

    async def metrics(request: Request) -> Response:
        client, connections = address_of(request.scope), measured.connections
        # a direct request from a proxy's address, not one it forwards
        beside = connections is not None and connections.is_own(client) and "x-forwarded-for" not in request.headers
        if client not in ("127.0.0.1", "::1", "testclient") and not beside:
            raise HTTPException(404)
        return Response(measured.text(), media_type=CONTENT_TYPE)

    routes: list[BaseRoute] = [
        Route("/health", health),
        Route("/metrics", metrics),
        *api.routes(),
        *bot_api.routes(),
        *game_routes(hub, pages),
        *class_routes(hub, pages),
        *manifest.routes(pages),
        *[route for section in SECTIONS for route in section(pages).routes()],
    ]
    if settings.lobby:
        routes[:0] = [*LobbyPages(pages).routes(), *TournamentPages(pages).routes(), *ClubPages(pages).routes()]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(Timed, times=measured.times),
            Middleware(Speaking),
            Middleware(Guard, hub=hub, answer=refuse),
            Middleware(Compressed),
            Middleware(DeviceCookie, person=hub.devices.person, why_not=hub.bans.why_not, answer=refuse),
            Middleware(BotKeys, hub=hub),
            Middleware(InvitedOnly, invitations=hub.invitations, answer=refuse),
        ],
        exception_handlers={HTTPException: failed, Exception: failed},
        lifespan=lifespan,
    )
    app.state.hub = hub
    app.state.metrics = measured
    return app


def game_routes(hub: Hub, pages: Pages) -> list[BaseRoute]:
    """Collect the games' own routes: a game may have a module `web` with `routes(hub, pages)`."""
    found: list[BaseRoute] = []
    for point in entry_points(group=registry.GROUP):
        module = point.module + ".web"
        try:
            if point.name in hub.catalog.games and find_spec(module) is not None:
                found += importlib.import_module(module).routes(hub, pages)
        except ModuleNotFoundError:
            continue
        except Exception:
            log.exception("the pages of %s cannot be loaded", point.name)
    return found


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}
