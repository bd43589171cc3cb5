"""A bot's key gives access to the API of tables and of bots, and to nothing else that belongs to a person."""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tabletown.kernel import Text
from tabletown.web.api.endpoint import problem
from tabletown.web.hub import Hub
from tabletown.web.people.guests import KEY
from tabletown.web.seats import Refusal, is_guest, player_id
from tabletown.web.security.middleware import DEVICE, PERSON, TOKEN, actor_of

OPENS = re.compile(r"/api/(bot|bots|games|tables|join|openapi\.json)(/|$)|/health$")

NO_KEY = Text("This bot key isn't valid any more. Make a new one under “Guest bots”.")
ONLY_TABLES = Text("A bot's key gives access only to the API of tables and bots.")
OFF = Text("This server doesn't accept guest bots. Its host can turn them on with --guest-bots.")


class BotKeys:
    """Middleware inside `DeviceCookie`: a request with a bot's key acts as that bot only."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        self.app, self.hub = app, hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        key = actor_of(HTTPConnection(scope)).key
        if key.startswith(KEY):
            person = await self.hub.devices.person(key)
            refused = None
            if not self.hub.settings.guest_bots:
                refused = OFF
            elif not is_guest(person):
                refused = NO_KEY
            elif not OPENS.match(scope["path"]):
                refused = ONLY_TABLES
            if refused is not None:
                await _refuse(scope, receive, send, Refusal("not-yours", refused))
                return
            scope[PERSON], scope[TOKEN], scope[DEVICE] = person, "", player_id(key)
        await self.app(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.http.response.start", "status": 403, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b""})
        return
    response: Response = problem(refusal)
    await response(scope, receive, send)
