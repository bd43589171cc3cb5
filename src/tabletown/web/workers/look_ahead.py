"""Look ahead: imagine how a match could continue until a seat is asked.

Hidden information is imagined, and quick bots play the others, so the planning page shows the same board and options
as a real turn. Where a plan depends on what the others do, matches are played on until one does what the plan assumes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from tabletown.bots import USUAL, make
from tabletown.kernel import CHANCE, Decision, LogLine, Match, seat_name
from tabletown.kernel.chance import BITS
from tabletown.kernel.game import Game
from tabletown.saves.snapshot import restore
from tabletown.translations import ENGLISH, speaking
from tabletown.web.protocol import PlanCondition, PlanNode, PlanStep, PlanView
from tabletown.web.views import views
from tabletown.web.views.conditions import branch_of, condition_of, done_by_others, fulfilled
from tabletown.web.workers.bots import BotTask, bot_task, restored

FAR = 120  # answers of others after which the search for one's next turn ends
OFTEN = 10  # matches that are played on by bots as people might, to say how often something happens
EACH = 40  # first answers of others that are tried one by one
OFFERED = 60  # conditions


class LookAhead(NamedTuple):
    """A worker's input: the match as for a bot, and the plan so far."""

    thought: BotTask
    plan: PlanNode
    number: int
    conditions: bool = False  # also say what the others may do
    code: str = "en"  # of the reader's language


class Future(NamedTuple):
    """How a match may go on until a seat is asked."""

    match: Match
    lines: list[LogLine]  # what the others did
    assumed: list[str]


def look_ahead(game: Game, ahead: LookAhead) -> PlanView:
    """The match after this seat's planned answers, and its next question."""
    seat, node = ahead.thought.seat, ahead.plan
    rng = random.Random(ahead.number)  # the same future for every step of a plan
    match = restored(game, ahead.thought).imagine(seat, rng)
    planned, assumed, complete = list[PlanStep](), list[str](), True
    if node.steps or not (node.ifs or ahead.conditions):
        match, _, assumed = _future(match, seat, rng, "greedy")
        planned, complete = _play(match, seat, node.steps)
    while node.ifs and complete:
        future = _future_of(game, match, seat, rng, node)
        node, planned, complete = node.ifs[-1].then, [], False
        if future is None:
            break
        match, _, assumed = future
        planned, complete = _play(match, seat, node.steps)
    decision = None if complete or match.over else match.decision(seat)
    drawn = views.scene(match, seat)
    return PlanView(
        number=ahead.number,
        seat=seat,
        steps=planned,
        asked=views.asked(match, decision, seat, drawn) if decision is not None else None,
        scene=views.picture(drawn),
        assumed=assumed[-3:],
        complete=complete and bool(planned),
        conditions=_conditions(match, seat, rng) if ahead.conditions and complete else [],
    )


def _play(match: Match, seat: int, steps: list[PlanStep]) -> tuple[list[PlanStep], bool]:
    """Play these steps; returns those that are possible, and whether nothing can be planned after them."""
    planned: list[PlanStep] = []
    for step in steps:
        decision = match.decision(seat)
        if decision is None or not decision.takes(step.option):
            break
        planned.append(
            PlanStep(step.option, match.label(decision, step.option), result_of(match, decision, step.option))
        )
        before = match.number
        match.choose(seat, step.option)
        if match.number > before + 1:  # luck decides, so nothing further can be planned
            return planned, True
    return planned, bool(planned) and (match.over or match.decision(seat) is None)


def result_of(match: Match, decision: Decision, option: str) -> str:
    """What an option promises, in the same words for every reader: compared when it is played."""
    with speaking(ENGLISH):
        shown = match.describe(decision, option)
        return f"{shown.label} {shown.gain}".strip()[:600]


def _future(match: Match, seat: int, rng: random.Random, bot: str, first: tuple[int, str] | None = None) -> Future:
    """The match played on until this seat is asked. `first`: how another seat answers its first question."""
    task = bot_task(match.imagine(seat, rng), seat, "")
    twin = restore(match.game, task.names, task.options, rng.getrandbits(BITS), task.since, task.shot, task.by_hand)
    others, assumed, before = make(bot, seed=rng.getrandbits(31)), list[str](), twin.number
    for _ in range(FAR):
        if twin.over or twin.decision(seat) is not None:
            break
        other = twin.decisions[0]
        if other.seat == CHANCE:
            twin.choose(CHANCE, rng.choice(list(other.options)))
            continue
        if first is not None and first[0] == other.seat and other.takes(first[1]):
            option, first = first[1], None
        else:
            option = others.choose(twin.player_view(other.seat))
        assumed.append(f"{seat_name(other.seat, twin.names)}: {twin.label(other, option)}")
        twin.choose(other.seat, option)
    return Future(twin, done_by_others(twin, seat, before), assumed)


def _futures(match: Match, seat: int, rng: random.Random) -> Iterator[Future]:
    """What seems best, then what people might do, then each first answer of the others."""
    yield _future(match, seat, rng, "greedy")
    for _ in range(OFTEN):
        yield _future(match, seat, rng, USUAL)
    for decision in match.decisions:
        if decision.seat not in (CHANCE, seat):
            for option in decision.options[:EACH]:
                yield _future(match, seat, rng, "greedy", (decision.seat, option))


def _future_of(game: Game, match: Match, seat: int, rng: random.Random, node: PlanNode) -> Future | None:
    """A future that takes the last branch of the node; otherwise one in which an earlier one holds as well."""
    last, both = node.ifs[-1], None
    for future in _futures(match, seat, rng):
        if future.match.over or not future.match.decisions:
            continue
        if branch_of(game, node, future.lines)[0] is last:
            return future
        if both is None and last.when is not None and fulfilled(game, last.when, future.lines) is not None:
            both = future
    return both


def _conditions(match: Match, seat: int, rng: random.Random) -> list[PlanCondition]:
    """What the others may do before this seat's next turn, likeliest first."""
    found: dict[str, PlanCondition] = {}
    for number, future in enumerate(_futures(match, seat, rng)):
        for line in future.lines:
            condition = condition_of(line, match.names)
            known = found.setdefault(str((line.kind, condition.words)), condition)
            if 0 < number <= OFTEN and number not in known.among:
                known.among.append(number)
    for condition in found.values():
        condition.often = len(condition.among)
    return sorted(found.values(), key=lambda each: -each.often)[:OFFERED]
