"""Events (2.4.1, 3.1.4): the vocabulary of content/events.toml, carried out alike by people, Non-Players and bots."""

from __future__ import annotations

from tabletown.games.cross_bronx.components import EVENTS, Effect
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.targets import EVERYWHERE, RULE, Pick, possible_in
from tabletown.games.cross_bronx.rules.verbs import VERBS
from tabletown.games.cross_bronx.state import (
    EVENT,
    FACTION_IDS,
    NO,
    NO_BOX,
    NOBODY,
    YES,
    Bronx,
    replaced,
)
from tabletown.kernel import Script, Text, tell

PICK_LIST = Text("pick what happens")
TAKE_IT = Text("carry out this part of the Event")
PERFORMS = Text("{who:seat} performed Event {number:03}: {headline}.")
BY_DEFAULT = Text("Nobody chose Event; {who:seat}, listed first, performs it.")
SKIPPED = Text("A part of the Event could not be carried out.")


# ------------------------------------------------------------------ 3.1.4 performing the Event


def event(s: Bronx) -> Script:
    """The next effect of the current Event; with the last one the card goes to the Record."""
    card = EVENTS[s.current]
    if s.effect == 0:
        chosen = s.box.index(EVENT) if EVENT in s.box else NOBODY
        s.performer = chosen if chosen >= 0 else FACTION_IDS.index(card.order[0])
        s.actor, s.touched, s.np_row, s.np_plan = s.performer, [], -1, []
        s.box_now = EVENT
        if s.lines is not None:
            if chosen < 0:
                tell(s, BY_DEFAULT, "event.performer.default", who=s.performer)
            tell(s, PERFORMS, "event.performer.chosen", who=s.performer, number=card.number, headline=card.headline)
    yield from carry_out(s, s.performer, card.effects[s.effect])
    s.effect += 1
    if s.effect == len(card.effects):
        s.record = replaced(s.record, s.performer, [*s.record[s.performer], card.number])
        s.effect, s.actor, s.box_now = 0, NOBODY, -1
        if EVENT in s.box:
            s.box = replaced(s.box, s.box.index(EVENT), NO_BOX)
        s.phase = "react"


def carry_out(s: Bronx, performer: int, effect: Effect) -> Script:
    if effect.choose is not None:
        yield from choose_list(s, performer, effect)
        return
    assert effect.do is not None
    of_pieces = effect.do not in EVERYWHERE
    if (effect.may or not of_pieces) and not is_possible(s, performer, effect):
        s.touched = []
        tell(s, SKIPPED, "event.impossible")
        return
    if effect.may:
        question = query(performer, "may", TAKE_IT, [YES, NO], "loan.event-019.locked-until-1980")
        if (yield from ask(question)) == NO:
            s.touched = []
            return
    yield from VERBS[effect.do](s, performer, effect)
    if of_pieces and not s.touched and not effect.up_to:
        tell(s, SKIPPED, "event.impossible")


def choose_list(s: Bronx, performer: int, effect: Effect) -> Script:
    """One of the lists is carried out; one that would change nothing cannot be picked while another would."""
    assert effect.choose is not None
    lists = effect.choose
    able = [i for i, parts in enumerate(lists) if any(is_possible(s, performer, part) for part in parts)]
    options = [f"list:{i + 1}" for i in able or range(len(lists))]
    word = yield from ask(query(performer, "choose-list", PICK_LIST, options, RULE))
    s.touched = []
    s.chosen_list = int(word[5:]) - 1
    for index, part in enumerate(lists[s.chosen_list]):
        s.part = index
        yield from carry_out(s, performer, part)
    s.chosen_list = -1


def current_effect(s: Bronx) -> Effect | None:
    """The effect being carried out, also inside a list that was chosen."""
    if s.current not in EVENTS or s.effect >= len(EVENTS[s.current].effects):
        return None
    effect = EVENTS[s.current].effects[s.effect]
    return effect.choose[s.chosen_list][s.part] if effect.choose and s.chosen_list >= 0 else effect


def is_possible(s: Bronx, performer: int, effect: Effect) -> bool:
    """Would this effect change anything?"""
    if effect.choose is not None:
        return any(is_possible(s, performer, part) for parts in effect.choose for part in parts)
    if effect.do in EVERYWHERE:
        return EVERYWHERE[effect.do](s, effect)
    if effect.do == "move" and effect.from_:
        return s.corrections > 0
    return bool(Pick(s, effect, possible_in(s, effect)).districts())
