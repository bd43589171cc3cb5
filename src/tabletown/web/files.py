"""The files that pages need: static ones, named by their content so that browsers may keep them, and covers."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tabletown.drawing import TOKENS, esc

HERE = Path(__file__).parent
STATIC = HERE / "static"


class Static(StaticFiles):
    """Files whose address names their content (?v=…) may be kept for ever; the others are asked for anew."""

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, status_code: int = 200) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers.update(cached(scope))
        return response


def cached(scope: Scope) -> dict[str, str]:
    known = b"v=" in scope.get("query_string", b"")
    return {"cache-control": "public, max-age=31536000, immutable" if known else "no-cache"}


_versions: dict[str, tuple[float, str]] = {}


def static_url(name: str) -> str:
    path = TOKENS if name == "tokens.css" else STATIC / name
    try:
        changed = path.stat().st_mtime
    except FileNotFoundError:
        return f"/static/{name}"
    if _versions.get(name, (0.0, ""))[0] != changed:
        _versions[name] = changed, hashlib.sha256(path.read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={_versions[name][1]}"


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
