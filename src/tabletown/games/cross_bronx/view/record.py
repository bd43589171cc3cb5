"""The Record (5.3): who performed which Event and achieved which Position, and how the South Bronx fared meanwhile."""

from __future__ import annotations

import textwrap

from tabletown.drawing import esc, mark, num
from tabletown.games.cross_bronx.components import EVENTS, POSITIONS
from tabletown.games.cross_bronx.rules.winning import HISTORY, outcome
from tabletown.games.cross_bronx.state import FACTION_NAMES, FACTIONS, Bronx
from tabletown.games.cross_bronx.view import board, pieces
from tabletown.games.cross_bronx.view.district import XHTML
from tabletown.games.cross_bronx.view.panels import minus

LEFT = 124  # of the lanes, for the Factions' names
TWO_DECADES = 748  # their width; a single Decade is as wide
CLIP_HEIGHT, ROW_HEIGHT = 43, 47
TOP = 38  # of the years, below the title


def draw(s: Bronx) -> str:
    """The finished match as one picture: clippings in Faction lanes, charts below, the final map behind a button."""
    width = round(_x(s, s.last + 10)) + 32
    picture, bottom = _lanes(s, width)
    charts, height = _charts(s, width)
    told = "; ".join(f"{FACTION_NAMES[f]}: {', '.join(in_words(s, f)) or 'nothing'}" for f in FACTIONS)
    return (
        '<svg class="cb board-svg record" role="group" aria-label="The Record" '
        f'viewBox="0 0 {width} {bottom + height}">'
        f"<title>{esc(told)}</title>"
        f'<rect class="page" width="{width}" height="{bottom + height}" rx="14"/>'
        f"{_reason(str(outcome(s).reason))}"
        f'<foreignObject x="{width - 126}" y="6" width="116" height="34">'
        f'<button {XHTML} type="button" class="mapb" popovertarget="cb-final-map">Final map</button></foreignObject>'
        f'{picture}<svg y="{bottom}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">{charts}</svg>'
        '<foreignObject width="1" height="1" overflow="visible">'
        f'<section {XHTML} popover="auto" class="zoomd map" id="cb-final-map" role="dialog" aria-label="Final map">'
        f"{board.draw(s, board.May((), {}, {}))}</section></foreignObject></svg>"
    )


def _reason(words: str) -> str:
    """How it ended, in one line or two."""
    lines = textwrap.wrap(words, 84)
    first = 28 if len(lines) == 1 else 19
    return "".join(f'<text class="ti" x="14" y="{first + 17 * i}">{esc(line)}</text>' for i, line in enumerate(lines))


def entries(s: Bronx) -> str:
    """The Record so far, as a list for each Faction."""
    parts = []
    for f in FACTIONS:
        lines = "".join(f"<li>{esc(words)}</li>" for words in in_words(s, f))
        if lines:
            parts.append(f"<h4>{mark(f)} {FACTION_NAMES[f]}</h4><ul>{lines}</ul>")
    return f'<div class="cb"><div class="ob rl">{"".join(parts)}</div></div>' if parts else ""


# ------------------------------------------------------------------ clippings in Faction lanes


