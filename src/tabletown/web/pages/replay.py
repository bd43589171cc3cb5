"""The history of a table: replay, branches, download, and the proof of its luck."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.drawing import named
from tabletown.kernel import Text, save, say
from tabletown.web.pages.common import Section, refusing
from tabletown.web.pages.forms import (
    BranchForm,
    OldForm,
    form_of,
)
from tabletown.web.seats import Refusal
from tabletown.web.security.middleware import actor_of, known_actor
from tabletown.web.storage.challenge_attempts import can_challenge, challenge_url, is_sealed
from tabletown.web.storage.schema import BRANCHED
from tabletown.web.tables.read_only import OldRules, OldTable
from tabletown.web.views import luck


class ReplayPages(Section):
    def routes(self) -> list[BaseRoute]:
        post = ["POST"]
        return [
            Route("/t/{id}/replay", self.replay),
            Route("/t/{id}/branch", self.branch, methods=post),
            Route("/t/{id}/download", self.download),
            Route("/t/{id}/luck", self.luck),
            Route("/t/{id}/old", self.old_do, methods=post),
        ]

    @refusing
    async def replay(self, request: Request) -> Response:
        table, actor = await self.find(request)
        hub, query = self.hub, request.query_params
        views = table.past.views_for(actor)
        names = table.match.names
        at = query.get("at", "")
        wanted = query.get("seat", "")
        held = table.held_by(actor)
        seat = int(wanted) if wanted.isdecimal() and len(wanted) < 3 else None if wanted or not held else held[0]
        return self.page(
            request,
            "replay.html",
            table=self.head(table),
            challenge_url=challenge_url(table.watch),
            can_challenge=can_challenge(table, actor),
            chosen=self.card(table.match.game.about.id),
            views=[{"seat": s, "name": say("Everyone") if s is None else named(names[s])} for s in views],
            all_open=table.past.all_open(),
            seat="all" if wanted == "all" and table.past.all_open() else seat if seat in views else None,
            origin=hub.store.kept_as(BRANCHED, table.id).partition("/"),
            at=min(int(at), table.progress(held).match.number) if at.isdecimal() and len(at) < 9 else None,
            record_url=f"/api/tables/{table.id}/record",
            together=table.match.game.about.cooperative,
            coach_url=f"/api/tables/{table.id}/coach" if table.match.over else "",
            frame_url=f"/api/tables/{table.id}/at/",
            branch_url=f"{table.url}/branch",
            download_url="" if table.past.why_not_download(actor) else f"{table.url}/download",
            can_branch=not table.past.why_not_branch(actor),
            delete_url="" if hub.why_not_delete(table, actor) else f"{table.url}/delete",
        )

    @refusing
    async def branch(self, request: Request) -> Response:
        table, _ = await self.find(request)
        no_point = Text("Choose the move at which the new table should start.")
        form = await form_of(request, BranchForm, at=no_point)
        if form.at is None:
            raise Refusal("malformed", no_point)
        self.opens_another(request)
        actor, token = known_actor(request)
        new = await self.hub.opening.branch(table, actor, form.at, form.seat, form.others or "bots", form.bot)
        return self.go_to(request, new, token)

    @refusing
    async def luck(self, request: Request) -> Response:
        """Where a table's luck comes from; after the match or its challenge's day also the secret and the proof."""
        table, _ = await self.find(request)
        match, sealed = table.match, is_sealed(self.hub.store, table.watch)
        shown = match.over and not sealed
        proof = await asyncio.to_thread(luck.proof, await table.past.match()) if shown else None
        return self.page(
            request,
            "luck.html",
            table=self.head(table),
            chosen=self.card(match.game.about.id),
            luck=luck.in_words(table),
            proof=proof,
            secret=match.seed if shown else None,
            sealed=sealed,
        )

    @refusing
    async def download(self, request: Request) -> Response:
        table, actor = await self.find(request)
        text = save(await table.past.saved(actor))
        name = f"{table.match.game.about.id}-{table.id}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(text, media_type="application/json", headers=headers)

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
                return self.go_to(request, new, token)
        except Refusal as refusal:
            return self.error(request, refusal.status, refusal.text)
        return self.error(request, 403, say("You can't do that with this table."))
