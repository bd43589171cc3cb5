"""The pieces as small pictures: tokens, pawns, dice. They differ in shape as well as in colour."""

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

# portraits of the family, told apart without colour, in the order of the characters
FACES = (
    (  # father: beard and glasses
        '<path d="M-40,50C-40,26 -20,22 0,22C20,22 40,26 40,50Z" fill="#f4ecdb"/>'
        '<path d="M-11,10h22v16q-11,8 -22,0z" fill="#cf9f78"/>'
        '<path d="M-21,-28H21V4C21,22 10,30 0,30C-10,30 -21,22 -21,4Z" fill="#e9bd95"/>'
        '<path d="M-21,0C-21,26 -10,33 0,33C10,33 21,26 21,0C15,8 9,7 0,7C-9,7 -15,8 -21,0Z" fill="#5a3a22"/>'
        '<path d="M-7,15h14" stroke="#cf9f78" stroke-width="4"/>'
        '<path d="M-24,-8C-26,-36 -12,-38 0,-38C14,-38 26,-34 23,-8L19,-18C8,-22 -8,-22 -18,-17Z" fill="#5a3a22"/>'
        '<path d="M18,-22L38,-30" stroke="#f4c430" stroke-width="5"/>'
        '<path d="M-17,-7h12v8h-12zM5,-7h12v8h-12zM-5,-4h10" fill="none" stroke="#131029" stroke-width="3"/>'
    ),
    (  # mother: a bun
        '<path d="M-32,50C-32,26 -18,22 0,22C18,22 32,26 32,50Z" fill="#f4ecdb"/>'
        '<path d="M-12,24L0,40L12,24L6,22H-6Z" fill="#1f7f78"/><circle cy="-38" r="13" fill="#7c2d1d"/>'
        '<path d="M-24,0C-28,-34 -12,-38 0,-38C12,-38 28,-34 24,0Z" fill="#7c2d1d"/>'
        '<path d="M-8,12h16v14q-8,7 -16,0z" fill="#cf9f78"/><ellipse cy="-4" rx="18" ry="21" fill="#e9bd95"/>'
        '<path d="M-19,-4C-20,-28 -8,-30 0,-30C8,-30 20,-28 19,-4C16,-16 8,-20 -10,-20C-14,-18 -18,-12 -19,-4Z"'
        ' fill="#7c2d1d"/>'
        '<path d="M-13,-12l9,2M13,-12l-9,2" stroke="#3f150c" stroke-width="3"/>'
    ),
    (  # daughter: headphones
        '<path d="M-30,50C-30,26 -16,22 0,22C16,22 30,26 30,50Z" fill="#f4ecdb"/>'
        '<path d="M-26,30C-32,-6 -26,-38 0,-38C26,-38 32,-6 26,30C20,34 14,30 12,22H-12C-14,30 -20,34 -26,30Z"'
        ' fill="#2b1a3a"/>'
        '<path d="M-8,12h16v14q-8,7 -16,0z" fill="#cf9f78"/><ellipse cy="-6" rx="18" ry="21" fill="#e9bd95"/>'
        '<path d="M-19,-8C-20,-30 -6,-32 2,-31C14,-30 20,-24 19,-8C10,-10 2,-16 -2,-24C-4,-16 -12,-10 -19,-8Z"'
        ' fill="#2b1a3a"/>'
        '<path d="M-27,-6C-30,-46 30,-46 27,-6" fill="none" stroke="#131029" stroke-width="6"/>'
        '<rect x="-33" y="-12" width="13" height="22" rx="6" fill="#131029"/>'
        '<rect x="20" y="-12" width="13" height="22" rx="6" fill="#131029"/>'
    ),
    (  # son: a red cap
        '<path d="M-28,50C-28,30 -16,25 0,25C16,25 28,30 28,50Z" fill="#f4ecdb"/>'
        '<path d="M-8,14h16v14q-8,6 -16,0z" fill="#cf9f78"/><ellipse cy="0" rx="18" ry="20" fill="#e9bd95"/>'
        '<path d="M-20,-6C-22,6 -18,10 -17,12L-14,-8ZM20,-6C22,6 18,10 17,12L14,-8Z" fill="#3a2414"/>'
        '<path d="M-23,-8C-24,-36 24,-36 23,-8Z" fill="#e0443e"/>'
        '<path d="M-23,-8H23V-13H-23Z" fill="#131029"/>'
        '<path d="M20,-14C32,-16 40,-12 42,-6L20,-7Z" fill="#e0443e"/>'
        '<circle cx="-8" cy="6" r="1.8" fill="#b9805a"/><circle cx="8" cy="6" r="1.8" fill="#b9805a"/>'
        '<circle cx="-11" cy="3" r="1.6" fill="#b9805a"/><circle cx="11" cy="3" r="1.6" fill="#b9805a"/>'
    ),
)

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
        'd="M-2.4,-1.6h4.8v3.2h-4.8zM-6.6,-4h4M2.6,-4h4M-6.6,4h4M2.6,4h4M-4.6,-4l2.2,2.4M4.6,-4l-2.2,2.4M-4.6,4l2.2,-2.4M4.6,4l-2.2,-2.4"/'
        ">"
    ),  # drone
    '<path d="M-2,-6h4l4,3.4l-2,2.4v6.2h-8v-6.2l-2,-2.4zM0,-6v12"/>',  # raincoat
)


