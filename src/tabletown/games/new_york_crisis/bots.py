"""Quick ratings of options and positions for bots, and the sentences that explain hints."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tabletown.games.new_york_crisis.cards import (
    BIKE,
    BLUE,
    CASH,
    CHARACTERS,
    DRONE,
    EXTRA,
    GREY,
    ITEM_NAMES,
    LAPTOP,
    MODIFIERS,
    NEWSPAPER,
    PHYSICAL,
    POLICE_RADIO,
    RAINCOAT,
    RED,
    SKILL_COLOUR,
    SOCIAL,
    WILD,
    YELLOW,
)
from tabletown.games.new_york_crisis.city import INFO_AT, NAMES, NEIGHBOURS, STATIONS
from tabletown.games.new_york_crisis.options import DICE, END, GOES_TO, NEXT, OPTIONS, ROLL, Kind, Option, read
from tabletown.games.new_york_crisis.prospects import (
    ANY,
    GOAL,
    ITEM_WORTH,
    KILLED,
    WOUND,
    Outlook,
    Prospects,
    best_two,
    look,
)
from tabletown.games.new_york_crisis.rules.items import PLUS, coat_options
from tabletown.games.new_york_crisis.rules.moving import steps_and_rides
from tabletown.games.new_york_crisis.rules.spending import AVOID_PRICE, DODGE_PRICE, TWO_KILLS, kill_price
from tabletown.games.new_york_crisis.scenarios import GOALS, SCENARIOS
from tabletown.games.new_york_crisis.state import DONE, HIDDEN, Crisis, scenario
from tabletown.kernel import Decision, Text, say

# ------------------------------------------------------------------ ratings


def rate(s: Crisis, decision: Decision) -> list[float]:
    options = decision.options
    if s.phase == "act" and s.active >= 0 and options[-1] == END:
        return rate_acts(s, options)
    if options[0] in GOES_TO and s.active >= 0:
        return rate_places(s, options)
    if options[0] in DICE and s.phase == "act":
        useful = Prospects(s, s.active).useful(look(s))
        return [0.5 if word == ROLL else 0.0 if useful[DICE.index(word)] else 1.0 for word in options]
    if decision.rule == "wound.heal-returns-die":  # the most useful die comes back first
        return [-rate_word(s, word) for word in options]
    if decision.rule == "player.order" and options[0] in NEXT:  # bots name themselves, so that nobody else is asked
        own = NEXT[s.cast[decision.seat if s.seats > 1 else 0]]
        return [math.inf if word == own else 0.0 for word in options]
    return [rate_word(s, word) for word in options]


def rate_places(s: Crisis, options: Sequence[str]) -> list[float]:
    """Rate places to step to, when that is all there is to choose."""
    plan, own = Prospects(s, s.active), 4 - len(s.wounds[s.active])
    o = look(s) if s.phase == "act" else Outlook(0, (1, 1, 1, 0), own, 0, 1, False)
    return [plan.value(o._replace(place=GOES_TO[word], dealt=False)) for word in options]


def rate_acts(s: Crisis, options: Sequence[str]) -> list[float]:
    plan, o = Prospects(s, s.active), look(s)
    now = plan.value(o)
    return [rate_act(s, word, plan, o, now) for word in options]


def spend(o: Outlook, type: int, results: int) -> tuple[Outlook, int]:
    """The outlook after paying, and how many wilds it took."""
    counts = [*o.counts]
    exact = min(counts[type], results)
    counts[type] -= exact
    counts[WILD] -= results - exact
    return o._replace(counts=tuple(counts)), results - exact


KILLS = (Kind.KILL, Kind.KILL_BOTH, Kind.KILL_PASSED)
REROLLS = (Kind.REROLL, Kind.REROLL_ALL, Kind.REROLL_SPENT)


def rate_act(s: Crisis, word: str, plan: Prospects, o: Outlook, now: float) -> float:
    alert, rules, pace = plan.alert, MODIFIERS[s.event], plan.pace
    option = OPTIONS[word]
    kind = option.kind
    if word in GOES_TO:
        steps, actions = o.steps, o.actions
        cost = rules.subway_step_cost if kind is Kind.RIDE else 1
        if steps < cost:
            steps, actions = steps + pace, actions - 1
        back = 0.02 if option.place not in s.passed else 0.3 if cost else 9.0  # no going in circles
        return plan.value(Outlook(option.place, o.counts, o.dice, steps - cost, actions, False)) - back
    if kind is Kind.END:
        return ending(s, o)
    if kind is Kind.FINAL:
        return 50.0
    if kind is Kind.DO:
        return 8.0
    if kind is Kind.TAKE:
        wilds = spend(o, option.type, s.info_cost[option.type])[1]
        return (1.4 if s.final_at < 0 else 0.02) + 0.6 * now - wilds * plan.wild
    if kind is Kind.PICK:
        after, wilds = spend(o, option.type, 2)
        return ITEM_WORTH[s.item[o.place]] + plan.value(after) - wilds * plan.wild - 0.05
    if kind in KILLS:
        return rate_kill(s, kind, plan, o)
    if kind in (Kind.DODGE, Kind.AVOID):
        return rate_dealing(s, kind, plan, o, now)
    if kind in REROLLS:
        return rate_reroll(s, kind, plan, o)
    if kind is Kind.EXTRA_STEP:
        if o.steps or o.actions:
            return now - alert * rules.extra_step_alert - 0.2  # a normal step would do
        places = {GOES_TO[step] for step in steps_and_rides(s)}
        reached = [plan.value(o._replace(place=place, dealt=False)) for place in places]
        return max(reached, default=-9.0) - alert * rules.extra_step_alert - 0.15
    if kind is Kind.SKILL:
        return rate_skill(s, plan, o, now)
    if kind is Kind.USE:
        return rate_item(s, option.item, plan, o, now)
    return now - 0.5  # giving and getting


def rate_kill(s: Crisis, kind: Kind, plan: Prospects, o: Outlook) -> float:
    killed = 1 if kind is Kind.KILL else 2
    after, wilds = spend(o, *(kill_price(s) if killed == 1 else TWO_KILLS))
    dealt = s.mafia[o.place] - (2 if kind is Kind.KILL_BOTH else 1) <= s.dodged + s.avoided
    danger = KILLED + (0.15 if s.mafia[o.place] == 2 else 0.0)
    freed = 0.3 if not o.dealt and dealt else 0.0
    return plan.value(after._replace(dealt=dealt)) + killed * danger + freed - wilds * plan.wild


def rate_dealing(s: Crisis, kind: Kind, plan: Prospects, o: Outlook, now: float) -> float:
    after, wilds = spend(o, *(DODGE_PRICE if kind is Kind.DODGE else AVOID_PRICE))
    after = after._replace(dealt=True)
    freed = 0.3 if not o.dealt else 0.0
    if kind is Kind.DODGE and not MODIFIERS[s.event].dodge_allows_move:
        if s.dodged:
            return now - 1
        # only what lies here can still be had
        left = max((v for v, t in zip(plan.promises(after), plan.targets) if t.place == o.place), default=0.0) - 0.1
    else:
        left = plan.value(after) + 0.05
    return left + freed - wilds * plan.wild


def rate_reroll(s: Crisis, kind: Kind, plan: Prospects, o: Outlook) -> float:
    """Rate a re-roll: what the targets promise if the idle dice are rolled again."""
    useful = plan.useful(o)
    idle = [n for n, colour in enumerate(s.colours) if colour != EXTRA and not useful[n]]
    if not idle:
        return -1.0
    if kind is Kind.REROLL_ALL and len(idle) < o.dice:
        return -0.5
    spent = [n for n in idle if s.spent[n]]
    if kind is Kind.REROLL_SPENT:
        idle = spent
    kept = sum(useful)
    wild = o.counts[WILD]
    short = [t.type == ANY or o.counts[t.type] + wild < t.cost for t in plan.targets]
    promises = plan.promises(o._replace(dice=len(idle) + kept))
    best = max((value for value, lacking in zip(promises, short) if lacking), default=0.0)
    if not o.dealt and not o.counts[PHYSICAL] and not o.counts[SOCIAL]:
        best += 0.2
    if kind is Kind.REROLL and len(idle) in (len(spent), o.dice):
        best -= 0.03  # another option does the same in one answer
    return best + 0.03 * len(idle) - 0.05


def rate_skill(s: Crisis, plan: Prospects, o: Outlook, now: float) -> float:
    colour = SKILL_COLOUR[s.cast[s.active]]
    if colour < 0:
        return now + 0.6
    useful = plan.useful(o)
    if all(useful[n] for n, other in enumerate(s.colours) if other == colour):
        return -1.0
    better = max(plan.promises(o._replace(actions=o.actions + 1, dice=4)), default=0.0)
    return now + 0.25 * max(0.0, better - now) - 0.08


def rate_item(s: Crisis, item: int, plan: Prospects, o: Outlook, now: float) -> float:
    better = now
    if item in PLUS:
        counts = [*o.counts]
        counts[PLUS[item]] += 1
        better = plan.value(o._replace(counts=tuple(counts)))
    elif item == LAPTOP and s.final_at < 0:
        better = now + 1.2
    elif item == CASH and (not o.dealt or s.wounds[s.active]):
        better = now + 0.35
    elif item == RAINCOAT and not o.dealt:
        better = now + 0.45
    elif item == RAINCOAT:
        shut = [OPTIONS[word].place for word in coat_options(s)]
        better = now + opened(plan, o, shut) - plan.alert
    elif item == POLICE_RADIO:
        noise = 0.0 if s.radio_free else plan.alert
        better = now + opened(plan, o, s.cars) - noise
    elif item == DRONE:
        better = rate_drone(s, plan, o)
    elif item == BIKE:
        better = plan.value(o._replace(steps=o.steps + max(1, s.moves)))
    elif item == NEWSPAPER:
        rides = [place for place in STATIONS if place != o.place and place not in s.cars and place not in s.fbi]
        better = max((plan.value(o._replace(place=place, dealt=False)) for place in rides), default=0.0)
    return better + 0.01 if better > now + 0.05 else -1.0


def opened(plan: Prospects, o: Outlook, places: Sequence[int]) -> float:
    """What the turn gains if these places, blocked now, can be entered."""
    more = plan.promises(o, [target for target in plan.blocked if target.place in places])
    return best_two([*plan.promises(o), *more]) - best_two(plan.promises(o))


def rate_drone(s: Crisis, plan: Prospects, o: Outlook) -> float:
    """Rate fetching an item from next door with spare results."""
    best = -9.0
    for place in NEIGHBOURS[o.place]:
        if s.item[place] >= 0:
            for type in range(3):
                if o.counts[type] >= 2:
                    after = spend(o, type, 2)[0]
                    best = max(best, ITEM_WORTH[s.item[place]] + plan.value(after) - 0.05)
    return best


def ending(s: Crisis, o: Outlook) -> float:
    """Rate ending the turn where the character stands."""
    undealt = 0 if o.dealt else s.mafia[o.place]
    company = sum(at == o.place for at in s.at) - 1
    return 0.05 * min(2, company) - undealt * WOUND - 0.05 * s.mafia[o.place] + 0.02


def rate_word(s: Crisis, word: str) -> float:
    """Rate answers to smaller questions: characters, order, dice, places."""
    option = read(word)
    if option is None:
        return 0.0
    place = option.place
    match option.kind:
        case Kind.COLOUR:
            return SPARED[option.colour]
        case Kind.BE:
            alone = s.seats == 1 and SKILL_COLOUR[option.relative] < 0  # with nobody to heal
            return 0.1 if alone else FAVOURITES[CHARACTERS[option.relative].id]
        case Kind.TAKE_AT | Kind.FETCH:
            return 1.0
        case Kind.ITEM:  # to hand over: the one that is worth least
            return -ITEM_WORTH[option.item]
        case Kind.LEAVE:  # mobsters or FBI leave where they are most in the way
            return wanted(s, place) + s.mafia[place] + info_at(s, place) + (place in s.at)
        case Kind.TO_PLACE | Kind.SEIZE:
            return -0.3 * s.mafia[place] - 0.2 * info_at(s, place) - 0.5 * (place in s.at)
        case Kind.OPEN | Kind.CAR:
            return wanted(s, place) + info_at(s, place)
    return SMALL.get(option.kind, 0.0)


SPARED = {RED: 0.1, YELLOW: 0.3, BLUE: 0.2, GREY: 0.4}  # by colour; the die with the highest number is lost first
FAVOURITES = {"daughter": 0.6, "mother": 0.5, "son": 0.5, "father": 0.55}
SMALL = {
    Kind.GO: 1.0,
    Kind.HEAL: 0.8,
    Kind.HEAL_SELF: 0.8,
    Kind.BRIBE: 0.7,
    Kind.BRIBE_AT: 0.7,
    Kind.HIDE: 0.6,
    Kind.ROLL: 0.5,
    Kind.NEXT: 0.5,
}


def wanted(s: Crisis, place: int) -> float:
    return 2.0 * (place == s.final_at or place in s.goals)


def info_at(s: Crisis, place: int) -> int:
    return sum(s.info[INFO_AT[place]])


# ------------------------------------------------------------------ how it stands


# by scenario and number of relatives: the info tokens that the story takes, and the parts of the final challenge
WAY = {
    id: [(at, story.card[-1].final.times[number]) for number, at in enumerate(story.card[-1].at)]
    for id, story in SCENARIOS.items()
    if story.card[-1].final is not None
}


def horizon(s: Crisis) -> object:
    """What a search looks ahead to: the end of a relative's turn, as a single ride or roll says little."""
    return s.round, s.active if s.phase != "order" else -1


