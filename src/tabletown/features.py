"""Features from which a value is learned: named numbers that describe a seat's position.

A game lists its features with their meanings, and a function that computes them for every seat. The first `shared`
features describe the table and are the same for all seats; the very first is `progress`, from 0 at the start to 1 at
the end, because their importance changes during a match. Keep them cheap: search computes them at the end of every
imagined turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Table = tuple[int, dict[str, str]]  # seats, options


@dataclass(frozen=True)
class Features:
    """A game's features. Call it with a view and a seat to get that seat's features by name."""

    says: Mapping[str, str]  # name -> meaning
    # the state or a view of it -> the features of every seat, in this order
    rows: Callable[[Any], Sequence[Sequence[float]]]
    shared: int = 1  # how many of the first features describe the table rather than a seat
    all_lose: bool = False  # everybody may lose together although they compete
    by_points: bool = False  # most points win: points carry more information than wins, so they are learned
    tables: tuple[Table, ...] = ()  # the kinds of tables for learning; none: the default table
    # state -> whether its options allow endings that no training match had
    beyond: Callable[[Any], bool] | None = None
    # whether every seat has had equally many turns; if not, chances would only show who went first, so they are hidden
    even: Callable[[Any], bool] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.says)

    def __call__(self, view: Any, seat: int) -> dict[str, float]:
        return dict(zip(self.says, self.rows(view)[seat], strict=True))
