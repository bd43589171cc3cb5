"""The page of a finished match: who won and why, where it turned, the chances, the points, awards; and its picture."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from tabletown.kernel import CHANCE, Match, say
from tabletown.kernel.text import language
from tabletown.story import Chapter, Chapters, Story, Told, tell_result
from tabletown.web.security import actor_of
from tabletown.web.share import Chances, chart_of, share
from tabletown.web.views import outcome, scene

if TYPE_CHECKING:
    from tabletown.web.pages import Pages
    from tabletown.web.tables import Table

SWING = 0.04  # a change of chances that is worth telling


@dataclass
class Turned:
    """The turn in which the chances changed most."""

    number: int  # after so many answers
    title: str
    lines: list[str]
    who: str
    before: int  # per cent
    after: int
    board: str


class ResultPages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.hub = pages, pages.hub

    async def page(self, request: Request, table: Table) -> Response:
        match, chances = table.match, await self._chances(table)
        told, ended = tell_result(match), outcome(match)
        assert ended is not None
        parts = [dict(part) for part in ended.breakdown]
        rows = list(dict.fromkeys(word for part in parts for word in part))
        return self.pages.page(
            request,
            "result.html",
            table=self.pages.head(table),
            chosen=self.pages.card(match.game.about.id),
            told=told,
            names=match.names,
            winners=ended.winners,
            scores=ended.scores,
            rows=[(word, [part.get(word) for part in parts]) for word in rows],
            turned=await self._turned(table, chances),
            chart=chart_of(told, chances, match),
            board=scene(match, None).board,
            together=match.game.about.cooperative or not ended.winners,
            again=self._again(request, table),
            next_url=next_url(self.pages.card(match.game.about.id).new_url, told),
            picture=str(request.url_for("home")).rstrip("/") + f"{table.url}/result.png",
        )

    def _again(self, request: Request, table: Table) -> dict[str, object] | None:
        """The same start once more: where everybody is a family, or lost; the others are as they were."""
        actor, match = actor_of(request), table.match
        lost = match.outcome is not None and not match.outcome.winners
        if not (lost or match.game.about.cooperative) or self.hub.why_not_branch(table, actor):
            return None
        start = next((at for at, answer in enumerate(match.log) if answer.seat != CHANCE), 0)
        bots = any(chair.kind == "bot" for chair in table.chairs)
        return {"at": start, "seat": (table.held_by(actor) or [0])[0], "others": "bots" if bots else "here"}

    async def picture(self, table: Table) -> Response:
        """A picture of 1200 x 630 to share; drawn once by a worker, then kept."""
        key = table.number, language.get().code
        if table.shared is None or table.shared[0] != key:
            svg = share(match := table.match, tell_result(match), await self._chances(table))
            table.shared = key, await self.hub.workers.draw(svg)
        headers = {"cache-control": "no-cache", "content-disposition": f'inline; filename="{table.id}.png"'}
        return Response(table.shared[1], media_type="image/png", headers=headers)

    # ------------------------------------------------------------------ what is shown

    async def _chances(self, table: Table) -> Chances:
        """At which answers a turn began, and each seat's part of the whole there; empty where nobody can say."""
        turns, found = await self.hub.turns(table)
        return turns, [[max(0.0, chance) for chance in each] for each in found]

    async def _turned(self, table: Table, chances: Chances) -> Turned | None:
        turns, found = chances
        match = table.match
        who = match.outcome.winners[0] if match.outcome is not None and match.outcome.winners else 0
        steps = enumerate(pairwise(found[1:-1]), 1)  # what the start was worth is nobody's turn
        swings = [(abs(after[who] - before[who]), at) for at, (before, after) in steps if 0 < before[who] < 1]
        if not swings or max(swings)[0] < SWING:
            return None
        at = max(swings)[1]
        first, end = turns[at], turns[at + 1]
        chapter = chapter_at(match, first, end)
        if chapter is None:
            return None
        past = (await self.hub.history(table)).at(end)
        lines = [line.text.render(match.names) for line in match.lines[chapter.first : chapter.end] if not line.heading]
        before, after = round(100 * found[at][who]), round(100 * found[at + 1][who])
        name = say("all of you together") if match.game.about.cooperative else match.names[who]
        title = chapter.title(match.names, None)
        return Turned(end, title, lines[:3], name, before, after, scene(past, None).board)


def next_url(new: str, told: Told) -> str:
    """The form for a new table with the settings that the game proposes."""
    settings = told.next_game[1] if told.next_game is not None else {}
    return new + "".join(f"&option-{setting}={value}" for setting, value in settings.items())


def chapter_at(match: Match, first: int, end: int) -> Chapter | None:
    """The chapter of what was answered between these; an event rather than a turn."""
    chapters = Chapters(match.game.words.story or Story())
    chapters.read(match.lines)
    within = [
        chapter
        for chapter in chapters.all
        if any(first < line.number <= end for line in match.lines[chapter.first : chapter.end] if not line.heading)
        and (chapter.seat is not None or chapter.opened.title)
    ]

    def weight(chapter: Chapter) -> tuple[bool, int]:
        return chapter.seat is None and chapter.card, chapter.end - chapter.first

    return max(within, key=weight, default=None)
