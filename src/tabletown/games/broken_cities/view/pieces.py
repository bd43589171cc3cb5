"""Single pieces as SVG, each on its own 84 x 84 lot: oblique buildings, parks, renters, badges, rent pills."""

from __future__ import annotations

from functools import cache

from tabletown.drawing import mark_shape, num
from tabletown.games.broken_cities.content import (
    CONVENTIONAL,
    ECO_PARK,
    GREEN,
    GREENSPACE,
    LOW_COST,
    RETROFIT,
    SHOPPING,
)

CELL_SIZE = 84


def _block(left: float, base: float, width: float, height: float, deep: float, wall: str) -> str:
    """A box seen from the front left and above: front, side, roof."""
    rise = num(deep * 0.62)
    front = f'<path class="{wall}" d="M{left},{base}h{width}v-{height}h-{width}z"/>'
    side = f'<path class="{wall}s" d="M{left + width},{base}l{deep},-{rise}v-{height}l-{deep},{rise}z"/>'
    roof = f'<path class="rf" d="M{left},{base - height}l{deep},-{rise}h{width}l-{deep},{rise}z"/>'
    return front + side + roof


def _windows(left: float, top: float, width: float, columns: int, rows: int, step: float, tall: float) -> str:
    wide = width / columns
    pane = f"h{num(wide * 0.52)}v{tall}h-{num(wide * 0.52)}z"
    panes = "".join(
        f"M{num(left + wide * (column + 0.24))},{num(top + step * row)}{pane}"
        for row in range(rows)
        for column in range(columns)
    )
    return f'<path class="wn" d="{panes}"/>'


def _tree(x: float, y: float, size: float, leaf: int) -> str:
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale({size})"><path class="tr" d="M-1.5,0h3v-6h-3z"/>'
        f'<circle class="lf{leaf}" cy="-12" r="8.5"/></g>'
    )


@cache
def tile(kind: int) -> str:
    """The piece alone; a surrounding element of the owner's class colours its roof."""
    if kind == LOW_COST:
        return (
            _block(12, 62, 46, 20, 14, "w1")
            + _windows(12, 46.3, 46, 5, 2, 9, 4.1)
            + '<path class="w1s" d="M50,33h5v-8h-5z"/><path class="smk" d="M53,20q-4,-5 2,-8q6,-3 2,-8"/>'
        )
    if kind == CONVENTIONAL:
        return _block(18, 62, 34, 38, 13, "w2") + _windows(18, 28.3, 34, 3, 4, 9, 4.1)
    if kind == GREEN:
        return (
            _block(18, 62, 34, 42, 13, "w3")
            + _windows(18, 25.5, 34, 3, 3, 13.3, 6.1)
            + '<path class="lf1" d="M16,49h38v4h-38zM16,35h38v4h-38z"/><circle class="lf2" cx="31" cy="14" r="5"/>'
            '<circle class="lf1" cx="40" cy="13" r="4.4"/><circle class="lf2" cx="48" cy="14" r="4"/>'
        )
    if kind == SHOPPING:
        return (
            _block(8, 64, 54, 28, 14, "w4")
            + '<path class="aw" d="M8,46h54v7h-54z"/><path class="aw2" d="M8,46h9v7h-9zM26,46h9v7h-9zM44,46h9v7h-9z"/>'
            '<path class="bag" d="M29,44v-9h13v9zM32,35q0,-5 3.5,-5t3.5,5"/>'
            '<path class="wn" d="M14,64v-8h12v8zM44,64v-8h12v8z"/>'
        )
    if kind == GREENSPACE:
        return (
            '<rect class="gr" x="4" y="4" width="76" height="76" rx="8"/><path class="pth" d="M4,60Q40,44 80,66"/>'
            + _tree(24, 40, 1.1, 1)
            + _tree(58, 34, 1.2, 2)
            + _tree(44, 74, 0.9, 1)
        )
    if kind == ECO_PARK:
        return (
            '<rect class="gr2" x="4" y="4" width="76" height="76" rx="8"/>'
            '<path class="pond" d="M16,58q2,-14 20,-14t22,10q2,12 -16,14t-26,-10z"/>'
            + _tree(18, 34, 1.15, 2)
            + _tree(40, 30, 1.25, 1)
            + _tree(64, 38, 1.3, 2)
            + _tree(70, 72, 1, 1)
        )
    if kind == RETROFIT:
        return '<path class="rtf" d="M22,70V40L42,24L62,40V70Z"/><path class="rta" d="M42,60V40M34,48l8,-9 8,9"/>'
    return ""


@cache
def badge(seat: int, x: float, y: float, size: float = 9.4) -> str:
    """An owner's badge: the seat's shape in a disc of its colour, outlined to stand out on any background."""
    return (
        f'<g class="own s{seat + 1}" transform="translate({num(x)} {num(y)})"><circle r="{size}"/>'
        f'<g class="om">{mark_shape(seat)}</g></g>'
    )


RENTER = '<path d="M-6,8C-6,2 -3.4,1 -3,-2H3C3.4,1 6,2 6,8Z"/><circle cy="-5.4" r="4.2"/>'


def renter(x: float, y: float, classes: str, size: float = 1.0) -> str:
    scale = f" scale({size})" if size != 1 else ""
    return f'<g class="rt {classes}" transform="translate({num(x)} {num(y)}){scale}">{RENTER}</g>'


@cache
def pill(x: float, y: float, words: str, classes: str = "rc") -> str:
    """A number in a lozenge."""
    wide = 26 if len(words) < 3 and classes != "gain" else 34
    return (
        f'<g class="{classes} lettering" aria-hidden="true" transform="translate({num(x)} {num(y)})">'
        f'<rect x="-{wide // 2}" y="-10" width="{wide}" height="20" rx="10"/><text y="5.4">{words}</text></g>'
    )


@cache
def icon(kind: int, seat: int | None, size: int = 44) -> str:
    """A piece as a small picture, in the colour of the seat that looks at it."""
    owner = f"s{seat + 1}" if seat is not None else "s0"
    return (
        f'<svg class="bc" width="{size}" height="{size}" viewBox="4 0 78 82" aria-hidden="true">'
        f'<g class="bd {owner}">{tile(kind)}</g></svg>'
    )


def mark(seat: int, size: int = 18) -> str:
    """The owner's badge as a small picture."""
    return (
        f'<svg class="bc own s{seat + 1}" width="{size}" height="{size}" viewBox="-12 -12 24 24" aria-hidden="true">'
        f'<circle r="10"/><g class="om">{mark_shape(seat)}</g></svg>'
    )
