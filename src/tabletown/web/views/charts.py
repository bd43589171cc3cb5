"""Charts of a match: the chances turn by turn, or the growing danger."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tabletown.drawing import esc, figure, num, squeezed
from tabletown.kernel import Match, say, seat_name
from tabletown.story.results import ResultSummary

Chances = tuple[list[int], list[list[float]]]  # the answers at which turns began, and each seat's chance there
PAGE, PHONE = 500, 320  # px available on a page and on a phone, which determine the size of letters
DOTS, WORTH_A_DOT = 3, 0.1  # the largest swings, and the smallest one worth a dot
TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def text(
    x: float, y: float, size: float, words: str, weight: str, fill: str, family: str = "sans-serif", *, more: str = ""
) -> str:
    style = f"font:{weight} {size:g}px {family};fill:{fill}"
    return f'<text x="{num(x)}" y="{num(y)}" style="{style}"{more}>{esc(words)}</text>'


class TurningPoint(NamedTuple):
    """The turn after which the chances changed most, with the change for one seat in per cent."""

    at: int
    before: int
    after: int


def chart_of(
    told: ResultSummary,
    chances: Chances,
    match: Match,
    wide: float = PAGE,
    size: float = 12,
    turned: TurningPoint | None = None,
    high: float = 0.0,
    you: int | None = None,
) -> str:
    """The danger in cooperative games (or if chances are unknown), otherwise the chances turn by turn.

    `high`: the height of the whole picture; 0: any.
    """
    lost = match.outcome is not None and not match.outcome.winners
    if told.track and (match.game.about.cooperative or lost or not chances[1]):
        draw = bars if told.bars else danger
        return draw(told.track, told.limit, told.track_name, wide, size, high)
    names = [seat_name(seat, match.names, you) for seat in range(match.seats)]
    return areas(chances[1], names, wide, size, turned, high) if len(chances[1]) > 1 else ""


def areas(
    found: Sequence[Sequence[float]],
    names: Sequence[str],
    wide: float = PAGE,
    size: float = 12,
    turned: TurningPoint | None = None,
    room: float = 0.0,
) -> str:
    """Areas stacked on each other, which add up to 100 %; the rest is the chance that all lose together."""
    left, beside = 2.4 * size, min(9.0 * size, wide * 0.3)
    high = room - 3 * size - 12 if room else 10.0 * size + 20
    across = wide - left - beside
    step = across / max(1, len(found) - 1)
    total = [max(1.0, sum(each)) for each in found]

    def spot(at: int, value: float) -> str:
        return f"{num(left + at * step)},{num(high - high * value)}"

    def spots(values: Sequence[float]) -> list[str]:
        return [spot(at, value) for at, value in enumerate(values)]

    floor, dots, labels = [0.0] * len(found), list[str](), list[tuple[float, str]]()
    parts = [f'<rect x="{num(left)}" width="{num(across)}" height="{num(high)}" style="fill:var(--surface-2)"/>']
    marked = swings(found) | ({turned.at} if turned is not None else set())
    for seat in range(len(names)):
        top = [low + each[seat] / whole for low, each, whole in zip(floor, found, total)]
        outline = " ".join([*spots(top), *reversed(spots(floor))])
        style = f"fill:var(--seat-{seat % 4 + 1});stroke:var(--surface);stroke-width:1.5"
        parts.append(f'<polygon points="{outline}" style="{style}"/>')
        for at in sorted(marked):
            if 0.02 < top[at] < 0.98:
                over, down = spot(at, top[at]).split(",")
                style = "fill:var(--surface);stroke:var(--ink);stroke-width:2"
                dots.append(f'<circle cx="{over}" cy="{down}" r="{num(0.38 * size)}" style="{style}"/>')
        share = top[-1] - floor[-1]
        labels.append((floor[-1] + share / 2, say_share(seat_name(seat, names), share)))
        floor = top
    if floor[-1] < 0.99:
        labels.append(((1 + floor[-1]) / 2, say_share(say("All lose"), 1 - floor[-1])))
    parts += beside_it(labels, wide, beside, high, size)
    parts += axes(left, across, high, size, len(found) - 1)
    if turned is not None:
        x = left + turned.at * step
        style = "stroke:var(--ink);stroke-width:1.5;stroke-dasharray:4 3;fill:none"
        parts.append(f'<path d="M{num(x)},0V{num(high)}" style="{style}"/>')
        words = say("Turn {turn}: {before}% → {after}%", turn=turned.at, before=turned.before, after=turned.after)
        end = x > left + across / 2
        parts.append(text(x, -6, size, words, "700", "var(--ink)", more=f' text-anchor="{"end" if end else "start"}"'))
    parts += dots
    frame = f'viewBox="0 {num(-size - 8)} {num(wide)} {num(high + 2 * size + 16)}"'
    said = say("Chance of winning, turn by turn")
    return f'<svg class="areas" {frame} role="img" aria-label="{said}">{"".join(parts)}</svg>'


def swings(found: Sequence[Sequence[float]]) -> set[int]:
    """The turns after which the chances changed most; not the start and the end, which are nobody's turns."""
    moves = [
        (sum(abs(new - old) for new, old in zip(after, before)) / 2, at)
        for at, (before, after) in enumerate(pairwise(found[:-1]), 1)
        if at > 1
    ]
    return {at for size, at in sorted(moves, reverse=True)[:DOTS] if size >= WORTH_A_DOT}


