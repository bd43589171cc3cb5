"""Panels around the board: Factions, Resources, Positions, Audit and Objectives."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import called, esc, listed, mark, named, num, signed
from tabletown.games.cross_bronx.components import POSITIONS
from tabletown.games.cross_bronx.setup import not_as_printed
from tabletown.games.cross_bronx.state import AUDIT_ROWS, DEBT_LIMIT, EXPENSE_ROWS, FACTION_NAMES, FACTIONS, Bronx
from tabletown.games.cross_bronx.view.drawing import pieces
from tabletown.kernel import Text, say

BOXES_HELD = ("cases", "activists", "employees")  # words


def minus(value: int) -> str:
    return str(value).replace("-", "−")


# ------------------------------------------------------------------ Factions, Victory Points and Losses


def factions(s: Bronx, seat: int | None, names: Sequence[str]) -> str:
    rows = "".join(_faction(s, f, seat, names) for f in FACTIONS)
    locked = say(", {n} locked", n=s.loans_locked) if s.loans_locked else ""
    pools = say(
        "In the pools: Population {pop}, Vulnerabilities {vul}, Grants {grants}, Loans {loans}{locked}.",
        pop=s.pop_pool,
        vul=s.vul_pool,
        grants=s.grants,
        loans=s.loans,
        locked=locked,
    )
    said = not_as_printed(s)
    level = f'<p class="help">{esc(str(said))}</p>' if said is not None else ""
    return f'<div class="cb"><ul>{rows}</ul>{points_track(s)}<p class="help">{pools}</p>{level}</div>'


def _faction(s: Bronx, f: int, seat: int | None, names: Sequence[str]) -> str:
    player = names[f] if f < len(names) and names[f] != FACTION_NAMES[f] else ""
    who = say("Non-Player") if s.non_player[f] else say("you") if f == seat else player
    position = named(POSITIONS[s.position[f]].title) if s.position[f] >= 0 else ""
    small = esc(listed([word for word in (who, position) if word], ","))
    owed = say(", owes {n} Loan", ", owes {n} Loans", n=s.owed[f]) if s.owed[f] else ""
    left = say("left: tiles {tiles}, Organizations {orgs}{owed}", tiles=s.tiles_left[f], orgs=s.orgs_left[f], owed=owed)
    debt = ' class="debt"' if s.resources[f] < 0 else ""
    return (
        f'<li class="fr o{f + 1}{" me" if f == seat else ""}">{mark(f, 24)}<span><b>{called(FACTION_NAMES[f])}'
        f'</b><small>{small}</small></span><span class="k"><b{debt}>{minus(s.resources[f])}</b><small>'
        f'{say("Resources")}</small></span><span class="k"><b>{s.mitigated[f]}</b><small>'
        f'{called(BOXES_HELD[f])}</small></span><span class="supply">'
        f"{left}"
        "</span></li>"
    )


def points_track(s: Bronx) -> str:
    """Victory Points and Losses on one scale from 0 to 14 (2.1.2)."""
    top = max(14, *s.vp, s.losses)
    width = 306 / (top + 1)
    parts = []
    for value in range(top + 1):
        limit = " lim" if value == s.losses_limit else ""
        x = 1 + width * value
        parts.append(f'<rect class="c{limit}" x="{num(x)}" y="30" width="{num(width - 1.2)}" height="14" rx="3"/>')
        parts.append(f'<text x="{num(x + width / 2 - 0.6)}" y="57">{value}</text>')
    for f in FACTIONS:
        level = sum(s.vp[other] == s.vp[f] for other in range(f))
        parts.append(f'<g class="o{f + 1}">{pieces.mark(f, 0.4 + width * (s.vp[f] + 0.5), 21 - 12 * level, 0.95)}</g>')
    parts.append(pieces.cubes("need", [(0.4 + width * (s.losses + 0.5), 37)], 8.0))
    scores = listed((f"{called(FACTION_NAMES[f])} {s.vp[f]}" for f in FACTIONS), ",")
    said = say(
        "Victory Points: {scores}. Losses {losses} of {losses_limit}",
        scores=scores,
        losses=s.losses,
        losses_limit=s.losses_limit,
    )
    return f'<svg class="vp" viewBox="0 -10 308 70" role="img" aria-label="{said}">{"".join(parts)}</svg>'


# ------------------------------------------------------------------ Resources: a ruler from -15 to 34


def resources(s: Bronx) -> str:
    step = 17.2
    parts = [
        f'<rect class="bg" x="1" y="20" width="{num(50 * step)}" height="26" rx="5"/>',
        f'<rect class="debt" x="1" y="20" width="{num(15 * step)}" height="26" rx="5"/>',
    ]
    for value in range(-15, 35):
        x = 1 + step * (value + 15)
        if value > -15:
            parts.append(f'<path class="tick{" z" if value == 0 else ""}" d="M{num(x)},20v26"/>')
        if value % 5 == 0:
            parts.append(f'<text x="{num(x + step / 2)}" y="60">{minus(value)}</text>')
    floor = 1 + step * (DEBT_LIMIT[2] + 15)
    parts.append(
        f'<rect class="floor" x="{num(floor)}" y="21" width="{num(step)}" height="24" rx="3"><title>'
        f"{say('Private may spend down to −5, Public and Community down to 0')}</title></rect>"
    )
    for f in FACTIONS:
        same = sum(s.resources[other] == s.resources[f] for other in range(f))
        parts.append(pieces.pin(f, 1 + step * (s.resources[f] + 15.5) + 6 * same))
    said = ", ".join(f"{called(FACTION_NAMES[f])} {minus(s.resources[f])}" for f in FACTIONS)
    return (
        '<div class="cb wide"><svg class="track" role="img" aria-label="'
        f'{say("Resources: {said}", said=said)}" viewBox="0 0 864 62">{"".join(parts)}</svg></div>'
    )


# ------------------------------------------------------------------ the Audit as a table (3.2.3)

AUDIT_WORDS = {
    "tiles": Text("Infrastructure, 4 each"),
    "exhausted": Text("Exhausted Infrastructure, 2 each"),
    "organizations": Text("Organizations without a Grant or Loan, 1 each"),
    "loans": Text("Active Loans, 1 each"),
    "tax": Text("Tax on tiles and Organizations"),
    "housing": Text("Population on own tiles"),
    "presence": Text("Organizations, 1 per five housed around them"),
    "interest": Text("Interest on active Loans"),
    "tax-income": Text("Tax from Community and Private"),
    "population": Text("1 per five housed, outside Blight"),
}


def audit(s: Bronx) -> str:
    """The whole calculation, shown only when the rules allow people to see it."""
    if not s.audit:
        when = say("Income and Expenses may be calculated only in a Census or when a Faction calls an Audit with Plan.")
        return f'<p class="cb help">{when}</p>'
    size = len(AUDIT_ROWS)
    by_faction = [s.audit[f * size : (f + 1) * size] for f in FACTIONS]
    sums = [
        [sum(values[:EXPENSE_ROWS]) for values in by_faction],
        [sum(values[EXPENSE_ROWS:]) for values in by_faction],
    ]
    heads = "".join(faction_head(f) for f in FACTIONS)
    parts = [f'<div class="cb"><table class="au"><thead><tr><th></th>{heads}</tr></thead><tbody>']
    for title, rows, total in (
        (say("Expenses"), AUDIT_ROWS[:EXPENSE_ROWS], sums[0]),
        (say("Income"), AUDIT_ROWS[EXPENSE_ROWS:], sums[1]),
    ):
        parts.append(f'<tr class="part"><th colspan="4">{title}</th></tr>')
        for row in rows:
            values = [by_faction[f][AUDIT_ROWS.index(row)] for f in FACTIONS]
            parts.append(_audit_row(str(AUDIT_WORDS[row]), [str(value) if value else "–" for value in values]))
        parts.append(_audit_row(title, [str(value) for value in total], "sum"))
    revenue = [income - expenses for expenses, income in zip(*sums, strict=True)]
    parts.append(_audit_row(say("Revenue"), [signed(value) for value in revenue], "sum"))
    return "".join(parts) + "</tbody></table></div>"


def faction_head(f: int) -> str:
    """Heading of a narrow column: the Faction's mark, with its name for screen readers."""
    name = called(FACTION_NAMES[f])
    return f'<th class="n" scope="col" title="{name}" aria-label="{name}">{mark(f, 16)}</th>'


def _audit_row(title: str, values: list[str], kind: str = "") -> str:
    cells = "".join(f'<td class="n">{value}</td>' for value in values)
    return f'<tr class="{kind}"><th>{title}</th>{cells}</tr>'
