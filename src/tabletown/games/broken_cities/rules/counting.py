"""Counting rent and emissions from the block. After a small change only the difference is counted."""

from __future__ import annotations

from tabletown.games.broken_cities.content import (
    BESIDE,
    EDGES,
    EMISSIONS,
    FOREST,
    GREEN,
    GREENSPACE,
    RENT,
    SHOPPING,
    SHORE,
    TITLES,
)
from tabletown.games.broken_cities.state import BrokenCities

LOWEST_EMISSIONS = 1  # on the printed track
RETROFIT_SAVES, MARKER_EARNS = 2, 1  # a retrofit marker (option retrofit=marker)


def recount(s: BrokenCities) -> None:
    """Put the emissions marker and all rent markers where the block says they belong."""
    kinds, owners, renters = s.kinds, s.owners, s.renters
    if has_variants(s):
        count_emissions(s)
        s.rents = rents_of(s)
        return
    emissions = 0
    rents = [0] * (s.players + 1)  # one more than players: buildings without an owner
    for cell, kind in enumerate(kinds):
        if kind:
            emissions += EMISSIONS[kind]
            if kind <= GREEN:
                if renters[cell]:
                    rent = RENT[kind] + EDGES[cell]
                    for other in BESIDE[cell]:
                        if kinds[other] >= GREENSPACE:
                            rent += 1
                            break
                    rents[owners[cell]] += rent
            elif kind == SHOPPING:
                rents[owners[cell]] += RENT[kind] + EDGES[cell]
    del rents[s.players]
    s.emissions, s.rents = emissions, rents


def has_variants(s: BrokenCities) -> bool:
    """Whether an option changes what a cell emits or earns."""
    options = s.options
    return (
        options.retrofit == "marker"
        or options.parks == "own_only"
        or options.shopping == "no_edge"
        or options.emissions_floor == "stops"
    )


def count_emissions(s: BrokenCities) -> None:
    """Put the marker at the sum of all cells; by option it stops at the end of the track."""
    emissions = sum(emissions_at(s, cell) for cell in range(len(s.kinds))) + s.wasted
    s.emissions = marker_at(s, emissions)
    s.wasted += s.emissions - emissions


def marker_at(s: BrokenCities, emissions: int) -> int:
    """Where the marker goes: by option no lower than the lowest number on the track."""
    return max(emissions, LOWEST_EMISSIONS) if s.options.emissions_floor == "stops" else emissions


def own_cells(s: BrokenCities, seat: int) -> list[int]:
    """The cells that this seat owns, in order."""
    return [cell for cell, owner in enumerate(s.owners) if owner == seat]


# ------------------------------------------------------------------ small changes


def count_tile(s: BrokenCities, cell: int) -> None:
    """Count a new tile on an empty cell: nobody lives there yet, and a park raises the rent beside it."""
    if has_variants(s):
        recount(s)
        return
    kinds = s.kinds
    kind = kinds[cell]
    s.emissions += EMISSIONS[kind]
    if kind == SHOPPING:
        s.rents[s.owners[cell]] += RENT[kind] + EDGES[cell]
    elif kind >= GREENSPACE:
        for home in BESIDE[cell]:
            if s.renters[home] and sum([kinds[other] >= GREENSPACE for other in BESIDE[home]]) == 1:
                s.rents[s.owners[home]] += 1


def count_better(s: BrokenCities, cell: int, before: int) -> None:
    """Count a building that was replaced by another kind and kept its renter."""
    if has_variants(s):
        recount(s)
        return
    kind = s.kinds[cell]
    s.emissions += EMISSIONS[kind] - EMISSIONS[before]
    if s.renters[cell]:
        s.rents[s.owners[cell]] += RENT[kind] - RENT[before]


def count_renter(s: BrokenCities, cell: int) -> None:
    """Count a renter who moved in here."""
    if has_variants(s):
        recount(s)
        return
    s.rents[s.owners[cell]] += home_rent(s, cell)


