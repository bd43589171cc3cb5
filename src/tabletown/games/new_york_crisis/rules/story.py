"""Story cards: their effects, the family's choices, and how the story ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletown.games.new_york_crisis.cards import INFO_COLOUR, ITEM, RESULT
from tabletown.games.new_york_crisis.city import COUNT, IDS, INDEX
from tabletown.games.new_york_crisis.events.causes import STORY
from tabletown.games.new_york_crisis.events.objectives import FinalPlaced
from tabletown.games.new_york_crisis.events.phrases import FINAL
from tabletown.games.new_york_crisis.events.setup import ItemPlaced
from tabletown.games.new_york_crisis.events.story_cards import (
    BagFilled,
    Decided,
    FbiCame,
    FbiLeft,
    GuardLeft,
    InfoCostRose,
    MafiaGuarded,
    MafiaLeft,
    NobodyHealed,
    StoryCardTurned,
    StoryRemembered,
    StoryRuleTold,
    StoryTold,
    TokensRecovered,
)
from tabletown.games.new_york_crisis.options import DECIDE, LEAVE, SEIZE
from tabletown.games.new_york_crisis.rules.asking import ask, one_of
from tabletown.games.new_york_crisis.rules.mafia import fbi_arrives, place_item, place_mafia
from tabletown.games.new_york_crisis.rules.tracks import lower_alert, move_on, place_goal, raise_alert
from tabletown.games.new_york_crisis.rules.wounds import choose_patient, heal, wound
from tabletown.games.new_york_crisis.scenarios import (
    FINALS,
    GOALS,
    MAFIA_TOKENS,
    SKILL_TOKENS,
    Final,
    StoryChoice,
    StoryEffect,
    ending_of,
)
from tabletown.games.new_york_crisis.state import DONE, Crisis, replaced, scenario, spokesman, together, without
from tabletown.kernel import Choose, Reason, Script, Text, because, tell

DECIDE_TOGETHER = Text("decide together: {ask}")
WHOSE_WOUND = Text("choose whose wound is healed")
WHICH_MAFIA = Text("choose where a mobster leaves")
WHICH_FBI = Text("choose where the FBI leaves")
MOST_MAFIA = Text("choose where the FBI takes over")

NO_MAFIA_THERE = because("no-mafia-there", "There's no mobster there.", "story.card-rules")
NO_FBI_THERE = because("no-fbi-there", "The FBI isn't there.", "story.card-rules")
NOT_MOST_MAFIA = because("not-most-mafia", "The FBI goes where the most mobsters are.", "story.card-rules")


# ------------------------------------------------------------------ Turning up a card


def advance_story(s: Crisis) -> Script:
    s.story += 1
    cards = scenario(s).card
    if s.card + 1 < len(cards) and cards[s.card + 1].at[len(s.cast) - 1] <= s.story:
        yield from reveal(s)


def reveal(s: Crisis) -> Script:
    """Turn up the next story card and carry it out."""
    s.card += 1
    if s.imagined:
        return read_nothing(s)
    return read_card(s)


def read_nothing(s: Crisis) -> Script:
    """Turn up a blank card in an imagined state: do only what every card is sure to do."""
    s.unread += 1
    s.mafia_deck, s.mafia_discard = [*s.mafia_deck, *s.mafia_discard], []
    s.skills = [min(SKILL_TOKENS, tokens + 1) for tokens in s.skills]
    put_into_bag(s, (1, 1, 1))
    return
    yield


def read_card(s: Crisis) -> Script:
    card = scenario(s).card[s.card]
    tell(s, StoryCardTurned, s.scenario, s.card)
    tell(s, StoryTold, s.scenario, s.card)
    tell(s, StoryRuleTold, s.scenario, s.card)
    put_into_bag(s, (card.bag.physical, card.bag.mental, card.bag.social))
    if s.card > 0:
        s.mafia_deck, s.mafia_discard = [*s.mafia_deck, *s.mafia_discard], []
        if s.options.reshuffle_both:
            s.police_deck, s.police_discard = [*s.police_deck, *s.police_discard], []
        s.skills = [min(SKILL_TOKENS, tokens + 1) for tokens in s.skills]
        tell(s, TokensRecovered)
    if card.final is not None:
        s.final_at = INDEX[card.final.location]
        if s.final_at in s.fbi:
            s.final_at = yield from move_on(s, s.final_at, FINAL)
        tell(s, FinalPlaced, IDS[s.final_at])
    yield from carry_out(s, card.effects)
    for number, goal in enumerate(GOALS[s.scenario]):
        if goal.card == s.card and not s.result:
            if goal.objective.when in ("", *s.decided):
                yield from place_goal(s, number)
            else:
                s.goals = replaced(s.goals, number, DONE)
    if card.choice is not None and not s.result:
        yield from decide(s, card.choice)
    for part in card.later:
        if part.when in s.decided and not s.result:
            if part.text:
                tell(s, StoryRemembered, s.scenario, s.card, part.when)
            yield from carry_out(s, part.effects)


def put_into_bag(s: Crisis, counts: tuple[int, int, int]) -> None:
    for type, count in enumerate(counts):
        added = min(count, s.info_supply[type])
        s.info_supply = replaced(s.info_supply, type, s.info_supply[type] - added)
        s.bag = replaced(s.bag, type, s.bag[type] + added)
    if filled := sum(counts):
        tell(s, BagFilled, filled)


def decide(s: Crisis, choice: StoryChoice) -> Script:
    """Ask the whole family a question; the story remembers the answer."""
    options = [DECIDE[option.id] for option in choice.options]
    word = yield Choose(spokesman(s), DECIDE_TOGETHER(ask=choice.ask), options, rule="story.card-rules")
    answer = choice.options[options.index(word)]
    s.decided = [*s.decided, f"{choice.id}={answer.id}"]
    tell(s, Decided, choice.id, answer.id)
    yield from carry_out(s, answer.effects)


# ------------------------------------------------------------------ What cards, answers and objectives do


def carry_out(s: Crisis, effects: Sequence[StoryEffect]) -> Script:
    for effect in effects:
        if len(s.cast) in effect.only and not s.result:
            script = EFFECTS[effect.kind](s, effect)
            if script is not None:
                yield from script


def change_alert(s: Crisis, effect: StoryEffect) -> None:
    if effect.delta > 0:
        raise_alert(s, effect.delta, STORY)
    else:
        lower_alert(s, -effect.delta, STORY)


def ambush(s: Crisis, effect: StoryEffect) -> None:
    """Place mobsters wherever a relative stands."""
    for place in s.at:
        post_guards(s, place, effect.count)


def guards(s: Crisis, effect: StoryEffect) -> None:
    post_guards(s, s.final_at, effect.count)


def post_guards(s: Crisis, place: int, count: int) -> None:
    """Add mobsters up to that number, never on police or FBI; this never brings the FBI."""
    if place not in s.cars and place not in s.fbi:
        missing = min(max(0, count - s.mafia[place]), MAFIA_TOKENS - sum(s.mafia))
        s.mafia[place] += missing
        if missing:
            tell(s, MafiaGuarded, IDS[place], s.mafia[place])


def guards_leave(s: Crisis, effect: StoryEffect) -> None:
    for _ in range(min(effect.count, s.mafia[s.final_at])):
        s.mafia[s.final_at] -= 1
        tell(s, GuardLeft, IDS[s.final_at])


def mafia_comes(s: Crisis, effect: StoryEffect) -> Script:
    """Place mobsters as if mafia cards had named these locations."""
    for location in effect.locations:
        place = INDEX[location]
        if not s.result and place_mafia(s, place):
            yield from fbi_arrives(s, place)


def mafia_leaves(s: Crisis, effect: StoryEffect) -> Script:
    for _ in range(effect.count):
        places = [place for place, count in enumerate(s.mafia) if count]
        if not places:
            return
        place = yield from pick_place(s, places, LEAVE, WHICH_MAFIA, NO_MAFIA_THERE)
        s.mafia[place] -= 1
        tell(s, MafiaLeft, IDS[place])


def fbi_comes(s: Crisis, effect: StoryEffect) -> Script:
    """Let the FBI take over a location: mobsters there leave, and the alert does not rise."""
    if effect.location == "most_mafia":
        open = [place for place in range(COUNT) if place not in s.fbi]
        most = max(s.mafia[place] for place in open)
        places = [place for place in open if s.mafia[place] == most]
        place = yield from pick_place(s, places, SEIZE, MOST_MAFIA, NOT_MOST_MAFIA)
    else:
        place = INDEX[effect.location]
    if place in s.fbi:
        return
    s.mafia[place] = 0
    tell(s, FbiCame, IDS[place])
    yield from fbi_arrives(s, place)


def fbi_leaves(s: Crisis, effect: StoryEffect) -> Script:
    """Send the FBI home, which only story cards and allies can do."""
    for _ in range(effect.count):
        if not s.fbi:
            return
        place = yield from pick_place(s, s.fbi, LEAVE, WHICH_FBI, NO_FBI_THERE)
        s.fbi = without(s.fbi, place)
        tell(s, FbiLeft, IDS[place])


def wound_some(s: Crisis, effect: StoryEffect) -> Script:
    """Wound everybody who shares a location with mobsters."""
    for figure, place in enumerate(s.at):
        if s.mafia[place]:
            yield from wound(s, figure)


def heal_some(s: Crisis, effect: StoryEffect) -> Script:
    """Heal a relative of the family's choice (`one`) or everybody where the active relative stands (`here`)."""
    for _ in range(effect.count):
        if effect.who == "here":
            for figure in sorted([s.active, *together(s, s.active)]):
                if s.wounds[figure]:
                    yield from heal(s, figure)
            continue
        if not any(s.wounds):
            tell(s, NobodyHealed)
            return
        family = range(len(s.cast))
        figure = yield from choose_patient(s, spokesman(s), WHOSE_WOUND, family, "story.card-rules")
        yield from heal(s, figure)


