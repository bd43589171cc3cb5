"""Option words, in the rulebook's order: written and parsed here and nowhere else.

A word says what is done and, after a colon, with what: `step:soho`, `use:mask`, `take:soho:mental`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto

import msgspec

from tabletown.games.new_york_crisis.cards import CHARACTERS, COLOUR, COLOURS, INFO_TYPES, ITEMS, RESULT, RESULTS
from tabletown.games.new_york_crisis.city import IDS
from tabletown.games.new_york_crisis.scenarios import CAMPAIGN, GOALS, SCENARIOS


class Kind(Enum):
    # setup and who is next
    BE = auto()
    NEXT = auto()
    GO = auto()
    WAIT = auto()
    # moving
    STEP = auto()
    RIDE = auto()
    EXTRA_STEP = auto()
    # dice
    REROLL = auto()
    REROLL_ALL = auto()
    REROLL_SPENT = auto()
    DIE = auto()  # one of those on the table
    ROLL = auto()
    PAY = auto()
    # spending
    TAKE = auto()
    PICK = auto()
    KILL = auto()
    KILL_BOTH = auto()
    KILL_PASSED = auto()
    DODGE = auto()
    AVOID = auto()
    DO = auto()
    FINAL = auto()
    # wounds
    COLOUR = auto()  # of the die that is lost or comes back
    HEAL = auto()
    # items
    USE = auto()
    BRIBE = auto()
    BRIBE_AT = auto()
    TAKE_AT = auto()
    CAR = auto()
    TO_PLACE = auto()
    FETCH = auto()
    SEND = auto()
    HIDE = auto()
    OPEN = auto()
    GIVE = auto()
    GET = auto()
    ITEM = auto()
    TO_RELATIVE = auto()
    FROM = auto()
    # skills and the end of a turn
    SKILL = auto()
    END = auto()
    HEAL_SELF = auto()
    TOKEN = auto()
    # story cards
    DECIDE = auto()
    LEAVE = auto()
    SEIZE = auto()
    # the Long Week
    KEEP = auto()
    KEEP_BOTH = auto()
    ALLY = auto()
    SEND_FBI_HOME = auto()
    LOWER_ALERT = auto()


class Option(msgspec.Struct, frozen=True):
    """A parsed word: the kind of action and what it names, as numbers; -1 for what it does not name."""

    kind: Kind
    place: int = -1
    relative: int = -1  # which character
    item: int = -1
    type: int = -1  # of a result or an info token
    colour: int = -1
    die: int = -1  # its place on the table
    id: str = ""  # of an objective, an answer or an ally
    dice: tuple[tuple[int, int], ...] = ()  # colour and result of each die to pay with


OPTIONS: dict[str, Option] = {}  # every word except payments


def _word(word: str, option: Option) -> str:
    OPTIONS[word] = option
    return word


def _by_place(kind: Kind, verb: str) -> tuple[str, ...]:
    return tuple(_word(f"{verb}:{id}", Option(kind, place=place)) for place, id in enumerate(IDS))


def _by_relative(kind: Kind, verb: str) -> tuple[str, ...]:
    return tuple(_word(f"{verb}:{who.id}", Option(kind, relative=number)) for number, who in enumerate(CHARACTERS))


def _by_item(kind: Kind, verb: str) -> tuple[str, ...]:
    return tuple(_word(f"{verb}:{id}", Option(kind, item=item)) for item, id in enumerate(ITEMS))


def _by_type(kind: Kind, verb: str, place: int = -1) -> tuple[str, ...]:
    return tuple(_word(f"{verb}:{RESULTS[type]}", Option(kind, place=place, type=type)) for type in INFO_TYPES)


# ------------------------------------------------------------------ setup and who is next

BE = _by_relative(Kind.BE, "be")
NEXT = _by_relative(Kind.NEXT, "next")
GO, WAIT = _word("go", Option(Kind.GO)), _word("wait", Option(Kind.WAIT))

# ------------------------------------------------------------------ moving

STEP, RIDE = _by_place(Kind.STEP, "step"), _by_place(Kind.RIDE, "ride")
STEP_TO = {word: place for place, word in enumerate(STEP)}
RIDE_TO = {word: place for place, word in enumerate(RIDE)}
GOES_TO = {**STEP_TO, **RIDE_TO}
EXTRA_STEP = _word("extra", Option(Kind.EXTRA_STEP))

# ------------------------------------------------------------------ dice

REROLL = _word("reroll", Option(Kind.REROLL))
REROLL_ALL = _word("reroll:all", Option(Kind.REROLL_ALL))
REROLL_SPENT = _word("reroll:spent", Option(Kind.REROLL_SPENT))
DICE = tuple(_word(f"die:{number + 1}", Option(Kind.DIE, die=number)) for number in range(13))
ROLL = _word("roll", Option(Kind.ROLL))


def payment(dice: Iterable[tuple[int, int]]) -> str:
    """The word for paying with dice of these colours and results."""
    return "pay:" + "+".join(sorted(f"{COLOURS[colour]}-{RESULTS[face]}" for colour, face in dice))


def _payment(word: str) -> Option | None:
    verb, _, rest = word.partition(":")
    dice = [die.partition("-") for die in rest.split("+")]
    if verb != "pay" or not all(colour in COLOUR and face in RESULT for colour, _, face in dice):
        return None
    return Option(Kind.PAY, dice=tuple((COLOUR[colour], RESULT[face]) for colour, _, face in dice))


# ------------------------------------------------------------------ spending

TAKE, PICK = _by_type(Kind.TAKE, "take"), _by_type(Kind.PICK, "pick")
KILL, KILL_BOTH = _word("kill", Option(Kind.KILL)), _word("kill:both", Option(Kind.KILL_BOTH))
KILL_PASSED = _by_place(Kind.KILL_PASSED, "kill")
DODGE, AVOID = _word("dodge", Option(Kind.DODGE)), _word("avoid", Option(Kind.AVOID))
DO = {
    goal.objective.id: _word(f"do:{goal.objective.id}", Option(Kind.DO, id=goal.objective.id))
    for goals in GOALS.values()
    for goal in goals
}
FINAL = _word("final", Option(Kind.FINAL))

# ------------------------------------------------------------------ wounds

DIE_OF = tuple(
    _word(f"die:{word}", Option(Kind.COLOUR, colour=colour)) for colour, word in enumerate(COLOURS[:4])
)  # by colour
HEAL = _by_relative(Kind.HEAL, "heal")

# ------------------------------------------------------------------ items

USE = _by_item(Kind.USE, "use")
BRIBE, BRIBE_AT = _word("bribe", Option(Kind.BRIBE)), _by_place(Kind.BRIBE_AT, "bribe")
TAKE_AT = tuple(_by_type(Kind.TAKE_AT, f"take:{id}", place) for place, id in enumerate(IDS))  # by place and type
CAR, TO_PLACE = _by_place(Kind.CAR, "car"), _by_place(Kind.TO_PLACE, "to")
FETCH = tuple(_by_type(Kind.FETCH, f"fetch:{id}", place) for place, id in enumerate(IDS))
SEND = _by_relative(Kind.SEND, "send")
HIDE, OPEN = _word("hide", Option(Kind.HIDE)), _by_place(Kind.OPEN, "open")
GIVE, GET = _word("give", Option(Kind.GIVE)), _word("get", Option(Kind.GET))
OWN_ITEM = _by_item(Kind.ITEM, "item")
TO_RELATIVE = _by_relative(Kind.TO_RELATIVE, "to")
FROM = tuple(  # by relative and item
    tuple(
        _word(f"from:{who.id}:{id}", Option(Kind.FROM, relative=relative, item=item)) for item, id in enumerate(ITEMS)
    )
    for relative, who in enumerate(CHARACTERS)
)

# ------------------------------------------------------------------ skills and the end of a turn

SKILL, END = _word("skill", Option(Kind.SKILL)), _word("end", Option(Kind.END))
HEAL_SELF, TOKEN = _word("heal", Option(Kind.HEAL_SELF)), _word("token", Option(Kind.TOKEN))

# ------------------------------------------------------------------ story cards

DECIDE = {
    answer.id: _word(f"decide:{answer.id}", Option(Kind.DECIDE, id=answer.id))
    for scenario in SCENARIOS.values()
    for card in scenario.card
    if card.choice is not None
    for answer in card.choice.options
}
LEAVE, SEIZE = _by_place(Kind.LEAVE, "leave"), _by_place(Kind.SEIZE, "seize")

# ------------------------------------------------------------------ the Long Week

KEEP, KEEP_BOTH = _by_item(Kind.KEEP, "keep"), _word("keep", Option(Kind.KEEP_BOTH))
ALLY = {ally.id: _word(f"ally:{ally.id}", Option(Kind.ALLY, id=ally.id)) for ally in CAMPAIGN.ally}
SEND_FBI_HOME = _word("word:fbi", Option(Kind.SEND_FBI_HOME))
LOWER_ALERT = _word("word:alert", Option(Kind.LOWER_ALERT))


def read(word: str) -> Option | None:
    """Parse a word; None if it is not a word of this game."""
    return OPTIONS.get(word) or _payment(word)


# ------------------------------------------------------------------ for research: the words by number

_FAR = tuple(f"{verb}:{id}" for verb in ("take", "fetch") for id in IDS)
# some are never offered (skip, take:wild …), but without them the others would change their numbers
VOCABULARY = (
    *(END, GO, WAIT, EXTRA_STEP, REROLL, REROLL_ALL, REROLL_SPENT, ROLL, SKILL, KILL, KILL_BOTH, DODGE, AVOID),
    *(BRIBE, HIDE, GIVE, GET, HEAL_SELF, TOKEN, FINAL, KEEP_BOTH, "skip", "no", "yes"),
    *(*STEP, *RIDE, *TO_PLACE, *KILL_PASSED, *BRIBE_AT, *OPEN, *CAR, *LEAVE, *SEIZE),
    *(*_FAR, *(f"{far}:{what}" for far in _FAR for what in (*RESULTS[:3], "item"))),
    *(*BE, *NEXT, *HEAL, *SEND, *TO_RELATIVE, *USE, *OWN_ITEM, *KEEP, *(word for words in FROM for word in words)),
    *(*DO.values(), *ALLY.values(), SEND_FBI_HOME, LOWER_ALERT, *DICE, *DIE_OF, *TAKE, "take:wild", *PICK, "pick:wild"),
)
KINDS = sorted({word.partition(":")[0] for word in OPTIONS} | {"pay"})  # the first part of every word