def say_share(name: str, share: float) -> str:
    return say("{name} {n}%", name=name, n=round(100 * share))


def beside_it(labels: Sequence[tuple[float, str]], wide: float, room: float, high: float, size: float) -> list[str]:
    """Place each name beside its area, from the bottom up; a name that would overlap the previous one moves up."""
    gap, below, found = 1.25 * size, high + size / 3 + 1.25 * size, list[float]()
    for share, _ in labels:
        below = min(high - high * share + size / 3, below - gap)
        found.append(below)
    above = 0.8 * size - gap  # a name that would leave the picture at the top pushes the others down
    for at in reversed(range(len(found))):
        above = found[at] = max(found[at], above + gap)
    parts = []
    for y, (_, words) in zip(found, labels):
        narrow = squeezed(words, size, room - 8)
        parts.append(text(wide - room + 8, y, size, words, "600", "var(--ink)", more=narrow))
    return parts


def axes(left: float, across: float, high: float, size: float, turns: int) -> list[str]:
    """Half and full height on the side, turns at the bottom."""
    parts = [f'<path d="M{num(left)},{num(high / 2)}h{num(across)}" style="stroke:var(--surface);fill:none"/>']
    for share in (0, 50, 100):
        y = high - high * share / 100 + size / 3
        parts.append(text(left - 6, y, size, str(share), "600", "var(--ink-2)", more=' text-anchor="end"'))
    tick = next((each for each in TICKS if turns / each <= across / (4 * size)), TICKS[-1])
    for turn in range(tick, turns + 1, tick):
        x = left + across * turn / turns
        parts.append(text(x, high + size + 4, size, str(turn), "600", "var(--ink-2)", more=' text-anchor="middle"'))
    return parts


