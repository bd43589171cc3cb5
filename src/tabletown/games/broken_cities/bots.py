"""Ratings of the options and the chances of each seat, for the greedy and the searching bots.

A search calls both thousands of times for one move, so they read what they need from the block in one pass.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import exp

from tabletown.games.broken_cities.content import (
    BESIDE,
    CELLS,
    CONVENTIONAL,
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
from tabletown.games.broken_cities.options import (
    ACCEPT,
    BOUGHT,
    CELL_AT,
    DEMOLISH,
    DONE,
    END,
    HOME_AT,
    KEPT,
    LET_GO,
    MOVE_IN_ALL,
    NO_PROPOSAL,
    PROPOSE,
)
from tabletown.games.broken_cities.rules.climate import EVENT_SPACES, round_limit
from tabletown.games.broken_cities.rules.counting import empty_homes, own_buildings, own_parks
from tabletown.games.broken_cities.rules.ending import partner_of, two_players
from tabletown.games.broken_cities.rules.turns import WHERE_FOR
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.voting import rate_speeches, rate_vote
from tabletown.kernel import Decision

ENOUGH = 12  # rent that no storm can take is enough from here on
NEVER = -9.0
PARK_BESIDE, OWN_BESIDE = 0.9, 0.05  # what a neighbour adds to a home: a park, or an own home that could share a park
CELL_NUMBERS = range(len(CELLS))


def _place(kind: int, cell: int) -> float:
    """What a cell adds to the rent of this kind of building, less what the weather may take."""
    forest = 0.9 if kind == SHOPPING else 0.6
    flood = {LOW_COST: 0.4, CONVENTIONAL: 0.15}.get(kind, 0.0)
    return EDGES[cell] - forest * FOREST[cell] - flood * SHORE[cell]


PLACE = [[_place(kind, cell) for cell in CELL_NUMBERS] for kind in range(GREENSPACE)]
RENT_ON = [[RENT[kind] + EDGES[cell] for cell in CELL_NUMBERS] for kind in range(GREENSPACE)]  # without parks


def rounds_left(s: BrokenCities) -> float:
    """How many rounds the game may still last, by damage, rent and the round limit."""
    left = (RENT_END - max(s.rents)) / 7
    if s.options.facilitated == "off":
        left = min(left, (EVENT_SPACES[-1] - s.damage) / max(1, damage_of(s.emissions)))
    return max(0.0, min(left, 12.0, round_limit(s) - s.round))


def rate(s: BrokenCities, decision: Decision) -> Sequence[float]:
    words, seat, rule = decision.options, decision.seat, decision.rule
    if rule == "turn.step2-purchase":
        return rate_actions(s, seat, words)
    if rule == "build.any-cell":
        return rate_cells(s, seat, WHERE_FOR.index(decision.prompt), words)
    if rule == "build.cost-retrofit":
        return [10.0 * (s.kinds[CELL_AT[word]] == LOW_COST) + rent_on(s, CELL_AT[word]) for word in words]
    if words[0] in HOME_AT:
        if LET_GO in words:
            return [float(rent_on(s, HOME_AT[word])) if word != LET_GO else -1.0 for word in words]
        return [-float(rent_on(s, HOME_AT[word])) for word in words]
    if ACCEPT in words:
        return rate_vote(s, seat, words)
    if NO_PROPOSAL in words:
        return rate_speeches(s, seat, words)
    # for everything else there is a fixed answer: propose the draft as it is, find that a law was kept
    return [1.0 if word in (PROPOSE, DONE, KEPT) else 0.0 for word in words]


def rent_on(s: BrokenCities, cell: int) -> int:
    """What this building earns with a renter."""
    kinds = s.kinds
    rent = RENT_ON[kinds[cell]][cell]
    if kinds[cell] != SHOPPING:
        for other in BESIDE[cell]:
            if kinds[other] >= GREENSPACE:
                return rent + 1
    return rent


# ------------------------------------------------------------------ a turn


def rate_actions(s: BrokenCities, seat: int, words: Sequence[str]) -> list[float]:
    """Rate the actions of a turn: renters first, then the most rent per money; saving beats a poor deal until late."""
    left = rounds_left(s)
    deals = [BOUGHT[word] for word in words if word in BOUGHT]
    values = deal_values(s, seat, deals, left) if deals else {}
    rates = []
    for word in words:
        if word in BOUGHT:
            rates.append(values[BOUGHT[word]])
        elif word == END:
            # a Shopping building for 24 is the best use of saved money
            rates.append(2.2 if left >= 1.5 and s.prices[SHOPPING] < 40 else 0.4)
        elif word == DEMOLISH:
            rates.append(NEVER)
        elif word == MOVE_IN_ALL:
            rates.append(60.0)
        else:
            rates.append(40.0 + rent_on(s, HOME_AT[word]))
    return rates


def deal_values(s: BrokenCities, seat: int, deals: Sequence[int], left: float) -> dict[int, float]:
    """What each of these kinds is worth to the seat now: about ten times its rent divided by its price."""
    kinds = s.kinds
    waiting = s.pool - len(empty_homes(s, seat))
    danger = storm_danger(s)
    worry = climate_worry(s, seat, left)
    shaken = 0.0  # bonus for buildings that survive storms, as long as the seat could lose everything
    if danger and safe_rent(s, seat) < ENOUGH:
        shaken = 6 * danger
    empty = [cell for cell, kind in enumerate(kinds) if not kind]
    near = beside(s, seat)
    gains: dict[int, float] = {}
    for kind in deals:
        if kind == RETROFIT:
            low = [rent_on(s, cell) for cell, owner in enumerate(s.owners) if owner == seat and kinds[cell] == LOW_COST]
            gain = 1.0 + danger * max(low, default=0) + shaken
        elif kind in PARKS:
            if GREENSPACE not in gains:
                values = park_values(s, seat, near)
                gains[GREENSPACE] = max([values[cell] for cell in empty], default=0.0)
            gain = gains[GREENSPACE]
        else:
            place = PLACE[kind]
            if kind == SHOPPING:
                gain = RENT[kind] + max([place[cell] for cell in empty])
            else:
                gain = RENT[kind] + max([place[cell] + near[cell] for cell in empty])
            if kind == LOW_COST:
                gain *= 1 - danger
            if kind != SHOPPING and waiting <= 0:
                gain *= 0.25 if left >= 1.5 else 0.0
            if kind != LOW_COST and gain > 0:
                gain += shaken
        gains[kind] = gain
    return {
        kind: 10 * gains[kind] / s.prices[kind] - worry * EMISSIONS[kind] + duty_value(s, seat, kind)
        if gains[kind] > 0
        else NEVER
        for kind in deals
    }


def storm_danger(s: BrokenCities) -> float:
    """The chance that a hurricane takes all Low-Cost buildings."""
    return min(0.6, 2 / len(s.deck)) if "hurricane" in s.deck else 0.0


def safe_rent(s: BrokenCities, seat: int) -> int:
    """The seat's rent that a hurricane would leave."""
    kinds, renters = s.kinds, s.renters
    lost = [rent_on(s, c) for c, o in enumerate(s.owners) if o == seat and renters[c] and kinds[c] == LOW_COST]
    return s.rents[seat] - sum(lost)


