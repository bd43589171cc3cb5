"""The road map as a picture: a metro plan of Hong Kong with pencil crosses, and what can be chosen on it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from textwrap import wrap as fill

from tabletown.drawing import Drawing, breadth, called, drawn_once, esc, num, squeezed
from tabletown.games.crossroll.options import (
    CROSSROAD,
    CROSSROAD_OF,
    LOTTO,
    ROUTE_OF,
    RUN,
    RUNS,
    STOP_WORDS,
    kind_of,
)
from tabletown.games.crossroll.roads import MAP, Run
from tabletown.games.crossroll.rules.driving import runs
from tabletown.games.crossroll.rules.main_action import open_crossroads
from tabletown.games.crossroll.rules.writing import board_of
from tabletown.games.crossroll.state import Board, Crossroll, is_crossed
from tabletown.games.crossroll.view.layout import AT, HEIGHT, LAYOUT, LINES, WIDTH, heading_of, rounded, stretch
from tabletown.games.crossroll.view.words import name, place
from tabletown.kernel import Described, say

STAR = "M0,-9.5L2.6,-3.2L9.2,-2.9L4.1,1.4L5.8,7.9L0,4.3L-5.8,7.9L-4.1,1.4L-9.2,-2.9L-2.6,-3.2Z"
CROSS = "M-6.4,-5.8Q0.6,-.4 6.2,6.2M6,-6.4Q-.4,.4 -6.2,6"
PEAK = (
    '<path d="M-46,16L-16,-16L-2,0L12,-24L50,16Z"/>'
    '<path class="p2" d="M-16,-16L-8,-7L-18,2L-24,-8ZM12,-24L24,-11L14,-4L4,-11Z"/>'
)
LETTERS = 13.4  # the smallest font size, as in the style sheet
Options = Mapping[str, Described]
OVER_AND_UNDER = "JDBGECHIA"  # the order in which lines are drawn, one over the other


def at(here: int) -> str:
    x, y = AT[here]
    return f'transform="translate({num(x)} {num(y)})"'


# ---------------------------------------------------------------- what never changes


def _ground() -> str:
    """Water, coasts, peaks and the nine lines."""
    coasts = [rounded(land.outline, 12, closed=True) for land in LAYOUT.land]
    parts = [f'<rect class="water" width="{WIDTH}" height="{HEIGHT}"/>']
    for kind in ("shelf2", "shelf", "land"):
        parts += [f'<path class="{kind}" d="{coast}"/>' for coast in coasts]
    for peak in LAYOUT.peak:
        parts.append(f'<g class="peak" transform="translate({num(peak.at[0])} {num(peak.at[1])})">{PEAK}</g>')
    for letter in OVER_AND_UNDER:
        line = rounded(LINES[MAP.letters.index(letter)], 9)
        parts.append(f'<path class="cas" d="{line}"/><path class="ln r{letter}" data-line="{letter}" d="{line}"/>')
    return "".join(parts)


BREAK = "\u200b"


def _label(words: str, lines: int) -> list[str]:
    """A translated name, in no more lines than the original has on the map, so that it fits.

    A no-break space in the translation keeps words on one line; a zero-width space breaks a Chinese name.
    """
    if BREAK in words:
        return words.split(BREAK, lines - 1) if lines > 1 else [words.replace(BREAK, "")]
    broken = (fill(words, width, break_long_words=False) for width in range(1, len(words) + 1))
    return next(label for label in broken if len(label) <= lines)


@drawn_once
def _names() -> str:
    """The names of peaks, waters and stops, and the letters of the routes."""
    parts = []
    for peak in LAYOUT.peak:
        parts.append(f'<text class="pn" x="{num(peak.at[0])}" y="{num(peak.at[1] + 31)}">{called(peak.name)}</text>')
    for water in LAYOUT.water:
        parts.append(f'<text class="wn" x="{num(water.at[0])}" y="{num(water.at[1])}">{called(water.name)}</text>')
    for here, id in enumerate(MAP.ids):
        place, plain = LAYOUT.location[id], MAP.kinds[here] == "plain"
        own = name(here) == MAP.names[here]  # the lines of the layout fit as they are
        label = place.label if own else _label(name(here), len(place.label))
        side, lines = place.side, len(label)
        x, y = place.at[0] + place.shift[0], place.at[1] + place.shift[1]
        anchor = "start" if "E" in side else "end" if "W" in side else "middle"
        out = 13 if len(side) == 1 else 7 if plain else 10
        x += out if "E" in side else -out if "W" in side else 0
        if side in "EW":
            y += 3.7 - 6.5 * (lines - 1)
        elif side in "NS":
            y += (19.2 if plain else 22.2) if side == "S" else -(11.8 if plain else 14.8) - 13 * (lines - 1)
        else:
            y += 14.2 if "S" in side else -6.8 - 13 * (lines - 1)
        size = LETTERS * (0.8 if plain else 0.92)  # a width that is not more than theirs: squeezed, never stretched
        room = max(breadth(words, size) for words in place.label)
        narrow = ["" if label is place.label else squeezed(words, size, room) for words in label]
        spans = "".join(
            f'<tspan x="{num(x)}" y="{num(round(y + 13 * row, 1))}"{narrow[row]}>{esc(words)}</tspan>'
            for row, words in enumerate(label)
        )
        parts.append(f'<text class="lb{"" if plain else " b"}" text-anchor="{anchor}">{spans}</text>')
    for letter in MAP.letters:
        x, y = LAYOUT.route[letter].badge
        parts.append(f'<g transform="translate({num(x)} {num(y)})">{badge(letter)}</g>')
    return "".join(parts)


def badge(letter: str, radius: int = 10) -> str:
    return f'<g class="bdg r{letter}"><circle r="{radius}"/><text y="4.6">{letter}</text></g>'


GROUND = _ground()


def _empty_stop(here: int) -> str:
    letter = MAP.letters[MAP.routes_of(here)[0]]
    match MAP.kinds[here]:
        case "crossroad":
            return '<circle class="xr" r="8.2"/>'
        case "landmark":
            return f'<path class="lm" d="{STAR}"/>'
        case "entrance":
            arrow = '<path class="ar" d="M-3,-4.2L4,0L-3,4.2Z"/>'
            return f'<rect class="en r{letter}" x="-7" y="-7" width="14" height="14" rx="3"/>{arrow}'
        case _:
            return f'<circle class="pl r{letter}" r="5.4"/>'


EMPTY_STOPS = [_empty_stop(here) for here in range(len(MAP.ids))]


# ---------------------------------------------------------------- the board of a seat


def board_svg(s: Crossroll, seat: int, options: Options, lines: str = "", marks: str = "", steps: str = "") -> str:
    """The road map.

    `lines`, `marks` and `steps` are those of whole drives: beneath the stops, beneath their names, on top.
    """
    board = board_of(s, seat)
    before = s.boards[seat]
    asks_for_a_stop = kind_asked(options) in (RUN, CROSSROAD)
    stops = []
    for here in range(len(MAP.ids)):
        fresh = not is_crossed(before, here)
        stops.append(_stop(board, here, fresh, asks_for_a_stop))
    head = (
        f'<svg class="crossroll-board" role="group" aria-label="{say("Road map of Hong Kong")}" viewBox="0 0 '
        f'{WIDTH} {HEIGHT}" data-letters="{LETTERS}"><defs><clipPath id="crossroll-frame"><rect '
        f'width="{WIDTH}" height="{HEIGHT}" rx="14"/></clipPath></defs><g '
        f'clip-path="url(#crossroll-frame)"><g id="crossroll-ground" class="crossroll-map">{GROUND}</g>'
    )
    choices = [_rings(s, seat, board, options), _run_starts(board, options), _crossroads(options)]
    names = f'</g><g id="crossroll-names" class="crossroll-map" aria-hidden="true">{_names()}</g>'
    routes = [_finished(board), _routes_to_choose(options), _run_lines(options), lines]
    return Drawing([head, *routes, '<g class="stops">', *stops, marks, names, *choices, steps, "</g></svg>"])


def _stop(board: Board, here: int, fresh: bool, clickable: bool) -> str:
    inside = EMPTY_STOPS[here]
    if is_crossed(board, here):
        inside += f'<path class="x{" new" if fresh else ""}" pathLength="100" d="{CROSS}"/>'
    if here in board.landmarks:
        inside += '<circle class="circled" r="13"/>'
    word = f' data-word="{STOP_WORDS[here]}"' if clickable else ""
    title = f"<title>{esc(place(board, here))}</title>"
    return f'<g id="loc-{MAP.ids[here]}" class="stop" role="img"{word} {at(here)}>{title}{inside}</g>'


def plain_marks(board: Board) -> str:
    """The stops with their crosses and circles, for the other players' boards."""
    parts = []
    for here, stop in enumerate(EMPTY_STOPS):
        cross = f'<path class="x" d="{CROSS}"/>' if is_crossed(board, here) else ""
        circle = '<circle class="circled" r="13"/>' if here in board.landmarks else ""
        parts.append(f'<g class="stop" {at(here)}>{stop}{cross}{circle}</g>')
    return "".join(parts)


