"""Sentences for options, and the table in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.drawing import listed, named
from tabletown.games.new_york_crisis.cards import (
    BIKE,
    CASH,
    CHARACTERS,
    COLOURS,
    DRONE,
    INFO_COLOUR,
    ITEM,
    ITEM_NAMES,
    LAPTOP,
    MODIFIERS,
    NEWSPAPER,
    PHYSICAL,
    POLICE_CARDS,
    POLICE_RADIO,
    RAINCOAT,
    RESULT,
    RESULTS,
    SOCIAL,
    WILD,
)
from tabletown.games.new_york_crisis.city import IDS, INDEX, LOCATIONS, NAMES
from tabletown.games.new_york_crisis.options import DICE, KILL_BOTH, KILL_PASSED, PICK, TAKE
from tabletown.games.new_york_crisis.rules.dice import have
from tabletown.games.new_york_crisis.rules.items import PLUS
from tabletown.games.new_york_crisis.rules.moving import extra_step_left
from tabletown.games.new_york_crisis.rules.spending import kill_price
from tabletown.games.new_york_crisis.rules.story import ending, final_challenge
from tabletown.games.new_york_crisis.rules.wounds import name
from tabletown.games.new_york_crisis.scenarios import CAMPAIGN, GOALS
from tabletown.games.new_york_crisis.state import Crisis, here, scenario, seat_of
from tabletown.kernel import Decision, Text, say

NAMED = {character.id: character.name for character in CHARACTERS}
PASSED = {word: place for place, word in enumerate(KILL_PASSED)}
ACT = "action.count"  # the rule of the question what to do next
PART = {character.id: number for number, character in enumerate(CHARACTERS)}


SPENDS, BRINGS, ASIDE = Text("{deed}: spend {note}"), Text("{deed}: {note}"), Text("{deed} ({note})")


class Deed(NamedTuple):
    """An option in two short phrases: what is done, and what it costs or brings."""

    deed: str
    note: str = ""
    how: Text = BRINGS

    @property
    def sentence(self) -> str:
        return str(self.how(deed=self.deed, note=self.note)) if self.note else self.deed


INFO = (
    Text("{n} red info", many="{n} red info"),
    Text("{n} blue info", many="{n} blue info"),
    Text("{n} yellow info", many="{n} yellow info"),
)
SIMPLE = {
    "end": Text("End my turn"),
    "roll": Text("Roll the picked dice"),
    "give": Text("Give an item to a relative here"),
    "get": Text("Take over an item from a relative here"),
    "go": Text("I go next"),
    "wait": Text("Let somebody else go first"),
    "bribe": Text("Bribe a mafia here to leave"),
    "hide": Text("Hide from the mafia here"),
    "heal": Text("Heal a wound"),
    "token": Text("Get a skill token back"),
    "word:fbi": Text("Send 1 FBI home"),
    "word:alert": Text("Lower the alert by 2"),
    "keep": Text("Keep both"),
}
REROLLS = {
    "reroll": Text("Re-roll: pick the dice"),
    "reroll:all": Text("Re-roll all dice"),
    "reroll:spent": Text("Re-roll the spent dice"),
}


def wilds_needed(s: Crisis, type: int, count: int) -> int:
    return max(0, count - have(s)[type])


def price(s: Crisis, type: int, count: int) -> str:
    """What a payment takes: "2 mental", or "1 mental and 1 wild, alert +1"."""
    wilds = min(wilds_needed(s, type, count), have(s)[WILD])
    if not wilds:
        return say("{count} {type}", count=count, type=RESULTS[type])
    alert = wilds * MODIFIERS[s.event].wild_alert
    cost = say("alert +{alert}", alert=alert) if alert else say("no alert this round")
    if wilds < count:
        told = {"count": count - wilds, "type": RESULTS[type], "wilds": wilds, "cost": cost}
        return say("{count} {type} and {wilds} wild, {cost}", **told)
    return say("{wilds} wild, {cost}", wilds=wilds, cost=cost)


def label(s: Crisis, decision: Decision, word: str) -> str:
    """The sentence a player would say."""
    return sentence(s, word, decision.rule == ACT)


def sentence(s: Crisis, word: str, act: bool = True) -> str:
    return deed(s, word, act).sentence


def deed(s: Crisis, word: str, act: bool = True) -> Deed:
    """`act`: said when anything can be done, and not to go on with something that is already paid for."""
    head, _, rest = word.partition(":")
    if word in SIMPLE:
        return Deed(str(SIMPLE[word]))
    if word in REROLLS:
        return Deed(str(REROLLS[word]), say("1 action"), ASIDE)
    if word == "extra":
        return extra_step(s)
    if word == "skill" and s.active >= 0:
        skill = CHARACTERS[s.cast[s.active]].skill
        what = say("heal a relative here") if skill == "heal" else say("re-roll a {colour} die", colour=skill)
        return Deed(say("Use a skill"), what)
    if head == "be":
        return Deed(say("I am the {relative}", relative=NAMED.get(rest, rest)))
    if head == "decide":
        return Deed(answer_label(s, rest))
    if head == "ally":
        ally = next(ally for ally in CAMPAIGN.ally if ally.id == rest)
        return Deed(named(ally.name), named(ally.text))
    if head == "keep":
        return Deed(say("Take the {item} along", item=ITEM_NAMES[ITEM[rest]]))
    if head == "next":
        return Deed(say("{relative} goes next", relative=NAMED[rest]))
    if word == "final":
        cost = final_challenge(s).cost
        return Deed(say("The final challenge"), price(s, cost.type, cost.results), SPENDS)
    if head == "do":
        return objective_deed(s, rest)
    if head in ("step", "ride") and rest in INDEX:
        return going(s, head, INDEX[rest], act)
    if head in ("take", "pick", "fetch", "kill", "dodge", "avoid"):
        return spending(s, word)
    if head == "pay":
        dice = [
            say("{colour} die ({result})", colour=colour, result=result)
            for colour, _, result in (part.partition("-") for part in rest.split("+"))
        ]
        return Deed(say("Pay with {dice}", dice=dice))
    if word in DICE:
        n = DICE.index(word)
        if n < len(s.colours):
            told = {"colour": COLOURS[s.colours[n]], "result": RESULTS[s.faces[n]]}
            if s.spent[n]:
                return Deed(say("The {colour} die ({result}, spent)", **told))
            return Deed(say("The {colour} die ({result})", **told))
    return item_deed(s, head, rest)


def objective_deed(s: Crisis, id: str) -> Deed:
    objective = next(goal.objective for goal in GOALS[s.scenario] if goal.objective.id == id)
    what = (
        say("Win over {name}", name=objective.name) if objective.follows else say("See to {name}", name=objective.name)
    )
    if objective.items:
        gifts = say("hand over an item", "hand over {n} items", n=objective.items)
        return Deed(what, gifts)
    return Deed(what, price(s, objective.cost.type, objective.cost.results), SPENDS)


def answer_label(s: Crisis, id: str) -> str:
    choice = scenario(s).card[s.card].choice
    options = choice.options if choice is not None else ()
    return named(next((option.label for option in options if option.id == id), id))


def extra_step(s: Crisis) -> Deed:
    alert = MODIFIERS[s.event].extra_step_alert
    cost = say("alert +{alert}", alert=alert) if alert else say("free this round")
    return Deed(say("Take an extra step"), cost)


def found_at(s: Crisis, place: int) -> list[str]:
    """What lies about at a location."""
    found = [say("{n} mafia", n=s.mafia[place])] if s.mafia[place] else []
    found += [str(INFO[type](n=count)) for type in range(3) if (count := s.info[place * 3 + type])]
    if s.item[place] >= 0:
        found.append(say("the {item}", item=ITEM_NAMES[s.item[place]]))
    return found


def going(s: Crisis, head: str, place: int, act: bool) -> Deed:
    told = {"place": NAMES[place]}
    what = say("Ride the subway to {place}", **told) if head == "ride" else say("Walk to {place}", **told)
    free = head == "ride" and MODIFIERS[s.event].subway_step_cost == 0
    if act and s.phase == "act" and not s.steps and s.actions and not free:
        what = say("{deed} (1 action)", deed=what)
    return Deed(what, listed(found_at(s, place), ","))


def spending(s: Crisis, word: str) -> Deed:
    head = word.partition(":")[0]
    if word in TAKE:
        type = TAKE.index(word)
        return Deed(say("Take the {type} info", type=INFO_COLOUR[type]), price(s, type, s.info_cost[type]), SPENDS)
    if word in PICK:
        item = ITEM_NAMES[s.item[here(s)]]
        return Deed(say("Pick up the {item}", item=item), price(s, PICK.index(word), 2), SPENDS)
    if word == "dodge":
        return Deed(say("Dodge the mafia and stay here"), price(s, PHYSICAL, 1), SPENDS)
    if word == "avoid":
        return Deed(say("Avoid the mafia"), price(s, SOCIAL, 1), SPENDS)
    if word == "kill":
        return Deed(say("Eliminate a mafia"), price(s, PHYSICAL, kill_price(s)[1]), SPENDS)
    if word == KILL_BOTH:
        return Deed(say("Eliminate both mafia"), price(s, PHYSICAL, 3), SPENDS)
    if word in PASSED:
        what = say("Eliminate a mafia here and one at {place}", place=NAMES[PASSED[word]])
        return Deed(what, price(s, PHYSICAL, 3), SPENDS)
    _, place, type_word = word.split(":")
    type, where = RESULT[type_word], NAMES[INDEX[place]]
    if head == "take":
        what = say("Take the {type} info at {place}", type=INFO_COLOUR[type], place=where)
        return Deed(what, price(s, type, s.info_cost[type]), SPENDS)
    what = say("Fetch the {item} from {place}", item=ITEM_NAMES[s.item[INDEX[place]]], place=where)
    return Deed(what, price(s, type, 2), SPENDS)


def item_deed(s: Crisis, head: str, rest: str) -> Deed:
    if head == "use" and rest in ITEM:
        return Deed(say("Use the {item}", item=ITEM_NAMES[ITEM[rest]]), item_use(s, ITEM[rest]))
    if head == "item":
        return Deed(say("The {item}", item=ITEM_NAMES[ITEM[rest]]))
    if head == "from":
        who, _, item = rest.partition(":")
        return Deed(say("Take the {item} from {who}", item=ITEM_NAMES[ITEM[item]], who=NAMED[who]))
    if head == "die":
        return Deed(say("The {colour} die", colour=rest))
    if rest in NAMED:
        return Deed(str(WITH_RELATIVES[head](who=NAMED[rest])))
    if rest in INDEX:
        place = NAMES[INDEX[rest]]
        if head == "open":
            return Deed(say("Walk into {place} in the raincoat", place=place), say("alert +1"))
        return Deed(str(WITH_PLACES[head](place=place)) if head in WITH_PLACES else named(place))
    return Deed(f"{head} {rest}".strip())


WITH_RELATIVES = {
    "heal": Text("Heal a wound of {who}"),
    "send": Text("Send the drone to {who}"),
    "to": Text("Give it to {who}"),
}
WITH_PLACES = {
    "car": Text("Move the police car at {place}"),
    "to": Text("To {place}"),
    "bribe": Text("Bribe a mafia at {place}"),
    "leave": Text("From {place}"),
    "seize": Text("At {place}"),
}


def item_use(s: Crisis, item: int) -> str:
    """What the item would do now, in a few words."""
    stuck = s.active >= 0 and s.mafia[here(s)] > s.dodged + s.avoided
    return {
        CASH: say("bribe a mafia") if stuck else say("heal a wound or bribe a mafia"),
        RAINCOAT: say("hide from the mafia here") if stuck else say("get past mafia, police or FBI"),
        LAPTOP: say("take info next door"),
        BIKE: say("1 more step with each move"),
        NEWSPAPER: say("a free subway ride"),
        POLICE_RADIO: say("move a police car") if s.radio_free else say("move a police car, alert +1"),
        DRONE: say("fetch or send an item"),
    }.get(item, "") or say("1 more {result} result", result=RESULTS[PLUS[item]])


class Words:
    """The options of a question, by where on the board they belong."""

    def __init__(self, s: Crisis, decision: Decision | None) -> None:
        self.s = s
        self.options: list[str] = list(decision.options) if decision is not None else []
        self.act = decision is not None and decision.rule == ACT
        self.plates: dict[int, str] = {}
        self.tokens: dict[tuple[str, int], str] = {}
        self.people: dict[int, str] = {}  # relatives who can be named, by character
        at = s.at[s.active] if s.active >= 0 else -1
        for word in self.options:
            head, _, rest = word.partition(":")
            place = INDEX.get(rest, -1)
            if rest in NAMED and head != "be":
                self.people[PART[rest]] = word
            elif head == "car":
                self.tokens["car", place] = word
            elif head in ("step", "to", "open", "bribe", "leave", "seize") and place >= 0:
                self.plates.setdefault(place, word)
            elif head == "ride" and (place not in self.plates or MODIFIERS[s.event].subway_step_cost == 0):
                self.plates[place] = word
            elif word in TAKE:
                self.tokens[f"info{TAKE.index(word)}", at] = word
            elif word in PICK:
                best = self.tokens.get(("item", at))
                if best is None or wilds_needed(s, PICK.index(word), 2) < wilds_needed(s, PICK.index(best), 2):
                    self.tokens["item", at] = word
            elif word == "kill":
                self.tokens["mafia", at] = word
            elif word in PASSED:
                self.tokens["mafia", PASSED[word]] = word
            elif head in ("take", "fetch"):
                spot, _, type = rest.partition(":")
                key = f"info{RESULT[type]}" if head == "take" else "item"
                self.tokens.setdefault((key, INDEX[spot]), word)

    def label(self, word: str) -> str:
        return sentence(self.s, word, self.act)

    def why(self, place: int) -> str:
        """The word to ask about when somebody clicks a plate that is no option."""
        return f"step:{IDS[place]}"

    def goal(self, id: str) -> str:
        word = f"do:{id}" if id else "final"
        return word if word in self.options else ""

    def placed(self) -> set[str]:
        return set(self.plates.values())


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
        lines += [named(part.text) for part in card.later if part.when in s.decided and part.text]
    else:
        lines.append(named(story.line))
    if s.event:
        event = POLICE_CARDS[s.event]
        lines.append(say("Police this round: {title}. {text}", title=event.title, text=event.text))
    lines += [relative_words(s, figure, names) for figure in range(len(s.cast))]
    if s.active >= 0:
        lines.append(say("{name} is acting: {turn}", name=name(s, s.active), turn=turn_words(s)))
    lines += [f"{place_words(s, place)}." for place in range(len(LOCATIONS)) if not is_empty(s, place)]
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
    return say("{who}: {said:,}.", who=who, said=said)


def next_card(s: Crisis) -> int:
    """Where on the track the next story card turns up; 0: all are open."""
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
        "{story}. Alert {alert} of {limit}, FBI {fbi} of 5, bag {bag}.",
        story=story_words(s),
        alert=s.alert,
        limit=s.limit,
        fbi=len(s.fbi),
        bag=sum(s.bag),
    )


def turn_words(s: Crisis) -> str:
    dice = [
        say("{result} (spent)", result=RESULTS[face]) if spent else named(RESULTS[face])
        for face, spent in zip(s.faces, s.spent)
    ]
    left = [say("{n} action", "{n} actions", n=s.actions), say("{n} step", "{n} steps", n=s.steps)]
    if extra_step_left(s):
        left.append(say("the extra step"))
    if not dice:
        return say("left: {left}; no dice.", left=left)
    return say("left: {left}; dice: {dice:,}.", left=left, dice=dice)
