"""Look ahead: imagine how a match could continue until a seat is asked.

Hidden information is imagined, and a quick bot plays the others, so the planning page shows the same board and options
as a real turn.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from tabletown.bots import make
from tabletown.kernel import CHANCE, Match, seat_name
from tabletown.kernel.game import Game
from tabletown.web.protocol import PlanView, StepView
from tabletown.web.views import views
from tabletown.web.workers.bots import BotTask, restored

FAR = 120  # answers of others after which the search for one's next turn ends


class LookAhead(NamedTuple):
    """A worker's input: the match as for a bot, and the plan so far."""

    thought: BotTask
    options: list[str]
    number: int


def look_ahead(game: Game, ahead: LookAhead) -> PlanView:
    """The match after this seat's planned answers, and its next question."""
    seat = ahead.thought.seat
    rng = random.Random(ahead.number)  # the same future for every step of a plan
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
            option = others.choose(match.player_view(other.seat))
            assumed.append(f"{seat_name(other.seat, match.names)}: {_label(match, other.seat, option)}")
            match.choose(other.seat, option)
            continue
        if not steps or not decision.takes(steps[0]):
            break
        option = steps.pop(0)
        planned.append(StepView(option, _label(match, seat, option)))
        before = match.number
        match.choose(seat, option)
        if match.number > before + 1:  # luck decides, so nothing further can be planned
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
