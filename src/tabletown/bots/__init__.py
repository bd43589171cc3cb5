"""Bots that play every game: they know only questions, a seat's view, and what that seat may imagine.

>>> from tabletown.bots import make
>>> make("search", iterations=200, seed=1)
Search(iterations=200, milliseconds=None)
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from tabletown.bots.greedy import Greedy
from tabletown.bots.search import Search
from tabletown.bots.simple import Random
from tabletown.kernel import Seen
from tabletown.kernel.errors import BadOption


class Bot(Protocol):
    def choose(self, seen: Seen) -> str:
        """The option this bot picks for the seat whose eyes it looks through."""
        ...


class Level(NamedTuple):
    """A bot as people pick it at a new table."""

    id: str
    title: str
    spec: str


LEVELS = (
    Level("easy", "Easy: plays at random now and then", "greedy:40%"),
    Level("good", "Good: takes what looks best", "greedy"),
    Level("strong", "Strong: thinks ahead", "search:600ms"),
)


def make(spec: str, iterations: int | None = None, milliseconds: int | None = None, seed: int | None = None) -> Bot:
    """A bot by name: `random`, `greedy`, `greedy:40%` (so often at random), `search`, `search:1000`, `search:600ms`."""
    spec = next((level.spec for level in LEVELS if level.id == spec), spec)
    name, _, how = spec.partition(":")
    try:
        if name == "random" and not how:
            return Random(seed)
        if name == "greedy":
            return Greedy(seed, slips=int(how.removesuffix("%")) / 100 if how else 0.0)
        if name == "search":
            if how.endswith("ms"):
                milliseconds = int(how.removesuffix("ms"))
            elif how:
                iterations = int(how)
            return Search(iterations, milliseconds, seed)
    except ValueError:
        raise BadOption(f"{how!r} is no budget for the bot {name!r}; try search:1000 or search:600ms.") from None
    raise BadOption(f"There is no bot {spec!r}; there are: random, greedy, search (search:1000, search:600ms).")


__all__ = ["LEVELS", "Bot", "Greedy", "Level", "Random", "Search", "make"]
