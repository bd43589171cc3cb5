"""Addresses as pictures that phones read."""

from __future__ import annotations

import segno
from markupsafe import Markup

from tabletown.drawing import esc
from tabletown.kernel import say


def qr(address: str) -> Markup:
    """Always dark on light, or phones do not read it."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(scale=4, border=2, dark="#1b2430", light="#ffffff", omitsize=True, svgclass=None)
    label = esc(say("QR code: {address}", address=address))
    return Markup(drawn.replace("<svg", f'<svg class="qr" role="img" aria-label="{label}"', 1))
