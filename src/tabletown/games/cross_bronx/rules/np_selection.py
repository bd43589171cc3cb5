"""How Non-Players choose boxes (7.4), read the rows of their Position (7.5) and plan ahead."""

from __future__ import annotations

from tabletown.games.cross_bronx.components import EVENTS, INSTRUCTIONS, POSITIONS, Row
from tabletown.games.cross_bronx.events.non_players import (
    NoActionAtAll,
    NoRowApplied,
    PreferredBoxes,
    RowApplied,
    RowNotMet,
    RowRead,
    RowWithoutEffect,
    SawCriticalEvent,
)
from tabletown.games.cross_bronx.options import ACTION_WORDS, BOX_WORDS, DONE_WORD, NO, PASS
from tabletown.games.cross_bronx.rules.asking import Answer, Question
from tabletown.games.cross_bronx.rules.counters import holds, numbers
from tabletown.games.cross_bronx.rules.np_events import organizations_of_first
from tabletown.games.cross_bronx.rules.np_instructions import candidates, thin_counting_all
from tabletown.games.cross_bronx.rules.np_priorities import pick_in_district, settle
from tabletown.games.cross_bronx.rules.positions import choose_position, record_position, set_bag
from tabletown.games.cross_bronx.rules.winning import score
from tabletown.games.cross_bronx.state import BOXES, DISTRICTS, EVENT, PLAN, Bronx
from tabletown.kernel import Script, log_enabled, tell

# ------------------------------------------------------------------ 7.4 action selection


def select_box(s: Bronx, question: Question) -> str:
    """The box to take: Event if the Event is critical, else the first free box of the Position's list."""
    f, options = question.seat, question.options
    event = EVENTS.get(s.upcoming if s.box_now == PLAN else s.current)
    card = POSITIONS[s.position[f]]
    boxes = tuple(card.np.boxes)
    if event is not None and event.critical and BOX_WORDS[EVENT] in options:
        tell(s, SawCriticalEvent, f, card.id, boxes, event.number, event.why_critical)
        return BOX_WORDS[EVENT]
    listed = [BOX_WORDS[BOXES.index(box)] for box in boxes]
    tell(s, PreferredBoxes, f, card.id, boxes)
    return next((word for word in listed if word in options), options[0])


# ------------------------------------------------------------------ 7.5 which row of the Position


def choose_action(s: Bronx, question: Question) -> Script:
    """Perform the first row that applies and has an effect; if none does, draw another Position, each only once."""
    f, aside = question.seat, []
    while True:
        row = first_row(s, f)
        if row >= 0 or not s.position_bags[f]:
            break
        tell(s, NoRowApplied, f, POSITIONS[s.position[f]].id)
        if s.recorded[f]:
            record_position(s, f)  # it gave a point, so it is set aside for the Record
        else:
            aside.append(s.position[f])
        yield from choose_position(s, f)
    set_bag(s, f, sorted([*s.position_bags[f], *aside]))
    if row < 0:
        tell(s, NoActionAtAll, f)
        score(s, f, 1, "no-position")
        return PASS
    s.np_row = row
    return ACTION_WORDS[POSITIONS[s.position[f]].np.rows[row].action]


def first_row(s: Bronx, f: int) -> int:
    """The row this Non-Player performs now, or -1 if its Position has none. Each row read is logged."""
    card = POSITIONS[s.position[f]]
    for number, row in enumerate(card.np.rows):
        outcome: type[RowRead] = RowApplied
        if not applies(s, f, row):
            outcome = RowNotMet
        elif not candidates(s, f, INSTRUCTIONS[row.instruction], DISTRICTS):
            outcome = RowWithoutEffect
        if log_enabled(s):
            now = tuple(counted(s, f, row))
            tell(s, outcome, f, card.id, number, row.when, row.action, row.instruction, now)
        if outcome is RowApplied:
            return number
    return -1


def applies(s: Bronx, f: int, row: Row) -> bool:
    if s.options.np_organizer_counts_exhausted and row.instruction == "build-thin":
        return any(thin_counting_all(s, d) for d in DISTRICTS)
    return holds(row.when, s, f)


def counted(s: Bronx, f: int, row: Row) -> list[int]:
    """The numbers that decided about the row."""
    if s.options.np_organizer_counts_exhausted and row.instruction == "build-thin":
        return [sum(thin_counting_all(s, d) for d in DISTRICTS)]
    return numbers(row.when, s, f)


# ------------------------------------------------------------------ 7.5 Plan


def refresh_organization(s: Bronx, question: Question) -> Script:
    """The Organization to refresh, by the Place column; own ones first if an Event leaves the Faction open."""
    f = question.seat
    options = organizations_of_first([word for word in question.options if word not in (PASS, DONE_WORD)], f)
    options = yield from pick_in_district(s, f, "place-organization", options)
    return (yield from settle(s, f, options, question.purpose))


# ------------------------------------------------------------------ 7.7 goals


def call_audit(s: Bronx, question: Question) -> str:
    """Decline: a Non-Player never calls an Audit (7.5)."""
    return NO


ANSWERS: dict[str, Answer] = {
    "select-box": select_box,
    "choose-action": choose_action,
    "call-audit": call_audit,
    "refresh-organization": refresh_organization,
}
