"""Invariants of every state: tiles, renters and tracks agree with the block."""

from __future__ import annotations

from tabletown.games.broken_cities.content import CITY, COUNT, GREEN, climate_deck
from tabletown.games.broken_cities.rules.counting import emissions_at, rents_of
from tabletown.games.broken_cities.state import BrokenCities


def check(s: BrokenCities) -> None:
    for kind in range(1, 7):
        lying = s.kinds.count(kind)
        if s.options.supply == "limited":
            assert lying + s.supply[kind] == COUNT[kind], f"tiles of kind {kind} are not conserved"
    for cell, kind in enumerate(s.kinds):
        assert not s.renters[cell] or 0 < kind <= GREEN, f"a renter is where nobody can live: cell {cell}"
        assert not s.renters[cell] or s.owners[cell] >= 0, f"a renter without a landlord: cell {cell}"
        assert kind or s.owners[cell] < 0, f"an empty cell with an owner: cell {cell}"
    if s.options.reserve == "runs_out":
        total = CITY.renters.total if s.options.renters == "32" else CITY.renters.total_with_spares
        there = sum(s.renters) + s.pool + s.reserve + s.gone
        assert there == total or s.phase in ("card", "last"), f"{there} renters instead of {total}"
    assert s.pool >= 0 and s.reserve >= 0, "a pool of renters is negative"
    emitted = sum(emissions_at(s, cell) for cell in range(len(s.kinds)))
    assert s.emissions == emitted + s.wasted, "the emissions marker is wrong"
    assert not s.wasted or s.options.emissions_floor == "stops", (
        "emissions were wasted although the marker may go below the track"
    )
    assert s.rents == rents_of(s), "a rent marker is wrong"
    assert min(s.money) >= 0, "a player has debts"
    drawn = [card for _, card in s.events]
    assert sorted([*s.deck, *drawn]) == sorted(climate_deck(s.edition)), "climate cards are not conserved"
    assert s.damage == sum(row[1] for row in s.history), "the damage marker is wrong"
    assert all(law.number <= s.made for law in s.laws), "a law without a number"
