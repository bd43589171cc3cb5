"""The chances of a match, as people are shown them: on the replay, beside results, by the coach.

They are fitted to how matches of strong bots ended (`tabletown train`). Against each other the seats' chances, and that
all lose together where that can be, add up to one; who play together share one chance. They end in the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.bots.value import Learned, learned_chances
from tabletown.features import Features
from tabletown.kernel import Game, Match, Outcome


def chances(match: Match) -> list[float]:
    """Seat by seat, now; empty where nobody can win or lose (alone for points), the game says nothing of itself, or
    options let it end as no match did that chances are fitted to."""
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


def _shares(found: Sequence[float], cooperative: bool) -> list[float]:
    """A hand-written evaluation as chances: what it says, or its parts of the whole."""
    total = sum(found)
    if cooperative:
        return list(found)
    return [value / total for value in found] if total > 0 else [1 / len(found)] * len(found)
