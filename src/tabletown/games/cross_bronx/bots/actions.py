"""What each branch of each action is worth in a District."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.games.cross_bronx.bots.outlook import Outlook
from tabletown.games.cross_bronx.rules.branches import Action
from tabletown.games.cross_bronx.rules.housing import HOMES, awaits, has_room_for_organization, partner
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    ADJACENT,
    BLIGHT,
    COMMUNITY,
    DISTRICTS,
    NOBODY,
    PRIVATE,
    PUBLIC,
    spaces_of,
)

NOTHING = -9.0  # an action that cannot be performed


def house(o: Outlook, d: int, cost: int) -> float:
    s = o.s
    waiting = min(HOMES, s.street_pop[d])
    crowd = 1.0 if s.street_vul[d] else 0.0
    left = max(0, s.street_pop[d] + 2 - HOMES)
    own_tiles = o.digest.tiles[d * 3 + PUBLIC]
    return 0.9 * waiting + crowd * o.severity + 0.5 - left * 0.8 - cost * o.money - 2.6 - 0.4 * own_tiles


def own_tile(o: Outlook, d: int, cost: int, newcomers: int) -> float:
    """Value of a Community or Private tile, which is paid for by the Population it houses."""
    filled = min(HOMES, o.s.street_pop[d] + min(newcomers, o.strangers_around[d]))
    return 0.75 * filled - 3.2 + (0.8 * o.severity if o.s.street_vul[d] else 0.0) - cost * o.money


def activate(o: Outlook, d: int) -> float:
    s, own, need = o.s, o.own, o.digest.need
    value = o.help - 2 * o.money + (0.4 * o.severity if s.street_vul[d] else 0.0)
    if own == PUBLIC and need[d] == 1 and all(need):
        value += 1.5  # Quality of Life needs a District without Vulnerabilities
    if need[d] >= 2 and o.digest.social[d] + o.digest.economic[d]:
        for space in spaces_of[d]:
            if s.orgs[space * 3 + own]:
                other = partner(s, space, own)
                if other != NOBODY and not s.orgs[space * 3 + other] & ACTIVE:
                    value += max(0.0, o.help - o.money - 0.3)
                    break
    return value


def place(o: Outlook, d: int) -> float:
    worth = o.presence[d]
    return worth if any(awaits(o.s, d, o.own)) else worth - 2 * o.money


def remove_blight(o: Outlook, d: int) -> float:
    return 2.0 - 2 * o.money + 0.2 * o.digest.people[d]


def relocate(o: Outlook, d: int) -> float:
    fives = 0.4 if o.digest.housed[d * 3 + PUBLIC] % 5 >= 3 else 0.0
    return min(2, o.room[d], o.homeless_around[d]) + fives - o.harm[d]


def budget(o: Outlook, d: int) -> float:
    digest, at = o.digest, d * 3 + PUBLIC
    people = digest.housed[at] + min(2, digest.room[at])
    return people // 5 * o.money * 1.2 + 0.5 * min(2, o.room[d]) - o.price[d]


def mobilize_population(o: Outlook, d: int) -> float:
    if not o.strangers[d]:
        return -min(o.harm[d], min(o.harm[n] for n in ADJACENT[d]))
    return max([mobilize_to(o, d, n) for n in ADJACENT[d]]) - min(o.harm[d], min([o.harm[n] for n in ADJACENT[d]]))


def mobilize_to(o: Outlook, d: int, n: int) -> float:
    own_room = o.digest.room[n * 3 + COMMUNITY]
    worth = 0.85 * min(2, own_room, o.strangers[d]) if own_room else 0.0
    homeless = o.s.street_pop[d]
    return worth + 0.8 * min(2, o.room[n], homeless) if homeless else worth


def mobilize_organization(o: Outlook, d: int) -> float:
    if not o.digest.orgs[d * 3 + COMMUNITY]:
        return NOTHING
    return max([o.presence[n] for n in ADJACENT[d]]) - 1.6 - o.harm[d]


def fundraise(o: Outlook, d: int) -> float:
    if not o.digest.housed[d * 3 + COMMUNITY]:
        return 0.0
    rolls = sum([o.s.owner[space] == COMMUNITY and o.s.pop[space] > 0 for space in spaces_of[d]])
    return rolls * (2.0 * o.money - 0.83 * o.harm[d])


def buy_out(o: Outlook, d: int) -> float:
    s, tiles = o.s, o.digest.tiles
    rivals = tiles[d * 3 + PUBLIC] + tiles[d * 3 + COMMUNITY]
    if not rivals:
        return NOTHING
    best = max(s.pop[space] for space in spaces_of[d] if s.owner[space] in (PUBLIC, COMMUNITY))
    alone = rivals == 1 and tiles[d * 3 + PRIVATE] and not s.street_pop[d] and s.marker[d] != BLIGHT
    return 0.7 * best - 3.0 + (2.5 if alone else 0.0) - 3 * o.money


def loan(o: Outlook, d: int) -> float:
    takers = has_room_for_organization(o.s, d, PUBLIC) + has_room_for_organization(o.s, d, COMMUNITY)
    wanted = 1.5 if o.digest.paper() < 2 else 0.6
    return wanted * takers / 2 + 0.1 * min(3, o.digest.need[d]) - o.money


def pay_off(o: Outlook, d: int) -> float:
    return 0.4 * o.digest.tiles[d * 3 + PRIVATE] * min(2, o.s.street_vul[d]) - 1.4 - o.money


def suburbanize(o: Outlook, d: int) -> float:
    homeless = min(2, o.s.street_pop[d])
    taken = min(2, o.strangers[d])
    return taken * o.money * 1.1 + 0.7 * homeless - o.price[d] - (0.0 if taken else 1.0)


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
SHARES = (1.0, 0.85, 0.7)  # later Districts count less, as Resources run out


def branch_worth(o: Outlook, action: str, option: str, d: int) -> float:
    worth = BRANCHES[action, option](o, d)
    return worth if o.goal is None or worth <= NOTHING else worth + o.star(action, option, d)


def district_worth(o: Outlook, action: Action, d: int) -> float:
    """Value of the action's best branch in the District."""
    worths = [branch_worth(o, action.id, b.option, d) for b in action.branches if b.why_not(o.s, d) is None]
    return max(worths, default=NOTHING)


def best_districts(o: Outlook, action: Action) -> list[float]:
    """Value of the action in its best three Districts; legality is checked only for promising ones."""
    s = o.s
    ways = [(branch_worth(o, action.id, way.option, d), d, way.why_not) for way in action.branches for d in DISTRICTS]
    ways.sort(key=_worth, reverse=True)
    best: list[float] = []
    taken: list[int] = []
    for worth, d, why_not in ways:
        if best and (worth <= 0 or len(best) == 3):
            break
        if d not in taken and why_not(s, d) is None:
            best.append(worth)
            taken.append(d)
    return best or [NOTHING]


def _worth(way: tuple[float, int, object]) -> float:
    return way[0]


def together(best: list[float], districts: int) -> float:
    """Combined value of the best Districts within one action."""
    if best[0] <= 0:
        return best[0]
    return sum(worth * share for worth, share in zip(best[:districts], SHARES))


def action_worth(o: Outlook, action: Action, districts: int) -> float:
    return together(best_districts(o, action), districts)
