"""What a value may be learned from: named numbers that say how a seat stands.

A game lists its features with what each means, and a function that counts them for every seat in one go. The first
`shared` of them tell of the table and are the same for all seats; the first one of all is `progress`, from 0 at the
start to 1 at the end, because what counts changes while a match lasts. Keep them cheap: search counts them at the end
of every turn that it imagines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Table = tuple[int, dict[str, str]]  # seats, options


@dataclass(frozen=True)
class Features:
    """Call it with a view and a seat for that seat's features by name."""

    says: Mapping[str, str]  # by name: what it means
    rows: Callable[[Any], Sequence[Sequence[float]]]  # the state or a view of it -> seat by seat, in this order
    shared: int = 1  # so many of the first are of the table, not of a seat
    all_lose: bool = False  # everybody may lose together though they play against each other
    by_points: bool = False  # whoever has most points wins: points say more than wins do, so they are learned
    tables: tuple[Table, ...] = ()  # the kinds of tables that it is learned at; none: the usual one
    # state -> whether its options let it end as no match did that was learned from
    beyond: Callable[[Any], bool] | None = None
    # whether every seat has done as much: elsewhere chances would only tell who went first, and are not shown
    even: Callable[[Any], bool] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.says)

    def __call__(self, view: Any, seat: int) -> dict[str, float]:
        return dict(zip(self.says, self.rows(view)[seat], strict=True))
