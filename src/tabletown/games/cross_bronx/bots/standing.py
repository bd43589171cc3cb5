"""How each Faction stands: the chance that not all lose, shared out by expected Victory Points.

The weights were fitted to the results of some 60,000 positions from matches between bots.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from tabletown.games.cross_bronx.bots.digest import Digest
from tabletown.games.cross_bronx.components import POSITIONS
from tabletown.games.cross_bronx.state import BLIGHT, COMMUNITY, FACTIONS, PRIVATE, PUBLIC, ROUNDS, Bronx

LOSSES_LIMIT = 8  # the limit of a Session, for which the weights were fitted
PRIORITY = 0.5  # points an achieved Position can be expected to bring in the Census
FUTURE = (1.7, 1.9, 2.1)  # expected points from a later Census, by Faction


class ScoringChance(NamedTuple):
    """Chance of scoring an Objective: its base in round 1, what the rounds add, and what the margin adds to both."""

    start: float
    drift: float
    early: float
    late: float

    def of(self, margin: float, now: float) -> float:
        return sigmoid(self.start + self.drift * now + margin * (self.early + self.late * now))


BALANCED_BUDGET = ScoringChance(1.1, 0.0, 0.12, 0.26)
SOCIAL_WORK = ScoringChance(-0.9, 1.2, 0.1, 1.5)
PUBLIC_RELATIONS = ScoringChance(-0.6, -0.6, 0.2, 1.6)
QUALITY_OF_LIFE = ScoringChance(-1.3, 0.6, 0.1, 1.0)
REHABILITATION = ScoringChance(0.3, 0.2, 0.05, 0.6)
SOCIAL_MOVEMENT = ScoringChance(0.3, -0.9, 0.1, 3.2)
PEOPLE_POWER = ScoringChance(-0.2, -0.3, 0.2, 1.6)
GRASSROOTS = ScoringChance(-0.3, -0.2, 1.1, 0.1)
RECURRING_REVENUE = ScoringChance(1.5, -1.6, 0.9, 0.4)
TRICKLE_DOWN = ScoringChance(0.7, -1.2, 0.1, 1.7)
WORKFORCE = ScoringChance(0.2, -1.0, 0.1, 2.0)
LAISSEZ_FAIRE = ScoringChance(-1.9, -2.8, 1.4, 1.8)
FINAL_PUBLIC_DEBT = ScoringChance(1.0, 0.0, 0.2, 0.15)
FINAL_LOSSES = ScoringChance(-0.8, 1.5, 0.2, 0.5)
FINAL_COMMUNITY_DEBT = ScoringChance(-0.4, 0.0, 0.05, 0.3)
FINAL_COMMUNITY_BOND = ScoringChance(-1.2, 0.0, 2.5, 0.3)
FINAL_PRIVATE_DEBT = ScoringChance(-1.8, 1.7, 0.05, 0.4)
FINAL_PRIVATE_BOND = ScoringChance(0.5, -1.3, 0.7, 1.8)


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def within(low: float, value: float, high: float) -> float:
    return low if value < low else high if value > high else value


def horizon(s: Bronx) -> object:
    """When to evaluate: at the end of the round, or of the Census after the last one, played out by ratings. Only when
    everybody has acted does it show what a box or a District was good for."""
    return s.session, s.decade, s.round


def evaluate(s: Bronx) -> Sequence[float]:
    prospect = Prospect(s)
    safe = 1.0 - prospect.loss_risk()
    sharpness = 0.85 if prospect.censuses > 1 else 1.2
    points = [sharpness * prospect.points(faction) for faction in FACTIONS]
    best = max(points)
    weights = [math.exp(value - best) for value in points]
    total = sum(weights)
    return [safe * (0.1 + 0.9 * weight / total) for weight in weights]


class Prospect:
    """Expectations for the next Census and for the end of the Session."""

    __slots__ = ("after", "censuses", "digest", "jailed", "now", "s")

    def __init__(self, s: Bronx) -> None:
        self.s = s
        self.digest = digest = Digest(s)
        self.now = min(ROUNDS, s.round) / ROUNDS  # progress of the Decade, from 0 to 1
        self.censuses = (s.last - s.decade) // 10 + 1
        self.jailed = s.corrections + s.overflow + sum([(waiting + 1) // 2 for waiting in s.street_vul])
        self.after = [s.resources[f] + digest.revenue(f) for f in FACTIONS]  # an Audit

    def loss_risk(self) -> float:
        """Chance of Disenfranchisement or Bankruptcy before the end."""
        s = self.s
        losses, left = s.losses - s.losses_limit + LOSSES_LIMIT, 1 - self.now
        overflow = math.log1p(math.exp(within(-9, self.jailed + 3 * left - 10, 20)))
        debt = max(0, -self.after[PUBLIC]) + max(0, -self.after[COMMUNITY])
        trouble = 0.1 * sum(s.street_pop) + 0.12 * debt + 0.1 * max(0, debt - 8)
        if self.censuses == 1:
            return sigmoid(-4.1 - 0.7 * left + 0.48 * losses + 0.48 * overflow + trouble - 0.09 * sum(s.mitigated))
        return sigmoid(-2.9 + 0.9 * left + 0.8 * losses + 0.2 * overflow + trouble + 0.06 * sum(self.digest.need))

    def points(self, faction: int) -> float:
        """Expected Victory Points at the end."""
        soon = (self.public, self.community, self.private)[faction]()
        points = self.s.vp[faction] + soon + self.goal(faction)
        if self.censuses > 1:
            money = within(-8, self.after[faction], 8)
            points += (self.censuses - 1) * (0.65 * FUTURE[faction] + 0.35 * soon + 0.04 * money)
        return points

    def goal(self, faction: int) -> float:
        """Expected points from a person's Position: part of the goal, or the Priority Objective once achieved."""
        s = self.s
        if s.position[faction] < 0 or s.non_player[faction]:
            return 0.0
        return PRIORITY if s.achieved[faction] else 0.5 * s.stars[faction] / POSITIONS[s.position[faction]].target

    def public(self) -> float:
        s, digest, now = self.s, self.digest, self.now
        money = within(-8, self.after[PUBLIC], 8)
        gap = abs(sum(digest.social) - sum(digest.economic))
        need = min([count + 9 * (marker == BLIGHT) for count, marker in zip(digest.need, s.marker)])
        points = (
            BALANCED_BUDGET.of(money, now)
            + SOCIAL_WORK.of(-min(3, gap), now)
            + PUBLIC_RELATIONS.of(self.lead(PUBLIC, COMMUNITY), now)
            + QUALITY_OF_LIFE.of(-min(3, need), now)
        )
        return points + FINAL_PUBLIC_DEBT.of(money, now) if self.censuses == 1 else points

    def community(self) -> float:
        s, digest, now = self.s, self.digest, self.now
        districts = sum([social > economic for social, economic in zip(digest.social, digest.economic)])
        points = (
            REHABILITATION.of(within(-12, sum(s.mitigated) - self.jailed, 6), now)
            + SOCIAL_MOVEMENT.of(min(3, districts) - 1.5, now)
            + PEOPLE_POWER.of(self.lead(COMMUNITY, PRIVATE), now)
            + GRASSROOTS.of(digest.alone(COMMUNITY), now)
        )
        if self.censuses == 1:
            margin = 4 - s.losses - max(0, self.jailed - 10)
            points += FINAL_LOSSES.of(within(-5, margin, 4), now)
            points += FINAL_COMMUNITY_DEBT.of(within(-8, self.after[COMMUNITY], 8), now)
            points += FINAL_COMMUNITY_BOND.of(any(s.bonds[0::2]), now)
        return points

    def private(self) -> float:
        s, digest, now = self.s, self.digest, self.now
        gap = sum(digest.economic) - sum(digest.social)
        points = (
            RECURRING_REVENUE.of(min(3, digest.paper()) - 1.5, now)
            + TRICKLE_DOWN.of(within(-3, gap, 3), now)
            + WORKFORCE.of(self.lead(PRIVATE, PUBLIC), now)
            + LAISSEZ_FAIRE.of(digest.alone(PRIVATE), now)
        )
        if self.censuses == 1:
            points += FINAL_PRIVATE_DEBT.of(within(-12, self.after[PRIVATE], 8), now)
            points += FINAL_PRIVATE_BOND.of(any(s.bonds[1::2]), now)
            points -= PRIVATE not in s.owner
        return points

    def lead(self, one: int, other: int) -> float:
        """Lead over the rival in Vulnerabilities helped."""
        helped = self.s.mitigated
        return within(-3, helped[one] - helped[other], 3)
