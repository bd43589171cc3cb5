"""Events (2.4.1, 3.1.4): carrying out the effects that content/events.toml describes."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.cross_bronx.components import EVENTS, Effect
from tabletown.games.cross_bronx.events.cards import PartSkipped, Performed, PerformedByDefault, WentToRecord
from tabletown.games.cross_bronx.options import LIST_OF_WORD, LIST_WORDS, NO, YES
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.targets import RULE, candidates, next_districts, possible_in
from tabletown.games.cross_bronx.rules.verbs import AT_ONCE, PIECES
from tabletown.games.cross_bronx.state import EVENT, FACTION_IDS, NO_BOX, NOBODY, Bronx, replaced
from tabletown.kernel import NOT_AN_OPTION, Reason, Script, Text, because, tell

PICK_LIST = Text("pick what happens")
TAKE_IT = Text("carry out this part of the Event")
NO_CHANGE = because("no-change", "That would change nothing.", "event.impossible")


# ------------------------------------------------------------------ 3.1.4 performing the Event


def event(s: Bronx) -> Script:
    """Begin the next effect of the current Event."""
    card = EVENTS[s.current]
    if s.effect == 0:
        chosen = s.box.index(EVENT) if EVENT in s.box else NOBODY
        s.performer = chosen if chosen >= 0 else FACTION_IDS.index(card.order[0])
        s.actor, s.touched, s.np_row, s.np_plan = s.performer, [], -1, []
        s.box_now = EVENT
        if chosen < 0:
            tell(s, PerformedByDefault, s.performer)
        tell(s, Performed, s.performer, card.number)
    effect = card.effects[s.effect]
    return begin(s, s.performer, effect) if effect.choose is None else choose_list(s, s.performer, effect.choose)


def why_not_list(s: Bronx, lists: list[list[Effect]], word: str) -> Reason | None:
    """Why a list cannot be picked: it would change nothing, but another one would."""
    number = LIST_OF_WORD.get(word, len(lists))
    if number >= len(lists):
        return NOT_AN_OPTION
    changes = [any(is_possible(s, part) for part in parts) for parts in lists]
    return NO_CHANGE if any(changes) and not changes[number] else None


def choose_list(s: Bronx, performer: int, lists: list[list[Effect]]) -> Script:
    """Ask which of the lists is carried out."""
    options = [word for word in LIST_WORDS if why_not_list(s, lists, word) is None]
    word = yield from ask(query(performer, "choose-list", PICK_LIST, options, RULE, why_not_list, about=(s, lists)))
    s.touched = []
    s.chosen_list, s.part = LIST_OF_WORD[word], 0
    yield from begin(s, performer, lists[s.chosen_list][0])


def next_part(s: Bronx) -> Script:
    """Begin the next effect of the chosen list."""
    effect = current_effect(s)
    assert effect is not None
    return begin(s, s.performer, effect)


def begin(s: Bronx, performer: int, effect: Effect) -> Script:
    """Begin an effect: do it if it happens at once, or find its Districts if it goes piece by piece."""
    assert effect.do is not None
    if (effect.may or effect.do in AT_ONCE) and not is_possible(s, effect):
        tell(s, PartSkipped)
        end_effect(s, [])
        return
    if effect.may:
        question = query(performer, "may", TAKE_IT, [YES, NO], "loan.event-019.locked-until-1980")
        if (yield question) == NO:
            end_effect(s, [])
            return
    if effect.do in AT_ONCE:
        yield from AT_ONCE[effect.do].perform(s, performer, effect)
        end_effect(s, [])
        return
    s.found = candidates(s, effect, possible_in(s, effect))
    s.open = s.found[:1] if effect.pick == "each" else s.found
    s.touched = []
    if s.open:
        s.phase = "piece"
    else:
        end_pieces(s, effect)


def piece(s: Bronx) -> Script:
    """Carry out one piece of the effect in progress."""
    effect = current_effect(s)
    assert effect is not None and effect.do is not None
    district = yield from PIECES[effect.do](s, s.performer, effect, s.open)
    if district != NOBODY:
        s.touched = [*s.touched, district]
        s.open = next_districts(s, effect)
        if s.open:
            return
    end_pieces(s, effect)


def end_pieces(s: Bronx, effect: Effect) -> None:
    if not s.touched and not effect.up_to:
        tell(s, PartSkipped)
    end_effect(s, s.touched)


def end_effect(s: Bronx, touched: Sequence[int]) -> None:
    """Go on to the next part or effect; after the last one the card goes to the Record."""
    card = EVENTS[s.current]
    s.touched, s.found, s.open = touched, [], []
    lists = card.effects[s.effect].choose
    if lists is not None and s.part + 1 < len(lists[s.chosen_list]):
        s.part += 1
        s.phase = "part"
        return
    s.chosen_list = -1
    s.effect += 1
    s.phase = "event"
    if s.effect == len(card.effects):
        s.record = replaced(s.record, s.performer, [*s.record[s.performer], card.number])
        tell(s, WentToRecord, s.performer, card.number)
        s.effect, s.actor, s.box_now = 0, NOBODY, -1
        if EVENT in s.box:
            s.box = replaced(s.box, s.box.index(EVENT), NO_BOX)
        s.phase = "react"


def current_effect(s: Bronx) -> Effect | None:
    """The effect being carried out, which may be inside a chosen list."""
    card = EVENTS.get(s.current)
    if card is None or s.effect >= len(card.effects):
        return None
    effect = card.effects[s.effect]
    return effect.choose[s.chosen_list][s.part] if effect.choose and s.chosen_list >= 0 else effect


def is_possible(s: Bronx, effect: Effect) -> bool:
    """Whether this effect would change anything."""
    if effect.choose is not None:
        return any(is_possible(s, part) for parts in effect.choose for part in parts)
    if effect.do in AT_ONCE:
        return AT_ONCE[effect.do].possible(s, effect)
    return bool(candidates(s, effect, possible_in(s, effect)))