def at(x: float, y: float, piece: str, scale: float = 1.0, more: str = "") -> str:
    size = f" scale({num(scale)})" if scale != 1 else ""
    return f'<g transform="translate({num(x)} {num(y)}){size}"{more}>{piece}</g>'


def info(type: int) -> str:
    return f'<g class="info {SHORT[type]}">{TOKENS[type]}<g class="ic" transform="scale(.78)">{ICONS[type]}</g></g>'


def mafia() -> str:
    """A mobster: hat and red eyes."""
    return (
        '<g class="maf"><circle r="10.5"/><path d="M-8.2,-1h16.4v-2.1h-3.2l-1.2,-4.8q-3.8,1.7 -7.6,0l-1.2,4.8h-3.2z"/>'
        '<path class="e" d="M-5.4,2.6h3.8M1.6,2.6h3.8"/></g>'
    )


def item(kind: int) -> str:
    return f'<g class="item"><rect x="-10.5" y="-10" width="21" height="20" rx="3"/><g>{ITEM_GLYPHS[kind]}</g></g>'


def car() -> str:
    """A police car between its red and its blue light."""
    return (
        '<g class="car"><circle class="lr" cx="-11" cy="-2" r="11"/><circle class="lb" cx="12" cy="-2" r="11"/>'
        '<path d="M-17,6v-6q0,-3 4,-3.4l5,-.6 4,-6h9l5,6 5,1q3,.8 3,4v5z"/>'
        '<rect class="s1" x="-3" y="-13.4" width="4.4" height="3.6"/>'
        '<rect class="s2" x="1.4" y="-13.4" width="4.4" height="3.6"/>'
        '<circle class="wh" cx="-9" cy="6.4" r="3.8"/><circle class="wh" cx="9" cy="6.4" r="3.8"/></g>'
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


def pawn(figure: int, character: int, ghost: bool = False) -> str:
    """A portrait in the colour of its seat, with the seat's shape at its lower right."""
    shape = (
        f'<g class="pm" transform="translate(10 9.5)"><circle r="6.4"/><g transform="scale(.82)">{mark_shape(figure)}'
    )
    return (
        f'<g class="pawn o{figure % 4 + 1}{" gh" if ghost else ""}"><circle class="rim" r="14.6"/><circle r="12.6"/>'
        f'<g clip-path="url(#nyc-face)"><g transform="translate(0 1) scale(.25)">{FACES[character]}</g></g>'
        f"{shape}</g></g></g>"
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
    """A die as a list item: its face, its name, and whether it is spent or chosen."""
    words = die_words(colour, face)
    if spent:
        words = say("{die}, spent", die=words)
    if picked:
        words = say("{die}, chosen", die=words)
    picture = f'<svg viewBox="-12 -12 24 24" width="46" height="46" aria-hidden="true">{ICONS[face]}</svg>'
    kind = f"d {DIE[colour]}{' spent' if spent else ''}{' picked' if picked else ''}"
    rolls = f'data-dice="d6" data-face="{RESULTS[face]}"{" data-fresh" if fresh else ""}'
    if option:
        marks = f'class="{kind}" {rolls} data-option="{option}" aria-label="{label}"'
        shown = f'<button type="button" {marks}>{picture}</button>'
    else:
        shown = f'<span class="{kind}" {rolls} role="img" aria-label="{words}">{picture}</span>'
    return f'<li data-die="{number}">{shown}<small>{note or called(RESULTS[face])}</small></li>'
