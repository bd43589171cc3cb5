"""What the active player may do next: the list of it, why something is not on it, and doing it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from tabletown.games.new_york_crisis.cards import (
    CAMPAIGN,
    GOALS,
    INFO_TYPES,
    ITEM,
    MODIFIERS,
    PHYSICAL,
    SKILL_COLOUR,
    SOCIAL,
    WILD,
    Modifiers,
)
from tabletown.games.new_york_crisis.city import INFO_AT
from tabletown.games.new_york_crisis.rules.dice import cannot_reroll, have, reroll
from tabletown.games.new_york_crisis.rules.items import (
    GET,
    GIVE,
    USE,
    cannot_get,
    cannot_give,
    cannot_use,
    get,
    give,
    use,
)
from tabletown.games.new_york_crisis.rules.moving import (
    NOWHERE,
    PLACE,
    RIDE_TO,
    cannot_extra,
    cannot_go,
    extra_step,
    steps_and_rides,
    undealt,
)
from tabletown.games.new_york_crisis.rules.skills import SKILL, cannot_skill, use_skill
from tabletown.games.new_york_crisis.rules.spending import (
    AVOID,
    DO,
    DODGE,
    FINAL,
    KILL,
    KILL_BOTH,
    KILL_PASSED,
    PICK,
    TAKE,
    avoid,
    cannot_avoid,
    cannot_do,
    cannot_dodge,
    cannot_finish,
    cannot_kill,
    cannot_kill_both,
    cannot_kill_passed,
    cannot_pick,
    cannot_take,
    do_goal,
    dodge,
    finish,
    kill,
    kill_two,
    pick_up,
    take_info,
)
from tabletown.games.new_york_crisis.rules.week import ALLY, ask_ally, cannot_ask
from tabletown.games.new_york_crisis.state import Crisis, here
from tabletown.kernel import Choose, Reason, Script, Text

WHAT = Text("move or spend dice")
DEAL_WITH_MAFIA = Text("deal with the mafia")
REROLL = {"reroll": "", "reroll:all": "all", "reroll:spent": "spent"}
EXTRA_STEP, END = "extra", "end"
PASSED = {word: place for place, word in enumerate(KILL_PASSED)}
# the acts that are one word: why not, and doing it
SIMPLE: dict[str, tuple[Callable[[Crisis], Reason | None], Callable[[Crisis], Script]]] = {
    KILL: (cannot_kill, kill),
    DODGE: (cannot_dodge, dodge),
    AVOID: (cannot_avoid, avoid),
    SKILL: (cannot_skill, use_skill),
    GIVE: (cannot_give, give),
    GET: (cannot_get, get),
    FINAL: (cannot_finish, finish),
    **{ALLY[ally.id]: (partial(cannot_ask, ally=ally), partial(ask_ally, ally=ally)) for ally in CAMPAIGN.ally},
}


def acts(s: Crisis) -> list[str]:
    """Every word that answers the question what to do now."""
    me = s.active
    place = s.at[me]
    mafia = s.mafia[place]
    rules = MODIFIERS[s.event]
    options: list[str] = []
    to_deal_with = 0
    if mafia:
        to_deal_with = undealt(s)
        counts = have(s)
        wild = counts[WILD]
        physical = counts[PHYSICAL] + wild
        if physical >= (1 if s.discount else 2):
            options.append(KILL)
        if physical >= 3:
            if mafia > 1:
                options.append(KILL_BOTH)
            if not s.variants.kills_current_only:
                options += [KILL_PASSED[p] for p in s.passed if s.mafia[p] and p != place]
        if to_deal_with and physical:
            options.append(DODGE)
        if mafia > s.avoided and counts[SOCIAL] + wild and rules.avoid_allowed:
            options.append(AVOID)
    if not to_deal_with:
        info, has_item = s.info[INFO_AT[place]], s.item[place] >= 0
        if has_item or any(info):
            counts = have(s)
            wild = counts[WILD]
            for type in INFO_TYPES:
                if info[type] and counts[type] + wild >= s.info_cost[type]:
                    options.append(TAKE[type])
            for type in INFO_TYPES if has_item else ():
                if counts[type] + wild >= 2:
                    options.append(PICK[type])
        if place in s.goals:
            for number, at in enumerate(s.goals):
                if at == place and cannot_do(s, number) is None:
                    options.append(DO[GOALS[s.scenario][number].objective.id])
        if s.final_at == place and cannot_finish(s) is None:
            options.append(FINAL)
        if not mafia or mafia <= s.avoided or rules.dodge_allows_move:
            options += going(s, rules)
        if s.at.count(place) > 1:  # a relative is here
            if (s.ready[me] or s.used[me]) and cannot_give(s) is None:
                options.append(GIVE)
            if s.variants.two_way and cannot_get(s) is None:
                options.append(GET)
    if s.actions:
        if rules.reroll_max_dice > len(s.colours) or cannot_reroll(s, "all") is None:
            options.append("reroll:all")
        if True in s.spent and cannot_reroll(s, "spent") is None:
            options.append("reroll:spent")
        options.append("reroll")
    if s.ready[me]:
        items = s.ready[me] if len(s.ready[me]) == 1 else sorted(set(s.ready[me]))
        for item in items:
            if cannot_use(s, item) is None:
                options.append(USE[item])
    if s.allies:
        options += [ALLY[ally.id] for ally in CAMPAIGN.ally if cannot_ask(s, ally) is None]
    if s.skills[me]:
        colour = SKILL_COLOUR[s.cast[me]]
        if colour in s.colours if colour >= 0 else s.at.count(place) > 1 and cannot_skill(s) is None:
            options.append(SKILL)
    options.append(END)
    return options


def going(s: Crisis, rules: Modifiers) -> Sequence[str]:
    """Steps, rides and the extra step, where nothing holds the character back."""
    ways = steps_and_rides(s)
    if not ways:
        return ways
    can_extra = not s.extra_used and rules.extra_step_allowed
    if not s.steps and not s.actions:
        ways = [way for way in ways if way in RIDE_TO] if rules.subway_step_cost == 0 else []
    return [*ways, EXTRA_STEP] if can_extra else ways


def why_not(s: Crisis, word: str) -> Reason | None:
    """Why a word is not among the acts."""
    place = here(s)
    head, _, rest = word.partition(":")
    if word in PLACE:
        return cannot_go(s, word)
    if word in TAKE:
        return cannot_take(s, TAKE.index(word), place)
    if word in PICK:
        return cannot_pick(s, PICK.index(word), place)
    if word == KILL_BOTH:
        return cannot_kill_both(s)
    if word in PASSED:
        return cannot_kill_passed(s, PASSED[word])
    if word in USE:
        return cannot_use(s, ITEM[rest])
    if head == "do":
        numbers = [n for n, goal in enumerate(GOALS[s.scenario]) if goal.objective.id == rest]
        return cannot_do(s, numbers[0]) if numbers else None
    if head == "reroll":
        return cannot_reroll(s, rest)
    if word == EXTRA_STEP:
        return cannot_extra(s) or (None if steps_and_rides(s) else NOWHERE)
    return SIMPLE[word][0](s) if word in SIMPLE else None


def next_act(s: Crisis) -> Choose:
    """The question what the active player does next."""
    me = s.active
    prompt = DEAL_WITH_MAFIA if undealt(s) else WHAT
    seat = me if s.seats > 1 else 0
    return Choose(seat, prompt, lambda: acts(s), "action.count", lambda word: why_not(s, word))


def do(s: Crisis, word: str) -> Script:
    """The script of an act that is neither a step nor the end of the turn."""
    if word in REROLL:
        return reroll(s, REROLL[word])
    if word in SIMPLE:
        return SIMPLE[word][1](s)
    if word == EXTRA_STEP:
        return extra_step(s)
    place = s.at[s.active]
    if word in TAKE:
        return take_info(s, TAKE.index(word), place)
    if word in PICK:
        return pick_up(s, PICK.index(word), place)
    if word in USE:
        return use(s, USE.index(word))
    if word == KILL_BOTH:
        return kill_two(s, place)
    if word in PASSED:
        return kill_two(s, PASSED[word])
    id = word.partition(":")[2]
    return do_goal(s, next(n for n, goal in enumerate(GOALS[s.scenario]) if goal.objective.id == id))
