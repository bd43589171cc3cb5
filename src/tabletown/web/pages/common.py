"""What all pages share: templates, limits, finding the table, and refusals with reasons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    DictLoader,
    Environment,
    PrefixLoader,
    StrictUndefined,
    Template,
    select_autoescape,
)
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tabletown.bots import LEVELS
from tabletown.bots.levels import strengths
from tabletown.drawing import MARKS, MEDALS, named
from tabletown.kernel import Game, Text, say
from tabletown.kernel.errors import TabletownError, UnknownGame
from tabletown.kernel.text import language
from tabletown.translations import with_words_of
from tabletown.web.assets.files import (
    HERE,
    add_sheet,
    module,
    sheet_of,
    static_url,
    styles,
)
from tabletown.web.catalog import GameCard
from tabletown.web.hub import Hub
from tabletown.web.languages import for_pages
from tabletown.web.seats import Actor, Refusal
from tabletown.web.security.middleware import actor_of, remember
from tabletown.web.security.token_buckets import Buckets, client_of
from tabletown.web.tables.read_only import OldRules, OldTable
from tabletown.web.tables.table import Table

TITLES = {
    400: Text("We can't read that"),
    403: Text("Not allowed"),
    404: Text("Page not found"),
    405: Text("That can't be done here"),
    409: Text("No longer possible"),
    413: Text("That's too much"),
    422: Text("That's against the rules"),
    429: Text("Slow down a little"),
    500: Text("Something went wrong"),
    503: Text("Not now"),
}


def levels(game: Game) -> list[dict[str, str]]:
    """The bot levels to choose from: both halves of names such as "Easy: overlooks a lot", and their strength in this
    game."""
    strong = strengths(game)
    return [
        dict(zip(("id", "title", "line"), (x.id, *named(x.title).split(": ", 1), ""))) | {"wins": strong.get(x.id, "")}
        for x in LEVELS
    ]


Page = Callable[[Any, Request], Coroutine[Any, Any, Response]]


def refusing(handler: Page) -> Any:
    """Turn every refusal into a page with the reason."""

    async def wrapped(self: Pages, request: Request) -> Response:
        try:
            return await handler(self, request)
        except OldRules as old:
            return await self.old(request, old)
        except Refusal as refusal:
            return self.error(request, refusal.status, refusal.text)
        except UnknownGame as error:
            return self.error(request, 404, str(error))
        except TabletownError as error:
            return self.error(request, 400, str(error))

    wrapped.__name__ = handler.__name__
    return wrapped


def templates_in(folder: Path) -> DictLoader:
    """All templates of a folder as they are now: a newer version may be installed while this one still serves."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return DictLoader({path.relative_to(folder).as_posix(): path.read_text("utf-8", "replace") for path in paths})


class Pages:
    def __init__(self, hub: Hub, new_tables: Buckets) -> None:
        self.hub, self.new_tables = hub, new_tables
        self._codes = hub.buckets("codes", hub.limits.codes)
        self._own: dict[str, BaseLoader] = {
            game.about.id: templates_in(game.folder / "templates")
            for game in hub.catalog.games.values()
            if game.folder is not None and (game.folder / "templates").is_dir()
        }
        self.templates = Environment(
            loader=ChoiceLoader([templates_in(HERE / "templates"), PrefixLoader(self._own)]),
            autoescape=select_autoescape(default=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        for game in hub.catalog.games.values():
            add_sheet(game.about.id, game.folder)
        self.templates.globals.update(
            static=static_url,
            module=module,
            styles=styles,
            sheet_of=sheet_of,
            marks=MARKS,
            medals=MEDALS,
            guest_bots=hub.settings.guest_bots,
            **for_pages(),
        )

    def add_templates(self, prefix: str, folder: Path) -> None:
        """Make the templates in this folder available as `prefix/name`."""
        self._own[prefix] = templates_in(folder)

    def opens_another(self, request: Request) -> None:
        """Check the limit on open tables; call it before opening one for a person."""
        if not self.new_tables.take(client_of(request.scope)):
            raise Refusal("busy", "You're opening tables too quickly. Try again in a minute.")

    def guessing(self, connection: HTTPConnection, wrong: bool = False) -> None:
        """Limit guesses of short codes: call it before a code is looked up, and again if it was wrong."""
        if not self._codes.take(client_of(connection.scope), int(wrong)) and not wrong:
            raise Refusal("busy", "Too many wrong codes from your network. Wait a minute and try again.")

    def page(self, request: Request, name: str | Template, code: int = 200, **context: Any) -> Response:
        person = actor_of(request).player
        html = self.templates.get_template(name).render(
            request=request,
            path=request.url.path,
            announcement=self.hub.desk.announced() if self.hub.desk.is_open else "",
            me=self.hub.name_of(person),
            looking=self.hub.lobby.is_looking(person),
            meets=self.hub.settings.lobby,
            makes=self.hub.settings.workshop != "off",
            games=[self.card(game) for game in self.hub.catalog.cards],
            **context,
        )
        headers = {"cache-control": "no-store" if request.cookies else "no-cache"}
        return Response(html, code, media_type="text/html", headers=headers)

    def error(self, request: Request, status: int, text: str) -> Response:
        if request.headers.get("accept") == "application/json":  # a script of ours asks
            return JSONResponse({"error": text}, status, {"cache-control": "no-store"})
        title = TITLES.get(status, Text("That didn't work")).render()
        return self.page(request, "error.html", status, status=status, title=title, text=text, back="")

    def card(self, game: str) -> GameCard:
        return self.hub.catalog.card(game)

    def game(self, request: Request) -> Game:
        return self.hub.catalog.find(request.path_params["game"])

    async def find(self, request: Request) -> tuple[Table, Actor]:
        actor, id = actor_of(request), request.path_params["id"]
        table = await self.hub.open(id) if len(id) <= 40 else None
        if table is None:
            raise Refusal("none", "We can't find that table. It may have been deleted.")
        if not table.may_watch(actor):
            raise Refusal("not-yours", "This table is private. Ask a player for a link.")
        language.set(with_words_of(table.match.game, language.get()))
        await table.settled()
        return table, actor

    def head(self, table: Table) -> dict[str, Any]:
        return {
            "id": table.id,
            "game": table.match.game.about.id,
            "title": named(table.title),
            "url": table.url,
            "watch": table.watch,
            "over": table.match.over,
            "clock": table.clock,
            "rated": table.rated,
        }

    def go_to(self, request: Request, table: Table, token: str) -> Response:
        response = RedirectResponse(table.url, 303)
        remember(response, request, token)
        return response

    async def old(self, request: Request, old: OldRules) -> Response:
        """The page of a table with outdated rules: its stored picture, and what can be done with it."""
        table = await asyncio.to_thread(OldTable, self.hub, old.game, old.loaded)
        actor, at = actor_of(request), request.query_params.get("at", "")
        if not table.may_watch(actor):
            return self.error(request, 403, say("This table is private. Ask a player for a link."))
        if request.url.path.endswith("/download") and table.may_download(actor):
            name = f"{table.row.game}-{table.row.id}.json"
            headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
            return Response(table.saved(), media_type="application/json", headers=headers)
        shown = table.shown(actor, int(at) if at.isdecimal() and len(at) < 6 else None)
        card = self.card(table.row.game)
        return self.page(request, "read_only.html", table=table.row, text=old.text, chosen=card, **shown)


class Section(Pages):
    """A group of pages, one module each."""

    def __init__(self, pages: Pages) -> None:
        self.hub, self.templates = pages.hub, pages.templates
        self.new_tables, self._codes = pages.new_tables, pages._codes
