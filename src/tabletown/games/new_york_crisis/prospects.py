"""What a turn promises: the targets within reach with their costs and chances, valued in info tokens.

A token taken this turn is worth 1; a point of alert costs about a third.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from tabletown.games.new_york_crisis.cards import (
    EXTRA,
    ITEM_NAMES,
    MENTAL,
    MODIFIERS,
    PHYSICAL,
    SKILL_COLOUR,
    SOCIAL,
    WILD,
)
from tabletown.games.new_york_crisis.city import COUNT, STEPS, STREETS
from tabletown.games.new_york_crisis.rules.dice import have
from tabletown.games.new_york_crisis.rules.moving import extra_step_left
from tabletown.games.new_york_crisis.rules.story import final_challenge
from tabletown.games.new_york_crisis.rules.tracks import goals_left
from tabletown.games.new_york_crisis.scenarios import GOALS, Objective
from tabletown.games.new_york_crisis.state import HIDDEN, Crisis

WIN, GOAL, KILLED, WOUND, HEALED = 9.0, 1.7, 0.22, 0.5, 0.9
ITEM_WORTH = (0.5, 0.5, 0.5, 0.5, 0.35, 0.35, 0.25, 0.3, 0.2, 0.4)
# the chance that at least `need` of `dice` dice come up right: two faces and the wild of six, on average
RIGHT = 0.42
CHANCE = [
    [
        sum(math.comb(dice, hits) * RIGHT**hits * (1 - RIGHT) ** (dice - hits) for hits in range(need, dice + 1))
        for need in range(5)
    ]
    for dice in range(14)
]


MOST = 8  # more than any price, and than any number of re-rolls
ANY = 3  # paid with results of whatever type there are most of
INFO_NAMES = ("the red info", "the blue info", "the yellow info")  # words
FINAL = "the final challenge"  # words
HURT = "a wounded relative"  # words


class Target(NamedTuple):
    """Something that results can be spent on at a place."""

    place: int
    type: int
    cost: int
    worth: float
    name: str
    key: int  # of type and cost, for tables of odds


class Outlook(NamedTuple):
    """What matters of the active player's turn: the location, the results, and how far it can still go."""

    place: int
    counts: tuple[int, ...]
    dice: int  # dice that could be re-rolled
    steps: int
    actions: int
    dealt: bool  # no mobsters stand in the way here


def alert_cost(s: Crisis) -> float:
    """What a point of alert costs: more the nearer the limit, nothing beyond it."""
    if s.alert >= s.limit:
        return 0.0
    left = s.limit - s.alert
    return 2.5 if left == 1 else 0.25 + 1.2 / left


@cache
def target(place: int, type: int, cost: int, worth: float, name: str) -> Target:
    return Target(place, type, cost, worth, name, (type * MOST + cost) * MOST)


# info tokens, [when all story cards are open][cost][place * 3 + type], and items, [item][place]
INFOS = [
    [
        [target(place, type, cost, worth, INFO_NAMES[type]) for place in range(COUNT) for type in range(3)]
        for cost in range(MOST)
    ]
    for worth in (1.0, 0.04)
]
LYING = [
    [target(place, ANY, 2, 0.5 * worth, name) for place in range(COUNT)]
    for worth, name in zip(ITEM_WORTH, ITEM_NAMES, strict=True)
]


def errand(s: Crisis, figure: int, place: int, objective: Objective) -> list[Target]:
    """An objective as a target: none without the items it takes, and dearer while mobsters must be cleared."""
    if objective.items and len(s.ready[figure]) + len(s.used[figure]) < objective.items:
        return []
    worth = GOAL if not objective.optional else 0.6 * sum(map(len, s.wounds))
    if not worth:
        return []
    cost = objective.cost
    if objective.clear and s.mafia[place]:  # the mobsters there must go first
        return [target(place, PHYSICAL, 1 + s.mafia[place], worth, objective.name)]
    return [target(place, cost.type, cost.results, worth, objective.name)]


def wants_gifts(s: Crisis) -> bool:
    """Whether the objectives on the table and a possible next one take more items than the family has."""
    asked = 1 + sum(goal.objective.items for place, goal in zip(s.goals, GOALS[s.scenario]) if place >= 0)
    return asked > sum(map(len, s.ready)) + sum(map(len, s.used))


def targets(s: Crisis, figure: int) -> list[Target]:
    found = []
    final = s.final_at >= 0
    for number, place in enumerate(s.goals):
        if place >= 0:
            objective = GOALS[s.scenario][number].objective
            found += errand(s, figure, place, objective)
    if final and not goals_left(s) and HIDDEN not in s.goals:
        challenge = final_challenge(s)
        mine = {"anybody": True, "different": figure not in s.efforts, "escort": figure in s.escorts}[challenge.who]
        if mine:
            cost = challenge.cost
            found.append(target(s.final_at, cost.type, cost.results, WIN, FINAL))
    infos, costs = INFOS[final], s.info_cost
    found += [infos[costs[number % 3]][number] for number, count in enumerate(s.info) if count]
    if not final:
        found += [LYING[item][place] for place, item in enumerate(s.item) if item >= 0]
    if SKILL_COLOUR[s.cast[figure]] < 0 and s.skills[figure]:  # the father goes where he can heal
        hurt = {at for other, at in enumerate(s.at) if other != figure and s.wounds[other]}
        found += [target(place, MENTAL, 0, HEALED, HURT) for place in sorted(hurt)]
    if HAS_GIFTS[s.scenario] and wants_gifts(s):
        found += [target(p, ANY, 2, 1.2, ITEM_NAMES[item]) for p, item in enumerate(s.item) if item >= 0]
    return found


