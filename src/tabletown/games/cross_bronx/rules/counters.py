"""Counters used by Position cards (6.0, 7.0), and evaluation of the predicates built on them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from tabletown.games.cross_bronx.predicates import DONE, read
from tabletown.games.cross_bronx.rules.branches import rival_exhausted, troubled
from tabletown.games.cross_bronx.rules.housing import (
    ECONOMIC,
    HOMES,
    SOCIAL,
    coalition,
    coalitions,
    coalitions_of,
    count_organizations,
    partner,
    population,
    population_on,
    room_for_population,
    room_for_vulnerability,
    spaces_for_organization,
    unexhausted_tiles,
    vulnerabilities,
)
from tabletown.games.cross_bronx.rules.private import loans_in
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    BLIGHT,
    COMMUNITY,
    DISTRICTS,
    LOAN,
    MAP_SPAN,
    NOBODY,
    NUMBERS,
    PRIVATE,
    PUBLIC,
    SPACES,
    Bronx,
    spaces_of,
)

BoardCounter = Callable[[Bronx, int], int]  # state, own Faction
DistrictCounter = Callable[[Bronx, int, int], int]  # state, District, own Faction


# ------------------------------------------------------------------ of a District


def own_tiles(s: Bronx, d: int, own: int) -> list[int]:
    return [space for space in spaces_of[d] if s.owner[space] == own and not s.exhausted[space]]


def own_infrastructure(s: Bronx, d: int, own: int) -> int:
    """Own tiles, including exhausted ones (ruling quota.infrastructure-counts-exhausted)."""
    if s.options.unexhausted_only:
        return len(own_tiles(s, d, own))
    return sum(s.owner[space] == own for space in spaces_of[d])


def own_coalitions(s: Bronx, d: int, own: int, kinds: tuple[int, ...] = (SOCIAL, ECONOMIC)) -> list[int]:
    """Spaces of the Coalitions that include an own Organization."""
    return [space for space in spaces_of[d] if s.orgs[space * 3 + own] and coalition(s, space) in kinds]


def open_spaces(s: Bronx, d: int, own: int, kinds: tuple[int, ...]) -> list[int]:
    """Spaces where an own Organization would form a Coalition of these types."""
    return [
        space
        for space in spaces_for_organization(s, d, own)
        if (other := partner(s, space, own)) != NOBODY and kind_of(own, other) in kinds
    ]


def kind_of(one: int, other: int) -> int:
    return ECONOMIC if PRIVATE in (one, other) else SOCIAL


def preferred_kinds(s: Bronx, own: int) -> tuple[int, ...]:
    """Types of Coalition that this Faction prefers (7.2)."""
    if own == COMMUNITY:
        return (SOCIAL,)
    if own == PRIVATE:
        return (ECONOMIC,)
    social, economic = coalitions(s)
    return (SOCIAL, ECONOMIC) if social == economic else (SOCIAL,) if social < economic else (ECONOMIC,)


def rival_tiles(s: Bronx, d: int, own: int) -> int:
    return sum(s.owner[space] not in (NOBODY, own) for space in spaces_of[d])


def own_only(s: Bronx, d: int, own: int) -> int:
    return int(bool(own_tiles(s, d, own)) and not rival_tiles(s, d, own))


def ready_coalitions(s: Bronx, d: int, own: int) -> int:
    """Coalitions whose two Organizations are both Inactive."""
    spaces = own_coalitions(s, d, own)
    return sum(not any(bits & ACTIVE for bits in s.orgs[space * 3 : space * 3 + 3]) for space in spaces)


def borrower_room(s: Bronx, d: int) -> int:
    spaces = chain(spaces_for_organization(s, d, PUBLIC), spaces_for_organization(s, d, COMMUNITY))
    return len(set(spaces))


DISTRICT_COUNTERS: dict[str, DistrictCounter] = {
    "district-number": lambda s, d, own: NUMBERS[d],
    "unexhausted-tiles": lambda s, d, own: len(unexhausted_tiles(s, d)),
    "exhausted-tiles": lambda s, d, own: sum(s.exhausted[space] for space in spaces_of[d]),
    "rival-exhausted-tiles": lambda s, d, own: len(rival_exhausted(s, d, own)),
    "own-tiles": lambda s, d, own: len(own_tiles(s, d, own)),
    "own-infrastructure": own_infrastructure,
    "own-occupied-tiles": lambda s, d, own: sum(s.pop[space] > 0 for space in own_tiles(s, d, own)),
    "own-thin-tiles": lambda s, d, own: sum(s.pop[space] < 3 for space in own_tiles(s, d, own)),
    "rival-tiles": rival_tiles,
    "own-only": own_only,
    "free-spaces": lambda s, d, own: sum(s.owner[space] < 0 for space in spaces_of[d]),
    "population": lambda s, d, own: population(s, d),
    "own-population": population_on,
    "unhoused-population": lambda s, d, own: s.street_pop[d],
    "own-room": lambda s, d, own: sum(HOMES - s.pop[space] for space in own_tiles(s, d, own)),
    "room": lambda s, d, own: sum(room_for_population(s, space) for space in spaces_of[d]),
    "vulnerabilities": lambda s, d, own: vulnerabilities(s, d),
    "unhoused-vulnerabilities": lambda s, d, own: s.street_vul[d],
    "vulnerability-room": lambda s, d, own: sum(room_for_vulnerability(s, space) for space in spaces_of[d]),
    "own-organizations": lambda s, d, own: count_organizations(s, d, own),
    "own-inactive": lambda s, d, own: count_organizations(s, d, own, lack=ACTIVE),
    "own-coalitions": lambda s, d, own: len(own_coalitions(s, d, own)),
    "own-economic-coalitions": lambda s, d, own: len(own_coalitions(s, d, own, (ECONOMIC,))),
    "own-ready-coalitions": ready_coalitions,
    "organization-room": lambda s, d, own: len(spaces_for_organization(s, d, own)),
    "social-open": lambda s, d, own: len(open_spaces(s, d, own, (SOCIAL,))),
    "economic-open": lambda s, d, own: len(open_spaces(s, d, own, (ECONOMIC,))),
    "coalition-open": lambda s, d, own: len(open_spaces(s, d, own, (SOCIAL, ECONOMIC))),
    "preferred-coalition-open": lambda s, d, own: len(open_spaces(s, d, own, preferred_kinds(s, own))),
    "borrower-room": lambda s, d, own: borrower_room(s, d),
    "loans": lambda s, d, own: loans_in(s, d),
    "blight": lambda s, d, own: int(s.marker[d] == BLIGHT),
    "troubled": lambda s, d, own: int(troubled(s, d)),
}


# ------------------------------------------------------------------ of the whole board


def own_loans(s: Bronx, own: int) -> int:
    """Active Loans owed by this Faction."""
    return s.owed[own] + len_of_loans(s, own)


def len_of_loans(s: Bronx, faction: int) -> int:
    """Loans under that Faction's Organizations."""
    held = sum(1 for bits in s.orgs[faction::3] if bits & LOAN)
    return held + sum(1 for entry in s.street_orgs if entry & LOAN and entry // 32 % 3 == faction)


def active_loans(s: Bronx) -> int:
    return own_loans(s, PUBLIC) + own_loans(s, COMMUNITY)


def private_paper(s: Bronx) -> int:
    """Private Bonds on the calendar plus active Loans."""
    return sum(s.bonds[1::2]) + active_loans(s)


def social_districts(s: Bronx) -> int:
    """Districts with more Social than Economic Coalitions."""
    count = 0
    for span in MAP_SPAN:
        social, economic = coalitions_of(s.orgs[span])
        count += social > economic
    return count


def over_map(name: str) -> BoardCounter:
    counter = DISTRICT_COUNTERS[name]
    return lambda s, own: sum(counter(s, d, own) for d in DISTRICTS)


BOARD_COUNTERS: dict[str, BoardCounter] = {
    "resources": lambda s, own: s.resources[own],
    "corrections": lambda s, own: s.corrections + s.overflow,
    "cases": lambda s, own: s.mitigated[PUBLIC],
    "activists": lambda s, own: s.mitigated[COMMUNITY],
    "employees": lambda s, own: s.mitigated[PRIVATE],
    "mitigated": lambda s, own: sum(s.mitigated),
    "social-coalitions": lambda s, own: coalitions(s)[0],
    "economic-coalitions": lambda s, own: coalitions(s)[1],
    "own-coalitions": over_map("own-coalitions"),
    "own-economic-coalitions": over_map("own-economic-coalitions"),
    "social-districts": lambda s, own: social_districts(s),
    "blighted-districts": lambda s, own: s.marker.count(BLIGHT),
    "troubled-districts": over_map("troubled"),
    "own-only-districts": over_map("own-only"),
    "unhoused-population": lambda s, own: sum(s.street_pop),
    "unhoused-vulnerabilities": lambda s, own: sum(s.street_vul),
    "own-tiles-unfilled": lambda s, own: sum(
        s.owner[space] == own and not s.exhausted[space] and s.pop[space] < HOMES for space in SPACES
    ),
    "own-thin-tiles": over_map("own-thin-tiles"),
    "exhausted-tiles": lambda s, own: sum(s.exhausted),
    "rival-exhausted-tiles": over_map("rival-exhausted-tiles"),
    "own-organizations": over_map("own-organizations"),
    "own-loans": own_loans,
    "loans-available": lambda s, own: s.loans,
    "private-paper": lambda s, own: private_paper(s),
}


def district_counter(s: Bronx, name: str, district: int, own: int) -> int:
    return DISTRICT_COUNTERS[name](s, district, own)


# ------------------------------------------------------------------ predicates


def holds(text: str, s: Bronx, own: int, here: int = -1, there: int = -1) -> bool:
    """Whether the predicate holds now for the own Faction and, where it mentions them, these Districts."""
    predicate = read(text)
    scope, counter, compare = predicate.scope, predicate.counter, predicate.compare
    operand = predicate.operand
    against = operand if isinstance(operand, int) else BOARD_COUNTERS[operand](s, own)
    if scope == "board":
        return compare(BOARD_COUNTERS[counter](s, own), against)
    if scope == "done":
        return compare(s.done[DONE.index(counter)], against)
    of_district = DISTRICT_COUNTERS[counter]
    if scope == "any":
        return any(compare(of_district(s, district, own), against) for district in DISTRICTS)
    return compare(of_district(s, here if scope == "here" else there, own), against)


def numbers(text: str, s: Bronx, own: int) -> list[int]:
    """What a condition counts now, with the count it is compared to unless that is fixed; or how many Districts
    meet it."""
    predicate = read(text)
    operand = predicate.operand
    held = [] if isinstance(operand, int) else [BOARD_COUNTERS[operand](s, own)]
    if predicate.scope == "board":
        return [BOARD_COUNTERS[predicate.counter](s, own), *held]
    against = operand if isinstance(operand, int) else held[0]
    return [sum(predicate.compare(DISTRICT_COUNTERS[predicate.counter](s, d, own), against) for d in DISTRICTS)]
