"""How each Faction stands: the chance that all is not lost, shared by expected Victory Points."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tabletown.games.cross_bronx.bots.digest import Digest
from tabletown.games.cross_bronx.state import COMMUNITY, FACTIONS, PRIVATE, PUBLIC, ROUNDS, Bronx


def evaluate(s: Bronx) -> Sequence[float]:
    digest = Digest(s)
    safe = 1.0 - loss_risk(digest)
    points = [expected_points(digest, faction) for faction in FACTIONS]
    best = max(points)
    weights = [math.exp((value - best) * 0.55) for value in points]
    total = sum(weights)
    return [safe * (0.12 + 0.88 * weight / total) for weight in weights]


def rounds_left(s: Bronx) -> int:
    """Event Rounds until the next Census."""
    return max(0, ROUNDS - s.round)


def loss_risk(digest: Digest) -> float:
    """How likely the people are disenfranchised or the city is bankrupt by the next Census."""
    s = digest.s
    left = rounds_left(s)
    arrested = sum((waiting + (people > 0) + 1) // 2 for waiting, people in zip(s.street_vul, s.street_pop))
    jailed = s.corrections + s.overflow + arrested + 0.45 * left
    losses = s.losses + max(0.0, jailed - 11.5) + (1.2 if s.decade != s.last else 0.0)
    disenfranchised = 1 / (1 + math.exp(-(losses - s.losses_limit + 1.2) * 1.1))
    debt = 0.0
    for faction in (PUBLIC, COMMUNITY):
        debt += max(0.0, -(s.resources[faction] + digest.revenue(faction) + 0.5 * left))
    bankrupt = 1 / (1 + math.exp(-(debt - 14) * 0.6))
    return 1 - (1 - disenfranchised) * (1 - bankrupt)


def expected_points(digest: Digest, faction: int) -> float:
    """Victory Points at the end, as far as the present Objectives tell."""
    s = digest.s
    censuses = (s.last - s.decade) // 10 + 1
    sure = 0.9 - 0.05 * rounds_left(s)
    scoring = digest.objectives(faction)
    now = scoring * sure + (4 - scoring) * (1 - sure) * 0.8
    points = s.vp[faction] + now + (censuses - 1) * (0.6 * now + 0.6)
    money = s.resources[faction] / (9 if faction == PRIVATE else 6)
    finals = digest.finals(faction) * (0.8 if censuses == 1 else 0.4)
    return points + finals + 0.25 * max(-1.5, min(1.5, money))
