"""Conditions of a plan: lines of the log that everybody reads, of which only some parts count."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from functools import cache, reduce
from typing import Any

import msgspec

from tabletown.kernel import Event, Game, LogLine, Match
from tabletown.kernel.text import language
from tabletown.web.protocol import PlanCondition, PlanIf, PlanNode
from tabletown.web.seats import Refusal

DEEPEST, MOST = 3, 7  # conditions below each other; branches beside each other, with "otherwise"


@cache
def _decoder(events: tuple[type[Event], ...]) -> Any:
    return reduce(operator.or_, events) if events else Event


def event_of(game: Game, condition: PlanCondition) -> Event:
    """The event that a condition is about."""
    try:
        event: Event = msgspec.convert(condition.event, _decoder(game.words.log.events), strict=False)
        event.text.render()
    except (msgspec.ValidationError, LookupError, TypeError, ValueError):
        raise Refusal("malformed", "Your plan has a condition that this game doesn't know.") from None
    return event


def condition_of(line: LogLine, names: Sequence[str]) -> PlanCondition:
    """A line as a condition; numbers count only once you fix them, as they are rarely foreseen exactly."""
    event = line.event
    numbers = {part for part, value in event.parts().items() if type(value) in (int, float)} - _seats(event)
    fixed = [part for _, part in _spans(event, names) if part and part not in numbers]
    return worded(event, PlanCondition(msgspec.to_builtins(event), list(dict.fromkeys(fixed)), 0), names)


def _seats(event: Event) -> set[str]:
    return {part for part in event.parts() if f"{{{part}:seat}}" in event.says + event.many}


def _spans(event: Event, names: Sequence[str]) -> list[tuple[str, str]]:
    return [span for span in event.text.spans(names, None, language.get()) if span[0]]


def worded(event: Event, condition: PlanCondition, names: Sequence[str]) -> PlanCondition:
    """The condition with the line it is about, in the reader's language."""
    return PlanCondition(condition.event, condition.fixed, condition.often, _spans(event, names))


def fulfilled(game: Game, condition: PlanCondition, lines: Iterable[LogLine]) -> LogLine | None:
    """The first of these lines that is as the condition says."""
    event = event_of(game, condition)
    parts = event.parts()
    wanted = {part: parts[part] for part in condition.fixed if part in parts}
    for line in lines:
        if line.kind is type(event):
            told = line.event.parts()
            if all(told.get(part) == value for part, value in wanted.items()):
                return line
    return None


def branch_of(game: Game, node: PlanNode, lines: Sequence[LogLine]) -> tuple[PlanIf | None, LogLine | None]:
    """The first branch whose condition is fulfilled, and the line that did it."""
    for each in node.ifs:
        if each.when is None:
            return each, None
        if (line := fulfilled(game, each.when, lines)) is not None:
            return each, line
    return None, None


def done_by_others(match: Match, seat: int, since: int) -> list[LogLine]:
    """The public lines since this answer that the seat didn't cause itself."""
    return [line for line in match.lines_for(None) if line.number > since and line.by != seat and not line.heading]


def check(game: Game, node: PlanNode, depth: int = 0) -> PlanNode:
    """The plan as it is stored: of known events, not too large, without the words of its conditions."""
    if depth > DEEPEST or len(node.ifs) > MOST or (depth and node.ifs and not node.steps):
        raise Refusal("malformed", "That plan has too many conditions.")
    ifs = []
    for each in node.ifs:
        when = each.when
        if when is not None:
            event_of(game, when)
            when = PlanCondition(when.event, when.fixed, when.often)
        ifs.append(PlanIf(check(game, each.then, depth + 1), when))
    return PlanNode(node.steps, ifs)


def in_words(game: Game, node: PlanNode, names: Sequence[str]) -> PlanNode:
    """The plan with its conditions in the reader's language."""
    ifs = [
        PlanIf(in_words(game, each.then, names), each.when and worded(event_of(game, each.when), each.when, names))
        for each in node.ifs
    ]
    return PlanNode(node.steps, ifs)
