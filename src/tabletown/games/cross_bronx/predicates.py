"""The small language of Position cards (6.0, 7.0), such as `here.own-tiles = 0`, and checks for content files.

positions.toml documents the counters; rules/counters.py computes them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache

import msgspec

BOARD_COUNTERS = frozenset(
    [
        "resources",
        "corrections",
        "cases",
        "activists",
        "employees",
        "mitigated",
        "social-coalitions",
        "economic-coalitions",
        "own-coalitions",
        "own-economic-coalitions",
        "social-districts",
        "blighted-districts",
        "troubled-districts",
        "own-only-districts",
        "unhoused-population",
        "unhoused-vulnerabilities",
        "own-tiles-unfilled",
        "own-thin-tiles",
        "exhausted-tiles",
        "rival-exhausted-tiles",
        "own-organizations",
        "own-loans",
        "loans-available",
        "private-paper",
    ]
)
DISTRICT_COUNTERS = frozenset(
    [
        "district-number",
        "unexhausted-tiles",
        "exhausted-tiles",
        "rival-exhausted-tiles",
        "own-tiles",
        "own-infrastructure",
        "own-occupied-tiles",
        "own-thin-tiles",
        "rival-tiles",
        "own-only",
        "free-spaces",
        "population",
        "own-population",
        "unhoused-population",
        "own-room",
        "room",
        "vulnerabilities",
        "unhoused-vulnerabilities",
        "vulnerability-room",
        "own-organizations",
        "own-inactive",
        "own-coalitions",
        "own-economic-coalitions",
        "own-ready-coalitions",
        "organization-room",
        "social-open",
        "economic-open",
        "coalition-open",
        "preferred-coalition-open",
        "borrower-room",
        "loans",
        "blight",
        "troubled",
    ]
)
# what an action did, for the goals of Positions: done[...] of the state
DONE = (
    "partners-activated",
    "vulnerabilities-added",
    "own-thin-tiles-exhausted",
    "unhoused-population-housed",
    "unhoused-population-removed",
    "population-out-of-trouble",
    "economic-coalitions-left",
)
COUNTERS = {
    "board": BOARD_COUNTERS,
    "any": DISTRICT_COUNTERS,
    "here": DISTRICT_COUNTERS,
    "there": DISTRICT_COUNTERS,
    "done": frozenset(DONE),
}
OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


class Predicate(msgspec.Struct, frozen=True):
    scope: str  # board, any, here, there, done
    counter: str
    compare: Callable[[int, int], bool]
    operand: int | str  # a number or a board counter


@cache
def read(text: str) -> Predicate:
    """Parse a predicate such as `here.own-tiles = 0`; a mistake raises a ValueError that names it."""
    try:
        subject, sign, operand = text.split()
        scope, dot, counter = subject.partition(".")
        if not dot:
            scope, counter = "board", subject
        if counter not in COUNTERS[scope]:
            raise ValueError
        value: int | str = operand if operand in BOARD_COUNTERS else int(operand)
        return Predicate(scope, counter, OPERATORS[sign], value)
    except (ValueError, KeyError):
        raise ValueError(f"{text!r} is no condition of a Position.") from None


def check_predicate(text: str, scopes: str, entry: str) -> None:
    """Check that a predicate is valid in a place where only these scopes are allowed."""
    try:
        scope = read(text).scope
    except ValueError as error:
        raise ValueError(f"{entry}: {error}") from None
    if scope not in scopes.split():
        raise ValueError(f"{entry}: {text!r} may not speak of {scope!r} there.")


def check_ordering(text: str, hows: str, entry: str) -> None:
    """Check an ordering such as `most own-population`."""
    how, _, counter = text.partition(" ")
    if how not in hows.split() or counter not in DISTRICT_COUNTERS:
        raise ValueError(f"{entry}: {text!r} orders no Districts; it takes {' or '.join(hows.split())} and a counter.")
