"""The figures of a table: money, rent, emissions, damage, renters, laws, tiles and prices."""

from __future__ import annotations

from typing import Any

from tabletown.games.broken_cities.content import GREENSPACE, KINDS, NUMBER, TITLES
from tabletown.games.broken_cities.rules.counting import own_emissions
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.kernel import Figure, Name


class Money(Figure):
    says = "money of {who:seat}"
    who: int


class Rent(Figure):
    says = "rent of {who:seat}"
    who: int


class EmissionsOf(Figure):
    says = "emissions of {who:seat}"
    who: int


class Buildings(Figure):
    says = "buildings of {who:seat}"
    who: int


class Parks(Figure):
    says = "parks of {who:seat}"
    who: int


class Renters(Figure):
    says = "renters of {who:seat}"
    who: int


class Emissions(Figure):
    says = "emissions"


class Damage(Figure):
    says = "damage"


class WaitingRenters(Figure):
    says = "waiting renters"


class RentersInReserve(Figure):
    says = "renters in reserve"


class RentersGone(Figure):
    says = "renters who left the city"


class Laws(Figure):
    says = "laws"


class TilesLeft(Figure):
    says = "{kind:word} tiles left"
    kind: str

    def parts(self) -> dict[str, Any]:
        return {"kind": TITLES[NUMBER[self.kind]]}


class Price(Figure):
    says = "price of {kind:word}"
    kind: str

    def parts(self) -> dict[str, Any]:
        return {"kind": TITLES[NUMBER[self.kind]]}


class RetrofittedBuildings(Figure):
    says = "retrofitted buildings"


SEATS = range(4)
MONEY = [Name(Money(seat)) for seat in SEATS]
RENT = [Name(Rent(seat)) for seat in SEATS]
EMISSIONS_OF = [Name(EmissionsOf(seat)) for seat in SEATS]
BUILDINGS = [Name(Buildings(seat)) for seat in SEATS]
PARKS = [Name(Parks(seat)) for seat in SEATS]
RENTERS = [Name(Renters(seat)) for seat in SEATS]
EMISSIONS, DAMAGE, LAWS = Name(Emissions()), Name(Damage()), Name(Laws())
WAITING, RESERVE, GONE = Name(WaitingRenters()), Name(RentersInReserve()), Name(RentersGone())
LEFT = [Name(TilesLeft(kind)) for kind in KINDS]
PRICES = [Name(Price(kind)) for kind in KINDS]
RETROFITTED = Name(RetrofittedBuildings())


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
