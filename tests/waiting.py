"""Waiting in tests: for a condition, never for a number of seconds, with one limit for all.

A test must not fail because a machine is slow or busy. Waiting ends as soon as the condition holds; the limit only ends
what would never come. It is generous, and longer on a machine slower than the one it was chosen on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar

T = TypeVar("T")

USUAL = 0.01  # seconds that `work` takes on a laptop with nothing else to do
EVERY = 0.01  # seconds between two checks


def work() -> float:
    """Seconds of elapsed time that a fixed piece of work takes now, so that other load counts."""
    began = time.perf_counter()
    sum(number * number % 7 for number in range(100_000))
    return time.perf_counter() - began


def slowness() -> float:
    """How many times slower than usual this machine is now: from 1 to 5."""
    return min(max(1.0, median(work() for _ in range(5)) / USUAL), 5.0)


LIMIT = 120 * slowness()
"""Seconds after which nothing more is expected, for all that asks for a time-out: programs, sockets, browsers. Each
process measures it for itself, so it has no place in the name of a test."""


def until(condition: Callable[[], T], what: str) -> T:
    """Wait for the first true result of `condition` and return it; `what` names it in the error if it never comes."""
    deadline = time.monotonic() + LIMIT
    while not (answer := condition()):
        assert time.monotonic() < deadline, f"waited {LIMIT:.0f} s in vain: {what}"
        time.sleep(EVERY)
    return answer


async def until_async(condition: Callable[[], T], what: str) -> T:
    """The same as `until`, while an event loop keeps running."""
    deadline = time.monotonic() + LIMIT
    while not (answer := condition()):
        assert time.monotonic() < deadline, f"waited {LIMIT:.0f} s in vain: {what}"
        await asyncio.sleep(EVERY)
    return answer
