"""Value of Resources, Vulnerabilities, Coalitions and Organizations to a Faction, as a bot sees them.

Values are in Resources. A Vulnerability costs all three Factions, and more so as Corrections fills up.
"""

from __future__ import annotations

from functools import cached_property

from tabletown.games.cross_bronx.bots.digest import ALONE, FULL, PARTNERS, Digest
from tabletown.games.cross_bronx.bots.goals import earns_star, star_worth
from tabletown.games.cross_bronx.components import POSITIONS
from tabletown.games.cross_bronx.rules.housing import awaits
from tabletown.games.cross_bronx.rules.positions import conditions_hold
from tabletown.games.cross_bronx.state import (
    ADJACENT,
    BLIGHT,
    COMMUNITY,
    DISTRICTS,
    PRIVATE,
    PUBLIC,
    ROUNDS,
    Bronx,
    spaces_of,
)

RIVAL = (COMMUNITY, PRIVATE, PUBLIC)  # the Faction each one must beat in Cases, Activists or Employees


class Outlook:
    """What ratings need to know about the whole board, computed lazily and once per question."""

    def __init__(self, s: Bronx, own: int) -> None:
        self.s, self.own = s, own

    @cached_property
    def digest(self) -> Digest:
        return Digest(self.s)

    @cached_property
    def goal(self) -> tuple[str, str, str] | None:
        """The action, branch and restriction that would earn a Goal Star now, or None."""
        s, own = self.s, self.own
        under_way = s.actor == own and s.action
        if s.position[own] < 0 or not (s.conditions_met if under_way else conditions_hold(s, own)):
            return None
        goal = POSITIONS[s.position[own]].player.goal
        return goal.action, goal.option, goal.restriction

    def star(self, action: str, option: str, d: int) -> float:
        """Value of the Goal Star that this branch may earn in this District."""
        goal = self.goal
        if goal is None or goal[:2] != (action, option) or not earns_star(self.s, self.own, action, goal[2], d):
            return 0.0
        return star_worth(self.s, self.own)

    @cached_property
    def severity(self) -> float:
        """Cost of a Vulnerability in Corrections, which grows as Corrections fills up."""
        s = self.s
        jailed = s.corrections + s.overflow + sum((waiting + 1) // 2 for waiting in s.street_vul)
        return min(2.5, max(0.3, (jailed - 4) / 4)) * (1.5 if s.losses >= s.losses_limit // 2 else 1.0)

    @cached_property
    def money(self) -> float:
        """Value of a Resource, highest for a Faction that would be slightly in debt after the Census."""
        own = self.own
        after = self.s.resources[own] + self.digest.revenue(own)
        if own == PRIVATE:
            return 1.1 if after < -6 else 0.8 if after < 0 else 0.5
        return 1.2 if after < -8 else 1.5 if after < 1 else 1.1 if after < 5 else 0.7

    @cached_property
    def harm(self) -> list[float]:
        """Cost of one more Vulnerability by District, low where a tile can house it."""
        shelter, severity = self.digest.shelter, self.severity
        return [
            0.3 * severity if shelter[d] else severity * (0.9 + 0.15 * crowd)
            for d, crowd in enumerate(self.s.street_vul)
        ]

    @cached_property
    def price(self) -> list[float]:
        """Lowest cost of Budget, Suburbanize or Pay Off by District."""
        idle, used = self.digest.idle[self.own :: 3], 0.3 + 0.08 * (ROUNDS - self.s.round)
        return [min(harm, used) if idle[d] else harm for d, harm in enumerate(self.harm)]

    @cached_property
    def room(self) -> list[int]:
        """Free places for Population by District."""
        room = self.digest.room
        return [room[at] + room[at + 1] + room[at + 2] for at in range(0, len(room), 3)]

    @cached_property
    def homeless_around(self) -> list[int]:
        """Unhoused Population in adjacent Districts, by District."""
        street = self.s.street_pop
        return [sum([street[n] for n in ADJACENT[d]]) for d in DISTRICTS]

    @cached_property
    def strangers(self) -> list[int]:
        """Population not on own tiles, by District."""
        housed, own = self.digest.housed, self.own
        return [
            people + street - housed[d * 3 + own]
            for d, (people, street) in enumerate(zip(self.digest.people, self.s.street_pop))
        ]

    @cached_property
    def strangers_around(self) -> list[int]:
        strangers = self.strangers
        return [sum([strangers[n] for n in ADJACENT[d]]) for d in DISTRICTS]

    @cached_property
    def presence(self) -> list[float]:
        """Value of an own Organization over the Decade by District, before its price."""
        return [self.organization(d, self.own) for d in DISTRICTS]

    @cached_property
    def help(self) -> float:
        """Value of taking in one Vulnerability to the own Faction."""
        s, own = self.s, self.own
        lead = s.mitigated[own] - s.mitigated[RIVAL[own]]
        race = 2.2 if lead <= 0 else 1.2 if lead == 1 else 0.3
        if own == COMMUNITY and sum(s.mitigated) <= s.corrections + s.overflow:
            race += 0.6
        return 1.1 * self.severity + race

    @cached_property
    def coalitions(self) -> tuple[float, float]:
        """Value to the own Faction of one more Social and of one more Economic Coalition."""
        digest = self.digest
        gap = sum(digest.social) - sum(digest.economic)
        if self.own == PUBLIC:  # Social Work needs as many of each
            now, size = 2.5 * (gap == 0), abs(gap)
            return (
                2.5 * (gap == -1) - now + 0.3 * (size - abs(gap + 1)),
                2.5 * (gap == 1) - now + 0.3 * (size - abs(gap - 1)),
            )
        if self.own == COMMUNITY:  # Social Movement needs two Districts
            districts = sum(social > economic for social, economic in zip(digest.social, digest.economic))
            return (2.0 if districts < 2 else 0.4, -0.4)
        return (-2.0 if gap >= -1 else -0.3, 2.5 if gap >= 0 else 0.8)  # Trickle Down needs more Economic ones

    def joining(self, space: int, faction: int) -> float:
        """Value to the own Faction if this Faction's Organization joins the tile."""
        other = PARTNERS[faction][self.digest.standing[space] & ~(1 << faction)]
        return self.coalitions[PRIVATE in (faction, other)] if other >= 0 else 0.0

    def organization(self, district: int, faction: int) -> float:
        """Value to the own Faction of an Organization of this Faction in the District."""
        s, digest, partners = self.s, self.digest, PARTNERS[faction]
        value = -9.0
        for space in spaces_of[district]:
            if s.owner[space] >= 0 and not s.exhausted[space]:
                other = partners[digest.standing[space]]
                if other != FULL:
                    worth = 0.0 if other == ALONE else self.coalitions[faction == PRIVATE or other == PRIVATE]
                    if worth > value:
                        value = worth
        if value == -9.0 or faction != self.own:
            return value
        if faction != PUBLIC:
            earns = digest.people[district] // 5
            if s.marker[district] == BLIGHT:
                earns = min(1, earns)
            value += 1.1 * earns - 1.4
        else:
            value -= 0.8
        value += 0.9 * min(2, digest.need[district]) / (1 + 2 * digest.idle[district * 3 + faction])
        grant, loan = awaits(s, district, faction)
        if loan and not grant:
            value -= 1.2
        return value + (1.0 if grant or loan else 0.0)
