"""The pieces as small pictures: tokens, pawns, dice. Each is told apart by its shape as well as its colour."""

from __future__ import annotations

from tabletown.drawing import called, mark_shape, num
from tabletown.games.new_york_crisis.cards import COLOURS, EXTRA, RELATIVE, RESULTS
from tabletown.kernel import say

# one icon for each result: dumb-bell, bulb, speech bubble, star
ICONS = (
    '<path d="M-7,-2.2h2.4v-3h3v10.4h-3v-3h-2.4zM7,-2.2h-2.4v-3h-3v10.4h3v-3h2.4zM-2,-1.2h4v2.4h-4z"/>',
    '<path d="M0,-7a5,5 0 0 1 2.6,9.2v2h-5.2v-2A5,5 0 0 1 0,-7zM-2.2,5.2h4.4v1.9h-4.4z"/>',
    '<path d="M-7,-5.6h14v8.6h-6.4l-3.4,3.6v-3.6h-4.2z"/>',
    '<path d="M0,-7.4L2,-2.4L7.2,-2.2L3.2,1.1L4.5,6.2L0,3.3L-4.5,6.2L-3.2,1.1L-7.2,-2.2L-2,-2.4Z"/>',
)
# info tokens: red square, blue diamond, yellow disc
TOKENS = (
    '<rect x="-9.5" y="-9.5" width="19" height="19" rx="2"/>',
    '<path d="M0,-11.5L11.5,0L0,11.5L-11.5,0Z"/>',
    '<circle r="10.5"/>',
)
SHORT = ("red", "blu", "yel")
DIE = ("red", "yel", "blu", "gry", "gry", "plus")

# a glyph for each kind of item, inside its case
ITEM_GLYPHS = (
    '<path d="M-2.6,-6h5.2v12h-5.2zM-1,4h2"/>',  # cell phone
    '<path d="M-6,-3q6,-4 12,0q0,6 -4,7q-2,-1.6 -4,0q-4,-1 -4,-7zM-3.6,-.4h2.4M1.2,-.4h2.4"/>',  # mask
    '<path d="M-3.4,6v-7l-2,-2M-3.4,-1v-5M-1,-1.6v-5M1.4,-1.6v-4.6M3.8,0v-4.4M3.8,-.6v3q0,3.6 -3,3.6h-4.2"/>',  # gloves
    '<path d="M-5,-5h10v6.6h-10zM-7,4.4h14"/>',  # laptop
    '<path d="M-6.6,-4h13.2v8h-13.2zM0,-1.8a1.8,1.8 0 1 0 .01,0"/>',  # cash
    '<path d="M-4.6,.4a2.8,2.8 0 1 0 .01,0M4.6,.4a2.8,2.8 0 1 0 .01,0M-4.6,3.2l3,-6h5l1.2,6M-1.6,-2.8l2,6l3,-6"/>',
    '<path d="M-6,-5h12v10h-12zM-4,-2.4h8M-4,0h3.4M-4,2.4h3.4M1,0h3v2.4h-3z"/>',  # newspaper
    '<path d="M-3.4,-2h6.8v8h-6.8zM2,-2v-5M-1.6,.6h3.2M-1.6,3h3.2"/>',  # police radio
    (
        "<path "
        'd="M-2.4,-1.6h4.8v3.2h-4.8zM-6.6,-4h4M2.6,-4h4M-6.6,4h4M2.6,4h4M-4.6,-4l2.2,2.4M4.6,-4l-2.2,2.4M-4.6,4l2.2,-2.4M4.6,4l-2.2,-2.4"/>'
    ),  # drone
    '<path d="M-2,-6h4l4,3.4l-2,2.4v6.2h-8v-6.2l-2,-2.4zM0,-6v12"/>',  # raincoat
)


def at(x: float, y: float, piece: str, scale: float = 1.0, more: str = "") -> str:
    size = f" scale({num(scale)})" if scale != 1 else ""
    return f'<g transform="translate({num(x)} {num(y)}){size}"{more}>{piece}</g>'


def info(type: int) -> str:
    return f'<g class="info {SHORT[type]}">{TOKENS[type]}<g class="ic" transform="scale(.78)">{ICONS[type]}</g></g>'


