"""The files that pages need: static ones, named by their content so that browsers may keep them, and covers."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
import re
import time
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tabletown.drawing import TOKENS, esc

HERE = Path(__file__).parent
STATIC = HERE / "static"


FOR_EVER = "public, max-age=31536000, immutable"
OTHERS = {"tokens.css": TOKENS}  # that lie elsewhere


class Kept(NamedTuple):
    """A file in memory, as it is and compressed."""

    changed: float
    data: bytes
    small: bytes
    tag: str


_kept: dict[Path, Kept] = {}


def kept(path: Path) -> Kept:
    changed, known = path.stat().st_mtime, _kept.get(path)
    if known is None or known.changed != changed:
        data = path.read_bytes()
        known = Kept(changed, data, gzip.compress(data, 9, mtime=0), hashlib.sha256(data).hexdigest()[:16])
        _kept[path] = known
    return known


def file_response(path: Path, scope: Scope, cache: str = "no-cache") -> Response:
    """A file of ours, compressed where the client takes that; 304 where it has it."""
    return respond(kept(path), path.name, scope, cache)


def respond(file: Kept, name: str, scope: Scope, cache: str) -> Response:
    asked = Headers(scope=scope)
    headers = {"cache-control": cache, "etag": f'"{file.tag}"', "vary": "accept-encoding"}
    if asked.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    body = file.data
    if "gzip" in asked.get("accept-encoding", "") and len(file.small) < len(body):
        body, headers["content-encoding"] = file.small, "gzip"
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(body, media_type=kind, headers=headers)


def joined(names: tuple[str, ...]) -> Kept | None:
    """Several sheets as one file, in this order; None where one of them is none of ours."""
    paths = [OTHERS.get(name, STATIC / name) for name in names]
    if len(set(names)) < len(names) or not all(
        re.fullmatch(r"[\w-]+\.css", n) and p.is_file() for n, p in zip(names, paths)
    ):
        return None
    files = [kept(path) for path in paths]
    tag = hashlib.sha256("".join(file.tag for file in files).encode()).hexdigest()[:16]
    if _joined.get(names, (None, None))[0] != tag:
        data = b"\n".join(file.data for file in files)
        _joined[names] = tag, Kept(0, data, gzip.compress(data, 9, mtime=0), tag)
        if len(_joined) > 50:
            del _joined[next(iter(_joined))]
    return _joined[names][1]


_joined: dict[tuple[str, ...], tuple[str, Kept]] = {}


class Static(StaticFiles):
    """Files under the name of this version of all of them may be kept for ever; under their own they are asked anew."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        folder, _, rest = path.replace(os.sep, "/").partition("/")
        if folder == version():
            if "," in rest and (sheets := joined(tuple(rest.split(",")))) is not None:
                return respond(sheets, "sheets.css", scope, FOR_EVER)
            return await super().get_response(rest, {**scope, "kept": True})
        return await super().get_response(rest if re.fullmatch(r"v-[0-9a-f]{10}", folder) else path, scope)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        if path in OTHERS:
            return str(OTHERS[path]), OTHERS[path].stat()
        return super().lookup_path(path)

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, status_code: int = 200) -> Response:
        return file_response(Path(full_path), scope, FOR_EVER if scope.get("kept") else "no-cache")


class _Version:
    looked, name = 0.0, ""


def version() -> str:
    """One name for all static files as they are: modules find each other under it by themselves."""
    if time.monotonic() - _Version.looked > 1:
        files = [*sorted(STATIC.iterdir()), *OTHERS.values()]
        tags = "".join(kept(path).tag for path in files if path.is_file())
        _Version.name = f"v-{hashlib.sha256(tags.encode()).hexdigest()[:10]}"
        _Version.looked = time.monotonic()
    return _Version.name


def static_url(name: str) -> str:
    return f"/static/{version()}/{name}"


def styles(*names: str) -> Markup:
    """One link to all these sheets."""
    return Markup('<link rel="stylesheet" href="{}">').format(static_url(",".join(names)))


def module(name: str) -> Markup:
    """A module's script, and what it imports fetched beside it instead of one after the other."""
    found, seen = [name], {name}
    for each in found:
        for other in re.findall(r'^(?:import|export)[^"]*"\./([\w-]+\.js)"', (STATIC / each).read_text(), re.MULTILINE):
            if other not in seen:
                seen.add(other)
                found.append(other)
    links = Markup().join(Markup('<link rel="modulepreload" href="{}">').format(static_url(each)) for each in found[1:])
    return links + Markup('<script type="module" src="{}"></script>').format(static_url(name))


def plain_cover(title: str) -> str:
    """For a game that has no cover of its own."""
    lines = "".join(
        f'<text x="48" y="{640 + 56 * i}" font-family="sans-serif" font-size="52" font-weight="700" '
        f'fill="#1c2430">{esc(word)}</text>'
        for i, word in enumerate(title.split()[:3])
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800"><path fill="#5b7a99" d="M0,0H600V560H0Z"/>'
        '<path fill="none" stroke="#f3ede0" stroke-width="26" d="M-20,420C180,420 220,140 620,140M140,-20V580"/>'
        f'<path fill="#f3ede0" d="M0,560H600V800H0Z"/>{lines}</svg>'
    )
