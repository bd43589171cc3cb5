"""The result of a match for each seat."""

from __future__ import annotations

from tabletown.kernel import Match


def rewards_of(match: Match) -> list[float]:
    """At the end: 1 for a win, -1 for a loss, 0 for a shared win; in a solo game the score. Before the end: 0."""
    outcome, about = match.outcome, match.game.about
    if outcome is None:
        return [0.0] * match.seats
    if match.seats == 1 and not about.cooperative and outcome.scores:
        return [outcome.scores[0]]
    win = 0.0 if len(outcome.winners) > 1 and not about.cooperative else 1.0
    return [win if seat in outcome.winners else -1.0 for seat in range(match.seats)]
