"""What an environment shows: the board in words, as SVG, or as pixels."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletown.drawing.notebook import picture as standalone_picture
from tabletown.kernel import Match
from tabletown.kernel.errors import BadOption

MODES = ("ansi", "svg", "rgb_array", "human")


def picture(match: Match, mode: str | None) -> Any:
    """`human` prints the words; `rgb_array` draws them, so that no browser is needed."""
    if mode == "svg":
        return standalone_picture(match)
    words = match.text()
    if mode == "rgb_array":
        return pixels(words)
    if mode == "human":
        print(words)
        return None
    return words


def pixels(words: str) -> Any:
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise BadOption("rgb_array needs Pillow; install it: pip install 'tabletown[envs]'.") from None
    plain = words.encode("ascii", "replace").decode()  # Pillow's own font has no other letters
    lines = plain.splitlines() or [""]
    width, height = 6 * max(map(len, lines)) + 16, 15 * len(lines) + 16
    image = Image.new("RGB", (width, height), "#fffdf8")
    ImageDraw.Draw(image).multiline_text((8, 8), plain, fill="#1b2430", spacing=4)
    return np.asarray(image)