def duty_value(s: BrokenCities, seat: int, kind: int) -> float:
    """What buying this kind is worth because a law would otherwise fine the seat."""
    worth = 0.0
    for law in s.active:
        if (
            law.kind == "build_obligation" and kind in law.kinds and sum(s.bought[k] for k in law.kinds) < law.count
        ) or (law.kind == "park_quota" and kind in PARKS and own_buildings(s, seat) // law.amount > own_parks(s, seat)):
            worth += 2.0
    return worth


def climate_worry(s: BrokenCities, seat: int, left: float) -> float:
    """How much the seat wants lower emissions: those behind want the game to last, the leader wants it to end."""
    rents = s.rents
    return 0.02 if left <= 6 and rents[seat] <= max(rents[:seat] + rents[seat + 1 :]) else 0.0


def rate_cells(s: BrokenCities, seat: int, kind: int, words: Sequence[str]) -> list[float]:
    """Rate cells by what they add to the rent of this kind of tile."""
    if kind == SHOPPING:
        return [PLACE[kind][CELL_AT[word]] for word in words]
    near = beside(s, seat)
    if kind in PARKS:
        values = park_values(s, seat, near)
        return [values[CELL_AT[word]] for word in words]
    place = PLACE[kind]
    return [place[CELL_AT[word]] + near[CELL_AT[word]] for word in words]


def beside(s: BrokenCities, seat: int) -> list[float]:
    """For each cell, what its neighbours add to a home of the seat there."""
    near = [0.0] * len(CELLS)
    for cell, owner in enumerate(s.owners):
        if owner == seat:
            for other in BESIDE[cell]:
                near[other] += OWN_BESIDE
    for cell, kind in enumerate(s.kinds):
        if kind >= GREENSPACE:
            for other in BESIDE[cell]:
                near[other] = PARK_BESIDE
    return near


def park_values(s: BrokenCities, seat: int, near: Sequence[float]) -> list[float]:
    """For each cell, what a park there adds for the seat's homes, less what it adds for others'."""
    values = [-0.3 * forest for forest in FOREST]
    owners, renters = s.owners, s.renters
    for home, kind in enumerate(s.kinds):
        if 0 < kind <= GREEN and near[home] != PARK_BESIDE:
            worth = 1.0 if renters[home] else 0.5
            if owners[home] != seat:
                worth *= -0.5
            for other in BESIDE[home]:
                values[other] += worth
    return values


# ------------------------------------------------------------------ how everybody stands


def horizon(s: BrokenCities) -> object:
    """Tell a search how far to play by the ratings before it evaluates: to the end of the round or of a law session."""
    return s.round, s.phase == "turn"


# Weights in units of rent, fitted to 107,000 positions from 4,000 games between bots of all skills.
COIN, COIN_LATE, INCOME = 0.37, 0.15, 0.33  # money; money too late to spend; income still to come this round
HOME_NOW, HOME_LATER = 0.7, 0.15  # of an empty home's rent: if a renter can still move in this turn, or only later
STORM, RAIN, FLOOD = (0.37, 0.93), (0.33, 0.5), (0.28, 0.66)  # of rent at risk: each round to come, and this round
HEAT, HEAT_AT_LAST = 4.0, 2.7  # how much luck decides; less in the round that ends the game

WHERE = [SHORE[cell] + 2 * FOREST[cell] for cell in CELL_NUMBERS]
EARNS = [[RENT[kind] + edges for edges in (0, 1, 1, 2)] for kind in range(GREENSPACE)]  # by WHERE


def evaluate(s: BrokenCities) -> list[float]:
    """The chance of each seat to win."""
    if s.end:
        return [1.0 / len(s.winners) if seat in s.winners else 0.0 for seat in range(s.players)]
    left = min(6.0, rounds_left(s))
    event = last = False
    if s.options.facilitated == "off":
        damage, spaces = s.damage + damage_of(s.emissions), EVENT_SPACES
        last = damage >= spaces[-1]
        event = not last and bisect_right(spaces, damage) > bisect_right(spaces, s.damage)
    deck = s.deck
    storm = (STORM[0] * left + STORM[1] * event) / len(deck) if "hurricane" in deck else 0.0
    rain = (RAIN[0] * left + RAIN[1] * event) / len(deck) if "torrential_rain" in deck else 0.0
    flood = (FLOOD[0] * left + FLOOD[1] * event) / len(deck) if "flood" in deck else 0.0

    coin = COIN_LATE if last else COIN
    strength = [rent + coin * money for rent, money in zip(s.rents, s.money, strict=True)]
    homes = [HOME_LATER] * s.players
    if s.phase == "turn":
        for seat in s.order[s.turn :] if last else ():
            strength[seat] += (COIN - coin) * s.money[seat]
        for seat in s.order[s.turn + s.begun :]:
            strength[seat] += INCOME * s.rents[seat]
        if s.pool:
            homes[s.order[s.turn]] = HOME_NOW
    strength.append(0.0)  # for buildings without an owner
    homes.append(0.0)
    low_cost = (storm, storm + flood, storm + rain, storm + rain + flood)
    owners, renters = s.owners, s.renters
    for cell, kind in enumerate(s.kinds):
        if kind == LOW_COST:
            owner, where = owners[cell], WHERE[cell]
            strength[owner] += (-low_cost[where] if renters[cell] else homes[owner]) * EARNS[kind][where]
        elif 0 < kind <= SHOPPING:
            owner, where = owners[cell], WHERE[cell]
            if kind != SHOPPING and not renters[cell]:
                strength[owner] += homes[owner] * EARNS[kind][where]
            elif where >= 2:
                strength[owner] -= rain * EARNS[kind][where]
    del strength[-1]
    best, heat = max(strength), HEAT_AT_LAST if last else HEAT
    weights = [exp((value - best) / heat) for value in strength]
    total = sum(weights)
    chances = [weight / total for weight in weights]
    if two_players(s):
        return [chances[seat] + chances[partner_of(seat)] for seat in range(s.players)]
    return chances
