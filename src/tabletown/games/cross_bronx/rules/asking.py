"""How the rules ask: people are asked a question, Non-Players (7.0) answer the same question by their priorities."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletown.games.cross_bronx.rules import non_players
from tabletown.games.cross_bronx.state import Bronx
from tabletown.kernel import Choose, Reason, Script, Text


class Question(Choose, gc=False):
    """A choice that knows what it is for, so that Non-Players, bots and pages need not read its words."""

    purpose: str = ""  # what is chosen: place-population, take-vulnerability, answer-petition …
    district: int = -1  # the District it is about, where it is about one


def counted(count: int, thing: str) -> str:
    """1 Resource, 2 Resources, 3 Vulnerabilities."""
    if count == 1 or thing == "Population":
        return f"{count} {thing}"
    return f"{count} {thing[:-1]}ies" if thing.endswith("y") else f"{count} {thing}s"


def query(
    seat: int,
    purpose: str,
    prompt: Text,
    options: Sequence[str] | Callable[[], Sequence[str]],
    rule: str = "",
    why: Callable[[str], Reason | None] | None = None,
    district: int = -1,
) -> Question:
    return Question(seat, prompt, options, rule, why, None, purpose, district)


def ask(s: Bronx, question: Question) -> Script:
    """The word chosen. A choice of one is no question; options found only when looked at count as several."""
    options = question.given
    if not callable(options) and len(options) == 1:
        return options[0]
    if s.non_player[question.seat]:
        return (yield from non_players.decide(s, question))
    return (yield question)
