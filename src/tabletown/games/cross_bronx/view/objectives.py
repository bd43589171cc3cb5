"""Objectives live: whether each would score if the Census came now, and why not; and what was scored so far."""

from __future__ import annotations

from tabletown.drawing import esc, mark, signed
from tabletown.games.cross_bronx.components import POSITIONS, WORDS
from tabletown.games.cross_bronx.rules.objectives import FINAL_OBJECTIVES, Objective, is_final, priority_counts
from tabletown.games.cross_bronx.rules.objectives import objectives as objectives_of
from tabletown.games.cross_bronx.state import FACTION_NAMES, FACTIONS, Bronx
from tabletown.games.cross_bronx.view.panels import faction_head
from tabletown.kernel import Reason

MEANINGS = {
    "balanced-budget": "Public is not in debt",
    "social-work": "as many Social as Economic Coalitions",
    "public-relations": "more Cases than Activists",
    "quality-of-life": "a District without Blight and Vulnerabilities",
    "rehabilitation": "more helped than in Corrections and Overflow",
    "social-movement": "two Districts with more Social than Economic Coalitions",
    "people-power": "more Activists than Employees",
    "grassroots": "a District of Community's own: no Blight, all housed, a Coalition of Community",
    "recurring-revenue": "two or more Private Bonds and active Loans",
    "trickle-down": "more Economic than Social Coalitions",
    "workforce": "more Employees than Cases",
    "laissez-faire": "a District of Private's own: no Blight, all housed, an Economic Coalition",
}
OTHER_POINTS = {"bonus": "From the Session before", "no-position": "No Position gave an action"}


def objectives(s: Bronx) -> str:
    return f'<div class="cb"><div class="ob">{"".join(_faction(s, f) for f in FACTIONS)}</div></div>'


def _faction(s: Bronx, f: int) -> str:
    lines = []
    for objective, reason in objectives_of(s, f):
        meaning = MEANINGS[objective.id]
        lines.append(_line(objective, meaning, reason, _is_priority(s, f, objective)))
    if is_final(s):
        lines += [
            _line(objective, f"Final Census: {signed(points)}", objective.why_not(s), False)
            for objective, points in FINAL_OBJECTIVES[f]
        ]
    now = sum(reason is None for _, reason in objectives_of(s, f))
    head = f"<h4>{mark(f)} {FACTION_NAMES[f]}: {now} of 4 now, {s.vp[f]} scored</h4>"
    return f"{head}<ul>{''.join(lines)}</ul>"


def _is_priority(s: Bronx, f: int, objective: Objective) -> bool:
    return priority_counts(s, f) and POSITIONS[s.position[f]].priority_objective == objective.id


def _line(objective: Objective, meaning: str, reason: Reason | None, priority: bool) -> str:
    tick = (
        '<span class="yes" aria-label="yes">✓</span>' if reason is None else '<span class="no" aria-label="no">–</span>'
    )
    name = objective.name[0].upper() + objective.name[1:]
    double = ' <span class="star" title="Priority Objective">×2</span>' if priority else ""
    meaning = meaning[0].upper() + meaning[1:]
    words = esc(meaning) if reason is None else f"{esc(meaning)}. {esc(reason)}"
    return f"<li>{tick}<span>{esc(name)}{double}<small>{words}</small></span></li>"


# ------------------------------------------------------------------ what the points were for


def points(s: Bronx) -> str:
    """Victory Points of each Faction by what they were for."""
    rows: list[str] = []
    for f in FACTIONS:
        for what, value in s.tally[f].items():
            cells = "".join(f'<td class="n">{value if other == f else ""}</td>' for other in FACTIONS)
            rows.append(f"<tr><th>{esc(what_for(what))}</th>{cells}</tr>")
    heads = "".join(faction_head(f) for f in FACTIONS)
    sums = "".join(f'<td class="n">{s.vp[f]}</td>' for f in FACTIONS)
    return (
        f'<div class="cb"><table class="au"><thead><tr><th></th>{heads}</tr></thead><tbody>{"".join(rows)}'
        f'<tr class="sum"><th>Victory Points</th>{sums}</tr></tbody></table></div>'
    )


def what_for(what: str) -> str:
    if what in WORDS.objective:
        return WORDS.objective[what]
    if what.startswith("position:"):
        return f"Position: {next(card.title for card in POSITIONS if card.id == what[9:])}"
    for final in FINAL_OBJECTIVES:
        for objective, _ in final:
            if objective.id == what:
                return f"Final Census: {objective.name}"
    return OTHER_POINTS.get(what, what)
