"""The options of a question as chips: Districts, tiles and Organizations by their short names."""

from __future__ import annotations

from tabletown.drawing import Chip, named
from tabletown.games.cross_bronx.options import (
    DISTRICT_OF_WORD,
    EMPTY_OF_WORD,
    ORG_OF_WORD,
    SPACE_OF_WORD,
    STREET_OF_WORD,
    STREET_ORG_OF_WORD,
)
from tabletown.games.cross_bronx.state import CODES, DISTRICT_OF, FACTION_NAMES, NAMES, NUMBERS, SPACE_NAMES, Bronx
from tabletown.games.cross_bronx.view.words import chip as yields
from tabletown.kernel import Decision, say


def chip(s: Bronx, asked: Decision, word: str) -> Chip | None:
    if word in DISTRICT_OF_WORD:
        return Chip(district(DISTRICT_OF_WORD[word]), yields(s, asked, word))
    if word in STREET_OF_WORD:
        return Chip(say("The unhoused"), say("of {district}", district=district(STREET_OF_WORD[word])))
    if word in SPACE_OF_WORD:
        space = SPACE_OF_WORD[word]
        state = say("exhausted") if s.exhausted[space] else say("{pop} of 5 housed", pop=s.pop[space])
        return Chip(tile(s, space), state)
    if word in EMPTY_OF_WORD:
        space = EMPTY_OF_WORD[word]
        return Chip(say("Space {space}", space=SPACE_NAMES[space]), district(DISTRICT_OF[space]))
    if word in ORG_OF_WORD:
        space, faction = divmod(ORG_OF_WORD[word], 3)
        return Chip(
            say("{faction} Organization", faction=FACTION_NAMES[faction]), say("on {tile}", tile=tile(s, space))
        )
    if word in STREET_ORG_OF_WORD:
        where, faction = divmod(STREET_ORG_OF_WORD[word] // CODES, 3)
        return Chip(
            say("{faction} Organization", faction=FACTION_NAMES[faction]),
            say("unhoused in {district}", district=district(where)),
        )
    return None


def district(d: int) -> str:
    return f"{NUMBERS[d]} {named(NAMES[d])}"


def tile(s: Bronx, space: int) -> str:
    owner = s.owner[space]
    return (
        f"{named(FACTION_NAMES[owner])} {named(SPACE_NAMES[space])}"
        if owner >= 0
        else say("Space {space}", space=SPACE_NAMES[space])
    )
