"""Every game by keyboard alone, to its end; test_every_game.py plays some decisions (keyboard.py is the command)."""

from __future__ import annotations

import pytest

from tests.web.browser.census import FIVE
from tests.web.browser.conftest import Visit
from tests.web.browser.keyboard import plays


@pytest.mark.long
@pytest.mark.parametrize("game", FIVE)
def test_to_its_end_by_keyboard_alone(visit: Visit, game: str) -> None:
    ann = visit("Ann")
    ann.plays(game)
    assert plays(ann.page, 3000) < 3000 and ann.is_over
