"""Small helpers for pictures: building strings, escaping words, and the marks that tell seats apart by shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from html import escape
from pathlib import Path
from typing import Any, ParamSpec

from tabletown.kernel.text import language, say

P = ParamSpec("P")
NARROW = frozenset("fijlrt I.,:;'’|!()[]·-")
COLON = re.compile(": |：")
WIDE = "\u2e80"  # where letters begin that fill a square: Chinese, Japanese, Korean
KEPT = 2_000  # cached picture parts per function: there are dozens of functions, and a part may take kilobytes
TOKENS = Path(__file__).with_name("tokens.css")

# each seat has a shape as well as a colour: circle, triangle, square, diamond, hexagon, cross
MARKS = (
    '<circle r="5"/>',
    '<path d="M0,-5.6L5.6,4.4H-5.6Z"/>',
    '<path d="M-4.6,-4.6H4.6V4.6H-4.6Z"/>',
    '<path d="M0,-6L6,0L0,6L-6,0Z"/>',
    '<path d="M-5.5,0L-2.75,-4.8H2.75L5.5,0L2.75,4.8H-2.75Z"/>',
    '<path d="M-2,-5.5H2V-2H5.5V2H2V5.5H-2V2H-5.5V-2H-2Z"/>',
)

# a sheet of paper, as a background for reading
PAGE = (
    '<svg viewBox="0 0 36 36" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" '
    'aria-hidden="true"><path d="M8,3H28V33H8Z"/><path d="M12,10H24M12,16H24M12,22H24M12,28H19"/></svg>'
)

# line drawings of awards, in a box of 18
MEDALS = {
    "star": "M9,2L11.1,6.6L16,7.2L12.4,10.5L13.4,15.4L9,12.9L4.6,15.4L5.6,10.5L2,7.2L6.9,6.6Z",
    "hexagon": "M9,2L15,5.5V12.5L9,16L3,12.5V5.5Z",
    "cards": "M2.5,5L8,3.6L10.4,13L4.9,14.4ZM10.2,4L15.6,5L13.8,14.6L10.6,14",
    "check": "M3,9.5L7.5,14L15,4.5",
    "road": "M5.5,16L7.5,2M12.5,16L10.5,2M9,3V5M9,8V10M9,13V15",
    "ticket": "M2.5,5H15.5V7.5A1.5,1.5 0 0 0 15.5,10.5V13H2.5V10.5A1.5,1.5 0 0 0 2.5,7.5ZM6.5,7.5H11.5M6.5,10.5H11.5",
    "box": "M3,3H15V15H3ZM6.5,6.5H11.5V11.5H6.5Z",
    "leaf": "M3.5,14.5C2.5,7 7,3 15,3C15,11 11,15.5 3.5,14.5ZM3.5,14.5L10,8",
    "rise": "M2.5,14.5L7,9.5L10,12L15.5,4.5M11.5,4H16V8.5",
    "scales": "M9,2.5V15M5.5,15.5H12.5M3,5H15M3,5L1.2,10.5H4.8ZM15,5L13.2,10.5H16.8Z",
    "tree": "M9,16V10M9,12.5A5,5 0 1 1 9,2.5A5,5 0 1 1 9,12.5",
    "eye": "M1.5,9C4.5,4.5 13.5,4.5 16.5,9C13.5,13.5 4.5,13.5 1.5,9ZM9,7A2,2 0 1 1 9,11A2,2 0 1 1 9,7",
    "bag": "M3.5,7H14.5L15.5,15.5H2.5ZM6,7V5.5A3,3 0 0 1 12,5.5V7",
    "fist": "M4,8V6.5H6.5V5H9V5H11.5V6.5H14V11.5L12.5,15.5H6L4,12ZM6.5,6.5V9.5M9,5V9.5M11.5,6.5V9.5",
    "hush": "M3,7H6L10,3.5V14.5L6,11H3ZM12.5,7L16,11M16,7L12.5,11",
    "paper": "M3,3H13V15H4.5A1.5,1.5 0 0 1 3,13.5ZM13,7H15.5V13.5A1.5,1.5 0 0 1 14,15H12M5.5,6H10.5M5.5,10H10.5",
    "people": "M6,3A2.4,2.4 0 1 1 6,7.8A2.4,2.4 0 1 1 6,3M2,15C2,10 10,10 10,15M12,4A2,2 0 1 1 12,8M13,10Q16,11 16,15",
    "purse": "M2.5,5.5H15.5V14.5H2.5ZM2.5,5.5L12,2.8V5.5M11,10H15.5M12.3,10h.01",
}


def esc(words: object) -> str:
    """Escape text from people or content files for markup and attributes."""
    return escape(str(words), quote=True)


def named(words: object) -> str:
    """A name from content, in the reader's language."""
    return language.get().word(str(words))


