"""Emissions, rent and damage over the rounds: small charts on one axis, and the same numbers as rows for a table."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import esc, num
from tabletown.games.broken_cities.content import COLOURS
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.kernel import seat_name

WIDE, TALL = 290, 92
DASHES = ("", "6 3", "2 3", "9 3 2 3")  # seats by pattern as well as by colour


def rows(s: BrokenCities, names: Sequence[str] = ()) -> list[list[str | int]]:
    """A header and one row a round, ready for a CSV file."""
    who = [seat_name(seat, names) if names else COLOURS[seat] for seat in range(s.players)]
    header: list[str | int] = ["round", "damage added", "damage", "emissions"]
    header += [f"rent of {name}" for name in who] + [f"own emissions of {name}" for name in who]
    found = [header]
    found.extend([*row] for row in s.history)
    return found


def series(s: BrokenCities, what: str) -> list[list[int]]:
    """One list of values per line of a chart."""
    history = s.history
    if what == "rent":
        return [[row[4 + seat] for row in history] for seat in range(s.players)]
    if what == "own emissions":
        return [[row[4 + s.players + seat] for row in history] for seat in range(s.players)]
    return [[row[{"damage": 2, "emissions": 3}[what]] for row in history]]


def chart(lines: Sequence[Sequence[int]], title: str, limit: int = 0, seats: bool = True) -> str:
    """Lines over the rounds, with a label at the last point of each."""
    top = max([limit, 1, *(value for line in lines for value in line)])
    low = min([0, *(value for line in lines for value in line)])
    steps = max(1, max(len(line) for line in lines) - 1)

    def point(step: int, value: float) -> str:
        x = 26 + (WIDE - 62) * step / steps
        y = 10 + (TALL - 30) * (top - value) / (top - low)
        return f"{num(x)},{num(y)}"

    parts = []
    if limit:
        parts.append(f'<path class="lim" d="M26,{point(0, limit).split(",")[1]}H{WIDE - 36}"/>')
    for value in (low, top):
        parts.append(f'<text class="tk" x="22" y="{float(point(0, value).split(",")[1]) + 4:g}">{value}</text>')
    parts.append(f'<path class="axis" d="M26,{point(0, low).split(",")[1]}H{WIDE - 36}"/>')
    for seat, line in enumerate(lines):
        d = "L".join(point(step, value) for step, value in enumerate(line))
        style = f' stroke-dasharray="{DASHES[seat % 4]}"' if seats and DASHES[seat % 4] else ""
        colour = f"s{seat + 1}" if seats else "city"
        parts.append(f'<path class="ln {colour}"{style} d="M{d}"/>')
    for place, (value, seat) in enumerate(sorted(((line[-1], seat) for seat, line in enumerate(lines)), reverse=True)):
        y = 14 + 14 * place if len(lines) > 1 else float(point(0, value).split(",")[1]) + 4
        colour = f"s{seat + 1}" if seats else "city"
        parts.append(f'<text class="last {colour}" x="{WIDE - 30}" y="{y:g}">{value}</text>')
    parts.append(f'<text class="tk" x="26" y="{TALL - 4}" style="text-anchor:start">start</text>')
    parts.append(f'<text class="tk" x="{WIDE - 36}" y="{TALL - 4}">round {steps}</text>')
    last = ", ".join(str(line[-1]) for line in lines)
    return (
        f'<figure class="bc bc-chart"><figcaption>{esc(title)}</figcaption><svg viewBox="0 0 {WIDE} {TALL}" role="img" '
        f'aria-label="{esc(title)} over {steps} rounds, at last {last}">{"".join(parts)}</svg></figure>'
    )


def charts(s: BrokenCities) -> str:
    """What happened, for the talk afterwards."""
    return "".join(
        [
            chart(series(s, "emissions"), "Emissions of the city", seats=False),
            chart(series(s, "damage"), "Damage", seats=False),
            chart(series(s, "rent"), "Rent of each player", limit=50),
            chart(series(s, "own emissions"), "Own emissions of each player"),
        ]
    )
