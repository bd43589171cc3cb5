"""Charts of a whole session for the debrief: the shared damage, all cities on one scale, and "what if"."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from tabletown.drawing import esc, named, num
from tabletown.games.broken_cities.content import CARDS, RENT_END
from tabletown.games.broken_cities.view.charts import DASHES, points
from tabletown.kernel import say

if TYPE_CHECKING:
    from tabletown.games.broken_cities.classroom.chronicle import Chronicle
    from tabletown.games.broken_cities.classroom.session import CitiesSession
    from tabletown.games.broken_cities.classroom.what_if import WhatIf

WIDE, HIGH, LEFT, TOP = 1100, 250, 52, 44


def timeline(session: CitiesSession) -> str:
    """Shared damage over time, in steps; lines are thresholds, diamonds are cards."""
    state = session.state
    reports = state.reports
    if not reports:
        return ""
    length = max(60.0, reports[-1][0] - state.began, *(halt.at - state.began for halt in state.halts))
    spaces = [space for space in session.thresholds if space <= max(reports[-1][3], session.thresholds[0]) * 1.15]
    top = max(reports[-1][3], *spaces)

    def x(at: float) -> float:
        return LEFT + (WIDE - LEFT - 40) * max(0.0, at - state.began) / length

    def y(total: float) -> float:
        return TOP + (HIGH - TOP - 34) * (1 - total / top)

    base = y(0)
    path = f"M{LEFT},{num(base)}"
    for at, _, _, total in reports:
        path += f"H{num(x(at))}V{num(y(total))}"
    parts = [f'<path class="area" d="{path}H{num(x(state.began + length))}V{num(base)}Z"/>']
    for space in spaces:
        line, label = num(y(space)), num(y(space) + 4)
        parts.append(
            f'<path class="grid" d="M{LEFT},{line}H{WIDE - 40}"/><text class="tk" x="44" y="{label}">{space}</text>'
        )
    parts.append(f'<path class="dmg" d="{path}"/>')
    total = reports[-1][3]
    end, above = num(x(state.began + length) + 34), num(y(total) - 6)
    parts.append(f'<text class="tk st" style="text-anchor:end" x="{end}" y="{above}">{total}</text>')
    for number, halt in enumerate(state.halts):
        place, row = num(x(halt.at)), 14 + 15 * (number % 2)
        title = esc(f"{halt.number}. {named(CARDS[halt.card].title)}")
        anchor = "end" if x(halt.at) > WIDE - 160 else "middle" if x(halt.at) > 120 else "start"
        parts.append(
            f'<path class="card" d="M{place},{row + 5}V{num(base)}"/><path class="dia" '
            f'd="M{place},{num(y(halt.total) - 8)}l7,8l-7,8l-7,-8z"/><text class="ct" style="text-anchor:{anchor}" '
            f'x="{place}" y="{row}">{title}</text>'
        )
    for minute in range(0, int(length // 60) + 1, max(1, int(length // 300))):
        when = num(x(state.began + 60 * minute))
        parts.append(f'<text class="tk mid" x="{when}" y="{HIGH - 8}">{say("{n} min", n=minute)}</text>')
    said = say("Shared damage over time: {n} at the end; cards: {cards}", n=reports[-1][3], cards=len(state.halts))
    return f'<svg class="tline" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{esc(said)}">{"".join(parts)}</svg>'


def busiest(stories: Sequence[Chronicle]) -> int:
    """The most tiles built in one round of any city, for a common scale."""
    return max([1, *(count for story in stories for count in _built(story).values())])


def _built(story: Chronicle) -> dict[int, int]:
    """The number of tiles built in each round."""
    found: dict[int, int] = {}
    for turn in story.turns:
        found[turn.round] = found.get(turn.round, 0) + sum(turn.built.values())
    return found


def small(session: CitiesSession, table: int, names: Sequence[str], story: Chronicle, most: int) -> str:
    """One city, on a scale shared by all: emissions, rents, tiles built, and laws passed, turned down and broken."""
    city = session.city(table)
    rows = points(city)
    last = max(1, max(len(points(session.city(other))) for other in range(len(session.matches))) - 1)
    cards = [when for when, _ in city.events]

    def line(values: Sequence[int], top: int, offset: int) -> str:
        steps = [
            f"{num(24 + 150 * n / last)},{num(offset + 62 * (1 - min(v, top) / top))}" for n, v in enumerate(values)
        ]
        return "L".join(steps)

    def axis(top: int, offset: int) -> str:
        marks = "".join(
            f'<path class="card" d="M{num(24 + 150 * min(when, last) / last)},{offset}V{offset + 62}"/>'
            for when in cards
        )
        return (
            f'<path class="grid" d="M24,{offset}h150M24,{offset + 62}h150"/><text class="tk" x="20" y="{offset + 4}">'
            f'{top}</text><text class="tk" x="20" y="{offset + 66}">0</text>{marks}'
        )

    emissions = [max(0, row[3]) for row in rows]
    parts = [axis(112, 8), f'<path class="dmg" d="M{line(emissions, 112, 8)}"/>', axis(RENT_END, 92)]
    for seat in range(city.players):
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        rents = [row[4 + seat] for row in rows]
        parts.append(f'<path class="ln s{seat + 1}"{dash} d="M{line(rents, RENT_END, 92)}"/>')
    parts.append(
        f'<text class="tk st" x="178" y="{num(12 + 62 * (1 - min(emissions[-1], 112) / 112))}">{emissions[-1]}</text>'
    )
    parts += _buildings(story, most, last) + _laws(story, last)
    said = say(
        "Table {n}: emissions {emissions} at the end; rents {rents:,}",
        n=table + 1,
        emissions=city.emissions,
        rents=[f"{name} {rent}" for name, rent in zip(names, city.rents)],
    )
    return (
        f'<figure class="bc small"><figcaption>{say("Table {n}", n=table + 1)}</figcaption><svg viewBox="0 0 200 258" '
        f'role="img" aria-label="{esc(said)}">{"".join(parts)}</svg></figure>'
    )


def _buildings(story: Chronicle, most: int, last: int) -> list[str]:
    """Bars: tiles built in each round."""
    wide = min(9.0, 100 / last)
    bars = "".join(
        f'<rect class="bt" x="{num(24 + 150 * min(when, last) / last - wide / 2)}" y="{num(208 - 30 * count / most)}" '
        f'width="{num(wide)}" height="{num(30 * count / most)}"/>'
        for when, count in _built(story).items()
        if count
    )
    axis = f'<path class="grid" d="M24,208h150"/><text class="tk" x="20" y="182">{most}</text>'
    return [f'{axis}<text class="tk" x="20" y="212">0</text>{bars}']


def _laws(story: Chronicle, last: int) -> list[str]:
    """Three rows of numbers over the rounds: laws passed, laws turned down, and breaches."""
    rows: list[tuple[str, str, dict[int, int]]] = [("✓", "ok", {}), ("×", "no", {}), ("!", "br", {})]
    for held in story.assemblies:
        passed = sum(1 for proposal in held.proposals if proposal.law)
        rows[0][2][held.round] = passed
        rows[1][2][held.round] = len(held.proposals) - passed
    for turn in story.turns:
        if turn.broke:
            rows[2][2][turn.round] = rows[2][2].get(turn.round, 0) + len(turn.broke)
    return [
        f'<text class="tk" x="20" y="{y}">{sign}</text>'
        + "".join(
            f'<text class="tk mid {style}" x="{num(24 + 150 * min(when, last) / last)}" y="{y}">{count}</text>'
            for when, count in numbers.items()
            if count
        )
        for y, (sign, style, numbers) in zip((226, 240, 254), rows)
    ]


def fan(found: WhatIf) -> str:
    """Emissions from the vote on: thin lines are single games, thick ones the mean, dashed ones with the law."""
    longest = max(len(series) for series in [*found.without, *found.with_law])
    steps = len(found.past) + longest - 1
    top = max(60, *found.past, *(value for one in [*found.without, *found.with_law] for value in one))

    def point(step: int, value: float) -> str:
        return f"{num(40 + 440 * step / max(1, steps))},{num(16 + 200 * (1 - max(0.0, value) / top))}"

    def after(values: Sequence[float]) -> str:
        start = len(found.past) - 1
        shown = [found.past[-1], *values] if found.past else list(values)
        return "L".join(point(start + n, value) for n, value in enumerate(shown))

    def mean(games: list[list[int]]) -> list[float]:
        return [fmean(one[min(step, len(one) - 1)] for one in games) for step in range(longest)]

    thin = "".join(
        f'<path class="{style}" d="M{after(one)}"/>'
        for style, games in (("thin", found.without), ("thin law", found.with_law))
        for one in games[:24]
    )
    ends = sorted(
        (float(point(steps, mean(games)[-1]).split(",")[1]), style, words)
        for style, games, words in (
            ("was", found.without, say("without the law")),
            ("law", found.with_law, say("with the law")),
        )
    )
    lower = max(ends[1][0], ends[0][0] + 15)  # labels must not overlap, however close the lines are
    labels = "".join(
        f'<text class="tk st {style}" x="486" y="{num(y + 4)}">{esc(words)}</text>'
        for y, (_, style, words) in zip((ends[0][0], lower), ends)
    )
    past = "L".join(point(step, value) for step, value in enumerate(found.past))
    vote = point(len(found.past) - 1, 0).split(",")[0]
    said = esc(say("Emissions without and with the law"))
    return (
        f'<svg class="fan" viewBox="0 0 600 240" role="img" aria-label="{said}">'
        f'<path class="grid" d="M40,16H480M40,216H480"/><text class="tk" x="36" y="20">{top}</text>'
        f'<text class="tk" x="36" y="220">0</text>{thin}<path class="dmg" d="M{past}"/>'
        f'<path class="dmg" d="M{after(mean(found.without))}"/><path class="lawm" d="M{after(mean(found.with_law))}"/>'
        f'<path class="card" d="M{vote},10V216"/><text class="tk mid" x="{vote}" y="234">{say("the vote")}</text>'
        f"{labels}</svg>"
    )
