"""Finding a table: the home page's requests, and the connection that keeps its list and the strip up to date."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tabletown.drawing import listed
from tabletown.kernel import Text, say
from tabletown.kernel.text import language
from tabletown.web.community.offers import OfferRows
from tabletown.web.community.tournaments import TournamentPages
from tabletown.web.live.connection import TOO_MANY
from tabletown.web.lobby.lobby import Lobby
from tabletown.web.lobby.seeks import ANYONE, NEAR, WIDER, Meeting, Seek, SeekTerms
from tabletown.web.pages.common import refusing
from tabletown.web.pages.forms import CLOCKS, fields_of
from tabletown.web.pages.home import HomePages
from tabletown.web.people.ratings import of_person
from tabletown.web.seats import Refusal, clean
from tabletown.web.security.middleware import actor_of, known_actor, remember
from tabletown.web.security.token_buckets import Bucket, client_of
from tabletown.web.tables.clock import Clock

log = logging.getLogger("tabletown.web")

SHOWN = 12  # open seats, before "Show all"
FULL = 4403  # a connection is closed with this code if the server has no lobby
NO_LOBBY = Text("This server has no lobby. Its host can turn it on with --lobby.")


class LobbyPages(HomePages):
    """The home page of a server with a lobby, and what it sends."""

    def __init__(self, pages: Any) -> None:
        super().__init__(pages)
        self.rows, self.tournaments = OfferRows(self.hub, self.templates), TournamentPages(pages)

    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/", self.home),
            Route("/lobby/seek", self.seek, methods=post),
            Route("/lobby/offer", self.offer_form),
            Route("/lobby/offer", self.offer, methods=post),
            Route("/lobby/stop", self.stop, methods=post),
            Route("/lobby/answer", self.answer, methods=post),
            Route("/lobby/{seek}/join", self.join, methods=post),
            Route("/lobby/{seek}/stop", self.stop, methods=post),
            WebSocketRoute("/lobby/stream", LobbyStream(self)),
        ]

    @property
    def lobby(self) -> Lobby:
        if not self.hub.settings.lobby:
            raise Refusal("none", NO_LOBBY)
        return self.hub.lobby

    @refusing
    async def home(self, request: Request) -> Response:
        actor = actor_of(request)
        wanted = request.query_params.get("page", "0")
        page = int(wanted) if wanted.isdecimal() and len(wanted) < 6 else 0
        lists, ratings = await asyncio.to_thread(self._mine, actor.player, page)
        rows = list(self.rows.of(actor.player, ratings).values())
        most = None if "all" in request.query_params else SHOWN
        return self.page(request, "lobby.html", offers=rows[:most], more=len(rows[SHOWN:]) if most else 0, **lists)

    def _mine(self, player: str, page: int) -> tuple[dict[str, Any], dict[str, int]]:
        tournaments = [self.tournaments.card_of(id, one) for id, one in self.hub.tournaments.all(4)]
        return self._lists(player, page) | {"tournaments": tournaments}, self.ratings(player)

    def ratings(self, person: str) -> dict[str, int]:
        return {game: one.shown for game, one in of_person(self.hub.store, person).items()} if person else {}

    # ------------------------------------------------------------------ what is sent

    @refusing
    async def seek(self, request: Request) -> Response:
        """Look for a table of any of these games."""
        lobby, fields = self.lobby, await fields_of(request)
        pace = fields.get("pace", "live")
        terms = SeekTerms(
            [game for game in self.hub.catalog.games if fields.get(f"game-{game}")],
            pace if pace in ("live", "days", "either") else "live",  # type: ignore[arg-type]
            rated=bool(fields.get("rated")),
            near=bool(fields.get("near")),
            bots=fields.get("alone") == "bots",
        )
        return await self._ask(request, lobby, terms, fields)

    @refusing
    async def offer_form(self, request: Request) -> Response:
        lobby = self.lobby  # refuses if there is none
        wanted = request.query_params.get("game", "")
        several = [game for game in self.hub.catalog.games if lobby.seats(game).most > 1]  # type: ignore[union-attr]
        chosen = self.card(wanted if wanted in several else several[0])
        shelf = [self.card(game) for game in several]
        return self.page(request, "offer.html", chosen=chosen, clocks=CLOCKS, shelf=shelf)

    @refusing
    async def offer(self, request: Request) -> Response:
        """Offer seats at a table whose settings are fixed."""
        lobby, fields = self.lobby, await fields_of(request)
        card = self.card(fields.get("game", ""))
        clock = fields.get("clock", "")
        kinds = {words: kind for words, kind, _ in CLOCKS}
        if clock not in kinds:
            raise Refusal("malformed", "Choose one of the clocks.")
        low, high = (fields.get(name, "").strip() for name in ("low", "high"))
        if not all(not word or (word.isdecimal() and len(word) < 5) for word in (low, high)):
            raise Refusal("malformed", "A rating is a number such as 1500.")
        seats = fields.get("seats", "")
        terms = SeekTerms(
            [card.id],
            "live" if kinds[clock] == "live" else "days",
            clock,
            int(seats) if seats.isdecimal() and len(seats) < 3 else 0,
            {s.id: fields[f"option-{s.id}"][:100] for s in card.settings if fields.get(f"option-{s.id}")},
            rated=bool(fields.get("rated")),
            low=int(low or 0) if high or low else 0,
            high=int(high or 9999) if high or low else 0,
            offer=True,
        )
        return await self._ask(request, lobby, terms, fields)

    async def _ask(self, request: Request, lobby: Lobby, terms: SeekTerms, fields: dict[str, str]) -> Response:
        self.opens_another(request)
        if terms.pace != "live" and not self.hub.new_offers.take(client_of(request.scope)):
            raise Refusal("busy", "You're opening tables too quickly. Try again in a minute.")
        actor, token = known_actor(request)
        name = clean(fields.get("name", "")) or self.hub.name_of(actor.player)
        if name != self.hub.name_of(actor.player):
            await self.hub.rename(actor, name)
        await lobby.seek(actor.player, name, terms)
        return self._back(request, token)

    @refusing
    async def join(self, request: Request) -> Response:
        lobby = self.lobby
        self.opens_another(request)
        actor, token = known_actor(request)
        name = self.hub.name_of(actor.player)
        met = await lobby.join(actor.player, name, request.path_params["seek"])
        return self._back(request, token, f"/t/{met.id}" if met is not None and met.opened else "/")

    @refusing
    async def stop(self, request: Request) -> Response:
        await self.lobby.stop(actor_of(request).player, request.path_params.get("seek", ""))
        return self._back(request)

    @refusing
    async def answer(self, request: Request) -> Response:
        """Accept a table that was found, or decline it."""
        fields = await fields_of(request)
        person = actor_of(request).player
        await self.lobby.answer(person, fields.get("meeting", "")[:40], fields.get("accept") == "yes")
        met = self.hub.lobby.meeting_of(person)
        return self._back(request, to=f"/t/{met.id}" if met is not None and met.opened else "/")

    def _back(self, request: Request, token: str = "", to: str = "/") -> Response:
        response = RedirectResponse(to, 303)
        remember(response, request, token)
        return response

    # ------------------------------------------------------------------ what is told

    def state(self, person: str) -> dict[str, Any]:
        """What a person is looking for or invited to, in words, for the strip and the dialog of their pages."""
        lobby, now = self.hub.lobby, self.hub.now()
        state: dict[str, Any] = {"type": "you", "looking": None, "asked": None, "seated": ""}
        met = lobby.meeting_of(person)
        if met is not None and met.opened and met.live:
            state["seated"] = f"/t/{met.id}"
        if met is not None and not met.opened:
            own = next((s for s in lobby.own(person) if s.meeting == met.id), None)
            if own is not None:
                state["asked"] = self._asked(met, own, person, now)
                return state
        own = next((s for s in lobby.own(person) if s.live and not s.meeting), None)
        if own is not None:
            state["looking"] = self._looking(own, now)
        return state

    def _asked(self, met: Meeting, own: Seek, person: str, now: float) -> dict[str, Any]:
        others = [
            say("{name}, {rating}", name=name or say("Someone"), rating=seek.rating(met.game))
            if met.game in seek.ratings else name or say("Someone")
            for seek in self.hub.lobby.seeks.values() if seek.meeting == met.id and seek.person != person
            for name in [seek.name]
        ]  # fmt: skip
        clock = str(Clock.of(met.clock).in_words())
        card = self.card(met.game)
        return {
            "id": met.id,
            "game": card.title,
            "cover": card.cover,
            "with": listed(others),
            "clock": clock,
            "rated": say("rated") if met.rated else say("unrated"),
            "seconds": max(0, round(met.until - now)),
            "accepted": own.accepted,
        }

    def _looking(self, seek: Seek, now: float) -> dict[str, Any]:
        titles = [self.card(game).title for game in seek.terms.games]
        waited, rating = now - seek.created, seek.rating(seek.terms.games[0])
        width = NEAR if waited < WIDER else 2 * NEAR
        if seek.terms.offer or seek.terms.to:
            title = say("Waiting for others: {game}", game=titles[0])
        else:
            title = say("Looking for a table: {games}", games=listed(titles, "or"))
        spread = say("anyone")
        if seek.terms.near and waited < ANYONE:
            spread = say("rating {low} to {high}, wider soon", low=rating - width, high=rating + width)
        return {"id": seek.id, "title": title, "range": spread, "since": round(waited), "play": seek.terms.games[0]}


class LobbyStream:
    """A page's connection to the lobby: sends what has changed since the last message."""

    def __init__(self, pages: LobbyPages) -> None:
        self.pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        websocket, hub = WebSocket(scope, receive, send), self.pages.hub
        await websocket.accept()
        if not hub.settings.lobby:
            await websocket.close(FULL)
            return
        person, lists = actor_of(websocket).player, websocket.query_params.get("list") == "yes"
        changed, messages = asyncio.Event(), Bucket(hub.limits.messages)
        changed.set()
        listener = changed.set
        hub.lobby.listeners[listener] = person
        hub.lobby.wake()
        spoken = language.get()
        telling = asyncio.create_task(self._tell(websocket, person, lists, changed, spoken))
        try:
            while (event := await websocket.receive())["type"] != "websocket.disconnect":
                del event  # any message means only that the page is still open
                if not messages.take():
                    hub.limited["messages"] += 1
                    await websocket.close(TOO_MANY)
                    break
        finally:
            telling.cancel()
            hub.lobby.listeners.pop(listener, None)

    async def _tell(self, websocket: WebSocket, person: str, lists: bool, changed: asyncio.Event, spoken: Any) -> None:
        language.set(spoken)
        ratings = await asyncio.to_thread(self.pages.ratings, person)
        known: dict[str, str] = {}
        state: dict[str, Any] = {}
        budget, client = self.pages.hub.bytes, client_of(websocket.scope)

        async def told(news: dict[str, Any]) -> None:
            data = msgspec.json.encode(news)
            budget.take(client, len(data))
            await websocket.send_text(data.decode())

        try:
            while True:
                await changed.wait()
                while not budget.take(client, 0):
                    await asyncio.sleep(max(0.5, budget.wait(client)))
                changed.clear()
                new = self.pages.state(person)
                if new != state:
                    state = new
                    await told(state)
                if lists:
                    rows = self.pages.rows.of(person, ratings)
                    gone = [id for id in known if id not in rows]
                    fresh = [str(html) for id, html in rows.items() if known.get(id) != html]
                    if gone or fresh or not known:
                        await told({"type": "list", "rows": fresh, "gone": gone, "count": len(rows)})
                    known = dict(rows)
                await asyncio.sleep(0.2)  # immediate changes are reported immediately
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        except Exception:
            log.exception("a page could not be told of the lobby")
            await websocket.close(1011)
