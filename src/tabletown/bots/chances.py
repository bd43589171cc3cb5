"""The chances of winning that people see: in the replay, beside results, from the coach.

They are fitted to results of strong bots (`tabletown train`). In a competitive game the chances of all seats, plus that
of losing together where it exists, add up to one; in a cooperative game all share one chance. They end in the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tabletown.bots.value import Learned, learned_chances
from tabletown.features import Features
from tabletown.kernel import Game, Match, Outcome


def chances(match: Match) -> list[float]:
    """The chances of each seat now; empty if nobody can win or lose (solo for points), the game has no evaluation, or
    its options allow endings that the chances were not fitted to."""
    return chances_at(match.game, match.seats, match.state, match.outcome)


def chances_at(game: Game, seats: int, state: Any, outcome: Outcome | None = None) -> list[float]:
    cooperative, features = game.about.cooperative, game.research.features
    if seats == 1 and not cooperative:
        return []
    if isinstance(features, Features) and features.beyond is not None and features.beyond(state):
        return []
    if outcome is not None:
        winners = outcome.winners
        return [(1.0 if cooperative else 1 / len(winners)) if seat in winners else 0.0 for seat in range(seats)]
    learned: Learned | None = learned_chances(game)
    if learned is not None:
        return learned.chances(learned.rows(state))
    if game.bots.evaluate is None:
        return []
    return _shares(game.bots.evaluate(state), cooperative)


def chances_along(game: Game, seats: int, states: Iterable[Any]) -> list[list[float]]:
    """For the states of one match in their order. In the middle of a round they stay as they were before it."""
    features, found = game.research.features, list[list[float]]()
    even = features.even if isinstance(features, Features) else None
    for state in states:
        fresh = not found or even is None or even(state)
        found.append(chances_at(game, seats, state.copy()) if fresh else found[-1])
    return found


def _shares(found: Sequence[float], cooperative: bool) -> list[float]:
    """A hand-written evaluation as chances: unchanged if it gives chances, else each seat's share of the total."""
    total = sum(found)
    if cooperative:
        return list(found)
    return [value / total for value in found] if total > 0 else [1 / len(found)] * len(found)
