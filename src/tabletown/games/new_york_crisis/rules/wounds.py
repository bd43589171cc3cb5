"""Wounds and healing."""

from __future__ import annotations

from tabletown.games.new_york_crisis.cards import CHARACTERS, COLOUR, COLOURS, OWN_DICE, WILD
from tabletown.games.new_york_crisis.rules.tracks import raise_alert
from tabletown.games.new_york_crisis.scenarios import GOALS
from tabletown.games.new_york_crisis.state import LEFT, Crisis, put, replaced, seat_of, spokesman, taken
from tabletown.kernel import Chance, Choose, Script, Text, tell

WOUNDED = Text("{who} was wounded and lost a {die} die.")
NO_DIE_LEFT = Text("{who} has no die left to lose.")
HEALED = Text("A wound of {who} was healed: the {die} die is back.")
LOSE = Text("choose the die that {who} loses")
GET_BACK = Text("choose the die that {who} gets back")
LEFT_BEHIND = Text("In the scuffle {what} was left behind.")
KNOCKED_OUT = Text("{who} is knocked out and misses the next turn.")

DIE = tuple(f"die:{colour}" for colour in COLOURS[:4])


# a relative's name as each seat plays it: the log marks a line with the seat whom it concerns
NAMED = [
    [Text("{name:word}", {"name": character.name, "seat": seat}) for seat in range(len(CHARACTERS))]
    for character in CHARACTERS
]


def name(s: Crisis, figure: int) -> Text:
    return NAMED[s.cast[figure]][seat_of(s, figure)]


def own_dice(s: Crisis, figure: int) -> list[int]:
    """The dice on the character's card that no wound has taken."""
    lost = s.wounds[figure]
    dice = list(OWN_DICE[s.cast[figure]])
    for colour in lost:
        dice.remove(colour)
    return dice


def wound(s: Crisis, figure: int) -> Script:
    """1 wound: the player picks an own die to lose; the last die is never lost."""
    dice = own_dice(s, figure)
    if len(dice) <= (0 if s.options.knock_out else 1):
        tell(s, NO_DIE_LEFT, "wound-min-dice", who=name(s, figure))
        raise_alert(s, 1)
        return
    words = [DIE[colour] for colour in sorted(set(dice))]
    if s.options.random_wounds:
        word = yield Chance("lost die", [DIE[colour] for colour in dice], rule="wound-which-die")
    elif len(words) == 1:
        word = words[0]
    else:
        word = yield Choose(seat_of(s, figure), LOSE(who=name(s, figure)), words, rule="wound.die-lost")
    colour = COLOUR[word[4:]]
    s.wounds = put(s.wounds, figure, colour)
    tell(s, WOUNDED, "wound.amount", who=name(s, figure), die=COLOURS[colour])
    if s.options.knock_out and len(dice) == 1:
        s.knocked = replaced(s.knocked, figure, True)
        tell(s, KNOCKED_OUT, "wound-min-dice", who=name(s, figure))
    for number, escort in enumerate(s.escorts):
        if escort == figure:
            s.escorts = replaced(s.escorts, number, LEFT)
            s.goals = replaced(s.goals, number, s.at[figure])
            tell(s, LEFT_BEHIND, "story.card-rules", what=GOALS[s.scenario][number].objective.name)


def heal(s: Crisis, figure: int) -> Script:
    """The die lost for the wound comes back; in its own turn it lies there unrolled until a re-roll."""
    words = [DIE[colour] for colour in sorted(set(s.wounds[figure]))]
    word = words[0]
    if len(words) > 1:
        word = yield Choose(spokesman(s), GET_BACK(who=name(s, figure)), words, rule="wound.heal-returns-die")
    colour = COLOUR[word[4:]]
    s.wounds = taken(s.wounds, figure, colour)
    tell(s, HEALED, "wound.heal-returns-die", who=name(s, figure), die=COLOURS[colour])
    if figure == s.active and s.phase == "act":
        s.colours = [*s.colours, colour]
        s.faces.append(WILD)
        s.spent.append(True)
