"""How good a step looks and how the family stands: quick ratings for bots, and a sentence why for hints.

Everything is counted in info tokens: one token taken this turn is worth 1, an alert point costs about a third.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from tabletown.games.new_york_crisis.cards import (
    BIKE,
    CASH,
    EXTRA,
    GOALS,
    INFO_COLOUR,
    ITEM,
    ITEM_NAMES,
    LAPTOP,
    MODIFIERS,
    NEWSPAPER,
    PHYSICAL,
    RAINCOAT,
    SKILL_COLOUR,
    SOCIAL,
    WILD,
)
from tabletown.games.new_york_crisis.city import INDEX, STATIONS, STEPS, STREETS
from tabletown.games.new_york_crisis.rules.acts import PASSED, PLACE
from tabletown.games.new_york_crisis.rules.dice import DICE, have
from tabletown.games.new_york_crisis.rules.items import PLUS, USE, blocked_next
from tabletown.games.new_york_crisis.rules.moving import steps_and_rides
from tabletown.games.new_york_crisis.rules.spending import KILL, KILL_BOTH, PICK, TAKE, final_challenge
from tabletown.games.new_york_crisis.rules.tracks import goals_left
from tabletown.games.new_york_crisis.state import HIDDEN, Crisis, scenario
from tabletown.kernel import Decision

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
            found.append(Target(place, type, costs[type], worth, f"{INFO_COLOUR[type]} info"))
    for place, item in enumerate(s.item):
        if item >= 0 and not final:
            found.append(Target(place, -1, 2, 0.5 * ITEM_WORTH[item], ITEM_NAMES[item]))
    return [target for target in found if target.place not in s.cars and target.place not in s.fbi]


def promise(s: Crisis, target: Target, o: Outlook, alert: float) -> float:
    """What going for this target from here is worth, all costs and chances counted."""
    rules = MODIFIERS[s.event]
    open = rules.subway_open and not s.blackout
    far = (STEPS if open else STREETS)[o.place][target.place]
    pace = rules.move_steps + s.bikes
    price = 0.0
    beyond = far - o.steps - o.actions * pace
    if beyond > 0:
        if beyond == 1 and not s.extra_used and rules.extra_step_allowed:
            price = alert * rules.extra_step_alert
            beyond = 0
            rerolls = 0
        else:
            return min(target.worth, 3.0) * 0.16 / (1 + beyond)  # a step towards it for the next turn
    else:
        rerolls = o.actions - max(0, -(-(far - o.steps) // pace))
    counts = o.counts
    if target.type < 0:
        type = max(range(3), key=counts.__getitem__)
    else:
        type = target.type
    exact = min(counts[type], target.cost)
    wild = min(counts[WILD], target.cost - exact)
    short = target.cost - exact - wild
    tax = s.mafia[target.place] and not (far == 0 and o.dealt)
    price += wild * alert * rules.wild_alert
    chance = 1.0
    if short:
        free = o.dice - exact - wild
        once = CHANCE[max(0, free)][short] if free > 0 else 0.0
        chance = 0.0 if rerolls < 1 else once if rerolls == 1 else 1 - (1 - once) ** 2.2
    if tax:
        spare = counts[PHYSICAL] - (exact if type == PHYSICAL else 0) + counts[SOCIAL]
        spare -= exact if type == SOCIAL else 0
        if spare <= 0:
            chance *= 0.6 if rerolls else 0.15
            price += 0.1
    return target.worth * chance - price * chance + (0.1 * min(1.0, target.worth) if far else 0.0) * (1 - chance)


def outlook_value(s: Crisis, found: list[Target], o: Outlook, alert: float) -> float:
    best = second = 0.0
    for target in found:
        value = promise(s, target, o, alert)
        if value > best:
            best, second = value, best
        elif value > second:
            second = value
    value = best + 0.35 * second
    mafia = s.mafia[o.place]
    if mafia and not o.dealt:
        counts = o.counts
        if not counts[PHYSICAL] and not counts[SOCIAL]:
            value -= alert * 0.8 if counts[WILD] else WOUND * mafia * (0.45 if o.actions else 1.0)
        else:
            value -= 0.15
    return value


def look(s: Crisis) -> Outlook:
    place = s.at[s.active]
    rollable = sum(colour != EXTRA for colour in s.colours)
    return Outlook(place, have(s), rollable, s.steps, s.actions, s.mafia[place] <= s.dodged + s.avoided)


# ------------------------------------------------------------------ ratings


def rate(s: Crisis, decision: Decision) -> list[float]:
    options = decision.options
    if s.phase == "act" and s.active >= 0 and options[-1] == "end":
        return rate_acts(s, list(options))
    return [rate_word(s, word) for word in options]


def rate_acts(s: Crisis, options: list[str]) -> list[float]:
    found = targets(s, s.active)
    alert = alert_cost(s)
    o = look(s)
    now = outlook_value(s, found, o, alert)
    return [rate_act(s, word, found, o, now, alert) for word in options]


def spend(o: Outlook, type: int, results: int) -> tuple[Outlook, int]:
    """The outlook after paying, and how many wilds it took."""
    counts = o.counts[:]
    exact = min(counts[type], results)
    counts[type] -= exact
    counts[WILD] -= results - exact
    return o._replace(counts=counts), results - exact


def rate_act(s: Crisis, word: str, found: list[Target], o: Outlook, now: float, alert: float) -> float:
    rules = MODIFIERS[s.event]
    pace = rules.move_steps + s.bikes
    head, _, rest = word.partition(":")
    if word in PLACE:
        steps, actions = o.steps, o.actions
        cost = rules.subway_step_cost if head == "ride" else 1
        if steps < cost:
            steps, actions = steps + pace, actions - 1
        after = o._replace(place=PLACE[word], steps=steps - cost, actions=actions, dealt=False)
        back = 0.02 if PLACE[word] not in s.passed else 0.3 if cost else 9.0  # no going in circles
        return outlook_value(s, found, after, alert) - back
    if head == "end":
        return ending(s, o, alert)
    if word == "final":
        return 50.0
    if word in TAKE:
        type = TAKE.index(word)
        after, wilds = spend(o, type, s.info_cost[type])
        gain = 1.4 if s.final_at < 0 else 0.02
        return gain + 0.6 * now - wilds * alert * rules.wild_alert
    if head == "do":
        return 8.0
    if word in PICK:
        after, wilds = spend(o, PICK.index(word), 2)
        left = outlook_value(s, found, after, alert)
        return ITEM_WORTH[s.item[o.place]] + left - wilds * alert * rules.wild_alert - 0.05
    if head == "kill" or word == KILL:
        return rate_kill(s, word, found, o, alert)
    if word in ("dodge", "avoid"):
        after, wilds = spend(o, PHYSICAL if word == "dodge" else SOCIAL, 1)
        after = after._replace(dealt=True)
        left = outlook_value(s, found, after, alert)
        if word == "dodge" and not rules.dodge_allows_move:
            still = [target for target in found if target.place == o.place]
            left = outlook_value(s, still, after, alert) - 0.1
            if s.dodged:
                left = now - 1
        elif not o.dealt or s.dodged:
            left += 0.05
        return left - wilds * alert * rules.wild_alert + (0.3 if not o.dealt else 0.0)
    if head == "reroll":
        return rate_reroll(s, rest, found, o, alert)
    if word == "extra":
        reached = [
            outlook_value(s, found, o._replace(place=place, dealt=False), alert)
            for place in {PLACE[step] for step in steps_and_rides(s)}
        ]
        return max(reached, default=-9.0) - alert * rules.extra_step_alert - 0.15
    if word == "skill":
        colour = SKILL_COLOUR[s.cast[s.active]]
        if colour < 0:
            return now + 0.6
        dice = [n for n, other in enumerate(s.colours) if other == colour]
        if all(_useful(s, found, o, n) for n in dice):
            return -1.0
        once = o._replace(actions=o.actions + 1, dice=4)
        best = max((promise(s, target, once, alert) for target in found), default=0.0)
        return now + 0.25 * max(0.0, best - now) - 0.08
    if word in USE:
        return rate_item(s, ITEM[rest], found, o, now, alert)
    return now - 0.5  # giving and getting


def rate_kill(s: Crisis, word: str, found: list[Target], o: Outlook, alert: float) -> float:
    cost = 3 if word == KILL_BOTH or word in PASSED else 1 if s.discount else 2
    after, wilds = spend(o, PHYSICAL, cost)
    killed = 1 if word == KILL else 2
    dealt = s.mafia[o.place] - (2 if word == KILL_BOTH else 1) <= s.dodged + s.avoided
    left = outlook_value(s, found, after._replace(dealt=dealt), alert)
    danger = KILLED + (0.15 if s.mafia[o.place] == 2 else 0.0)
    freed = 0.3 if not o.dealt and dealt else 0.0
    return left + killed * danger + freed - wilds * alert * MODIFIERS[s.event].wild_alert


def rate_reroll(s: Crisis, which: str, found: list[Target], o: Outlook, alert: float) -> float:
    """An action for new results: what the targets promise with one re-roll less, if dice are idle."""
    idle = [n for n, colour in enumerate(s.colours) if colour != EXTRA and (s.spent[n] or not _useful(s, found, o, n))]
    if not idle:
        return -1.0
    if which == "spent" and any(not s.spent[n] for n in idle):
        idle = [n for n in idle if s.spent[n]]
    if which == "all" and len(idle) < o.dice:
        return -0.5
    # as if the idle dice had come up half right
    best = 0.0
    for target in found:
        value = promise(s, target, o._replace(dice=len(idle) + _counted(o, target)), alert)
        best = max(best, value)
    if not o.dealt:
        best += 0.2 if not o.counts[PHYSICAL] and not o.counts[SOCIAL] else 0.0
    if which == "" and all(s.spent[n] for n in idle):
        best -= 0.03
    return best + 0.03 * len(idle) - 0.05


def _counted(o: Outlook, target: Target) -> int:
    return min(target.cost, o.counts[target.type] + o.counts[WILD]) if target.type >= 0 else 0


def _useful(s: Crisis, found: list[Target], o: Outlook, n: int) -> bool:
    """Does this unspent result serve the best thing to do?"""
    if s.spent[n]:
        return False
    face = s.faces[n]
    if face == WILD:
        return True
    best, type = 0.0, -1
    alert = alert_cost(s)
    for target in found:
        value = promise(s, target, o, alert)
        if value > best:
            best, type = value, target.type
    if face == type:
        return True
    return face in (PHYSICAL, SOCIAL) and s.mafia[o.place] > 0 and not o.dealt


def rate_item(s: Crisis, item: int, found: list[Target], o: Outlook, now: float, alert: float) -> float:
    if item in PLUS:
        counts = o.counts[:]
        counts[PLUS[item]] += 1
        better = outlook_value(s, found, o._replace(counts=counts), alert)
        return better + 0.01 if better > now + 0.05 else -1.0
    if item == LAPTOP:
        return now + 1.2 if s.final_at < 0 else -1.0
    if item == CASH:
        return now + 0.35 if not o.dealt or s.wounds[s.active] else -1.0
    if item == RAINCOAT:
        if not o.dealt:
            return now + 0.45
        shut = blocked_next(s)
        return now + 1.0 if any(place == s.final_at or place in s.goals for place in shut) else -1.0
    if item == BIKE:
        better = outlook_value(s, found, o._replace(steps=o.steps + max(1, s.moves)), alert)
        return better if better > now + 0.05 else -1.0
    if item == NEWSPAPER:
        rides = [place for place in STATIONS if place != o.place and place not in s.cars and place not in s.fbi]
        best = max((outlook_value(s, found, o._replace(place=p, dealt=False), alert) for p in rides), default=0.0)
        return best if best > now + 0.05 else -1.0
    return -0.6


def ending(s: Crisis, o: Outlook, alert: float) -> float:
    """Where the turn leaves the character."""
    undealt = 0 if o.dealt else s.mafia[o.place]
    company = sum(at == o.place for at in s.at) - 1
    return 0.05 * min(2, company) - undealt * WOUND - 0.05 * s.mafia[o.place] + 0.02


def rate_word(s: Crisis, word: str) -> float:
    """The smaller questions: characters, order, dice, places."""
    head, _, rest = word.partition(":")
    if word in PLACE and s.active >= 0:
        found, alert = targets(s, s.active), alert_cost(s)
        dice = 4 - len(s.wounds[s.active])
        o = look(s) if s.phase == "act" else Outlook(0, [1, 1, 1, 0], dice, 0, 1, False)
        return outlook_value(s, found, o._replace(place=PLACE[word], dealt=False), alert)
    if head == "die":
        if word in DICE and s.phase == "act":
            found = targets(s, s.active)
            return 1.0 if not _useful(s, found, look(s), DICE.index(word)) else 0.0
        return {"grey": 0.4, "yellow": 0.3, "blue": 0.2, "red": 0.1}.get(rest, 0.0)
    if head == "be":
        return {"daughter": 0.6, "mother": 0.5, "son": 0.5, "father": 0.1 if s.seats < 3 else 0.4}[rest]
    if head in ("take", "fetch"):
        return 1.0
    if head == "heal":
        return 0.8
    if head == "to" and rest in INDEX:
        place = INDEX[rest]
        return -0.3 * s.mafia[place] - 0.2 * sum(s.info[place * 3 : place * 3 + 3]) - 0.5 * (place in s.at)
    if head == "open":
        return 1.0 if INDEX[rest] == s.final_at else 0.2
    return {"roll": 0.5, "go": 1.0, "bribe": 0.7, "hide": 0.6, "next": 0.5}.get(head, 0.0)


# ------------------------------------------------------------------ how it stands


def evaluate(s: Crisis) -> list[float]:
    """The chance of winning, the same for everybody."""
    if s.result:
        return [1.0 if s.result == "won" else 0.0] * s.seats
    count = max(1, len(s.cast))
    story = scenario(s)
    needed = story.card[-1].at[count - 1]
    done = min(s.story, needed)
    goals = sum(GOAL for place in s.goals if place != -1)
    finals = (final_challenge(s).times[count - 1] - len(s.efforts)) * 1.5
    left = needed - done + goals + finals
    total = needed + GOAL * len(s.goals) + 1.5 * final_challenge(s).times[count - 1]
    time = max(0, s.limit - s.alert)
    lost = sum(len(wounds) for wounds in s.wounds)
    tools = sum(ITEM_WORTH[item] for bag in s.ready + s.used for item in bag)
    mafia = sum(s.mafia) + sum(1 for mafia in s.mafia if mafia == 2)
    lying = sum(1 for number, tokens in enumerate(s.info) if tokens and number // 3 not in s.fbi)
    value = 9.0 * (time / max(1, s.limit) - left / total)
    value += 0.12 * tools - 0.25 * lost - 0.05 * mafia - 0.35 * len(s.fbi) + 0.04 * min(lying, 6)
    value += 0.05 * sum(s.skills) / count
    if s.alert >= s.limit:
        value -= 2.0 + 0.5 * left
    if s.active >= 0 and s.phase == "act":
        found = targets(s, s.active)
        value += 0.8 * min(2.0, outlook_value(s, found, look(s), alert_cost(s)))
    return [1 / (1 + math.exp(-value))] * s.seats
