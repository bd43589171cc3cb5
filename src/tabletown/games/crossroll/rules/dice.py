"""Dice Rolling Phase; the dice cycle of the solo variant; the dice conversion chart."""

from __future__ import annotations

from tabletown.games.crossroll.events import Rolled, RolledForAll, RoundBegan
from tabletown.games.crossroll.options import ALL_PAIRS, PAIR_WORDS
from tabletown.games.crossroll.rules.bonus import wins
from tabletown.games.crossroll.state import BONUS, DICE, MAIN, Crossroll
from tabletown.kernel import NOT_AN_OPTION, Chance, Choose, Reason, Script, Text, because, log_enabled, tell

PICK = Text("choose two dice to roll")

# the ten on the d10 is printed as 0
FACES = [[*map(str, range(1, sides + 1))] for sides in (4, 6, 8)] + [["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"]]
ROLLS = [Chance(die, faces, rule="dice.mandatory") for die, faces in zip(DICE, FACES, strict=True)]
DRAWN = Chance("room", PAIR_WORDS[0])  # in a class: which dice are rolled
RESULT = {face: int(face) or 10 for face in FACES[3]}

# Dice conversion chart: 6 names no route
CHART = {1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 7: 5, 8: 6, 9: 7, 10: 8}


def dice_rolling_phase(s: Crossroll) -> Script:
    tell(s, RoundBegan, s.round)
    words = PAIR_WORDS[s.aside]
    if s.options.room:
        s.dice = ALL_PAIRS[(yield DRAWN)]
    elif len(words) > 1:
        answer = yield Choose(s.active, PICK, words, "dice.active-chooses-two", why_not_dice, about=(s,))
        s.dice = ALL_PAIRS[answer]
    else:  # solo: two dice are left, or one
        s.dice = tuple(die for die in range(4) if not s.aside >> die & 1)
    results = []
    for die in s.dice:
        results.append(RESULT[(yield ROLLS[die])])
    s.results = tuple(results)
    if s.options.room:
        tell(s, RolledForAll, tuple(DICE[die] for die in s.dice), s.results)
    elif log_enabled(s):
        tell(s, Rolled, s.active, tuple(DICE[die] for die in s.dice), s.results)
    s.phase = MAIN  # if no ticket matches, the bonus phase is skipped
    for board in s.boards:
        if wins(board, s.results):
            s.phase = BONUS
            break


def why_not_dice(s: Crossroll, word: str) -> Reason | None:
    if word not in ALL_PAIRS:
        return NOT_AN_OPTION
    for die in ALL_PAIRS[word]:
        if s.aside >> die & 1:
            return because(
                "set-aside", "The {die} is set aside until all four have been used.", "solo.cycle.2", die=DICE[die]
            )
    return None


def roll_for_a_route(reroll_six: bool) -> Script:
    """Roll the d10 and look up its route on the conversion chart; -1 if it names none."""
    while True:
        result = RESULT[(yield ROLLS[3])]
        if result in CHART:
            return CHART[result]
        if not reroll_six:
            return -1
