"""Whole drives: whatever is asked on the way to one, its end can be picked on the map at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletown.drawing import esc, num
from tabletown.games.crossroll.options import (
    DRIVE,
    NUMBER,
    ROUTE,
    ROUTE_OF,
    RUNS,
    SKIP,
    USED_DIE,
    USED_ROW,
    kind_of,
)
from tabletown.games.crossroll.roads import MAP, Run
from tabletown.games.crossroll.rules.driving import routes_among, runs
from tabletown.games.crossroll.rules.main_action import drive_starts, number_of
from tabletown.games.crossroll.rules.writing import board_of
from tabletown.games.crossroll.state import BONUS, DICE, Board, Crossroll
from tabletown.games.crossroll.view.board import at, gain_flag, run_line
from tabletown.games.crossroll.view.describe import gains
from tabletown.games.crossroll.view.layout import AT, LAYOUT
from tabletown.games.crossroll.view.words import ends
from tabletown.kernel import Described, path_word, say

CHANGED = len(DICE)  # in place of a die: the engine changed its number, or it is the sum
# the die that has the number: triangle, square, diamond, hexagon, and a disc where it was changed
MARKS = (
    '<path d="M0,-12L11.5,8.5H-11.5Z"/>',
    '<path d="M-9,-9H9V9H-9Z"/>',
    '<path d="M0,-11.5L11.5,0L0,11.5L-11.5,0Z"/>',
    '<path d="M0,-11L10,-5.5V5.5L0,11L-10,5.5V-5.5Z"/>',
    '<circle r="9.6"/>',
)
APART = 19  # two marks at one stop
MOST = 3  # marks at one stop; the last one stands for all others, too


class Drive(NamedTuple):
    options: tuple[str, ...]
    described: Described
    run: Run
    n: int
    die: int

    @property
    def word(self) -> str:
        return path_word(self.options)


# ---------------------------------------------------------------- which there are


def drives(s: Crossroll, seat: int, words: Sequence[str]) -> list[Drive]:
    """All that can be driven from this question on, with the answers that lead there."""
    board, walk = board_of(s, seat), s.walks[seat]
    kind = kind_of(words[0]) if words else ""
    if kind == NUMBER:
        numbers = [word for word in words if word != SKIP]
        return [drive for word in numbers for drive in _drives(s, board, (word, DRIVE), number_of(s, word), word)]
    if walk is None:
        return []
    if DRIVE in words:
        return [*_drives(s, board, (DRIVE,), walk.n, walk.use)]
    if kind == ROUTE:
        routes = [word for word in words if word in ROUTE_OF]
        return [drive for word in routes for drive in _on_route(s, board, (word,), word, walk.n, walk.use)]
    return []


def _drives(s: Crossroll, board: Board, before: tuple[str, ...], n: int, use: str) -> Iterator[Drive]:
    routes = routes_among(drive_starts(board, n))
    for word in routes:  # where it can only be one, nobody is asked for it
        yield from _on_route(s, board, (*before, word) if len(routes) > 1 else before, word, n, use)


def _on_route(
    s: Crossroll, board: Board, before: tuple[str, ...], route_word: str, n: int, use: str
) -> Iterator[Drive]:
    route = ROUTE_OF[route_word]
    letter = MAP.letters[route]
    bonus = s.phase == BONUS
    button = (
        say("Cross out {n} on {route}", n=n, route=letter) if bonus else say("Drive {n} on {route}", n=n, route=letter)
    )
    die = USED_DIE[use] if use in USED_DIE and use not in USED_ROW else CHANGED
    for word in runs(board, route, n):
        run = RUNS[word]
        told = {"drive": button, "stops": ends(run.stops)}
        found = gains(s, board, word, n)
        label = say("{drive}: {stops}, {gains:,}", **told, gains=found) if found else say("{drive}: {stops}", **told)
        yield Drive((*before, word), Described(label, button), run, n, die)


# ---------------------------------------------------------------- how they are drawn


def stretches(found: Sequence[Drive]) -> str:
    """Under the stops: a glow at each end, and the line of each drive while it is pointed at."""
    glows = sorted({drive.run.stops[-1] for drive in found})
    parts = [f'<circle class="glow" r="17" {at(here)}/>' for here in glows]
    parts += [f'<g class="run" data-preview="{esc(drive.word)}">{run_line(drive.run)}</g>' for drive in found]
    return "".join(parts)


def end_marks(found: Sequence[Drive]) -> str:
    """A mark with the number at each end."""
    at_stop: dict[int, dict[int, list[Drive]]] = {}
    for drive in found:
        at_stop.setdefault(drive.run.stops[-1], {}).setdefault(drive.n, []).append(drive)
    return "".join(mark for here, numbers in sorted(at_stop.items()) for mark in _marks(here, [*numbers.values()]))


def steps(board: Board, found: Sequence[Drive]) -> str:
    """The steps of a drive while it is pointed at, and what it ends with."""
    if not found:
        return ""
    longest = max(drive.n for drive in found)
    numbers = "".join(
        f'<g class="crossroll-step" id="crossroll-step-{n}"><circle r="11"/><text y="4.6">{n}</text></g>'
        for n in range(1, longest + 1)
    )
    parts = [f"<defs>{numbers}</defs>"]
    for drive in found:
        shown = "".join(
            f'<use href="#crossroll-step-{number}" x="{num(AT[here][0])}" y="{num(AT[here][1])}"/>'
            for number, here in enumerate(drive.run.stops, start=1)
        )
        preview = f'<g class="steps-of" data-preview="{esc(drive.word)}">'
        parts.append(f"{preview}{shown}{gain_flag(board, drive.run)}</g>")
    return "".join(parts)


def _marks(here: int, numbers: list[list[Drive]]) -> Iterator[str]:
    """Side by side or one above the other, so that they keep off the name of the stop."""
    x, y = AT[here]
    across = LAYOUT.location[MAP.ids[here]].side in ("N", "S")
    rest = [drive for drives in numbers[MOST - 1 :] for drive in drives]
    marks = [*numbers[: MOST - 1], rest] if rest else numbers
    kind = "end star" if MAP.kinds[here] == "landmark" else "end"
    half, hit = num(APART / 2), '<circle class="hit" r="20"/>'
    if len(marks) > 1:
        box = f"M-{half},-20H{half}V20H-{half}Z" if across else f"M-20,-{half}H20V{half}H-20Z"
        hit = f'<path class="hit" d="{box}"/>'
    for place, found in enumerate(marks):
        off = APART * (place - (len(marks) - 1) / 2)
        where = f"{num(x + off)} {num(y)}" if across else f"{num(x)} {num(y + off)}"
        first, *more = found
        also = f' data-also="{esc("|".join(drive.word for drive in more))}"' if more else ""
        several = any(drive.n != first.n for drive in more)
        die, words = (CHANGED, "+") if several else (first.die, str(first.n))
        yield (
            f'<g class="{kind}" data-option="{esc(first.word)}"{also} role="button" tabindex="-1" '
            f'transform="translate({where})">{hit}{MARKS[die]}<text y="{4.5 if die else 6.4}">{words}</text></g>'
        )
