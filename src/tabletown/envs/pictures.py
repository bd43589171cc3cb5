"""Rendering of an environment: the board in words, as SVG, or as pixels."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from tabletown.drawing.notebook import picture as standalone_picture
from tabletown.drawing.raster import FONTS, png
from tabletown.extras import how_to_add
from tabletown.kernel import Match
from tabletown.kernel.errors import BadOption

MODES = ("ansi", "svg", "rgb_array", "human")
WIDE = 800  # pixels


def picture(match: Match, mode: str | None) -> Any:
    """`human` prints the text view; `rgb_array` draws the board (or its text view) without a browser."""
    if mode == "svg":
        return standalone_picture(match)
    if mode == "rgb_array" and match.game.view.scene is not None:
        return board(match)
    words = match.text()
    if mode == "rgb_array":
        return pixels(words)
    if mode == "human":
        print(words)
        return None
    return words


def board(match: Match) -> Any:
    folder = match.game.folder
    css = (folder / "style.css").read_text(encoding="utf-8") if folder is not None else ""
    pillow = _pillow()
    image = pillow.open(io.BytesIO(png(match.scene().board, css, width=WIDE)))
    paper = pillow.new("RGB", image.size, "#fffdf8")
    paper.paste(image, mask=image.convert("RGBA").getchannel("A"))
    return np.asarray(paper)


def pixels(words: str) -> Any:
    pillow = _pillow()
    from PIL import ImageDraw, ImageFont

    lines = words.splitlines() or [""]
    font = ImageFont.truetype(str(FONTS / "DejaVuSansMono.ttf"), 12)
    width, height = int(font.getlength("m") * max(map(len, lines))) + 16, 17 * len(lines) + 16
    image = pillow.new("RGB", (width, height), "#fffdf8")
    ImageDraw.Draw(image).multiline_text((8, 8), words, fill="#1b2430", font=font, spacing=3)
    return np.asarray(image)


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError:
        raise BadOption(f"rgb_array needs Pillow; install it: {how_to_add('envs')}") from None
    return Image
