"""Some decisions of every game by keyboard alone; whole matches are a command (keyboard.py)."""

from __future__ import annotations

import pytest

from tests.web.browser.census import FIVE
from tests.web.browser.conftest import Visit
from tests.web.browser.keyboard import plays


@pytest.mark.parametrize("game", FIVE)
def test_the_focus_is_on_an_answer_after_every_update(visit: Visit, game: str) -> None:
    ann = visit("Ann")
    ann.plays(game)
    assert plays(ann.page, 10) == 10
