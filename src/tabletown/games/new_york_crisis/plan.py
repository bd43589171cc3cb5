"""What a turn promises: the things within reach, with costs and chances, counted in info tokens.

One token taken this turn is worth 1, an alert point costs about a third.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from tabletown.games.new_york_crisis.cards import (
    EXTRA,
    GOALS,
    INFO_COLOUR,
    ITEM_NAMES,
    MENTAL,
    MODIFIERS,
    PHYSICAL,
    SOCIAL,
    WILD,
)
from tabletown.games.new_york_crisis.city import STEPS, STREETS
from tabletown.games.new_york_crisis.rules.dice import have
from tabletown.games.new_york_crisis.rules.spending import final_challenge
from tabletown.games.new_york_crisis.rules.tracks import goals_left
from tabletown.games.new_york_crisis.state import HIDDEN, Crisis

WIN, GOAL, KILLED, WOUND = 9.0, 1.7, 0.22, 0.9
ITEM_WORTH = (0.5, 0.5, 0.5, 0.5, 0.35, 0.35, 0.25, 0.15, 0.2, 0.4)
# the chance that at least `need` of `dice` dice come up right: two faces and the wild of six, on average
RIGHT = 0.42
CHANCE = [
    [
        sum(math.comb(dice, hits) * RIGHT**hits * (1 - RIGHT) ** (dice - hits) for hits in range(need, dice + 1))
        for need in range(5)
    ]
    for dice in range(14)
]


INFO_NAMES = tuple(f"{colour} info" for colour in INFO_COLOUR)


class Target(NamedTuple):
    """Something that results can be spent on at a place."""

    place: int
    type: int
    cost: int
    worth: float
    name: str


class Outlook(NamedTuple):
    """The active player's turn as far as it counts: where, with which results, and how far it can still go."""

    place: int
    counts: list[int]
    dice: int  # dice that could be re-rolled
    steps: int
    actions: int
    dealt: bool  # no mafia stands in the way here


def alert_cost(s: Crisis) -> float:
    """What a point of alert costs: more the nearer the limit, nothing beyond it."""
    if s.alert >= s.limit:
        return 0.0
    left = s.limit - s.alert
    return 2.5 if left == 1 else 0.25 + 1.2 / left


def targets(s: Crisis, figure: int) -> list[Target]:
    found = []
    final = s.final_at >= 0
    for number, place in enumerate(s.goals):
        if place >= 0:
            objective = GOALS[s.scenario][number].objective
            found.append(Target(place, objective.cost.type, objective.cost.results, GOAL, objective.name))
    if final and not goals_left(s) and HIDDEN not in s.goals:
        challenge = final_challenge(s)
        mine = {"anybody": True, "different": figure not in s.efforts, "escort": figure in s.escorts}[challenge.who]
        if mine:
            cost = challenge.cost
            found.append(Target(s.final_at, cost.type, cost.results, WIN, "the final challenge"))
    worth = 0.04 if final else 1.0
    info, costs = s.info, s.info_cost
    for number, count in enumerate(info):
        if count:
            place, type = divmod(number, 3)
            found.append(Target(place, type, costs[type], worth, INFO_NAMES[type]))
    for place, item in enumerate(s.item):
        if item >= 0 and not final:
            found.append(Target(place, -1, 2, 0.5 * ITEM_WORTH[item], ITEM_NAMES[item]))
    return found


class Plan:
    """What a relative could do this turn: the targets, and what costs and distances are now."""

    __slots__ = ("alert", "blocked", "extra", "far", "mafia", "pace", "s", "targets", "wild")

    def __init__(self, s: Crisis, figure: int) -> None:
        rules = MODIFIERS[s.event]
        self.s, self.mafia, found = s, s.mafia, targets(s, figure)
        shut = [*s.cars, *s.fbi]
        self.targets = [target for target in found if target.place not in shut or target.place == s.coat_open]
        self.blocked = [target for target in found if target.place in shut and target.place != s.coat_open]
        self.alert = alert_cost(s)
        self.far = STEPS if rules.subway_open and not s.blackout else STREETS
        self.pace = rules.move_steps + s.bikes
        self.wild = self.alert * rules.wild_alert
        can_run = rules.extra_step_allowed and not s.extra_used
        self.extra = self.alert * rules.extra_step_alert if can_run else -1.0

    def promises(self, o: Outlook, among: list[Target] | None = None) -> list[float]:
        """For each target what going for it is worth, all costs and chances counted."""
        found: list[float] = []
        far_from, pace, counts = self.far[o.place], self.pace, o.counts
        steps, actions = o.steps, o.actions
        reach = steps + actions * pace
        wilds, spare = counts[WILD], counts[PHYSICAL] + counts[SOCIAL]
        most = max(range(3), key=counts.__getitem__)
        for place, type, cost, worth, _ in self.targets if among is None else among:
            far = far_from[place]
            price = 0.0
            if far > reach:
                if far > reach + 1 or self.extra < 0:
                    # a step towards it for the next turn
                    found.append((worth if worth < 3.0 else 3.0) * 0.16 / (1 + far - reach))
                    continue
                price, rerolls = self.extra, 0
            else:
                rerolls = actions if far <= steps else actions - (far - steps + pace - 1) // pace
            if type < 0:
                type = most
            exact = counts[type]
            if exact >= cost:
                exact, chance = cost, 1.0
            else:
                wild = wilds if wilds < cost - exact else cost - exact
                short = cost - exact - wild
                price += wild * self.wild
                chance = 1.0
                if short:
                    free = o.dice - exact - wild
                    chance = CHANCE[free][short] if free > 0 and rerolls else 0.0
                    if rerolls > 1:
                        chance = 1 - (1 - chance) ** 2.2
            if self.mafia[place] and not (far == 0 and o.dealt) and spare <= (exact if type != MENTAL else 0):
                chance *= 0.6 if rerolls else 0.15
                price += 0.1
            near = 0.1 * (worth if worth < 1.0 else 1.0) * (1 - chance) if far else 0.0
            found.append((worth - price) * chance + near)
        return found

    def value(self, o: Outlook) -> float:
        """The best target and a part of the second, less what the mafia here will cost."""
        best = second = 0.0
        for value in self.promises(o):
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        value = best + 0.35 * second
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
        """Which dice on the table serve the best thing to do."""
        s, goal = self.s, self.best(o)
        type = goal.type if goal is not None else -1
        stuck = s.mafia[o.place] > 0 and not o.dealt
        return [
            not spent and (face in (WILD, type) or (stuck and face != MENTAL)) for face, spent in zip(s.faces, s.spent)
        ]


def look(s: Crisis) -> Outlook:
    place = s.at[s.active]
    rollable = sum(colour != EXTRA for colour in s.colours)
    return Outlook(place, have(s), rollable, s.steps, s.actions, s.mafia[place] <= s.dodged + s.avoided)
