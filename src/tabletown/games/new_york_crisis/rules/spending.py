"""What dice are spent on: info, items, mobsters, objectives and the final challenge."""

from __future__ import annotations

from tabletown.games.new_york_crisis.cards import (
    INFO_COLOUR,
    ITEMS,
    MODIFIERS,
    PHYSICAL,
    RESULTS,
    SOCIAL,
    WILD,
)
from tabletown.games.new_york_crisis.city import IDS
from tabletown.games.new_york_crisis.events.objectives import (
    DidPartOfFinal,
    HandedOver,
    ObjectiveReached,
    SubwayRan,
    Won,
)
from tabletown.games.new_york_crisis.events.spending import Avoided, Dodged, KilledMafia, PickedUp, TookInfo
from tabletown.games.new_york_crisis.options import OWN_ITEM
from tabletown.games.new_york_crisis.rules.asking import ask
from tabletown.games.new_york_crisis.rules.dice import have, pay
from tabletown.games.new_york_crisis.rules.moving import DEAL_FIRST, undealt
from tabletown.games.new_york_crisis.rules.police import check_counts
from tabletown.games.new_york_crisis.rules.story import advance_story, carry_out, final_challenge, is_dear
from tabletown.games.new_york_crisis.rules.tracks import goals_left
from tabletown.games.new_york_crisis.rules.wounds import wound
from tabletown.games.new_york_crisis.scenarios import GOALS
from tabletown.games.new_york_crisis.state import ALL, DONE, HIDDEN, Crisis, here, put, replaced, seat_of, taken, who
from tabletown.kernel import NOT_AN_OPTION, Reason, Script, Text, because, tell

WHICH_GIFT = Text("choose the item to hand over")

NO_INFO = because("no-info", "There's no info of that kind here.", "spend.info-cost")
NO_ITEM = because("no-item", "There's no item here.", "spend.item-cost")
NO_MAFIA = because("no-mafia", "There's no mobster here to deal with.", "deal.must")
ONE_MAFIA = because("one-mafia", "There is only one mobster here.", "spend.kill-two")
NOT_PASSED = because("not-passed", "You haven't passed a mobster there this turn.", "kill-two-passed")
NOT_BACK = because("mafia-left-behind", "Mobsters you've left behind are out of reach.", "kill-two-passed")
DEALT = because("mafia-dealt-with", "You've already dealt with the mobsters here.", "deal.avoid")
NO_AVOIDING = because("no-avoiding", "Nobody talks this round, so you can't avoid mobsters.", "police.event-duration")
NOT_HERE = because("objective-not-here", "That isn't here.", "story.card-rules")
NOT_YOURS = because("not-your-item", "You don't have that item.", "free.item-use")
KEPT = because("not-to-give", "You can't give that item away now.", "item-exchange-take")
NO_GIFT = because("too-few-items", "You have no item to hand over.", "story.card-rules")
CLEAR_FIRST = because("clear-first", "Nobody will listen while mobsters stand here.", "story.card-rules")
NOT_YET = because("last-card-not-open", "The last story card isn't open yet.", "goal.win")
NOT_THERE = because("final-elsewhere", "The final challenge is somewhere else.", "story.final")
GOALS_FIRST = because("objectives-first", "Do the remaining objectives first.", "goal.win")
NOT_YOU = because("another-relative", "Another relative must do this part.", "goal.win")
TOO_DEAR = tuple(
    because(
        "too-few-results",
        "That takes {n} {type} result, and you have none.",
        "dice.valid-until",
        "That takes {n} {type} results, and you have too few.",
        n=count,
        type=RESULTS[type],
    )
    for count in range(6)
    for type in range(3)
)


Price = tuple[int, int]  # the type of result, and how many of it

PICK_PRICE = tuple((type, 2) for type in range(3))
TWO_KILLS: Price = (PHYSICAL, 3)
DODGE_PRICE: Price = (PHYSICAL, 1)
AVOID_PRICE: Price = (SOCIAL, 1)


def pays(counts: list[int], price: Price) -> bool:
    """Whether these counts of results, wilds last, cover the price."""
    return counts[price[0]] + counts[WILD] >= price[1]


