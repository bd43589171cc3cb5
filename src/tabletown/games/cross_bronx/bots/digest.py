"""Numbers about the board, counted in one pass because ratings and evaluations read them often.

Lists by District and Faction are flat: `district * 3 + faction`.
"""

from __future__ import annotations

from tabletown.games.cross_bronx.rules.housing import HOMES
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    BLIGHT,
    CODES,
    COMMUNITY,
    DISTRICT_OF,
    DISTRICTS,
    FACTIONS,
    GRANT,
    LOAN,
    NOBODY,
    PRIVATE,
    PUBLIC,
    Bronx,
    spaces_of,
)

BY_FACTION = 3 * len(DISTRICTS)
FULL, ALONE = -2, -1


def _partner(faction: int, standing: int) -> int:
    """The partner an Organization of this Faction would have on a tile with these Organizations (bits 1 << faction)."""
    if standing >> faction & 1 or standing.bit_count() > 1:
        return FULL
    return standing.bit_length() - 1 if standing else ALONE


PARTNERS = tuple(tuple(_partner(faction, standing) for standing in range(8)) for faction in FACTIONS)
PLACE = tuple(DISTRICT_OF[place // 3] * 3 + place % 3 for place in range(3 * len(DISTRICT_OF)))
SLICES = tuple((spaces.start, spaces.stop) for spaces in spaces_of)


class Digest:
    __slots__ = (
        "economic",
        "housed",
        "idle",
        "loans",
        "need",
        "orgs",
        "paying",
        "people",
        "room",
        "s",
        "shelter",
        "social",
        "standing",
        "tiles",
        "worn",
    )

    def __init__(self, s: Bronx) -> None:
        self.s = s
        self.tiles = tiles = [0] * BY_FACTION  # including exhausted tiles
        self.housed = housed = [0] * BY_FACTION  # Population on those tiles
        self.room = room = [0] * BY_FACTION  # free places for Population
        self.shelter = shelter = [0] * len(DISTRICTS)  # tiles with room for a Vulnerability
        self.worn = worn = [0, 0, 0]  # exhausted tiles by Faction
        exhausted, people, housed_need = s.exhausted, s.pop, s.vul
        for space, owner in enumerate(s.owner):
            if owner < 0:
                continue
            district = DISTRICT_OF[space]
            at = district * 3 + owner
            tiles[at] += 1
            if exhausted[space]:
                worn[owner] += 1
                continue
            count = people[space]
            housed[at] += count
            room[at] += HOMES - count
            shelter[district] += not housed_need[space]
        self.people = [sum(housed[at : at + 3]) for at in range(0, BY_FACTION, 3)]  # housed, by District
        self.need = [sum(housed_need[a:b]) + street for (a, b), street in zip(SLICES, s.street_vul)]

        self.orgs = orgs = [0] * BY_FACTION
        self.idle = idle = [0] * BY_FACTION  # Inactive Organizations
        self.paying = paying = [0, 0, 0]  # Organizations without Grant or Loan by Faction
        self.loans = loans = [*s.owed]
        self.social, self.economic = social, economic = [0] * len(DISTRICTS), [0] * len(DISTRICTS)
        self.standing = standing = [0] * len(DISTRICT_OF)  # bits 1 << faction
        for place, bits in enumerate(s.orgs):
            if bits:
                at = PLACE[place]
                space, faction = divmod(place, 3)
                orgs[at] += 1
                if not bits & ACTIVE:
                    idle[at] += 1
                if not bits & (GRANT | LOAN):
                    paying[faction] += 1
                elif bits & LOAN:
                    loans[faction] += 1
                if standing[space]:  # a second Organization makes a Coalition
                    (economic if faction == PRIVATE else social)[at // 3] += 1
                standing[space] |= 1 << faction
        for entry in s.street_orgs:
            at = entry // CODES
            orgs[at] += 1
            idle[at] += not entry & ACTIVE
            paying[at % 3] += not entry & (GRANT | LOAN)
            loans[at % 3] += bool(entry & LOAN)

    def revenue(self, faction: int) -> int:
        """Income minus Expenses if the Audit (3.2.3) came now."""
        s, worn = self.s, self.worn
        own = s.owner.count(faction) - worn[faction]
        balance = -4 * own - 2 * worn[faction] - self.paying[faction] - self.loans[faction]
        if faction == PUBLIC:
            taxed = len(s.owner) - s.owner.count(NOBODY) - s.owner.count(PUBLIC) - worn[COMMUNITY] - worn[PRIVATE]
            taxed += sum(self.orgs[COMMUNITY::3]) + sum(self.orgs[PRIVATE::3])
            people = sum(self.people)
            if BLIGHT in s.marker:
                people -= sum(count for count, marker in zip(self.people, s.marker) if marker == BLIGHT)
            return balance + (taxed * s.tax + 1) // 2 + people // 5
        orgs, housed = self.orgs[faction::3], self.housed[faction::3]
        balance += sum(housed) - ((own + sum(orgs)) * s.tax + 1) // 2
        for district, standing in enumerate(orgs):
            if standing:
                fives = self.people[district] // 5
                balance += standing * (min(1, fives) if s.marker[district] == BLIGHT else fives)
        if BLIGHT in s.marker:
            balance -= sum((count + 1) // 2 for count, marker in zip(housed, s.marker) if marker == BLIGHT)
        if faction == PRIVATE:
            balance += self.loans[PUBLIC] + self.loans[COMMUNITY]
        return balance

    def paper(self) -> int:
        """Number of Private Bonds and active Loans."""
        return sum(self.s.bonds[1::2]) + self.loans[PUBLIC] + self.loans[COMMUNITY]

    def alone(self, faction: int) -> int:
        """0 if no District has only tiles of this Faction, 2 if one of those is sound with a Coalition, else 1."""
        found = 0
        tiles = self.tiles
        for district in DISTRICTS:
            at = district * 3
            own = tiles[at + faction]
            if own and own == tiles[at] + tiles[at + 1] + tiles[at + 2]:
                found = 1
                joined = self.social[district] or self.economic[district]
                if joined and self.s.marker[district] != BLIGHT and not self.s.street_pop[district]:
                    return 2
        return found