def listed(items: Iterable[object], how: str = "and") -> str:
    """ "a, b and c" in the reader's language; `how`: and, or, or "," for a bare list."""
    return language.get().listed([str(item) for item in items], how)


def sentence(words: object) -> str:
    """These words with the full stop of the reader's language."""
    return say("{words}.", words=str(words))


def before_colon(words: str) -> str:
    """The words before the first colon, also a Chinese one; all of them if there is none."""
    return COLON.split(words, maxsplit=1)[0]


def called(words: object) -> str:
    """The same, escaped for markup and attributes."""
    return escape(named(words), quote=True)


def drawn_once(draw: Callable[P, str]) -> Callable[P, str]:
    """Cache a function that depends only on its arguments and the language: most of a board stays the same after a
    move."""
    kept: Any = lru_cache(KEPT, typed=True)(lambda speaking, *args, **named: draw(*args, **named))

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> str:
        return kept(language.get(), *args, **kwargs)  # type: ignore[no-any-return]

    return drawn


class Drawing(str):
    """A picture that knows its parts. Each part begins an element, so that changes can be described in whole
    elements."""

    parts: tuple[str, ...]

    def __new__(cls, parts: Iterable[str]) -> Drawing:
        whole = [part for part in parts if part]
        drawing = super().__new__(cls, "".join(whole))
        drawing.parts = tuple(whole)
        return drawing


def capital(words: str) -> str:
    """The text with a capital letter, for the beginning of a sentence."""
    return words[:1].upper() + words[1:]


@lru_cache(20_000)
def num(value: float) -> str:
    """A coordinate with at most one decimal and no trailing zero."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value != int(value) else str(int(value))


def breadth(words: str, size: float) -> float:
    """An approximate width of bold text in this size, erring on the wide side."""
    return size * sum(
        0.42 if c in NARROW else 1.0 if c >= WIDE else 0.98 if c in "mwMW" else 0.8 if c.isupper() else 0.66
        for c in words
    )


def squeezed(words: str, size: float, room: float) -> str:
    """An attribute that fits longer translations into the same width, with narrower rather than smaller letters.

    Text that would become unreadable may overflow.
    """
    long = breadth(words, size)
    if long <= room:
        return ""
    return f' textLength="{num(max(room, 0.65 * long))}" lengthAdjust="spacingAndGlyphs"'


def figure(value: float, places: int | None = None) -> str:
    """A number as the reader's language writes it, with so many decimals or as many as it needs: 2,5."""
    return language.get().figure(f"{value:g}" if places is None else f"{value:.{places}f}")


def signed(value: int) -> str:
    """+2, −1, ±0: with a true minus sign."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "±0"


def mark(seat: int, size: int = 14) -> str:
    """The seat's mark as a small picture in its colour (the class seat-N sets the colour)."""
    shape = MARKS[seat % len(MARKS)]
    return (
        f'<svg class="mark seat-{seat % 4 + 1}" width="{size}" height="{size}" viewBox="-8 -8 16 16" '
        f'aria-hidden="true">{shape}</svg>'
    )


def mark_shape(seat: int) -> str:
    """The bare shape, for use inside a larger picture."""
    return MARKS[seat % len(MARKS)]


def standalone(board: str, css: Path | None = None) -> str:
    """The same picture with its styles inside, for notebooks and files."""
    styles = TOKENS.read_text(encoding="utf-8")
    if css is not None and css.exists():
        styles += css.read_text(encoding="utf-8")
    head, _, rest = board.partition(">")
    if "xmlns=" not in head:
        head = head.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return f"{head}><style>{styles.replace('<', '')}</style>{rest}"