def why_not_pay(s: Crisis, price: Price) -> Reason | None:
    type, results = price
    return None if pays(have(s), price) else TOO_DEAR[results * 3 + type]


def take_price(s: Crisis, type: int) -> Price:
    return type, s.info_cost[type]


def pick_price(s: Crisis, type: int) -> Price:
    return PICK_PRICE[type]


def kill_price(s: Crisis) -> Price:
    """2 physical results, or 1 for the second of a pair this turn."""
    return PHYSICAL, 1 if s.discount else 2


# ------------------------------------------------------------------ Collect 1 info token


def why_not_take(s: Crisis, type: int, place: int) -> Reason | None:
    if undealt(s):
        return DEAL_FIRST
    if not s.info[place * 3 + type]:
        return NO_INFO
    return why_not_pay(s, take_price(s, type))


def take_info(s: Crisis, type: int, place: int) -> Script:
    yield from pay(s, *take_price(s, type))
    s.info[place * 3 + type] -= 1
    s.info_supply = replaced(s.info_supply, type, s.info_supply[type] + 1)
    s.infos += 1
    tell(s, TookInfo, *who(s, s.active), INFO_COLOUR[type], IDS[place])
    check_counts(s)
    yield from advance_story(s)


# ------------------------------------------------------------------ Collect 1 item


def why_not_pick(s: Crisis, type: int, place: int) -> Reason | None:
    if undealt(s):
        return DEAL_FIRST
    if s.item[place] < 0:
        return NO_ITEM
    return why_not_pay(s, pick_price(s, type))


def pick_up(s: Crisis, type: int, place: int) -> Script:
    yield from pay(s, *pick_price(s, type))
    item = s.item[place]
    s.item[place] = -1
    s.ready = put(s.ready, s.active, item)
    s.items += 1
    tell(s, PickedUp, *who(s, s.active), ITEMS[item], IDS[place])
    check_counts(s)


# ------------------------------------------------------------------ Eliminate mafia


def why_not_kill(s: Crisis) -> Reason | None:
    if not s.mafia[here(s)]:
        return NO_MAFIA
    return why_not_pay(s, kill_price(s))


def why_not_kill_both(s: Crisis) -> Reason | None:
    if s.mafia[here(s)] < 2:
        return ONE_MAFIA
    return why_not_pay(s, TWO_KILLS)


def why_not_kill_passed(s: Crisis, place: int) -> Reason | None:
    if not s.mafia[here(s)]:
        return NO_MAFIA
    if place not in s.passed or place == here(s) or not s.mafia[place]:
        return NOT_PASSED
    if s.options.kills_current_only:
        return NOT_BACK
    return why_not_pay(s, TWO_KILLS)


def kill(s: Crisis) -> Script:
    full_price = not s.discount
    yield from pay(s, *kill_price(s))
    remove_mafia(s, here(s))
    s.discount = full_price and not s.options.strict_kills


def kill_two(s: Crisis, other: int) -> Script:
    """Spend 3 physical results at once on a mobster here and another, here or on a location passed this turn."""
    yield from pay(s, *TWO_KILLS)
    remove_mafia(s, here(s))
    remove_mafia(s, other)


def remove_mafia(s: Crisis, place: int) -> None:
    s.mafia[place] -= 1
    s.kills += 1
    tell(s, KilledMafia, *who(s, s.active), IDS[place])
    check_counts(s)


# ------------------------------------------------------------------ Dealing with the mafia


def why_not_dodge(s: Crisis) -> Reason | None:
    if not s.mafia[here(s)]:
        return NO_MAFIA
    if not undealt(s):
        return DEALT
    return why_not_pay(s, DODGE_PRICE)


def why_not_avoid(s: Crisis) -> Reason | None:
    if not s.mafia[here(s)]:
        return NO_MAFIA
    if s.mafia[here(s)] <= s.avoided:
        return DEALT
    if not MODIFIERS[s.event].avoid_allowed:
        return NO_AVOIDING
    return why_not_pay(s, AVOID_PRICE)


def dodge(s: Crisis) -> Script:
    yield from pay(s, *DODGE_PRICE)
    s.dodged = s.dodged + 1 if s.options.per_token else ALL
    tell(s, Dodged, *who(s, s.active), IDS[here(s)])