TO_COME = 0.8  # what a card that lies face down may ask for, in info tokens
NEEDED = {id: tuple(not goal.objective.optional for goal in goals) for id, goals in GOALS.items()}


def evaluate(s: Crisis) -> list[float]:
    """The chance of winning, the same for everybody."""
    if s.result:
        return [1.0 if s.result == "won" else 0.0] * s.seats
    count = max(1, len(s.cast))
    needed, times = WAY[s.scenario][count - 1]
    goals = GOAL * sum(place not in (DONE, HIDDEN) for place, needed in zip(s.goals, NEEDED[s.scenario]) if needed)
    goals += TO_COME * (len(scenario(s).card) - 1 - s.card)
    left = needed - min(s.story, needed) + goals + (times - len(s.efforts)) * 1.5
    total = needed + TO_COME * len(scenario(s).card) + 1.5 * times
    time = max(0, s.limit - s.alert)
    lost = sum(map(len, s.wounds))
    tools = sum(ITEM_WORTH[item] for bag in [*s.ready, *s.used] for item in bag)
    mafia = sum(s.mafia) + s.mafia.count(2)
    lying = len(s.info) - s.info.count(0)
    for place in s.fbi:
        lying -= 3 - s.info[place * 3 : place * 3 + 3].count(0)
    value = 9.0 * (time / max(1, s.limit) - left / total)
    value += 0.12 * tools - 0.25 * lost - 0.05 * mafia - 0.35 * len(s.fbi) + 0.04 * min(lying, 6)
    value += 0.05 * sum(s.skills) / count
    if s.alert >= s.limit:
        value -= 2.0 + 0.5 * left
    if s.active >= 0 and s.phase == "act":
        value += 0.8 * min(2.0, Prospects(s, s.active).value(look(s)))
    return [1 / (1 + math.exp(-value))] * s.seats


