"""What the active player may do next: a table with, for each act, why it is not allowed and what it does.

Options, refusals and effects all use this table; prices are in spending.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tabletown.games.new_york_crisis import options
from tabletown.games.new_york_crisis.cards import INFO_TYPES, MODIFIERS, Modifiers
from tabletown.games.new_york_crisis.city import INFO_AT
from tabletown.games.new_york_crisis.rules import dice, items, moving, skills, spending, week
from tabletown.games.new_york_crisis.scenarios import CAMPAIGN, GOALS, Ally
from tabletown.games.new_york_crisis.state import Crisis, here
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text

WHAT = Text("move or spend dice")
DEAL_WITH_MAFIA = Text("deal with the mobsters")


class Act(NamedTuple):
    why_not: Callable[[Crisis], Reason | None]
    do: Callable[[Crisis], Script]


def _take(type: int) -> Act:
    return Act(lambda s: spending.why_not_take(s, type, here(s)), lambda s: spending.take_info(s, type, here(s)))


def _pick(type: int) -> Act:
    return Act(lambda s: spending.why_not_pick(s, type, here(s)), lambda s: spending.pick_up(s, type, here(s)))


def _kill_passed(place: int) -> Act:
    return Act(lambda s: spending.why_not_kill_passed(s, place), lambda s: spending.kill_two(s, place))


def _reroll(which: str) -> Act:
    return Act(lambda s: dice.why_not_reroll(s, which), lambda s: dice.reroll(s, which))


def _use(item: int) -> Act:
    return Act(lambda s: items.why_not_use(s, item), lambda s: items.use(s, item))


def _ask(ally: Ally) -> Act:
    return Act(lambda s: week.why_not_ask(s, ally), lambda s: week.ask_ally(s, ally))


def _objective(number: int) -> Act:
    return Act(lambda s: spending.why_not_do(s, number), lambda s: spending.do_goal(s, number))


ACTS: dict[str, Act] = {
    options.KILL: Act(spending.why_not_kill, spending.kill),
    options.KILL_BOTH: Act(spending.why_not_kill_both, lambda s: spending.kill_two(s, here(s))),
    **{word: _kill_passed(place) for place, word in enumerate(options.KILL_PASSED)},
    options.DODGE: Act(spending.why_not_dodge, spending.dodge),
    options.AVOID: Act(spending.why_not_avoid, spending.avoid),
    **{options.TAKE[type]: _take(type) for type in INFO_TYPES},
    **{options.PICK[type]: _pick(type) for type in INFO_TYPES},
    options.FINAL: Act(spending.why_not_finish, spending.finish),
    options.EXTRA_STEP: Act(moving.why_not_extra, moving.extra_step),
    options.GIVE: Act(items.why_not_give, items.give),
    options.GET: Act(items.why_not_get, items.get),
    options.REROLL_ALL: _reroll("all"),
    options.REROLL_SPENT: _reroll("spent"),
    options.REROLL: _reroll(""),
    **{word: _use(item) for item, word in enumerate(options.USE)},
    **{options.ALLY[ally.id]: _ask(ally) for ally in CAMPAIGN.ally},
    options.SKILL: Act(skills.why_not_skill, skills.use_skill),
}
# by scenario: its objectives are acts too
OBJECTIVES = {
    scenario: {options.DO[goal.objective.id]: _objective(number) for number, goal in enumerate(goals)}
    for scenario, goals in GOALS.items()
}


def act_of(s: Crisis, word: str) -> Act | None:
    return ACTS.get(word) or OBJECTIVES[s.scenario].get(word)


def acts(s: Crisis) -> list[str]:
    """All acts that are allowed now.

    The result is the same as asking `why_not` of every act, but found faster, as simulations spend most of their time
    here: an act is checked only where it makes sense, and dice are counted once. The conformance suite compares both.
    """
    me = s.active
    place = s.at[me]
    mafia = s.mafia[place]
    rules = MODIFIERS[s.event]
    found: list[str] = []
    to_deal_with = 0
    if mafia:
        to_deal_with = moving.undealt(s)
        counts = dice.have(s)
        if spending.pays(counts, spending.kill_price(s)):
            found.append(options.KILL)
        if spending.pays(counts, spending.TWO_KILLS):
            if mafia > 1:
                found.append(options.KILL_BOTH)
            if not s.options.kills_current_only:
                found += [options.KILL_PASSED[p] for p in s.passed if s.mafia[p] and p != place]
        if to_deal_with and spending.pays(counts, spending.DODGE_PRICE):
            found.append(options.DODGE)
        if mafia > s.avoided and rules.avoid_allowed and spending.pays(counts, spending.AVOID_PRICE):
            found.append(options.AVOID)
    if not to_deal_with:
        info, has_item = s.info[INFO_AT[place]], s.item[place] >= 0
        if has_item or any(info):
            counts = dice.have(s)
            for type in INFO_TYPES:
                if info[type] and spending.pays(counts, spending.take_price(s, type)):
                    found.append(options.TAKE[type])
            if has_item:
                found += [
                    options.PICK[type] for type in INFO_TYPES if spending.pays(counts, spending.pick_price(s, type))
                ]
        if place in s.goals:
            found += [word for word, act in OBJECTIVES[s.scenario].items() if act.why_not(s) is None]
        if s.final_at == place and spending.why_not_finish(s) is None:
            found.append(options.FINAL)
        if not mafia or moving.why_not_leave(s) is None:
            found += going(s, rules)
        if s.at.count(place) > 1:  # a relative is here
            if (s.ready[me] or s.used[me]) and items.why_not_give(s) is None:
                found.append(options.GIVE)
            if s.options.two_way and items.why_not_get(s) is None:
                found.append(options.GET)
    if s.actions:
        if rules.reroll_max_dice > len(s.colours) or dice.why_not_reroll(s, "all") is None:
            found.append(options.REROLL_ALL)
        if True in s.spent and dice.why_not_reroll(s, "spent") is None:
            found.append(options.REROLL_SPENT)
        found.append(options.REROLL)
    if s.ready[me]:
        ready = s.ready[me] if len(s.ready[me]) == 1 else sorted(set(s.ready[me]))
        found += [options.USE[item] for item in ready if items.why_not_use(s, item) is None]
    if s.allies:
        found += [options.ALLY[ally.id] for ally in CAMPAIGN.ally if week.why_not_ask(s, ally) is None]
    if s.skills[me] and skills.why_not_skill(s) is None:
        found.append(options.SKILL)
    found.append(options.END)
    return found


def going(s: Crisis, rules: Modifiers) -> Sequence[str]:
    """Steps, rides and the extra step of a character that nothing holds back."""
    ways = moving.steps_and_rides(s)
    if not ways:
        return ways
    if not s.steps and not s.actions:
        ways = [way for way in ways if way in options.RIDE_TO] if rules.subway_step_cost == 0 else []
    return [*ways, options.EXTRA_STEP] if moving.extra_step_left(s) else ways


def why_not(s: Crisis, word: str) -> Reason | None:
    """Why a word is not allowed as the next act; None if it is."""
    if word in options.GOES_TO:
        return moving.why_not_go(s, word)
    act = act_of(s, word)
    if act is None:
        return None if word == options.END else NOT_AN_OPTION
    return act.why_not(s)


def next_act(s: Crisis) -> Choose:
    """The question what the active player does next."""
    me = s.active
    prompt = DEAL_WITH_MAFIA if moving.undealt(s) else WHAT
    seat = me if s.seats > 1 else 0
    return Choose(seat, prompt, acts, "action.count", why_not, about=(s,))


def do(s: Crisis, word: str) -> Script:
    """The script of an act that is neither a step nor the end of the turn."""
    act = act_of(s, word)
    assert act is not None, word
    return act.do(s)
