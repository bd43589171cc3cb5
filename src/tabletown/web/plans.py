"""Planning ahead: what a seat will answer as soon as it is asked, if that is still allowed.

To plan, one looks into a match as it could go on: what the seat does not know is imagined, the others are played by a
quick bot, until the seat is asked. So the same board and the same options serve as in a real turn.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from tabletown.bots import make
from tabletown.kernel import CHANCE, Match, Text, seat_name
from tabletown.kernel.game import Game
from tabletown.web import views
from tabletown.web.chairs import Refusal
from tabletown.web.messages import PlanView, Step, StepView
from tabletown.web.table_part import TablePart
from tabletown.web.workers import Thought, restored, thought

if TYPE_CHECKING:
    import asyncio


PLAN_IS_OFF = Text("Your plan is off: “{step}” is not possible now.")
FAR = 120  # answers of others after which no turn of one's own is in sight


class Ahead(NamedTuple):
    """What a worker needs to look ahead: the match as a bot gets it, and what is planned so far."""

    thought: Thought
    options: list[str]
    number: int


def look_ahead(game: Game, ahead: Ahead) -> PlanView:
    """The match as it could stand when this seat has answered what it planned, and what it would be asked next."""
    seat = ahead.thought.seat
    rng = random.Random(ahead.number)  # the same future at every step of one plan
    match = restored(game, ahead.thought).imagine(seat, rng)
    others, assumed, planned = make("greedy", seed=rng.getrandbits(31)), [], list[StepView]()
    steps, complete = list(ahead.options), False
    for _ in range(FAR):
        decision = match.decision(seat)
        if match.over or (decision is None and planned):
            complete = bool(planned)
            break
        if decision is None:
            other = match.decisions[0]
            if other.seat == CHANCE:
                match.choose(CHANCE, rng.choice(list(other.options)))
                continue
            option = others.choose(match.seen_by(other.seat))
            assumed.append(f"{seat_name(other.seat, match.names)}: {_label(match, other.seat, option)}")
            match.choose(other.seat, option)
            continue
        if not steps or not decision.takes(steps[0]):
            break
        option = steps.pop(0)
        planned.append(StepView(option, _label(match, seat, option)))
        before = match.number
        match.choose(seat, option)
        if match.number > before + 1:  # luck comes in: what follows cannot be planned
            complete = True
            break
    decision = None if complete else match.decision(seat)
    drawn = views.scene(match, seat)
    return PlanView(
        number=ahead.number,
        seat=seat,
        steps=planned,
        asked=views.asked(match, decision, seat, drawn) if decision is not None else None,
        scene=views.picture(drawn),
        assumed=assumed[-3:],
        complete=complete,
    )


def _label(match: Match, seat: int, option: str) -> str:
    decision = match.decision(seat)
    assert decision is not None
    return match.label(decision, option)


class Plans(TablePart):
    """The plans of one table; they are kept with its notes and survive a restart."""

    def _seat(self, held: list[int], seat: int | None) -> int:
        table = self.table
        seat = table.seat_among(held, seat)
        if table.match.over:
            raise Refusal("over", "The match is over.")
        if seat == CHANCE or table.chairs[seat].plays_itself:
            raise Refusal("not-yours", "A bot plays this seat; come back to it first.")
        return seat

    async def look(self, held: list[int], seat: int | None, options: list[str]) -> PlanView:
        table = self.table
        seat = self._seat(held, seat)
        if seat in table.questions:
            raise Refusal("not-asked", "It is your turn: there is nothing to plan.")
        ahead = Ahead(thought(table.match, seat, ""), options, table.number)
        return await table.hub.workers.look_ahead(ahead, table.bots.asker())

    def keep(self, held: list[int], seat: int | None, steps: list[Step]) -> asyncio.Future[None]:
        """What the seat plans from now on; nothing: forget it."""
        seat = self._seat(held, seat)
        self.table.notes.plans.pop(seat, None)
        if steps:
            self.table.notes.plans[seat] = steps
        return self.table.commit([self.table.note()])

    def labels(self, seat: int | None) -> list[str]:
        return [step.label for step in self.table.notes.plans.get(seat, ())] if seat is not None else []

    def play(self) -> None:
        """Answer for who has planned and is asked now; a plan that is not allowed any more is dropped."""
        table = self.table
        for seat, steps in list(table.notes.plans.items()):
            question, chair = table.questions.get(seat), table.chairs[seat]
            overseer = table.overseer
            if question is None or chair.plays_itself or (overseer is not None and overseer.why_not_play(table)):
                continue
            step = steps.pop(0)
            if not steps or not question.decision.takes(step.option):
                del table.notes.plans[seat]
            if question.decision.takes(step.option):
                table.answer(seat, step.option, [table.note()])
            else:
                table.notice(PLAN_IS_OFF(step=step.label), seat)
                table.commit([table.note()])
            return  # the next one when this is safe on disk
