"""Every installed game at a real table: it opens, one can act, nothing keeps anybody out."""

from __future__ import annotations

import pytest

from tabletown.kernel import Game
from tabletown.registry import games
from tests.web.browser.conftest import Visit
from tests.web.browser.test_pages import violations


@pytest.mark.parametrize("game", games(), ids=lambda game: game.about.id)
def test_a_table_of_every_game_opens_and_keeps_nobody_out(visit: Visit, game: Game) -> None:
    person = visit("Ann")
    person.plays_now(game.about.title)
    for _ in range(3):
        if person.is_asked:
            before = person.number
            person.options().first.focus()
            person.presses("Enter")  # selects where a choice is previewed first, else answers
            if person.number == before and person.is_asked:
                person.presses("Enter")
    assert violations(person.page) == []
