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
)
from tabletown.kernel import Text

STREET = Text("the street of District {district}")
DISTRICT = Text("District {district}")
ORGANIZATION = Text("the {faction:word} Organization on {place}")


def standing(word: str) -> Text | str:
    """Where the Organization of this word stands: on a tile, or on the street."""
    place = ORG_OF_WORD.get(word)
    if place is not None:
        return SPACE_NAMES[place // 3]
    return STREET(district=NUMBERS[STREET_ORG_OF_WORD[word] // CODES // 3])


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
