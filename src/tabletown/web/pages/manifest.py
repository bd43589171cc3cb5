"""What makes the site an installable app: a manifest, a service worker, an offline page, QR codes."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.kernel import say
from tabletown.web.assets.files import STATIC, static_url, version
from tabletown.web.assets.qr import qr
from tabletown.web.pages.common import Pages
from tabletown.web.seats import Refusal

ICONS = (
    ("images/icon-192.png", 192, "any"),
    ("images/icon-512.png", 512, "any"),
    ("images/icon-maskable.png", 512, "maskable"),
)


def routes(pages: Pages) -> list[BaseRoute]:
    async def manifest(request: Request) -> Response:
        told = {
            "id": "/",
            "name": "Tabletown",
            "short_name": "Tabletown",
            "description": say("Play tabletop games about cities in the browser: alone, on one screen, or by link."),
            "start_url": "/me",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f4efe4",
            "theme_color": "#b03f27",
            "icons": [
                {"src": static_url(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
                for name, size, purpose in ICONS
            ],
            "shortcuts": [{"name": say("New table"), "url": "/new"}, {"name": say("Your tables"), "url": "/me"}],
        }
        return JSONResponse(told, media_type="application/manifest+json", headers={"cache-control": "no-cache"})

    async def worker(request: Request) -> Response:
        """The service worker, served from the root so that it controls all pages."""
        script = (STATIC / "js" / "service_worker.js").read_text(encoding="utf-8").replace("VERSION", version(), 1)
        return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})

    async def offline(request: Request) -> Response:
        return pages.page(request, "offline.html")

    async def picture(request: Request) -> Response:
        """A link of this server as a QR code."""
        path = request.query_params.get("path", "")
        if not re.fullmatch(r"/(?:t|join|seat)/[\w-]{1,80}", path):
            return pages.error(request, 404, Refusal("none", "That link doesn't work.").text)
        drawn = str(qr(str(request.base_url).rstrip("/") + path)).replace(
            "<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1
        )
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "private, max-age=86400"})

    return [
        Route("/manifest.webmanifest", manifest),
        Route("/sw.js", worker),
        Route("/offline", offline),
        Route("/qr.svg", picture),
    ]
