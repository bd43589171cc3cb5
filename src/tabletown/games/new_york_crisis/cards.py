"""The family, the dice, the items and all cards, read from content/ and checked."""

from __future__ import annotations

import msgspec

from tabletown.games.new_york_crisis.city import CONTENT, INDEX
from tabletown.kernel import load_content

# results, as numbers; info tokens have the first three as their types
PHYSICAL, MENTAL, SOCIAL, WILD = range(4)
RESULTS = ("physical", "mental", "social", "wild")  # words
RESULT = {word: number for number, word in enumerate(RESULTS)}
INFO_TYPES = (PHYSICAL, MENTAL, SOCIAL)
INFO_COLOUR = ("red", "blue", "yellow")  # words

# dice by colour; a relative's grey die and an item's result are told apart from the character's own dice
RED, YELLOW, BLUE, GREY, RELATIVE, EXTRA = range(6)
COLOURS = ("red", "yellow", "blue", "grey", "relative", "item")  # words
COLOUR = {word: number for number, word in enumerate(COLOURS)}

(CELL_PHONE, MASK, GLOVES, LAPTOP, CASH, BIKE, NEWSPAPER, POLICE_RADIO, DRONE, RAINCOAT) = range(10)
ITEMS = ("cell_phone", "mask", "gloves", "laptop", "cash", "bike", "newspaper", "police_radio", "drone", "raincoat")
ITEM = {word: number for number, word in enumerate(ITEMS)}


# ------------------------------------------------------------------ the family, dice and items


class Character(msgspec.Struct, frozen=True):
    id: str
    name: str
    dice: tuple[str, ...]
    skill: str  # heal, or the colour of the die that is re-rolled
    skill_text: str
    line: str


class Die(msgspec.Struct, frozen=True):
    colour: str
    faces: tuple[str, ...]


class Item(msgspec.Struct, frozen=True):
    id: str
    name: str
    copies: int
    text: str


class Family(msgspec.Struct, frozen=True):
    character: tuple[Character, ...]
    die: tuple[Die, ...]
    item: tuple[Item, ...]


def check_family(family: Family) -> None:
    if tuple(item.id for item in family.item) != ITEMS:
        raise ValueError(f"the items must be, in this order: {', '.join(ITEMS)}.")
    if tuple(die.colour for die in family.die) != COLOURS[:4]:
        raise ValueError(f"the dice must be, in this order: {', '.join(COLOURS[:4])}.")
    for die in family.die:
        for face in die.faces:
            if face not in RESULT:
                raise ValueError(f"die {die.colour!r}: {face!r} is no result.")
    for character in family.character:
        for colour in character.dice:
            if colour not in COLOURS[:4]:
                raise ValueError(f"character {character.id!r}: there is no {colour!r} die.")
        if character.skill != "heal" and character.skill not in character.dice:
            raise ValueError(f"character {character.id!r}: skill {character.skill!r} is neither heal nor an own die.")


FAMILY = load_content(CONTENT / "family.toml", Family, check_family)
CHARACTERS = FAMILY.character
OWN_DICE = tuple(tuple(COLOUR[colour] for colour in character.dice) for character in CHARACTERS)
SKILL_COLOUR = tuple(COLOUR.get(character.skill, -1) for character in CHARACTERS)  # -1: heals
FACES = (*(die.faces for die in FAMILY.die), FAMILY.die[GREY].faces)  # a relative's die is grey too
ITEM_NAMES = tuple(item.name for item in FAMILY.item)
ITEM_TOKENS = tuple(item.id for item in FAMILY.item for _ in range(item.copies))


# ------------------------------------------------------------------ mafia cards


class MafiaEntry(msgspec.Struct, frozen=True):
    id: str
    mafia: str
    info: str
    item: str
    line: str


class MafiaDeck(msgspec.Struct, frozen=True):
    card: tuple[MafiaEntry, ...]


class MafiaCard(msgspec.Struct, frozen=True):
    """The same with locations as numbers; -1 is a blank part."""

    id: str
    mafia: int
    info: int
    item: int
    line: str


def check_mafia(deck: MafiaDeck) -> None:
    for card in deck.card:
        for part in ("mafia", "info", "item"):
            place = getattr(card, part)
            if place and place not in INDEX:
                raise ValueError(f"card {card.id!r}: {part} names {place!r}, which is no location.")


