"""Objectives: whether each would score if the Census came now, why not, and what was scored so far."""

from __future__ import annotations

from tabletown.drawing import called, capital, esc, mark, named, signed
from tabletown.games.cross_bronx.components import POSITIONS
from tabletown.games.cross_bronx.rules.objectives import FINAL_OBJECTIVES, Objective, is_final, priority_counts
from tabletown.games.cross_bronx.rules.objectives import objectives as objectives_of
from tabletown.games.cross_bronx.rules.winning import what_for
from tabletown.games.cross_bronx.state import FACTION_NAMES, FACTIONS, Bronx
from tabletown.games.cross_bronx.view.panels import faction_head
from tabletown.kernel import Reason, Text, say

MEANINGS = {
    "balanced-budget": Text("Public is not in debt"),
    "social-work": Text("as many Social as Economic Coalitions"),
    "public-relations": Text("more Cases than Activists"),
    "quality-of-life": Text("a District without Blight and Vulnerabilities"),
    "rehabilitation": Text("more helped than in Corrections and Overflow"),
    "social-movement": Text("two Districts with more Social than Economic Coalitions"),
    "people-power": Text("more Activists than Employees"),
    "grassroots": Text("a District of Community's own: no Blight, all housed, a Community Coalition"),
    "recurring-revenue": Text("two or more Private Bonds and active Loans"),
    "trickle-down": Text("more Economic than Social Coalitions"),
    "workforce": Text("more Employees than Cases"),
    "laissez-faire": Text("a District of Private's own: no Blight, all housed, an Economic Coalition"),
}


def objectives(s: Bronx) -> str:
    return f'<div class="cb"><div class="ob">{"".join(_faction(s, f) for f in FACTIONS)}</div></div>'


def _faction(s: Bronx, f: int) -> str:
    lines = []
    for objective, reason in objectives_of(s, f):
        meaning = str(MEANINGS[objective.id])
        lines.append(_line(objective, meaning, reason, _is_priority(s, f, objective)))
    if is_final(s):
        lines += [
            _line(objective, say("Final Census: {points}", points=signed(points)), objective.why_not(s), False)
            for objective, points in FINAL_OBJECTIVES[f]
        ]
    now = sum(reason is None for _, reason in objectives_of(s, f))
    head = (
        "<h3>"
        f"{say('{mark} {f}: {now} of 4 now, {vp} scored', mark=mark(f), f=FACTION_NAMES[f], now=now, vp=s.vp[f])}"
        "</h3>"
    )
    return f"{head}<ul>{''.join(lines)}</ul>"


def _is_priority(s: Bronx, f: int, objective: Objective) -> bool:
    return priority_counts(s, f) and POSITIONS[s.position[f]].priority_objective == objective.id


def _line(objective: Objective, meaning: str, reason: Reason | None, priority: bool) -> str:
    tick = (
        f'<span class="yes" aria-label="{say("yes")}">✓</span>'
        if reason is None
        else f'<span class="no" aria-label="{say("no")}">–</span>'
    )
    name = capital(named(objective.name))
    double = f' <span class="star" title="{say("Priority Objective")}">×2</span>' if priority else ""
    meaning = capital(meaning)
    words = esc(meaning) if reason is None else esc(say("{meaning}. {reason}", meaning=meaning, reason=str(reason)))
    return f"<li>{tick}<span>{esc(name)}{double}<small>{words}</small></span></li>"


# ------------------------------------------------------------------ what the points were for


def points(s: Bronx) -> str:
    """Victory Points of each Faction by source."""
    rows: list[str] = []
    for f in FACTIONS:
        for what, value in s.tally[f].items():
            cells = "".join(f'<td class="n">{value if other == f else ""}</td>' for other in FACTIONS)
            rows.append(f"<tr><th>{called(what_for(what))}</th>{cells}</tr>")
    heads = "".join(faction_head(f) for f in FACTIONS)
    sums = "".join(f'<td class="n">{s.vp[f]}</td>' for f in FACTIONS)
    return (
        f'<div class="cb"><table class="au"><thead><tr><th></th>{heads}</tr></thead><tbody>'
        f'{"".join(rows)}<tr class="sum"><th>{say("Victory Points")}</th>{sums}</tr></tbody></table>'
        "</div>"
    )
