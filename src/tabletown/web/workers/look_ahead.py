"""Looking ahead: a match as it could go on, until a seat is asked.

What the seat does not know is imagined, and the others are played by a quick bot. So the same board and the same
options serve as in a real turn.
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

FAR = 120  # answers of others after which no turn of one's own is in sight


class LookAhead(NamedTuple):
    """What a worker needs to look ahead: the match as a bot gets it, and what is planned so far."""

    thought: BotTask
    options: list[str]
    number: int


def look_ahead(game: Game, ahead: LookAhead) -> PlanView:
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
