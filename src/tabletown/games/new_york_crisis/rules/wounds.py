"""Wounds and healing."""

from __future__ import annotations

from tabletown.games.new_york_crisis.cards import CHARACTERS, COLOUR, COLOURS, OWN_DICE, WILD
from tabletown.games.new_york_crisis.events import NO_DIE, Healed, KnockedOut, NoDieLost, ObjectiveLeftBehind, Wounded
from tabletown.games.new_york_crisis.rules.tracks import raise_alert
from tabletown.games.new_york_crisis.scenarios import GOALS
from tabletown.games.new_york_crisis.state import LEFT, Crisis, put, replaced, seat_of, spokesman, taken, who
from tabletown.kernel import Chance, Choose, Script, Text, tell

LOSE = Text("choose the die that {who} loses")
GET_BACK = Text("choose the die that {who} gets back")

DIE = tuple(f"die:{colour}" for colour in COLOURS[:4])


def name(s: Crisis, figure: int) -> str:
    return CHARACTERS[s.cast[figure]].name


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
        tell(s, NoDieLost, *who(s, figure))
        raise_alert(s, 1, NO_DIE)
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
    tell(s, Wounded, *who(s, figure), COLOURS[colour])
    if s.options.knock_out and len(dice) == 1:
        s.knocked = replaced(s.knocked, figure, True)
        tell(s, KnockedOut, *who(s, figure))
    for number, escort in enumerate(s.escorts):
        if escort == figure:
            s.escorts = replaced(s.escorts, number, LEFT)
            s.goals = replaced(s.goals, number, s.at[figure])
            tell(s, ObjectiveLeftBehind, GOALS[s.scenario][number].objective.id)


def heal(s: Crisis, figure: int) -> Script:
    """The die lost for the wound comes back; in its own turn it lies there unrolled until a re-roll."""
    words = [DIE[colour] for colour in sorted(set(s.wounds[figure]))]
    word = words[0]
    if len(words) > 1:
        word = yield Choose(spokesman(s), GET_BACK(who=name(s, figure)), words, rule="wound.heal-returns-die")
    colour = COLOUR[word[4:]]
    s.wounds = taken(s.wounds, figure, colour)
    tell(s, Healed, *who(s, figure), COLOURS[colour])
    if figure == s.active and s.phase == "act":
        s.colours = [*s.colours, colour]
        s.faces.append(WILD)
        s.spent.append(True)
