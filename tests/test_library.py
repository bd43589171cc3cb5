"""The library's own front door."""

from __future__ import annotations


def test_games_stays_a_function_after_a_game_was_imported() -> None:
    import tabletown
    import tabletown.games.crossroll

    assert [game.about.id for game in tabletown.games()]
