"""The page of a finished match: who won and why, where it turned, the chances, the points, awards; and its picture."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tabletown.kernel import CHANCE, Match, say, seat_name
from tabletown.kernel.text import language
from tabletown.story import Chapter, Chapters, Story, Told, tell_result
from tabletown.web.chairs import Refusal
from tabletown.web.charts import PAGE, PHONE, Chances, chart_of
from tabletown.web.pages import Section, refusing
from tabletown.web.security import actor_of
from tabletown.web.share import share
from tabletown.web.tales import places_of
from tabletown.web.views import outcome, scene

if TYPE_CHECKING:
    from tabletown.web.tables import Table

SWING = 0.04  # a change of chances that is worth telling
SHOWN = 3  # lines of where it turned


@dataclass
class Turned:
    """The turn in which the chances changed most."""

    turn: int  # counted from 1
    number: int  # after so many answers
    title: str
    lines: list[str]
    who: str
    before: int  # per cent
    after: int
    board: str
    places: list[str]  # what its lines name on the board


class Results(Section):
    def routes(self) -> list[BaseRoute]:
        return [Route("/t/{id}/result", self.result), Route("/t/{id}/result.png", self.picture)]

    async def _ended(self, request: Request) -> Table:
        table, _ = await self.find(request)
        if not table.match.over:
            raise Refusal("not-asked", "The match is not over yet.")
        return table

    @refusing
    async def result(self, request: Request) -> Response:
        table = await self._ended(request)
        match, chances = table.match, await self._chances(table)
        told, ended = tell_result(match), outcome(match)
        assert ended is not None
        parts = [dict(part) for part in ended.breakdown]
        turned = await self._turned(table, chances)
        rows = list(dict.fromkeys(word for part in parts for word in part))
        return self.page(
            request,
            "result.html",
            table=self.head(table),
            chosen=self.card(match.game.about.id),
            told=told,
            names=match.names,
            held=table.held_by(actor_of(request)),
            winners=ended.winners,
            scores=ended.scores,
            rows=[(word, [part.get(word) for part in parts]) for word in rows],
            turned=turned,
            charts=[
                chart_of(told, chances, match, wide, turned=turned.turn if turned else None) for wide in (PAGE, PHONE)
            ],
            board=scene(match, None).board,
            together=match.game.about.cooperative or not ended.winners,
            again=self._again(request, table),
            next_url=next_url(self.card(match.game.about.id).new_url, told),
            picture=str(request.url_for("home")).rstrip("/") + f"{table.url}/result.png",
        )

    def _again(self, request: Request, table: Table) -> dict[str, object] | None:
        """The same start once more: where everybody is a family, or lost; the others are as they were."""
        actor, match = actor_of(request), table.match
        lost = match.outcome is not None and not match.outcome.winners
        if not (lost or match.game.about.cooperative) or table.past.why_not_branch(actor):
            return None
        start = next((at for at, answer in enumerate(match.log) if answer.seat != CHANCE), 0)
        bots = any(chair.kind == "bot" for chair in table.chairs)
        return {"at": start, "seat": (table.held_by(actor) or [0])[0], "others": "bots" if bots else "here"}

    @refusing
    async def picture(self, request: Request) -> Response:
        """A picture of 1200 x 630 to share; drawn once by a worker, then kept."""
        table = await self._ended(request)
        key = table.number, language.get().code
        if table.shared is None or table.shared[0] != key:
            svg = share(match := table.match, tell_result(match), await self._chances(table))
            table.shared = key, await self.hub.workers.draw(svg)
        headers = {"cache-control": "no-cache", "content-disposition": f'inline; filename="{table.id}.png"'}
        return Response(table.shared[1], media_type="image/png", headers=headers)

    # ------------------------------------------------------------------ what is shown

    async def _chances(self, table: Table) -> Chances:
        """At which answers a turn began, and each seat's part of the whole there; empty where nobody can say."""
        turns, found = await table.past.turns()
        return turns, [[max(0.0, chance) for chance in each] for each in found]

    async def _turned(self, table: Table, chances: Chances) -> Turned | None:
        turns, found = chances
        match = table.match
        won = match.outcome.winners if match.outcome is not None else ()
        way = 1 if won else -1  # towards how it ended
        cooperative = match.game.about.cooperative

        def chance(each: list[float]) -> float:
            """Of whoever won; where all lost, that anybody would."""
            return each[won[0]] if won else each[0] if cooperative else sum(each)

        steps = enumerate(
            pairwise([chance(each) for each in found[1:-1]]), 1
        )  # what the start was worth is nobody's turn
        swings = [(way * (after - before), at) for at, (before, after) in steps if 0 < before < 1]
        if not swings or max(swings)[0] < SWING:
            return None
        at = max(swings)[1]
        first, end = turns[at], turns[at + 1]
        chapter = chapter_at(match, first, end)
        if chapter is None:
            return None
        past = (await table.past.match()).at(end)
        told = [line for line in match.lines[chapter.first : chapter.end] if not line.heading][:SHOWN]
        lines = [line.text.render(match.names) for line in told]
        places = places_of(told, match.game.words.story or Story())
        before, after = round(100 * chance(found[at])), round(100 * chance(found[at + 1]))
        name = seat_name(won[0], match.names) if won else say("anybody winning")
        name = say("all of you together") if cooperative else name
        title = chapter.title(match.names, None)
        return Turned(at + 1, end, title, lines, name, before, after, scene(past, None).board, places)


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
