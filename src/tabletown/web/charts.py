"""Pictures of how a match went: the chances turn by turn, or how the danger grew."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import esc, num, squeezed
from tabletown.kernel import Match, say, seat_name
from tabletown.story.results import Told

Chances = tuple[list[int], list[list[float]]]  # at which answers a turn began, and each seat's chance there
PAGE, PHONE = 520, 320  # px that there are for it: words are never smaller than they are meant
TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def text(
    x: float, y: float, size: float, words: str, weight: str, fill: str, family: str = "sans-serif", *, more: str = ""
) -> str:
    style = f"font:{weight} {size:g}px {family};fill:{fill}"
    return f'<text x="{num(x)}" y="{num(y)}" style="{style}"{more}>{esc(words)}</text>'


def chart_of(
    told: Told, chances: Chances, match: Match, wide: float = PAGE, size: float = 12, turned: int | None = None
) -> str:
    """The danger where all play or lost together (or nobody can say chances), else whose match it was, turn by turn.

    `turned`: after so many turns the chances had changed most."""
    lost = match.outcome is not None and not match.outcome.winners
    if told.track and (match.game.about.cooperative or lost or not chances[1]):
        return danger(told.track, told.limit, told.track_name, wide, size)
    return areas(chances[1], match.names, wide, size, turned) if len(chances[1]) > 1 else ""


def areas(
    found: Sequence[Sequence[float]],
    names: Sequence[str],
    wide: float = PAGE,
    size: float = 12,
    turned: int | None = None,
) -> str:
    """Stacked, so that they always add up; what is left is that all lose together."""
    left, beside, high = 2.4 * size, 8.6 * size, 10.0 * size + 20
    across = wide - left - beside
    step = across / max(1, len(found) - 1)
    total = [max(1.0, sum(each)) for each in found]

    def spots(values: Sequence[float]) -> list[str]:
        return [f"{num(left + at * step)},{num(high - high * value)}" for at, value in enumerate(values)]

    floor, dots = [0.0] * len(found), list[str]()
    parts = [f'<rect x="{num(left)}" width="{num(across)}" height="{num(high)}" style="fill:var(--surface-2)"/>']
    for seat in range(len(names)):
        top = [low + each[seat] / whole for low, each, whole in zip(floor, found, total)]
        outline = " ".join([*spots(top), *reversed(spots(floor))])
        style = f"fill:var(--seat-{seat % 4 + 1});stroke:var(--surface);stroke-width:1.5"
        parts.append(f'<polygon points="{outline}" style="{style}"/>')
        if turned is not None and 0.02 < top[turned] < 0.98:
            over, down = spots(top)[turned].split(",")
            style = "fill:var(--surface);stroke:var(--ink);stroke-width:2"
            dots.append(f'<circle cx="{over}" cy="{down}" r="4.5" style="{style}"/>')
        share = top[-1] - floor[-1]
        if share > 0.01:
            middle = high - high * (floor[-1] + share / 2) + size / 3
            parts.append(beside_it(wide, beside, middle, size, seat_name(seat, names), share))
        floor = top
    if floor[-1] < 0.99:
        parts.append(
            beside_it(wide, beside, high * (1 - floor[-1]) / 2 + size / 3, size, say("All lose"), 1 - floor[-1])
        )
    parts += axes(left, across, high, size, len(found) - 1)
    if turned is not None:
        x = left + turned * step
        style = "stroke:var(--ink);stroke-width:1.5;stroke-dasharray:4 3;fill:none"
        parts.append(f'<path d="M{num(x)},0V{num(high)}" style="{style}"/>')
        parts += dots
        words = say("Turn {turn}", turn=turned)
        end = x > left + across / 2
        parts.append(text(x, -6, size, words, "700", "var(--ink)", more=f' text-anchor="{"end" if end else "start"}"'))
    frame = f'viewBox="0 {num(-size - 8)} {num(wide)} {num(high + 2 * size + 16)}"'
    said = say("Chance of winning, turn by turn")
    return f'<svg class="areas" {frame} role="img" aria-label="{said}">{"".join(parts)}</svg>'


def beside_it(wide: float, room: float, y: float, size: float, name: str, share: float) -> str:
    words = say("{name} {n}%", name=name, n=round(100 * share))
    narrow = squeezed(words, size, room - 8)
    return text(wide - room + 8, y, size, words, "600", "var(--ink)", more=narrow)


def axes(left: float, across: float, high: float, size: float, turns: int) -> list[str]:
    """Half and whole at the side, turns below."""
    parts = [f'<path d="M{num(left)},{num(high / 2)}h{num(across)}" style="stroke:var(--surface);fill:none"/>']
    for share in (0, 50, 100):
        y = high - high * share / 100 + size / 3
        parts.append(text(left - 6, y, size, str(share), "600", "var(--ink-2)", more=' text-anchor="end"'))
    tick = next((each for each in TICKS if turns / each <= across / (4 * size)), TICKS[-1])
    for turn in range(tick, turns + 1, tick):
        x = left + across * turn / turns
        parts.append(text(x, high + size + 4, size, str(turn), "600", "var(--ink-2)", more=' text-anchor="middle"'))
    return parts


def danger(points: Sequence[tuple[str, float]], limit: float, name: str, wide: float = PAGE, size: float = 12) -> str:
    high, side = 10.0 * size, 2.0 * size
    most = max([limit, *(value for _, value in points)]) or 1
    step = (wide - 2 * side) / max(1, len(points) - 1)
    place = [(side + at * step, high - (high - 14) * value / most) for at, (_, value) in enumerate(points)]
    line = " ".join(f"{num(x)},{num(y)}" for x, y in place)
    top = high - (high - 14) * limit / most
    way = f"M{num(side)},{num(top)}H{num(wide - side)}"
    parts = [f'<path d="{way}" style="stroke:var(--bad);stroke-width:2.5;fill:none"/>']
    parts.append(text(0, top + size / 3, size, f"{limit:g}", "700", "var(--bad)"))
    parts.append(f'<polyline points="{line}" style="fill:none;stroke:var(--ink);stroke-width:3"/>')
    longest = max(len(when) for when, _ in points)
    often = max(1, -(-len(points) * longest * size * 0.72 // wide))  # as many names as there is room for
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
            parts.append(text(x, y + size / 3, size, f"{value:g}", "700", "var(--paper)", more=inside))
    said = say("{name} at the end of each round; the limit is {limit}", name=name, limit=f"{limit:g}")
    frame = f'viewBox="0 -6 {num(wide)} {num(high + 2.5 * size + 6)}"'
    return f'<svg class="danger" {frame} role="img" aria-label="{esc(said)}">{"".join(parts)}</svg>'
