"""Every game by keyboard alone: some decisions here, to its end in the long run (keyboard.py is the command)."""

from __future__ import annotations

import pytest

from tests.web.browser.census import FIVE
from tests.web.browser.conftest import Visit
from tests.web.browser.keyboard import plays


@pytest.mark.parametrize("game", FIVE)
def test_the_focus_is_on_an_answer_after_every_update(visit: Visit, game: str) -> None:
    ann = visit("Ann")
    ann.plays(game)
    assert plays(ann.page, 6) == 6


@pytest.mark.long
@pytest.mark.parametrize("game", FIVE)
def test_to_its_end_by_keyboard_alone(visit: Visit, game: str) -> None:
    ann = visit("Ann")
    ann.plays(game)
    assert plays(ann.page, 3000) < 3000 and ann.is_over
