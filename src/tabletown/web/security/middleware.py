"""Middleware for origins, headers, sizes and rates. Nothing here depends on a game."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabletown.kernel import Text, say
from tabletown.web.seats import Actor, player_id
from tabletown.web.security.token_buckets import address_of, client_of

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

COOKIE = "tabletown"
HOST_COOKIE = "__Host-tabletown"  # under https: no other host of the same domain can set it
PERSON, DEVICE, TOKEN = "tabletown.person", "tabletown.device", "tabletown.token"  # keys in a request's scope
YEAR = 365 * 86400
# what banned people may still do: export their data, erase it, or prove that they have a name
ALSO_BANNED = ("/me/export", "/me/erase", "/sign-in", "/me/with", "/health", "/metrics", "/host")
LARGEST = 64 * 1024  # bytes in a request's body

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # an invitation's address must not leak to other sites
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

Answer = Callable[[Scope, int, str], Awaitable[Response]]  # how this server refuses: scope, status, sentence


def actor_of(connection: HTTPConnection) -> Actor:
    """The sender of a request: by cookie, by `Authorization: Bearer` with a seat's key, or (for sockets only) by
    ?key=."""
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    key = key.strip() if scheme.lower() == "bearer" else ""
    if connection.scope["type"] == "websocket":
        key = key or connection.query_params.get("key", "")
    return Actor(connection.scope.get(PERSON, ""), key[:200])


def token_of(connection: HTTPConnection) -> str:
    """The requester's cookie; "" if there is none or it isn't valid."""
    return str(connection.scope.get(TOKEN, ""))


def device_of(connection: HTTPConnection) -> str:
    """The requester's device: a digest of its cookie."""
    return player_id(token_of(connection))


class DeviceCookie:
    """ASGI middleware that identifies the requesting device (see devices.py)."""

    def __init__(
        self,
        app: ASGIApp,
        person: Callable[[str], Awaitable[str]],
        why_not: Callable[[str, str], Awaitable[Text | None]],
        answer: Answer,
    ) -> None:
        self.app, self.person, self.why_not, self.answer = app, person, why_not, answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith("/static/"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        new, old = (connection.cookies.get(name, "")[:200] for name in (HOST_COOKIE, COOKIE))
        token = new or old
        scope[PERSON] = await self.person(token)
        scope[TOKEN] = token if scope[PERSON] else ""
        scope[DEVICE] = device_of(connection)
        if not scope["path"].startswith(ALSO_BANNED):
            why = await self.why_not(scope[PERSON], address_of(scope))
            if why is not None and scope["type"] == "websocket":
                await deny(send, 403)
                return
            if why is not None:
                await (await self.answer(scope, 403, why.render()))(scope, receive, send)
                return

        async def send_on(message: Message) -> None:
            """Send a cookie from before a change of its name again under the new name."""
            if message["type"] == "http.response.start" and "set-cookie" not in (
                headers := MutableHeaders(scope=message)
            ):
                response = Response()
                remember(response, connection, scope[TOKEN])
                headers.append("set-cookie", response.headers["set-cookie"])
            await send(message)

        is_old = scope["type"] == "http" and scope[TOKEN] and not new and is_https(connection)
        await self.app(scope, receive, send_on if is_old else send)


def known_actor(connection: HTTPConnection) -> tuple[Actor, str]:
    """The sender, with a new cookie for someone who has none: hand its token out with `remember`."""
    actor = actor_of(connection)
    if actor.player:
        return actor, ""
    token: str = connection.app.state.hub.devices.new_token()
    return Actor(player_id(token), actor.key), token


def remember(response: Response, connection: HTTPConnection, token: str) -> None:
    if token:
        secure = is_https(connection)
        response.set_cookie(
            HOST_COOKIE if secure else COOKIE,
            token,
            max_age=YEAR,
            httponly=True,
            samesite="lax",  # strict would not send the cookie when people follow a friend's link
            secure=secure,
        )


def is_https(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")


def same_origin(headers: Headers) -> bool:
    """False if the browser says that another site sent this."""
    site = headers.get("sec-fetch-site")
    origin = headers.get("origin")
    if origin is not None:
        return origin != "null" and urlsplit(origin).netloc == headers.get("host", "")
    return site in (None, "same-origin", "none")


class Guard:
    """Refuses requests that no page of ours would send, before anything else handles them."""

    def __init__(self, app: ASGIApp, hub: Hub, answer: Answer) -> None:
        self.app, self.answer, self.hub = app, answer, hub
        self._requests = hub.buckets("requests", hub.limits.requests)
        self._sockets, self._most = hub.open_by, hub.limits.sockets
        self._hosts = {name.lower() for name in hub.settings.host_names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, path = Headers(scope=scope), scope["path"]
        send = _with_headers(send)
        refused: tuple[int, str] | None = None
        client, counted = client_of(scope), not path.startswith(("/static/", "/games/"))
        if not self._is_here(headers, path):
            refused = 421, say("This server doesn't answer to that name. Check the address.")
        elif counted and self._asks_too_much(client, scope["method"]):
            refused = 429, say("Too many requests. Wait a moment and try again.")
        elif scope["method"] not in ("GET", "HEAD", "OPTIONS") and not same_origin(headers):
            refused = 403, say("This came from another site, so nothing was changed.")
        elif not (length := headers.get("content-length", "0")).isdigit():
            refused = 400, say("The content length isn't a number.")
        elif int(length) > LARGEST:
            refused = 413, say("That's more than this server accepts.")
        if refused is not None:
            response = await self.answer(scope, *refused)
            if refused[0] == 429:
                response.headers["retry-after"] = "5"
            await response(scope, receive, send)
            return
        try:
            await self.app(scope, _limited(receive), self._counted(send, client) if counted else send)
        except TooLong:
            await (await self.answer(scope, 413, say("That's more than this server accepts.")))(scope, receive, send)

    def _asks_too_much(self, client: str, method: str) -> bool:
        """Whether the client exceeds its request rate; moves are never too many bytes, only too many requests."""
        return not self._requests.take(client) or (method == "GET" and not self.hub.bytes.take(client, 0))

    def _counted(self, send: Send, client: str) -> Send:
        """Count a response's bytes towards the client's limit."""

        async def counted(message: Message) -> None:
            if body := message.get("body"):
                self.hub.bytes.take(client, len(body))
            await send(message)

        return counted

    def _is_here(self, headers: Headers, path: str) -> bool:
        """Whether the request uses one of our host names, if they are configured; health checks may use any."""
        name = re.sub(r":\d+$", "", headers.get("host", "")).lower()
        return not self._hosts or name in self._hosts or path in ("/health", "/metrics")

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        client, headers = client_of(scope), Headers(scope=scope)
        if not same_origin(headers) or not self._is_here(headers, scope["path"]):
            await deny(send, 403)
        elif not self._requests.take(client) or not self.hub.bytes.take(client, 0):
            await deny(send, 429)
        elif self.hub.opened_by(client) >= self._most:
            self.hub.limited["sockets"] += 1
            await deny(send, 429)
        else:
            self._sockets[client] = self._sockets.get(client, 0) + 1
            try:
                await self.app(scope, receive, send)
            finally:
                self._sockets[client] -= 1
                if not self._sockets[client]:
                    del self._sockets[client]


class TooLong(Exception):
    pass


def _limited(receive: Receive) -> Receive:
    got = 0

    async def limited() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > LARGEST:
            raise TooLong
        return message

    return limited


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return with_headers


async def deny(send: Send, status: int) -> None:
    await send({"type": "websocket.http.response.start", "status": status, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})
