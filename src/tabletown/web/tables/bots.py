"""The bots at a table: they play and give hints, and think in other processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING

from tabletown.bots import LEVELS, USUAL
from tabletown.bots.greedy import horizon_of
from tabletown.drawing import signed
from tabletown.kernel import CHANCE, Decision, say
from tabletown.story import Story, explain, preferred, try_out
from tabletown.story.sentences import paragraph
from tabletown.web.protocol import Advice, HintView
from tabletown.web.seats import Actor, Refusal
from tabletown.web.security.fair_share import Asker
from tabletown.web.tables.recap import of_change
from tabletown.web.tables.table_part import TablePart
from tabletown.web.views import views
from tabletown.web.workers.bots import BotAnswer, bot_task, think

if TYPE_CHECKING:
    from tabletown.web.tables.table import Table
    from tabletown.web.views.progress import OpenQuestion

log = logging.getLogger("tabletown.web")

BEST_BOT = LEVELS[-1].id
STOPS_WITHIN = 0.4  # seconds a hurried bot has to return its best move so far


class BotTurn:
    """A bot's progress in its turn."""

    def __init__(self, turn: object) -> None:
        self.turn = turn
        self.spent = 0.0  # seconds spent thinking
        self.line: list[str] = []  # the move it intends next …
        self.after = (-1, "")  # … provided this was the match's last answer


