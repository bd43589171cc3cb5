"""Bots that play every game. They know only the questions, a seat's view, and what that seat may imagine.

>>> from tabletown.bots import make
>>> make("search", iterations=200, seed=1)
Search(iterations=200, milliseconds=None)
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from tabletown.bots.greedy import Greedy, TurnSearch
from tabletown.bots.search import Search
from tabletown.bots.simple import Human, Random
from tabletown.kernel import PlayerView
from tabletown.kernel.errors import BadOption


class Bot(Protocol):
    def choose(self, seen: PlayerView) -> str:
        """The option that this bot picks for the seat whose view it gets."""
        ...


class Level(NamedTuple):
    """A bot level that people choose at a new table."""

    id: str
    title: str
    spec: str


LEVELS = (
    Level("easy", "Easy: misses a lot", "human:70%"),
    Level("good", "Good: misses something now and then", "human:35%"),
    Level("strong", "Strong: plays the move that looks best", "greedy"),
    Level("master", "Master: thinks ahead", "search:1500ms"),
)
USUAL = "good"
STEADY = 40  # iterations instead of a time budget
NAMES = ("random", "human", "greedy", "step", "search")


def make(spec: str, iterations: int | None = None, milliseconds: int | None = None, seed: int | None = None) -> Bot:
    """A bot by name: `random`, `human:50%` (overlooks half its options), `greedy`, `greedy:40%` (40 % random moves),
    `step` (plays the turns that look best to their end), `search`, `search:1000` (iterations a question),
    `search:600ms` (a turn). `step` and `search` may name the value they go by: `search:50:hand`, `step:8:my.json`.

    >>> make("search:50", seed=1)
    Search(iterations=50, milliseconds=None)
    """
    spec = next((level.spec for level in LEVELS if level.id == spec), spec)
    name, _, rest = spec.partition(":")
    how, _, value = rest.partition(":")
    try:
        if name == "random" and not rest:
            return Random(seed)
        if name == "human" and not value:
            return Human(seed, overlooks=_share(how) if how else 0.5)
        if name == "greedy" and not value:
            return Greedy(seed, slips=_share(how) if how else 0.0)
        if name == "step":
            return TurnSearch(seed, width=int(how) if how else 8, value=value)
        if name == "search":
            if how.endswith("ms"):
                milliseconds = int(how.removesuffix("ms"))
            elif how:
                iterations = int(how)
            return Search(iterations, milliseconds, seed, value=value)
    except ValueError:
        raise BadOption(
            f"{how!r} isn't a valid budget for the bot {name!r}; try search:1000 or search:600ms."
        ) from None
    raise BadOption(f"There is no bot {spec!r}. Choose one of: {', '.join(NAMES)} (search:1000, search:600ms).")


def without_clock(spec: str) -> str:
    """The bot of this name with a fixed number of iterations instead of a time budget, so that it plays alike anywhere.

    >>> without_clock("master"), without_clock("good")
    ('search:40', 'good')
    """
    of_level = next((level.spec for level in LEVELS if level.id == spec), spec)
    name, _, how = of_level.partition(":")
    return f"search:{STEADY}" if name == "search" and (not how or how.endswith("ms")) else spec


def _share(text: str) -> float:
    share = int(text.removesuffix("%"))
    if not 0 <= share <= 100:
        raise BadOption(f"{text} isn't a valid share. Give 0% to 100%.")
    return share / 100


__all__ = ["LEVELS", "NAMES", "USUAL", "Bot", "Greedy", "Human", "Level", "Random", "Search", "TurnSearch", "make"]
