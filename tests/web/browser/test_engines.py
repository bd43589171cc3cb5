"""Firefox and WebKit open and play; the full run is a command (engines.py)."""

from __future__ import annotations

import pytest

from tabletown.web.testing import Server
from tests.web.browser.census import FIVE
from tests.web.browser.engines import NEEDED, missing, opened, visit


@pytest.mark.long
@pytest.mark.parametrize("engine", NEEDED)
def test_every_game_opens_and_plays(host: Server, engine: str) -> None:
    if missing(engine):
        pytest.skip(f"no {engine} (Debian: apt install firefox-esr webkit2gtk-driver xvfb)")
    with opened(engine) as window:
        for game in FIVE:
            assert list(visit(window, host.url, game, decisions=4)) == []
