"""Pictures of a result: the chances turn by turn, how the danger grew, and the whole as a picture to share."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from tabletown.drawing import MARKS, esc, num
from tabletown.drawing.raster import flat, png
from tabletown.kernel import Match, say, seat_name
from tabletown.story.results import Told
from tabletown.web.views import scene

WIDE, HIGH = 1200, 630  # what link previews are made for
TITLE, WHY = 18, 44  # letters of a line: more would run over the edge

Chances = tuple[list[int], list[list[float]]]  # at which answers a turn began, and each seat's chance there


def share(match: Match, told: Told, chances: Chances) -> str:
    """The picture: the final board on the left, what happened on the right."""
    folder = match.game.folder
    css = (folder / "style.css").read_text(encoding="utf-8") if folder is not None else ""
    board = scene(match, None).board
    left = placed(flat(board, css), 20, 20, 520, 590) if board else ""
    y, words = 130, [text(614, 62, 22, say("TABLETOWN"), "700", "var(--brand)")]
    words.append(text(614, y - 22, 26, say(match.game.about.title), "600", "var(--ink-2)"))
    title = textwrap.wrap(told.title, TITLE)[:3]
    size = 54 if max(map(len, title)) < TITLE - 1 else 48  # so that the longest line fits
    for line in title:
        y += 58
        words.append(text(614, y - 12, size, line, "700", "var(--ink)", "serif"))
    y += 14
    for line in textwrap.wrap(told.why, WHY)[:4]:
        y += 30
        words.append(text(614, y, 22, line, "400", "var(--ink)", "serif"))
    drawn = chart_of(told, chances, match)
    if drawn and y < 420:
        words.append(placed(drawn, 614, y + 24, 540, 545 - y - 24))
    x = 614.0
    for seat, name in enumerate(match.names):
        score = match.outcome.scores[seat] if match.outcome is not None and seat < len(match.outcome.scores) else None
        said = f"{name} {score:g}" if score is not None else name
        sign = f'<g transform="translate({num(x + 8)},583)" style="fill:var(--seat-{seat % 4 + 1})">'
        words.append(f"{sign}{MARKS[seat % len(MARKS)]}</g>")
        words.append(text(x + 24, 590, 20, said, "600", "var(--ink)"))
        x += 50 + 11.5 * len(said)
    ground = f'<rect width="{WIDE}" height="{HIGH}" style="fill:var(--paper)"/>'
    ground += f'<rect width="560" height="{HIGH}" style="fill:var(--surface-2)"/>'
    ground += f'<rect x="560" width="6" height="{HIGH}" style="fill:var(--ink)"/>'
    frame = f'viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}"'
    return flat(f"<svg {frame}>{ground}{left}{''.join(words)}</svg>", css)


# ------------------------------------------------------------------ drawing


def text(x: float, y: float, size: float, words: str, weight: str, fill: str, family: str = "sans-serif") -> str:
    style = f"font:{weight} {size:g}px {family};fill:{fill}"
    return f'<text x="{num(x)}" y="{num(y)}" style="{style}">{esc(words)}</text>'


def placed(svg: str, x: float, y: float, width: float, height: float) -> str:
    """A picture inside another one."""
    head, _, rest = svg.partition(">")
    head = re.sub(r'\s(x|y|width|height)="[^"]*"', "", head)
    box = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
    return head.replace("<svg", f"<svg {box}", 1) + ">" + rest


def chart_of(told: Told, chances: Chances, match: Match) -> str:
    """The danger where all play or lost together (or nobody can say chances), else whose match it was, turn by turn."""
    lost = match.outcome is not None and not match.outcome.winners
    if told.track and (match.game.about.cooperative or lost or not chances[1]):
        return danger(told.track, told.limit, told.track_name)
    return areas(chances[1], match.names) if len(chances[1]) > 1 else ""


def areas(found: Sequence[Sequence[float]], names: Sequence[str]) -> str:
    """Stacked, so that they always add up; what is left is that all lose together."""
    wide, high = 290.0, 120.0
    step = wide / max(1, len(found) - 1)
    floor = [0.0] * len(found)
    parts = [f'<rect width="{num(wide)}" height="{num(high)}" style="fill:var(--surface-2)"/>']
    labels = []
    for seat in range(len(names)):
        total = [max(1.0, sum(each)) for each in found]
        top = [low + each[seat] / whole for low, each, whole in zip(floor, found, total)]
        there = " ".join(f"{num(at * step)},{num(high - high * value)}" for at, value in enumerate(top))
        back = " ".join(f"{num(at * step)},{num(high - high * value)}" for at, value in reversed([*enumerate(floor)]))
        style = f"fill:var(--seat-{seat % 4 + 1});stroke:var(--surface);stroke-width:1.5"
        parts.append(f'<polygon points="{there} {back}" style="{style}"/>')
        share = top[-1] - floor[-1]
        if share > 0.01:
            y = high - high * (floor[-1] + share / 2) + 4
            labels.append(
                text(wide + 8, y, 13, f"{seat_name(seat, names)} {round(100 * share)} %", "600", "var(--ink)")
            )
        floor = top
    if floor[-1] < 0.99:
        nobody = say("All lose {n} %", n=round(100 - 100 * floor[-1]))
        labels.append(text(wide + 8, high * (1 - floor[-1]) / 2 + 4, 13, nobody, "600", "var(--ink)"))
    said = say("Chance of winning, turn by turn")
    middle = f'<path d="M0,{num(high / 2)}H{num(wide)}" style="stroke:var(--surface);stroke-width:1;fill:none"/>'
    frame = f'class="areas" viewBox="0 -4 400 130" role="img" aria-label="{said}"'
    return f"<svg {frame}>{''.join(parts)}{middle}{''.join(labels)}</svg>"


def danger(points: Sequence[tuple[str, float]], limit: float, name: str) -> str:
    wide, high = 400.0, 100.0
    most = max([limit, *(value for _, value in points)]) or 1
    step = (wide - 40) / max(1, len(points) - 1)
    place = [(20 + at * step, high - (high - 14) * value / most) for at, (_, value) in enumerate(points)]
    line = " ".join(f"{num(x)},{num(y)}" for x, y in place)
    top = high - (high - 14) * limit / most
    parts = [f'<path d="M20,{num(top)}H{num(wide - 20)}" style="stroke:var(--bad);stroke-width:2.5;fill:none"/>']
    parts.append(text(0, top - 4, 13, f"{limit:g}", "700", "var(--bad)"))
    parts.append(f'<polyline points="{line}" style="fill:none;stroke:var(--ink);stroke-width:3"/>')
    often = max(1, round(len(points) / 5))  # as many names as there is room for
    for at, ((x, y), (when, value)) in enumerate(zip(place, points)):
        if at % often == 0:
            anchor = "start" if at == 0 else "end" if at == len(points) - 1 else "middle"
            style = f"font:600 12px sans-serif;fill:var(--ink-2);text-anchor:{anchor}"
            edge = {"start": 0.0, "end": wide}.get(anchor, x)
            parts.append(f'<text x="{num(edge)}" y="124" style="{style}">{esc(when)}</text>')
        colour = "var(--bad)" if value >= limit else "var(--ink)"
        parts.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="{9 if len(points) < 16 else 5}" style="fill:{colour}"/>')
        if len(points) < 16:
            style = "font:700 11px sans-serif;fill:var(--paper);text-anchor:middle"
            parts.append(f'<text x="{num(x)}" y="{num(y + 4)}" style="{style}">{value:g}</text>')
    said = say("{name} at the end of each round; the limit is {limit}", name=name, limit=f"{limit:g}")
    return f'<svg class="danger" viewBox="0 -6 400 136" role="img" aria-label="{esc(said)}">{"".join(parts)}</svg>'


def draw_picture(svg: str) -> bytes:
    return png(svg, width=WIDE, height=HIGH)