def mafia() -> str:
    return (
        '<g class="maf"><circle r="10.5"/><path d="M-7.6,-1.6h15.2M-4.6,-1.8l.9,-4.4q3.7,1.6 7.4,0l.9,4.4z"/>'
        '<path class="e" d="M-5.4,2.6h3.8M1.6,2.6h3.8"/></g>'
    )


def item(kind: int) -> str:
    return f'<g class="item"><rect x="-10.5" y="-10" width="21" height="20" rx="3"/><g>{ITEM_GLYPHS[kind]}</g></g>'


def car() -> str:
    return (
        '<g class="car"><path d="M-17,6v-6q0,-3 4,-3.4l5,-.6 4,-6h9l5,6 5,1q3,.8 3,4v5z"/>'
        '<rect class="s1" x="-3" y="-13.4" width="4.4" height="3.6"/>'
        '<rect class="s2" x="1.4" y="-13.4" width="4.4" height="3.6"/>'
        '<circle cx="-9" cy="6.4" r="3.8"/><circle cx="9" cy="6.4" r="3.8"/></g>'
    )


def fbi() -> str:
    return f'<g class="fbi"><path d="M0,-12L11,-8V1Q11,9 0,13Q-11,9 -11,1V-8Z"/><text y="4.4">{say("FBI")}</text></g>'


def building() -> str:
    front = "M-2.6,10V3h5.2v7zM-5.5,-4h3v3h-3zM2.5,-4h3v3h-3z"
    return f'<g class="bld"><path d="M-9,10V-6L0,-11L9,-6V10Z"/><path class="d" d="{front}"/></g>'


def stranger() -> str:
    """The informant: a hatted head."""
    hat = "M-8,-3H8V-5H5L4,-10H-4L-5,-5H-8Z"
    return f'<g class="bld"><path d="M-8,11C-8,4 -5,2 -4,-1H4C5,2 8,4 8,11Z"/><path class="d" d="{hat}"/></g>'


def flag() -> str:
    """Where the final challenge waits."""
    return '<g class="flag"><path class="p" d="M-6,12V-12"/><path d="M-6,-12H9L5,-7L9,-2H-6Z"/></g>'


def pawn(figure: int, ghost: bool = False) -> str:
    return (
        f'<g class="pawn o{figure % 4 + 1}{" gh" if ghost else ""}">'
        '<path d="M-9,11C-9,3 -5,1 -4.6,-3H4.6C5,1 9,3 9,11Z"/><circle cy="-8" r="6"/>'
        f'<g class="pm" transform="translate(0 5.4) scale(.56)">{mark_shape(figure)}</g></g>'
    )


def icon(piece: str, size: int = 22) -> str:
    """A token on its own, in a panel."""
    return f'<svg class="tok" width="{size}" height="{size}" viewBox="-13 -14 26 28" aria-hidden="true">{piece}</svg>'


def result_icon(face: int, size: int = 16) -> str:
    box = f'width="{size}" height="{size}" viewBox="-9 -9 18 18"'
    return f'<svg class="res r{face}" {box} aria-hidden="true">{ICONS[face]}</svg>'


def die_words(colour: int, face: int) -> str:
    whose = {RELATIVE: say("a relative's grey die"), EXTRA: say("a result from an item")}.get(
        colour, say("{colour} die", colour=COLOURS[colour])
    )
    return f"{whose}: {called(RESULTS[face])}"


def die(
    number: int,
    colour: int,
    face: int,
    spent: bool,
    option: str = "",
    label: str = "",
    note: str = "",
    picked: bool = False,
    fresh: bool = False,
) -> str:
    """A die as a list item: its face, its word, and what became of it."""
    words = die_words(colour, face)
    if spent:
        words = say("{die}, spent", die=words)
    if picked:
        words = say("{die}, picked", die=words)
    picture = f'<svg viewBox="-12 -12 24 24" width="46" height="46" aria-hidden="true">{ICONS[face]}</svg>'
    kind = f"d {DIE[colour]}{' spent' if spent else ''}{' picked' if picked else ''}{' fresh' if fresh else ''}"
    if option:
        marks = f'class="{kind}" data-option="{option}" aria-label="{label}"'
        shown = f'<button type="button" {marks}>{picture}</button>'
    else:
        shown = f'<span class="{kind}" role="img" aria-label="{words}">{picture}</span>'
    return f'<li data-die="{number}">{shown}<small>{note or called(RESULTS[face])}</small></li>'
