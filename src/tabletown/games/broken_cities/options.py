"""The options of the game, in the rulebook's order. Their words are written and parsed here and nowhere else.

A kind that ends with a colon is followed by its subject, such as `buy:green`; any other is a whole word.
"""

from __future__ import annotations

import re
from functools import cache

from tabletown.games.broken_cities.content import AREAS, CARDS, CELLS, LAW_KINDS, PARKS, PENALTIES
from tabletown.games.broken_cities.content import KINDS as TILE_KINDS

BUY = "buy:"  # this kind of tile, or a retrofit
CELL = "cell:"  # build, retrofit or tear down there
RENTER = "renter:"  # moves in there, or leaves
MOVE_IN_ALL = "renter:all"
DEMOLISH = "demolish"
END = "end"  # the turn
LET_GO = "leave"  # a renter who lost a home
GO_ON, EVENT, LAST, ENDING = "go-on", "event:", "last:", "end:"  # what the facilitator says
LAW = "law:"  # propose one of this kind
CHANGE_LAW, REPEAL_LAW = "change:", "repeal:"  # propose that, of the law with this number
NO_PROPOSAL = "no-law"
PROPOSE, WITHDRAW = "propose", "withdraw"
SET = "set:"  # this part of the law next
KIND, AREA, PENALTY, TEXT = "kind:", "area:", "penalty:", "text:"  # the new value of that part
COUNT, AMOUNT, SIZE, ROUNDS = "count:", "amount:", "size:", "rounds:"
DONE = "done"
ACCEPT, CHANGE, VETO = "accept", "change", "veto"
VETO_BECAUSE = "veto:"  # with a reason
KEPT, BROKEN = "kept", "broken"
KINDS = (
    *(BUY, CELL, RENTER, DEMOLISH, END, LET_GO, GO_ON, EVENT, LAST, ENDING),
    *(LAW, CHANGE_LAW, REPEAL_LAW, NO_PROPOSAL, PROPOSE, WITHDRAW, SET, KIND, AREA, PENALTY, TEXT),
    *(COUNT, AMOUNT, SIZE, ROUNDS, DONE, ACCEPT, CHANGE, VETO, VETO_BECAUSE, KEPT, BROKEN),
)


def kind_of(word: str) -> str:
    return word[: word.find(":") + 1] or word


# ------------------------------------------------------------------ a turn

BUY_WORDS = [BUY + kind for kind in TILE_KINDS]  # the first, an empty cell, is never bought
BOUGHT = {word: kind for kind, word in enumerate(BUY_WORDS) if kind}
CELL_WORDS, RENTER_WORDS = [CELL + name for name in CELLS], [RENTER + name for name in CELLS]
CELL_AT = {word: cell for cell, word in enumerate(CELL_WORDS)}
HOME_AT = {word: cell for cell, word in enumerate(RENTER_WORDS)}

# ------------------------------------------------------------------ what the facilitator says

EVENT_WORDS, LAST_WORDS = {card: EVENT + card for card in CARDS}, {card: LAST + card for card in CARDS}
CARD_IN = {word: card for words in (EVENT_WORDS, LAST_WORDS) for card, word in words.items()}
END_WORDS = {end: ENDING + end for end in ("damage", "clock", "fifty")}

# ------------------------------------------------------------------ laws

LAW_WORDS = [LAW + kind for kind in LAW_KINDS]
LAW_IN = dict(zip(LAW_WORDS, LAW_KINDS, strict=True))
SLOTS = (  # parts of a law that can be set
    *("amount", "area", "barred", "count", "kinds", "others", "park", "penalty", "rounds", "size", "strict"),
    *("text", "warning"),
)
SET_WORDS = {slot: SET + slot for slot in SLOTS}
SLOT_IN = {word: slot for slot, word in SET_WORDS.items()}
KIND_WORDS = [KIND + kind for kind in TILE_KINDS]
KIND_IN = {word: kind for kind, word in enumerate(KIND_WORDS) if kind}
PARK_WORDS = [KIND_WORDS[park] for park in PARKS]
AREA_WORDS, PENALTY_WORDS = [AREA + area for area in AREAS], [PENALTY + penalty for penalty in PENALTIES]
AREA_IN = dict(zip(AREA_WORDS, AREAS, strict=True))
PENALTY_IN = dict(zip(PENALTY_WORDS, PENALTIES, strict=True))
DURATIONS = (0, 1, 2, 3, 4, 5)  # rounds; 0: until the game ends
OVERRULED = "!"  # marks a free-text law that the teacher allowed


def change_word(number: int) -> str:
    return f"{CHANGE_LAW}{number}"


def repeal_word(number: int) -> str:
    return f"{REPEAL_LAW}{number}"


def old_law_in(word: str) -> int | None:
    """The number of the law that is to be changed or repealed."""
    found = re.fullmatch(f"(?:{CHANGE_LAW}|{REPEAL_LAW})([0-9]{{1,4}})", word)
    return int(found[1]) if found else None


def number_word(slot: str, number: int) -> str:
    return f"{slot}:{number}"


@cache
def number_in(word: str) -> int:
    """The number of a word that `number_word` wrote."""
    return int(word.partition(":")[2])


def number_meant(word: str, slot: str) -> int | None:
    """The number asked for in this part, whether allowed or not."""
    found = re.fullmatch(rf"{slot}:([-−]?)([0-9]{{1,9}})", word)
    return int(found[2]) * (-1 if found[1] else 1) if found else None


def text_word(text: str, overruled: bool = False) -> str:
    return TEXT + OVERRULED * overruled + text


def text_in(word: str) -> str | None:
    """The text of a free-text law as it was typed; None if the word is something else."""
    return word.removeprefix(TEXT) if word.startswith(TEXT) else None


def sentence_in(word: str) -> str:
    """The text of a free-text law, tidied for the statute book."""
    return " ".join(word.removeprefix(TEXT).lstrip(OVERRULED).split())


def is_overruled(text: str) -> bool:
    return text.startswith(OVERRULED)


def vote_in(word: str) -> tuple[str, str]:
    """The vote and the reason given for it."""
    vote, _, why = word.partition(":")
    return vote, why


# ------------------------------------------------------------------ all of them

MOST_LAWS = 12  # laws that have numbered options
VOCABULARY = (  # encodings number the options in this order
    *(END, DEMOLISH, MOVE_IN_ALL, LET_GO, PROPOSE, WITHDRAW, NO_PROPOSAL, ACCEPT, CHANGE, VETO),
    *BUY_WORDS[1:],
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
    *(number_word("rounds", number) for number in DURATIONS),
    *(change_word(number) for number in range(1, MOST_LAWS + 1)),
    *(repeal_word(number) for number in range(1, MOST_LAWS + 1)),
    *(KEPT, BROKEN, DONE),
)
