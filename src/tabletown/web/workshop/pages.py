"""The pages of the workshop: gallery, editor, check and pack, and what their buttons do."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown import packs
from tabletown.bots import USUAL
from tabletown.kernel import Game, say
from tabletown.kernel.errors import ContentError, TabletownError
from tabletown.kernel.text import language
from tabletown.rulebook import has_rulebook
from tabletown.translations import languages
from tabletown.web import protocol as m
from tabletown.web.pages.common import Pages, Section, refusing
from tabletown.web.pages.forms import NameForm, Short, body, dealt_by_hand, fields_of, form_of
from tabletown.web.seats import Refusal, clean
from tabletown.web.security.fair_share import Asker
from tabletown.web.security.middleware import actor_of, device_of, known_actor, remember
from tabletown.web.security.token_buckets import client_of
from tabletown.web.storage.packs import fetch, keep, looked_at, seen
from tabletown.web.workshop import storage
from tabletown.web.workshop.checking import Checks, told
from tabletown.web.workshop.thumbs import thumb
from tabletown.workshop import sheets
from tabletown.workshop.checks import problems
from tabletown.workshop.drafts import (
    LINE,
    NAME,
    TITLE,
    Draft,
    Origin,
    about_problems,
    begin,
    cards_of,
    check_known,
    files_of,
    new_card,
    options_of,
    pack_zip,
    read_pack,
    word_problems,
)
from tabletown.workshop.fairness import LONGEST, PAIRS
from tabletown.workshop.kinds import Kind, declared, kind_of, kinds_of, shipped
from tabletown.workshop.positions import TRIES, position

log = logging.getLogger("tabletown.web")
Id = Annotated[str, Meta(max_length=40)]


class NewForm(Struct):
    game: Short = ""
    kind: Short = ""


class SaveForm(Struct):
    """A draft as the editor sends it after each change."""

    number: int
    parts: dict[str, Any]
    title: Annotated[str, Meta(max_length=400)] = ""
    line: Annotated[str, Meta(max_length=1000)] = ""
    author: Annotated[str, Meta(max_length=400)] = ""
    words: dict[Id, dict[str, Annotated[str, Meta(max_length=4000)]]] | None = None


class CardForm(Struct):
    kind: Id
    card: str | int = ""  # of the game's; "": a new one


class SheetForm(Struct):
    kind: Id
    text: Annotated[str, Meta(max_length=60_000)]


class PublishForm(Struct):
    where: Short = ""


class ReportForm(Struct):
    why: Annotated[str, Meta(max_length=300)] = ""


class DecisionForm(Struct):
    pack: Short
    do: Literal["nothing", "hide"] = "nothing"
    text: Annotated[str, Meta(max_length=1000)] = ""


class GalleryForm(Struct):
    q: Short = ""
    game: Short = ""
    sort: Short = ""


def asking(handler: Any) -> Any:
    """Answers a script: every refusal is a sentence."""

    async def wrapped(self: WorkshopPages, request: Request) -> Response:
        try:
            self.open()
            return JSONResponse(await handler(self, request))
        except Refusal as refusal:
            return JSONResponse({"error": refusal.text}, refusal.status)
        except TabletownError as error:
            return JSONResponse({"error": str(error)}, 400)

    return wrapped


class WorkshopPages(Section):
    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self.checks = Checks(pages.hub)

    def routes(self) -> list[BaseRoute]:
        post, d, p = ["POST"], "/workshop/draft/{id}", "/workshop/pack/{id}"
        return [
            Route("/workshop", self.gallery),
            Route("/workshop/new", self.choose),
            Route("/workshop/new", self.make, methods=post),
            Route("/workshop/open", self.open_file, methods=post),
            Route(d, self.edit),
            Route(f"{d}/save", self.save, methods=post),
            Route(f"{d}/card", self.card_of, methods=post),
            Route(f"{d}/part", self.part, methods=post),
            Route(f"{d}/preview", self.preview, methods=post),
            Route(f"{d}/play", self.play, methods=post),
            Route(f"{d}/delete", self.delete, methods=post),
            Route(f"{d}/publish", self.publish, methods=post),
            Route(f"{d}/file", self.file),
            Route(f"{d}/sheet", self.sheet),
            Route(f"{d}/sheet", self.read_sheet, methods=post),
            Route(f"{d}/check", self.check),
            Route(f"{d}/check/state", self.check_state),
            Route(f"{d}/check/start", self.start_check, methods=post),
            Route(f"{d}/check/stop", self.stop_check, methods=post),
            Route(p, self.pack),
            Route(f"{p}/play", self.play_pack, methods=post),
            Route(f"{p}/remix", self.remix, methods=post),
            Route(f"{p}/file", self.pack_file),
            Route(f"{p}/report", self.report, methods=post),
            Route("/host/packs", self.reported),
            Route("/host/packs", self.decide, methods=post),
            Route(f"{p}/withdraw", self.withdraw, methods=post),
        ]

    def open(self) -> None:
        if self.hub.settings.workshop == "off":
            raise Refusal("none", "The host has switched off the workshop on this server.")

    def _game(self, id: str) -> Game:
        game = self.hub.catalog.find(id)
        if not kinds_of(game):
            raise Refusal("none", "Nothing can be made for {game} yet.", game=game.about.title)
        return game

    async def _mine(self, request: Request) -> tuple[str, str, storage.Kept, Game]:
        self.open()
        id, player = str(request.path_params["id"])[:40], actor_of(request).player
        kept = await asyncio.to_thread(storage.draft, self.hub.store, player, id)
        return id, player, kept, self._game(kept.draft.game)

    # ------------------------------------------------------------------ gallery

    @refusing
    async def gallery(self, request: Request) -> Response:
        self.open()
        player = actor_of(request).player
        asked = msgspec.convert({k: v[:200] for k, v in request.query_params.items()}, GalleryForm)
        found = await asyncio.to_thread(storage.all_packs, self.hub.store)
        own = await asyncio.to_thread(storage.drafts, self.hub.store, player)
        plays = await asyncio.to_thread(storage.plays, self.hub.store)
        entries = [self._entry(pack, plays) for pack in found if pack.draft.game in self.hub.catalog.games]
        count = len(entries)
        words = asked.q.casefold().split()
        entries = [
            e for e in entries if all(word in e["search"] for word in words) and asked.game in ("", e["game"].id)
        ]
        if asked.sort == "fair":
            entries = [entry for entry in entries if entry["finding"] and entry["finding"].word == "fair"]
        elif asked.sort != "new":
            entries.sort(key=lambda entry: -entry["plays"])
        return self.page(
            request,
            "workshop/gallery.html",
            packs=entries,
            count=count,
            asked=asked,
            mine=[self._own_entry(id, kept, plays) for id, kept in own if kept.draft.game in self.hub.catalog.games],
            makeable=[self.card(id) for id, game in self.hub.catalog.games.items() if kinds_of(game)],
        )

    def _entry(self, pack: storage.Pack, plays: dict[str, int]) -> dict[str, Any]:
        draft = pack.draft
        return {
            "pack": pack,
            "draft": draft,
            "game": self.card(draft.game),
            "picture": thumb(draft),
            "plays": sum(plays.get(version.digest, 0) for version in pack.versions),
            "finding": pack.found,
            "word": word_of(pack.found, self._role(draft.game, pack.found)),
            "role": self._role(draft.game, pack.found),
            "search": f"{draft.title} {draft.line} {draft.author} {self.card(draft.game).title}".casefold(),
        }

    def _role(self, game: str, finding: storage.Finding | None) -> str:
        """The role of which a check speaks; "" where it speaks of the first player."""
        names = self.hub.catalog.find(game).about.seat_names
        return say(names[finding.seat]) if finding is not None and 0 <= finding.seat < len(names) else ""

    def _own_entry(self, id: str, kept: storage.Kept, plays: dict[str, int]) -> dict[str, Any]:
        draft, game = kept.draft, self.hub.catalog.find(kept.draft.game)
        kinds = kinds_of(game)
        return {
            "id": id,
            "title": draft.title or say("Untitled"),
            "kind": ", ".join(say(kinds[part].title) for part in draft.parts if part in kinds),
            "picture": thumb(draft),
            "pack": kept.pack,
        }

    @refusing
    async def choose(self, request: Request) -> Response:
        self.open()
        offered = [
            {
                "game": self.card(id),
                "kinds": [(kind.id, say(kind.title), say(kind.line)) for kind in kinds_of(game).values()],
            }
            for id, game in self.hub.catalog.games.items()
            if kinds_of(game)
        ]
        return self.page(request, "workshop/new.html", offered=offered)

    @refusing
    async def make(self, request: Request) -> Response:
        self.open()
        self.opens_another(request)
        form = await form_of(request, NewForm)
        game = self._game(form.game)
        actor, token = known_actor(request)
        made = begin(game, kind_of(game, form.kind))
        made.author = self.hub.name_of(actor.player)[:NAME]
        made.language = language.get().code
        id = await asyncio.to_thread(storage.add, self.hub.store, actor.player, made)
        response = RedirectResponse(f"/workshop/draft/{id}", 303)
        remember(response, request, token)
        return response

    async def open_file(self, request: Request) -> Response:
        """Read a pack's file; nothing changes if that fails."""
        try:
            self.open()
            self.opens_another(request)
            draft = await asyncio.to_thread(read_pack, await request.body())
            check_known(self._game(draft.game), draft)
            actor, token = known_actor(request)
            id = await asyncio.to_thread(storage.add, self.hub.store, actor.player, draft)
        except Refusal as refusal:
            return JSONResponse({"error": refusal.text}, refusal.status)
        except TabletownError as error:
            return JSONResponse({"error": str(error)}, 400)
        response = JSONResponse({"url": f"/workshop/draft/{id}"})
        remember(response, request, token)
        return response

    # ------------------------------------------------------------------ editor

    @refusing
    async def edit(self, request: Request) -> Response:
        id, _, kept, game = await self._mine(request)
        state = await asyncio.to_thread(self._state, id, kept, game)
        draft, kinds = kept.draft, kinds_of(game)
        return self.page(
            request,
            "workshop/edit.html",
            id=id,
            kept=kept,
            draft=draft,
            chosen=self.card(draft.game),
            kinds=[kinds[part] for part in draft.parts if part in kinds],
            others=[(kind.id, say(kind.title)) for kind in kinds.values() if kind.id not in draft.parts],
            checks=self.hub.settings.workshop in ("all", "accounts"),
            data={
                "id": id,
                "state": state,
                "title": draft.title,
                "line": draft.line,
                "author": draft.author,
                "words": draft.words,
                "language": draft.language,
                "languages": languages(),
                "parts": draft.parts,
                "kinds": {part: self._declared(game, kinds[part]) for part in draft.parts if part in kinds},
                "rules": f"/rules/{draft.game}" if has_rulebook(game) else "",
                "limits": {"title": TITLE, "line": LINE, "author": NAME},
            },
        )

    def _declared(self, game: Game, kind: Kind) -> dict[str, Any]:
        deck = shipped(game, kind.file)[kind.key] if kind.is_deck and kind.changes else []
        return {
            "title": say(kind.title),
            "one": say(kind.one),
            "editor": kind.editor,
            "deck": kind.is_deck,
            "adds": kind.adds,
            "id": kind.id_field,
            "name": kind.name,
            "fields": [declared(field, say) for field in kind.fields],
            "shipped": [[card[kind.id_field], str(card.get(kind.name, ""))] for card in deck],
            "track": kind.track if kind.track[0] else None,
            "previews": kind.preview is not None or kind.on_board,
        }

    def _state(self, id: str, kept: storage.Kept, game: Game) -> dict[str, Any]:
        found = [*about_problems(kept.draft), *problems(game, kept.draft.parts), *word_problems(kept.draft)]
        return {"number": kept.number, "problems": [msgspec.to_builtins(problem) for problem in found]}

    @asking
    async def save(self, request: Request) -> Any:
        id, player, kept, game = await self._mine(request)
        form = await body(request, SaveForm)
        if form.number != kept.number:
            raise Refusal(
                "clash", "This draft was changed in another window. Reload to see it; this change isn't saved."
            )
        draft = kept.draft
        if not form.parts or set(form.parts) - set(kinds_of(game)):
            raise Refusal("malformed", "This draft has parts that the game doesn't know.")
        draft.parts, draft.title, draft.line, draft.author = form.parts, form.title, form.line, form.author
        if form.words is not None:
            draft.words = form.words
        kept.number += 1
        state = await asyncio.to_thread(self._state, id, kept, game)
        await asyncio.to_thread(storage.put, self.hub.store, player, id, kept)
        return state

    @asking
    async def card_of(self, request: Request) -> Any:
        """A card to start from: a new one, or a copy of one of the game's."""
        _, _, kept, game = await self._mine(request)
        form = await body(request, CardForm)
        kind = kind_of(game, form.kind)
        if not kind.is_deck or form.kind not in kept.draft.parts:
            raise Refusal("malformed", "This part of the draft holds no cards.")
        if form.card == "":
            if not kind.adds:
                raise Refusal("malformed", "This deck takes no new cards. Change one of the game's.")
            return new_card(game, kind, kept.draft)
        cards = shipped(game, kind.file)[kind.key] if kind.changes else []
        found = next((card for card in cards if card[kind.id_field] == form.card), None)
        if found is None:
            raise Refusal("none", "The game has no such card.")
        return kind.read(found) if kind.read is not None else found

    @refusing
    async def part(self, request: Request) -> Response:
        """Add a kind of content to this draft."""
        id, player, kept, game = await self._mine(request)
        form = await form_of(request, NewForm)
        kind = kind_of(game, form.kind)
        if kind.id not in kept.draft.parts:
            kept.draft.parts |= begin(game, kind).parts
            kept.number += 1
            await asyncio.to_thread(storage.put, self.hub.store, player, id, kept)
        return RedirectResponse(f"/workshop/draft/{id}#{kind.id}", 303)

    @asking
    async def preview(self, request: Request) -> Any:
        """What the game draws: a card as it lies on the table, or the board at the start of a match."""
        _, _, kept, game = await self._mine(request)
        form = await body(request, CardForm)
        kind = kind_of(game, form.kind)
        if kind.id not in kept.draft.parts:
            return {"html": ""}
        data = kept.draft.parts[kind.id]
        if [problem for problem in await asyncio.to_thread(problems, game, kept.draft.parts) if problem.stops]:
            return {"html": ""}
        options = options_of(game, kept.draft)
        if kind.is_deck:
            card = next((card for card in data["cards"] if card[kind.id_field] == form.card), None)
            if card is None or not kind.on_board:
                return {"html": kind.preview(card) if kind.preview is not None and card is not None else ""}
            options |= kind.options({"cards": [card]}) if kind.options is not None else {}
        client = client_of(request.scope)
        async with self.hub.turn_of(client):
            digest = await asyncio.to_thread(lambda: looked_at(game, files_of(game, kept.draft)))
            try:
                version = f"{game.about.version}+{digest}"
                return {"html": await self.hub.workers.board_of(game.about.id, version, options, Asker(client, True))}
            finally:
                await asyncio.to_thread(seen, self.hub.store, game, digest)

    @refusing
    async def delete(self, request: Request) -> Response:
        id, player, _, _ = await self._mine(request)
        await self.checks.stop(f"{player}/{id}")
        await asyncio.to_thread(storage.delete_draft, self.hub.store, player, id)
        return RedirectResponse("/workshop", 303)

    @refusing
    async def file(self, request: Request) -> Response:
        _, _, kept, game = await self._mine(request)
        return packed(await asyncio.to_thread(pack_zip, game, kept.draft), kept.draft)

    @refusing
    async def sheet(self, request: Request) -> Response:
        _, _, kept, game = await self._mine(request)
        kind = kind_of(game, str(request.query_params.get("kind", "")))
        if not kind.is_deck or kind.id not in kept.draft.parts:
            raise Refusal("malformed", "This part of the draft holds no cards.")
        text = sheets.written(kind, cards_of(kept.draft, kind))
        headers = {"content-disposition": f'attachment; filename="{kind.id}.csv"', "cache-control": "no-store"}
        return Response(text, media_type="text/csv; charset=utf-8", headers=headers)

    @asking
    async def read_sheet(self, request: Request) -> Any:
        """Preview an imported sheet: nothing is saved before the editor accepts it."""
        _, _, kept, game = await self._mine(request)
        form = await body(request, SheetForm)
        kind = kind_of(game, form.kind)
        found = await asyncio.to_thread(sheets.read, game, kind, form.text, kept.draft)
        return {"rows": msgspec.to_builtins(found)}

    # ------------------------------------------------------------------ play, check, publish

    @refusing
    async def play(self, request: Request) -> Response:
        _, _, kept, game = await self._mine(request)
        form = await form_of(request, PlayForm)
        if form.start:
            return await self._open_at(request, game, kept.draft, form.start)
        return await self._open_table(request, game, kept.draft, "")

    async def _open_at(self, request: Request, game: Game, draft: Draft, start: str) -> Response:
        """Open a table at an entry of a track, "mission.0.2": bots have played as far as that."""
        self.opens_another(request)
        part, _, rest = start.partition(".")
        kind = kind_of(game, part)
        place, _, entry = (int(one) if one.isdecimal() else -1 for one in rest.partition("."))
        files = await asyncio.to_thread(files_of, game, draft)
        cards = cards_of(draft, kind)
        if kind.reached is None or kind.options is None or not 0 <= place < len(cards) or entry < 0:
            raise Refusal("malformed", "A match can't begin there.")
        options = options_of(game, draft) | kind.options({"cards": [cards[place]]})
        client = client_of(request.scope)
        async with self.hub.turn_of(client):
            digest = await asyncio.to_thread(looked_at, game, files)
            try:
                version = f"{game.about.version}+{digest}"
                reached = await self.hub.workers.reach(
                    game.about.id, version, options, part, entry, Asker(client, True)
                )
            finally:
                await asyncio.to_thread(seen, self.hub.store, game, digest)
        if reached is None:
            raise Refusal(
                "none",
                "In {n} matches the bots never came to this card. Put it earlier, or play from the start.",
                n=TRIES,
            )
        await asyncio.to_thread(keep, self.hub.store, game, files)
        packed = await asyncio.to_thread(packs.with_pack, game, digest)
        match = await asyncio.to_thread(position, packed, options, reached)
        actor, token = known_actor(request)
        title = f"{draft.title[:40] or say('Untitled')}, {say('draft')}"
        table = await self.hub.opening.branch_off(match, actor, "", title, 0, "bot", USUAL)
        return self.go_to(request, table, token)

    async def _open_table(self, request: Request, game: Game, draft: Draft, version: str) -> Response:
        """Open a table with this content, which keeps its version."""
        self.opens_another(request)
        form = await form_of(request, PlayForm)
        actor, token = known_actor(request)
        files = await asyncio.to_thread(files_of, game, draft)
        digest = await asyncio.to_thread(keep, self.hub.store, game, files)
        count = game.about.default_seats
        rest = m.NewSeat("link") if form.others == "link" else m.NewSeat("bot", bot=USUAL)
        named = form.name or self.hub.name_of(actor.player)
        version = version or say("draft")
        title = f"{draft.title[: 60 - len(version) - 2] or say('Untitled')}, {version}"
        new = m.NewTable(game.about.id, [m.NewSeat("me"), *[rest] * (count - 1)], options_of(game, draft), title)
        new.by_hand = dealt_by_hand(await fields_of(request), self.card(game.about.id))
        table = await self.hub.opening.create(new, actor, named, pack=digest)
        return self.go_to(request, table, token)

    @refusing
    async def check(self, request: Request) -> Response:
        id, player, kept, game = await self._mine(request)
        return self.page(
            request,
            "workshop/check.html",
            id=id,
            draft=kept.draft,
            chosen=self.card(kept.draft.game),
            pack=kept.pack,
            longest=LONGEST,
            most=PAIRS,
            refused=await asyncio.to_thread(self.checks.refused, player),
            by_account=self.hub.settings.workshop == "accounts",
            **await asyncio.to_thread(self._check_told, player, id, kept, game),
        )

    def _check_told(self, player: str, id: str, kept: storage.Kept, game: Game) -> dict[str, Any]:
        check = self.checks.of(f"{player}/{id}")
        verdict = told(game, kept.draft, check) if check is not None and check.pairs else None
        try:
            digest = packs.digest_of(game.about.id, files_of(game, kept.draft))
        except ContentError:
            digest = ""
        return {"check": check, "verdict": verdict, "stale": check is not None and check.digest != digest}

    @asking
    async def check_state(self, request: Request) -> Any:
        id, player, kept, game = await self._mine(request)
        told = await asyncio.to_thread(self._check_told, player, id, kept, game)
        check = told["check"]
        if check is None:
            return {"running": False, "pairs": 0, "wanted": 0, "error": ""}
        here = msgspec.to_builtins(told["verdict"].here) if told["verdict"] else None
        return {
            "running": check.running,
            "pairs": len(check.pairs),
            "wanted": check.wanted,
            "error": check.error,
            "here": here,
        }

    @refusing
    async def start_check(self, request: Request) -> Response:
        id, player, kept, game = await self._mine(request)
        self.opens_another(request)
        await self.checks.start(f"{player}/{id}", game, kept.draft, True)
        return RedirectResponse(f"/workshop/draft/{id}/check", 303)

    @refusing
    async def stop_check(self, request: Request) -> Response:
        id, player, _, _ = await self._mine(request)
        await self.checks.stop(f"{player}/{id}")
        return RedirectResponse(f"/workshop/draft/{id}/check", 303)

    @refusing
    async def publish(self, request: Request) -> Response:
        """Publish the present version; a pack that can't be played stays a draft."""
        id, player, kept, game = await self._mine(request)
        self.opens_another(request)
        form = await form_of(request, PublishForm)
        draft = kept.draft
        if wrong := about_problems(draft):
            raise Refusal("malformed", wrong[0].text)
        draft.author = draft.author.strip() or self.hub.name_of(player)[:NAME] or say("Someone")
        for word in (draft.title, draft.line, draft.author):
            self.hub.refused_names.check(word)
        files = await asyncio.to_thread(files_of, game, draft)
        digest = await asyncio.to_thread(keep, self.hub.store, game, files)
        await asyncio.to_thread(packs.with_pack, game, digest)  # ContentError: the game itself refuses it
        before = None
        if kept.pack:
            try:
                before = await asyncio.to_thread(storage.pack, self.hub.store, kept.pack)
            except Refusal:
                if self.hub.store.kept_as(storage.PACK, kept.pack):
                    raise  # the host has hidden it
        versions = list(before.versions) if before is not None else []
        if not versions or versions[-1].digest != digest:
            number = max(draft.version, versions[-1].number if versions else 0) + 1
            versions.append(storage.Version(number, digest, self.hub.now()))
        draft.version = versions[-1].number
        made = storage.Pack(before.id if before is not None else storage.new_id(), player, draft, versions[-50:])
        made.listed, made.options = form.where != "link", options_of(game, draft)
        made.finding = await asyncio.to_thread(self._finding, player, id, kept, game, digest)
        made.warnings = [problem.text for problem in problems(game, draft.parts) if not problem.stops][:6]
        await asyncio.to_thread(storage.put_pack, self.hub.store, made)
        kept.pack = made.id
        kept.number += 1
        await asyncio.to_thread(storage.put, self.hub.store, player, id, kept)
        return RedirectResponse(f"/workshop/pack/{made.id}", 303)

    def _finding(self, player: str, id: str, kept: storage.Kept, game: Game, digest: str) -> storage.Finding | None:
        check = self.checks.of(f"{player}/{id}")
        if check is None or check.digest != digest or not check.pairs or check.running:
            return None
        verdict = told(game, kept.draft, check)
        if verdict.word == "open":
            return None
        here = verdict.here
        found = (here.value, here.low, here.high, self.hub.now(), verdict.seat)
        return storage.Finding(digest, verdict.word, verdict.pairs, *found)

    # ------------------------------------------------------------------ published packs

    async def _pack(self, request: Request) -> tuple[storage.Pack, Game]:
        self.open()
        made = await asyncio.to_thread(storage.pack, self.hub.store, str(request.path_params["id"])[:40])
        return made, self._game(made.draft.game)

    @refusing
    async def pack(self, request: Request) -> Response:
        made, game = await self._pack(request)
        plays = await asyncio.to_thread(storage.plays, self.hub.store)
        kinds = kinds_of(game)
        return self.page(
            request,
            "workshop/pack.html",
            **self._entry(made, plays) | {"pack": made},
            kinds=[say(kinds[part].title) for part in made.draft.parts if part in kinds],
            results=await asyncio.to_thread(storage.results, self.hub.store, made),
            playable=await asyncio.to_thread(self._playable, game, made.draft),
            own=made.owner == actor_of(request).player,
            link=f"{str(request.base_url).rstrip('/')}/workshop/pack/{made.id}",
        )

    def _playable(self, game: Game, draft: Draft) -> str:
        """Why this pack can't be played with today's rules; "" if it can."""
        try:
            files_of(game, draft)
        except TabletownError as error:
            return str(error)
        return ""

    @refusing
    async def play_pack(self, request: Request) -> Response:
        made, game = await self._pack(request)
        await asyncio.to_thread(fetch, self.hub.store, game, f"+{made.version.digest}")
        return await self._open_table(request, game, made.draft, say("version {n}", n=made.version.number))

    @refusing
    async def remix(self, request: Request) -> Response:
        """Make a copy to continue from, which names its origin."""
        made, _ = await self._pack(request)
        self.opens_another(request)
        actor, token = known_actor(request)
        old = made.draft
        origin = Origin(made.id, old.title, old.author, made.version.number)
        title = say("{title}, remixed", title=old.title)
        name = self.hub.name_of(actor.player)[:NAME]
        draft = Draft(old.game, old.parts, title[:TITLE], old.line, name, old.language, old.words)
        draft.ancestry = [*old.ancestry, origin][-20:]
        id = await asyncio.to_thread(storage.add, self.hub.store, actor.player, draft)
        response = RedirectResponse(f"/workshop/draft/{id}", 303)
        remember(response, request, token)
        return response

    @refusing
    async def pack_file(self, request: Request) -> Response:
        made, game = await self._pack(request)
        return packed(await asyncio.to_thread(pack_zip, game, made.draft), made.draft)

    @refusing
    async def report(self, request: Request) -> Response:
        made, _ = await self._pack(request)
        self.opens_another(request)
        form = await form_of(request, ReportForm)
        actor, token = known_actor(request)
        why = clean(form.why, 300)
        if not why:
            raise Refusal("malformed", "Say in a few words what is wrong with this pack.")
        await asyncio.to_thread(storage.report, self.hub.store, made.id, actor.player, why)
        log.warning("pack %s was reported: %s", made.id, why)
        response = RedirectResponse(f"/workshop/pack/{made.id}?reported=1", 303)
        remember(response, request, token)
        return response

    @refusing
    async def withdraw(self, request: Request) -> Response:
        made, _ = await self._pack(request)
        if made.owner != actor_of(request).player:
            raise Refusal("not-yours", "Only its author can withdraw this pack.")
        await asyncio.to_thread(storage.delete_pack, self.hub.store, made.id)
        return RedirectResponse("/workshop", 303)

    # ------------------------------------------------------------------ for the host

    async def _host(self, request: Request) -> str:
        """Who the host is that asks, "" if it isn't the host."""
        if not self.hub.desk.is_open:
            raise Refusal("none", "We can't find that page.")
        return await asyncio.to_thread(self.hub.desk.who, device_of(request))

    @refusing
    async def reported(self, request: Request) -> Response:
        if not await self._host(request):
            return self.page(request, "host_key.html")
        packs = await asyncio.to_thread(storage.reported, self.hub.store)
        return self.page(request, "workshop/reported.html", packs=packs)

    @refusing
    async def decide(self, request: Request) -> Response:
        """Decide on a reported pack: it stays, or it leaves the workshop; tables that have begun go on."""
        if not (host := await self._host(request)):
            raise Refusal("not-yours", "Only the host can do that. Open /host and enter the key.")
        form = await form_of(request, DecisionForm)
        hidden = (clean(form.text, 200) or say("it was reported")) if form.do == "hide" else ""
        made = await asyncio.to_thread(storage.settle, self.hub.store, form.pack, hidden)
        action = say("Took a pack out of the workshop") if hidden else say("Found nothing wrong in a report")
        await asyncio.to_thread(self.hub.desk.note, host, action, made.owner, made.draft.title)
        return RedirectResponse("/host/packs", 303)


class PlayForm(NameForm):
    others: Short = ""
    start: Short = ""  # an entry of a track: "mission.0.2"


def packed(data: bytes, draft: Draft) -> Response:
    name = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in draft.title.lower())
    name = "-".join(part for part in name.split("-") if part)[:40] or "pack"
    headers = {"content-disposition": f'attachment; filename="{name}.zip"', "cache-control": "no-store"}
    return Response(data, media_type="application/zip", headers=headers)


def word_of(finding: storage.Finding | None, role: str) -> str:
    """A check's summary in the gallery."""
    if finding is None:
        return say("not checked")
    if finding.word == "fair":
        return say("fair")
    if finding.word == "leans" and role:
        return say("leans: {who} {won} %", who=role, won=round(finding.won))
    if finding.word == "leans":
        return say("leans: {won} %", won=round(finding.won))
    return say("can't tell")
