"""What a point of a match is worth to each seat, from 0 (lost) to 1 (won)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.kernel import Match


def worth(match: Match) -> Sequence[float]:
    """At the end: the win, shared where it is shared against others. Before: the game's own evaluation.

    A seat that plays alone for points always "wins", so there the evaluation counts at the end as well.
    """
    game, seats = match.game, match.seats
    outcome = match.outcome
    if outcome is None or (seats == 1 and not game.about.cooperative):
        return game.bots.evaluate(match.state) if game.bots.evaluate is not None else [0.5] * seats
    share = 1.0 if game.about.cooperative or len(outcome.winners) < 2 else 0.5
    return [share if seat in outcome.winners else 0.0 for seat in range(seats)]
