"""Planned moves: played when the seat's turn comes, if still allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletown.kernel import CHANCE, Text
from tabletown.web.protocol import PlanStep, PlanView
from tabletown.web.seats import Refusal
from tabletown.web.tables.table_part import TablePart
from tabletown.web.workers.bots import bot_task
from tabletown.web.workers.look_ahead import LookAhead

if TYPE_CHECKING:
    import asyncio


PLAN_IS_OFF = Text("Plan stopped: “{step}” isn't possible any more.")


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

    async def look(self, held: list[int], seat: int | None, options: list[str]) -> PlanView:
        table = self.table
        seat = self._seat(held, seat)
        if seat in table.questions:
            raise Refusal("not-asked", "It's your turn, so just play.")
        ahead = LookAhead(bot_task(table.match, seat, ""), options, table.progress(held).number)
        return await table.hub.workers.look_ahead(ahead, table.bots.asker())

    def keep(self, held: list[int], seat: int | None, steps: list[PlanStep]) -> asyncio.Future[None]:
        """Store the seat's plan; an empty one deletes it."""
        seat = self._seat(held, seat)
        self.table.notes.plans.pop(seat, None)
        if steps:
            self.table.notes.plans[seat] = steps
        return self.table.commit([self.table.note()])

    def labels(self, seat: int | None) -> list[str]:
        return [step.label for step in self.table.notes.plans.get(seat, ())] if seat is not None else []

    def play(self) -> None:
        """Play the planned moves of seats that must decide; drop plans no longer allowed."""
        table = self.table
        for seat, steps in list(table.notes.plans.items()):
            question, table_seat = table.questions.get(seat), table.seats[seat]
            overseer = table.overseer
            if question is None or table_seat.plays_itself or (overseer is not None and overseer.why_not_play(table)):
                continue
            step = steps.pop(0)
            if not steps or not question.decision.takes(step.option):
                del table.notes.plans[seat]
            if question.decision.takes(step.option):
                table.answer(seat, step.option, [table.note()])
            else:
                table.notice(PLAN_IS_OFF(step=step.label), seat)
                table.commit([table.note()])
            return  # the next one follows when this is committed
