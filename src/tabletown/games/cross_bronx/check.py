"""Invariants: every piece is somewhere, exactly once."""

from __future__ import annotations

from tabletown.games.cross_bronx.components import BOARD
from tabletown.games.cross_bronx.rules.housing import HOMES
from tabletown.games.cross_bronx.rules.money import HIGHEST, LOWEST
from tabletown.games.cross_bronx.setup import UNLIMITED
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    CODES,
    CORRECTIONS_LIMIT,
    FACE_DOWN,
    FACTION_NAMES,
    FACTIONS,
    GRANT,
    GRANT_DOWN,
    GRANT_UP,
    LOAN,
    LOAN_DOWN,
    LOAN_UP,
    NOBODY,
    ORG,
    PRIVATE,
    SPACE_NAMES,
    Bronx,
)


def check(s: Bronx) -> None:
    check_cubes(s)
    check_tiles(s)
    check_organizations(s)
    check_markers(s)
    for faction in FACTIONS:
        name = FACTION_NAMES[faction]
        assert LOWEST <= s.resources[faction] <= HIGHEST, f"{name} Resources are off the track: {s.resources[faction]}."
    assert s.losses >= 0, "Losses are below 0."
    assert s.tax in (1, 2), f"The Tax Rate is {s.tax} halves."


def check_cubes(s: Bronx) -> None:
    pieces = BOARD.pieces
    people, cubes = (UNLIMITED, UNLIMITED) if s.options.unlimited_cubes else (pieces.population, pieces.vulnerabilities)
    count = s.pop_pool + sum(s.pop) + sum(s.street_pop)
    assert count == people, f"There are {count} Population, not {people}."
    count = s.vul_pool + sum(s.vul) + sum(s.street_vul) + s.corrections + s.overflow + sum(s.mitigated)
    assert count == cubes, f"There are {count} Vulnerabilities, not {cubes}."
    numbers = [s.pop_pool, s.vul_pool, *s.street_pop, *s.street_vul, *s.mitigated, s.overflow, s.corrections]
    assert min(numbers) >= 0, "Some box holds fewer than no cubes."
    assert s.corrections <= CORRECTIONS_LIMIT, "Corrections holds more than ten."
    assert not s.overflow or s.corrections == CORRECTIONS_LIMIT, "Overflow is filled while Corrections has room."


def check_tiles(s: Bronx) -> None:
    for faction in FACTIONS:
        most = tuple(BOARD.pieces.infrastructure)[faction]
        count = s.tiles_left[faction] + s.owner.count(faction)
        assert s.tiles_left[faction] >= 0 and count == most, f"{FACTION_NAMES[faction]} has {count} tiles, not {most}."
    squares = zip(SPACE_NAMES, s.owner, s.exhausted, s.pop, s.vul, s.orgs[::3], s.orgs[1::3], s.orgs[2::3], strict=True)
    for name, owner, exhausted, people, vulnerable, public, community, private in squares:
        if owner == NOBODY or exhausted:
            empty = not (people or vulnerable or public or community or private)
            assert empty, f"Something stands on {name}, where no unexhausted tile is."
            assert owner != NOBODY or not exhausted, f"{name} is exhausted without a tile."
        assert exhausted in (0, 1), f"{name} is neither exhausted nor not."
        assert 0 <= people <= HOMES and 0 <= vulnerable <= 1, f"{name} houses too much."
        assert not (public and community and private), f"{name} houses three Organizations."


def organizations_of(s: Bronx, faction: int) -> list[int]:
    """State bits of every Organization of a Faction on the map."""
    housed = [bits for bits in s.orgs[faction::3] if bits]
    return housed + [entry % CODES for entry in s.street_orgs if entry // CODES % 3 == faction]


def check_organizations(s: Bronx) -> None:
    for faction in FACTIONS:
        most = tuple(BOARD.pieces.organizations)[faction]
        standing = organizations_of(s, faction)
        count = s.orgs_left[faction] + len(standing)
        name = FACTION_NAMES[faction]
        assert s.orgs_left[faction] >= 0 and count == most, f"{name} has {count} Organizations, not {most}."
        for bits in standing:
            assert bits & ORG and not bits & ~(ORG | ACTIVE | GRANT | LOAN | FACE_DOWN), f"{name}: odd bits {bits}."
            assert not (bits & GRANT and bits & LOAN), f"A {name} Organization holds both a Grant and a Loan."
            assert not bits & FACE_DOWN or bits & (GRANT | LOAN), (
                f"A {name} Organization holds a face without a marker."
            )
            assert faction != PRIVATE or not bits & LOAN, "A Private Organization stands on a Loan."
    assert s.street_orgs == sorted(s.street_orgs), "Unhoused Organizations are out of order."


def check_markers(s: Bronx) -> None:
    grants = s.grants + sum(s.awaiting[GRANT_UP::4]) + sum(s.awaiting[GRANT_DOWN::4])
    loans = s.loans + s.loans_locked + sum(s.owed) + sum(s.awaiting[LOAN_UP::4]) + sum(s.awaiting[LOAN_DOWN::4])
    for bits in [*s.orgs, *s.street_orgs]:
        if bits & GRANT:
            grants += 1
        elif bits & LOAN:
            loans += 1
    assert s.grants >= 0 and grants == BOARD.pieces.grants, f"There are {grants} Grants."
    assert s.loans >= 0 and loans == BOARD.pieces.loans, f"There are {loans} Loans."
    assert s.owed[PRIVATE] == 0, "Private owes itself a Loan."
    assert min(s.bonds) >= 0 and sum(s.bonds) <= BOARD.pieces.bonds, f"There are {sum(s.bonds)} Bonds in play."
