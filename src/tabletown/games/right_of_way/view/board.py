"""The city as a picture: plots, highways, reservations, options and their previews."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from tabletown.drawing import Drawing, drawn_once, esc, mark_shape, num
from tabletown.games.right_of_way.options import BUY, GIVE, PLOT, SPOT, TRIO, TURN, TURN_IN, kind_of, way_in
from tabletown.games.right_of_way.plan import STEPS, Place
from tabletown.games.right_of_way.rules.city import spot_of
from tabletown.games.right_of_way.rules.end_and_victory import is_complete, points_of
from tabletown.games.right_of_way.state import NOWHERE, RightOfWay, put_highway
from tabletown.games.right_of_way.tiles import TURNS, edges_of
from tabletown.games.right_of_way.view.shapes import (
    ROW,
    WIDTH,
    at,
    edge_middle,
    figure_ground,
    hexagon,
    highway,
    position,
    stop_bar,
)
from tabletown.games.right_of_way.view.words import place as place_words
from tabletown.kernel import Described, say

HATCHES = (
    '<defs><pattern id="rw-h1" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect class="o1f" width="2" height="6"/></pattern>'
    '<pattern id="rw-h2" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<rect class="o2f" width="6" height="2"/></pattern></defs>'
)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COIN = '<g class="coin" aria-hidden="true"><circle r="10.5"/><text y="5.4">$</text></g>'
SMALL_COIN = '<g class="coin sm" transform="translate(0 -27)"><circle r="8.5"/><text y="5">$</text></g>'


Options = Mapping[str, Described]


def board(s: RightOfWay, options: Options) -> str:
    """The whole board, drawn from the ground up, with the options of the seat that is asked."""
    places: list[Place] = list(s.plan.places)
    room = [] if s.roads else [(q + 2 * i, r + 2 * j) for q, r in places for i, j in STEPS]  # room for more trios
    final = " final" if s.ended else ""
    head = (
        f'<svg class="rw rw-board{final}" role="group" aria-label="'
        f'{say("The city, {places} plots", places=len(places))}" viewBox="{view_box(*places, *room)}" '
        f'data-letters="15" data-grow="yes">{HATCHES}'
    )
    layers = [head, slab(*places)]
    if s.roads:
        words = words_for_plots(s, options)
        layers += [plot_ground(s, plot, words[plot]) for plot in s.vacant]
        layers.append(row_letters(s.plan.places, s.plan.names))
        layers.append(plot_numbers(s.plan.places, s.plan.names))
        layers += [laid_highway(s, plot, words[plot]) for plot in range(len(places)) if s.roads[plot]]
        layers += [reservation(s, plot, words[plot]) for plot in s.vacant if s.piles[plot]]
        layers += [last_ring(s), picked_ring(s)]
        layers += plot_options(s, options)
        layers += turn_options(s, options)
    else:
        layers += [district(place, kind) for place, kind in zip(places, s.districts)]
        layers += trio_options(s, options)
    return Drawing([*layers, "</svg>"])


@drawn_once
def view_box(*places: Place) -> str:
    xs, ys = zip(*map(position, places))
    left, top = min(xs) - 66.1, min(ys) - 56
    return f"{num(left)} {num(top)} {num(max(xs) + 50.2 - left)} {num(max(ys) + 56 - top)}"


@drawn_once
def slab(*places: Place) -> str:
    """The outline of the city: larger hexes below all plots."""
    return '<g class="slab">' + "".join(f'<polygon points="{hexagon(49)}" {at(p)}/>' for p in places) + "</g>"


def district(place: Place, kind: str) -> str:
    rich = kind == "$"
    return (
        f'<g class="plot{" rich" if rich else ""}" {at(place)}><polygon class="ground" points="{hexagon(42.6)}"/>'
        f"{figure_ground(place, rich)}{COIN if rich else ''}</g>"
    )


def words_for_plots(s: RightOfWay, options: Options) -> tuple[str, ...]:
    """The option word that a click on each plot means now, so that the page can say why it is not allowed."""
    kind = kind_of(next(iter(options), PLOT))
    return s.plan.buy_words if kind == BUY else s.plan.give_words if kind == GIVE else s.plan.plot_words


def plot_ground(s: RightOfWay, plot: int, word: str) -> str:
    name, place, rich = s.plan.names[plot], s.plan.places[plot], s.is_rich(plot)
    being_laid = plot == s.plot and s.tile >= 0  # the preview of the tile is drawn there
    coin = rich and not being_laid and not s.piles[plot]
    return ground(name, place, rich, coin, word, place_words(s, plot))


@drawn_once
def ground(name: str, place: Place, rich: bool, coin: bool, word: str, words: str) -> str:
    return (
        f'<g id="plot-{name}" class="plot{" rich" if rich else ""}" role="img" data-word="{word}" {at(place)}>'
        f"<title>{esc(words)}</title>"
        f'<polygon class="ground" points="{hexagon(42.6)}"/>{figure_ground(place, rich)}{COIN if coin else ""}</g>'
    )


@drawn_once
def row_letters(places: tuple[Place, ...], names: tuple[str, ...]) -> str:
    rows: dict[int, tuple[float, str]] = {}
    for (q, r), name in zip(places, names):
        x = position((q, r))[0]
        if r not in rows or x < rows[r][0]:
            rows[r] = x, name.rstrip("0123456789")
    return "".join(
        f'<text class="rim" aria-hidden="true" x="{num(x - 52)}" y="{num(ROW * r + 5)}">{letter}</text>'
        for r, (x, letter) in rows.items()
    )


@drawn_once
def plot_numbers(places: tuple[Place, ...], names: tuple[str, ...]) -> str:
    """The number of each plot in its row, drawn below what is built on it."""
    numbers = [
        f'<text x="{num(x)}" y="{num(y + 36)}">{name.lstrip(LETTERS)}</text>'
        for (x, y), name in zip(map(position, places), names)
    ]
    return f'<g class="rim numbers" aria-hidden="true">{"".join(numbers)}</g>'


# ---------------------------------------------------------------- what lies there


def laid_highway(s: RightOfWay, plot: int, word: str) -> str:
    coin = s.options.covered_dollar and s.is_rich(plot)
    drawn = highway(s.roads[plot], s.owners[plot]), open_ends(s, plot), SMALL_COIN if coin else "", score(s, plot)
    return tile(s.plan.names[plot], s.plan.places[plot], s.owners[plot], word, place_words(s, plot), *drawn)


@drawn_once
def tile(name: str, place: Place, seat: int, word: str, words: str, road: str, ends: str, coin: str, score: str) -> str:
    return (
        f'<g id="tile-{name}" class="hw o{seat + 1}{" scores" if score else ""}" role="img" data-word="{word}" '
        f"{at(place)}>"
        f"<title>{esc(words)}</title>{road}{ends}{coin}{score}</g>"
    )


def open_ends(s: RightOfWay, plot: int) -> str:
    """A bar across each connection that is not joined, black if it never can be."""
    joined = s.meets[plot] | (s.plan.rim[plot] if s.options.rim_joined else 0)
    open = s.roads[plot] & ~joined
    return stop_bars(open, sum([bit for bit, there, _ in s.plan.around[plot] if not s.roads[there]])) if open else ""


@cache
def stop_bars(open: int, waits: int) -> str:
    return "".join([stop_bar(edge, dead=not waits >> edge & 1) for edge in edges_of(open)])


def score(s: RightOfWay, plot: int) -> str:
    points = points_of(s, plot)
    return disc(points, is_complete(s, plot)) if points else ""


@cache
def disc(points: int, complete: bool) -> str:
    partly = "" if complete else " partly"
    return f'<g class="score{partly}"><circle r="10.4"/><text y="5.4">{points}</text></g>'


def reservation(s: RightOfWay, plot: int, word: str) -> str:
    held = s.holder(plot), len(s.piles[plot]), s.is_rich(plot)
    return backs(s.plan.names[plot], s.plan.places[plot], word, place_words(s, plot), *held)


@drawn_once
def backs(name: str, place: Place, word: str, words: str, seat: int, height: int, rich: bool) -> str:
    coin = SMALL_COIN if rich else ""
    count = (
        f'<g class="count" transform="translate(0 24)"><rect x="-15" y="-9.5" width="30" height="19" rx="9.5"/>'
        f'<text y="5.2">×{height}</text></g>'
        if height > 1
        else ""
    )
    return (
        f'<g id="row-{name}" class="back o{seat + 1}" role="img" data-word="{word}" '
        f"{at(place)}><title>{esc(words)}"
        f'</title><polygon points="{hexagon(26.4)}"/><polygon class="h{seat + 1}" points="'
        f'{hexagon(26.4)}"/><circle class="bk" r="10.5"/><g class="mark">{mark_shape(seat)}</g>{coin}'
        f"{count}</g>"
    )


def last_ring(s: RightOfWay) -> str:
    if s.last == NOWHERE or not s.roads[s.last] or s.ended:
        return ""
    return f'<polygon class="last" points="{hexagon(40.4)}" {at(s.plan.places[s.last])}/>'


def picked_ring(s: RightOfWay) -> str:
    """A ring on the plot whose right-of-way is being bought."""
    if s.plot == NOWHERE or s.tile >= 0:
        return ""
    return f'<polygon class="ghostring" points="{hexagon(41)}" {at(s.plan.places[s.plot])}/>'


# ---------------------------------------------------------------- what may be chosen


@drawn_once
def may(place: Place, word: str, sentence: str, pill: str, lift: float) -> str:
    yields = (
        f'<g transform="translate(0 {num(lift)})"><rect x="-17" y="-10" width="34" height="20" rx="10"/>'
        f'<text y="5.2">{pill}</text></g>'
        if pill
        else ""
    )
    return (
        f'<g class="may" role="button" tabindex="-1" data-option="{word}" aria-label="{esc(sentence)}" {at(place)}>'
        f'<polygon points="{hexagon(39.5)}"/>{yields}</g>'
    )


def plot_options(s: RightOfWay, options: Options) -> Iterator[str]:
    """Plots to build on with their best result, plots to reserve with their price, and tiles to give up."""
    for word, shown in options.items():
        if kind_of(word) in (PLOT, BUY, GIVE):
            plot = s.plan.plot_in[word]
            lift = 27 if s.roads[plot] else 0 if s.piles[plot] or not s.is_rich(plot) else -25
            yield may(s.plan.places[plot], word, shown.label, shown.gain, lift)


def turn_options(s: RightOfWay, options: Options) -> Iterator[str]:
    """A preview of the tile in each turn, with what every edge earns, and handles to turn it."""
    words = [word for word in options if kind_of(word) == TURN]
    if not words:
        return
    seat, plot, place = s.seat, s.plot, s.plan.places[s.plot]
    for word in words:
        road = TURNS[s.tile][TURN_IN[word]]
        after = s.copy()
        put_highway(after, plot, seat, road)
        yield (
            f'<g class="ghostwrap{" on" if word == words[0] else ""}" data-preview="{word}" {at(place)}>'
            f'<g class="hw ghost o{seat + 1}">{highway(road, seat)}{open_ends(after, plot)}{score(after, plot)}</g>'
            f'<polygon class="ghostring" points="{hexagon(45)}"/>{gains(s, plot, road)}</g>'
        )
        yield from completed_by(s, after, plot, word, word == words[0])
    yield f'<g class="turnpad" {at(place)}>'
    for word in words:  # a click turns the tile; for keyboards and screen readers each turn is an option
        yield (
            f'<polygon class="ghosthit" role="button" tabindex="-1" data-option="{word}" data-preview="{word}" '
            f'aria-label="{esc(options[word].label)}" points="{hexagon(44)}"/>'
        )
    yield "</g>"
    if len(words) > 1:
        yield f"<g {at(place)}>{HANDLES}</g>"


HANDLES = (
    f'<g class="turn" data-turn="-1" aria-hidden="true" transform="translate({num(-WIDTH * 0.93)} 0)"><circle r="18"/>'
    '<path d="M6,6A8.5,8.5 0 1 0 -7,3"/><path class="tip" d="M-11,-1L-7.6,7.2L-1.2,1.4Z"/></g>'
    f'<g class="turn" data-turn="1" aria-hidden="true" transform="translate({num(WIDTH * 0.93)} 0)"><circle r="18"/>'
    '<path d="M-6,6A8.5,8.5 0 1 1 7,3"/><path class="tip" d="M11,-1L7.6,7.2L1.2,1.4Z"/></g>'
)


def gains(s: RightOfWay, plot: int, road: int) -> str:
    """A disc on each edge that earns something."""
    discs = ""
    for edge in edges_of(road):
        earned = (s.riches[plot] >> edge & 1) + (s.meets[plot] >> edge & 1)
        if earned:
            discs += (
                f'<g class="gain" transform="translate({edge_middle(edge).replace(",", " ")})"><circle r="11"/>'
                f'<text y="4.8">+{earned}</text></g>'
            )
    return discs


def completed_by(before: RightOfWay, after: RightOfWay, plot: int, word: str, on: bool) -> Iterator[str]:
    """The future score discs of neighbours whose points would change."""
    for _, there, _ in before.plan.around[plot]:
        if before.roads[there] and points_of(before, there) != points_of(after, there):
            seat = before.owners[there]
            yield (
                f'<g class="completes o{seat + 1}{" on" if on else ""}" data-preview="{word}" '
                f"{at(before.plan.places[there])}>{score(after, there)}</g>"
            )


# ---------------------------------------------------------------- laying the city by hand


def trio_options(s: RightOfWay, options: Options) -> Iterator[str]:
    """The spots for a trio, drawn at the corner where its three districts meet; then the ways to turn it."""
    for word, shown in options.items():
        kind = kind_of(word)
        if kind == SPOT:
            places = spot_of(word)
            x, y = (sum(axis) / 3 for axis in zip(*map(position, places)))
            yield (
                f'<g class="preview" data-preview="{word}">'
                + "".join(f'<polygon class="ghostring" points="{hexagon(41)}" {at(p)}/>' for p in places)
                + f'</g><g class="may spot" role="button" tabindex="-1" data-option="{word}" '
                f'aria-label="{esc(shown.label)}" transform="translate({num(x)} {num(y)})">'
                f'<circle class="hit" r="19"/><circle r="7"/></g>'
            )
        elif kind == TRIO:
            on = " on" if word == next(iter(options)) else ""
            places = spot_of(s.spot)
            yield (
                f'<g class="ghosttrio{on}" data-preview="{word}">'
                + "".join(district(p, k) for p, k in zip(places, way_in(word)))
                + "".join(f'<polygon class="ghostring" points="{hexagon(42)}" {at(p)}/>' for p in places)
                + "</g>"
            )
