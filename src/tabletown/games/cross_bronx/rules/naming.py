"""Names of places and pieces in the log, in labels, on the board and in the text view."""

from __future__ import annotations

from tabletown.games.cross_bronx.options import (
    DISTRICT_OF_WORD,
    ORG_OF_WORD,
    SPACE_OF_WORD,
    STREET_OF_WORD,
    STREET_ORG_OF_WORD,
)
from tabletown.games.cross_bronx.state import CODES, FACTION_NAMES, NAMES, NOBODY, NUMBERS, SPACE_NAMES, Bronx
from tabletown.kernel import Text

DISTRICT = Text("District {district}, {name}")
UNHOUSED, THE_UNHOUSED = Text("unhoused"), Text("the unhoused of {place}")
TILE, EXHAUSTED = Text("the {owner:word} tile {space}"), Text("the exhausted {owner:word} tile {space}")
ON_NO_TILE = Text("no tile in District {district}")
ORGANIZATION = Text("the {faction:word} Organization on {place}")
UNHOUSED_ORGANIZATION = Text("the unhoused {faction:word} Organization in {place}")


def district(d: int) -> Text:
    return DISTRICT(district=NUMBERS[d], name=NAMES[d])


def tile(s: Bronx, space: int) -> Text:
    owner, name = s.owner[space], SPACE_NAMES[space]
    return (EXHAUSTED if s.exhausted[space] else TILE)(owner=FACTION_NAMES[owner] if owner >= 0 else "", space=name)


def standing(word: str) -> str:
    """The space that this word's Organization stands on, or the number of its District if unhoused."""
    place = ORG_OF_WORD.get(word)
    return SPACE_NAMES[place // 3] if place is not None else str(NUMBERS[STREET_ORG_OF_WORD[word] // CODES // 3])


def home(s: Bronx, word: str) -> tuple[str, int]:
    """The space that this word's cube is on, and the tile's owner; neither if it is unhoused."""
    space = SPACE_OF_WORD.get(word)
    return ("", NOBODY) if space is None else (SPACE_NAMES[space], s.owner[space])


def spoken(word: str) -> Text | str:
    if word in DISTRICT_OF_WORD:
        return district(DISTRICT_OF_WORD[word])
    if word in STREET_OF_WORD:
        return THE_UNHOUSED(place=district(STREET_OF_WORD[word]))
    if word in SPACE_OF_WORD:
        return SPACE_NAMES[SPACE_OF_WORD[word]]
    if word in ORG_OF_WORD:
        return ORGANIZATION(faction=FACTION_NAMES[ORG_OF_WORD[word] % 3], place=standing(word))
    if word in STREET_ORG_OF_WORD:
        where, faction = divmod(STREET_ORG_OF_WORD[word] // CODES, 3)
        return UNHOUSED_ORGANIZATION(faction=FACTION_NAMES[faction], place=district(where))
    return word
