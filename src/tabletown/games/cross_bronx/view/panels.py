"""What stands around the board: Factions, Resources, Positions, Audit and Objectives."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import esc, mark, num, signed
from tabletown.games.cross_bronx.components import INSTRUCTIONS, POSITIONS, WORDS
from tabletown.games.cross_bronx.rules.counters import holds
from tabletown.games.cross_bronx.state import AUDIT_ROWS, DEBT_LIMIT, EXPENSE_ROWS, FACTION_NAMES, FACTIONS, Bronx
from tabletown.games.cross_bronx.view import pieces

BOXES_HELD = ("cases", "activists", "employees")


def minus(value: int) -> str:
    return str(value).replace("-", "−")


# ------------------------------------------------------------------ Factions, Victory Points and Losses


def factions(s: Bronx, seat: int | None, names: Sequence[str]) -> str:
    rows = "".join(_faction(s, f, seat, names) for f in FACTIONS)
    return (
        f'<div class="cb"><ul>{rows}</ul>{points_track(s)}'
        f'<p class="help">In the pools: {s.pop_pool} Population, {s.vul_pool} Vulnerabilities, {s.grants} Grants, '
        f"{s.loans} Loans{f', {s.loans_locked} locked' if s.loans_locked else ''}.</p></div>"
    )


def _faction(s: Bronx, f: int, seat: int | None, names: Sequence[str]) -> str:
    who = "Non-Player" if s.non_player[f] else "you" if f == seat else esc(names[f] if f < len(names) else "")
    if who == FACTION_NAMES[f]:
        who = ""
    position = POSITIONS[s.position[f]].title if s.position[f] >= 0 else ""
    small = ", ".join(word for word in (who, position) if word)
    owed = f", owes {s.owed[f]} Loan{'s' if s.owed[f] > 1 else ''}" if s.owed[f] else ""
    debt = ' class="debt"' if s.resources[f] < 0 else ""
    return (
        f'<li class="fr o{f + 1}{" me" if f == seat else ""}">{mark(f, 24)}'
        f"<span><b>{FACTION_NAMES[f]}</b><small>{small}</small></span>"
        f'<span class="k"><b{debt}>{minus(s.resources[f])}</b><small>Resources</small></span>'
        f'<span class="k"><b>{s.mitigated[f]}</b><small>{BOXES_HELD[f]}</small></span>'
        f'<span class="supply">left: {s.tiles_left[f]} tiles, {s.orgs_left[f]} Organizations{owed}</span></li>'
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
    scores = ", ".join(f"{FACTION_NAMES[f]} {s.vp[f]}" for f in FACTIONS)
    say = f"Victory Points: {scores}. Losses {s.losses} of {s.losses_limit}"
    return f'<svg class="vp" viewBox="0 -10 308 70" role="img" aria-label="{say}">{"".join(parts)}</svg>'


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
        f'<rect class="floor" x="{num(floor)}" y="21" width="{num(step)}" height="24" rx="3">'
        "<title>Private may not spend beyond −5, Public and Community not beyond 0</title></rect>"
    )
    for f in FACTIONS:
        same = sum(s.resources[other] == s.resources[f] for other in range(f))
        parts.append(pieces.pin(f, 1 + step * (s.resources[f] + 15.5) + 6 * same))
    say = ", ".join(f"{FACTION_NAMES[f]} {minus(s.resources[f])}" for f in FACTIONS)
    return (
        f'<div class="cb wide"><svg class="track" role="img" aria-label="Resources: {say}" viewBox="0 0 864 62">'
        f"{''.join(parts)}</svg></div>"
    )


# ------------------------------------------------------------------ the Audit as a table (3.2.3)

AUDIT_WORDS = {
    "tiles": "Infrastructure, 4 each",
    "exhausted": "Exhausted Infrastructure, 2 each",
    "organizations": "Organizations without Grant or Loan, 1 each",
    "loans": "Active Loans, 1 each",
    "tax": "Tax on tiles and Organizations",
    "housing": "Population on own tiles",
    "presence": "Organizations, 1 per five housed around them",
    "interest": "Interest on active Loans",
    "tax-income": "Tax from Community and Private",
    "population": "1 per five housed, outside Blight",
}


def audit(s: Bronx) -> str:
    """The whole calculation, at the times when the rules let people look at it."""
    if not s.audit:
        return (
            '<p class="cb help">Income and Expenses may be calculated only in a Census, '
            "or when a Faction that takes Plan calls an Audit.</p>"
        )
    size = len(AUDIT_ROWS)
    by_faction = [s.audit[f * size : (f + 1) * size] for f in FACTIONS]
    sums = [
        [sum(values[:EXPENSE_ROWS]) for values in by_faction],
        [sum(values[EXPENSE_ROWS:]) for values in by_faction],
    ]
    heads = "".join(faction_head(f) for f in FACTIONS)
    parts = [f'<div class="cb"><table class="au"><thead><tr><th></th>{heads}</tr></thead><tbody>']
    for title, rows, total in (
        ("Expenses", AUDIT_ROWS[:EXPENSE_ROWS], sums[0]),
        ("Income", AUDIT_ROWS[EXPENSE_ROWS:], sums[1]),
    ):
        parts.append(f'<tr class="part"><th colspan="4">{title}</th></tr>')
        for row in rows:
            values = [by_faction[f][AUDIT_ROWS.index(row)] for f in FACTIONS]
            parts.append(_audit_row(AUDIT_WORDS[row], [str(value) if value else "–" for value in values]))
        parts.append(_audit_row(title, [str(value) for value in total], "sum"))
    revenue = [income - expenses for expenses, income in zip(*sums, strict=True)]
    parts.append(_audit_row("Revenue", [signed(value) for value in revenue], "sum"))
    return "".join(parts) + "</tbody></table></div>"


def faction_head(f: int) -> str:
    """A narrow column's head: the mark, and the name for those who cannot see it."""
    return f'<th class="n" scope="col" title="{FACTION_NAMES[f]}" aria-label="{FACTION_NAMES[f]}">{mark(f, 16)}</th>'


