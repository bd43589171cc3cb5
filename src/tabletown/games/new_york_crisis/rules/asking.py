"""How the rules ask: a question with only one answer is not asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text


def ask(
    seat: int, prompt: Text, options: Sequence[str], rule: str, why: Callable[..., Reason | None], *about: Any
) -> Script:
    """Let a seat choose one of the options; a single option is taken without asking."""
    if len(options) == 1:
        return options[0]
    return (yield Choose(seat, prompt, options, rule, why, about=about))


def one_of(options: Sequence[str], words: Sequence[str], reason: Reason, word: str) -> Reason | None:
    """Why a word is not an option, where one reason applies to all other `words`."""
    if word in options:
        return None
    return reason if word in words else NOT_AN_OPTION