def bars(
    points: Sequence[tuple[str, float]],
    limit: float,
    name: str,
    wide: float = PAGE,
    size: float = 12,
    room: float = 0.0,
) -> str:
    """The value each time, against the limit; bars beyond it are red."""
    high = room - 2.5 * size - 8 if room else 12.0 * size
    left, beside = 2.4 * size, 6.0 * size
    most = max([limit, *(value for _, value in points)]) or 1
    top = high - (high - 1.5 * size) * limit / most
    across = wide - left - beside
    step = across / len(points)
    bar = min(step * 0.6, 6.5 * size)
    parts = [f'<path d="M{num(left)},{num(high)}h{num(across)}" style="stroke:var(--line-strong);stroke-width:2"/>']
    for at, (when, value) in enumerate(points):
        x, y = left + (at + 0.5) * step, high - (high - 1.5 * size) * value / most
        over = value >= limit
        style = f"fill:var(--{'bad' if over else 'ink'})"
        parts.append(
            f'<rect x="{num(x - bar / 2)}" y="{num(y)}" width="{num(bar)}" height="{num(high - y)}" style="{style}"/>'
        )
        middle = ' text-anchor="middle"'
        parts.append(text(x, y - 0.5 * size, 1.1 * size, figure(value), "700", "var(--ink)", more=middle))
        narrow = middle + squeezed(when, size, step - 6)
        parts.append(text(x, high + 1.5 * size, size, when, "600", "var(--ink-2)", more=narrow))
    way = f"M{num(left)},{num(top)}h{num(across)}"
    parts.append(f'<path d="{way}" style="stroke:var(--bad);stroke-width:2.5;fill:none"/>')
    end = ' text-anchor="end"'
    for words, y, colour in ((figure(limit), top, "var(--bad)"), ("0", high, "var(--ink-2)")):
        parts.append(text(left - 6, y + size / 3, size, words, "700", colour, more=end))
    words = say("All lose")
    narrow = squeezed(words, size, beside - 8)
    parts.append(text(wide - beside + 8, top + size / 3, size, words, "700", "var(--bad)", more=narrow))
    said = say(
        "{name}: {listed:,}; the limit is {limit}",
        name=name,
        listed=[f"{w} {figure(v)}" for w, v in points],
        limit=figure(limit),
    )
    frame = f'viewBox="0 -6 {num(wide)} {num(high + 2 * size + 8)}"'
    return f'<svg class="danger" {frame} role="img" aria-label="{esc(said)}">{"".join(parts)}</svg>'


def danger(
    points: Sequence[tuple[str, float]],
    limit: float,
    name: str,
    wide: float = PAGE,
    size: float = 12,
    room: float = 0.0,
) -> str:
    high, side = room - 2.5 * size - 6 if room else 10.0 * size, 2.0 * size
    most = max([limit, *(value for _, value in points)]) or 1
    step = (wide - 2 * side) / max(1, len(points) - 1)
    place = [(side + at * step, high - (high - 14) * value / most) for at, (_, value) in enumerate(points)]
    line = " ".join(f"{num(x)},{num(y)}" for x, y in place)
    top = high - (high - 14) * limit / most
    way = f"M{num(side)},{num(top)}H{num(wide - side)}"
    parts = [f'<path d="{way}" style="stroke:var(--bad);stroke-width:2.5;fill:none"/>']
    parts.append(text(0, top + size / 3, size, figure(limit), "700", "var(--bad)"))
    parts.append(f'<polyline points="{line}" style="fill:none;stroke:var(--ink);stroke-width:3"/>')
    longest = max(len(when) for when, _ in points)
    often = max(1, -(-len(points) * longest * size * 0.72 // wide))  # as many names as fit
    few = len(points) < wide / 30
    for at, ((x, y), (when, value)) in enumerate(zip(place, points)):
        if (len(points) - 1 - at) % often == 0:
            anchor = "start" if at == 0 else "end" if at == len(points) - 1 else "middle"
            edge = {"start": 0.0, "end": wide}.get(anchor, x)
            below = f' text-anchor="{anchor}"'
            parts.append(text(edge, high + 2 * size, size, when, "600", "var(--ink-2)", more=below))
        colour = "var(--bad)" if value >= limit else "var(--ink)"
        parts.append(
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(0.75 * size if few else 5)}" style="fill:{colour}"/>'
        )
        if few:
            inside = ' text-anchor="middle"'
            parts.append(text(x, y + size / 3, size, figure(value), "700", "var(--paper)", more=inside))
    said = say("{name} at the end of each round; the limit is {limit}", name=name, limit=figure(limit))
    frame = f'viewBox="0 -6 {num(wide)} {num(high + 2.5 * size + 6)}"'
    return f'<svg class="danger" {frame} role="img" aria-label="{esc(said)}">{"".join(parts)}</svg>'
