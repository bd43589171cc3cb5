"""How each Faction stands: the chance that all is not lost, shared by expected Victory Points."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tabletown.games.cross_bronx.rules.audit import audit, expenses, income
from tabletown.games.cross_bronx.rules.objectives import FINAL_OBJECTIVES, OBJECTIVES
from tabletown.games.cross_bronx.state import (
    COMMUNITY,
    FACTIONS,
    PRIVATE,
    PUBLIC,
    ROUNDS,
    Bronx,
)

# ------------------------------------------------------------------ how each Faction stands


def evaluate(s: Bronx) -> Sequence[float]:
    """The chance that all is not lost, shared by expected Victory Points."""
    safe = 1.0 - loss_risk(s)
    points = [expected_points(s, faction) for faction in FACTIONS]
    best = max(points)
    weights = [math.exp((value - best) * 0.55) for value in points]
    total = sum(weights)
    return [safe * (0.12 + 0.88 * weight / total) for weight in weights]


def rounds_left(s: Bronx) -> int:
    """Event Rounds until the next Census."""
    return max(0, ROUNDS - s.round)


def loss_risk(s: Bronx) -> float:
    left = rounds_left(s)
    arrested = sum((waiting + (s.street_pop[d] > 0) + 1) // 2 for d, waiting in enumerate(s.street_vul))
    jailed = s.corrections + s.overflow + arrested + 0.45 * left
    losses = s.losses + max(0.0, jailed - 11.5) + (1.2 if s.decade != s.last else 0.0)
    disenfranchised = 1 / (1 + math.exp(-(losses - s.losses_limit + 1.2) * 1.1))
    rows = audit(s)
    debt = 0.0
    for faction in (PUBLIC, COMMUNITY):
        after = s.resources[faction] + income(rows, faction) - expenses(rows, faction) + 0.5 * left
        debt += max(0.0, -after)
    bankrupt = 1 / (1 + math.exp(-(debt - 14) * 0.6))
    return 1 - (1 - disenfranchised) * (1 - bankrupt)


def expected_points(s: Bronx, faction: int) -> float:
    censuses = (s.last - s.decade) // 10 + 1
    sure = 0.9 - 0.05 * rounds_left(s)
    scoring = sum(objective.why_not(s) is None for objective in OBJECTIVES[faction])
    now = scoring * sure + (4 - scoring) * (1 - sure) * 0.8
    points = s.vp[faction] + now + (censuses - 1) * (0.6 * now + 0.6)
    finals = sum(worth for objective, worth in FINAL_OBJECTIVES[faction] if objective.why_not(s) is None)
    money = s.resources[faction] / (9 if faction == PRIVATE else 6)
    return points + finals * (0.8 if censuses == 1 else 0.4) + 0.25 * max(-1.5, min(1.5, money))
