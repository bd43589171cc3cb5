"""The bots at one table: called when they are asked, consulted for hints; they think in other processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING

from tabletown.bots import LEVELS
from tabletown.kernel import CHANCE, Decision
from tabletown.story import explain
from tabletown.web.chairs import Actor, Refusal
from tabletown.web.fair import Asker
from tabletown.web.messages import HintView
from tabletown.web.workers import think, thought

if TYPE_CHECKING:
    from tabletown.web.tables import Question, Table

log = logging.getLogger("tabletown.web")

DEFAULT_BOT, BEST_BOT = LEVELS[len(LEVELS) // 2].id, LEVELS[-1].id


class Thinking:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.tasks: dict[int, asyncio.Task[None]] = {}  # by seat
        self.hurried: dict[int, asyncio.Event] = {}  # by seat: whether somebody wants its answer at once

    def call(self) -> None:
        """Let every bot that is asked think; where only bots play, only while somebody watches."""
        table = self.table
        overseer = table.overseer
        if overseer is not None and overseer.why_not_play(table):
            return
        if table.notes.lesson is not None:  # the script answers for them
            return
        if not any(seat in table.questions for seat in table.bot_seats):
            self.hurried.clear()  # the next turn of theirs takes its time again
        for seat, question in table.questions.items():
            if seat >= 0 and table.chairs[seat].plays_itself and seat not in self.tasks:
                watched = table.sockets or overseer is not None
                if not watched and not any(chair.kind == "person" for chair in table.chairs):
                    return
                self.tasks[seat] = asyncio.create_task(self._think(seat, question))

    def asker(self) -> Asker:
        """For whom the bots here think: the people who play, else those who watch."""
        table, asked_by = self.table, self.table.hub.workers.queue
        plays = [s for s in table.sockets if any(not table.chairs[seat].plays_itself for seat in s.holds)]
        if plays or table.overseer is not None:
            return Asker(min((s.client for s in plays), key=asked_by.seconds, default=table.creator))
        if any(chair.kind == "person" and not chair.stand_in for chair in table.chairs):
            return Asker(table.creator)  # they will come back
        return Asker(min((s.client for s in table.sockets), key=asked_by.seconds, default=table.creator), True)

    async def _think(self, seat: int, question: Question) -> None:
        table, decision = self.table, question.decision
        try:
            began, hurried = time.monotonic(), self.hurried.setdefault(seat, asyncio.Event())
            if len(decision.options) == 1:
                option = decision.options[0]
            else:
                option = await self._consult_until(hurried, seat, table.chairs[seat].bot or DEFAULT_BOT, decision)
            if table.sockets and (rest := table.hub.pace - (time.monotonic() - began)) > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(hurried.wait(), rest)  # people want to see what happened
            if table.questions.get(seat) is question and table.chairs[seat].plays_itself:
                table.answer(seat, option)
        except Refusal as refusal:
            log.error("table %s: bot at seat %s: %s", table.id, seat, refusal.text)
        finally:
            del self.tasks[seat]
        if table.pending == 0:
            self.call()

    async def _consult_until(self, hurried: asyncio.Event, seat: int, bot: str, decision: Decision) -> str:
        """What the bot answers; what a quick one would, as soon as somebody wants it at once."""
        if not hurried.is_set():
            thinking, waiting = (asyncio.ensure_future(x) for x in (self._consult(seat, bot, decision), hurried.wait()))
            await asyncio.wait({thinking, waiting}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if thinking.done():
                return str(thinking.result())
            thinking.cancel()
        quick = thought(self.table.match, seat, DEFAULT_BOT)
        # a glance, not a thought: it need not wait for a worker that is busy
        option = await asyncio.to_thread(think, self.table.match.game, quick)
        return option if decision.takes(option) else decision.options[0]

    def hurry(self, held: list[int], seat: int) -> None:
        if not held:
            raise Refusal("not-yours", "Only those who sit at the table can hurry a bot.")
        if seat not in self.tasks or seat not in self.hurried:
            raise Refusal("not-asked", "No bot is thinking there.")
        self.hurried[seat].set()

    async def _consult(self, seat: int, bot: str, decision: Decision) -> str:
        game = self.table.match.game.about.id
        try:
            option = await self.table.hub.workers.choose(thought(self.table.match, seat, bot), self.asker())
            if decision.takes(option):
                return option
            log.error("%s: bot %s chose %r", game, bot, option)
        except Exception:
            log.exception("%s: bot %s failed", game, bot)
        return decision.options[0]  # a bot that fails must not stop the table

    async def hint(self, actor: Actor, seat: int | None) -> HintView:
        table = self.table
        seat = table.seat_of(actor, seat)
        question = table.questions.get(seat)
        if question is None or seat == CHANCE:
            raise Refusal("not-asked", "You have nothing to choose now.")
        number = table.number
        option = await self._consult(seat, BEST_BOT, question.decision)
        if table.questions.get(seat) is not question:
            raise Refusal("stale", "The table has changed meanwhile.")
        label = table.scene(seat).labels.get(option) or table.match.label(question.decision, option)
        why = explain(table.match, question.decision, option)
        return HintView(number, option, f"{label}. {why}" if why else label)