MAFIA_CARDS = {
    card.id: MafiaCard(
        card.id, INDEX.get(card.mafia, -1), INDEX.get(card.info, -1), INDEX.get(card.item, -1), card.line
    )
    for card in load_content(CONTENT / "mafia.toml", MafiaDeck, check_mafia).card
}


# ------------------------------------------------------------------ police cards and their events


class Condition(msgspec.Struct, frozen=True):
    type: str
    at_least: int | tuple[int, int, int, int] = 0
    at_most: int = 0
    when: str = "at once"


class Reward(msgspec.Struct, frozen=True):
    kind: str
    delta: int = 0
    each: int = 0


class Effect(msgspec.Struct, frozen=True):
    kind: str
    name: str = ""
    delta: int = 0
    min: int = 0
    value: bool | int = 0
    count: int = 0
    alert_if_empty: int = 0
    wounds: bool = False  # everybody who shares a location with mafia
    condition: Condition | None = None
    reward: Reward | None = None


class PoliceEntry(msgspec.Struct, frozen=True):
    id: str
    location: str
    title: str
    mood: str
    line: str
    text: str
    effect: Effect


class PoliceDeck(msgspec.Struct, frozen=True):
    card: tuple[PoliceEntry, ...]


class Modifiers(msgspec.Struct, frozen=True):
    """What an event changes for a round; the defaults are the rules."""

    move_steps: int = 2
    subway_open: bool = True
    subway_step_cost: int = 1
    wild_alert: int = 1
    extra_step_allowed: bool = True
    extra_step_alert: int = 1
    mafia_cards_place_mafia: bool = True
    avoid_allowed: bool = True
    dodge_allows_move: bool = False
    reroll_max_dice: int = 99
    grey_range: int = 0
    grey_allowed: bool = True


CONDITIONS = (
    "mafia_eliminated",
    "info_taken",
    "items_taken",
    "wilds_used",
    "characters_together",
    "turn_ends_on_station",
)


def check_police(deck: PoliceDeck) -> None:
    for card in deck.card:
        effect = card.effect
        if card.location not in INDEX:
            raise ValueError(f"card {card.id!r}: {card.location!r} is no location.")
        if effect.kind not in ("modifier", "spawn_mafia", "spawn_info", "alert", "task"):
            raise ValueError(f"card {card.id!r}: there is no effect {effect.kind!r}.")
        if effect.kind == "modifier" and effect.name not in Modifiers.__struct_fields__:
            raise ValueError(f"card {card.id!r}: there is no modifier {effect.name!r}.")
        if effect.kind == "task" and (effect.condition is None or effect.reward is None):
            raise ValueError(f"card {card.id!r}: a task needs a condition and a reward.")
        if effect.condition is not None and effect.condition.type not in CONDITIONS:
            raise ValueError(f"card {card.id!r}: there is no condition {effect.condition.type!r}.")
        if effect.reward is not None and effect.reward.kind not in ("alert", "skill_token", "heal_or_skill"):
            raise ValueError(f"card {card.id!r}: there is no reward {effect.reward.kind!r}.")


def _modifiers(effect: Effect) -> Modifiers:
    if effect.kind != "modifier":
        return Modifiers()
    if effect.delta:
        value = max(effect.min, getattr(Modifiers(), effect.name) + effect.delta)
    else:
        value = effect.value
    return msgspec.structs.replace(Modifiers(), **{effect.name: value})


POLICE_CARDS = {card.id: card for card in load_content(CONTENT / "police.toml", PoliceDeck, check_police).card}
POLICE_AT = {card.id: INDEX[card.location] for card in POLICE_CARDS.values()}
IS_MODIFIER = frozenset(card.id for card in POLICE_CARDS.values() if card.effect.kind == "modifier")
MODIFIERS = {"": Modifiers(), **{card.id: _modifiers(card.effect) for card in POLICE_CARDS.values()}}


# ------------------------------------------------------------------ stories

ByCount = tuple[int, int, int, int]  # by the number of relatives in play


class Cost(msgspec.Struct, frozen=True):
    physical: int = 0
    mental: int = 0
    social: int = 0

    @property
    def type(self) -> int:
        return PHYSICAL if self.physical else MENTAL if self.mental else SOCIAL

    @property
    def results(self) -> int:
        return self.physical or self.mental or self.social


class StoryEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a story card, an answer or an objective does; rules/story.py carries it out."""

    kind: str
    type: str = ""
    results: int = 0
    count: int = 1
    delta: int = 0
    who: str = ""  # heal: one, here; wound: with_mafia
    location: str = ""
    locations: tuple[str, ...] = ()
    item: str = ""
    only: tuple[int, ...] = (1, 2, 3, 4)  # for these numbers of relatives


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    token: str  # building or character
    location: str  # or random
    done: str
    cost: Cost = Cost()
    items: int = 0  # handed over instead of results
    wounds: int = 0  # taken by whoever does it
    clear: bool = False  # no mafia may stand there
    turf: bool = False  # until it is done, a mafia comes back there in every police phase
    optional: bool = False  # the final challenge does not wait for it
    when: str = ""  # only after this answer
    reward: tuple[StoryEffect, ...] = ()
    roams: bool = False
    follows: bool = False


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    label: str
    effects: tuple[StoryEffect, ...] = ()


class StoryChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question to the whole family; the answer is remembered as id=option."""

    id: str
    ask: str
    options: tuple[Answer, ...]


class Later(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an earlier answer adds to a card."""

    when: str
    text: str = ""
    effects: tuple[StoryEffect, ...] = ()


class OtherPrice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the final challenge costs after an earlier answer."""

    when: str
    cost: Cost


class Final(msgspec.Struct, frozen=True):
    location: str
    cost: Cost
    times: ByCount
    who: str  # anybody, different, escort


class StoryCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    text: str
    rule: str
    at: ByCount
    bag: Cost
    mafia_cards: int
    effects: tuple[StoryEffect, ...] = ()
    objectives: tuple[Objective, ...] = ()
    choice: StoryChoice | None = None
    later: tuple[Later, ...] = ()
    final: Final | None = None
    final_if: tuple[OtherPrice, ...] = ()
    ending: str = ""
    ending_price: str = ""  # of a dear victory
    ending_lost: str = ""


class Dear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a victory a dear one: any of these."""

    wounds: ByCount | None = None  # so many open wounds, by the number of relatives
    fbi: ByCount | None = None
    no_items: bool = False
    choice: str = ""  # this answer was given
    last_round: bool = False


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    line: str
    start: str
    alert_limit: ByCount
    cars_on_alert: tuple[int, ...]
    first_round_cars: int
    card: tuple[StoryCard, ...]
    price: Dear | None = None


class Ally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Won with a clean victory; helps once in any later night."""

    id: str
    after: str  # the scenario
    name: str
    text: str
    effect: str  # drive, items, word


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    line: str
    order: tuple[str, ...]
    keeps_wounds: int
    lost_alert: int  # where the alert starts after a lost night
    ally: tuple[Ally, ...]


class Losing(msgspec.Struct, frozen=True):
    """How the story ends when it ends badly."""

    alert: str
    fbi: str


class Stories(msgspec.Struct, frozen=True):
    losing: Losing
    scenario: tuple[Scenario, ...]
    campaign: Campaign


def check_stories(stories: Stories) -> None:
    nights = [scenario.id for scenario in stories.scenario]
    for id in (*stories.campaign.order, *(ally.after for ally in stories.campaign.ally)):
        if id not in nights:
            raise ValueError(f"campaign: there is no scenario {id!r}.")
    for scenario in stories.scenario:
        where = f"scenario {scenario.id!r}"
        if scenario.start not in INDEX:
            raise ValueError(f"{where}: start {scenario.start!r} is no location.")
        if scenario.first_round_cars + len(scenario.cars_on_alert) > CARS:
            raise ValueError(f"{where}: there are only {CARS} police cars.")
        for number, card in enumerate(scenario.card):
            place = f"{where}, card {number}"
            if (card.final is not None) != (number == len(scenario.card) - 1):
                raise ValueError(f"{place}: the last card, and only the last, has the final challenge.")
            if card.final is not None and card.final.location not in INDEX:
                raise ValueError(f"{place}: final.location {card.final.location!r} is no location.")
            if card.final is not None and card.final.who not in ("anybody", "different", "escort"):
                raise ValueError(f"{place}: final.who {card.final.who!r} is not known.")
            for objective in card.objectives:
                if objective.location != "random" and objective.location not in INDEX:
                    raise ValueError(f"{place}: objective {objective.id!r} lies at no location.")
                if bool(objective.items) == bool(objective.cost.results):
                    raise ValueError(f"{place}: objective {objective.id!r} takes either results or items.")
            for effect in effects_of(card):
                check_story_effect(effect, place)
            for answer in remembered(card):
                if answer not in answers_before(scenario, number):
                    raise ValueError(f"{place}: no earlier card asks for the answer {answer!r}.")


def effects_of(card: StoryCard) -> list[StoryEffect]:
    """All that a card can bring about, now or later."""
    parts = [card.effects, *(part.effects for part in card.later), *(goal.reward for goal in card.objectives)]
    if card.choice is not None:
        parts += [answer.effects for answer in card.choice.options]
    return [effect for part in parts for effect in part]


def remembered(card: StoryCard) -> list[str]:
    """The answers of earlier cards that this one asks about."""
    objectives = [objective.when for objective in card.objectives if objective.when]
    return [*objectives, *(part.when for part in card.later), *(price.when for price in card.final_if)]


def answers_before(scenario: Scenario, number: int) -> list[str]:
    choices = [card.choice for card in scenario.card[: number + 1] if card.choice is not None]
    return [f"{choice.id}={option.id}" for choice in choices for option in choice.options]


STORY_EFFECTS = (
    *("alert", "ambush", "fbi", "fbi_leaves", "guards", "guards_leave", "heal", "info_cost", "item"),
    *("mafia", "mafia_leaves", "radio_free", "subway_closed", "wound"),
)


def check_story_effect(effect: StoryEffect, place: str) -> None:
    if effect.kind not in STORY_EFFECTS:
        raise ValueError(f"{place}: there is no effect {effect.kind!r}; there are: {', '.join(STORY_EFFECTS)}.")
    somewhere = (*effect.locations, *([effect.location] if effect.location not in ("", "most_mafia") else ()))
    for location in somewhere:
        if location not in INDEX:
            raise ValueError(f"{place}: effect {effect.kind!r} names {location!r}, which is no location.")
    if effect.kind in ("fbi", "item") and not effect.location:
        raise ValueError(f"{place}: effect {effect.kind!r} needs a location.")
    if effect.item and effect.item not in ITEM:
        raise ValueError(f"{place}: there is no item {effect.item!r}.")
    if effect.kind == "heal" and effect.who not in ("one", "here"):
        raise ValueError(f"{place}: heal is for who = one or here.")
    if effect.kind == "info_cost" and effect.type not in RESULTS[:3]:
        raise ValueError(f"{place}: info_cost needs a type: physical, mental or social.")


CARS, FBI_TOKENS, MAFIA_TOKENS, INFO_TOKENS, SKILL_TOKENS = 5, 5, 25, 10, 2
STORIES = load_content(CONTENT / "stories.toml", Stories, check_stories)
LOSING = STORIES.losing
CAMPAIGN = STORIES.campaign
SCENARIOS = {scenario.id: scenario for scenario in STORIES.scenario}


# what the final challenge takes, by scenario and answer; without one as printed on the last card
FINALS = {
    (scenario.id, other.when): msgspec.structs.replace(scenario.card[-1].final, cost=other.cost)
    for scenario in SCENARIOS.values()
    for other in scenario.card[-1].final_if
    if scenario.card[-1].final is not None
}


class Goal(msgspec.Struct, frozen=True):
    """An objective of a scenario, with the card that brings it."""

    card: int
    objective: Objective


GOALS = {
    scenario.id: tuple(
        Goal(number, objective) for number, card in enumerate(scenario.card) for objective in card.objectives
    )
    for scenario in SCENARIOS.values()
}


# ------------------------------------------------------------------ lessons of the tutorial


class Lesson(msgspec.Struct, frozen=True):
    id: str
    title: str
    text: str


class Lessons(msgspec.Struct, frozen=True):
    lesson: tuple[Lesson, ...]


LESSONS = {lesson.id: lesson for lesson in load_content(CONTENT / "lessons.toml", Lessons).lesson}
