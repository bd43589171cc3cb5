"""What the active player may do next. Each act is one row of a table: its word, why not, and what it does.

Options, refusals and effects read the same row; what an act costs stands once, in spending.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tabletown.games.new_york_crisis.cards import INFO_TYPES, MODIFIERS, Modifiers
from tabletown.games.new_york_crisis.city import INFO_AT
from tabletown.games.new_york_crisis.options import (
    ALLY,
    AVOID,
    DO,
    DODGE,
    END,
    EXTRA_STEP,
    FINAL,
    GET,
    GIVE,
    GOES_TO,
    KILL,
    KILL_BOTH,
    KILL_PASSED,
    PICK,
    REROLL,
    REROLL_ALL,
    REROLL_SPENT,
    RIDE_TO,
    SKILL,
    TAKE,
    USE,
)
from tabletown.games.new_york_crisis.rules.dice import have, reroll, why_not_reroll
from tabletown.games.new_york_crisis.rules.items import (
    get,
    give,
    use,
    why_not_get,
    why_not_give,
    why_not_use,
)
from tabletown.games.new_york_crisis.rules.moving import (
    extra_step,
    extra_step_left,
    steps_and_rides,
    undealt,
    why_not_extra,
    why_not_go,
    why_not_leave,
)
from tabletown.games.new_york_crisis.rules.skills import use_skill, why_not_skill
from tabletown.games.new_york_crisis.rules.spending import (
    AVOID_PRICE,
    DODGE_PRICE,
    TWO_KILLS,
    avoid,
    do_goal,
    dodge,
    finish,
    kill,
    kill_price,
    kill_two,
    pays,
    pick_price,
    pick_up,
    take_info,
    take_price,
    why_not_avoid,
    why_not_do,
    why_not_dodge,
    why_not_finish,
    why_not_kill,
    why_not_kill_both,
    why_not_kill_passed,
    why_not_pick,
    why_not_take,
)
from tabletown.games.new_york_crisis.rules.week import ask_ally, why_not_ask
from tabletown.games.new_york_crisis.scenarios import CAMPAIGN, GOALS, Ally
from tabletown.games.new_york_crisis.state import Crisis, here
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text

WHAT = Text("move or spend dice")
DEAL_WITH_MAFIA = Text("deal with the mafia")


class Act(NamedTuple):
    why_not: Callable[[Crisis], Reason | None]
    do: Callable[[Crisis], Script]


def _take(type: int) -> Act:
    return Act(lambda s: why_not_take(s, type, here(s)), lambda s: take_info(s, type, here(s)))


def _pick(type: int) -> Act:
    return Act(lambda s: why_not_pick(s, type, here(s)), lambda s: pick_up(s, type, here(s)))


def _kill_passed(place: int) -> Act:
    return Act(lambda s: why_not_kill_passed(s, place), lambda s: kill_two(s, place))


def _reroll(which: str) -> Act:
    return Act(lambda s: why_not_reroll(s, which), lambda s: reroll(s, which))


def _use(item: int) -> Act:
    return Act(lambda s: why_not_use(s, item), lambda s: use(s, item))


def _ask(ally: Ally) -> Act:
    return Act(lambda s: why_not_ask(s, ally), lambda s: ask_ally(s, ally))


def _objective(number: int) -> Act:
    return Act(lambda s: why_not_do(s, number), lambda s: do_goal(s, number))


ACTS: dict[str, Act] = {
    KILL: Act(why_not_kill, kill),
    KILL_BOTH: Act(why_not_kill_both, lambda s: kill_two(s, here(s))),
    **{word: _kill_passed(place) for place, word in enumerate(KILL_PASSED)},
    DODGE: Act(why_not_dodge, dodge),
    AVOID: Act(why_not_avoid, avoid),
    **{TAKE[type]: _take(type) for type in INFO_TYPES},
    **{PICK[type]: _pick(type) for type in INFO_TYPES},
    FINAL: Act(why_not_finish, finish),
    EXTRA_STEP: Act(why_not_extra, extra_step),
    GIVE: Act(why_not_give, give),
    GET: Act(why_not_get, get),
    REROLL_ALL: _reroll("all"),
    REROLL_SPENT: _reroll("spent"),
    REROLL: _reroll(""),
    **{word: _use(item) for item, word in enumerate(USE)},
    **{ALLY[ally.id]: _ask(ally) for ally in CAMPAIGN.ally},
    SKILL: Act(why_not_skill, use_skill),
}
# by scenario: its objectives are acts too
OBJECTIVES = {
    scenario: {DO[goal.objective.id]: _objective(number) for number, goal in enumerate(goals)}
    for scenario, goals in GOALS.items()
}


def act_of(s: Crisis, word: str) -> Act | None:
    return ACTS.get(word) or OBJECTIVES[s.scenario].get(word)


def acts(s: Crisis) -> list[str]:
    """Every word that answers the question what to do now.

    The same as asking each row why not, but a row is only asked where its act makes sense, and dice are counted once:
    this is most of what a simulation does. The conformance suite compares the two.
    """
    me = s.active
    place = s.at[me]
    mafia = s.mafia[place]
    rules = MODIFIERS[s.event]
    options: list[str] = []
    to_deal_with = 0
    if mafia:
        to_deal_with = undealt(s)
        counts = have(s)
        if pays(counts, kill_price(s)):
            options.append(KILL)
        if pays(counts, TWO_KILLS):
            if mafia > 1:
                options.append(KILL_BOTH)
            if not s.options.kills_current_only:
                options += [KILL_PASSED[p] for p in s.passed if s.mafia[p] and p != place]
        if to_deal_with and pays(counts, DODGE_PRICE):
            options.append(DODGE)
        if mafia > s.avoided and rules.avoid_allowed and pays(counts, AVOID_PRICE):
            options.append(AVOID)
    if not to_deal_with:
        info, has_item = s.info[INFO_AT[place]], s.item[place] >= 0
        if has_item or any(info):
            counts = have(s)
            for type in INFO_TYPES:
                if info[type] and pays(counts, take_price(s, type)):
                    options.append(TAKE[type])
            if has_item:
                options += [PICK[type] for type in INFO_TYPES if pays(counts, pick_price(s, type))]
        if place in s.goals:
            options += [word for word, act in OBJECTIVES[s.scenario].items() if act.why_not(s) is None]
        if s.final_at == place and why_not_finish(s) is None:
            options.append(FINAL)
        if not mafia or why_not_leave(s) is None:
            options += going(s, rules)
        if s.at.count(place) > 1:  # a relative is here
            if (s.ready[me] or s.used[me]) and why_not_give(s) is None:
                options.append(GIVE)
            if s.options.two_way and why_not_get(s) is None:
                options.append(GET)
    if s.actions:
        if rules.reroll_max_dice > len(s.colours) or why_not_reroll(s, "all") is None:
            options.append(REROLL_ALL)
        if True in s.spent and why_not_reroll(s, "spent") is None:
            options.append(REROLL_SPENT)
        options.append(REROLL)
    if s.ready[me]:
        items = s.ready[me] if len(s.ready[me]) == 1 else sorted(set(s.ready[me]))
        options += [USE[item] for item in items if why_not_use(s, item) is None]
    if s.allies:
        options += [ALLY[ally.id] for ally in CAMPAIGN.ally if why_not_ask(s, ally) is None]
    if s.skills[me] and why_not_skill(s) is None:
        options.append(SKILL)
    options.append(END)
    return options


def going(s: Crisis, rules: Modifiers) -> Sequence[str]:
    """Steps, rides and the extra step, where nothing holds the character back."""
    ways = steps_and_rides(s)
    if not ways:
        return ways
    if not s.steps and not s.actions:
        ways = [way for way in ways if way in RIDE_TO] if rules.subway_step_cost == 0 else []
    return [*ways, EXTRA_STEP] if extra_step_left(s) else ways


def why_not(s: Crisis, word: str) -> Reason | None:
    """What speaks against a word as the next act."""
    if word in GOES_TO:
        return why_not_go(s, word)
    act = act_of(s, word)
    if act is None:
        return None if word == END else NOT_AN_OPTION
    return act.why_not(s)


def next_act(s: Crisis) -> Choose:
    """The question what the active player does next."""
    me = s.active
    prompt = DEAL_WITH_MAFIA if undealt(s) else WHAT
    seat = me if s.seats > 1 else 0
    return Choose(seat, prompt, acts, "action.count", why_not, about=(s,))


def do(s: Crisis, word: str) -> Script:
    """The script of an act that is neither a step nor the end of the turn."""
    act = act_of(s, word)
    assert act is not None, word
    return act.do(s)