class TableBots(TablePart):
    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.tasks: dict[int, asyncio.Task[None]] = {}  # by seat
        self.hurried: dict[int, asyncio.Event] = {}  # by seat: whether a player asked it to hurry
        self.turns: dict[int, BotTurn] = {}  # by seat

    def call(self) -> None:
        """Start every bot that must decide; at tables of bots only while someone watches."""
        table = self.table
        overseer = table.overseer
        if self._stands_still():
            return
        if table.notes.lesson is not None:  # the script answers for them
            return
        if not any(seat in table.questions for seat in table.bot_seats):
            self.hurried.clear()  # their next turn has the usual pause again
        for seat, question in table.questions.items():
            if seat >= 0 and table.seats[seat].plays_itself and seat not in self.tasks:
                watched = table.sockets or overseer is not None
                if not watched and not any(table_seat.kind == "person" for table_seat in table.seats):
                    return
                self.tasks[seat] = asyncio.create_task(self._think(seat, question))

    def _stands_still(self) -> bool:
        overseer = self.table.overseer
        return self.table.hub.workers.stopped or (overseer is not None and bool(overseer.why_not_play(self.table)))

    def asker(self) -> Asker:
        """The client that bots think for: the players, or else the spectators."""
        table, asked_by = self.table, self.table.hub.workers.queue
        plays = [s for s in table.sockets if any(not table.seats[seat].plays_itself for seat in s.holds)]
        if plays or table.overseer is not None:
            return Asker(min((s.client for s in plays), key=asked_by.seconds, default=table.creator))
        if any(table_seat.kind == "person" and not table_seat.stand_in for table_seat in table.seats):
            return Asker(table.creator)  # they will come back
        return Asker(min((s.client for s in table.sockets), key=asked_by.seconds, default=table.creator), True)

    def watcher(self) -> Asker:
        """The client for whom a worker looks at a match again: after everybody who plays."""
        return self.asker()._replace(watching=True)

    async def _think(self, seat: int, question: OpenQuestion) -> None:
        table, decision = self.table, question.decision
        try:
            began, hurried = time.monotonic(), self.hurried.setdefault(seat, asyncio.Event())
            if len(decision.options) == 1:
                option = decision.options[0]
            else:
                option = await self._consult_until(hurried, seat, table.seats[seat].bot or USUAL, decision)
            calm = table.overseer.calm if table.overseer is not None else 0
            pace = table.hub.settings.pace * max(calm, 1 if table.sockets else 0)
            if (rest := pace - (time.monotonic() - began)) > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(hurried.wait(), rest)  # a pause, so that people can follow
            asked = table.questions.get(seat) is question and table.seats[seat].plays_itself
            if asked and not self._stands_still():  # otherwise it is asked again after the next change
                table.answer(seat, option)
        except Refusal as refusal:
            log.error("table %s: bot at seat %s: %s", table.id, seat, refusal.text)
        finally:
            del self.tasks[seat]
        if table.pending == 0:
            self.call()

    async def _consult_until(self, hurried: asyncio.Event, seat: int, bot: str, decision: Decision) -> str:
        """The bot's move; when hurried, its best so far or a quick bot's choice."""
        if (meant := self._meant(seat, decision)) is not None:
            return meant
        if not hurried.is_set():
            workers = self.table.hub.workers
            flag = workers.flag()
            consult, hurry = self._consult(seat, bot, decision, flag), hurried.wait()
            thinking, waiting = (asyncio.ensure_future(x) for x in (consult, hurry))
            await asyncio.wait({thinking, waiting}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if not thinking.done():
                workers.hurry(flag)
                await asyncio.wait({thinking}, timeout=STOPS_WITHIN)
            if thinking.done():
                return str(thinking.result())
            thinking.cancel()
        quick = bot_task(self.table.match, seat, USUAL)
        # quick enough to run here instead of waiting for a busy worker
        option = (await asyncio.to_thread(think, self.table.match.game, quick)).option
        return option if decision.takes(option) else decision.options[0]

    def _turn(self, seat: int) -> BotTurn:
        now = horizon_of(self.table.match)
        if seat not in self.turns or self.turns[seat].turn != now:
            self.turns[seat] = BotTurn(now)
        return self.turns[seat]

    def _meant(self, seat: int, decision: Decision) -> str | None:
        """The move the bot already found for this question in its last search, if well explored."""
        turn, log = self._turn(seat), self.table.match.log
        if not turn.line or not log or (log[-1].seat, log[-1].option) != turn.after:
            return None
        option = turn.line.pop(0)
        if not decision.takes(option):
            turn.line.clear()
            return None
        turn.after = (seat, option)
        return option

    def hurry(self, held: list[int], seat: int) -> None:
        if not held:
            raise Refusal("not-yours", "Only players at the table can hurry a bot.")
        if seat not in self.tasks or seat not in self.hurried:
            if seat in self.table.progress(held).questions and self.table.seats[seat].plays_itself:
                return  # it has decided in secret, or is about to
            raise Refusal("not-asked", "No bot is thinking there.")
        self.hurried[seat].set()

    async def _consult(self, seat: int, bot: str, decision: Decision, flag: int) -> str:
        turn = self._turn(seat)
        wanted = bot_task(self.table.match, seat, bot, turn.spent, flag)
        try:
            option, line, seconds, *_ = await self.table.hub.workers.choose(wanted, self.asker())
            if decision.takes(option):
                turn.spent += seconds
                turn.line, turn.after = line, (seat, option)
                return option
            log.error("table %s: bot %s chose %r", self.table.id, bot, option)
        except Exception:
            log.exception("table %s: bot %s failed", self.table.id, bot)
        return decision.options[0]  # a failing bot must not stop the table

    async def _advised(self, seat: int, decision: Decision) -> BotAnswer:
        """The best bot's move and its runners-up."""
        try:
            found = await self.table.hub.workers.choose(bot_task(self.table.match, seat, BEST_BOT), self.asker())
            if decision.takes(found.option):
                found = found._replace(others=[option for option in found.others if decision.takes(option)])
                return self._before_ending(found, decision)
        except Exception:
            log.exception("table %s: the hint failed", self.table.id)
        return BotAnswer(decision.options[0], [], 0.0)

    def _before_ending(self, found: BotAnswer, decision: Decision) -> BotAnswer:
        """Ending the turn is advised where it promises clearly more than going on, as a person would see it."""
        ends, promises = self.table.match.describe(decision, found.option).ends, found.promises
        least = promises.get(found.option, 1.0) - AS_GOOD
        better = [option for option in found.others if promises.get(option, 0.0) >= least]
        if not ends or not better:
            return found
        first = max(better, key=promises.__getitem__)
        others = [option for option in (found.option, *found.others) if option != first]
        return found._replace(option=first, line=[], others=others[:2])

    async def hint(self, actor: Actor, seat: int | None) -> HintView:
        table = self.table
        seat = table.seat_of(actor, seat)
        question = table.questions.get(seat)
        if question is None or seat == CHANCE:
            raise Refusal("not-asked", "You have nothing to decide right now.")
        number = table.progress(table.held_by(actor)).number
        found = await self._advised(seat, question.decision)
        if table.questions.get(seat) is not question:
            raise Refusal("stale", "The game has moved on. Ask again.")
        options = [found.option, *found.others]
        first, *rest = (self._advice(seat, question.decision, option, found) for option in options)
        instead = price(first, rest[0]) if rest else ""
        told = first.option, first.label, first.why, first.changes, first.steps, first.board
        return HintView(number, *told, rest, instead)

    def _advice(self, seat: int, decision: Decision, option: str, found: BotAnswer) -> Advice:
        match = self.table.match
        label = match.label(decision, option)
        story = match.game.words.story or Story()
        best, promises = option == found.option, found.promises
        tried = try_out(match, seat, option, found.line if best else ())
        shown = [of_change(change, story, match.names, seat) for change in tried.changes]
        if match.describe(decision, option).ends:  # what is cleared away between turns is nobody's gain
            shown = [one for one, change in zip(shown, tried.changes, strict=True) if change.who == seat or one[3] < 1]
        own, then = explain(match, decision, option), tried.sentence(match.names, seat)
        then = say("The log would say: {what}", what=then) if then else ""
        parts = [say("Why: {why}", why=own) if own else then]
        if not own and not shown:  # compare with the best option, or the best with the runner-up
            beside = [option, next(iter(found.others), option) if best else found.option]
            parts.append(preferred(match, decision, *((each, promises[each]) for each in beside if each in promises)))
        board = views.scene(tried.after, seat).board if tried.after is not None else ""
        return Advice(option, label, paragraph(parts), shown, tried.steps, board)


AS_GOOD = 0.01  # of a win: looking ahead cannot tell two options apart that differ by less
NUMBERS = 3  # figures shown for the alternative


def price(best: Advice, other: Advice) -> str:
    """The alternative and how its figures differ from the best move's; "" if they don't."""
    mine, its = ({what: after - before for what, before, after, _ in each.changes} for each in (best, other))
    differ = [what for what in {**its, **mine} if its.get(what, 0) != mine.get(what, 0)]
    numbers = [f"{what} {signed(round(its.get(what, 0)))}" for what in differ[:NUMBERS]]
    return say("Alternatively, {label}: {numbers:,}.", label=other.label, numbers=numbers) if numbers else ""
