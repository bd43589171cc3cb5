"""The plots of a report: SVG strings, coloured by CSS variables."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence

from tabletown.drawing import esc, mark_shape, num
from tabletown.lab.ladder import Rung
from tabletown.lab.reporting.findings import Finding

Show = Callable[[float], str]

BROAD, HALF, NARROW = 1120, 560, 350  # pixels: a panel across the page, one of two, one on a phone


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def exact(value: float) -> str:
    return f"{100 * value:.1f} %"


def within(half: float) -> str:
    """Half the width of an interval; a narrow one gets a decimal, so that it is not shown as 0."""
    return f"± {half:.0f}" if half >= 2 else f"± {half:.1f}"


def points(value: float) -> str:
    rounded = round(100 * value)
    return f"+{rounded}" if rounded > 0 else f"−{-rounded}" if rounded < 0 else "0"


def _svg(width: int, height: float, title: str, body: Sequence[str]) -> str:
    drawn = "".join(body)
    return f'<svg viewBox="0 0 {width} {num(height)}" role="img" aria-label="{esc(title)}">{drawn}</svg>'


def _text(kind: str, x: float, y: float, words: object, anchor: str = "") -> str:
    where = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text class="{kind}" x="{num(x)}" y="{num(y)}"{where}>{esc(words)}</text>'


def sized(draw: Callable[[int], str], width: int = BROAD) -> str:
    """A plot in two widths, for its panel and for phones; the style sheet shows one of them."""
    broad, narrow = draw(width), draw(NARROW)
    return f'<div class="l-broad">{broad}</div><div class="l-narrow">{narrow}</div>' if broad else ""


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers for the ticks of an axis."""
    step = 10 ** math.floor(math.log10(max(high - low, 1e-9) / about))
    step = next(step * factor for factor in (1, 2, 2.5, 5, 10) if (high - low) / (step * factor) <= about)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [number * step for number in range(first, last + 1)]


