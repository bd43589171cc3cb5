"""A short lesson with real browsers: disconnects, returns, a latecomer, a killed server, the debrief."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.web.browser.lessons import SEATS, lesson


@pytest.mark.long
@pytest.mark.parametrize("game", SEATS)
def test_every_game_s_lesson_can_be_held(browser: Browser, game: str) -> None:
    told = lesson(browser, game, phones=max(4, SEATS[game]), browsers=2, rounds=1)
    assert told["answers"] > 0
