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

LEFT_OUT = {
    "mode": "chosen before the match",
    "non_player": "chosen before the match",
    "positions": "chosen before the match",
    "np_points": "chosen before the match",
    "level": "chosen before the match",
    "options": "chosen before the match",
    "session": "a heading of the log",
    "start": "a heading of the log",
    "last": "chosen before the match",
    "losses_limit": "chosen before the match",
    "tiles_left": "what is not on the map; the map is counted",
    "orgs_left": "what is not on the map; the map is counted",
    "pop_pool": "what is not on the map; the map is counted",
    "vul_pool": "what is not on the map; the map is counted",
    "decade": "a heading of the log",
    "round": "a heading of the log",
    "current": "a card is a line of its own",
    "upcoming": "a card is a line of its own",
    "bag": "which cards are left is known to nobody",
    "record": "what was done is told when it happens",
    "position": "a card is a line of its own",
    "achieved": "told when it happens",
    "recorded": "told when it happens",
    "position_bags": "which cards are left is known to nobody",
    "phase": "a heading of the log",
    "box": "a choice is a line of its own",
    "planned": "a choice is a line of its own",
    "performer": "told when it happens",
    "actor": "an action under way",
    "box_now": "an action under way",
    "action": "an action under way",
    "option": "an action under way",
    "districts": "an action under way",
    "declared": "an action under way",
    "public_activated": "an action under way",
    "conditions_met": "an action under way",
    "goal_districts": "an action under way",
    "done": "an action under way",
    "effect": "an Event under way",
    "chosen_list": "an Event under way",
    "part": "an Event under way",
    "touched": "an Event under way",
    "np_row": "an action under way",
    "np_plan": "an action under way",
    "step": "a Census under way",
    "audit": "a calculation; what it changes is counted",
    "scored": "told when it happens",
    "ending": "told when it happens",
    "winners": "told when it happens",
    "tally": "part of the Victory Points",
    "sessions": "the past",
    "history": "the past",
    "found": "an Event under way",
    "open": "an Event under way",
}


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