def _lanes(s: Bronx, width: int) -> tuple[str, int]:
    """The lanes and where they end."""
    first, last = s.start, s.last + 10
    parts, top = [], TOP + 28
    for f in FACTIONS:
        rows, stars = _lane(s, f, width)
        height = max(1, len(rows)) * ROW_HEIGHT + (26 if stars else 0) + 10
        lane = [f'<g class="o{f + 1}"><rect class="ln" x="8" y="{top}" width="{width - 16}" height="{height}" rx="8"/>']
        lane.append(f'<text class="fn" x="38" y="{top + height // 2 + 5}">{FACTION_NAMES[f]}</text>')
        lane.append(pieces.mark(f, 23, top + height // 2, 1.25))
        for row, clips in enumerate(rows):
            lane += [_clipping(x, top + 6 + ROW_HEIGHT * row, year, lines) for x, year, lines in clips]
        for x, title in stars:
            lane.append(_position(x, top + height - 26, title))
        parts.append("".join(lane) + "</g>")
        top += height + 6
    years = "".join(_year(year, _x(s, year), top) for year in range(first, last + 1, 5))
    return years + "".join(parts), top


def _x(s: Bronx, year: float) -> float:
    decade = TWO_DECADES if s.start == s.last else TWO_DECADES / 2
    return LEFT + decade * (year - s.start) / 10


def _year(year: int, x: float, bottom: int) -> str:
    kind = "dec" if year % 10 == 0 else "ch-ax"
    line = f'<path class="{kind}" d="M{num(x)},{TOP + 22}V{bottom}"/>'
    return f'<text class="yl" x="{num(x)}" y="{TOP + 16}">{year}</text>{line}'


def _width(lines: list[str]) -> float:
    return 16 + 7.3 * max(len(line) for line in lines)


def _clipped(words: str) -> list[str]:
    """Two lines at most, the second one cut with dots."""
    lines = textwrap.wrap(words, 24)
    if len(lines) > 2:
        lines[1] = textwrap.shorten(lines[1] + " …", 24, placeholder=" …")
    return lines[:2]


Clips = list[tuple[float, int, list[str]]]


def _lane(s: Bronx, f: int, width: int) -> tuple[list[Clips], list[tuple[float, str]]]:
    """Clippings in as few rows as keep them apart, and the achieved Positions at the end of their Decade."""
    rows: list[Clips] = []
    stars: list[tuple[float, str]] = []
    events = sorted((entry for entry in s.record[f] if entry < 1000), key=lambda entry: (EVENTS[entry].year, entry))
    for entry in events:
        event = EVENTS[entry]
        lines = _clipped(f"{event.year} {event.headline}")
        size = _width(lines)
        x = min(_x(s, event.year), width - size - 12)
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
    rest = lines[0].removeprefix(str(year))
    text = f'<text class="hl" x="8" y="17"><tspan class="yr">{year}</tspan>{esc(rest)}</text>'
    text += "".join(f'<text class="hl" x="8" y="34">{esc(line)}</text>' for line in lines[1:])
    edge = f"M0,1L{num(w * 0.4)},0L{num(w)},1.6L{num(w - 1)},{h}L{num(w / 2)},{num(h - 1.4)}L1,{h}Z"
    return f'<g class="cp" transform="translate({num(x)} {num(y)}) rotate({turn})"><path d="{edge}"/>{text}</g>'


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


def _charts(s: Bronx, width: int) -> tuple[str, int]:
    rows = [dict(zip(HISTORY, entry, strict=True)) for entry in s.history if entry[0] >= s.start]
    if len(rows) < 2:
        return "", 1
    people = [row["population"] for row in rows]
    need = [row["vulnerabilities"] for row in rows]
    lost = [row["losses"] for row in rows]
    figures = (
        ("Population", f"{people[0]} → {people[-1]}", _area(s, people, 0)),
        ("Vulnerabilities", f"{need[0]} → {need[-1]}", _area(s, need, 0)),
        ("Losses", f"{lost[-1]} of {s.losses_limit}", _area(s, lost, s.losses_limit)),
        ("Resources", "by Faction", _lines(s, rows)),
    )
    size = min(360, (width - 16) // 4)
    parts = [_figure(title, note, s, body, 8 + size * i, size) for i, (title, note, body) in enumerate(figures)]
    return "".join(parts), round(size * 156 / 218) + 10


X0, X1, Y0, Y1 = 30, 186, 104, 8


def _figure(title: str, note: str, s: Bronx, body: str, x: int, size: int) -> str:
    say = f"{title} {s.start} to {s.last + 10}: {note}"
    return (
        f'<svg class="mc" x="{x}" y="4" width="{size}" height="{round(size * 156 / 218)}" viewBox="-4 -26 218 156"'
        f' role="img" aria-label="{say}"><rect class="card" x="-2" y="-24" width="212" height="152" rx="10"/>'
        f'<text class="ct" x="8" y="-6">{title}</text><text class="cn" x="200" y="-6">{note}</text>{body}</svg>'
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
            parts.append(f'<text class="ch-t" text-anchor="{anchor}" x="{num(at)}" y="122">{decade}</text>')
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
