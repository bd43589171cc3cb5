"""Emissions, rent and damage over the rounds: small charts on one axis, and the same numbers as rows for a table."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import esc, num
from tabletown.games.broken_cities.content import COLOURS, RENT_END
from tabletown.games.broken_cities.rules.counting import history_row
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.view.pieces import mark
from tabletown.kernel import say, seat_name

WIDE, TALL = 290, 92
DASHES = ("", "6 3", "2 3", "9 3 2 3")  # each seat has a pattern besides its colour


def rows(s: BrokenCities, names: Sequence[str] = ()) -> list[list[str | int]]:
    """A header and one row per round, ready for a CSV file."""
    who = [seat_name(seat, names) if names else COLOURS[seat] for seat in range(s.players)]
    header: list[str | int] = ["round", say("damage added"), "damage", "emissions"]
    header += [say("rent of {name}", name=name) for name in who] + [
        say("own emissions of {name}", name=name) for name in who
    ]
    found = [header]
    found.extend([*row] for row in points(s))
    return found


def points(s: BrokenCities) -> Sequence[Sequence[int]]:
    """The figures at each round end, and at the end of the game if the city changed after that."""
    now = history_row(s, 0)
    return [*s.history, now] if s.end and now[3:] != s.history[-1][3:] else s.history


def series(s: BrokenCities, what: str) -> list[list[int]]:
    """One list of values per line of a chart."""
    history = points(s)
    if what == "rent":
        return [[row[4 + seat] for row in history] for seat in range(s.players)]
    if what == "own emissions":
        return [[row[4 + s.players + seat] for row in history] for seat in range(s.players)]
    return [[row[{"damage": 2, "emissions": 3}[what]] for row in history]]


def chart(lines: Sequence[Sequence[int]], title: str, end: str, limit: int = 0, who: Sequence[str] = ()) -> str:
    """Lines over the rounds, with a label at the last point of each; `who`: the players' names, none for the city."""
    seats = len(who) > 0
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
    parts.append(f'<text class="tk" x="26" y="{TALL - 4}" style="text-anchor:start">{say("start")}</text>')
    parts.append(f'<text class="tk" x="{WIDE - 36}" y="{TALL - 4}">{end}</text>')
    last = ", ".join(f"{name} {line[-1]}".strip() for name, line in zip(who or [""], lines, strict=True))
    return (
        f'<figure class="bc bc-chart"><figcaption>{esc(title)}</figcaption><svg viewBox="0 0 {WIDE} '
        f'{TALL}" role="img" aria-label="'
        f'{esc(say("{title}, from the start to {end}; final: {last}", title=title, end=end, last=last))}">'
        f"{''.join(parts)}</svg></figure>"
    )


def charts(s: BrokenCities, names: Sequence[str] = (), you: int | None = None) -> str:
    """The charts of a whole game, for the debrief."""
    who = [seat_name(seat, names, you) if names else COLOURS[seat] for seat in range(s.players)]
    end = say("round {history}", history=len(s.history) - 1) if points(s) is s.history else say("the end")
    return "".join(
        [
            chart(series(s, "emissions"), say("City emissions"), end),
            chart(series(s, "damage"), say("Damage"), end),
            key(who),
            chart(series(s, "rent"), say("Each player's rent"), end, RENT_END, who),
            chart(series(s, "own emissions"), say("Each player's own emissions"), end, who=who),
        ]
    )


def key(who: Sequence[str]) -> str:
    """The legend: the line of each player."""
    items = []
    for seat, name in enumerate(who):
        style = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        line = f'<path class="ln s{seat + 1}"{style} d="M1,6H33"/>'
        items.append(
            f'<li>{mark(seat, 18)}<svg width="34" height="12" viewBox="0 0 34 12" aria-hidden="true">{line}</svg>'
            f"{esc(name)}</li>"
        )
    return f'<ul class="bc bc-chart bc-key">{"".join(items)}</ul>'
