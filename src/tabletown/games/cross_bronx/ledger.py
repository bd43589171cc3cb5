"""Figures of Cross Bronx Expressway whose changes the log shows."""

from __future__ import annotations

from tabletown.games.cross_bronx.state import (
    ACTIVE,
    CODES,
    COMMUNITY,
    DISTRICTS,
    FACTIONS,
    NUMBERS,
    PRIVATE,
    PUBLIC,
    Bronx,
    spaces_of,
)
from tabletown.kernel import Figure, Name


class Resources(Figure):
    says = "Resources of {who:seat}"
    who: int


class Points(Figure):
    says = "Victory Points of {who:seat}"
    who: int


class Tiles(Figure):
    says = "Infrastructure of {who:seat}"
    who: int


class Organizations(Figure):
    says = "Organizations of {who:seat}"
    who: int


class ActiveOrganizations(Figure):
    says = "Active Organizations of {who:seat}"
    who: int


class Stars(Figure):
    says = "Goal Stars of {who:seat}"
    who: int


class Owed(Figure):
    says = "Loans owed by {who:seat}"
    who: int


class Cases(Figure):
    says = "Cases"
    who: int


class Activists(Figure):
    says = "Activists"
    who: int


class Employees(Figure):
    says = "Employees"
    who: int


class Corrections(Figure):
    says = "Vulnerabilities in Corrections"


class Overflow(Figure):
    says = "Overflow"


class Losses(Figure):
    says = "Losses"


class TaxRate(Figure):
    says = "Tax Rate in halves"


class Bonds(Figure):
    says = "Bonds"


class GrantsLeft(Figure):
    says = "Grants left"


class LoansLeft(Figure):
    says = "Loans left"


class LoansLocked(Figure):
    says = "Loans locked until 1980"


class Population(Figure):
    says = "Population in District {district}"
    district: int


class UnhousedPopulation(Figure):
    says = "unhoused Population in District {district}"
    district: int


class Vulnerabilities(Figure):
    says = "Vulnerabilities in District {district}"
    district: int


class UnhousedVulnerabilities(Figure):
    says = "unhoused Vulnerabilities in District {district}"
    district: int


class ExhaustedTiles(Figure):
    says = "exhausted tiles in District {district}"
    district: int


class Marker(Figure):
    says = "Petition or Blight in District {district}"
    district: int


class Awaiting(Figure):
    says = "Grants and Loans waiting in District {district}"
    district: int


RESOURCES = [Name(Resources(faction)) for faction in FACTIONS]
POINTS = [Name(Points(faction)) for faction in FACTIONS]
TILES = [Name(Tiles(faction)) for faction in FACTIONS]
ORGANIZATIONS = [Name(Organizations(faction)) for faction in FACTIONS]
WORKING = [Name(ActiveOrganizations(faction)) for faction in FACTIONS]
STARS = [Name(Stars(faction)) for faction in FACTIONS]
OWED = [Name(Owed(faction)) for faction in FACTIONS]
MITIGATED = [Name(Cases(PUBLIC)), Name(Activists(COMMUNITY)), Name(Employees(PRIVATE))]
CORRECTIONS, OVERFLOW, LOSSES = Name(Corrections()), Name(Overflow()), Name(Losses())
TAX, BONDS = Name(TaxRate()), Name(Bonds())
GRANTS, LOANS, LOCKED = Name(GrantsLeft()), Name(LoansLeft()), Name(LoansLocked())
POPULATION = [Name(Population(number)) for number in NUMBERS]
UNHOUSED = [Name(UnhousedPopulation(number)) for number in NUMBERS]
VULNERABLE = [Name(Vulnerabilities(number)) for number in NUMBERS]
STREET = [Name(UnhousedVulnerabilities(number)) for number in NUMBERS]
EXHAUSTED = [Name(ExhaustedTiles(number)) for number in NUMBERS]
MARKER = [Name(Marker(number)) for number in NUMBERS]
AWAITING = [Name(Awaiting(number)) for number in NUMBERS]


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
