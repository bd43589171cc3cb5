"""Every installed game, and the Connect Four of the docs, holds what a game must hold."""

import importlib.util
from pathlib import Path

import pytest

from tabletown.kernel import Game
from tabletown.registry import games
from tabletown.testing import conformance


def connect_four() -> Game:
    path = Path(__file__).parents[2] / "docs" / "connect_four.py"
    spec = importlib.util.spec_from_file_location("connect_four", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.game  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", [*games(), connect_four()], ids=lambda game: game.about.id)
def test_a_game_conforms(game: Game) -> None:
    conformance(game, matches=6)
