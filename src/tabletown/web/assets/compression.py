"""Pages and JSON go out compressed; what is long is compressed beside the event loop, so that nobody waits for it."""

from __future__ import annotations

import asyncio
import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SHORT = 800  # bytes that are not worth it
LONG = 48 * 1024  # bytes that take a thread
KINDS = ("text/", "application/json", "application/javascript", "image/svg+xml")
LEVEL = 5


class Compressed:
    """Answers of one piece; files are kept compressed (see files.py), streams of pieces there are none worth it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            await self.app(scope, receive, send)
            return
        start: Message | None = None

        async def compressing(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                begun, start = start, None
                headers, body = MutableHeaders(scope=begun), message.get("body", b"")
                fits = headers.get("content-type", "").startswith(KINDS) and "content-encoding" not in headers
                if fits and len(body) >= SHORT and not message.get("more_body", False):
                    make = asyncio.to_thread(gzip.compress, body, LEVEL) if len(body) > LONG else None
                    small = await make if make is not None else gzip.compress(body, LEVEL)
                    message = {**message, "body": small}
                    headers["content-encoding"] = "gzip"
                    headers["content-length"] = str(len(small))
                    headers.add_vary_header("accept-encoding")
                await send(begun)
            await send(message)

        await self.app(scope, receive, compressing)
