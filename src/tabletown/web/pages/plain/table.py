"""A table without scripts: the question as buttons, the table in words, reloaded while others play.

For browsers that can't read the table's scripts, such as phones of many years ago. `static/js/pages/first.js`
sends them here.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tabletown.web.live.connection import Viewer
from tabletown.web.pages.common import Section, refusing
from tabletown.web.pages.forms import Short, form_of
from tabletown.web.seats import Actor, Refusal
from tabletown.web.tables.table import Table

LINES = 12  # of the log
EVERY = 4  # seconds between two looks while others play
IN_CLASS = 20  # and in a class on one's own turn: there may be a message, a pause, or a question to vote on


class PlainForm(Struct):
    number: Annotated[int, Meta(ge=0, le=10**8)] = 0
    option: Short = ""
    typed: Annotated[str, Meta(max_length=1000)] = ""  # free text, after the option's prefix
    do: Short = ""  # "undo": takes the last answer back


class PlainPages(Section):
    def routes(self) -> list[BaseRoute]:
        return [
            Route("/t/{id}/plain", self.plain),
            Route("/t/{id}/plain", self.answer, methods=["POST"]),
        ]

    def _shown(self, request: Request, table: Table, actor: Actor, refused: str = "", status: int = 200) -> Response:
        view = Viewer(table, actor).view()
        room = table.overseer.view(table) if table.overseer is not None else None
        elsewhere = table.overseer is not None and not table.overseer.may_read_chat(table, actor)
        if room is not None and elsewhere and not view.holds:  # in a class the seat may have moved to another table
            return RedirectResponse(room.home, 303)
        if room is not None and room.ended and view.holds:  # the page of the pupil has the questions to vote on
            return RedirectResponse(f"{room.home}/mine", 303)
        every = EVERY if view.asked is None and (view.outcome is None or room is not None) else 0
        if room is not None and view.asked is not None and not view.asked.typed:
            every = IN_CLASS
        return self.page(
            request,
            "plain.html",
            status,
            table=self.head(table),
            chosen=self.card(table.match.game.about.id),
            view=view,
            room=room,
            lines=view.lines[-LINES:],
            refused=refused,
            every=0 if refused else every,
        )

    @refusing
    async def plain(self, request: Request) -> Response:
        table, actor = await self.find(request)
        return self._shown(request, table, actor)

    @refusing
    async def answer(self, request: Request) -> Response:
        table, actor = await self.find(request)
        form = await form_of(request, PlainForm)
        try:
            if form.do == "undo":
                await table.undo.ask(actor, form.number, None)
            else:
                await table.choose(table.held_by(actor), form.number, form.option + form.typed, None)
        except Refusal as refusal:
            await table.settled()
            return self._shown(request, table, actor, refusal.text, refusal.status)
        await table.settled()
        return RedirectResponse(f"{table.url}/plain", 303)
