"""How the rules ask: a choice of one is no question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text


def ask(
    seat: int, prompt: Text, options: Sequence[str], rule: str, why: Callable[..., Reason | None], *about: Any
) -> Script:
    """The word chosen, where there may be only one."""
    if len(options) == 1:
        return options[0]
    return (yield Choose(seat, prompt, options, rule, why, about=about))


def one_of(options: Sequence[str], words: Sequence[str], reason: Reason, word: str) -> Reason | None:
    """Where the same reason speaks against all other words of a kind."""
    if word in options:
        return None
    return reason if word in words else NOT_AN_OPTION
