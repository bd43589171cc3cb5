"""The Record (5.3): who performed which Event and achieved which Position, and how the South Bronx fared meanwhile."""

from __future__ import annotations

import textwrap

from tabletown.drawing import esc, num
from tabletown.games.cross_bronx.components import EVENTS, POSITIONS
from tabletown.games.cross_bronx.rules.winning import HISTORY
from tabletown.games.cross_bronx.state import FACTION_NAMES, FACTIONS, Bronx
from tabletown.games.cross_bronx.view import pieces
from tabletown.games.cross_bronx.view.panels import minus

LEFT = 124  # of the lanes, for the Factions' names
DECADE = 374  # width of ten years
CLIP_HEIGHT, ROW_HEIGHT = 58, 62


def record(s: Bronx) -> str:
    return f'<div class="cb rec">{lanes(s)}{charts(s)}</div>'


# ------------------------------------------------------------------ clippings in Faction lanes


def lanes(s: Bronx) -> str:
    first, last = s.start, s.last + 10
    width = LEFT + DECADE * (last - first) // 10 + 16
    parts, top = [], 28
    for f in FACTIONS:
        rows, stars = _lane(s, f, width)
        height = max(1, len(rows)) * ROW_HEIGHT + (26 if stars else 0) + 10
        lane = [f'<g class="o{f + 1}"><rect class="ln" x="0" y="{top}" width="{width}" height="{height}" rx="8"/>']
        lane.append(f'<text class="fn" x="30" y="{top + height // 2 + 5}">{FACTION_NAMES[f]}</text>')
        lane.append(pieces.mark(f, 15, top + height // 2, 1.25))
        for row, clips in enumerate(rows):
            lane += [_clipping(x, top + 6 + ROW_HEIGHT * row, year, lines) for x, year, lines in clips]
        for x, title in stars:
            lane.append(_position(x, top + height - 26, title))
        parts.append("".join(lane) + "</g>")
        top += height + 6
    years = "".join(_year(year, _x(s, year), top) for year in range(first, last + 1, 5))
    told = "; ".join(f"{FACTION_NAMES[f]}: {', '.join(in_words(s, f)) or 'nothing'}" for f in FACTIONS)
    return (
        f'<svg class="tlm" viewBox="0 0 {width} {top}" style="min-width:{width}px" role="img" aria-label="{esc(told)}">'
        f"{years}{''.join(parts)}</svg>"
    )


def _x(s: Bronx, year: float) -> float:
    return LEFT + DECADE * (year - s.start) / 10


def _year(year: int, x: float, bottom: int) -> str:
    kind = "dec" if year % 10 == 0 else "ch-ax"
    return f'<text class="yl" x="{num(x)}" y="14">{year}</text><path class="{kind}" d="M{num(x)},22V{bottom}"/>'


def _width(lines: list[str]) -> float:
    return 16 + 7.3 * max(len(line) for line in lines)


Clips = list[tuple[float, int, list[str]]]


def _lane(s: Bronx, f: int, width: int) -> tuple[list[Clips], list[tuple[float, str]]]:
    """Clippings in as few rows as keep them apart, and the achieved Positions at the end of their Decade."""
    rows: list[Clips] = []
    stars: list[tuple[float, str]] = []
    events = sorted((entry for entry in s.record[f] if entry < 1000), key=lambda entry: (EVENTS[entry].year, entry))
    for entry in events:
        event = EVENTS[entry]
        lines = textwrap.wrap(event.headline, 22)[:2]
        if len(textwrap.wrap(event.headline, 22)) > 2:
            lines[1] = textwrap.shorten(lines[1] + " …", 22, placeholder=" …")
        size = _width(lines)
        x = min(_x(s, event.year), width - size - 2)
        row = next((row for row in rows if row[-1][0] + _width(row[-1][2]) + 6 <= x), None)
        if row is None:
            row = []
            rows.append(row)
        row.append((x, event.year, lines))
    for entry in s.record[f]:
        if entry >= 1000:
            title = POSITIONS[entry % 100].title
            x = _x(s, entry // 100 + 10) - 40 - 7.6 * len(title)
            stars.append((x, title))
    return rows, stars


def _clipping(x: float, y: float, year: int, lines: list[str]) -> str:
    w, h = _width(lines), CLIP_HEIGHT
    turn = -0.4 if year % 2 else 0.3
    text = "".join(f'<text class="hl" x="8" y="{32 + 16 * i}">{esc(line)}</text>' for i, line in enumerate(lines))
    edge = f"M0,1L{num(w * 0.4)},0L{num(w)},1.6L{num(w - 1)},{h}L{num(w / 2)},{num(h - 1.4)}L1,{h}Z"
    return (
        f'<g class="cp" transform="translate({num(x)} {num(y)}) rotate({turn})"><path d="{edge}"/>'
        f'<text class="yr" x="8" y="16">{year}</text>{text}</g>'
    )


def _position(x: float, y: float, title: str) -> str:
    width = 36 + 7.8 * len(title)
    return (
        f'<g class="ps" transform="translate({num(x)} {num(y)})"><rect width="{num(width)}" height="22" rx="11"/>'
        f'<path class="str" transform="translate(6 2)" d="{pieces.STAR}"/>'
        f'<text x="27" y="15.6">{esc(title)}</text></g>'
    )


def in_words(s: Bronx, f: int) -> list[str]:
    """The Record of a Faction: year and headline, Positions at the end of their Decade."""
    entries = []
    for entry in s.record[f]:
        if entry >= 1000:
            entries.append((entry // 100 + 9.9, f"{POSITIONS[entry % 100].title} (Position)"))
        else:
            entries.append((EVENTS[entry].year, f"{EVENTS[entry].year} {EVENTS[entry].headline}"))
    return [words for _, words in sorted(entries)]


# ------------------------------------------------------------------ small multiples on one axis


def charts(s: Bronx) -> str:
    rows = [dict(zip(HISTORY, entry, strict=True)) for entry in s.history if entry[0] >= s.start]
    if len(rows) < 2:
        return ""
    population = [row["population"] for row in rows]
    need = [row["vulnerabilities"] for row in rows]
    losses = [row["losses"] for row in rows]
    return (
        '<div class="mcs">'
        + _figure("Population", f"{population[0]} → {population[-1]}", s, _area(s, population, 0))
        + _figure("Vulnerabilities", f"{need[0]} → {need[-1]}", s, _area(s, need, 0))
        + _figure("Losses", f"{losses[-1]} of {s.losses_limit}", s, _area(s, losses, s.losses_limit))
        + _figure("Resources", "per Faction", s, _lines(s, rows))
        + "</div>"
    )


X0, X1, Y0, Y1 = 30, 186, 130, 8


def _figure(title: str, note: str, s: Bronx, body: str) -> str:
    return (
        f'<figure class="mc"><figcaption><b>{title}</b><span>{note}</span></figcaption>'
        f'<svg viewBox="0 0 208 152" role="img" aria-label="{title} {s.start} to {s.last + 10}: {note}">'
        f"{body}</svg></figure>"
    )


def _scale(low: int, high: int) -> tuple[int, int, int]:
    """A floor, a ceiling and a step that make at most six round marks."""
    step = next(step for step in (1, 2, 5, 10, 20, 50) if (high - low) <= 5 * step)
    return low // step * step, -(-high // step) * step or step, step


def _axis(s: Bronx, low: int, high: int, step: int) -> str:
    parts = []
    for value in range(low, high + 1, step):
        y = num(_y(value, low, high))
        parts.append(f'<path class="ch-ax{" z" if value == 0 and low < 0 else ""}" d="M{X0},{y}H{X1}"/>')
        parts.append(f'<text class="ch-t" text-anchor="end" x="25" y="{num(float(y) + 4)}">{minus(value)}</text>')
    decades = list(range(s.start, s.last + 20, 10))
    for i, decade in enumerate(decades):
        x = X0 + (X1 - X0) * i / (len(decades) - 1)
        if 0 < i < len(decades) - 1:
            parts.append(f'<path class="ch-ax dec" d="M{num(x)},{Y1}V{Y0}"/>')
        if i in (0, len(decades) - 1) or len(decades) <= 3:
            anchor = "start" if i == 0 else "end" if i == len(decades) - 1 else "middle"
            at = x + 14 if anchor == "end" else x
            parts.append(f'<text class="ch-t" text-anchor="{anchor}" x="{num(at)}" y="148">{decade}</text>')
    return "".join(parts)


def _y(value: float, low: int, high: int) -> float:
    return Y0 + (Y1 - Y0) * (value - low) / (high - low)


def _points(values: list[int], low: int, high: int, whole: int) -> str:
    """A line through the values; `whole` is how many there would be at the end of the last Decade."""
    step = (X1 - X0) / max(1, whole - 1)
    return "L".join(f"{num(X0 + step * i)},{num(_y(value, low, high))}" for i, value in enumerate(values))


def _whole(s: Bronx) -> int:
    return max(len(s.history), 9 * ((s.last - s.start) // 10 + 1))


def _area(s: Bronx, values: list[int], limit: int) -> str:
    low, high, step = _scale(0, max(*values, limit, 1))
    line = _points(values, low, high, _whole(s))
    end = line.rpartition("L")[2].split(",")
    over = f'<path class="limit" d="M{X0},{num(_y(limit, low, high))}H{X1}"/>' if limit else ""
    return (
        f'{_axis(s, low, high, step)}{over}<path class="ar" d="M{line}L{end[0]},{Y0}L{X0},{Y0}Z"/>'
        f'<path class="l0" d="M{line}"/><circle class="e0" cx="{end[0]}" cy="{end[1]}" r="3.6"/>'
    )


def _lines(s: Bronx, rows: list[dict[str, int]]) -> str:
    values = [[row[name] for row in rows] for name in ("public resources", "community resources", "private resources")]
    flat = [value for line in values for value in line]
    low, high, step = _scale(min(0, *flat), max(1, *flat))
    parts = [_axis(s, low, high, step)]
    for f in FACTIONS:
        line = _points(values[f], low, high, _whole(s))
        x, y = line.rpartition("L")[2].split(",")
        end = pieces.mark(f, float(x) + 9, float(y), 0.95)
        parts.append(f'<g class="o{f + 1}"><path class="l p{f + 1}" d="M{line}"/>{end}</g>')
    return "".join(parts)
