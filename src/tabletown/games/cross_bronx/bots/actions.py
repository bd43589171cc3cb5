"""What each branch of each action is worth in a District."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.games.cross_bronx.bots.outlook import Outlook
from tabletown.games.cross_bronx.rules.branches import Action
from tabletown.games.cross_bronx.rules.counters import private_paper
from tabletown.games.cross_bronx.rules.housing import (
    HOMES,
    awaits,
    housed_population,
    organizations,
    partner,
    population_on,
    room_for_population,
    spaces_for_organization,
    vulnerabilities,
)
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    ADJACENT,
    BLIGHT,
    COMMUNITY,
    DISTRICTS,
    NOBODY,
    PRIVATE,
    PUBLIC,
    ROUNDS,
    spaces_of,
)

# ------------------------------------------------------------------ what an action is worth in a District


def house(o: Outlook, d: int, cost: int) -> float:
    s = o.s
    waiting = min(HOMES, s.street_pop[d])
    crowd = 1.0 if s.street_vul[d] else 0.0
    own_tiles = sum(s.owner[space] == PUBLIC for space in spaces_of[d])
    left = max(0, s.street_pop[d] + 2 - HOMES)
    return 0.9 * waiting + crowd * o.severity + 0.5 - left * 0.8 - cost * o.money - 2.6 - 0.4 * own_tiles


def own_tile(o: Outlook, d: int, cost: int, newcomers: int) -> float:
    """A tile of Community or Private: what it houses pays for it."""
    s = o.s
    nearby = sum(s.pop[space] for n in ADJACENT[d] for space in spaces_of[n] if s.owner[space] != o.own)
    nearby += sum(s.street_pop[n] for n in ADJACENT[d])
    filled = min(HOMES, s.street_pop[d] + min(newcomers, nearby))
    return 0.75 * filled - 3.2 + 0.8 * bool(s.street_vul[d]) * o.severity - cost * o.money


def activate(o: Outlook, d: int) -> float:
    s, own = o.s, o.own
    value = o.help() - 2 * o.money + (0.4 * o.severity if s.street_vul[d] else 0.0)
    if own == PUBLIC and vulnerabilities(s, d) == 1 and all(vulnerabilities(s, other) for other in DISTRICTS):
        value += 1.5  # Quality of Life: a District without any
    if vulnerabilities(s, d) >= 2:
        for space in spaces_of[d]:
            other = partner(s, space, own)
            if s.orgs[space * 3 + own] and other != NOBODY and not s.orgs[space * 3 + other] & ACTIVE:
                value += max(0.0, o.help() - o.money - 0.3)
                break
    return value


def place(o: Outlook, d: int) -> float:
    free = any(awaits(o.s, d, o.own))
    return o.organization(d, o.own) - (0 if free else 2 * o.money)


def remove_blight(o: Outlook, d: int) -> float:
    return 2.0 - 2 * o.money + 0.2 * housed_population(o.s, d)


def relocate(o: Outlook, d: int) -> float:
    s = o.s
    room = sum(room_for_population(s, space) for space in spaces_of[d])
    homeless = sum(s.street_pop[n] for n in ADJACENT[d])
    fives = (population_on(s, d, PUBLIC) % 5 >= 3) * 0.4
    return 1.0 * min(2, room, homeless) + fives - o.harm(d)


def budget(o: Outlook, d: int) -> float:
    s = o.s
    room = sum(room_for_population(s, space) for space in spaces_of[d])
    own_room = sum(room_for_population(s, space) for space in spaces_of[d] if s.owner[space] == PUBLIC)
    people = population_on(s, d, PUBLIC) + min(2, own_room)
    return people // 5 * o.money * 1.2 + 0.5 * min(2, room) - price_worth(o, d)


def price_worth(o: Outlook, d: int) -> float:
    """The least that Budget, Suburbanize or Pay Off costs there."""
    idle = organizations(o.s, d, o.own, lack=ACTIVE)
    return min(o.harm(d), 0.3 + 0.08 * (ROUNDS - o.s.round)) if idle else o.harm(d)


def mobilize_population(o: Outlook, d: int) -> float:
    return max(mobilize_to(o, d, n) for n in ADJACENT[d]) - min(o.harm(d), min(o.harm(n) for n in ADJACENT[d]))


def mobilize_to(o: Outlook, d: int, n: int) -> float:
    s = o.s
    own_room = sum(room_for_population(s, space) for space in spaces_of[n] if s.owner[space] == COMMUNITY)
    room = sum(room_for_population(s, space) for space in spaces_of[n])
    homeless = s.street_pop[d]
    others = sum(s.pop[space] for space in spaces_of[d] if s.owner[space] != COMMUNITY)
    return 0.85 * min(2, own_room, homeless + others) + 0.8 * min(2, room, homeless)


def mobilize_organization(o: Outlook, d: int) -> float:
    best = max((o.organization(n, COMMUNITY) for n in ADJACENT[d]), default=-9.0)
    return best - 1.6 - o.harm(d)


def fundraise(o: Outlook, d: int) -> float:
    rolls = sum(o.s.owner[space] == COMMUNITY and o.s.pop[space] > 0 for space in spaces_of[d])
    return rolls * (2.0 * o.money - 0.83 * o.harm(d))


def buy_out(o: Outlook, d: int) -> float:
    s = o.s
    best = max(
        (s.pop[sp] for sp in spaces_of[d] if s.owner[sp] not in (NOBODY, PRIVATE) and not s.exhausted[sp]), default=0
    )
    rivals = sum(s.owner[space] not in (NOBODY, PRIVATE) for space in spaces_of[d])
    mine = sum(s.owner[space] == PRIVATE for space in spaces_of[d])
    alone = 2.5 if rivals == 1 and mine and not s.street_pop[d] and s.marker[d] != BLIGHT else 0.0
    return 0.7 * best - 3.0 + alone - 3 * o.money


def loan(o: Outlook, d: int) -> float:
    s = o.s
    takers = sum(bool(spaces_for_organization(s, d, faction)) for faction in (PUBLIC, COMMUNITY))
    wanted = 1.5 if private_paper(s) < 2 else 0.6
    return wanted * takers / 2 + 0.1 * min(3, vulnerabilities(s, d)) - o.money


def pay_off(o: Outlook, d: int) -> float:
    s = o.s
    own = sum(s.owner[space] == PRIVATE for space in spaces_of[d])
    return 0.4 * own * min(2, s.street_vul[d]) - 1.4 - o.money


def suburbanize(o: Outlook, d: int) -> float:
    s = o.s
    homeless = min(2, s.street_pop[d])
    rivals = sum(s.pop[space] for space in spaces_of[d] if s.owner[space] != PRIVATE)
    taken = min(2, homeless + rivals)
    return taken * o.money * 1.1 + 0.7 * homeless - price_worth(o, d) - (0.0 if taken else 1.0)


BRANCHES: dict[tuple[str, str], Callable[[Outlook, int], float]] = {
    ("house", "place"): lambda o, d: house(o, d, 4),
    ("house", "replace"): lambda o, d: house(o, d, 2) + 0.3,
    ("service", "place"): place,
    ("service", "activate"): activate,
    ("service", "remove-blight"): remove_blight,
    ("relocate", "move-in"): relocate,
    ("budget", "budget"): budget,
    ("build", "place"): lambda o, d: own_tile(o, d, 4, 3),
    ("build", "replace"): lambda o, d: own_tile(o, d, 2, 2),
    ("organize", "place"): place,
    ("organize", "activate"): activate,
    ("mobilize", "population"): mobilize_population,
    ("mobilize", "organization"): mobilize_organization,
    ("fundraise", "roll"): fundraise,
    ("develop", "place"): lambda o, d: own_tile(o, d, 4, len(ADJACENT[d])) - 0.4 * o.severity,
    ("develop", "buy-out"): buy_out,
    ("develop", "replace"): lambda o, d: own_tile(o, d, 2, len(ADJACENT[d])) - 0.4 * o.severity,
    ("invest", "place"): place,
    ("invest", "activate"): activate,
    ("invest", "loan"): loan,
    ("pay-off", "move"): pay_off,
    ("suburbanize", "remove"): suburbanize,
}


def district_worth(o: Outlook, action: Action, d: int) -> float:
    """The best that the action can do there."""
    worths = [BRANCHES[action.id, b.option](o, d) for b in action.branches if b.why_not(o.s, d) is None]
    return max(worths, default=-9.0)


def action_worth(o: Outlook, action: Action, districts: int) -> float:
    """The best Districts together; they get dearer as Resources run out."""
    best = sorted((district_worth(o, action, d) for d in DISTRICTS), reverse=True)[:districts]
    return sum(worth * factor for worth, factor in zip(best, (1.0, 0.85, 0.7)) if worth > 0) or best[0]
