"""Answers go out compressed: with Brotli or Zstandard where the extra `compression` is installed, else with gzip.

BREACH: where somebody else's words and a secret of the reader's are compressed together, the length says something
about the secret to those who see lengths on the way. So each such answer has a header of random length, as Django does
it; and cookies are SameSite, so that no other site can have such answers made at will.
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

SHORT = 800  # bytes that are not worth it
LONG = 48 * 1024  # bytes that take a thread, so that nobody waits for it
PADDING = 100  # bytes of the random header at most
KINDS = ("text/", "application/json", "application/javascript", "image/svg+xml")


class Coding(NamedTuple):
    """A way to compress that HTTP knows."""

    name: str
    quick: Callable[[bytes], bytes]  # what is made for one answer
    best: Callable[[bytes], bytes]  # files, once


def zstandard() -> Any:
    """Python's own module from 3.14 on, before that the same from a package."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


def installed() -> Iterator[Coding]:
    """What this installation can do, the smallest first: a first table has 71, 75 and 82 KB."""
    with suppress(ImportError):
        import brotli

        yield Coding("br", partial(brotli.compress, quality=5), partial(brotli.compress, quality=11))
    with suppress(ImportError):
        zstd = zstandard()
        yield Coding("zstd", partial(zstd.compress, level=6), partial(zstd.compress, level=19))
    pack = partial(gzip.compress, mtime=0)
    yield Coding("gzip", partial(pack, compresslevel=5), partial(pack, compresslevel=9))


CODINGS = tuple(installed())


def chosen(accepted: str) -> Coding | None:
    """The first of ours that a client takes, by its Accept-Encoding."""
    taken: dict[str, bool] = {}
    for part in accepted.lower().split(","):
        name, _, quality = part.replace(" ", "").partition(";q=")
        taken[name] = quality.strip("0.") != "" or not quality
    return next((coding for coding in CODINGS if taken.get(coding.name, taken.get("*", False))), None)


class Compressed:
    """Answers of one piece; files are kept compressed (see files.py), streams of pieces there are none worth it."""

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
