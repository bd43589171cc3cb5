"""The files that pages need: static ones, named by their content so that browsers may cache them, and covers."""

from __future__ import annotations

import hashlib
import mimetypes
import os
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from markupsafe import Markup
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tabletown.drawing import TOKENS, esc
from tabletown.web.assets.bundle import minify_script, one_module, order
from tabletown.web.assets.compression import Coding, chosen
from tabletown.web.assets.sheets import custom_media, expand_media, in_layer, layer_of, minify_sheet

HERE = Path(__file__).parents[1]
STATIC = HERE / "static"
CSS, JS = "css/", "js/"


FOR_EVER = "public, max-age=31536000, immutable"
ELSEWHERE = {"css/tokens.css": TOKENS}  # sheets in other folders


class CachedFile:
    """A file in memory, raw and in every compression requested so far."""

    def __init__(self, data: bytes, tag: str, changed: float = 0) -> None:
        self.data, self.tag, self.changed = data, tag, changed
        self.compressed: dict[str, bytes] = {}  # by content encoding

    def small(self, coding: Coding) -> bytes:
        """Compress quickly for the first request, and as small as possible for later ones."""
        if coding.name not in self.compressed:
            self.compressed[coding.name] = coding.quick(self.data)
            COMPRESSING.submit(self.compress, coding)
        return self.compressed[coding.name]

    def compress(self, coding: Coding) -> None:
        self.compressed[coding.name] = coding.best(self.data)


_cache: dict[Path, CachedFile] = {}
COMPRESSING = ThreadPoolExecutor(1, "files")


FRAMES = STATIC / CSS / "frames.css"


def cached(path: Path) -> CachedFile:
    is_sheet = path.suffix == ".css"
    changed, known = path.stat().st_mtime, _cache.get(path)
    if is_sheet:
        changed = max(changed, FRAMES.stat().st_mtime)
    if known is None or known.changed != changed:
        data = path.read_bytes()
        if is_sheet:
            sheet = expand_media(data.decode(), custom_media(FRAMES.read_text()))
            data = in_layer(sheet, layer_of(path)).encode()
        known = CachedFile(data, hashlib.sha256(data).hexdigest()[:16], changed)
        _cache[path] = known
    return known


def file_response(path: Path, scope: Scope, cache: str = "no-cache") -> Response:
    """Respond with a static file, compressed if the client accepts that; 304 if it has the file."""
    file = cached(path)
    if path.suffix == ".js":
        file = _build((str(path),), [file], lambda: minify_script(file.data.decode()))
    return respond(file, path.name, scope, cache)


def respond(file: CachedFile, name: str, scope: Scope, cache: str) -> Response:
    asked = Headers(scope=scope)
    headers = {"cache-control": cache, "etag": f'"{file.tag}"', "vary": "accept-encoding"}
    if asked.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    body = file.data
    coding = chosen(asked.get("accept-encoding", ""))
    if coding is not None and len(small := file.small(coding)) < len(body):
        body, headers["content-encoding"] = small, coding.name
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(body, media_type=kind, headers=headers)


def join_sheets(names: tuple[str, ...]) -> CachedFile | None:
    """Several sheets of css/ as one file, in this order; None if one doesn't exist."""
    paths = [ELSEWHERE.get(CSS + name, STATIC / CSS / name) for name in names]
    if len(set(names)) < len(names) or not all(
        re.fullmatch(r"(?:[\w-]+/)?[\w-]+\.css", n) and p.is_file() for n, p in zip(names, paths)
    ):
        return None
    files = [cached(path) for path in paths]
    return _build(names, files, lambda: minify_sheet("\n".join(file.data.decode() for file in files)))


def bundle_script(name: str) -> CachedFile | None:
    """A module of js/ bundled with all its imports; None if it doesn't exist."""
    if not re.fullmatch(r"[\w-]+/[\w-]+\.js", name) or not (STATIC / JS / name).is_file():
        return None
    files = [cached(STATIC / JS / each) for each in order(name, _source)]
    return _build((name,), files, lambda: one_module(name, _source))


def _source(name: str) -> str:
    return cached(STATIC / JS / name).data.decode()


def _build(names: tuple[str, ...], files: list[CachedFile], make: Callable[[], str]) -> CachedFile:
    tag = hashlib.sha256("".join(file.tag for file in files).encode()).hexdigest()[:16]
    if _built.get(names, (None, None))[0] != tag:
        data = make().encode()
        _built[names] = tag, CachedFile(data, tag)
        if len(_built) > 50:
            del _built[next(iter(_built))]
    return _built[names][1]


_built: dict[tuple[str, ...], tuple[str, CachedFile]] = {}  # bundles
BUNDLES = "bundles/"  # prefix of a module bundled with its imports


class Static(StaticFiles):
    """Static files. Under a versioned name they may be cached for ever; under their plain name they are revalidated."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        folder, _, rest = path.replace(os.sep, "/").partition("/")
        cache = FOR_EVER if folder == version() else "no-cache"
        if rest.startswith(BUNDLES) and (script := bundle_script(rest.removeprefix(BUNDLES))) is not None:
            return respond(script, rest, scope, cache)
        if "," in rest and (sheets := join_sheets(tuple(rest.removeprefix(CSS).split(",")))) is not None:
            return respond(sheets, "sheets.css", scope, cache)
        if folder == version():
            return await super().get_response(rest, {**scope, "kept": True})
        return await super().get_response(rest if re.fullmatch(r"v-[0-9a-f]{10}", folder) else path, scope)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        if path in ELSEWHERE:
            return str(ELSEWHERE[path]), ELSEWHERE[path].stat()
        return super().lookup_path(path)

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, status_code: int = 200) -> Response:
        return file_response(Path(full_path), scope, FOR_EVER if scope.get("kept") else "no-cache")


class _Version:
    looked, name = 0.0, ""


def version() -> str:
    """One version for all static files, so that modules find each other under it."""
    if time.monotonic() - _Version.looked > 1:
        files = [*sorted(STATIC.rglob("*")), *ELSEWHERE.values()]
        tags = "".join(cached(path).tag for path in files if path.is_file())
        _Version.name = f"v-{hashlib.sha256(tags.encode()).hexdigest()[:10]}"
        _Version.looked = time.monotonic()
    return _Version.name


def static_url(name: str) -> str:
    return f"/static/{version()}/{name}"


def styles(*names: str) -> Markup:
    """A single link to all these sheets of css/."""
    return Markup('<link rel="stylesheet" href="{}">').format(
        static_url(CSS + ",".join(name for name in names if name))
    )


def sheet_of(game: str) -> str:
    """The name of a game's own sheet, for `styles`; "" if it has none."""
    name = f"game-{game}.css"
    return name if CSS + name in ELSEWHERE else ""


def add_sheet(game: str, folder: Path | None) -> None:
    if folder is not None and (folder / "style.css").is_file():
        ELSEWHERE[f"{CSS}game-{game}.css"] = folder / "style.css"


def module(name: str) -> Markup:
    """The script tag for a module of js/, bundled with its imports."""
    return Markup('<script type="module" src="{}"></script>').format(static_url(BUNDLES + name))


def plain_cover(title: str) -> str:
    """The cover of a game that has none of its own."""
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
