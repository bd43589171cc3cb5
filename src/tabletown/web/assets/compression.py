"""Compress responses: with Brotli or Zstandard if the extra `compression` is installed, otherwise with gzip.

Against BREACH (guessing a secret from the compressed length when an attacker's text stands beside it), each such
response has a header of random length, as in Django; and cookies are SameSite, so that no other site can trigger such
responses at will.
"""

from __future__ import annotations

import asyncio
import gzip
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SHORT = 800  # bytes below which compression isn't worth it
LONG = 48 * 1024  # bytes from which compression runs in a thread, so that nobody waits for it
PADDING = 100  # largest random header, in bytes
KINDS = ("text/", "application/json", "application/javascript", "image/svg+xml")


class Coding(NamedTuple):
    """A compression method of HTTP."""

    name: str
    quick: Callable[[bytes], bytes]  # for a single response
    best: Callable[[bytes], bytes]  # for files, done once


def zstandard() -> Any:
    """Python's own module from 3.14 on; before that, the package's."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


def installed() -> Iterator[Coding]:
    """The installed methods, the smallest result first: a new table has 71, 75 and 82 KB."""
    with suppress(ImportError):
        import brotli

        yield Coding("br", partial(brotli.compress, quality=5), partial(brotli.compress, quality=11))
    with suppress(ImportError):
        zstd = zstandard()
        yield Coding("zstd", partial(zstd.compress, level=6), partial(zstd.compress, level=19))
    pack = partial(gzip.compress, mtime=0)
    yield Coding("gzip", partial(pack, compresslevel=6), partial(pack, compresslevel=9))


CODINGS = tuple(installed())


def chosen(accepted: str) -> Coding | None:
    """The first of our methods that the client accepts."""
    taken: dict[str, bool] = {}
    for part in accepted.lower().split(","):
        name, _, quality = part.replace(" ", "").partition(";q=")
        taken[name] = quality.strip("0.") != "" or not quality
    return next((coding for coding in CODINGS if taken.get(coding.name, taken.get("*", False))), None)


class Compressed:
    """Compresses responses of one piece. Files are kept compressed (see files.py); streams aren't worth it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        coding = chosen(Headers(scope=scope).get("accept-encoding", "")) if scope["type"] == "http" else None
        if coding is None:
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
                    make = asyncio.to_thread(coding.quick, body) if len(body) > LONG else None
                    small = await make if make is not None else coding.quick(body)
                    message = {**message, "body": small}
                    headers["content-encoding"] = coding.name
                    headers["content-length"] = str(len(small))
                    headers["x-padding"] = "0" * secrets.randbelow(PADDING)
                    headers.add_vary_header("accept-encoding")
                await send(begun)
            await send(message)

        await self.app(scope, receive, compressing)
