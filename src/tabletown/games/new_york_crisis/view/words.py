"""The table in words."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import named, sentence
from tabletown.games.new_york_crisis.cards import (
    CHARACTERS,
    ITEM_NAMES,
    POLICE_CARDS,
    RESULTS,
)
from tabletown.games.new_york_crisis.city import LOCATIONS, NAMES, NEIGHBOURS
from tabletown.games.new_york_crisis.rules.moving import extra_step_left
from tabletown.games.new_york_crisis.rules.story import ending
from tabletown.games.new_york_crisis.rules.wounds import name
from tabletown.games.new_york_crisis.scenarios import GOALS
from tabletown.games.new_york_crisis.state import Crisis, scenario, seat_of
from tabletown.kernel import Text, say

DIE_NAMES = ("red", "yellow", "blue", "grey", "relative's", "item's")  # words
USUAL_COST = [2, 2, 2]  # results for an info token, by type
INFO = (
    Text("{n} red info", many="{n} red info"),
    Text("{n} blue info", many="{n} blue info"),
    Text("{n} yellow info", many="{n} yellow info"),
)


def found_at(s: Crisis, place: int) -> list[str]:
    """The mobsters, info and item at a location."""
    found = [say("{n} mobster", "{n} mobsters", n=s.mafia[place])] if s.mafia[place] else []
    found += [str(INFO[type](n=count)) for type in range(3) if (count := s.info[place * 3 + type])]
    if s.item[place] >= 0:
        found.append(say("the {item}", item=ITEM_NAMES[s.item[place]]))
    return found


def place_words(s: Crisis, place: int) -> str:
    """A location in one sentence, the same on the map and in the text view."""
    things = []
    if place in s.cars:
        things.append(say("a police car"))
    if place in s.fbi:
        things.append(say("the FBI"))
    things += found_at(s, place)
    things += [named(GOALS[s.scenario][number].objective.name) for number, spot in enumerate(s.goals) if spot == place]
    if s.final_at == place:
        things.append(say("the final challenge"))
    things += [str(name(s, figure)) for figure, at in enumerate(s.at) if at == place]
    if LOCATIONS[place].subway:
        things.insert(0, say("station"))
    if not things:
        return say("{place}: nothing", place=NAMES[place])
    return say("{place}: {things:,}", place=NAMES[place], things=things)


def is_empty(s: Crisis, place: int) -> bool:
    goals = place in s.goals or place in (s.final_at, *s.cars, *s.fbi, *s.at)
    return not goals and not found_at(s, place)


def text(s: Crisis, seat: int | None, names: Sequence[str]) -> str:
    """The table for a screen reader, a terminal or a language model."""
    story = scenario(s)
    lines = [say("New York Crisis: {title}.", title=story.title)]
    if s.card >= 0:
        card = story.card[s.card]
        lines += [
            say("Story card {card}, {title}: {rule}", card=s.card, title=card.title, rule=card.rule),
            track_words(s),
        ]
        if s.story == card.at[max(0, len(s.cast) - 1)]:  # the whole story, until more info is taken
            lines.append(named(card.text))
        lines += [named(part.text) for part in card.later if part.when in s.decided and part.text]
    else:
        lines.append(named(story.line))
    if s.event:
        event = POLICE_CARDS[s.event]
        lines.append(say("Police this round: {title}. {text}", title=event.title, text=event.text))
    lines += [relative_words(s, figure, names) for figure in range(len(s.cast))]
    if s.active >= 0:
        lines.append(say("{name} is acting: {turn}", name=name(s, s.active), turn=turn_words(s)))
        lines += [sentence(told) for told in done_words(s)]
    if s.blackout:
        lines.append(say("No trains are running."))
    if s.info_cost and list(s.info_cost) != USUAL_COST:
        costs = [say("{n} {type}", n=n, type=type) for n, type in zip(s.info_cost, RESULTS)]
        lines.append(say("An info token costs {costs:or}.", costs=costs))
    lines.append(say("Locations where something is:"))
    lines += [f"  {sentence(place_words(s, place))}" for place in range(len(LOCATIONS)) if not is_empty(s, place)]
    lines.append(say("Streets lead from each location to:"))
    lines += [
        "  " + sentence(say("{place}: {near:,}", place=NAMES[place], near=[NAMES[to] for to in near]))
        for place, near in enumerate(NEIGHBOURS)
    ]
    if s.result:
        lines.append(named(ending(s)))
    return "\n".join(lines)


def relative_words(s: Crisis, figure: int, names: Sequence[str]) -> str:
    player = seat_of(s, figure)
    who = named(CHARACTERS[s.cast[figure]].name)
    if player < len(names) and names[player] != CHARACTERS[s.cast[figure]].name:
        who = say("{relative} ({player})", relative=who, player=names[player])
    said = [
        say("at {place}", place=NAMES[s.at[figure]]),
        say("{n} skill token", "{n} skill tokens", n=s.skills[figure]),
        say("{n} wound", "{n} wounds", n=len(s.wounds[figure])),
    ]
    items = [named(ITEM_NAMES[item]) for item in s.ready[figure]]
    items += [say("{item} (used)", item=ITEM_NAMES[item]) for item in s.used[figure]]
    if items:
        said.append(say("items: {items:,}", items=items))
    if s.acted and s.acted[figure]:
        said.append(say("has acted this round"))
    return say("{who}: {said:,}.", who=who, said=said)


def done_words(s: Crisis) -> list[str]:
    """What the active relative has done this turn: mobsters dealt with, locations left, dice chosen."""
    here, told = s.mafia[s.at[s.active]], []
    if s.dodged:
        told.append(say("Mobsters dodged here: {n}", n=min(s.dodged, here)))
    if s.avoided:
        told.append(say("Mobsters avoided here: {n}", n=min(s.avoided, here)))
    if s.discount:
        told.append(say("The next mobster costs only 1 physical"))
    if s.passed:
        told.append(say("Locations left this turn: {places:,}", places=[NAMES[place] for place in s.passed]))
    if s.picked:
        told.append(say("Chosen to re-roll: {dice:,}", dice=[str(die + 1) for die in s.picked]))
    return told


def next_card(s: Crisis) -> int:
    """The position of the next story card on the track; 0: all are open."""
    cards = scenario(s).card
    return cards[s.card + 1].at[max(0, len(s.cast) - 1)] if 0 <= s.card + 1 < len(cards) else 0


def story_words(s: Crisis) -> str:
    coming = next_card(s)
    if coming:
        return say("Story {story}, next card at {coming}", story=s.story, coming=coming)
    return say("Story {story}, all cards open", story=s.story)


def track_words(s: Crisis) -> str:
    if s.card < 0:
        return named(scenario(s).line)
    return say(
        "{story}. Alert {alert} of {limit}, FBI {fbi} of 5, {bag} info in the bag.",
        story=story_words(s),
        alert=s.alert,
        limit=s.limit,
        fbi=len(s.fbi),
        bag=sum(s.bag),
    )


def turn_words(s: Crisis) -> str:
    shown = [say("{colour} {result}", colour=DIE_NAMES[c], result=RESULTS[face]) for c, face in zip(s.colours, s.faces)]
    dice = [say("{die} (spent)", die=die) if spent else die for die, spent in zip(shown, s.spent)]
    left = [say("{n} action", "{n} actions", n=s.actions), say("{n} step", "{n} steps", n=s.steps)]
    if extra_step_left(s):
        left.append(say("the extra step"))
    if not dice:
        return say("left: {left}; no dice.", left=left)
    return say("left: {left}; dice: {dice:,}.", left=left, dice=dice)
