"""The options of the game, in the rulebook's order: the only place that writes and parses option words.

A kind that ends with a colon is followed by what it names, such as `tile:4a`; any other is a complete word. Lists give
the word for each number, dictionaries the number for each word.
"""

from __future__ import annotations

from tabletown.games.cross_bronx.components import ACTION_OPTIONS, POSITIONS, WORDS
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    ADJACENT,
    BOXES,
    CODES,
    DISTRICT_OF,
    FACE_DOWN,
    FACTION_IDS,
    FACTIONS,
    GRANT,
    LOAN,
    NUMBERS,
    ORG,
    ORG_SPAN,
    SPACE_NAMES,
    SPACES,
)

# ------------------------------------------------------------------ kinds

BOX = "box:"  # choose an action box (3.1.1)
ACTION = "action:"  # an action of the Faction's menu (4.0)
DISTRICT = "district:"
BRANCH = "option:"  # how to perform the action there
COUNT = "count:"  # a number of pieces
TILE = "tile:"  # Infrastructure, or the cubes housed there
STREET = "street:"  # unhoused cubes of a District
ORGANIZATION = "org:"
FACTION = "faction:"
LIST = "list:"  # one of the lists of effects an Event offers (3.1.4)
POSITION = "position:"  # a Position card (6.1)
SPACE = "space:"  # an empty square: no question offers one, but the encoding has a place for it

# words that name nothing
PASS, DONE_WORD, YES, NO = "pass", "done", "yes", "no"
BY_ACTIVATING, BY_REMOVING, BY_VULNERABILITY = (
    "activate",
    "remove",
    "vulnerability",
)  # how an action in a District is paid for (4.0)
ON_GRANT, ON_LOAN, ON_NEITHER = "grant", "loan", "none"  # the marker an Organization takes (2.3.4)
LOAN_IN_AREA = "area"  # a Loan that lies in the Faction's area (3.2.3)
REDEEM, ROLL_OVER = "redeem", "roll-over"  # a Bond that is due (3.2.3)

KINDS = (BOX, ACTION, DISTRICT, BRANCH, COUNT, TILE, STREET, ORGANIZATION, FACTION, LIST, POSITION, SPACE)


def kind_of_word(word: str) -> str:
    return word[: word.find(":") + 1] or word


# ------------------------------------------------------------------ places and pieces (2.0)

DISTRICT_WORDS = tuple(f"{DISTRICT}{number}" for number in NUMBERS)
ADJACENT_WORDS = tuple(tuple(DISTRICT_WORDS[n] for n in near) for near in ADJACENT)
STREET_WORDS = tuple(f"{STREET}{number}" for number in NUMBERS)
TILE_WORDS = tuple(f"{TILE}{name}" for name in SPACE_NAMES)
SPACE_WORDS = tuple(f"{SPACE}{name}" for name in SPACE_NAMES)
ORG_WORDS = tuple(f"{ORGANIZATION}{SPACE_NAMES[space]}:{FACTION_IDS[f]}" for space in SPACES for f in FACTIONS)
ORG_WORDS_IN = tuple(ORG_WORDS[span] for span in ORG_SPAN)  # indexed by District * 3 + Faction
FACTION_WORDS = tuple(f"{FACTION}{id}" for id in FACTION_IDS)


def street_org_word(entry: int) -> str:
    """Word for an unhoused Organization, such as org:4:public, or org:4:public:active-loan with its state."""
    place, bits = divmod(entry, CODES)
    district, faction = divmod(place, 3)
    words = [
        word for bit, word in ((ACTIVE, "active"), (GRANT, "grant"), (LOAN, "loan"), (FACE_DOWN, "old")) if bits & bit
    ]
    return f"{ORGANIZATION}{NUMBERS[district]}:{FACTION_IDS[faction]}" + (":" + "-".join(words) if words else "")


STREET_ORG_WORDS = tuple(street_org_word(entry) for entry in range(len(NUMBERS) * 3 * CODES))

DISTRICT_OF_WORD = {word: district for district, word in enumerate(DISTRICT_WORDS)}
STREET_OF_WORD = {word: district for district, word in enumerate(STREET_WORDS)}
SPACE_OF_WORD = {word: space for space, word in enumerate(TILE_WORDS)}
ORG_OF_WORD = {word: place for place, word in enumerate(ORG_WORDS)}  # space * 3 + faction
STREET_ORG_OF_WORD = {word: entry for entry, word in enumerate(STREET_ORG_WORDS) if entry & ORG}
FACTION_OF_WORD = {word: faction for faction, word in enumerate(FACTION_WORDS)}

# ------------------------------------------------------------------ the Sequence of Play, actions, Events, Positions

BOX_WORDS = tuple(f"{BOX}{id}" for id in BOXES)
ACTION_WORDS = {id: f"{ACTION}{id}" for id in WORDS.action}
BRANCH_WORDS = {option: f"{BRANCH}{option}" for _, option in ACTION_OPTIONS}
COUNT_WORDS = tuple(f"{COUNT}{number}" for number in range(10))
LIST_WORDS = tuple(f"{LIST}{number}" for number in range(1, 5))
POSITION_WORDS = tuple(f"{POSITION}{position.id}" for position in POSITIONS)

BOX_OF_WORD = {word: box for box, word in enumerate(BOX_WORDS)}
ACTION_OF_WORD = {word: id for id, word in ACTION_WORDS.items()}
BRANCH_OF_WORD = {word: option for option, word in BRANCH_WORDS.items()}
COUNT_OF_WORD = {word: count for count, word in enumerate(COUNT_WORDS)}
LIST_OF_WORD = {word: number for number, word in enumerate(LIST_WORDS)}
POSITION_OF_WORD = {word: index for index, word in enumerate(POSITION_WORDS)}


# ------------------------------------------------------------------ all kinds alike


def district_of(word: str) -> int:
    """The District a word refers to, or -1."""
    return _DISTRICTS_OF_WORDS.get(word, -1)


_DISTRICTS_OF_WORDS: dict[str, int] = {
    **DISTRICT_OF_WORD,
    **STREET_OF_WORD,
    **{word: DISTRICT_OF[space] for word, space in SPACE_OF_WORD.items()},
    **{word: DISTRICT_OF[place // 3] for word, place in ORG_OF_WORD.items()},
    **{word: entry // CODES // 3 for word, entry in STREET_ORG_OF_WORD.items()},
}
