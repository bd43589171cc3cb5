"""Small multiples of the Record: Population, Vulnerabilities, Losses and Resources over all Decades on one axis."""

from __future__ import annotations

from typing import NamedTuple

from tabletown.drawing import num
from tabletown.games.cross_bronx.rules.winning import AT_CENSUS, AT_SETUP, HISTORY
from tabletown.games.cross_bronx.state import FACTIONS, Bronx
from tabletown.games.cross_bronx.view.drawing import pieces
from tabletown.games.cross_bronx.view.panels import minus
from tabletown.kernel import say

HEIGHT = 156  # of a card with its margin
LEFT, RIGHT, TOP, BOTTOM = 34, 36, 34, 130  # the margins of the axes within a card

Row = dict[str, int]
Curve = list[tuple[float, int]]  # (time, value)


class Axes(NamedTuple):
    """Convert years and values to positions on the card."""

    width: int
    first: int  # year
    last: int
    low: int
    high: int
    step: int

    def x(self, time: float) -> float:
        return LEFT + (self.width - LEFT - RIGHT) * time

    def y(self, value: float) -> float:
        return BOTTOM + (TOP - BOTTOM) * (value - self.low) / (self.high - self.low)

    def path(self, line: Curve) -> str:
        return "L".join(f"{num(self.x(time))},{num(self.y(value))}" for time, value in line)

    def draw(self) -> str:
        parts = []
        for value in range(self.low, self.high + 1, self.step):
            y = num(self.y(value))
            zero = " z" if value == 0 and self.low < 0 else ""
            parts.append(f'<path class="ch-ax{zero}" d="M{LEFT},{y}H{self.width - RIGHT}"/>')
            parts.append(
                f'<text class="ch-t" text-anchor="end" x="{LEFT - 5}" y="{num(float(y) + 4)}">{minus(value)}</text>'
            )
        decades = range(self.first, self.last + 1, 10)
        for year in decades:
            x = self.x((year - self.first) / (self.last - self.first))
            if year not in (self.first, self.last):
                parts.append(f'<path class="ch-ax dec" d="M{num(x)},{TOP}V{BOTTOM}"/>')
            if year in (self.first, self.last) or self.width > 300 or len(decades) <= 3:
                parts.append(f'<text class="ch-t" text-anchor="middle" x="{num(x)}" y="148">{year}</text>')
        return "".join(parts)


def charts(s: Bronx, first: int, last: int, width: int) -> tuple[str, int]:
    """Four cards in a row, or wider ones in two rows for more than two Decades; returns them and their height."""
    sessions = _sessions(s)
    if sum(len(rows) for rows in sessions) < 2:
        return "", 1
    columns = 4 if last - first <= 20 else 2
    size = (width - 8) // columns - 8
    lost = ", ".join(str(rows[-1]["losses"]) for rows in sessions)
    figures = (
        (say("Population"), _change(sessions, "population"), "population", 0),
        (say("Vulnerabilities"), _change(sessions, "vulnerabilities"), "vulnerabilities", 0),
        (
            say("Losses"),
            say("{lost}, limit {losses_limit}", lost=lost, losses_limit=s.losses_limit),
            "losses",
            s.losses_limit,
        ),
    )
    cards = [(title, note, _areas(sessions, name, limit, first, last, size)) for title, note, name, limit in figures]
    cards.append((say("Resources"), say("by Faction"), _resources(sessions, first, last, size)))
    parts = []
    for i, (title, note, body) in enumerate(cards):
        x, y = 8 + (size + 8) * (i % columns), 4 + (HEIGHT + 8) * (i // columns)
        said = say("{title} {first} to {last}: {note}", title=title, first=first, last=last, note=note)
        parts.append(
            f'<svg class="mc" x="{x}" y="{y}" width="{size}" height="{HEIGHT}" role="img" aria-label="{said}">'
            f'<rect class="card" x="0.5" y="0.5" width="{size - 1}" height="{HEIGHT - 1}" rx="10"/>'
            f'<text class="ct" x="10" y="20">{title}</text><text class="cn" x="{size - 10}" y="20">{note}</text>'
            f"{body}</svg>"
        )
    return "".join(parts), (HEIGHT + 8) * (len(cards) // columns) + 4


def _sessions(s: Bronx) -> list[list[Row]]:
    """The history, divided by Session."""
    sessions: list[list[Row]] = []
    for entry in s.history:
        row = dict(zip(HISTORY, entry, strict=True))
        if row["round"] == AT_SETUP or not sessions:
            sessions.append([])
        sessions[-1].append(row)
    return sessions


def _change(sessions: list[list[Row]], name: str) -> str:
    return f"{sessions[0][0][name]} → {sessions[-1][-1][name]}"


def _line(rows: list[Row], name: str, first: int, last: int) -> Curve:
    return [((row["decade"] - first + 10 * row["round"] / AT_CENSUS) / (last - first), row[name]) for row in rows]


def _scale(low: int, high: int) -> tuple[int, int, int]:
    """A minimum, a maximum and a step that give at most six round marks."""
    step = next(step for step in (1, 2, 5, 10, 20, 50) if (high - low) <= 5 * step)
    return low // step * step, -(-high // step) * step or step, step


def _areas(sessions: list[list[Row]], name: str, limit: int, first: int, last: int, width: int) -> str:
    """A line with the filled area below it for each Session, as each starts from a new board."""
    lines = [_line(rows, name, first, last) for rows in sessions]
    axes = Axes(width, first, last, *_scale(0, max(limit, 1, *(value for line in lines for _, value in line))))
    parts = [axes.draw()]
    if limit:
        parts.append(f'<path class="limit" d="M{LEFT},{num(axes.y(limit))}H{width - RIGHT}"/>')
    for line in lines:
        path = axes.path(line)
        (start, _), (end, value) = line[0], line[-1]
        parts.append(
            f'<path class="ar" d="M{path}L{num(axes.x(end))},{BOTTOM}L{num(axes.x(start))},{BOTTOM}Z"/>'
            f'<path class="l0" d="M{path}"/>'
            f'<circle class="e0" cx="{num(axes.x(end))}" cy="{num(axes.y(value))}" r="3.6"/>'
        )
    return "".join(parts)


def _resources(sessions: list[list[Row]], first: int, last: int, width: int) -> str:
    names = ("public resources", "community resources", "private resources")
    values = [row[name] for rows in sessions for row in rows for name in names]
    axes = Axes(width, first, last, *_scale(min(0, *values), max(1, *values)))
    parts = [axes.draw()]
    ends = [_line(sessions[-1], names[f], first, last)[-1] for f in FACTIONS]
    heights = _apart([axes.y(value) for _, value in ends])
    for f in FACTIONS:
        lines = [_line(rows, names[f], first, last) for rows in sessions]
        paths = "".join(f'<path class="l p{f + 1}" d="M{axes.path(line)}"/>' for line in lines)
        end = pieces.mark(f, axes.x(ends[f][0]) + 10, heights[f], 0.95)
        parts.append(f'<g class="o{f + 1}">{paths}{end}</g>')
    return "".join(parts)


def _apart(heights: list[float]) -> list[float]:
    """Spread the marks at the ends of lines so that none hides another."""
    spread, least = heights[:], -99.0
    for i in sorted(range(len(heights)), key=heights.__getitem__):
        spread[i] = least = max(heights[i], least + 11)
    return spread