# ------------------------------------------------------------------ why


def explain(s: Crisis, decision: Decision, word: str) -> str:
    """One sentence why this is a good next step."""
    option = read(word)
    if option is None:
        return ""
    kind = option.kind
    if kind is Kind.COLOUR:
        back = decision.rule == "wound.heal-returns-die"
        return say("This die is worth the most.") if back else say("This is the die you can best spare.")
    if s.phase != "act" or s.active < 0:
        return _explain_small(option)
    plan, o, rules = Prospects(s, s.active), look(s), MODIFIERS[s.event]
    if word in GOES_TO:
        o = o._replace(place=option.place, dealt=False)
    goal = plan.best(o)
    what = _the(goal.name) if goal is not None else ""
    aim = {"what": what, "place": NAMES[goal.place]} if goal is not None else {}
    if kind is Kind.FINAL:
        parts = WAY[s.scenario][len(s.cast) - 1][1] - len(s.efforts)
        if parts == 1:
            return say("This is the final challenge: it wins the game.")
        return say("This is part of the final challenge.")
    if kind is Kind.DO:
        goals = (goal.objective for goal in GOALS[s.scenario])
        if any(objective.id == option.id and objective.optional for objective in goals):
            return say("The final challenge doesn't need it, but it helps.")
        return say("You can't finish the final challenge until this is done.")
    if kind in (Kind.TAKE, Kind.TAKE_AT):
        cards = [card.at[len(s.cast) - 1] for card in scenario(s).card]
        coming = next((at for at in cards if at > s.story), 0)
        left = coming - s.story - 1
        if not coming:
            return say("All story cards are open, so taking it only clears the street.")
        if left == 0:
            return say("It turns up the next story card.")
        return say("After this, {n} more info until the next story card.", n=left)
    if word in GOES_TO:
        if goal is None:
            return say("There is more to do from there.")
        if goal.place == o.place:
            return say("You can go for {what} there.", what=what)
        return say("It is on the way to {what} at {place}.", **aim)
    if kind in KILLS:
        if s.mafia[o.place] == 2:
            return say("A third mobster here would bring the FBI and raise the alert.")
        return say("If the police find a mobster, the alert rises.")
    if kind is Kind.AVOID:
        if o.dealt:
            return say("One social result clears your way.")
        return say("One social result clears your way and saves you from a wound.")
    if kind is Kind.DODGE:
        if goal is not None and goal.place == o.place:
            return say("One physical result saves you from a wound, and there is something to do right here.")
        return say("One physical result saves you from a wound.")
    if kind in REROLLS:
        if aim:
            return say("Your idle dice may come up with what you need for {what} at {place}.", **aim)
        return say("The dice on the table are no use now.")
    if kind is Kind.PICK:
        item = s.item[o.place]
        if item == CASH:
            return say("The {item} helps once, when it counts.", item=ITEM_NAMES[item])
        return say("The {item} helps in every round to come.", item=ITEM_NAMES[item])
    if kind is Kind.USE:
        if not aim:
            return say("It costs nothing to use it now.")
        return say("The {item} helps you with {what} at {place}.", item=ITEM_NAMES[option.item], **aim)
    if kind is Kind.EXTRA_STEP:
        if not aim:
            return say("It gets you out of a bad place.")
        if rules.extra_step_alert:
            return say("Reaching {what} at {place} this turn is worth 1 alert.", **aim)
        return say("The extra step is free this round and takes you towards {what} at {place}.", **aim)
    if kind is Kind.SKILL:
        if s.final_at >= 0:
            return say("There's nothing left to save skill tokens for.")
        return say("A skill token comes back with the next story card, so use it.")
    if kind is Kind.END:
        others = (read(other) for other in decision.options)
        if any(other is not None and other.kind in REROLLS for other in others):
            return say("Rolling again promises less than stopping now.")
        return say("There's nothing more to gain this turn.")
    if kind is Kind.DIE:
        return say("This die is no use for anything you could do now.")
    return _explain_small(option)


def _the(name: str) -> Text:
    """What to go for, with an article if it is an item; other names have theirs, such as "the oak door" or "Denny"."""
    return Text("the {what}", {"what": name}) if name in ITEM_NAMES else Text("{what}", {"what": name})


WHO = {
    "daughter": Text("She is the best at blue info, with two blue dice."),
    "mother": Text("She is the best at fighting mobsters."),
    "son": Text("He is the best at talking his way past mobsters."),
    "father": Text("He heals, which pays off in a large family."),
}


def _explain_small(option: Option) -> str:
    match option.kind:
        case Kind.BE:
            return str(WHO[CHARACTERS[option.relative].id])
        case Kind.STEP | Kind.RIDE:
            return say("From there the most is within reach.")
        case Kind.TO_PLACE:
            return say("It does the least harm there.")
    return ""
