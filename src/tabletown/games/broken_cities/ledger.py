"""What counts on the table of Broken Cities."""

from __future__ import annotations

from tabletown.games.broken_cities.content import GREENSPACE, KINDS, TITLES
from tabletown.games.broken_cities.rules.counting import own_emissions
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.kernel import Name

SEATS = range(4)
MONEY = [Name("money of {who:seat}", who=seat) for seat in SEATS]
RENT = [Name("rent of {who:seat}", who=seat) for seat in SEATS]
EMISSIONS_OF = [Name("emissions of {who:seat}", who=seat) for seat in SEATS]
BUILDINGS = [Name("buildings of {who:seat}", who=seat) for seat in SEATS]
PARKS = [Name("parks of {who:seat}", who=seat) for seat in SEATS]
RENTERS = [Name("renters of {who:seat}", who=seat) for seat in SEATS]
EMISSIONS, DAMAGE = Name("emissions"), Name("damage")
WAITING, RESERVE, GONE = Name("waiting renters"), Name("renters in reserve"), Name("renters who left the city")
LAWS = Name("laws")
LEFT = [Name("{kind:word} tiles left", kind=TITLES[kind] if kind else "") for kind in range(len(KINDS))]
PRICES = [Name("price of {kind:word}", kind=TITLES[kind] if kind else "") for kind in range(len(KINDS))]
RETROFITTED = Name("retrofitted buildings")


def ledger(s: BrokenCities) -> dict[str, float]:
    counted: dict[str, float] = {EMISSIONS: s.emissions, DAMAGE: s.damage}
    for seat in range(s.players):
        mine = [cell for cell, owner in enumerate(s.owners) if owner == seat and s.kinds[cell]]
        counted[MONEY[seat]] = s.money[seat]
        counted[RENT[seat]] = s.rents[seat]
        counted[EMISSIONS_OF[seat]] = own_emissions(s, seat)
        counted[BUILDINGS[seat]] = sum(s.kinds[cell] < GREENSPACE for cell in mine)
        counted[PARKS[seat]] = sum(s.kinds[cell] >= GREENSPACE for cell in mine)
        counted[RENTERS[seat]] = sum(s.renters[cell] for cell in mine)
    counted |= {WAITING: s.pool, RESERVE: s.reserve, GONE: s.gone, LAWS: len(s.laws), RETROFITTED: sum(s.marked)}
    for kind in range(1, len(s.prices)):
        counted[PRICES[kind]] = s.prices[kind]
    for kind in range(1, len(s.supply)):
        counted[LEFT[kind]] = s.supply[kind]
    return counted
