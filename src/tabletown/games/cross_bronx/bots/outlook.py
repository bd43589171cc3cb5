"""What a bot sees in the board: what Resources, Vulnerabilities, Coalitions and Organizations are worth to a Faction.

Worth is counted in Resources. A Vulnerability costs all three, the more the fuller Corrections is.
"""

from __future__ import annotations

from tabletown.games.cross_bronx.rules.audit import audit, expenses, income
from tabletown.games.cross_bronx.rules.counters import social_districts
from tabletown.games.cross_bronx.rules.housing import (
    awaits,
    coalitions,
    housed_population,
    organizations,
    partner,
    room_for_vulnerability,
    spaces_for_organization,
    vulnerabilities,
)
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    BLIGHT,
    COMMUNITY,
    NOBODY,
    PRIVATE,
    PUBLIC,
    Bronx,
    spaces_of,
)

RIVAL = (COMMUNITY, PRIVATE, PUBLIC)  # whom each Faction must beat in helping Vulnerabilities


class Outlook:
    """What a rating needs to know of the whole board, worked out once for a question."""

    def __init__(self, s: Bronx, own: int) -> None:
        self.s, self.own = s, own
        self.jailed = s.corrections + s.overflow + sum((waiting + 1) // 2 for waiting in s.street_vul)
        self.severity = min(2.5, max(0.3, (self.jailed - 4) / 4)) * (1.5 if s.losses >= s.losses_limit // 2 else 1.0)
        self.money = money_worth(s, own)
        self.social, self.economic = coalitions(s)
        self.social_districts = social_districts(s) if own == COMMUNITY else 0

    def harm(self, district: int) -> float:
        """What one more Vulnerability there costs: little if a tile houses it."""
        if any(room_for_vulnerability(self.s, space) for space in spaces_of[district]):
            return 0.3 * self.severity
        crowd = self.s.street_vul[district]
        return self.severity * (0.9 + 0.15 * crowd)

    def help(self) -> float:
        """What taking in one Vulnerability is worth to the own Faction."""
        s, own = self.s, self.own
        lead = s.mitigated[own] - s.mitigated[RIVAL[own]]
        race = 2.2 if lead <= 0 else 1.2 if lead == 1 else 0.3
        if own == COMMUNITY and sum(s.mitigated) <= s.corrections + s.overflow:
            race += 0.6
        return 1.1 * self.severity + race

    def coalition(self, space: int, faction: int) -> float:
        """What it is worth to the own Faction that this Faction's Organization joins the tile."""
        other = partner(self.s, space, faction)
        if other == NOBODY:
            return 0.0
        economic = PRIVATE in (faction, other)
        gap = self.social - self.economic
        if self.own == PUBLIC:  # Social Work: as many of each
            after = gap - 1 if economic else gap + 1
            return 2.5 * ((after == 0) - (gap == 0)) + 0.3 * (abs(gap) - abs(after))
        if self.own == COMMUNITY:  # Social Movement: two Districts
            return -0.4 if economic else 2.0 if self.social_districts < 2 else 0.4
        if economic:  # Trickle Down: more of these
            return 2.5 if gap >= 0 else 0.8
        return -2.0 if gap >= -1 else -0.3

    def organization(self, district: int, faction: int) -> float:
        """What an own (or another) Organization in the District is worth over the Decade, before its price."""
        s = self.s
        spaces = spaces_for_organization(s, district, faction)
        if not spaces:
            return -9.0
        value = max(self.coalition(space, faction) for space in spaces)
        if faction != self.own:
            return value
        earns = housed_population(s, district) // 5
        if s.marker[district] == BLIGHT:
            earns = min(1, earns)
        if faction != PUBLIC:
            value += 1.1 * earns - 1.4
        else:
            value -= 0.8
        idle = len(organizations(s, district, faction, lack=ACTIVE))
        value += 0.9 * min(2, vulnerabilities(s, district)) / (1 + 2 * idle)
        grant, loan = awaits(s, district, faction)
        if loan and not grant:
            value -= 1.2
        return value + (1.0 if grant or loan else 0.0)


def money_worth(s: Bronx, own: int) -> float:
    """What a Resource is worth: most to a Faction that stands to be a little in debt after the Census."""
    rows = audit(s)
    after = s.resources[own] + income(rows, own) - expenses(rows, own)
    if own == PRIVATE:
        return 1.1 if after < -6 else 0.8 if after < 0 else 0.5
    return 1.2 if after < -8 else 1.5 if after < 1 else 1.1 if after < 5 else 0.7
