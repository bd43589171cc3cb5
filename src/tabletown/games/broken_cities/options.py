"""The words that an answer may be, in the rulebook's order: they are written and taken apart here and nowhere else.

A word is a kind and what it is about, `buy:green`; or a kind alone, `end`.
"""

from __future__ import annotations

import re
from functools import cache

from tabletown.games.broken_cities.content import AREAS, CARDS, CELLS, KINDS, LAW_KINDS, PARKS, PENALTIES

# ------------------------------------------------------------------ a turn

BUY = [f"buy:{kind}" for kind in KINDS]  # by kind; nobody buys the first, an empty cell
BOUGHT = {word: kind for kind, word in enumerate(BUY) if kind}
CELL_WORDS = [f"cell:{name}" for name in CELLS]  # where to build, what to retrofit or to tear down
CELL_AT = {word: cell for cell, word in enumerate(CELL_WORDS)}
RENTER_WORDS = [f"renter:{name}" for name in CELLS]  # who moves in, or leaves
HOME_AT = {word: cell for cell, word in enumerate(RENTER_WORDS)}
MOVE_IN_ALL, DEMOLISH, END = "renter:all", "demolish", "end"

# ------------------------------------------------------------------ climate cards, and what the facilitator says

LET_GO = "leave"
GO_ON = "go-on"
EVENT_WORDS = {card: f"event:{card}" for card in CARDS}
LAST_WORDS = {card: f"last:{card}" for card in CARDS}
CARD_IN = {word: card for words in (EVENT_WORDS, LAST_WORDS) for card, word in words.items()}
END_WORDS = {end: f"end:{end}" for end in ("damage", "clock", "fifty")}

# ------------------------------------------------------------------ proposing a law

LAW_WORDS = [f"law:{kind}" for kind in LAW_KINDS]
LAW_IN = dict(zip(LAW_WORDS, LAW_KINDS, strict=True))
NO_PROPOSAL = "no-law"
OLD_LAW_VERBS = ("change", "repeal")


def change_word(number: int) -> str:
    return f"change:{number}"


def repeal_word(number: int) -> str:
    return f"repeal:{number}"


def old_law_in(word: str) -> tuple[str, int] | None:
    """What is to be done to which law: ("repeal", 3)."""
    verb, _, number = word.partition(":")
    return (verb, int(number)) if verb in OLD_LAW_VERBS and re.fullmatch(r"[0-9]{1,4}", number) else None


# ------------------------------------------------------------------ writing it

PROPOSE, WITHDRAW, DONE = "propose", "withdraw", "done"
SLOTS = (  # parts of a law that can be set
    *("amount", "area", "barred", "count", "kinds", "others", "park", "penalty", "rounds", "size", "strict"),
    *("text", "warning"),
)
SET_WORDS = {slot: f"set:{slot}" for slot in SLOTS}
SLOT_IN = {word: slot for slot, word in SET_WORDS.items()}
KIND_WORDS = [f"kind:{kind}" for kind in KINDS]
KIND_IN = {word: kind for kind, word in enumerate(KIND_WORDS) if kind}
PARK_WORDS = [KIND_WORDS[park] for park in PARKS]
AREA_WORDS = [f"area:{area}" for area in AREAS]
AREA_IN = dict(zip(AREA_WORDS, AREAS, strict=True))
PENALTY_WORDS = [f"penalty:{penalty}" for penalty in PENALTIES]
PENALTY_IN = dict(zip(PENALTY_WORDS, PENALTIES, strict=True))
ROUNDS = (0, 1, 2, 3, 4, 5)  # 0: until the game ends


def number_word(slot: str, number: int) -> str:
    return f"{slot}:{number}"


@cache
def number_in(word: str) -> int:
    """The number of a word that `number_word` wrote."""
    return int(word.partition(":")[2])


def number_meant(word: str, slot: str) -> int | None:
    """The number that somebody wants this part to be, whether a law takes it or not."""
    found = re.fullmatch(rf"{slot}:([-−]?)([0-9]{{1,9}})", word)
    return int(found[2]) * (-1 if found[1] else 1) if found else None


TEXT = "text:"  # before a law in one's own words
OVERRULED = "!"  # before such a law that the judge let pass, whatever it says


def text_word(text: str, overruled: bool = False) -> str:
    return f"{TEXT}{OVERRULED if overruled else ''}{text}"


def text_in(word: str) -> str | None:
    """A law in one's own words, as it was typed; None if the word is something else."""
    return word.removeprefix(TEXT) if word.startswith(TEXT) else None


def sentence_in(word: str) -> str:
    """The same, tidied, as it will stand in the statute book."""
    return " ".join(word.removeprefix(TEXT).lstrip(OVERRULED).split())


def is_overruled(text: str) -> bool:
    return text.startswith(OVERRULED)


# ------------------------------------------------------------------ votes and verdicts

ACCEPT, CHANGE, VETO = "accept", "change", "veto"
VETO_BECAUSE = "veto:"  # before one's reason
KEPT, BROKEN = "kept", "broken"


def vote_in(word: str) -> tuple[str, str]:
    """The vote, and the reason that was given for it."""
    vote, _, why = word.partition(":")
    return vote, why


# ------------------------------------------------------------------ all of them


def split(word: str) -> tuple[str, str]:
    """The kind of a word, with its colon where it has one, and what it is about: ("buy:", "green"), ("end", "")."""
    kind, colon, what = word.partition(":")
    return kind + colon, what


MOST_LAWS = 12  # with words of their own
VOCABULARY = (  # research numbers the words in this order
    *(END, DEMOLISH, MOVE_IN_ALL, LET_GO, PROPOSE, WITHDRAW, NO_PROPOSAL, ACCEPT, CHANGE, VETO),
    *BUY[1:],
    *CELL_WORDS,
    *RENTER_WORDS,
    *LAW_WORDS,
    *SET_WORDS.values(),
    *KIND_WORDS[1:],
    *AREA_WORDS,
    *PENALTY_WORDS,
    *(number_word("amount", number) for number in range(113)),
    *(number_word("size", number) for number in range(21)),
    *(number_word("count", number) for number in range(6)),
    *(number_word("rounds", number) for number in ROUNDS),
    *(change_word(number) for number in range(1, MOST_LAWS + 1)),
    *(repeal_word(number) for number in range(1, MOST_LAWS + 1)),
    *(KEPT, BROKEN, DONE),
)