def home_rent(s: BrokenCities, cell: int) -> int:
    """What the home here earns with a renter, if no option changes that."""
    kinds = s.kinds
    rent = RENT[kinds[cell]] + EDGES[cell]
    for other in BESIDE[cell]:
        if kinds[other] >= GREENSPACE:
            return rent + 1
    return rent


def emissions_at(s: BrokenCities, cell: int) -> int:
    """What this cell emits, with or without a renter."""
    emissions = EMISSIONS[s.kinds[cell]]
    return max(0, emissions - RETROFIT_SAVES) if s.marked[cell] else emissions


def rent_parts(s: BrokenCities, cell: int, occupied: bool | None = None) -> dict[str, int]:
    """What this cell earns and why: {"Conventional": 4, "shore": 1, …}; empty while nobody lives there.

    `occupied`: count as if a renter lived there (True) or did not (False).
    """
    kind = s.kinds[cell]
    if not 0 < kind < GREENSPACE:
        return {}
    if kind != SHOPPING and not (s.renters[cell] if occupied is None else occupied):
        return {}
    parts = {TITLES[kind]: RENT[kind]}
    if kind != SHOPPING or s.options.shopping != "no_edge":
        if SHORE[cell]:
            parts["shore"] = 1  # words
        if FOREST[cell]:
            parts["forest"] = 1  # words
    if kind != SHOPPING:  # Shopping gains nothing from a park
        park = park_beside(s, cell)
        if park:
            parts[TITLES[park]] = 1
    if s.marked[cell]:
        parts["retrofit"] = MARKER_EARNS  # words
    return parts


def park_beside(s: BrokenCities, cell: int) -> int:
    """The kind of park that helps the building on this cell; several parks help no more than one."""
    kinds = s.kinds
    for other in BESIDE[cell]:
        if kinds[other] >= GREENSPACE and (s.options.parks == "all" or s.owners[other] == s.owners[cell]):
            return kinds[other]
    return 0


def rent_at(s: BrokenCities, cell: int, occupied: bool | None = None) -> int:
    return sum(rent_parts(s, cell, occupied).values())


def rents_of(s: BrokenCities) -> list[int]:
    """Every seat's rent, cell by cell."""
    rents = [0] * s.players
    for cell, owner in enumerate(s.owners):
        if owner >= 0:
            rents[owner] += rent_at(s, cell)
    return rents


def own_emissions(s: BrokenCities, seat: int) -> int:
    """Emissions of the seat's buildings, less what its parks take away."""
    if s.options.retrofit == "marker":
        return sum(emissions_at(s, cell) for cell in own_cells(s, seat))
    kinds = s.kinds
    return sum([EMISSIONS[kinds[cell]] for cell in own_cells(s, seat)])


def own_parks(s: BrokenCities, seat: int) -> int:
    return sum(s.kinds[cell] >= GREENSPACE for cell in own_cells(s, seat))


def own_buildings(s: BrokenCities, seat: int) -> int:
    return sum(s.kinds[cell] < GREENSPACE for cell in own_cells(s, seat))


def empty_homes(s: BrokenCities, seat: int) -> list[int]:
    """The seat's residential buildings without a renter."""
    kinds, renters = s.kinds, s.renters
    return [cell for cell in own_cells(s, seat) if not renters[cell] and kinds[cell] <= GREEN]


def rented_homes(s: BrokenCities, seat: int) -> list[int]:
    renters = s.renters
    return [cell for cell in own_cells(s, seat) if renters[cell]]


def breakdown(s: BrokenCities, seat: int) -> dict[str, int]:
    """The seat's rent by source."""
    total: dict[str, int] = {}
    for cell in own_cells(s, seat):
        for part, rent in rent_parts(s, cell).items():
            total[part] = total.get(part, 0) + rent
    return total


def history_row(s: BrokenCities, added: int) -> list[int]:
    """Round, damage added, damage, emissions, then every seat's rent and own emissions."""
    own = [own_emissions(s, seat) for seat in range(s.players)]
    return [s.round, added, s.damage, s.emissions, *s.rents, *own]
