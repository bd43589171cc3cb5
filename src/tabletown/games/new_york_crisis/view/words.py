"""Sentences for options, and the table in words."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import named
from tabletown.games.new_york_crisis.cards import (
    BIKE,
    CAMPAIGN,
    CASH,
    CHARACTERS,
    COLOURS,
    DRONE,
    GOALS,
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
from tabletown.games.new_york_crisis.rules.acts import PASSED
from tabletown.games.new_york_crisis.rules.dice import DICE, have
from tabletown.games.new_york_crisis.rules.items import PLUS
from tabletown.games.new_york_crisis.rules.spending import KILL_BOTH, PICK, TAKE, kill_price
from tabletown.games.new_york_crisis.rules.story import ending, final_challenge
from tabletown.games.new_york_crisis.rules.wounds import name
from tabletown.games.new_york_crisis.state import Crisis, here, scenario, seat_of
from tabletown.kernel import Decision, say

NAMED = {character.id: character.name for character in CHARACTERS}
ACT = "action.count"  # the rule of the question what to do next
PART = {character.id: number for number, character in enumerate(CHARACTERS)}


def counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count > 1 else f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def wilds_needed(s: Crisis, type: int, count: int) -> int:
    return max(0, count - have(s)[type])


def price(s: Crisis, type: int, count: int) -> str:
    """What a payment takes: "2 mental", or "1 mental and 1 wild, alert +1"."""
    wilds = min(wilds_needed(s, type, count), have(s)[WILD])
    if not wilds:
        return f"{count} {named(RESULTS[type])}"
    alert = wilds * MODIFIERS[s.event].wild_alert
    cost = say("alert +{alert}", alert=alert) if alert else say("no alert this round")
    exact = say("{count} {type} and ", count=count - wilds, type=RESULTS[type]) if wilds < count else ""
    return say("{exact}{wilds} wild, {cost}", exact=exact, wilds=wilds, cost=cost)


def label(s: Crisis, decision: Decision, word: str) -> str:
    """The sentence a player would say."""
    return sentence(s, word, decision.rule == ACT)


def sentence(s: Crisis, word: str, act: bool = True) -> str:
    """`act`: said when anything can be done, and not to go on with something that is already paid for."""
    head, _, rest = word.partition(":")
    simple = {
        "end": say("End my turn"),
        "extra": extra_sentence(s),
        "reroll": say("Re-roll: pick the dice (1 action)"),
        "roll": say("Roll the picked dice"),
        "give": say("Give an item to a relative here"),
        "get": say("Take an item over from a relative here"),
        "go": say("I go next"),
        "wait": say("Let somebody else go first"),
        "bribe": say("Bribe a mafia here to leave"),
        "hide": say("Hide from the mafia here"),
        "heal": say("Heal a wound"),
        "token": say("Get a skill token back"),
    }
    if word == "skill" and s.active >= 0:
        skill = CHARACTERS[s.cast[s.active]].skill
        return say(
            "Use a skill: {part}",
            part=say("heal a relative here") if skill == "heal" else say("re-roll a {skill} die", skill=skill),
        )
    if word in simple:
        return simple[word]
    if head == "be":
        return say("I am the {rest}", rest=rest)
    if head == "decide":
        return answer_label(s, rest)
    if head == "ally":
        ally = next(ally for ally in CAMPAIGN.ally if ally.id == rest)
        return f"{named(ally.name)}: {ally.text}"
    if head == "keep":
        return say("Take the {item_name} along", item_name=ITEM_NAMES[ITEM[rest]]) if rest else say("Keep both")
    if head == "word":
        return say("Send 1 FBI home") if rest == "fbi" else say("Lower the alert by 2")
    if head == "next":
        return say("{rest} goes next", rest=NAMED[rest])
    if word == "reroll:all":
        return say("Re-roll all dice (1 action)")
    if word == "reroll:spent":
        return say("Re-roll the spent dice (1 action)")
    if word == "final":
        cost = final_challenge(s).cost
        return say("The final challenge: spend {price}", price=price(s, cost.type, cost.results))
    if head == "do":
        objective = next(goal.objective for goal in GOALS[s.scenario] if goal.objective.id == rest)
        verb = say("Win over") if objective.follows else say("See to")
        if objective.items:
            gifts = say("an item") if objective.items == 1 else say("{items} items", items=objective.items)
            return say("{verb} {name}: hand over {gifts}", verb=verb, name=objective.name, gifts=gifts)
        cost = objective.cost
        return say(
            "{verb} {name}: spend {price}", verb=verb, name=objective.name, price=price(s, cost.type, cost.results)
        )
    if head in ("step", "ride") and rest in INDEX:
        return going_sentence(s, head, INDEX[rest], act)
    if head in ("take", "pick", "fetch", "kill", "dodge", "avoid"):
        return spending_sentence(s, word)
    if head == "pay":
        return say("Pay with ") + " and ".join(part.replace("-", " die: ") for part in rest.split("+"))
    if word in DICE:
        n = DICE.index(word)
        if n < len(s.colours):
            spent = say(", spent") if s.spent[n] else ""
            return say(
                "The {colour} die ({result}{spent})",
                colour=COLOURS[s.colours[n]],
                result=RESULTS[s.faces[n]],
                spent=spent,
            )
    return item_sentence(s, head, rest)


def answer_label(s: Crisis, id: str) -> str:
    choice = scenario(s).card[s.card].choice
    options = choice.options if choice is not None else ()
    return next((option.label for option in options if option.id == id), id)


def extra_step_left(s: Crisis) -> bool:
    return not s.extra_used and MODIFIERS[s.event].extra_step_allowed


def extra_sentence(s: Crisis) -> str:
    alert = MODIFIERS[s.event].extra_step_alert
    return (
        say("Take an extra step: alert +{alert}", alert=alert) if alert else say("Take an extra step (free this round)")
    )


def going_sentence(s: Crisis, head: str, place: int, act: bool) -> str:
    verb = say("Ride the subway to") if head == "ride" else say("Walk to")
    found = []
    if s.mafia[place]:
        found.append(say("{mafia} mafia", mafia=s.mafia[place]))
    found += [
        counted(s.info[place * 3 + type], say("{type} info", type=INFO_COLOUR[type]))
        for type in range(3)
        if s.info[place * 3 + type]
    ]
    if s.item[place] >= 0:
        found.append(say("the {item_name}", item_name=ITEM_NAMES[s.item[place]]))
    cost = ""
    free = head == "ride" and MODIFIERS[s.event].subway_step_cost == 0
    if act and s.phase == "act" and not s.steps and s.actions and not free:
        cost = say(" (1 action)")
    return f"{verb} {named(NAMES[place])}{cost}" + (f": {', '.join(found)}" if found else "")


def spending_sentence(s: Crisis, word: str) -> str:
    head = word.partition(":")[0]
    if word in TAKE:
        type = TAKE.index(word)
        cost = s.info_cost[type]
        return say("Take the {type} info: spend {price}", type=INFO_COLOUR[type], price=price(s, type, cost))
    if word in PICK:
        type = PICK.index(word)
        return say(
            "Pick up the {item_name}: spend {price}", item_name=ITEM_NAMES[s.item[here(s)]], price=price(s, type, 2)
        )
    if word == "dodge":
        return say("Dodge the mafia and stay here: spend {price}", price=price(s, PHYSICAL, 1))
    if word == "avoid":
        return say("Avoid the mafia: spend {price}", price=price(s, SOCIAL, 1))
    if word == "kill":
        cost = kill_price(s)[1]
        return say("Eliminate a mafia: spend {price}", price=price(s, PHYSICAL, cost))
    if word == KILL_BOTH:
        return say("Eliminate both mafia: spend {price}", price=price(s, PHYSICAL, 3))
    if word in PASSED:
        return say(
            "Eliminate a mafia here and one at {name}: spend {price}",
            name=NAMES[PASSED[word]],
            price=price(s, PHYSICAL, 3),
        )
    _, place, type_word = word.split(":")
    type = RESULT[type_word]
    if head == "take":
        cost = s.info_cost[type]
        return say(
            "Take the {type} info at {name}: spend {price}",
            type=INFO_COLOUR[type],
            name=NAMES[INDEX[place]],
            price=price(s, type, cost),
        )
    item = ITEM_NAMES[s.item[INDEX[place]]]
    return say(
        "Fetch the {item} from {name}: spend {price}", item=item, name=NAMES[INDEX[place]], price=price(s, type, 2)
    )


def item_sentence(s: Crisis, head: str, rest: str) -> str:
    if head == "use" and rest in ITEM:
        return say(
            "Use the {item_name}: {item_use}", item_name=ITEM_NAMES[ITEM[rest]], item_use=item_use(s, ITEM[rest])
        )
    if head == "item":
        return say("The {item_name}", item_name=ITEM_NAMES[ITEM[rest]])
    if head == "from":
        who, _, item = rest.partition(":")
        return say("Take the {item_name} from {who}", item_name=ITEM_NAMES[ITEM[item]], who=NAMED[who])
    if head == "die":
        return say("The {rest} die", rest=rest)
    if rest in NAMED:
        who = NAMED[rest]
        return {
            "heal": say("Heal a wound of {who}", who=who),
            "send": say("Send the drone to {who}", who=who),
            "to": say("Give it to {who}", who=who),
        }[head]
    if rest in INDEX:
        place = NAMES[INDEX[rest]]
        return {
            "car": say("Move the police car at {place}", place=place),
            "to": say("To {place}", place=place),
            "open": say("Walk into {place} in the raincoat: alert +1", place=place),
            "bribe": say("Bribe a mafia at {place}", place=place),
            "leave": say("From {place}", place=place),
            "seize": say("At {place}", place=place),
        }.get(head, place)
    return f"{head} {rest}".strip()


def item_use(s: Crisis, item: int) -> str:
    """What the item would do now, in a few words."""
    stuck = s.active >= 0 and s.mafia[here(s)] > s.dodged + s.avoided
    return {
        CASH: say("bribe a mafia") if stuck else say("heal a wound or bribe a mafia"),
        RAINCOAT: say("hide from the mafia here") if stuck else say("get past mafia, police or FBI"),
        LAPTOP: say("take info next door"),
        BIKE: say("1 more step with each move"),
        NEWSPAPER: say("a free subway ride"),
        POLICE_RADIO: say("move a police car") + ("" if s.radio_free else say(", alert +1")),
        DRONE: say("fetch or send an item"),
    }.get(item, "") or say("1 more {result} result", result=RESULTS[PLUS[item]])


def short(s: Crisis, word: str) -> tuple[str, str]:
    """A button: what it does, and what it costs."""
    words = sentence(s, word)
    for mark in (say(": spend "), say(": hand over "), say(": alert"), " ("):
        if mark in words:
            first, _, second = words.partition(mark)
            return first, "alert" + second if mark == ": alert" else second.rstrip(")")
    if words.startswith(("Use the ", "Use a skill")) or word.startswith("ally:"):
        first, _, second = words.partition(": ")
        return first, second
    return words, ""


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


def describe(s: Crisis, place: int) -> str:
    """A location in words."""
    things = []
    if place in s.cars:
        things.append(say("a police car"))
    if place in s.fbi:
        things.append(say("the FBI"))
    if s.mafia[place]:
        things.append(say("{mafia} mafia", mafia=s.mafia[place]))
    for type, colour in enumerate(("red", "blue", "yellow")):
        if s.info[place * 3 + type]:
            things.append(counted(s.info[place * 3 + type], say("{colour} info", colour=colour)))
    if s.item[place] >= 0:
        things.append(say("an item, the {item_name}", item_name=ITEM_NAMES[s.item[place]]))
    for number, spot in enumerate(s.goals):
        if spot == place:
            things.append(GOALS[s.scenario][number].objective.name)
    if s.final_at == place:
        things.append(say("the final challenge"))
    things += [str(name(s, figure)) for figure, at in enumerate(s.at) if at == place]
    station = say(", station") if LOCATIONS[place].subway else ""
    return f"{named(NAMES[place])}{station}: {', '.join(things) or 'nothing'}"


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
        lines += [part.text for part in card.later if part.when in s.decided and part.text]
    else:
        lines.append(story.line)
    if s.event:
        event = POLICE_CARDS[s.event]
        lines.append(say("Police this round: {title}. {text}", title=event.title, text=event.text))
    for figure, character in enumerate(s.cast):
        player = names[seat_of(s, figure)] if seat_of(s, figure) < len(names) else ""
        items = [ITEM_NAMES[item] for item in s.ready[figure]] + [
            say("{item} (used)", item=ITEM_NAMES[item]) for item in s.used[figure]
        ]
        lines.append(
            say(
                "{name} ({player}): at {name2}, {skills} skill tokens, {wounds} wounds",
                name=CHARACTERS[character].name,
                player=player,
                name2=NAMES[s.at[figure]],
                skills=s.skills[figure],
                wounds=len(s.wounds[figure]),
            )
            + (say(", items: {items}", items=", ".join(items)) if items else "")
            + "."
        )
    if s.active >= 0:
        lines.append(say("It is {name}'s turn: {turn}", name=name(s, s.active), turn=turn_words(s)))
    for place in range(len(LOCATIONS)):
        told = describe(s, place)
        if not told.endswith(": nothing"):
            lines.append(told + ".")
    if s.result:
        lines.append(ending(s))
    return "\n".join(lines)


def story_words(s: Crisis) -> str:
    cards = scenario(s).card
    coming = cards[s.card + 1].at[max(0, len(s.cast) - 1)] if 0 <= s.card + 1 < len(cards) else 0
    if coming:
        return say("Story {story}, next card at {coming}", story=s.story, coming=coming)
    return say("Story {story}, all cards open", story=s.story)


def track_words(s: Crisis) -> str:
    if s.card < 0:
        return scenario(s).line
    return say(
        "{story}. Alert {alert} of {limit}, FBI {fbi} of 5, bag {bag}.",
        story=story_words(s),
        alert=s.alert,
        limit=s.limit,
        fbi=len(s.fbi),
        bag=sum(s.bag),
    )


def turn_words(s: Crisis) -> str:
    dice = [f"{named(RESULTS[face])}{' (spent)' if spent else ''}" for face, spent in zip(s.faces, s.spent)]
    extra = say(", extra step left") if extra_step_left(s) else ""
    actions = say("1 action") if s.actions == 1 else say("{actions} actions", actions=s.actions)
    steps = say("1 step") if s.steps == 1 else say("{steps} steps", steps=s.steps)
    return f"{actions} and {steps} left{extra}; dice: {', '.join(dice) or 'none'}."
