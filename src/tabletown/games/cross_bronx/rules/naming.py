"""What the log calls a place or a piece that an option names."""

from __future__ import annotations

from tabletown.games.cross_bronx.state import (
    CODES,
    DISTRICT_OF_WORD,
    FACTION_NAMES,
    NUMBERS,
    ORG_OF_WORD,
    SPACE_NAMES,
    SPACE_OF_WORD,
    STREET_OF_WORD,
    STREET_ORG_OF_WORD,
    Bronx,
)
from tabletown.kernel import Text

STREET = Text("the street of District {district}")
DISTRICT = Text("District {district}")
TILE, THE_STREET = Text("the {owner:word} tile {space}"), Text("the street")
ORGANIZATION = Text("the {faction:word} Organization on {place}")


def standing(word: str) -> Text | str:
    """Where the Organization of this word stands: on a tile, or on the street."""
    place = ORG_OF_WORD.get(word)
    if place is not None:
        return SPACE_NAMES[place // 3]
    return STREET(district=NUMBERS[STREET_ORG_OF_WORD[word] // CODES // 3])


def home(s: Bronx, word: str) -> Text:
    """Where the cube of this word is: on a tile, and whose that is, or on the street."""
    space = SPACE_OF_WORD.get(word)
    return THE_STREET if space is None else tile(s, space)


def tile(s: Bronx, space: int) -> Text:
    owner = s.owner[space]
    return TILE(owner=FACTION_NAMES[owner] if owner >= 0 else "", space=SPACE_NAMES[space])


def spoken(word: str) -> Text | str:
    if word in DISTRICT_OF_WORD:
        return DISTRICT(district=NUMBERS[DISTRICT_OF_WORD[word]])
    if word in STREET_OF_WORD:
        return STREET(district=NUMBERS[STREET_OF_WORD[word]])
    if word in SPACE_OF_WORD:
        return SPACE_NAMES[SPACE_OF_WORD[word]]
    place = ORG_OF_WORD.get(word)
    if place is None and word not in STREET_ORG_OF_WORD:
        return word
    faction = place % 3 if place is not None else STREET_ORG_OF_WORD[word] // CODES % 3
    return ORGANIZATION(faction=FACTION_NAMES[faction], place=standing(word))
