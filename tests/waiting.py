"""Waiting in tests: for a condition, never for seconds, and with one limit for all.

A test must not fail because a machine is slow or busy. What works costs no more than it takes; the limit only ends what
would never come. It is generous, and longer where the machine is slower than the one it was chosen on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar

T = TypeVar("T")

USUAL = 0.01  # seconds that `work` takes on a laptop with nothing else to do
EVERY = 0.01  # seconds from one look to the next


def work() -> float:
    """Seconds that a fixed piece of work takes here and now: as the clock sees it, so that busy neighbours count."""
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
    """The first answer of `condition` that counts as true. `what` says what was waited for, if it never comes."""
    deadline = time.monotonic() + LIMIT
    while not (answer := condition()):
        assert time.monotonic() < deadline, f"waited {LIMIT:.0f} s in vain: {what}"
        time.sleep(EVERY)
    return answer


async def until_async(condition: Callable[[], T], what: str) -> T:
    """The same where an event loop must go on meanwhile."""
    deadline = time.monotonic() + LIMIT
    while not (answer := condition()):
        assert time.monotonic() < deadline, f"waited {LIMIT:.0f} s in vain: {what}"
        await asyncio.sleep(EVERY)
    return answer
