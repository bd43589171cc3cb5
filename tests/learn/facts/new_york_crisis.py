"""The sources of numbers in New York Crisis' lesson, read from the table."""

from __future__ import annotations

import re
from typing import Any

from tabletown.games.new_york_crisis.cards import (
    CHARACTERS,
    COLOURS,
    FACES,
    INFO_COLOUR,
    ITEM_NAMES,
    MAFIA_CARDS,
    MODIFIERS,
    POLICE_CARDS,
    RELATIVE,
    RESULTS,
)
from tabletown.games.new_york_crisis.city import IDS, INDEX, STEPS, STREETS
from tabletown.games.new_york_crisis.rules.dice import have
from tabletown.games.new_york_crisis.rules.wounds import own_dice
from tabletown.games.new_york_crisis.scenarios import FBI_TOKENS, SCENARIOS
from tests.learn.moment import Moment


def figure(s: Any, who: str) -> int:
    return s.cast.index(next(n for n, character in enumerate(CHARACTERS) if character.id == who))


def measure(moment: Moment, name: str) -> Any:
    match = moment.match
    s = match.state
    story = SCENARIOS[s.scenario]
    event = POLICE_CARDS.get(s.event)
    rules = MODIFIERS[s.event]
    if name in ("phase", "alert", "limit", "story", "card", "round", "actions", "steps"):
        return getattr(s, name)
    if name in RESULTS:
        return have(s)[RESULTS.index(name)]
    simple = {
        "dice": lambda: len(s.colours),
        "own dice": lambda: len(own_dice(s, 0)),
        "grey dice": lambda: s.colours.count(RELATIVE),
        "spent dice": lambda: s.spent.count(True),
        "police": lambda: [IDS[place] for place in s.cars],
        "fbi": lambda: len(s.fbi),
        "fbi that lose": lambda: FBI_TOKENS,
        "event": lambda: event.title,
        "event wants": lambda: event.effect.condition.at_least[len(s.cast) - 1],
        "event lowers": lambda: -event.effect.reward.delta,
        "event done": lambda: s.task_done,
        "info this round": lambda: s.infos,
        "next card at": lambda: story.card[s.card + 1].at[len(s.cast) - 1],
        "cards away": lambda: story.card[s.card + 1].at[len(s.cast) - 1] - s.story,
        "cards in all": lambda: len(story.card),
        "card title": lambda: story.card[s.card].title,
        "mafia cards a turn": lambda: story.card[s.card].mafia_cards,
        "info added": lambda: sum(getattr(story.card[s.card].bag, type) for type in RESULTS[:3]),
        "steps a move": lambda: rules.move_steps,
        "extra step alert": lambda: rules.extra_step_alert,
        "wild alert": lambda: rules.wild_alert,
        "info within a step": lambda: sum(
            sum(s.info[place * 3 :][:3]) for place in range(len(IDS)) if STEPS[s.at[0]][place] <= 1
        ),
        "steps between": lambda: STREETS[s.at[0]][s.at[1]],
    }
    if name in simple:
        return simple[name]()
    if found := re.fullmatch(r"(?:(\w+) )?sides of an? (\w+) die", name):
        faces = FACES[COLOURS.index(found[2])]
        return faces.count(found[1]) if found[1] else len(faces)
    if found := re.fullmatch(r"(\w+) dice of (\w+)", name):
        return next(c for c in CHARACTERS if c.id == found[2]).dice.count(found[1])
    if found := re.fullmatch(r"(dice|skill) of (\w+)", name):
        character = next(c for c in CHARACTERS if c.id == found[2])
        return len(character.dice) if found[1] == "dice" else character.skill
    if found := re.fullmatch(r"(wounds|skills|items) of (\w+)", name):
        who = figure(s, found[2])
        if found[1] == "items":
            return [ITEM_NAMES[item] for item in s.ready[who] + s.used[who]]
        return len(s.wounds[who]) if found[1] == "wounds" else s.skills[who]
    if found := re.fullmatch(r"at (\w+)", name):
        return IDS[s.at[figure(s, found[1])]]
    if found := re.fullmatch(r"mafia at (\w+)", name):
        return s.mafia[INDEX[found[1]]]
    if found := re.fullmatch(r"mafia on card (\w+)", name):
        return IDS[MAFIA_CARDS[found[1]].mafia]
    if found := re.fullmatch(r"info at (\w+)", name):
        return sum(s.info[INDEX[found[1]] * 3 :][:3])
    if found := re.fullmatch(r"(\w+) info at (\w+)", name):
        return s.info[INDEX[found[2]] * 3 + INFO_COLOUR.index(found[1])]
    if found := re.fullmatch(r"info price (\w+)", name):
        return s.info_cost[INFO_COLOUR.index(found[1])]
    if found := re.fullmatch(r"item at (\w+)", name):
        item = s.item[INDEX[found[1]]]
        return ITEM_NAMES[item] if item >= 0 else "none"
    if found := re.fullmatch(r"steps to (\w+)", name):
        return STEPS[s.at[0]][INDEX[found[1]]]
    if found := re.fullmatch(r"price of (\S+)", name):  # dice that it costs, tried on a copy
        twin = match.clone()
        before = twin.state.spent.count(True)
        twin.choose(twin.decisions[0].seat, found[1])
        return max(0, twin.state.spent.count(True) - before)
    raise KeyError(name)