def _audit_row(title: str, values: list[str], kind: str = "") -> str:
    cells = "".join(f'<td class="n">{value}</td>' for value in values)
    return f'<tr class="{kind}"><th>{title}</th>{cells}</tr>'


# ------------------------------------------------------------------ Positions (6.0, 7.0)


def positions(s: Bronx) -> str:
    cards = "".join(_position(s, f) for f in FACTIONS if s.position[f] >= 0)
    return f'<div class="cb">{cards}</div>' if cards else ""


def _position(s: Bronx, f: int) -> str:
    card = POSITIONS[s.position[f]]
    stars = "★" * s.stars[f] + "☆" * max(0, card.target - s.stars[f])
    objective = WORDS.objective[card.priority_objective]
    head = (
        f'<h4>{mark(f)} {esc(card.title)} <span class="st" aria-label="{s.stars[f]} of {card.target} Goal Stars">'
        f"{stars}</span></h4><p><small>{esc(card.blurb)}</small></p>"
        f"<p>Priority Objective: {esc(objective)}</p>"
    )
    own = FACTION_NAMES[f]
    if s.non_player[f]:
        boxes = ", ".join(box.title() for box in card.np.boxes)
        lines = [f"<p>Boxes: {boxes}</p>"]
        for number, row in enumerate(card.np.rows):
            met = holds(row.when, s, f)
            now = s.actor == f and s.np_row == number
            words = WORDS.condition[row.when].replace("{own}", own)
            goal = "Goal: " if number == 3 else ""
            lines.append(
                f'<p class="rw{" on" if now else ""}"><span>{"✓" if met else "–"}</span><span>{esc(words)} → '
                f"{goal}{WORDS.action[row.action]}<small>{esc(INSTRUCTIONS[row.instruction].words)}</small></span></p>"
            )
    else:
        lines = []
        for predicate in card.player.conditions:
            met = holds(predicate, s, f)
            words = WORDS.condition[predicate].replace("{own}", own)
            lines.append(f'<p class="rw"><span>{"✓" if met else "–"}</span><span>{esc(words)}</span></p>')
        goal_words = WORDS.restriction[card.player.goal.restriction].replace("{own}", own)
        option = WORDS.option[f"{card.player.goal.action}.{card.player.goal.option}"]
        done = " Achieved." if s.achieved[f] else ""
        lines.append(
            f"<p><b>Goal: {WORDS.action[card.player.goal.action]}</b>, {esc(option)} {esc(goal_words)}.{done}</p>"
        )
    return f'<article class="po">{head}{"".join(lines)}</article>'
