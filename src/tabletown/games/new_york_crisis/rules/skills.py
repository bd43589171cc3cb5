"""Skill tokens: one skill for each character."""

from __future__ import annotations

from tabletown.games.new_york_crisis.cards import CHARACTERS, COLOURS, FACES, RESULT, SKILL_COLOUR
from tabletown.games.new_york_crisis.events.items import RolledAgain, UsedSkill
from tabletown.games.new_york_crisis.options import DICE
from tabletown.games.new_york_crisis.rules.asking import ask, one_of
from tabletown.games.new_york_crisis.rules.dice import KIND
from tabletown.games.new_york_crisis.rules.moving import DEAL_FIRST, undealt
from tabletown.games.new_york_crisis.rules.wounds import choose_patient, heal, healable
from tabletown.games.new_york_crisis.state import Crisis, replaced, seat_of, together, who
from tabletown.kernel import Chance, Reason, Script, Text, because, tell

WHOM = Text("choose whom to heal")
WHICH_DIE = Text("choose the {colour} die to re-roll")

NO_TOKEN = because("no-token", "You have no skill token left.", "skill.cost")
NOBODY = because("nobody-to-heal", "There's no wounded relative here.", "skill.father")
NO_DIE = because("no-die-of-own-colour", "You have no die of that colour.", "skill-lost-colour")
NOT_YOURS = because("not-your-colour", "Your skill re-rolls only dice of your own colour.", "skill.cost")


def why_not_skill(s: Crisis) -> Reason | None:
    if not s.skills[s.active]:
        return NO_TOKEN
    colour = SKILL_COLOUR[s.cast[s.active]]
    if colour >= 0:
        return None if colour in s.colours else NO_DIE
    if undealt(s):
        return DEAL_FIRST
    return None if healable(s, together(s, s.active)) else NOBODY


def use_skill(s: Crisis) -> Script:
    s.skills = replaced(s.skills, s.active, s.skills[s.active] - 1)
    tell(s, UsedSkill, *who(s, s.active))
    character = s.cast[s.active]
    if CHARACTERS[character].skill == "heal":
        yield from heal_relative(s)
    else:
        yield from reroll_one(s, SKILL_COLOUR[character])


def heal_relative(s: Crisis) -> Script:
    """Father: heal a wound of another character here."""
    figure = yield from choose_patient(s, seat_of(s, s.active), WHOM, together(s, s.active), "skill.father")
    yield from heal(s, figure)


def reroll_one(s: Crisis, colour: int) -> Script:
    """Mother, daughter, son: re-roll one die of their colour, spent or not; no action, no grey dice."""
    dice = [n for n, other in enumerate(s.colours) if other == colour]
    n = dice[0]
    if len(dice) > 1 and len({(s.faces[m], s.spent[m]) for m in dice}) > 1:
        prompt = WHICH_DIE(colour=COLOURS[colour])
        options = [DICE[m] for m in dice]
        rule = f"skill.{CHARACTERS[s.cast[s.active]].id}"
        n = DICE.index((yield from ask(seat_of(s, s.active), prompt, options, rule, one_of, options, DICE, NOT_YOURS)))
    face = yield Chance(KIND[colour], FACES[colour], rule="skill.cost")
    s.faces[n], s.spent[n], s.fresh = RESULT[face], False, [n]
    tell(s, RolledAgain, *who(s, s.active), COLOURS[colour], face)
