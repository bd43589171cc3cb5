"""What a climate card does to a city, counted before it strikes."""

from __future__ import annotations

from tabletown.games.broken_cities.content import CARDS
from tabletown.games.broken_cities.rules.climate import struck
from tabletown.games.broken_cities.rules.counting import recount, rented_homes
from tabletown.games.broken_cities.state import BrokenCities


def effect(city: BrokenCities, card: str) -> dict[str, int]:
    """What a card would do to a city as it is: tiles lost and downgraded, renters lost, emissions before and after.

    Also who would lead in rent, or -1 if that depends on what the players choose.
    """
    changes = struck(city, card)
    after = city.copy()
    for cell, to in changes.items():
        after.kinds[cell] = to
        after.renters[cell] = after.renters[cell] if to else 0
    recount(after)
    renters = sum(city.renters) - sum(after.renters)
    chosen = 0
    for each in CARDS[card].effects:
        if each.op == "remove_renters":
            chosen += sum(min(each.count, len(rented_homes(city, seat))) for seat in range(city.players))
    leader = max(range(city.players), key=lambda seat: after.rents[seat])
    was = max(range(city.players), key=lambda seat: city.rents[seat])
    return {
        "gone": sum(1 for to in changes.values() if not to),
        "smaller": sum(1 for to in changes.values() if to),
        "renters": renters + chosen,
        "before": city.emissions,
        "after": after.emissions,
        "leader": -1 if chosen else leader,
        "leader_rent": after.rents[leader],
        "lead_changes": int(leader != was),
    }
