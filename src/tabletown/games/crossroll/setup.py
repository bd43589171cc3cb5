"""The state before the first round: an empty board for each player."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.games.crossroll.state import Board, Crossroll, Options


def setup(seats: int, options: Mapping[str, str]) -> Crossroll:
    chosen = Options.of(options, seats)
    return Crossroll([Board()] * seats, [None] * seats, options=chosen)
