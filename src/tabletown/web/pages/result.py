"""The page of a finished match: who won and why, where it turned, the chances, the points, awards; and its picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tabletown.kernel import CHANCE, LogLine, Match, say, seat_name
from tabletown.kernel.text import language
from tabletown.learn.background import load_background
from tabletown.story import Chapter, Chapters, ResultSummary, Story, net, summarize
from tabletown.web.pages.common import Section, refusing
from tabletown.web.seats import Refusal
from tabletown.web.security.middleware import actor_of
from tabletown.web.tables.recap import Number, crossed_out, losses_of, of_change, places_of
from tabletown.web.views.charts import PAGE, PHONE, Chances, TurningPoint, chart_of
from tabletown.web.views.share_picture import share
from tabletown.web.views.views import outcome, scene

if TYPE_CHECKING:
    from tabletown.web.tables.table import Table

SWING = 0.04  # change of the chances that is worth showing
SHOWN, NUMBERS = 2, 4  # lines and numbers shown for the decisive turn


@dataclass
class DecisiveMoment:
    """The turn in which the chances changed most."""

    number: int  # after this number of answers
    chance: TurningPoint  # counted from 1
    title: str
    lines: list[str]
    numbers: list[Number]  # the turn's changes in total
    whose: str  # "Your chance", "Chance of Ines"
    board: str  # the board after the turn; before it if something on it disappeared
    places: list[str]  # the places that its lines name
    crossed: list[str]  # places where something disappeared


class ResultPages(Section):
    def routes(self) -> list[BaseRoute]:
        return [Route("/t/{id}/result", self.result), Route("/t/{id}/result.png", self.picture)]

    async def _ended(self, request: Request) -> Table:
        table, _ = await self.find(request)
        if not table.match.over:
            raise Refusal("not-asked", "The match isn't over yet.")
        return table

    @refusing
    async def result(self, request: Request) -> Response:
        table = await self._ended(request)
        match, chances = await table.past.match(), await self._chances(table)
        held = table.held_by(actor_of(request))
        you = held[0] if len(held) == 1 else None
        told, ended = summarize(match, you), outcome(match, you)
        assert ended is not None
        parts = [dict(part) for part in ended.breakdown]
        turned = turning(match, chances, you)
        rows = list(dict.fromkeys(word for part in parts for word in part))
        return self.page(
            request,
            "result.html",
            table=self.head(table),
            chosen=self.card(match.game.about.id),
            told=told,
            names=[seat_name(seat, match.names, you) for seat in range(match.seats)],
            held=held,
            winners=ended.winners,
            scores=ended.scores,
            rows=[(word, [part.get(word) for part in parts]) for word in rows],
            turned=turned,
            charts=[
                chart_of(told, chances, match, wide, turned=turned.chance if turned else None, you=you)
                for wide in (PAGE, PHONE)
            ],
            board=scene(match, None).board if told.board is None else told.board,
            together=match.game.about.cooperative or not ended.winners,
            talk=background.talk if (background := load_background(match.game)) is not None else [],
            again=self._again(request, table),
            next_url=next_url(self.card(match.game.about.id).new_url, told),
            picture=str(request.url_for("home")).rstrip("/") + f"{table.url}/result.png",
        )

    def _again(self, request: Request, table: Table) -> dict[str, object] | None:
        """The same start again, offered after a loss or among family; others keep their settings."""
        actor, match = actor_of(request), table.match
        lost = match.outcome is not None and not match.outcome.winners
        if not (lost or match.game.about.cooperative) or table.past.why_not_branch(actor):
            return None
        start = next((at for at, answer in enumerate(match.log) if answer.seat != CHANCE), 0)
        bots = any(table_seat.kind == "bot" for table_seat in table.seats)
        return {"at": start, "seat": (table.held_by(actor) or [0])[0], "others": "bots" if bots else "here"}

    @refusing
    async def picture(self, request: Request) -> Response:
        """A picture of 1200 x 630 to share; drawn once by a worker, then stored. It may be passed on, so the picture of
        a private table has no names of people."""
        table = await self._ended(request)
        key = table.number, language.get().code
        if table.shared is None or table.shared[0] != key:
            match = await (table.past.unnamed() if table.private else table.past.match())
            chances = await self._chances(table)
            turned = turning(match, chances)
            svg = share(match, summarize(match), chances, turned.chance if turned else None)
            table.shared = key, await self.hub.workers.draw(svg, table.bots.watcher())
        headers = {"cache-control": "no-cache", "content-disposition": f'inline; filename="{table.id}.png"'}
        return Response(table.shared[1], media_type="image/png", headers=headers)

    # ------------------------------------------------------------------ what is shown

    async def _chances(self, table: Table) -> Chances:
        """The answers at which turns began, and each seat's chances there; empty if unknown."""
        turns, found = await table.past.turns()
        return turns, [[max(0.0, chance) for chance in each] for each in found]


