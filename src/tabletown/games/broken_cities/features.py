"""Features that show who is ahead: rent and money, income to come, and what the weather may take."""

from __future__ import annotations

from bisect import bisect_right

from tabletown.features import Features
from tabletown.games.broken_cities.bots import EARNS, WHERE, rounds_left
from tabletown.games.broken_cities.content import GREEN, GREENSPACE, LOW_COST, RENT_END, SHOPPING, damage_of
from tabletown.games.broken_cities.rules.climate import EVENT_SPACES
from tabletown.games.broken_cities.state import BrokenCities

SAYS = {  # words
    "progress": "how near the end is: damage or the highest rent as a share of the number that ends the game",
    "rent": "the seat's rent",
    "money": "its money",
    "money_at_last": "its money in the round that ends the game",
    "income": "rent it will still collect this round",
    "empty_now": "rent of empty homes, while renters can still move in this turn",
    "empty": "rent of empty homes otherwise",
    "storm": "rent that a hurricane would take, times the chance of one in the rounds to come",
    "storm_now": "rent that a hurricane would take at the end of this round, times its chance",
    "rain": "rent that torrential rain would take, times its chance in the rounds to come",
    "rain_now": "rent that torrential rain would take at the end of this round, times its chance",
    "flood": "rent that a flood would take, times its chance in the rounds to come",
    "flood_now": "rent that a flood would take at the end of this round, times its chance",
    "shops": "Shopping buildings",
    "green": "Green buildings",
    "low_cost": "Low-Cost buildings",
    "parks": "own parks",
    "can_shop": "whether it can pay for a Shopping building, while there are rounds to come",
    "fined": "income it will lose to fines, in quarters",
    "to_act": "whether its turn of this round is still to come",
}


def rows(s: BrokenCities) -> list[list[float]]:
    players, rents = s.players, s.rents
    left = min(6.0, rounds_left(s))
    event = last = False
    progress = max(rents) / RENT_END
    if s.options.facilitated == "off":
        damage, spaces = s.damage + damage_of(s.emissions), EVENT_SPACES
        last = damage >= spaces[-1]
        event = not last and bisect_right(spaces, damage) > bisect_right(spaces, s.damage)
        progress = max(progress, s.damage / spaces[-1])
    progress = min(1.0, max(0.0, progress))
    found = [[0.0] * len(SAYS) for _ in range(players + 1)]  # one more than players: buildings without an owner
    homes = [6] * (players + 1)
    if s.phase == "turn":
        order = s.order
        for seat in order[s.turn + s.begun :]:
            found[seat][4] = rents[seat]
        for seat in order[s.turn :]:
            found[seat][19] = 1.0
        if s.pool:
            homes[order[s.turn]] = 5
    deck = s.deck
    one = 1 / max(1, len(deck))
    storm = one if "hurricane" in deck else 0.0
    rain = one if "torrential_rain" in deck else 0.0
    flood = one if "flood" in deck else 0.0
    for kind, owner, renter, where in zip(s.kinds, s.owners, s.renters, WHERE):
        if kind >= GREENSPACE:
            found[owner][16] += 1
        elif kind:
            row, rent = found[owner], EARNS[kind][where]
            if kind == SHOPPING:
                row[13] += 1
            elif not renter:
                row[homes[owner]] += rent
            if kind == LOW_COST:
                row[15] += 1
                if renter:
                    row[7] += storm * rent
                    if where & 1:
                        row[11] += flood * rent
            elif kind == GREEN:
                row[14] += 1
            if where >= 2 and (renter or kind == SHOPPING):
                row[9] += rain * rent
    found.pop()
    price = s.prices[SHOPPING] if s.prices else 99
    for row, money, rent, fined in zip(found, s.money, rents, s.less_income or [0] * players):
        row[0], row[1], row[2] = progress, rent, money / 2
        if last:
            row[3] = money / 2
        if event:
            row[8], row[10], row[12] = row[7], row[9], row[11]
        row[7] *= left
        row[9] *= left
        row[11] *= left
        row[17] = left >= 1 and money >= price
        row[18] = fined
    return found


def all_may_lose(s: BrokenCities) -> bool:
    return s.options.damage_end == "all_lose"


features = Features(SAYS, rows, tables=((4, {}), (4, {}), (3, {})), beyond=all_may_lose)
