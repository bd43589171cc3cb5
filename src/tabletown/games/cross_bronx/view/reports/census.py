"""The Census report: a table by phase, then the Audit and the Objectives by Faction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from tabletown.drawing import named, signed
from tabletown.games.cross_bronx.components import WORDS
from tabletown.games.cross_bronx.events.audit import Audited, BondBought, BondRedeemed, BondRolledOver, LoanRepaid
from tabletown.games.cross_bronx.events.census import (
    FINAL_WORDS,
    Bailed,
    CensusBegan,
    FinalPoints,
    ObjectiveFulfilled,
    QuotaTook,
)
from tabletown.games.cross_bronx.ledger import Corrections, Losses, Overflow, Resources
from tabletown.games.cross_bronx.state import FACTION_NAMES, FACTIONS
from tabletown.kernel import Event, LogLine, say, seat_name
from tabletown.kernel.events import Change
from tabletown.story import Cell, Sheet, net
from tabletown.story.sentences import paragraph

E = TypeVar("E", bound=Event)

# prefix of a clause's id, and the phase it belongs to
PHASES = {
    "census.quota.": "Quota",
    "census.corrections.": "Corrections",
    "census.blight.": "Blight",
    "census.petition.": "Petitions",
    "audit.": "Audit",
    "objective": "Objectives",
    "reset.": "Reset",
}  # words
BY_FACTION = Audited | ObjectiveFulfilled | FinalPoints
# what else changed Resources in the Audit
PAID: dict[type[Event], str] = {
    LoanRepaid: "Loan",
    BondRedeemed: "Bond",
    BondRolledOver: "Bond",
    BondBought: "Bond",
}  # words
SHOWN: dict[object, str] = {Corrections: "Corrections", Overflow: "Overflow", Losses: "Losses"}  # words


def sheets(lines: Sequence[LogLine], names: Sequence[str], you: int | None) -> list[Sheet]:
    if not lines or not isinstance(lines[0].event, CensusBegan):
        return []
    phases = by_phase(lines)
    found = [by_what_happened(phases, names)]
    if any(isinstance(line.event, BY_FACTION) for line in lines):
        found.append(by_faction(phases, names, you))
    return found


def by_phase(lines: Sequence[LogLine]) -> dict[str, list[LogLine]]:
    """Group lines by phase; a line whose clause names no phase belongs to the current one."""
    found: dict[str, list[LogLine]] = {}
    phase = "Quota"
    for line in lines[1:]:
        phase = next((name for start, name in PHASES.items() if line.rule.startswith(start)), phase)
        found.setdefault(phase, []).append(line)
    return found


def by_what_happened(phases: dict[str, list[LogLine]], names: Sequence[str]) -> Sheet:
    rows = []
    for phase, lines in phases.items():
        said = [*in_short(lines), *(line.text.render(names) for line in lines if is_long(line, lines))]
        if said:
            rows.append((-1, [Cell(named(phase)), Cell(paragraph(said)), result(lines)]))
    return Sheet([say("Phase"), say("What happened"), say("Result")], rows)


def is_long(line: LogLine, lines: Sequence[LogLine]) -> bool:
    """Whether an event keeps its own sentence instead of being summed up or shown in a table."""
    many = len(of(Bailed, lines)) > 1
    return not isinstance(line.event, BY_FACTION | QuotaTook) and not (isinstance(line.event, Bailed) and many)


def in_short(lines: Sequence[LogLine]) -> list[str]:
    """Sum up similar events in one sentence for several Districts or Factions."""
    said = []
    moved = of(QuotaTook, lines)
    if len(moved) > 1:
        where = [f"{event.district} ({event.moved})" if event.moved > 1 else str(event.district) for event in moved]
        total = sum(event.moved for event in moved)
        said.append(say("{n} Vulnerabilities to Corrections, from Districts {where}.", n=total, where=where))
    elif moved:
        said.append(moved[0].text.render())
    freed = of(Bailed, lines)
    if len(freed) > 1:
        who, to = [FACTION_NAMES[event.who] for event in freed], [str(event.district) for event in freed]
        said.append(
            say(
                "{who} each paid 1 Resource to move Vulnerabilities from Corrections to Districts {to}.", who=who, to=to
            )
        )
    return said


def result(lines: Sequence[LogLine]) -> Cell:
    """The resulting change of Corrections, Overflow and Losses."""
    changes = net(change for line in lines for change in line.changes if change.kind in SHOWN)
    said = [f"{named(SHOWN[change.kind])}\u00a0{shift(change)}" for change in changes]
    worse = any(change.kind is Losses for change in changes)
    return Cell("\n".join(said), "", -1 if worse else 0)


def by_faction(phases: dict[str, list[LogLine]], names: Sequence[str], you: int | None) -> Sheet:
    rows, told = [], [line for lines in phases.values() for line in lines]
    audited = {event.who: event for event in of(Audited, told)}
    for faction in FACTIONS:
        counted = audited.get(faction)
        sums = [Cell(str(n)) for n in (counted.income, counted.expenses)] if counted is not None else [Cell("")] * 2
        scored = [
            f"{named(WORDS.objective[event.objective])} {signed(event.n)}"
            for event in of(ObjectiveFulfilled, told)
            if event.who == faction
        ]
        final = [
            f"{named(FINAL_WORDS[event.what])} {signed(event.points)}"
            for event in of(FinalPoints, told)
            if event.who == faction
        ]
        who = Cell(seat_name(faction, names, you))
        rows.append((faction, [who, *sums, purse(phases["Audit"], faction), Cell(", ".join([*scored, *final]) or "–")]))
    return Sheet([say("Audit"), say("Income"), say("Expenses"), say("Resources"), say("Objectives")], rows)


def of(kind: type[E], lines: Iterable[LogLine]) -> list[E]:
    """The events of this kind."""
    return [line.event for line in lines if isinstance(line.event, kind)]


def purse(lines: Sequence[LogLine], faction: int) -> Cell:
    """Resources before and after the Audit, and what else changed them."""
    moved = [
        (type(line.event), change)
        for line in lines
        for change in line.changes
        if change.kind is Resources and change.who == faction
    ]
    if not moved:
        return Cell("–")
    whole = Change(moved[0][1].what, moved[0][1].before, moved[-1][1].after)
    by = [f"{named(PAID.get(kind, 'Audit'))} {signed(int(c.after - c.before))}" for kind, c in moved]
    return Cell(shift(whole), ", ".join(by) if len(by) > 1 else "", 1 if whole.after > whole.before else -1)


def shift(change: Change) -> str:
    """Before and after, kept on one line."""
    return f"{change.before:g}\u00a0→\u00a0{change.after:g}".replace("-", "−")
