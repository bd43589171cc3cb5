"""QR codes of addresses."""

from __future__ import annotations

import segno
from markupsafe import Markup

from tabletown.drawing import esc
from tabletown.kernel import say


def qr(address: str) -> Markup:
    """An address as a QR code, always dark on light, because phones can't read it otherwise."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(scale=4, border=2, dark="#1b2430", light="#ffffff", omitsize=True, svgclass=None)
    label = esc(say("QR code: {address}", address=address))
    return Markup(drawn.replace("<svg", f'<svg class="qr" role="img" aria-label="{label}"', 1))
