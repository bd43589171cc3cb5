"""Rolling, re-rolling and spending dice."""

from __future__ import annotations

from itertools import combinations

from tabletown.games.new_york_crisis.cards import (
    EXTRA,
    FACES,
    GREY,
    MENTAL,
    MODIFIERS,
    PHYSICAL,
    RELATIVE,
    RESULT,
    RESULTS,
    SOCIAL,
    WILD,
)
from tabletown.games.new_york_crisis.city import NEIGHBOURS
from tabletown.games.new_york_crisis.events.causes import WILD_DICE
from tabletown.games.new_york_crisis.events.turns import Rolled, WildUsed
from tabletown.games.new_york_crisis.options import DICE, OPTIONS, ROLL, Kind, payment
from tabletown.games.new_york_crisis.rules.tracks import raise_alert
from tabletown.games.new_york_crisis.rules.wounds import own_dice
from tabletown.games.new_york_crisis.state import Crisis, seat_of, who
from tabletown.kernel import NOT_AN_OPTION, Chance, Choose, Reason, Script, Text, because, log_enabled, tell

WHICH_DICE = Text("choose the dice to re-roll")
PAY_WITH = Text("choose the dice to pay with")

KIND = ("red die", "yellow die", "blue die", "grey die", "grey die")
# by colour: the roll of a die at the start of a turn, and in a re-roll
ROLL_START, REROLL_DIE = (
    tuple(Chance(kind, faces, rule=rule) for kind, faces in zip(KIND, FACES))
    for rule in ("dice.roll-start", "reroll.choice")
)
REROLL_GREY = Chance(KIND[RELATIVE], FACES[RELATIVE], rule="reroll.grey")
SPEND_ORDER = (2, 3, 4, 1, 0, 5)  # by colour: a relative's die goes first, an item's result last

NO_ACTION = because("no-action-left", "You have no action left.", "action.count")
NOTHING_SPENT = because("no-die-spent", "No die is spent, or all are: re-roll all dice instead.", "reroll.choice")
TOO_MANY = because(
    "too-many-dice", "This round a re-roll may include at most 2 of your own dice.", "police.event-duration"
)
NO_SUCH_DIE = because("no-such-die", "That die isn't on the table.", "reroll.choice")
NOT_A_DIE = because("result-of-item", "A result from an item can't be re-rolled.", "plus-result")
PICKED = because("die-picked", "You've already chosen that die.", "reroll.choice")
PICK_ONE = because("pick-a-die", "Choose at least 1 die to re-roll.", "reroll-zero")


# ------------------------------------------------------------------ rolling


def relatives_due(s: Crisis) -> int:
    """How many grey dice relatives add: 1 for each at the location, at most 2."""
    rules = MODIFIERS[s.event]
    if not rules.grey_allowed or len(s.at) == 1:
        return 0
    place = s.at[s.active]
    near = NEIGHBOURS[place] if rules.grey_range else ()
    return min(2, sum(at == place or at in near for at in s.at) - 1 if near else s.at.count(place) - 1)


def dice_to_roll(s: Crisis) -> list[int]:
    """The colours of the dice rolled at the start of a turn."""
    colours = own_dice(s, s.active)
    grey = relatives_due(s)
    if grey:
        colours += [RELATIVE] * grey
    return colours


def lay_out(s: Crisis, colours: list[int], faces: list[int]) -> None:
    """Put the rolled dice on the table."""
    s.colours, s.faces, s.spent = colours, faces, [False] * len(colours)
    s.fresh = list(range(len(colours)))
    tell_roll(s, faces)


def tell_roll(s: Crisis, faces: list[int]) -> None:
    if log_enabled(s):
        tell(s, Rolled, *who(s, s.active), tuple(RESULTS[face] for face in faces))


# ------------------------------------------------------------------ re-rolling


def why_not_reroll(s: Crisis, which: str = "") -> Reason | None:
    if s.actions < 1:
        return NO_ACTION
    if which == "spent":
        picked = [n for n, spent in enumerate(s.spent) if spent and s.colours[n] != EXTRA]
        if not picked or len(picked) == sum(colour != EXTRA for colour in s.colours):
            return NOTHING_SPENT
        return too_many(s, picked)
    if which == "all":
        return too_many(s, list(range(len(s.colours))))
    return None