def avoid(s: Crisis) -> Script:
    """Avoid the mobsters here; after dodging, this allows moving again."""
    yield from pay(s, *AVOID_PRICE)
    if s.options.per_token:
        if not undealt(s):
            s.dodged -= 1
        s.avoided += 1
    else:
        s.dodged, s.avoided = 0, ALL
    tell(s, Avoided, *who(s, s.active), IDS[here(s)])


# ------------------------------------------------------------------ Objectives and the final challenge


def why_not_do(s: Crisis, number: int) -> Reason | None:
    if s.goals[number] != here(s):
        return NOT_HERE
    if undealt(s):
        return DEAL_FIRST
    objective = GOALS[s.scenario][number].objective
    if objective.clear and s.mafia[here(s)]:
        return CLEAR_FIRST
    if objective.items:
        return None if len(s.ready[s.active]) + len(s.used[s.active]) >= objective.items else NO_GIFT
    return why_not_pay(s, (objective.cost.type, objective.cost.results))


def do_goal(s: Crisis, number: int) -> Script:
    goal = GOALS[s.scenario][number]
    objective = goal.objective
    for _ in range(objective.items):
        yield from hand_over(s)
    if not objective.items:
        yield from pay(s, objective.cost.type, objective.cost.results)
    s.goals = replaced(s.goals, number, DONE)
    tell(s, ObjectiveReached, *who(s, s.active), objective.id)
    for _ in range(objective.wounds):
        yield from wound(s, s.active)
    if objective.follows:
        s.escorts = replaced(s.escorts, number, s.active)
    yield from carry_out(s, objective.reward)
    siblings = [s.goals[n] for n, other in enumerate(GOALS[s.scenario]) if other.card == goal.card]
    if s.blackout and all(place == DONE for place in siblings):
        s.blackout = False
        tell(s, SubwayRan)


def hand_over(s: Crisis) -> Script:
    """Return one of the active relative's items to the supply."""
    me = s.active
    item = yield from choose_own_item(s, WHICH_GIFT, [*s.ready[me], *s.used[me]], "story.card-rules")
    if item in s.used[me]:  # a used one first
        s.used = taken(s.used, me, item)
    else:
        s.ready = taken(s.ready, me, item)
    s.item_supply = [*s.item_supply, ITEMS[item]]
    tell(s, HandedOver, *who(s, me), ITEMS[item])


def choose_own_item(s: Crisis, prompt: Text, items: list[int], rule: str) -> Script:
    options = [OWN_ITEM[item] for item in sorted(set(items))]
    return OWN_ITEM.index((yield from ask(seat_of(s, s.active), prompt, options, rule, why_not_part_with, s, items)))


def why_not_part_with(s: Crisis, items: list[int], word: str) -> Reason | None:
    """Why an item cannot be given away, if only these can be."""
    if word not in OWN_ITEM:
        return NOT_AN_OPTION
    item = OWN_ITEM.index(word)
    if item in items:
        return None
    return KEPT if item in [*s.ready[s.active], *s.used[s.active]] else NOT_YOURS


def why_not_finish(s: Crisis) -> Reason | None:
    if s.final_at < 0:
        return NOT_YET
    if s.final_at != here(s):
        return NOT_THERE
    if undealt(s):
        return DEAL_FIRST
    if goals_left(s) or HIDDEN in s.goals:
        return GOALS_FIRST
    final = final_challenge(s)
    if final.who == "different" and s.active in s.efforts:
        return NOT_YOU
    if final.who == "escort" and s.active not in s.escorts:
        return NOT_YOU
    return why_not_pay(s, (final.cost.type, final.cost.results))


def finish(s: Crisis) -> Script:
    final = final_challenge(s)
    yield from pay(s, final.cost.type, final.cost.results)
    s.efforts = [*s.efforts, s.active]
    if len(s.efforts) >= final.times[len(s.cast) - 1]:
        s.result, s.dear = "won", is_dear(s)
        tell(s, Won, s.scenario, s.dear)
    else:
        tell(s, DidPartOfFinal, *who(s, s.active))
