"""SET...: an empty board each, four dice in the middle."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.games.crossroll.state import Board, Crossroll, Options


def setup(seats: int, options: Mapping[str, str]) -> Crossroll:
    first = options["first"]
    chosen = Options(
        nitrous=options["nitrous"] == "on",
        by_route=options["adjacency"] == "route",
        ladder=options["ties"] == "ladder",
        reroll_six=options["solo-six"] == "reroll",
        choose_slot=options["slots"] == "choose",
        plain_last=options["solo-last"] == "plain",
        first=-1 if first == "random" else min(int(first[-1]), seats) - 1,
    )
    return Crossroll([Board()] * seats, [None] * seats, options=chosen)
