"""The pages around the tables: home, new table, table, invitations, replay, rulebooks, and clear refusals."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import urlsplit

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, select_autoescape
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from tabletown.bots import LEVELS, USUAL
from tabletown.bots.levels import strengths
from tabletown.drawing import MARKS, named
from tabletown.kernel import Game, Text, save, say
from tabletown.kernel.errors import TabletownError, UnknownGame
from tabletown.learn import has_lesson
from tabletown.learn.primer import figures, load_primer
from tabletown.web import luck
from tabletown.web import messages as m
from tabletown.web.api import STATUS
from tabletown.web.catalog import GameCard
from tabletown.web.chairs import Actor, Refusal, clean
from tabletown.web.files import (
    HERE,
    STATIC,
    Static,
    add_sheet,
    file_response,
    module,
    plain_cover,
    sheet_of,
    static_url,
    styles,
)
from tabletown.web.forms import (
    CLOCKS,
    KINDS,
    BranchForm,
    NameForm,
    OldForm,
    PlayForm,
    SitForm,
    fields_of,
    form_of,
    read_form,
)
from tabletown.web.hub import Hub
from tabletown.web.languages import for_pages
from tabletown.web.limits import Buckets
from tabletown.web.lists import best_alone, table_cards
from tabletown.web.old import OldRules, OldTable
from tabletown.web.results import ResultPages
from tabletown.web.rulebooks import rulebook_of
from tabletown.web.schema import BRANCHED
from tabletown.web.security import COOKIE, actor_of, client_of, known_actor, remember
from tabletown.web.tables import Table
from tabletown.web.tries import can_challenge, challenge_url

FINISHED = 12  # finished matches on a page of the home page

NO_LINK = Text("This link or code leads nowhere. Perhaps part of it is missing.")
TITLES = {
    400: Text("That cannot be read"),
    403: Text("Not allowed"),
    404: Text("There is nothing here"),
    405: Text("That cannot be done here"),
    409: Text("No longer possible"),
    413: Text("That is too much"),
    422: Text("That is against the rules"),
    429: Text("Slow down a little"),
    500: Text("Something broke"),
    503: Text("Not now"),
}


def levels(game: Game) -> list[dict[str, str]]:
    """The bots as people pick them: "Easy: overlooks a lot" in its two halves, and how strong that is in this game."""
    strong = strengths(game)
    return [
        dict(zip(("id", "title", "line"), (x.id, *named(x.title).split(": ", 1), ""))) | {"wins": strong.get(x.id, "")}
        for x in LEVELS
    ]


Page = Callable[[Any, Request], Coroutine[Any, Any, Response]]


def refusing(handler: Page) -> Any:
    """Every refusal becomes a page that says why."""

    async def wrapped(self: Pages, request: Request) -> Response:
        try:
            return await handler(self, request)
        except OldRules as old:
            return await self.old(request, old)
        except Refusal as refusal:
            return self.error(request, STATUS.get(refusal.code, 400), refusal.text)
        except UnknownGame as error:
            return self.error(request, 404, str(error))
        except TabletownError as error:
            return self.error(request, 400, str(error))

    wrapped.__name__ = handler.__name__
    return wrapped


class Pages:
    def __init__(self, hub: Hub, new_tables: Buckets) -> None:
        self.hub, self.new_tables = hub, new_tables
        self._codes = hub.buckets("codes", hub.limits.codes)
        own = {
            game.about.id: FileSystemLoader(game.folder / "templates")
            for game in hub.catalog.games.values()
            if game.folder is not None and (game.folder / "templates").is_dir()
        }
        self.templates = Environment(
            loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(own)]),
            autoescape=select_autoescape(default=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        for game in hub.catalog.games.values():
            add_sheet(game.about.id, game.folder)
        self.templates.globals.update(
            static=static_url, module=module, styles=styles, sheet_of=sheet_of, marks=MARKS, **for_pages()
        )

    def guessing(self, connection: HTTPConnection, wrong: bool = False) -> None:
        """Called before a short code is looked up, and when it was wrong: nobody tries them all."""
        if not self._codes.take(client_of(connection.scope), int(wrong)) and not wrong:
            raise Refusal("busy", "Too many wrong codes came from here; wait a minute.")

    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/", self.home),
            Route("/new", self.new),
            Route("/new", self.open_new, methods=post),
            Route("/play/{game}", self.play, methods=post),
            Route("/learn/{game}", self.primer),
            Route("/learn/{game}", self.learn, methods=post),
            Route("/go", self.go),
            Route("/t/{id}", self.table),
            Route("/t/{id}/sit", self.sit, methods=post),
            Route("/t/{id}/replay", self.replay),
            Route("/t/{id}/branch", self.branch, methods=post),
            Route("/t/{id}/download", self.download),
            Route("/t/{id}/luck", self.luck),
            Route("/t/{id}/delete", self.delete, methods=post),
            Route("/t/{id}/old", self.old_do, methods=post),
            Route("/join/{invite}", self.join),
            Route("/join/{invite}", self.take_seat, methods=post),
            Route("/seat/{key}", self.device),
            Route("/seat/{key}", self.move_here, methods=post),
            Route("/settings", self.settings),
            Route("/rules", self.rulebooks),
            Route("/rules/{game}", self.rules),
            Route("/games/{game}/cover.svg", self.cover),
            Route("/games/{game}/style.css", self.style),
            Route("/t/{id}/result", self.result),
            Route("/t/{id}/result.png", self.result_picture),
            Mount("/static", Static(directory=STATIC)),
        ]

    # ------------------------------------------------------------------ making pages

    def page(self, request: Request, name: str, code: int = 200, **context: Any) -> Response:
        html = self.templates.get_template(name).render(
            request=request,
            path=request.url.path,
            me=self.hub.name_of(actor_of(request).player),
            games=[self.card(game) for game in self.hub.catalog.cards],
            **context,
        )
        headers = {"cache-control": "no-store" if request.cookies else "no-cache"}
        return Response(html, code, media_type="text/html", headers=headers)

    def error(self, request: Request, status: int, text: str) -> Response:
        title = TITLES.get(status, Text("That did not work")).render()
        return self.page(request, "error.html", status, status=status, title=title, text=text, back="")

    def card(self, game: str) -> GameCard:
        return self.hub.catalog.card(game)

    def game(self, request: Request) -> Game:
        return self.hub.catalog.find(request.path_params["game"])

    async def find(self, request: Request) -> tuple[Table, Actor]:
        actor, id = actor_of(request), request.path_params["id"]
        table = await self.hub.open(id) if len(id) <= 40 else None
        if table is None:
            raise Refusal("none", "There is no such table. Perhaps part of its address is missing.")
        if not table.may_watch(actor):
            raise Refusal("not-yours", "Only those who sit at this table may see it.")
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
        }

    # ------------------------------------------------------------------ home and lists

    @refusing
    async def home(self, request: Request) -> Response:
        player, wanted = actor_of(request).player, request.query_params.get("page", "0")
        page = int(wanted) if wanted.isdecimal() and len(wanted) < 6 else 0
        return self.page(request, "home.html", **await asyncio.to_thread(self._lists, player, page))

    def _lists(self, player: str, page: int) -> dict[str, Any]:
        """What the home page lists; read aside, so that nobody's move waits for it."""
        hub, store = self.hub, self.hub.store
        mine = table_cards(hub, store.tables_of(player, over=False), player) if player else []
        mine.sort(key=lambda card: not card.your_turn)
        ended = store.tables_of(player, over=True, limit=FINISHED + 1, page=page, step=FINISHED) if player else []
        free = table_cards(hub, store.open_tables(), player)
        known = {card.id for card in mine}
        return {
            "mine": mine,
            "finished": table_cards(hub, ended[:FINISHED], player),
            "page": page,
            "earlier": len(ended) > FINISHED,
            "open": [card for card in free if card.id not in known],
            "best": best_alone(hub, player),
        }

    @refusing
    async def go(self, request: Request) -> Response:
        """A link or code that somebody was given: to the place it means, on this server only."""
        pasted = "".join(request.query_params.get("link", "").split())[:400]
        if re.match(r"[^/]+[.:][^/]*/", pasted) and "//" not in pasted:  # an address without its https://
            pasted = f"//{pasted}"
        try:
            link = urlsplit(pasted if "//" in pasted or pasted.startswith("/") else f"/{pasted}")
        except ValueError:  # brackets of an address that is none
            raise Refusal("none", NO_LINK) from None
        code = link.path.strip("/")
        self.guessing(request)
        store = self.hub.store
        if re.fullmatch(r"[\w-]+", code) and not link.query:  # a bare code: of a table, or of an invitation
            if store.seat_by("invite", code) is not None:
                return RedirectResponse(f"/join/{code}", 303)
            if await self.hub.open(code.lower()) is not None:
                return RedirectResponse(f"/t/{code.lower()}", 303)
            for find in self.hub.codes:
                if (found := find(code)) is not None:
                    return RedirectResponse(found, 303)
        elif re.fullmatch(r"[\w-]+(/[\w-]+)*", code):
            return RedirectResponse(f"/{code}" + (f"?{link.query}" if link.query else ""), 303)
        self.guessing(request, wrong=True)
        raise Refusal("none", NO_LINK)

    # ------------------------------------------------------------------ new tables

    @refusing
    async def new(self, request: Request) -> Response:
        """Opens on the game one comes from, else on the lightest."""
        wanted = request.query_params.get("game", "") or self._came_from(request)
        wanted = wanted or min(self.hub.catalog.games, key=self._weight, default="")
        preset = {key: value for key, value in request.query_params.items() if key.startswith("option-")}
        return self.new_form(request, wanted, preset)

    async def settings(self, request: Request) -> Response:
        return self.page(request, "settings.html")

    def _weight(self, game: str) -> tuple[int, int]:
        card = self.card(game)
        return card.rank, card.most

    def _came_from(self, request: Request) -> str:
        path = urlsplit(request.headers.get("referer", "")).path.strip("/").split("/")
        if path[0] == "t" and len(path) > 1:
            table = self.hub.tables.get(path[1])
            return table.match.game.about.id if table is not None else ""
        return path[1] if path[0] == "rules" and len(path) > 1 and path[1] in self.hub.catalog.games else ""

    def new_form(
        self, request: Request, game: str, form: dict[str, str] | None = None, error: str = "", status: int = 200
    ) -> Response:
        chosen = self.card(game)
        return self.page(
            request,
            "new.html",
            status,
            game=chosen,
            chosen=chosen,
            settings=chosen.settings,
            by_hand=chosen.by_hand,
            bots=levels(self.hub.catalog.find(game)),
            usual=USUAL,
            kinds=KINDS,
            clocks=CLOCKS,
            error=error,
            form=form or {},
            best=best_alone(self.hub, actor_of(request).player).get(game),
        )

    @refusing
    async def open_new(self, request: Request) -> Response:
        fields = await fields_of(request)
        game = fields.get("game", "")
        try:
            wish, name = read_form(fields, self.card(game))
            return await self._open(request, wish, name)
        except (Refusal, UnknownGame, TabletownError) as error:
            if game not in self.hub.catalog.games:
                raise
            status = STATUS.get(error.code, 400) if isinstance(error, Refusal) else 400
            return self.new_form(request, game, fields, str(error), status)

    @refusing
    async def play(self, request: Request) -> Response:
        """One click: you against good bots."""
        form, game = await form_of(request, PlayForm), self.game(request)
        others = [m.SeatWish("bot", bot=form.bot)] * (game.about.default_seats - 1)
        return await self._open(request, m.NewTable(game.about.id, [m.SeatWish("me"), *others]), "")

    @refusing
    async def primer(self, request: Request) -> Response:
        """How a game is played, on one page; a game without such a page has its rules."""
        game = self.game(request)
        found = load_primer(game.folder) if game.folder is not None else None
        if found is None:
            return RedirectResponse(self.card(game.about.id).rules_url, 303)
        drawn = await asyncio.to_thread(figures, game, found)
        return self.page(request, "primer.html", chosen=self.card(game.about.id), primer=found, figures=drawn)

    @refusing
    async def learn(self, request: Request) -> Response:
        """One click: a guided first game."""
        if not self.new_tables.take(client_of(request.scope)):
            raise Refusal("busy", "Too many new tables at once; wait a moment.")
        game = self.game(request)
        if not has_lesson(game):
            raise Refusal("unknown", "There is no guided first game of {game}.", game=game.about.title)
        actor, token = known_actor(request)
        table = await self.hub.learn(game.about.id, actor, self.hub.name_of(actor.player))
        return self._go(request, table, token)

    async def _open(self, request: Request, wish: m.NewTable, name: str) -> Response:
        if not self.new_tables.take(client_of(request.scope)):
            raise Refusal("busy", "Too many new tables at once; wait a moment.")
        actor, token = known_actor(request)
        known = self.hub.name_of(actor.player)
        table = await self.hub.create(wish, actor, name or known)
        if name and name != known:
            await self.hub.rename(actor, name)
        return self._go(request, table, token)

    def _go(self, request: Request, table: Table, token: str) -> Response:
        response = RedirectResponse(table.url, 303)
        remember(response, request, token)
        return response

    # ------------------------------------------------------------------ at a table

    @refusing
    async def table(self, request: Request) -> Response:
        table, actor = await self.find(request)
        base = str(request.base_url).rstrip("/")
        hosting, held = table.is_host(actor), table.held_by(actor)
        token = request.cookies.get(COOKIE, "")[:200]
        free = [chair.seat for chair in table.chairs if hosting and chair.kind in ("link", "open")]
        invites = await self.hub.links(table, token, "invite", free)
        own = await self.hub.links(table, token, "key", held)
        return self.page(
            request,
            "table.html",
            table=self.head(table),
            challenge_url=challenge_url(table.watch),
            chosen=self.card(table.match.game.about.id),
            ws=f"/t/{table.id}/stream?changes=yes",
            holds=held,
            links=[
                {"seat": seat, "name": table.match.names[seat], "invite_url": f"{base}/join/{invite}"}
                for seat, invite in invites.items()
            ],
            key_links=[{"seat": seat, "url": f"{base}/seat/{key}"} for seat, key in own.items()],
            watch_url=base + table.url if table.watch == "link" else "",
            hosting=hosting,
            bots=levels(table.match.game),
            open_seats=[c.seat for c in table.chairs if c.kind == "open" and not held],
            luck=luck.in_words(table),
        )

    @refusing
    async def sit(self, request: Request) -> Response:
        table, _ = await self.find(request)
        form = await form_of(request, SitForm)
        chair = next((c for c in table.chairs if c.seat == form.seat and c.kind == "open"), None)
        if chair is None:
            raise Refusal("taken", "This seat is no longer free.")
        return await self._sit(request, table, chair, form.name)

    async def _sit(self, request: Request, table: Table, chair: Any, name: str) -> Response:
        actor, token = known_actor(request)
        name = clean(name)
        known = self.hub.name_of(actor.player)
        await table.sit_down(chair, actor, name or known)
        if name and name != known:
            await self.hub.rename(actor, name)
        return self._go(request, table, token)

    async def _by(self, column: str, secret: str, what: str) -> tuple[Table, Any]:
        row = self.hub.store.seat_by(column, secret)
        table = await self.hub.open(row.table) if row is not None else None
        if table is None:
            raise Refusal("none", "There is no such {what:word}. Perhaps part of its address is missing.", what=what)
        return table, table.chairs[row.seat]

    @refusing
    async def join(self, request: Request) -> Response:
        table, chair = await self._by("invite", request.path_params["invite"], "invitation")
        actor = actor_of(request)
        if chair.seat in table.held_by(actor):
            return RedirectResponse(table.url, 303)
        taken = chair.kind not in ("link", "open")
        return self.page(
            request,
            "join.html",
            409 if taken else 200,
            table=self.head(table),
            chosen=self.card(table.match.game.about.id),
            seat=chair.seat,
            seat_name=table.match.names[chair.seat],
            host=self.hub.name_of(table.creator),
            taken=taken,
            luck=luck.in_words(table),
            watch_url=table.url if table.watch == "link" else "",
        )

    @refusing
    async def take_seat(self, request: Request) -> Response:
        table, chair = await self._by("invite", request.path_params["invite"], "invitation")
        if chair.seat in table.held_by(actor_of(request)):
            return RedirectResponse(table.url, 303)
        if chair.kind not in ("link", "open"):
            return await self.join(request)  # type: ignore[no-any-return]
        return await self._sit(request, table, chair, (await form_of(request, NameForm)).name)

    @refusing
    async def device(self, request: Request) -> Response:
        """Your own seat's link, opened on another device. Asking first, because some programs follow every link."""
        table, chair = await self._by("key", request.path_params["key"], "seat")
        return self.page(
            request,
            "device.html",
            table=self.head(table),
            chosen=self.card(table.match.game.about.id),
            seat_name=table.match.names[chair.seat],
        )

    @refusing
    async def move_here(self, request: Request) -> Response:
        table, chair = await self._by("key", request.path_params["key"], "seat")
        if chair.kind != "person":
            raise Refusal("none", "Nobody sits there yet.")
        actor, token = known_actor(request)
        await self.hub.add_holder(table, chair, actor.player)
        return self._go(request, table, token)

    # ------------------------------------------------------------------ looking back

    @refusing
    async def replay(self, request: Request) -> Response:
        table, actor = await self.find(request)
        hub, query = self.hub, request.query_params
        views = hub.views_for(table, actor)
        names = table.match.names
        at = query.get("at", "")
        wanted = query.get("seat", "")
        held = table.held_by(actor)
        seat = int(wanted) if wanted.isdecimal() and len(wanted) < 3 else None if wanted or not held else held[0]
        why = hub.why_not_download(table, actor)
        return self.page(
            request,
            "replay.html",
            table=self.head(table),
            challenge_url=challenge_url(table.watch),
            can_challenge=can_challenge(table, actor),
            chosen=self.card(table.match.game.about.id),
            views=[{"seat": s, "name": say("Everybody") if s is None else named(names[s])} for s in views],
            all_open=hub.all_open(table),
            seat="all" if wanted == "all" and hub.all_open(table) else seat if seat in views else None,
            origin=hub.store.kept_as(BRANCHED, table.id).partition("/"),
            at=min(int(at), table.match.number) if at.isdecimal() and len(at) < 9 else None,
            record_url=f"/api/tables/{table.id}/record",
            together=table.match.game.about.cooperative,
            coach_url=f"/api/tables/{table.id}/coach" if table.match.over else "",
            frame_url=f"/api/tables/{table.id}/at/",
            branch_url=f"{table.url}/branch",
            download_url="" if why else f"{table.url}/download",
            download_why=why,
            can_branch=not hub.why_not_branch(table, actor),
            branch_why=hub.why_not_branch(table, actor),
            delete_url="" if hub.why_not_delete(table, actor) else f"{table.url}/delete",
        )

    async def _ended(self, request: Request) -> Table:
        table, _ = await self.find(request)
        if not table.match.over:
            raise Refusal("not-asked", "The match is not over yet.")
        return table

    @refusing
    async def result(self, request: Request) -> Response:
        return await ResultPages(self).page(request, await self._ended(request))

    @refusing
    async def result_picture(self, request: Request) -> Response:
        return await ResultPages(self).picture(await self._ended(request))

    @refusing
    async def branch(self, request: Request) -> Response:
        table, _ = await self.find(request)
        no_point = Text("Say at which answer the new table should begin.")
        form = await form_of(request, BranchForm, at=no_point)
        if form.at is None:
            raise Refusal("malformed", no_point)
        if not self.new_tables.take(client_of(request.scope)):
            raise Refusal("busy", "Too many new tables at once; wait a moment.")
        actor, token = known_actor(request)
        new = await self.hub.branch(table, actor, form.at, form.seat, form.others or "bots", form.bot)
        return self._go(request, new, token)

    @refusing
    async def luck(self, request: Request) -> Response:
        """Where the luck of a table comes from; once the match is over, the secret and the proof."""
        table, _ = await self.find(request)
        match = table.match
        proof = await asyncio.to_thread(luck.proof, await self.hub.history(table)) if match.over else None
        return self.page(
            request,
            "luck.html",
            table=self.head(table),
            chosen=self.card(match.game.about.id),
            luck=luck.in_words(table),
            proof=proof,
            secret=match.seed if match.over else None,
        )

    @refusing
    async def download(self, request: Request) -> Response:
        table, actor = await self.find(request)
        text = save(await self.hub.saved(table, actor))
        name = f"{table.match.game.about.id}-{table.id}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(text, media_type="application/json", headers=headers)

    # ------------------------------------------------------------------ tables of other rules

    async def old(self, request: Request, old: OldRules) -> Response:
        """Whatever page of such a table is asked for: what is stored of it, and what can be done with it."""
        table = await asyncio.to_thread(OldTable, self.hub, old.game, old.loaded)
        actor, at = actor_of(request), request.query_params.get("at", "")
        if not table.may_watch(actor):
            return self.error(request, 403, say("Only those who sit at this table may see it."))
        if request.url.path.endswith("/download") and table.all_open(actor):
            name = f"{table.row.game}-{table.row.id}.json"
            headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
            return Response(table.saved(), media_type="application/json", headers=headers)
        shown = table.shown(actor, int(at) if at.isdecimal() and len(at) < 6 else None)
        card = self.card(table.row.game)
        return self.page(request, "old.html", table=table.row, text=old.text, chosen=card, **shown)

    async def old_do(self, request: Request) -> Response:
        try:
            await self.find(request)
        except OldRules as old:
            table, actor = await asyncio.to_thread(OldTable, self.hub, old.game, old.loaded), actor_of(request)
            form = await form_of(request, OldForm)
            if form.do == "end" and table.may_end(actor):
                await asyncio.to_thread(table.end)
                return RedirectResponse(f"/t/{table.row.id}", 303)
            if form.do == "branch" and table.all_open(actor):
                actor, token = known_actor(request)
                new = await table.branch(actor, len(table.moments) if form.at is None else form.at)
                return self._go(request, new, token)
        except Refusal as refusal:
            return self.error(request, STATUS.get(refusal.code, 400), refusal.text)
        return self.error(request, 403, say("That cannot be done with this table."))

    @refusing
    async def delete(self, request: Request) -> Response:
        table, actor = await self.find(request)
        await self.hub.delete(table, actor)
        return RedirectResponse("/", 303)

    # ------------------------------------------------------------------ rules and files

    @refusing
    async def rulebooks(self, request: Request) -> Response:
        return self.page(request, "rules_index.html")

    @refusing
    async def rules(self, request: Request) -> Response:
        game = self.game(request)
        q = request.query_params.get("q", "")[:100]
        back = request.query_params.get("from", "")
        return self.page(
            request,
            "rules.html",
            chosen=self.card(game.about.id),
            q=q,
            back=back if re.fullmatch(r"/t/[a-z0-9]{1,40}", back) else "",
            **rulebook_of(game, q),
        )

    @refusing
    async def cover(self, request: Request) -> Response:
        game = self.game(request)
        path = game.folder / "cover.svg" if game.folder else None
        if path is not None and path.exists():
            return file_response(path, request.scope, "max-age=3600")
        return Response(plain_cover(game.about.title), media_type="image/svg+xml")

    @refusing
    async def style(self, request: Request) -> Response:
        game = self.game(request)
        path = game.folder / "style.css" if game.folder else None
        if path is not None and path.exists():
            return file_response(path, request.scope)
        return Response("", media_type="text/css")