def item_lies(s: Crisis, effect: StoryEffect) -> Script:
    """Place an item from the supply: the one named, or a random one."""
    place = INDEX[effect.location]
    if effect.item in s.item_supply and s.item[place] < 0:
        s.item_supply = without(s.item_supply, effect.item)
        s.item[place] = ITEM[effect.item]
        tell(s, ItemPlaced, effect.location, effect.item, STORY)
    else:
        yield from place_item(s, place)


def info_cost(s: Crisis, effect: StoryEffect) -> None:
    s.info_cost = replaced(s.info_cost, RESULT[effect.type], effect.results)
    tell(s, InfoCostRose, INFO_COLOUR[RESULT[effect.type]], effect.results)


def subway_closed(s: Crisis, effect: StoryEffect) -> None:
    s.blackout = True


def radio_free(s: Crisis, effect: StoryEffect) -> None:
    s.radio_free = True


EFFECTS: dict[str, Callable[[Crisis, StoryEffect], Script | None]] = {
    "alert": change_alert,
    "ambush": ambush,
    "fbi": fbi_comes,
    "fbi_leaves": fbi_leaves,
    "guards": guards,
    "guards_leave": guards_leave,
    "heal": heal_some,
    "info_cost": info_cost,
    "item": item_lies,
    "mafia": mafia_comes,
    "mafia_leaves": mafia_leaves,
    "radio_free": radio_free,
    "subway_closed": subway_closed,
    "wound": wound_some,
}


