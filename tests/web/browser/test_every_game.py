"""Every installed game at a real table: it opens and can be played by keyboard. For accessibility see
test_access.py."""

from __future__ import annotations

import pytest

from tabletown import registry
from tabletown.kernel import Game
from tests.conftest import mostly_long
from tests.web.browser.conftest import Visit
from tests.web.browser.keyboard import plays

USUAL = registry.game("right-of-way"), registry.game("crossroll")


@pytest.mark.parametrize("game", mostly_long(registry.games(), *USUAL), ids=lambda game: game.about.id)
def test_a_table_of_every_game_opens_and_the_keyboard_is_enough(visit: Visit, game: Game) -> None:
    """After every update the focus is on an answer, and arrows lead to all others."""
    person = visit("Ann")
    person.plays(game.about.id)
    assert plays(person.page, 3) == 3
