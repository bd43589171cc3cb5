"""What Position cards count (6.0, 7.0): numbers of the board and of a District, and the comparisons made of them.

`own` is always the Faction that asks. The vocabulary is explained at the top of content/positions.toml.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache

from tabletown.games.cross_bronx.state import (
    ACTIVE,
    BLIGHT,
    CODES,
    COMMUNITY,
    DISTRICTS,
    DONE,
    FACTIONS,
    GRANT_UP,
    LOAN,
    LOAN_UP,
    NOBODY,
    NUMBERS,
    ORG,
    PRIVATE,
    PUBLIC,
    SPACES,
    Bronx,
    spaces_of,
)

BoardCounter = Callable[[Bronx, int], int]  # state, own Faction
DistrictCounter = Callable[[Bronx, int, int], int]  # state, own Faction, District

SOCIAL, ECONOMIC = 0, 1

# ------------------------------------------------------------------ coalitions (2.3.2)


def coalition(s: Bronx, space: int) -> int:
    """SOCIAL, ECONOMIC or -1: what the Organizations on this tile form."""
    orgs, at = s.orgs, space * 3
    private = orgs[at + 2]
    if orgs[at]:
        return SOCIAL if orgs[at + 1] else ECONOMIC if private else -1
    return ECONOMIC if private and orgs[at + 1] else -1


def coalitions(s: Bronx, kind: int, spaces: tuple[int, ...] | range = SPACES) -> int:
    return sum(coalition(s, space) == kind for space in spaces)


def own_coalitions(s: Bronx, faction: int, spaces: tuple[int, ...] | range = SPACES, kind: int = -1) -> int:
    count = 0
    for space in spaces:
        formed = coalition(s, space)
        count += formed >= 0 and (kind < 0 or formed == kind) and s.orgs[space * 3 + faction] > 0
    return count


def has_room(s: Bronx, faction: int, space: int) -> bool:
    """Can this tile take an Organization of the Faction (2.2.3)?"""
    if s.owner[space] == NOBODY or s.exhausted[space]:
        return False
    at = space * 3
    orgs = s.orgs
    return not orgs[at + faction] and (not orgs[at]) + (not orgs[at + 1]) + (not orgs[at + 2]) >= 2


def would_form(s: Bronx, faction: int, space: int) -> int:
    """The Coalition that an Organization of the Faction would form here: SOCIAL, ECONOMIC or -1."""
    if not has_room(s, faction, space):
        return -1
    for other in FACTIONS:
        if s.orgs[space * 3 + other]:
            return ECONOMIC if PRIVATE in (faction, other) else SOCIAL
    return -1


def preferred_kinds(s: Bronx, faction: int) -> tuple[int, ...]:
    """7.2: Community prefers Social Coalitions, Private Economic ones, Public whichever there are fewer of."""
    if faction == COMMUNITY:
        return (SOCIAL,)
    if faction == PRIVATE:
        return (ECONOMIC,)
    social, economic = coalitions(s, SOCIAL), coalitions(s, ECONOMIC)
    return (SOCIAL,) if social < economic else (ECONOMIC,) if economic < social else (SOCIAL, ECONOMIC)


# ------------------------------------------------------------------ District counters


def unexhausted_tiles(s: Bronx, f: int, d: int) -> int:
    return sum(s.owner[space] != NOBODY and not s.exhausted[space] for space in spaces_of[d])


def exhausted_tiles(s: Bronx, f: int, d: int) -> int:
    return sum(s.exhausted[space] for space in spaces_of[d])


def rival_exhausted_tiles(s: Bronx, f: int, d: int) -> int:
    return sum(s.exhausted[space] and s.owner[space] != f for space in spaces_of[d])


def own_tiles(s: Bronx, f: int, d: int) -> int:
    return sum(s.owner[space] == f and not s.exhausted[space] for space in spaces_of[d])


def own_occupied_tiles(s: Bronx, f: int, d: int) -> int:
    return sum(s.owner[space] == f and s.pop[space] > 0 for space in spaces_of[d])


def own_thin_tiles(s: Bronx, f: int, d: int) -> int:
    return sum(is_thin(s, f, space) for space in spaces_of[d])


def is_thin(s: Bronx, f: int, space: int) -> bool:
    return s.owner[space] == f and not s.exhausted[space] and s.pop[space] < 3


def rival_tiles(s: Bronx, f: int, d: int) -> int:
    return sum(s.owner[space] not in (f, NOBODY) for space in spaces_of[d])


def own_only(s: Bronx, f: int, d: int) -> int:
    return int(own_tiles(s, f, d) > 0 and rival_tiles(s, f, d) == 0)


def free_spaces(s: Bronx, f: int, d: int) -> int:
    return sum(s.owner[space] == NOBODY for space in spaces_of[d])


def population(s: Bronx, f: int, d: int) -> int:
    spaces = spaces_of[d]
    return sum(s.pop[spaces.start : spaces.stop]) + s.street_pop[d]


def own_population(s: Bronx, f: int, d: int) -> int:
    return sum(s.pop[space] for space in spaces_of[d] if s.owner[space] == f)


def unhoused_population(s: Bronx, f: int, d: int) -> int:
    return s.street_pop[d]


def own_room(s: Bronx, f: int, d: int) -> int:
    return sum(5 - s.pop[space] for space in spaces_of[d] if s.owner[space] == f and not s.exhausted[space])


def room(s: Bronx, f: int, d: int) -> int:
    return sum(5 - s.pop[space] for space in spaces_of[d] if s.owner[space] != NOBODY and not s.exhausted[space])


def vulnerabilities(s: Bronx, f: int, d: int) -> int:
    spaces = spaces_of[d]
    return sum(s.vul[spaces.start : spaces.stop]) + s.street_vul[d]


def unhoused_vulnerabilities(s: Bronx, f: int, d: int) -> int:
    return s.street_vul[d]


def vulnerability_room(s: Bronx, f: int, d: int) -> int:
    return sum(s.owner[space] != NOBODY and not s.exhausted[space] and not s.vul[space] for space in spaces_of[d])


def own_organizations(s: Bronx, f: int, d: int) -> int:
    housed = sum(s.orgs[space * 3 + f] > 0 for space in spaces_of[d])
    return housed + sum(entry // CODES == d * 3 + f for entry in s.street_orgs)


def own_inactive(s: Bronx, f: int, d: int) -> int:
    housed = sum(s.orgs[space * 3 + f] & (ORG | ACTIVE) == ORG for space in spaces_of[d])
    return housed + sum(entry // CODES == d * 3 + f and not entry & ACTIVE for entry in s.street_orgs)


def own_ready_coalitions(s: Bronx, f: int, d: int) -> int:
    """Coalitions whose own Organization and whose partner are both Inactive."""
    ready = 0
    for space in spaces_of[d]:
        if coalition(s, space) >= 0 and s.orgs[space * 3 + f]:
            at = space * 3
            ready += not (s.orgs[at] | s.orgs[at + 1] | s.orgs[at + 2]) & ACTIVE
    return ready


def organization_room(s: Bronx, f: int, d: int) -> int:
    return sum(has_room(s, f, space) for space in spaces_of[d])


def coalition_open(s: Bronx, f: int, d: int, kinds: tuple[int, ...] = (SOCIAL, ECONOMIC)) -> int:
    return sum(would_form(s, f, space) in kinds for space in spaces_of[d])


def borrower_room(s: Bronx, f: int, d: int) -> int:
    return sum(has_room(s, PUBLIC, space) or has_room(s, COMMUNITY, space) for space in spaces_of[d])


def loans(s: Bronx, f: int, d: int) -> int:
    waiting = s.awaiting[d * 4 + LOAN_UP] + s.awaiting[d * 4 + LOAN_UP + 1]
    held = sum(s.orgs[place] & LOAN > 0 for place in range(spaces_of[d].start * 3, spaces_of[d].stop * 3))
    return waiting + held + sum(entry // CODES // 3 == d and entry & LOAN > 0 for entry in s.street_orgs)


def grants_awaiting(s: Bronx, d: int) -> int:
    return s.awaiting[d * 4 + GRANT_UP] + s.awaiting[d * 4 + GRANT_UP + 1]


def blight(s: Bronx, f: int, d: int) -> int:
    return int(s.marker[d] == BLIGHT)


def troubled(s: Bronx, f: int, d: int) -> int:
    return int(s.marker[d] == BLIGHT or s.street_vul[d] >= 2)


DISTRICT_COUNTERS: dict[str, DistrictCounter] = {
    "district-number": lambda s, f, d: NUMBERS[d],
    "unexhausted-tiles": unexhausted_tiles,
    "exhausted-tiles": exhausted_tiles,
    "tiles": lambda s, f, d: unexhausted_tiles(s, f, d) + exhausted_tiles(s, f, d),
    "rival-exhausted-tiles": rival_exhausted_tiles,
    "own-tiles": own_tiles,
    "own-occupied-tiles": own_occupied_tiles,
    "own-thin-tiles": own_thin_tiles,
    "rival-tiles": rival_tiles,
    "own-only": own_only,
    "free-spaces": free_spaces,
    "population": population,
    "own-population": own_population,
    "unhoused-population": unhoused_population,
    "own-room": own_room,
    "room": room,
    "vulnerabilities": vulnerabilities,
    "unhoused-vulnerabilities": unhoused_vulnerabilities,
    "vulnerability-room": vulnerability_room,
    "own-organizations": own_organizations,
    "own-inactive": own_inactive,
    "own-coalitions": lambda s, f, d: own_coalitions(s, f, spaces_of[d]),
    "own-economic-coalitions": lambda s, f, d: own_coalitions(s, f, spaces_of[d], ECONOMIC),
    "own-ready-coalitions": own_ready_coalitions,
    "organization-room": organization_room,
    "social-open": lambda s, f, d: coalition_open(s, f, d, (SOCIAL,)),
    "economic-open": lambda s, f, d: coalition_open(s, f, d, (ECONOMIC,)),
    "coalition-open": coalition_open,
    "preferred-coalition-open": lambda s, f, d: coalition_open(s, f, d, preferred_kinds(s, f)),
    "borrower-room": borrower_room,
    "loans": loans,
    "blight": blight,
    "troubled": troubled,
}

# ------------------------------------------------------------------ board counters


def social_districts(s: Bronx, f: int) -> int:
    return sum(coalitions(s, SOCIAL, spaces_of[d]) > coalitions(s, ECONOMIC, spaces_of[d]) for d in DISTRICTS)


def own_tiles_unfilled(s: Bronx, f: int) -> int:
    return sum(s.owner[space] == f and not s.exhausted[space] and s.pop[space] < 5 for space in SPACES)


def own_loans(s: Bronx, f: int) -> int:
    """Active Loans that the Faction owes: with its Organizations or in its area (2.3.4)."""
    if f == PRIVATE:
        return 0
    held = sum(s.orgs[space * 3 + f] & LOAN > 0 for space in SPACES)
    return s.owed[f] + held + sum(entry // CODES % 3 == f and entry & LOAN > 0 for entry in s.street_orgs)


def private_paper(s: Bronx, f: int) -> int:
    """Private Bonds on the calendar plus active Loans."""
    return sum(s.bonds[PRIVATE - 1 :: 2]) + own_loans(s, PUBLIC) + own_loans(s, COMMUNITY)


def _total(counter: DistrictCounter) -> BoardCounter:
    return lambda s, f: sum(counter(s, f, d) for d in DISTRICTS)


BOARD_COUNTERS: dict[str, BoardCounter] = {
    "resources": lambda s, f: s.resources[f],
    "corrections": lambda s, f: s.corrections + s.overflow,
    "cases": lambda s, f: s.mitigated[PUBLIC],
    "activists": lambda s, f: s.mitigated[COMMUNITY],
    "employees": lambda s, f: s.mitigated[PRIVATE],
    "mitigated": lambda s, f: sum(s.mitigated),
    "social-coalitions": lambda s, f: coalitions(s, SOCIAL),
    "economic-coalitions": lambda s, f: coalitions(s, ECONOMIC),
    "own-coalitions": lambda s, f: own_coalitions(s, f),
    "own-economic-coalitions": lambda s, f: own_coalitions(s, f, SPACES, ECONOMIC),
    "social-districts": social_districts,
    "blighted-districts": _total(blight),
    "troubled-districts": _total(troubled),
    "own-only-districts": _total(own_only),
    "unhoused-population": lambda s, f: sum(s.street_pop),
    "unhoused-vulnerabilities": lambda s, f: sum(s.street_vul),
    "own-tiles-unfilled": own_tiles_unfilled,
    "own-thin-tiles": _total(own_thin_tiles),
    "exhausted-tiles": lambda s, f: sum(s.exhausted),
    "rival-exhausted-tiles": _total(rival_exhausted_tiles),
    "own-organizations": _total(own_organizations),
    "own-loans": own_loans,
    "loans-available": lambda s, f: s.loans,
    "private-paper": private_paper,
}

# ------------------------------------------------------------------ comparisons: "any.own-room > 0"

OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
Condition = Callable[[Bronx, int], bool]
DistrictCondition = Callable[[Bronx, int, int], bool]


@cache
def condition(predicate: str) -> Condition:
    """A comparison about the board: `resources < 2`, `cases > activists`, `any.population >= 8`."""
    subject, compare, operand = _parts(predicate)
    value = _operand(operand)
    if subject.startswith("any."):
        here = DISTRICT_COUNTERS[subject[4:]]
        return lambda s, f: any(compare(here(s, f, d), value(s, f)) for d in DISTRICTS)
    counter = BOARD_COUNTERS[subject]
    return lambda s, f: compare(counter(s, f), value(s, f))


@cache
def district_condition(predicate: str) -> DistrictCondition:
    """A comparison about one District: `here.own-room > 0` or `there.troubled = 1`."""
    subject, compare, operand = _parts(predicate)
    counter = DISTRICT_COUNTERS[subject.partition(".")[2]]
    value = _operand(operand)
    return lambda s, f, d: compare(counter(s, f, d), value(s, f))


@cache
def result_condition(predicate: str) -> Callable[[Bronx], bool]:
    """A comparison about what the action did: `done.partners-activated > 0`."""
    subject, compare, operand = _parts(predicate)
    place, value = DONE.index(subject.partition(".")[2]), int(operand)
    return lambda s: compare(s.done[place], value)


def holds(s: Bronx, f: int, predicate: str) -> bool:
    return condition(predicate)(s, f)


def holds_in(s: Bronx, f: int, d: int, predicate: str) -> bool:
    return district_condition(predicate)(s, f, d)


def _parts(predicate: str) -> tuple[str, Callable[[int, int], bool], str]:
    subject, sign, operand = predicate.split()
    return subject, OPERATORS[sign], operand


def _operand(operand: str) -> BoardCounter:
    if operand in BOARD_COUNTERS:
        return BOARD_COUNTERS[operand]
    number = int(operand)
    return lambda s, f: number