def pick_place(s: Crisis, places: Sequence[int], words: Sequence[str], prompt: Text, reason: Reason) -> Script:
    """Let the family choose one of these locations; `reason` is why the others are not allowed."""
    options = [words[place] for place in sorted(places)]
    word = yield from ask(spokesman(s), prompt, options, "story.card-rules", one_of, options, words, reason)
    return words.index(word)


def turf(s: Crisis) -> None:
    """In every police phase a mobster comes back to each corner not yet won."""
    for number, goal in enumerate(GOALS[s.scenario]):
        if goal.objective.turf and s.goals[number] >= 0:
            post_guards(s, s.goals[number], 1)


# ------------------------------------------------------------------ How it ends


def final_challenge(s: Crisis) -> Final:
    for answer in s.decided:
        if (s.scenario, answer) in FINALS:
            return FINALS[s.scenario, answer]
    final = scenario(s).card[-1].final
    assert final is not None
    return final


def is_dear(s: Crisis) -> bool:
    """Whether this victory came at a price."""
    price = scenario(s).price
    if sum(how != "clean" for how in s.week) > 1:  # the end of a campaign that went badly
        return True
    if price is None:
        return False
    relatives = len(s.cast) - 1
    wounds = sum(map(len, s.wounds))
    return bool(
        (price.wounds is not None and wounds >= price.wounds[relatives])
        or (price.fbi is not None and len(s.fbi) >= price.fbi[relatives])
        or (price.no_items and not any(s.ready) and not any(s.used))
        or price.choice in s.decided
        or (price.last_round and s.last_round)
    )


def ending(s: Crisis) -> str:
    """How the story ends, in its own words."""
    return ending_of(s.scenario, s.result, s.dear)