def other_svg(board: Board, whose: str, names: bool) -> str:
    """Another player's board; it reuses the ground and names of the large map on the same page."""
    words = '<use href="#crossroll-names"/>' if names else ""
    return (
        f'<svg class="crossroll-board {"large" if names else "small"}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{esc(whose)}"><use href="#crossroll-ground"/>{plain_marks(board)}{words}</svg>'
    )


# ---------------------------------------------------------------- what can be chosen


def kind_asked(options: Options) -> str:
    return kind_of(next(iter(options), ""))


def _option(word: str, shown: Described) -> str:
    return f'data-option="{esc(word)}" role="button" tabindex="-1" aria-label="{esc(shown.label)}"'


def _finished(board: Board) -> str:
    """The highlight of every completed route."""
    done = [(route, letter) for route, letter in enumerate(MAP.letters) if board.complete >> route & 1]
    return "".join(
        f'<path id="finished-{letter}" class="halo r{letter}" d="{rounded(LINES[route], 9)}"/>'
        for route, letter in done
    )


def _routes_to_choose(options: Options) -> str:
    parts = []
    for word, shown in options.items():
        if word in ROUTE_OF:
            route = ROUTE_OF[word]
            line = rounded(LINES[route], 9)
            x, y = LAYOUT.route[MAP.letters[route]].badge
            parts.append(
                f'<g class="route" {_option(word, shown)}><path class="hit" d="{line}"/>'
                f'<path class="mayl" d="{line}"/>'
                f'<circle class="hit" cx="{num(x)}" cy="{num(y)}" r="20"/>'
                f'<circle class="mayc" cx="{num(x)}" cy="{num(y)}" r="14.5"/></g>'
            )
    return "".join(parts)


