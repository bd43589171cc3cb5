"""The family, the dice, the items and all cards, read from content/ and checked."""

from __future__ import annotations

import msgspec

from tabletown.editions import cards_of, newest
from tabletown.games.new_york_crisis.city import CONTENT, INDEX
from tabletown.kernel import load_content

# results as numbers; the first three are also the types of info tokens
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
                raise ValueError(f"die {die.colour!r}: {face!r} is not a result.")
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
    edition: int = 0  # in which it was added


class MafiaDeck(msgspec.Struct, frozen=True):
    card: tuple[MafiaEntry, ...]


class MafiaCard(msgspec.Struct, frozen=True):
    """A mafia card with its locations as numbers; -1 is a blank part."""

    id: str
    mafia: int
    info: int
    item: int
    line: str
    edition: int


def check_mafia(deck: MafiaDeck) -> None:
    for card in deck.card:
        for part in ("mafia", "info", "item"):
            place = getattr(card, part)
            if place and place not in INDEX:
                raise ValueError(f"card {card.id!r}: {part} names {place!r}, which is not a location.")


MAFIA_CARDS = {
    card.id: MafiaCard(
        card.id, INDEX.get(card.mafia, -1), INDEX.get(card.info, -1), INDEX.get(card.item, -1), card.line, card.edition
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
    wounds: bool = False  # of everybody who shares a location with mobsters
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
    edition: int = 0  # in which it was added


class PoliceDeck(msgspec.Struct, frozen=True):
    card: tuple[PoliceEntry, ...]


class Modifiers(msgspec.Struct, frozen=True):
    """What an event may change for a round; the defaults are the rules without an event."""

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
            raise ValueError(f"card {card.id!r}: {card.location!r} is not a location.")
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


# ------------------------------------------------------------------ editions

FREE_RIDES_END = 1  # the edition that added the ruling `free-rides`
EDITION = max(FREE_RIDES_END, newest(MAFIA_CARDS.values(), POLICE_CARDS.values()))


def mafia_deck(edition: int) -> list[str]:
    return [card.id for card in cards_of(MAFIA_CARDS.values(), edition)]


def police_deck(edition: int) -> list[str]:
    return [card.id for card in cards_of(POLICE_CARDS.values(), edition)]
