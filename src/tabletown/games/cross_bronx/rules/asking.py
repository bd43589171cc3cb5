"""Questions of the rules, put to people and Non-Players alike; non_players.py answers for Non-Players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tabletown.games.cross_bronx.state import Bronx
from tabletown.kernel import Choose, Reason, Script, Text


class Question(Choose, gc=False):
    """A choice with a machine-readable purpose, so that Non-Players, bots and pages need not read its prompt."""

    purpose: str = ""  # what is chosen: place-population, take-vulnerability, answer-petition …
    district: int = -1  # the District it is about, or -1


Answer = Callable[[Bronx, Question], str | Script]  # a Non-Player's answer to a question


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
    """Ask a question and return the chosen option; a single option is returned without asking.

    Options that are computed lazily are always asked about.
    """
    options = question.given
    if not callable(options) and len(options) == 1:
        return options[0]
    return (yield question)