def dots(
    title: str,
    rows: Sequence[Finding],
    show: Show,
    fair: tuple[float, str] | None = None,
    axis: Show = percent,
    width: int = HALF,
    marks: bool = False,
) -> str:
    """One row per dot with its 95 % interval; red if the interval excludes the fair value."""
    if not rows:
        return ""
    narrow = width <= NARROW and not marks  # then a name stands above its row
    gap, top = (38 if marks else 46 if narrow else 28), 32
    left = min(260.0 if width <= HALF else 400.0, 24 + 7.4 * max(len(row.name) for row in rows)) + (28 if marks else 0)
    left, right = (18.0 if narrow else left), width - (60.0 if narrow else 70.0)
    ends = [value for row in rows for value in (row.share.low, row.share.high)]
    about = 4 if width <= NARROW else 6
    scale = ticks(min([*ends, *([fair[0]] if fair else [])]), max([*ends, *([fair[0]] if fair else [])]), about)
    low, high = scale[0], scale[-1]
    if low == high:
        high = low + 0.1

    def x(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    bottom = top + gap * len(rows) + 4
    drawn = [f'<path class="l-ax" d="M{num(x(tick))},{top - 10}V{bottom}"/>' for tick in scale]
    whole = [tick for tick in scale if abs(100 * tick - round(100 * tick)) < 1e-6]  # 49.5 must not be labelled 50
    drawn += [_text("l-t", x(tick), bottom + 18, axis(tick), "middle") for tick in whole]
    if fair is not None:
        drawn.append(f'<path class="l-fair" d="M{num(x(fair[0]))},{top - 10}V{bottom}"/>')
        drawn.append(_text("l-t", x(fair[0]), 14, fair[1], "middle"))
    for number, row in enumerate(rows):
        y = top + gap * (number + (0.72 if narrow else 0.5))
        hit = row.hit
        if marks and row.seat >= 0:
            drawn.append(
                f'<g transform="translate(13 {num(y)})"><circle class="l-seat seat-{row.seat % 4 + 1}" r="12"/>'
                f'<g class="l-mark seat-{row.seat % 4 + 1}">{mark_shape(row.seat)}</g></g>'
            )
        drawn.append(
            _text("l-b", 34 if marks else 0, y + 5, row.name) if not narrow else _text("l-b", 0, y - 16, row.name)
        )
        drawn.append(
            f'<path class="l-ci{" hit" if hit else ""}" '
            f'd="M{num(x(row.share.low))},{num(y)}H{num(x(row.share.high))}"/>'
        )
        drawn.append(
            f'<circle class="{"l-hit" if hit else "l-dot"}" cx="{num(x(row.share.value))}" cy="{num(y)}" r="6"/>'
        )
        drawn.append(_text("l-b", right + 8, y + 5, show(row.share.value)))
    told = "; ".join(
        f"{row.name} {show(row.share.value)}, from {show(row.share.low)} to {show(row.share.high)}" for row in rows
    )
    return _svg(width, bottom + 26, f"{title}: {told}", drawn)


def histograms(title: str, names: Sequence[str], values: Sequence[Sequence[float]], width: int = HALF) -> str:
    """A small histogram per seat, all on one axis; the vertical line is the median."""
    together = [value for row in values for value in row]
    if not together:
        return ""
    scale = ticks(min(together), max(together) + 1e-9, 4 if width <= NARROW else 7)
    low, high = scale[0], scale[-1] if scale[-1] > scale[0] else scale[0] + 1
    bins, left, right, tall = 36, 110.0 if width > NARROW else 88.0, width - 50.0, 44

    def x(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    drawn = []
    bottom = 10 + (tall + 14) * len(values)
    for tick in scale:
        drawn.append(f'<path class="l-ax" d="M{num(x(tick))},4V{bottom}"/>')
        drawn.append(_text("l-t", x(tick), bottom + 18, f"{tick:g}", "middle"))
    for seat, row in enumerate(values):
        base = 10 + (tall + 14) * (seat + 1) - 6
        counts = [0] * bins
        for value in row:
            counts[min(bins - 1, int((value - low) / (high - low) * bins))] += 1
        step = (right - left) / bins
        for number, count in enumerate(counts):
            height = tall * count / max(counts)
            if count:
                drawn.append(
                    f'<rect class="l-seat seat-{seat % 4 + 1}" x="{num(left + number * step)}" '
                    f'y="{num(base - height)}" width="{num(step - 0.8)}" height="{num(height)}"/>'
                )
        median = statistics.median(row)
        drawn.append(f'<path class="l-ax2" d="M{num(left)},{num(base)}H{num(right)}"/>')
        drawn.append(f'<path class="l-med" d="M{num(x(median))},{num(base - tall)}V{num(base)}"/>')
        drawn.append(_text("l-b", 0, base - 10, names[seat]))
        drawn.append(_text("l-b", right + 8, base - 10, f"{median:g}"))
    medians = ", ".join(f"{name} {statistics.median(row):g}" for name, row in zip(names, values))
    return _svg(width, bottom + 26, f"{title}; medians: {medians}", drawn)


def bars(title: str, values: Sequence[float], words: str, width: int = HALF) -> str:
    """The lengths of matches: one bar per range, with its share."""
    scale = ticks(min(values), max(values) + 1e-9, 4 if width <= NARROW else 8)
    counts = [0] * max(1, len(scale) - 1)
    for value in values:
        place = next((i for i in range(len(counts)) if value < scale[i + 1]), len(counts) - 1)
        counts[place] += 1
    step, base, tall = (width - 40) / len(counts), 165.0, 130.0
    drawn = []
    for number, count in enumerate(counts):
        height, x = tall * count / max(counts), 20 + number * step
        drawn.append(
            f'<rect class="l-bar" x="{num(x + step * 0.1)}" y="{num(base - height)}" width="{num(step * 0.8)}" '
            f'height="{num(height)}" rx="3"/>'
        )
        drawn.append(_text("l-b", x + step / 2, base - height - 7, percent(count / len(values)), "middle"))
        drawn.append(_text("l-t", x + step / 2, base + 19, f"{scale[number]:g}–{scale[number + 1]:g}", "middle"))
    drawn.append(f'<path class="l-ax2" d="M20,{num(base)}H{width - 20}"/>')
    drawn.append(_text("l-t", 20, base + 40, words))
    told = ", ".join(f"{scale[i]:g} to {scale[i + 1]:g}: {percent(c / len(values))}" for i, c in enumerate(counts))
    return _svg(width, 212, f"{title}: {told}", drawn)


def rungs(found: Sequence[Rung], width: int = BROAD) -> str:
    """The ladder: Elo with intervals, the strongest at the top."""
    narrow = width <= NARROW  # then a name stands above its rung
    scale = ticks(min(rung.low for rung in found), max(rung.high for rung in found), 3 if narrow else 8)
    left, right, gap, top = (20.0 if narrow else 250.0), width - (64.0 if narrow else 90.0), (88 if narrow else 68), 20

    def x(value: float) -> float:
        return left + (right - left) * (value - scale[0]) / (scale[-1] - scale[0])

    bottom = top + gap * len(found)
    drawn = [f'<path class="l-ax" d="M{num(x(tick))},10V{bottom}"/>' for tick in scale]
    drawn += [_text("l-t", x(tick), bottom + 18, f"{tick:.0f}", "middle") for tick in scale]
    for number, rung in enumerate(found):
        y = top + gap * number + (44 if narrow else 24)
        above = 24 if narrow else -6
        drawn.append(_text("l-rank", 0, y + 1 - above, number + 1))
        drawn.append(_text("l-bot", 40, y - above, rung.bot))
        drawn.append(f'<path class="l-ci" d="M{num(x(rung.low))},{y}H{num(x(rung.high))}"/>')
        drawn.append(f'<circle class="l-dot" cx="{num(x(rung.elo))}" cy="{y}" r="9"/>')
        drawn.append(_text("l-bot", right + 16, y + 6, f"{rung.elo:.0f}"))
        if number + 1 < len(found):
            below = x(found[number + 1].elo)
            drawn.append(
                f'<path class="l-ax2" stroke-dasharray="2 4" d="M{num(x(rung.elo))},{y + 11}V{y + 34}H{num(below)}'
                f'V{y + gap - 11}"/>'
            )
            middle = min(max((x(rung.elo) + below) / 2, left + 110), right - (80 if narrow else 110))
            words = f"beats the one below {100 * rung.beats:.0f} times in 100"
            drawn.append(_text("l-t", middle, y + 29, words, "middle"))
    told = "; ".join(f"{rung.bot} {rung.elo:.0f}, from {rung.low:.0f} to {rung.high:.0f}" for rung in found)
    return _svg(width, bottom + 26, f"Elo: {told}", drawn)
