"""How the rules ask: people and Non-Players alike; non_players.py answers what is asked of the latter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tabletown.games.cross_bronx.state import Bronx
from tabletown.kernel import Choose, Reason, Script, Text


class Question(Choose, gc=False):
    """A choice that knows what it is for, so that Non-Players, bots and pages need not read its words."""

    purpose: str = ""  # what is chosen: place-population, take-vulnerability, answer-petition …
    district: int = -1  # the District it is about, where it is about one


Answer = Callable[[Bronx, Question], str | Script]  # how a Non-Player answers a question


def query(
    seat: int,
    purpose: str,
    prompt: Text,
    options: Sequence[str] | Callable[..., Sequence[str]],
    rule: str = "",
    why: Callable[..., Reason | None] | None = None,
    district: int = -1,
    about: tuple[Any, ...] = (),
) -> Question:
    return Question(seat, prompt, options, rule, why, None, about, purpose, district)


def ask(question: Question) -> Script:
    """The word chosen, where there may be only one: a choice of one is no question.

    Options found only when looked at count as several.
    """
    options = question.given
    if not callable(options) and len(options) == 1:
        return options[0]
    return (yield question)