def turning(match: Match, chances: Chances, you: int | None = None) -> DecisiveMoment | None:
    """The turn in which the chances moved most towards the result."""
    turns, found = chances
    won = match.outcome.winners if match.outcome is not None else ()
    way = 1 if won else -1  # the direction of the result
    cooperative = match.game.about.cooperative

    def chance(each: list[float]) -> float:
        """The winner's chances; if all lost, the chance that anybody would win."""
        return each[won[0]] if won else each[0] if cooperative else sum(each)

    # the value of the start belongs to nobody's turn
    steps = enumerate(pairwise([chance(each) for each in found[1:-1]]), 1)
    swings = [(way * (after - before), at) for at, (before, after) in steps if 0 < before < 1]
    if not swings or max(swings)[0] < SWING:
        return None
    at = max(swings)[1]
    first, end = turns[at], turns[at + 1]
    chapter = chapter_at(match, first, end)
    if chapter is None:
        return None
    story = match.game.words.story or Story()
    all_of_it = [line for line in match.lines[chapter.first : chapter.end] if not line.heading]
    told, crossed = telling(all_of_it), crossed_out(losses_of(all_of_it, story))
    shown = all_of_it[0].number - 1 if crossed else end
    before, after = round(100 * chance(found[at])), round(100 * chance(found[at + 1]))
    if cooperative:
        whose = say("Your chance together")
    elif not won:
        whose = say("Chance of anyone winning")
    else:
        whose = say("Your chance") if won[0] == you else say("Chance of {who}", who=seat_name(won[0], match.names))
    changed = net(change for line in all_of_it for change in line.changes)
    order = list(story.numbers)
    changed = [change for change in changed if change.kind in order]
    changed.sort(key=lambda change: (change.kind != story.big, order.index(change.kind)))
    return DecisiveMoment(
        end,
        TurningPoint(at + 1, before, after),
        chapter.title(match.names, you),
        [line.text.render(match.names, you) for line in told],
        [of_change(change, story, match.names, you) for change in changed[:NUMBERS]],
        whose,
        scene(match.at(shown), None).board,
        crossed or places_of(told, story) or places_of(all_of_it, story),
        crossed,
    )


def telling(lines: Sequence[LogLine]) -> list[LogLine]:
    """The few most important lines, with the largest changes first; shown in their order."""

    def weight(at: int) -> float:
        return sum(abs(change.after - change.before) for change in lines[at].changes)

    return [lines[at] for at in sorted(sorted(range(len(lines)), key=weight, reverse=True)[:SHOWN])]


def next_url(new: str, told: ResultSummary) -> str:
    """The new-table form with the settings that the game suggests next."""
    settings = told.next_game[1] if told.next_game is not None else {}
    return new + "".join(f"&option-{setting}={value}" for setting, value in settings.items())


def chapter_at(match: Match, first: int, end: int) -> Chapter | None:
    """The chapter of these answers; an event rather than a turn if there is one."""
    chapters = Chapters(match.game.words.story or Story())
    chapters.read(match.lines)
    within = [
        chapter
        for chapter in chapters.all
        if any(first < line.number <= end for line in match.lines[chapter.first : chapter.end] if not line.heading)
        and (chapter.seat is not None or chapter.rule.title)
    ]

    def weight(chapter: Chapter) -> tuple[bool, int]:
        return chapter.seat is None and chapter.card, chapter.end - chapter.first

    return max(within, key=weight, default=None)
