"""Pictures for paper: styles inlined, fonts that the typesetter knows, in colour or in black and white."""

from __future__ import annotations

import re

from tabletown.drawing.raster import MONO, SANS, SERIF, flat

PAINT = re.compile(r'(fill|stroke|stop-color)(:|=")\s*(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}|rgba?\([^)]*\)|[a-z]+)(?=[;"])')
NAMED = {"white": (255, 255, 255), "black": (0, 0, 0), "red": (255, 0, 0)}
BOX = re.compile(r'viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"')


def for_paper(svg: str, css: str, black_and_white: bool) -> str:
    """The picture as plain SVG for light paper."""
    plain = flat(svg, css).replace(f"'{SANS}'", "'DejaVu Sans';font-stretch:condensed")
    plain = plain.replace("<svg ", '<svg font-family="DejaVu Sans" font-stretch="condensed" ', 1)
    return PAINT.sub(_grey, plain) if black_and_white else plain


def _grey(found: re.Match[str]) -> str:
    colour = found[3]
    if colour.startswith("#"):
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        red, green, blue = (int(digits[place : place + 2], 16) for place in (0, 2, 4))
        alpha = ""
    elif colour.startswith("rgb"):
        numbers = [float(part) for part in re.findall(r"[\d.]+", colour)]
        if len(numbers) < 3:
            return found[0]
        red, green, blue = (int(part) for part in numbers[:3])
        alpha = f",{numbers[3]:g}" if len(numbers) > 3 else ""
    elif colour in NAMED:
        (red, green, blue), alpha = NAMED[colour], ""
    else:
        return found[0]  # none, currentColor
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    if 150 < light < 245:  # backgrounds turn pale, so that what lies on them stands out
        light = 150 + (light - 150) * 0.35 + 62
    grey = round(min(255, light))
    return (
        f"{found[1]}{found[2]}{f'rgba({grey},{grey},{grey}{alpha})' if alpha else f'#{grey:02x}{grey:02x}{grey:02x}'}"
    )


def ratio(svg: str) -> float:
    """Height over width of a picture."""
    found = BOX.search(svg)
    return float(found[4]) / float(found[3]) if found else 1.0


FONTS = {"sans": SANS.removesuffix(" Condensed"), "serif": SERIF, "mono": MONO}


def width_of(svg: str) -> float:
    """The width of a picture in units of its own."""
    found = BOX.search(svg)
    return float(found[3]) if found else 0.0
