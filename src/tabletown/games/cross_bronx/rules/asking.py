"""How the rules ask: people are asked a question, Non-Players (7.0) answer the same question by their priorities."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletown.games.cross_bronx.rules import non_players
from tabletown.games.cross_bronx.state import Bronx
from tabletown.kernel import Choose, Reason, Script, Text


class Question(Choose):
    """A choice that knows what it is for, so that Non-Players, bots and pages need not read its words."""

    __slots__ = ("district", "purpose")

    def __init__(
        self,
        seat: int,
        purpose: str,
        prompt: Text,
        options: Sequence[str],
        rule: str = "",
        why: Callable[[str], Reason | None] | None = None,
        district: int = -1,
    ) -> None:
        self.seat = seat
        self.purpose = purpose  # what is chosen: place-population, take-vulnerability, answer-petition …
        self.prompt = prompt
        self.options = options
        self.rule = rule
        self.why = why
        self.seen_by = None
        self.typed = None
        self.district = district  # the District it is about, where it is about one


def ask(s: Bronx, question: Question) -> Script:
    """The word chosen. A choice of one is no question."""
    if len(question.options) == 1:
        return question.options[0]
    if s.non_player[question.seat]:
        return (yield from non_players.decide(s, question))
    return (yield question)