HAS_GIFTS = {id: any(goal.objective.items for goal in goals) for id, goals in GOALS.items()}

Odds = tuple[float, float, int]  # a chance, what the wilds cost, the exact physical or social results it takes
NOTHING: list[Odds | None] = [None] * (4 * MOST * MOST)


def best_two(promises: list[float]) -> float:
    """The best promise plus a share of the second."""
    order = sorted((0.0, 0.0, *promises))
    return order[-1] + 0.35 * order[-2]


class Prospects:
    """What a relative could do this turn: the targets, with current costs and distances."""

    __slots__ = ("alert", "extra", "far", "found", "known", "mafia", "pace", "s", "seen", "targets", "wild")

    def __init__(self, s: Crisis, figure: int) -> None:
        rules = MODIFIERS[s.event]
        self.s, self.mafia, self.found = s, s.mafia, targets(s, figure)
        shut, coat = [*s.cars, *s.fbi], s.coat_open
        self.targets = [target for target in self.found if target[0] not in shut or target[0] in coat]
        self.alert = alert_cost(s)
        self.far = STEPS if rules.subway_open and not s.blackout else STREETS
        self.pace = rules.move_steps + s.bikes
        self.wild = self.alert * rules.wild_alert
        self.extra = self.alert * rules.extra_step_alert if extra_step_left(s) else -1.0
        self.known: dict[tuple[tuple[int, ...], int], list[Odds | None]] = {}
        self.seen: dict[Outlook, list[float]] = {}

    @property
    def blocked(self) -> list[Target]:
        """The targets at locations that police or FBI block."""
        shut, coat = [*self.s.cars, *self.s.fbi], self.s.coat_open
        return [target for target in self.found if target.place in shut and target.place not in coat]

    def odds(self, o: Outlook, type: int, cost: int, rerolls: int) -> Odds:
        """The chance that these dice come to that many results, and what it takes."""
        counts = o.counts
        if type == ANY:
            type = max(range(3), key=counts.__getitem__)
        exact, wilds = counts[type], counts[WILD]
        if exact >= cost:
            return 1.0, 0.0, cost if type != MENTAL else 0
        wild = min(wilds, cost - exact)
        short = cost - exact - wild
        chance = 1.0
        if short:
            free = o.dice - exact - wild
            chance = CHANCE[free][short] if free > 0 and rerolls else 0.0
            if rerolls > 1:
                chance = 1 - (1 - chance) ** 2.2
        return chance, wild * self.wild, exact if type != MENTAL else 0

    def promises(self, o: Outlook, among: list[Target] | None = None) -> list[float]:
        """What going for each target is worth, with all costs and chances counted."""
        if among is None:
            among = self.targets
            if o in self.seen:
                return self.seen[o]
            found: list[float] = []
            self.seen[o] = found
        else:
            found = []
        here, counts, dice, steps, actions, dealt = o
        far_from, pace, extra, mafia = self.far[here], self.pace, self.extra, self.mafia
        reach = steps + actions * pace
        spare = counts[PHYSICAL] + counts[SOCIAL]
        known = self.known.get((counts, dice))
        if known is None:
            known = self.known[counts, dice] = NOTHING[:]
        for place, type, cost, worth, _, key in among:
            far = far_from[place]
            price = 0.0
            if far > reach:
                if far > reach + 1 or extra < 0:
                    # a step towards it for the next turn
                    found.append((worth if worth < 3.0 else 3.0) * 0.16 / (1 + far - reach))
                    continue
                price, rerolls = extra, 0
            else:
                rerolls = actions if far <= steps else actions - (far - steps + pace - 1) // pace
            odds = known[key + rerolls]
            if odds is None:
                odds = known[key + rerolls] = self.odds(o, type, cost, rerolls)
            chance, wilds, used = odds
            price += wilds
            if mafia[place] and spare <= used and not (far == 0 and dealt):
                chance *= 0.6 if rerolls else 0.15
                price += 0.1
            if far and chance < 1.0:
                found.append((worth - price) * chance + 0.1 * (worth if worth < 1.0 else 1.0) * (1 - chance))
            else:
                found.append((worth - price) * chance)
        return found

    def value(self, o: Outlook) -> float:
        """The best target plus a share of the second, less what the mobsters here will cost."""
        value = best_two(self.promises(o))
        mafia = self.mafia[o.place]
        if mafia and not o.dealt:
            counts = o.counts
            if not counts[PHYSICAL] and not counts[SOCIAL]:
                value -= self.alert * 0.8 if counts[WILD] else WOUND * mafia * (0.45 if o.actions else 1.0)
            else:
                value -= 0.15
        return value

    def best(self, o: Outlook) -> Target | None:
        values = self.promises(o)
        top = max(values, default=0.0)
        return self.targets[values.index(top)] if top > 0 else None

    def useful(self, o: Outlook) -> list[bool]:
        """Which dice on the table help with the best target."""
        s, goal = self.s, self.best(o)
        type = goal.type if goal is not None else -1
        stuck = s.mafia[o.place] > 0 and not o.dealt
        return [
            not spent and (face in (WILD, type) or (stuck and face != MENTAL)) for face, spent in zip(s.faces, s.spent)
        ]


def look(s: Crisis) -> Outlook:
    place = s.at[s.active]
    rollable = len(s.colours) - s.colours.count(EXTRA)
    return Outlook(place, tuple(have(s)), rollable, s.steps, s.actions, s.mafia[place] <= s.dodged + s.avoided)
