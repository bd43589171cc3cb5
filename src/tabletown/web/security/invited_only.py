"""Around the application: who may come in where the host wants invited people only."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tabletown.kernel import Text
from tabletown.web.desk.invitations import Invitations
from tabletown.web.security.middleware import actor_of, deny

OPEN = ("/static/", "/health", "/metrics", "/host", "/sign-in", "/me/with", "/me/export", "/me/erase", "/welcome/")
FOR_CLASSES = "/class/"  # a class looks itself whom its pages are for
CLOSED = Text("This server is for invited people. Ask its host for an invitation, or sign in if you have a name here.")


def is_open(path: str) -> bool:
    """Whether strangers may open this page: pupils come with the code of their class."""
    return path == "/join" or path.startswith((*OPEN, FOR_CLASSES))


class InvitedOnly:
    """ASGI middleware, inside `DeviceCookie` and `BotKeys`: refuses strangers where the host wants none."""

    def __init__(
        self, app: ASGIApp, invitations: Invitations, answer: Callable[[Scope, int, str], Awaitable[Response]]
    ) -> None:
        self.app, self.invitations, self.answer = app, invitations, answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watched = scope["type"] in ("http", "websocket") and not is_open(scope["path"])
        if not watched or await self.invitations.lets_in(actor_of(HTTPConnection(scope)).player):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await deny(send, 403)
        else:
            await (await self.answer(scope, 403, CLOSED().render()))(scope, receive, send)
