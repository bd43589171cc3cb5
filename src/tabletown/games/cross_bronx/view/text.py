"""The board in words: for a screen reader, a terminal or a language model."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.cross_bronx import state as st
from tabletown.games.cross_bronx.components import EVENTS, POSITIONS, WORDS
from tabletown.games.cross_bronx.state import (
    BOXES_OF_CALENDAR,
    CENSUS,
    CODES,
    DISTRICTS,
    FACTION_NAMES,
    FACTIONS,
    NO_CARD,
    NOBODY,
    NUMBERS,
    SPACE_NAMES,
    Bronx,
    spaces_of,
)
from tabletown.games.cross_bronx.view.effects import effects_in_words
from tabletown.games.cross_bronx.view.record import in_words, sessions_in_words
from tabletown.games.cross_bronx.view.tiles import markers_in, tile_in_words

BOXES_HELD = ("Cases", "Activists", "Employees")


def text(s: Bronx, seat: int | None, names: Sequence[str]) -> str:
    lines = [_time(s), *_events(s), ""]
    lines += [_faction(s, f, seat, names) for f in FACTIONS]
    lines.append(
        f"Corrections {s.corrections} of {st.CORRECTIONS_LIMIT}, Overflow {s.overflow}. "
        f"Losses {s.losses} of {s.losses_limit}. Tax Rate {'one half' if s.tax == 1 else 'one'}."
    )
    if any(s.bonds):
        lines.append("Bonds due: " + ", ".join(_bonds(s)) + ".")
    if s.loans_locked:
        lines.append(f"{s.loans_locked} Loans are locked until 1980.")
    lines.append("")
    for d in DISTRICTS:
        lines += _district(s, d)
    if s.ending:
        lines += ["", "The Record", *sessions_in_words(s)]
        lines += [f"{FACTION_NAMES[f]}: {'; '.join(in_words(s, f)) or 'nothing'}." for f in FACTIONS]
    return "\n".join(lines)


def _time(s: Bronx) -> str:
    if s.current == CENSUS:
        return f"Census of {s.decade + 10}."
    return f"The {s.decade}s, round {s.round} of {st.ROUNDS}." if s.round else f"The {s.decade}s begin."


def _events(s: Bronx) -> list[str]:
    lines = []
    if s.current in EVENTS:
        event = EVENTS[s.current]
        order = ", ".join(faction.title() for faction in event.order)
        lines.append(
            f"Event {event.number:03} ({event.year}): {event.headline}. {effects_in_words(event.effects)} "
            f"Order: {order}.{' Critical.' if event.critical else ''}"
        )
    if s.upcoming in EVENTS:
        lines.append(f"Next: {EVENTS[s.upcoming].number:03} {EVENTS[s.upcoming].headline}.")
    elif s.upcoming == CENSUS and s.current not in (CENSUS, NO_CARD):
        lines.append(f"Next: the Census of {s.decade + 10}.")
    return lines


def _faction(s: Bronx, f: int, seat: int | None, names: Sequence[str]) -> str:
    name = names[f] if f < len(names) else FACTION_NAMES[f]
    who = "Non-Player" if s.non_player[f] else "you" if f == seat else name if name != FACTION_NAMES[f] else ""
    parts = [f"{FACTION_NAMES[f]}{f' ({who})' if who else ''}: {s.resources[f]} Resources, {s.vp[f]} Victory Points"]
    parts.append(f"{s.mitigated[f]} {BOXES_HELD[f]}")
    parts.append(f"{s.tiles_left[f]} tiles and {s.orgs_left[f]} Organizations left")
    if s.box[f] >= 0:
        parts.append(f"box {st.BOXES[s.box[f]].title()}")
    if s.planned[f] >= 0:
        parts.append(f"planned {st.BOXES[s.planned[f]].title()}")
    if s.owed[f]:
        parts.append(f"owes {s.owed[f]} Loan{'s' if s.owed[f] > 1 else ''}")
    if s.position[f] >= 0:
        card = POSITIONS[s.position[f]]
        objective = WORDS.objective[card.priority_objective]
        parts.append(f"Position {card.title} ({objective}), {s.stars[f]} of {card.target} stars")
    return ", ".join(parts) + "."


def _bonds(s: Bronx) -> list[str]:
    return [
        f"{FACTION_NAMES[owner]} {box}" + (f" ×{count}" if count > 1 else "")
        for i, box in enumerate(BOXES_OF_CALENDAR)
        for owner in (1, 2)
        if (count := s.bonds[i * 2 + owner - 1])
    ]


def _district(s: Bronx, d: int) -> list[str]:
    street = []
    if s.street_pop[d]:
        street.append(f"{s.street_pop[d]} Population")
    if s.street_vul[d]:
        street.append(f"{s.street_vul[d]} Vulnerabilit{'y' if s.street_vul[d] == 1 else 'ies'}")
    for entry in s.street_orgs:
        if entry // CODES // 3 == d:
            active = "active" if entry & st.ACTIVE else "inactive"
            street.append(f"a {FACTION_NAMES[entry // CODES % 3]} Organization ({active})")
    marks = [word for word, _ in markers_in(s, d)]
    head = f"District {NUMBERS[d]}, {st.NAMES[d]}"
    head += f" [{', '.join(marks)}]" if marks else ""
    head += f": unhoused {', '.join(street)}." if street else ": nothing unhoused."
    lines = [head]
    for space in spaces_of[d]:
        if s.owner[space] != NOBODY:
            lines.append(f"  {SPACE_NAMES[space]} {', '.join(tile_in_words(s, space))}.")
    free = sum(s.owner[space] == NOBODY for space in spaces_of[d])
    if free:
        lines.append(f"  {free} free space{'s' if free > 1 else ''}.")
    return lines
