"""Planned moves: played when the seat's turn comes, if what they depend on has happened and they are still allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletown.kernel import CHANCE, Text
from tabletown.kernel.text import language
from tabletown.web.protocol import PlanNode, PlanStep, PlanView
from tabletown.web.seats import Refusal
from tabletown.web.tables.notes import KeptPlan
from tabletown.web.tables.table_part import TablePart
from tabletown.web.views.conditions import branch_of, check, done_by_others, in_words
from tabletown.web.workers.bots import bot_task
from tabletown.web.workers.look_ahead import LookAhead, result_of

if TYPE_CHECKING:
    import asyncio

    from tabletown.web.storage.schema import Write


PLAN_IS_OFF = Text("Plan stopped: “{step}” isn't possible any more.")
PLAN_DIFFERS = Text("Plan stopped: “{step}” has a different result now.")
PLAN_ASKS = Text("Plan stopped, as you wished: {line}")
PLAN_HAS_NOTHING = Text("Plan stopped: nothing you planned for happened.")
PLAN_LEARNED = Text("Plan stopped: you learned something new.")
PLAN_TURN_GOES_ON = Text("Plan stopped: your turn isn't over yet.")


class Plans(TablePart):
    """The plans of one table; stored with its notes, so they survive a restart."""

    def _seat(self, held: list[int], seat: int | None) -> int:
        table = self.table
        seat = table.seat_among(held, seat)
        if table.match.over:
            raise Refusal("over", "The match is over.")
        if seat == CHANCE or table.seats[seat].plays_itself:
            raise Refusal("not-yours", "A bot is playing your seat. Take it back first.")
        return seat

    async def look(self, held: list[int], seat: int | None, node: PlanNode, conditions: bool = False) -> PlanView:
        table = self.table
        seat = self._seat(held, seat)
        if seat in table.questions:
            raise Refusal("not-asked", "It's your turn, so just play.")
        node, number = check(table.match.game, node), table.progress(held).number
        ahead = LookAhead(bot_task(table.match, seat, ""), node, number, conditions, language.get().code)
        return await table.hub.workers.look_ahead(ahead, table.bots.asker())

    def keep(self, held: list[int], seat: int | None, node: PlanNode) -> asyncio.Future[None]:
        """Store the seat's plan; an empty one deletes it."""
        seat = self._seat(held, seat)
        table = self.table
        node = check(table.match.game, node)
        table.notes.ahead.pop(seat, None)
        if node.steps or node.ifs:
            table.notes.ahead[seat] = KeptPlan(node, table.progress((seat,)).match.number)
        return table.commit([table.note()])

    def shown(self, seat: int | None) -> PlanNode:
        """The seat's plan in words, for its holder only."""
        kept = self.table.notes.ahead.get(seat) if seat is not None else None
        return PlanNode() if kept is None else in_words(self.table.match.game, kept.node, self.table.match.names)

    def undone(self) -> list[Write]:
        """After an undo, all that happens from here on counts for every plan."""
        table = self.table
        for seat, kept in table.notes.ahead.items():
            kept.since = min(kept.since, table.progress((seat,)).match.number)
        return [table.note()] if table.notes.ahead else []

    def play(self) -> None:
        """Play the planned moves of seats that must decide; drop plans that stop."""
        table = self.table
        for seat, kept in list(table.notes.ahead.items()):
            question, table_seat = table.questions.get(seat), table.seats[seat]
            overseer = table.overseer
            if question is None or table_seat.plays_itself or (overseer is not None and overseer.why_not_play(table)):
                continue
            known = table.progress((seat,)).match
            step = self._next(seat, kept)
            if isinstance(step, Text):
                del table.notes.ahead[seat]
                table.notice(step, seat)
                table.commit([table.note()])
                return
            kept.since = known.number
            kept.node = PlanNode(kept.node.steps[1:], kept.node.ifs)
            if not kept.node.steps and not kept.node.ifs:
                del table.notes.ahead[seat]
            table.answer(seat, step.option, [table.note()])
            return  # the next one follows when this is committed

    def _next(self, seat: int, kept: KeptPlan) -> PlanStep | Text:
        """The step to play now, or why the plan stops. Takes the branch that holds."""
        match = self.table.progress((seat,)).match
        decision = match.decision(seat)
        if any(line.to is not None and seat in line.to and line.number > kept.since for line in match.lines):
            return PLAN_LEARNED
        if not kept.node.steps:
            if all(answer.seat in (seat, CHANCE) for answer in match.since(min(kept.since, match.number))):
                return PLAN_TURN_GOES_ON
            lines = done_by_others(match, seat, kept.since)
            branch, line = branch_of(match.game, kept.node, lines)
            if branch is None or not branch.then.steps:
                return PLAN_HAS_NOTHING if line is None else PLAN_ASKS(line=line.text)
            kept.node = branch.then
        step = kept.node.steps[0]
        if decision is None or not decision.takes(step.option):
            return PLAN_IS_OFF(step=step.label)
        if step.result and step.result != result_of(match, decision, step.option):
            return PLAN_DIFFERS(step=step.label)
        return step