def too_many(s: Crisis, picked: list[int]) -> Reason | None:
    most = MODIFIERS[s.event].reroll_max_dice
    if most < len(picked) and sum(s.colours[n] not in (RELATIVE, EXTRA) for n in picked) > most:
        return TOO_MANY
    return None


def reroll(s: Crisis, which: str) -> Script:
    """Spend 1 action to roll the chosen dice again, spent ones too, and add grey dice for relatives."""
    dice = [n for n, colour in enumerate(s.colours) if colour != EXTRA]
    if which == "all":
        picked = dice
    elif which == "spent":
        picked = [n for n in dice if s.spent[n]]
    else:
        picked = yield from pick_dice(s, dice)
    s.actions -= 1
    faces = []
    for n in picked:
        face = yield REROLL_DIE[s.colours[n]]
        s.faces[n] = RESULT[face]
        s.spent[n] = False
        faces.append(s.faces[n])
    held = s.colours.count(RELATIVE)
    due = relatives_due(s)
    if s.options.grey_stacking:
        new = min(due, 3 - held - s.colours.count(GREY))
    else:
        new = due - held
    for _ in range(new):
        face = yield REROLL_GREY
        s.colours = [*s.colours, RELATIVE]
        s.faces.append(RESULT[face])
        s.spent.append(False)
        faces.append(RESULT[face])
    s.fresh = [*picked, *range(len(s.colours) - max(0, new), len(s.colours))]
    tell_roll(s, faces)


def pick_dice(s: Crisis, dice: list[int]) -> Script:
    """Let the player choose dice one by one, then roll. Dice are checked singly only if the event sets a limit."""
    while len(s.picked) < len(dice):
        options = [DICE[n] for n in dice if n not in s.picked]
        if MODIFIERS[s.event].reroll_max_dice < len(dice):
            options = [word for word in options if why_not_pick_die(s, word) is None]
        if s.picked:
            options.append(ROLL)
        if options == [ROLL]:
            break
        answer = yield Choose(
            seat_of(s, s.active), WHICH_DICE, options, rule="reroll.choice", why=why_not_pick_die, about=(s,)
        )
        if answer == ROLL:
            break
        s.picked = [*s.picked, DICE.index(answer)]
    picked, s.picked = sorted(s.picked), []
    return picked


def why_not_pick_die(s: Crisis, word: str) -> Reason | None:
    if word == ROLL:
        return None if s.picked else PICK_ONE
    option = OPTIONS.get(word)
    if option is None or option.kind is not Kind.DIE:
        return NOT_AN_OPTION
    n = option.die
    if n >= len(s.colours):
        return NO_SUCH_DIE
    if s.colours[n] == EXTRA:
        return NOT_A_DIE
    return PICKED if n in s.picked else too_many(s, [*s.picked, n])


# ------------------------------------------------------------------ spending


def have(s: Crisis) -> list[int]:
    """How many results of each type can still be spent; the last number counts the wilds."""
    faces = s.faces
    if True in s.spent:
        faces = [face for face, spent in zip(faces, s.spent) if not spent]
    return [faces.count(PHYSICAL), faces.count(MENTAL), faces.count(SOCIAL), faces.count(WILD)]


def pay(s: Crisis, type: int, results: int) -> Script:
    """Spend that many results of a type; each wild among them raises the alert."""
    usable = [n for n, face in enumerate(s.faces) if not s.spent[n] and face in (type, WILD)]
    # exact results before wilds, then in the order of SPEND_ORDER
    usable.sort(key=lambda n: (s.faces[n] == WILD, SPEND_ORDER[s.colours[n]]))
    picked = usable[:results]
    if s.options.payment == "ask":
        ways = {payment((s.colours[n], s.faces[n]) for n in way): way for way in combinations(usable, results)}
        if len(ways) > 1:
            word = yield Choose(seat_of(s, s.active), PAY_WITH, list(ways), rule="dice.valid-until")
            picked = list(ways[word])
    wilds = 0
    for n in picked:
        s.spent[n] = True
        wilds += s.faces[n] == WILD
    if wilds:
        s.wilds += wilds
        if log_enabled(s):
            tell(s, WildUsed, *who(s, s.active), wilds)
        raise_alert(s, wilds * MODIFIERS[s.event].wild_alert, WILD_DICE)
