"""The Census as its card tells it: a table by phase, then the Audit and the Objectives by Faction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletown.drawing import named, signed
from tabletown.games.cross_bronx.ledger import CORRECTIONS, LOSSES, OVERFLOW, RESOURCES
from tabletown.games.cross_bronx.rules import audit, census, objectives
from tabletown.games.cross_bronx.state import FACTIONS
from tabletown.kernel import Line, Text, say, seat_name
from tabletown.kernel.events import Change
from tabletown.story import Cell, Sheet, net

# a clause's beginning, and the phase it belongs to
PHASES = {
    "census.quota.": "Quota",
    "census.corrections.": "Corrections",
    "census.blight.": "Blight",
    "census.petition.": "Petitions",
    "audit.": "Audit",
    "objective": "Objectives",
    "reset.": "Reset",
}  # words
BY_FACTION = {audit.AUDITED.template, objectives.SCORED.template, objectives.FINAL.template}
# what else moved Resources in the Audit
PAID = {
    audit.REPAID.template: "Loan",
    audit.REDEEMED.template: "Bond",
    audit.ROLLED_OVER.template: "Bond",
    audit.BOUGHT.template: "Bond",
}  # words
SHOWN = {
    CORRECTIONS.text.template: "Corrections",
    OVERFLOW.text.template: "Overflow",
    LOSSES.text.template: "Losses",
}  # words


def sheets(lines: Sequence[Line], names: Sequence[str], you: int | None) -> list[Sheet]:
    if not lines or lines[0].text.template != census.CENSUS_OF.template:
        return []
    phases = by_phase(lines)
    found = [by_what_happened(phases, names)]
    if any(line.text.template in BY_FACTION for line in lines):
        found.append(by_faction(phases, names, you))
    return found


def by_phase(lines: Sequence[Line]) -> dict[str, list[Line]]:
    """A line whose clause names no phase belongs to the one that runs."""
    found: dict[str, list[Line]] = {}
    phase = "Quota"
    for line in lines[1:]:
        phase = next((name for start, name in PHASES.items() if line.rule.startswith(start)), phase)
        found.setdefault(phase, []).append(line)
    return found


def by_what_happened(phases: dict[str, list[Line]], names: Sequence[str]) -> Sheet:
    rows = []
    for phase, lines in phases.items():
        said = [*in_short(lines), *(line.text.render(names) for line in lines if is_long(line, lines))]
        if said:
            rows.append((-1, [Cell(named(phase)), Cell(" ".join(said)), result(lines)]))
    return Sheet([say("Phase"), say("What happened"), say("Result")], rows)


def is_long(line: Line, lines: Sequence[Line]) -> bool:
    """Told by its own sentence: not in a table, and not summed up with others."""
    template = line.text.template
    many = sum(other.text.template == template for other in lines) > 1
    return template not in BY_FACTION | {census.QUOTA_RESULT.template} and not (
        template == census.BAILED.template and many
    )


def in_short(lines: Sequence[Line]) -> list[str]:
    """District by District, and Faction by Faction, in a sentence each."""
    said = []
    moved = [line.text for line in lines if line.text.template == census.QUOTA_RESULT.template]
    if moved:
        counts = [(text.parts["district"], text.parts["moved"].parts["n"]) for text in moved]
        where = [f"{district} ({n})" if n > 1 else str(district) for district, n in counts]
        total = sum(n for _, n in counts)
        if len(where) > 1:
            said.append(say("{n} Vulnerabilities to Corrections, from Districts {where}.", n=total, where=where))
        else:
            said.append(moved[0].render())
    freed = [line.text for line in lines if line.text.template == census.BAILED.template]
    if len(freed) > 1:
        who, to = [text.parts["faction"] for text in freed], [str(text.parts["district"]) for text in freed]
        said.append(
            say("{who} each paid 1 Resource: Vulnerabilities came from Corrections to Districts {to}.", who=who, to=to)
        )
    return said


def result(lines: Sequence[Line]) -> Cell:
    """What it came to in Corrections, Overflow and Losses."""
    changes = net(change for line in lines for change in line.changes if change.kind in SHOWN)
    said = [f"{named(SHOWN[str(change.kind)])}\u00a0{shift(change)}" for change in changes]
    worse = any(change.kind == LOSSES.text.template for change in changes)
    return Cell("\n".join(said), "", -1 if worse else 0)


def by_faction(phases: dict[str, list[Line]], names: Sequence[str], you: int | None) -> Sheet:
    rows = []
    audited = {line.event.concerns: line.text for line in of(audit.AUDITED, phases)}
    for faction in FACTIONS:
        counted = audited.get(faction)
        sums = [Cell(str(counted.parts[part])) if counted is not None else Cell("") for part in ("income", "expenses")]
        scored = [
            f"{named(line.text.parts['objective'])} {signed(line.text.parts['n'])}"
            for line in of(objectives.SCORED, phases)
            if line.event.concerns == faction
        ]
        final = [
            f"{named(line.text.parts['what'])} {signed(line.text.parts['points'])}"
            for line in of(objectives.FINAL, phases)
            if line.event.concerns == faction
        ]
        who = Cell(seat_name(faction, names, you))
        rows.append((faction, [who, *sums, purse(phases["Audit"], faction), Cell(", ".join([*scored, *final]) or "–")]))
    return Sheet([say("Audit"), say("Income"), say("Expenses"), say("Resources"), say("Objectives")], rows)


def of(text: Text, phases: dict[str, list[Line]]) -> Iterable[Line]:
    return (line for lines in phases.values() for line in lines if line.text.template == text.template)


def purse(lines: Sequence[Line], faction: int) -> Cell:
    """Resources before and after the Audit; where more than the Audit moved them, what did."""
    moved = [
        (line.text.template, change)
        for line in lines
        for change in line.changes
        if change.kind == RESOURCES[0].text.template and change.who == faction
    ]
    if not moved:
        return Cell("–")
    whole = Change(moved[0][1].what, moved[0][1].before, moved[-1][1].after)
    by = [f"{named(PAID.get(template, 'Audit'))} {signed(int(c.after - c.before))}" for template, c in moved]
    return Cell(shift(whole), ", ".join(by) if len(by) > 1 else "", 1 if whole.after > whole.before else -1)


def shift(change: Change) -> str:
    """Before and after, never broken into two lines."""
    return f"{change.before:g}\u00a0→\u00a0{change.after:g}".replace("-", "−")
