"""The table before the first round."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.games.broken_cities.content import (
    CELL,
    CELLS,
    CITY,
    CONVENTIONAL,
    COST,
    COUNT,
    LOW_COST,
    climate_deck,
)
from tabletown.games.broken_cities.rules.counting import history_row, recount
from tabletown.games.broken_cities.state import BrokenCities, Options


def setup(players: int, options: Mapping[str, str], edition: int) -> BrokenCities:
    opt = Options.of(options)
    s = BrokenCities(
        options=opt,
        players=players,
        kinds=[0] * len(CELLS),
        owners=[-1] * len(CELLS),
        renters=[0] * len(CELLS),
        marked=[0] * len(CELLS),
        money=[start.money for start in CITY.start[:players]],
        rents=[0] * players,
        supply=COUNT[:] if opt.supply == "limited" else [10**6] * len(COUNT),
        edition=edition,
        deck=climate_deck(edition),
        prices=COST[:],
        bought=[0] * len(COST),
        less_income=[0] * players,
        barred=[0] * players,
        forced=[0] * players,
        last=[0] * players,
        last_turns=[[] for _ in range(players)],
    )
    for colour, start in enumerate(CITY.start):  # Setup 1
        played = colour < players
        if not played and opt.fourth_colour == "left_out":
            continue
        for kind, cells in ((LOW_COST, start.low_cost), (CONVENTIONAL, start.conventional)):
            for name in cells:
                cell = CELL[name]
                s.kinds[cell] = kind
                s.owners[cell] = colour if played else -1
                s.renters[cell] = int(played)  # Setup 3
                s.supply[kind] -= 1
    total = CITY.renters.total if opt.renters == "32" else CITY.renters.total_with_spares
    s.pool = CITY.renters.available
    s.reserve = total - s.pool - sum(s.renters)
    recount(s)  # Setup 2
    s.history = [history_row(s, 0)]
    return s
