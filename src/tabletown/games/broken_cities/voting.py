"""How bots judge laws: what a law costs each seat, which to propose and which to accept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.games.broken_cities.content import COST, EMISSIONS, GREENSPACE, RENT
from tabletown.games.broken_cities.options import ACCEPT, LAW_IN, NO_PROPOSAL, VETO
from tabletown.games.broken_cities.rules.drafting import sample
from tabletown.games.broken_cities.state import BrokenCities, Law

SAMPLES = {word: sample(kind) for word, kind in LAW_IN.items() if kind != "honour"}
NO_HABIT = [0.3] * len(COST)


class Account(NamedTuple):
    """What laws may charge a seat for."""

    habit: list[float]  # how many of each kind it buys per turn, roughly
    emissions: int
    buildings: int
    parks: int


def accounts(s: BrokenCities) -> list[Account]:
    emissions, buildings, parks = [0] * 5, [0] * 5, [0] * 5  # the last entry: no owner
    for kind, owner in zip(s.kinds, s.owners, strict=True):
        if kind:
            emissions[owner] += EMISSIONS[kind]
            if kind >= GREENSPACE:
                parks[owner] += 1
            else:
                buildings[owner] += 1
    return [
        Account(
            [0.3 + 0.7 * number for number in bought[: len(COST)]] if bought else NO_HABIT,
            emissions[seat],
            buildings[seat],
            parks[seat],
        )
        for seat, bought in enumerate(s.last_turns)
    ]


def burden(s: BrokenCities, law: Law, mine: Account) -> float:
    """Roughly how much money this law costs a seat per round if it plays on as in its last turn."""
    habit = mine.habit
    fine = 4.0
    if law.penalty is not None and law.penalty.kind in ("fine", "fine_per_unit"):
        fine = float(law.penalty.amount)
    if law.kind == "surcharge":
        return law.amount * sum([habit[kind] for kind in law.kinds])
    if law.kind == "carbon_tax":
        return law.count * max(0, mine.emissions // law.amount)
    if law.kind == "build_obligation":
        cheapest = min([COST[kind] - 2 * RENT[kind] for kind in law.kinds])
        return min(fine, 0.7 * cheapest * law.count)
    if law.kind == "offset":
        return min(fine, 5.0) * law.count * sum([habit[kind] for kind in law.kinds])
    if law.kind == "park_quota":
        return min(fine, 6.0) * min(1, max(0, mine.buildings // law.amount - mine.parks))
    if law.kind == "turn_emission_cap":
        return fine * 0.5 * max(0.0, sum([h * e for h, e in zip(habit, EMISSIONS, strict=True)]) - law.amount)
    if law.kind == "own_emission_cap":
        return fine * 0.3 * max(0, mine.emissions - law.amount)
    if law.kind == "city_emission_brake":
        return 8.0 if s.emissions >= law.amount else 1.0
    if law.kind in ("ban", "build_cap"):
        reach = 1.0 if law.area in ("", "anywhere") else 0.4
        return reach * sum([3 * habit[kind] for kind in law.kinds]) / (1 + law.count)
    return 0.5


def wishes(s: BrokenCities, law: Law, seats: list[Account], repeal: bool = False) -> list[float]:
    """How much each seat likes a law: what it costs others more than itself; those behind want a longer game."""
    costs, best = [burden(s, law, mine) for mine in seats], max(s.rents)
    total = sum(costs)
    edges = [(total - own) / (len(costs) - 1) - own for own in costs]
    if repeal:
        return [-edge - 0.5 for edge in edges]
    return [edge + (0.6 if rent < best else 0.2) for edge, rent in zip(edges, s.rents, strict=True)]


def rate_vote(s: BrokenCities, seat: int, words: Sequence[str]) -> list[float]:
    assembly = s.assembly
    assert assembly is not None and assembly.draft is not None
    liking = wishes(s, assembly.draft.law, accounts(s), assembly.draft.repeal)[seat]
    return [liking if word == ACCEPT else 0.0 if word == VETO else -0.5 for word in words]


def rate_speeches(s: BrokenCities, seat: int, words: Sequence[str]) -> list[float]:
    """Rate proposals: prefer laws that help the seat and that all might accept; propose only once per session."""
    spoken = s.assembly is not None and s.assembly.used[seat] > 0
    there = {law.kind for law in s.laws}
    seats = accounts(s)
    rates = []
    for word in words:
        law = SAMPLES.get(word)
        if word == NO_PROPOSAL:
            rates.append(0.0)
        elif spoken or law is None or law.kind in there:
            rates.append(-1.0)
        else:
            liked = wishes(s, law, seats)
            against = sum([1 for other, liking in enumerate(liked) if other != seat and liking <= 0])
            rates.append(liked[seat] - against)
    return rates