def _ring(here: int, radius: float) -> str:
    x, y = AT[here]
    return f'<circle class="mayc" cx="{num(x)}" cy="{num(y)}" r="{radius}"/>'


def _rings(s: Crossroll, seat: int, board: Board, options: Options) -> str:
    """Rings where a run could start or a crossroads be crossed out, shown while pointing at the lotto or a route."""
    walk = s.walks[seat]
    if walk is None:
        return ""
    parts = []
    for word in options:
        found = runs(board, ROUTE_OF[word], walk.n) if word in ROUTE_OF else []
        places = {RUNS[run].stops[0] for run in found}
        if word == LOTTO:
            places = {CROSSROAD_OF[word] for word in open_crossroads(board)}
        if places:
            rings = "".join(_ring(here, 12.5) for here in sorted(places))
            parts.append(f'<g class="rings" data-preview="{esc(word)}">{rings}</g>')
    return "".join(parts)


def _run_lines(options: Options) -> str:
    """The thick line of each run, under the stops."""
    if kind_asked(options) != RUN:
        return ""
    parts = []
    for word in options:
        parts.append(f'<g class="run" data-preview="{esc(word)}">{run_line(RUNS[word])}</g>')
    return "".join(parts)


@cache
def run_line(run: Run) -> str:
    line = MAP.routes[run.route]
    path = stretch(run.route, line.index(run.stops[0]), line.index(run.stops[-1]))
    return f'<path class="runc" d="{path}"/><path class="runl" d="{path}"/>'


def _run_starts(board: Board, options: Options) -> str:
    """A magenta target at each start, split in two where runs go both ways; then the steps 1 to N."""
    if kind_asked(options) != RUN:
        return ""
    both: dict[int, list[str]] = {}
    for word in options:
        both.setdefault(RUNS[word].stops[0], []).append(word)
    parts = []
    for word, shown in options.items():
        run = RUNS[word]
        start, size = run.stops[0], len(run.stops)
        line = MAP.routes[run.route]
        place = line.index(start)
        step = 1 if size == 1 or line.index(run.stops[1]) > place else -1
        angle = num(round(heading_of(run.route, place, step), 1))
        if len(both[start]) > 1:
            target = '<path class="hit" d="M0,-20A20,20 0 0 1 0,20Z"/><path class="mayc" d="M0,-13A13,13 0 0 1 0,13"/>'
        else:
            target = '<circle class="hit" r="20"/><circle class="mayc" r="13"/>'
        arrow = '<path class="way" d="M15.5,-6L23.5,0L15.5,6Z"/>' if size > 1 else ""
        x, y = AT[start]
        parts.append(
            f'<g class="start" {_option(word, shown)} transform="translate({num(x)} {num(y)}) rotate({angle})">'
            f"{target}{arrow}</g>"
        )
    for word in options:
        run = RUNS[word]
        steps = "".join(
            f'<g class="rn" {at(here)}><circle r="11"/><text y="4.6">{number}</text></g>'
            for number, here in enumerate(run.stops, start=1)
        )
        parts.append(f'<g class="steps-of" data-preview="{esc(word)}">{steps}{gain_flag(board, run)}</g>')
    return "".join(parts)


def gain_flag(board: Board, run: Run) -> str:
    """A flag at the end of a run that scores a landmark."""
    if run.landmark < 0 or len(board.landmarks) >= len(MAP.landmark_scores):
        return ""
    x, y = AT[run.landmark]
    points = MAP.landmark_scores[len(board.landmarks)]
    return (
        f'<g class="gain" transform="translate({num(x + 13)} {num(y - 17)})">'
        f'<rect x="-1" y="-10" width="44" height="20" rx="10"/><path transform="translate(10 1) scale(.7)" d="{STAR}"/>'
        f'<text x="29" y="4.6">+{points}</text></g>'
    )


def _crossroads(options: Options) -> str:
    if kind_asked(options) != CROSSROAD:
        return ""
    parts = []
    for word, shown in options.items():
        here = CROSSROAD_OF[word]
        parts.append(
            f'<g class="start" {_option(word, shown)} {at(here)}><circle class="hit" r="20"/>'
            f'<circle class="mayc" r="13"/></g>'
            f'<g class="steps-of" data-preview="{esc(word)}"><g class="rn" {at(here)}><circle r="11"/>'
            f'<path class="px" transform="scale(.8)" d="{CROSS}"/></g></g>'
        )
    return "".join(parts)
