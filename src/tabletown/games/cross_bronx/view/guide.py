"""Which notes of the lesson matter now, by the deciding Faction, its question and the time in the Decade."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.cross_bronx.components import EVENTS, OBJECTIVES, POSITIONS, WORDS
from tabletown.games.cross_bronx.state import CENSUS, FACTION_NAMES, PLAN, Bronx
from tabletown.games.cross_bronx.view.describe import purpose_of
from tabletown.kernel import Decision, Text
from tabletown.story import NoteReference

TOGETHER, BOXES, CENSUS_NOTE = NoteReference("together"), NoteReference("boxes"), NoteReference("census")


def notes(s: Bronx, seat: int, asked: Decision | None) -> Sequence[NoteReference] | None:
    """Notes worth knowing now, most important first."""
    if s.ending:
        return None
    return [*_topics(s, seat, asked), *_aims(s, seat)]


def _topics(s: Bronx, seat: int, asked: Decision | None) -> list[NoteReference]:
    purpose = purpose_of(asked) if asked is not None else ""
    faction, first_decade = FACTION_NAMES[seat].lower(), s.decade == s.start
    welcome = NoteReference(f"welcome-{faction}")
    if purpose == "select-box":
        if first_decade and s.round == 1 and s.box_now != PLAN:
            return [welcome, TOGETHER, BOXES]
        if first_decade and s.round == 2:
            return [NoteReference("next-event"), BOXES]
        return [BOXES, *_event(s)]
    if purpose == "choose-action":
        return [NoteReference(f"actions-{faction}")]
    if purpose:
        topic = NoteReference(purpose)
        return [CENSUS_NOTE, topic] if s.current == CENSUS and first_decade else [topic]
    if s.current == CENSUS:
        return [CENSUS_NOTE]
    return [welcome, TOGETHER] if first_decade and s.round <= 1 else [TOGETHER]


def _event(s: Bronx) -> list[NoteReference]:
    event = EVENTS.get(s.current)
    return [NoteReference("this-event", {"first": Text(event.order[0].title())})] if event is not None else []


def _aims(s: Bronx, seat: int) -> list[NoteReference]:
    aims = [NoteReference("aims", {"aims": [Text(WORDS.objective[id]) for id in OBJECTIVES[seat]]})]
    if s.position[seat] >= 0:
        aims.append(NoteReference("position", {"title": Text(POSITIONS[s.position[seat]].title)}))
    return aims
