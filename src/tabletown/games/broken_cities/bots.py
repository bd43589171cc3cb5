"""How good each option is at first sight, and how each seat stands: for the greedy and the searching bots."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from tabletown.games.broken_cities.content import (
    BESIDE,
    CONVENTIONAL,
    COST,
    EDGES,
    EMISSIONS,
    FOREST,
    GREEN,
    GREENSPACE,
    LOW_COST,
    PARKS,
    RENT,
    RENT_END,
    RETROFIT,
    SHOPPING,
    SHORE,
    damage_of,
)
from tabletown.games.broken_cities.rules.building import retrofit_cells
from tabletown.games.broken_cities.rules.climate import LET_GO, event_spaces, round_limit
from tabletown.games.broken_cities.rules.counting import empty_homes, own_buildings, own_emissions, own_parks, rent_at
from tabletown.games.broken_cities.rules.drafting import DONE, PROPOSE, sample
from tabletown.games.broken_cities.rules.laws import KEPT
from tabletown.games.broken_cities.rules.legislation import ACCEPT, NO_PROPOSAL
from tabletown.games.broken_cities.rules.turns import WHERE_FOR
from tabletown.games.broken_cities.state import BrokenCities, Law, Proposal
from tabletown.games.broken_cities.words import BOUGHT, CELL_OF, DEMOLISH, END, MOVE_IN_ALL
from tabletown.kernel import Decision

KIND_OF = {prompt.parts["what"]: kind for kind, prompt in enumerate(WHERE_FOR)}
ENOUGH = 12  # rent that no storm can take
NEVER = -9.0


def rounds_left(s: BrokenCities) -> float:
    """How many rounds the game may still take: by damage, by rent, by the limit."""
    by_damage = 12.0
    if s.options.facilitated == "off":
        by_damage = (event_spaces(s)[-1] - s.damage) / max(1, damage_of(s.emissions))
    by_rent = (RENT_END - max(s.rents)) / 7
    return max(0.0, min(by_damage, by_rent, round_limit(s) - s.round))


def rate(s: BrokenCities, decision: Decision) -> Sequence[float]:
    words, seat, rule = decision.options, decision.seat, decision.rule
    if rule == "turn.step2-purchase":
        return rate_deeds(s, seat, words)
    if rule == "build.any-cell":
        kind = KIND_OF[decision.prompt.parts["what"]]
        return [place_value(s, seat, kind, CELL_OF[word]) for word in words]
    if rule == "build.cost-retrofit":
        return [10.0 * (s.kinds[CELL_OF[word]] == LOW_COST) + rent_at(s, CELL_OF[word]) for word in words]
    if words[0].startswith("renter:"):
        homes = [-float(rent_at(s, CELL_OF[word])) if word != LET_GO else -99.0 for word in words]
        return [-value for value in homes] if LET_GO in words else homes
    if ACCEPT in words:
        return rate_vote(s, seat, words)
    if NO_PROPOSAL in words:
        return [rate_speech(s, seat, word) for word in words]
    # everything else has a plain answer: propose the draft, leave its parts, acquit
    return [1.0 if word in (PROPOSE, DONE, KEPT) else 0.0 for word in words]


# ------------------------------------------------------------------ a turn


def rate_deeds(s: BrokenCities, seat: int, words: Sequence[str]) -> list[float]:
    """Rent gained per money spent; renters come first; saving beats a poor deal unless the end is near."""
    left = rounds_left(s)
    waiting = s.pool - len(empty_homes(s, seat))
    rates = []
    for word in words:
        kind = BOUGHT.get(word, 0)
        if kind:
            rates.append(deal_value(s, seat, kind, waiting, left))
        elif word == END:
            # 24 for a Shopping building is the best that saved money can become
            rates.append(2.2 if left >= 1.5 and s.prices[SHOPPING] < 40 else 0.4)
        elif word == DEMOLISH:
            rates.append(NEVER)
        elif word == MOVE_IN_ALL:
            rates.append(60.0)
        else:
            rates.append(40.0 + rent_at(s, CELL_OF[word], occupied=True))
    return rates


def deal_value(s: BrokenCities, seat: int, kind: int, waiting: int, left: float) -> float:
    price, danger = s.prices[kind], storm_danger(s)
    if kind == RETROFIT:
        gain = 1.0 + danger * max(rent_at(s, cell) * (s.kinds[cell] == LOW_COST) for cell in retrofit_cells(s, seat))
    elif kind in PARKS:
        gain = max([park_value(s, seat, cell) for cell, there in enumerate(s.kinds) if not there], default=0.0)
    else:
        gain = RENT[kind] + best_bonus(s, seat, kind)
        if kind == LOW_COST:
            gain *= 1 - danger
        if kind != SHOPPING and waiting <= 0:
            gain *= 0.25 if left >= 1.5 else 0.0
    if gain <= 0:
        return NEVER
    if danger and kind != LOW_COST and kind not in PARKS and safe_rent(s, seat) < ENOUGH:
        gain += 6 * danger  # whoever loses everything never comes back
    return 10 * gain / price - climate_worry(s, seat, left) * EMISSIONS[kind] + duty_value(s, seat, kind)


def storm_danger(s: BrokenCities) -> float:
    """The chance that all Low-Cost buildings will be lost."""
    return min(0.6, 2 / len(s.deck)) if "hurricane" in s.deck else 0.0


def safe_rent(s: BrokenCities, seat: int) -> int:
    """What a hurricane would leave."""
    return sum([rent_at(s, cell) for cell, owner in enumerate(s.owners) if owner == seat and s.kinds[cell] > LOW_COST])


def duty_value(s: BrokenCities, seat: int, kind: int) -> float:
    """A law that would fine the seat makes what it demands worth buying."""
    worth = 0.0
    for law in s.active:
        if (
            law.kind == "build_obligation" and kind in law.kinds and sum(s.bought[k] for k in law.kinds) < law.count
        ) or (law.kind == "park_quota" and kind in PARKS and own_buildings(s, seat) // law.amount > own_parks(s, seat)):
            worth += 2.0
    return worth


def parks_missing(s: BrokenCities, law: Law, seat: int) -> int:
    return own_buildings(s, seat) // law.amount - own_parks(s, seat)


def climate_worry(s: BrokenCities, seat: int, left: float) -> float:
    """Who is behind wants the game to last, who leads wants it to end."""
    lead = s.rents[seat] - max(rent for other, rent in enumerate(s.rents) if other != seat)
    return 0.0 if lead > 0 or left > 6 else 0.02


def best_bonus(s: BrokenCities, seat: int, kind: int) -> float:
    return max([place_value(s, seat, kind, cell) for cell, there in enumerate(s.kinds) if not there], default=0.0)


def place_value(s: BrokenCities, seat: int, kind: int, cell: int) -> float:
    """What this cell adds to the rent of such a tile."""
    if kind in PARKS:
        return park_value(s, seat, cell)
    if kind == SHOPPING:
        return EDGES[cell] - 0.9 * FOREST[cell]
    value = EDGES[cell] - 0.6 * FOREST[cell]
    if SHORE[cell]:
        value -= {LOW_COST: 0.4, CONVENTIONAL: 0.15}.get(kind, 0.0)
    for other in BESIDE[cell]:
        if s.kinds[other] >= GREENSPACE:
            return value + 0.9
        if s.owners[other] == seat:
            value += 0.05  # one park may serve both later
    return value


def park_value(s: BrokenCities, seat: int, cell: int) -> float:
    """Own buildings that would gain, less what others would."""
    value = -0.3 * FOREST[cell]
    for home in BESIDE[cell]:
        if 0 < s.kinds[home] <= GREEN and not any(s.kinds[other] >= GREENSPACE for other in BESIDE[home]):
            worth = 1.0 if s.renters[home] else 0.5
            value += worth if s.owners[home] == seat else -0.5 * worth
    return value


# ------------------------------------------------------------------ laws


def burden(s: BrokenCities, law: Law, seat: int) -> float:
    """About how much money a round this law costs the seat."""
    bought = s.last_turns[seat] or [0] * (len(COST) + 2)
    habit = [0.3 + 0.7 * number for number in bought[: len(COST)]]
    fine = 4.0
    if law.penalty is not None and law.penalty.kind in ("fine", "fine_per_unit"):
        fine = float(law.penalty.amount)
    if law.kind == "surcharge":
        return law.amount * sum(habit[kind] for kind in law.kinds)
    if law.kind == "carbon_tax":
        return law.count * max(0, own_emissions(s, seat) // law.amount)
    if law.kind == "build_obligation":
        cheapest = min(COST[kind] - 2 * RENT[kind] for kind in law.kinds)
        return min(fine, 0.7 * cheapest * law.count)
    if law.kind == "offset":
        return min(fine, 5.0) * law.count * sum(habit[kind] for kind in law.kinds)
    if law.kind == "park_quota":
        return min(fine, 6.0) * min(1, max(0, parks_missing(s, law, seat)))
    if law.kind == "turn_emission_cap":
        return fine * 0.5 * max(0.0, sum(h * e for h, e in zip(habit, EMISSIONS, strict=True)) - law.amount)
    if law.kind == "own_emission_cap":
        return fine * 0.3 * max(0, own_emissions(s, seat) - law.amount)
    if law.kind == "city_emission_brake":
        return 8.0 if s.emissions >= law.amount else 1.0
    if law.kind in ("ban", "build_cap"):
        reach = 1.0 if law.area in ("", "anywhere") else 0.4
        return reach * sum(3 * habit[kind] for kind in law.kinds) / (1 + law.count)
    return 0.5


def wish(s: BrokenCities, proposal: Proposal, seat: int) -> float:
    """How much the seat likes it: what it costs others and not itself; who is behind wants a longer game."""
    own = burden(s, proposal.law, seat)
    others = [burden(s, proposal.law, other) for other in range(s.players) if other != seat]
    edge = sum(others) / len(others) - own
    if proposal.repeal:
        return -edge - 0.5
    return edge + (0.6 if s.rents[seat] < max(s.rents) else 0.2)


def rate_vote(s: BrokenCities, seat: int, words: Sequence[str]) -> list[float]:
    assembly = s.assembly
    assert assembly is not None and assembly.draft is not None
    liking = wish(s, assembly.draft, seat)
    return [liking if word == ACCEPT else 0.0 if word == "veto" else -0.5 for word in words]


def rate_speech(s: BrokenCities, seat: int, word: str) -> float:
    """Propose what helps the seat and has a chance with everybody; once is enough."""
    verb, _, what = word.partition(":")
    if verb != "law" or what == "honour" or (s.assembly is not None and s.assembly.used[seat]):
        return 0.0 if word == NO_PROPOSAL else -1.0
    proposal = Proposal(sample(what), seat)
    against = sum(1 for other in range(s.players) if other != seat and wish(s, proposal, other) <= 0)
    if any(law.kind == what for law in s.laws):
        return -1.0
    return wish(s, proposal, seat) - against


# ------------------------------------------------------------------ how everybody stands


def evaluate(s: BrokenCities) -> list[float]:
    """The chance of each seat to win. The weights were fitted to the ends of a few hundred games between bots.

    As long as a hurricane may come, rent from Low-Cost buildings is worth little, money much.
    """
    if s.end:
        return [1.0 / len(s.winners) if seat in s.winners else 0.0 for seat in range(s.players)]
    left, storm = rounds_left(s), "hurricane" in s.deck
    coin = (0.5 if storm else 0.3) * min(1.0, 0.5 + left / 2)  # worth in rent
    shaky = min(1.0, 0.3 + 0.4 * left) if storm else 0.25 * min(1.0, left)  # of rent from Low-Cost buildings
    heat = 2.0 + 0.4 * left  # bolder than luck allows, so that a search sees small differences
    strength = [rent + coin * min(money, 80) for rent, money in zip(s.rents, s.money, strict=True)]
    playing = s.phase == "turn" and s.turn < len(s.order)
    acting = s.order[s.turn] if playing else -1
    for seat in s.order[s.turn + s.begun :] if playing else range(s.players):
        strength[seat] += coin * s.rents[seat]  # income still to come, in this round or at once in the next
    for cell, kind in enumerate(s.kinds):
        if 0 < kind <= GREEN and (owner := s.owners[cell]) >= 0:
            rent, lived_in = RENT[kind] + EDGES[cell], float(s.renters[cell])
            if not lived_in:
                lived_in = 0.9 if owner == acting and s.pool else 0.1
                strength[owner] += lived_in * rent
            if kind == LOW_COST:
                strength[owner] -= shaky * lived_in * rent
    best = max(strength)
    weights = [exp((value - best) / heat) for value in strength]
    total = sum(weights)
    return [weight / total for weight in weights]
