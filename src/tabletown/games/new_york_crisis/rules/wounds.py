"""Wounds and healing."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.new_york_crisis.cards import CHARACTERS, COLOURS, OWN_DICE, WILD
from tabletown.games.new_york_crisis.events.causes import NO_DIE
from tabletown.games.new_york_crisis.events.objectives import ObjectiveLeftBehind
from tabletown.games.new_york_crisis.events.wounds import Healed, KnockedOut, NoDieLost, Wounded
from tabletown.games.new_york_crisis.options import DIE_OF, HEAL
from tabletown.games.new_york_crisis.rules.asking import ask, one_of
from tabletown.games.new_york_crisis.rules.tracks import raise_alert
from tabletown.games.new_york_crisis.scenarios import GOALS
from tabletown.games.new_york_crisis.state import LEFT, Crisis, put, replaced, seat_of, spokesman, taken, who
from tabletown.kernel import NOT_AN_OPTION, Chance, Reason, Script, Text, because, tell

LOSE = Text("choose the die {who} loses")
GET_BACK = Text("choose the die {who} gets back")

NO_SUCH_DIE_LEFT = because("no-die-of-colour-left", "No die of that colour is left.", "wound.die-lost")
NO_SUCH_DIE_LOST = because("no-die-of-colour-lost", "No die of that colour was lost.", "wound.heal-returns-die")
NOT_IN_PLAY = because("not-in-play", "That relative isn't in play.", "two-players")
NOT_HERE = because("relative-not-here", "That relative isn't here.", "free.exchange")
NOT_HIMSELF = because("not-himself", "He heals others, not himself.", "skill.father")
UNHURT = because("unhurt", "That relative has no wound.", "wound.heal-returns-die")


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
    """Give 1 wound: the player chooses a die to lose, but not the last one unless the variant says so."""
    dice = own_dice(s, figure)
    if len(dice) <= (0 if s.options.knock_out else 1):
        tell(s, NoDieLost, *who(s, figure))
        raise_alert(s, 1, NO_DIE)
        return
    if s.options.random_wounds:
        word = yield Chance("lost die", [DIE_OF[colour] for colour in dice], rule="wound-which-die")
        colour = DIE_OF.index(word)
    else:
        prompt = LOSE(who=name(s, figure))
        colour = yield from choose_colour(seat_of(s, figure), prompt, dice, "wound.die-lost", NO_SUCH_DIE_LEFT)
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
    """Heal 1 wound: its die comes back; in the character's own turn it lies unrolled until a re-roll."""
    prompt, lost = GET_BACK(who=name(s, figure)), s.wounds[figure]
    colour = yield from choose_colour(spokesman(s), prompt, lost, "wound.heal-returns-die", NO_SUCH_DIE_LOST)
    s.wounds = taken(s.wounds, figure, colour)
    tell(s, Healed, *who(s, figure), COLOURS[colour])
    if figure == s.active and s.phase == "act":
        s.colours = [*s.colours, colour]
        s.faces.append(WILD)
        s.spent.append(True)


def choose_colour(seat: int, prompt: Text, colours: Sequence[int], rule: str, reason: Reason) -> Script:
    options = [DIE_OF[colour] for colour in sorted(set(colours))]
    word = yield from ask(seat, prompt, options, rule, one_of, options, DIE_OF, reason)
    return DIE_OF.index(word)


def why_not_heal(s: Crisis, within_reach: Sequence[int], word: str) -> Reason | None:
    """Why a relative cannot be healed, if only these are within reach."""
    if word not in HEAL:
        return NOT_AN_OPTION
    character = HEAL.index(word)
    if character not in s.cast:
        return NOT_IN_PLAY
    figure = s.cast.index(character)
    if figure not in within_reach:
        return NOT_HIMSELF if figure == s.active else NOT_HERE
    return None if s.wounds[figure] else UNHURT


def healable(s: Crisis, within_reach: Sequence[int]) -> list[str]:
    words = [HEAL[s.cast[figure]] for figure in within_reach]
    return [word for word in words if why_not_heal(s, within_reach, word) is None]


def choose_patient(s: Crisis, seat: int, prompt: Text, within_reach: Sequence[int], rule: str) -> Script:
    options = healable(s, within_reach)
    word = yield from ask(seat, prompt, options, rule, why_not_heal, s, within_reach)
    return s.cast.index(HEAL.index(word))
