"""What counts on the table of Cross Bronx Expressway."""

from __future__ import annotations

from tabletown.games.cross_bronx.state import (
    ACTIVE,
    CODES,
    DISTRICTS,
    FACTIONS,
    NUMBERS,
    Bronx,
    spaces_of,
)
from tabletown.kernel import Name

RESOURCES = [Name("Resources of {who:seat}", who=faction) for faction in FACTIONS]
POINTS = [Name("Victory Points of {who:seat}", who=faction) for faction in FACTIONS]
TILES = [Name("Infrastructure of {who:seat}", who=faction) for faction in FACTIONS]
ORGANIZATIONS = [Name("Organizations of {who:seat}", who=faction) for faction in FACTIONS]
WORKING = [Name("Active Organizations of {who:seat}", who=faction) for faction in FACTIONS]
STARS = [Name("Goal Stars of {who:seat}", who=faction) for faction in FACTIONS]
OWED = [Name("Loans owed by {who:seat}", who=faction) for faction in FACTIONS]
MITIGATED = [Name("Cases", who=0), Name("Activists", who=1), Name("Employees", who=2)]
CORRECTIONS, OVERFLOW, LOSSES = Name("Vulnerabilities in Corrections"), Name("Overflow"), Name("Losses")
TAX, BONDS = Name("Tax Rate in halves"), Name("Bonds")
GRANTS, LOANS, LOCKED = Name("Grants left"), Name("Loans left"), Name("Loans locked until 1980")
POPULATION = [Name("Population in District {district}", district=NUMBERS[d]) for d in DISTRICTS]
UNHOUSED = [Name("unhoused Population in District {district}", district=NUMBERS[d]) for d in DISTRICTS]
VULNERABLE = [Name("Vulnerabilities in District {district}", district=NUMBERS[d]) for d in DISTRICTS]
STREET = [Name("unhoused Vulnerabilities in District {district}", district=NUMBERS[d]) for d in DISTRICTS]
EXHAUSTED = [Name("exhausted tiles in District {district}", district=NUMBERS[d]) for d in DISTRICTS]
MARKER = [Name("Petition or Blight in District {district}", district=NUMBERS[d]) for d in DISTRICTS]
AWAITING = [Name("Grants and Loans waiting in District {district}", district=NUMBERS[d]) for d in DISTRICTS]


def ledger(s: Bronx) -> dict[str, float]:
    counted: dict[str, float] = {CORRECTIONS: s.corrections, OVERFLOW: s.overflow, LOSSES: s.losses, TAX: s.tax}
    for faction in FACTIONS:
        mine = [bits for bits in s.orgs[faction::3] if bits]
        mine += [entry % CODES for entry in s.street_orgs if entry // CODES % 3 == faction]
        counted[RESOURCES[faction]] = s.resources[faction]
        counted[POINTS[faction]] = s.vp[faction]
        counted[MITIGATED[faction]] = s.mitigated[faction]
        counted[TILES[faction]] = s.owner.count(faction)
        counted[ORGANIZATIONS[faction]] = len(mine)
        counted[WORKING[faction]] = sum(bits & ACTIVE > 0 for bits in mine)
        counted[STARS[faction]] = s.stars[faction]
        counted[OWED[faction]] = s.owed[faction]
    counted |= {BONDS: sum(s.bonds), GRANTS: s.grants, LOANS: s.loans, LOCKED: s.loans_locked}
    for d in DISTRICTS:
        here = spaces_of[d]
        counted[POPULATION[d]] = s.street_pop[d] + sum(s.pop[space] for space in here)
        counted[UNHOUSED[d]] = s.street_pop[d]
        counted[VULNERABLE[d]] = s.street_vul[d] + sum(s.vul[space] for space in here)
        counted[STREET[d]] = s.street_vul[d]
        counted[EXHAUSTED[d]] = sum(s.exhausted[space] for space in here)
        counted[MARKER[d]] = s.marker[d]
        counted[AWAITING[d]] = sum(s.awaiting[d * 4 : d * 4 + 4])
    return counted
