"""The library's own front door."""

from __future__ import annotations


def test_the_package_of_games_and_the_list_of_games_do_not_get_into_each_others_way() -> None:
    import tabletown
    import tabletown.games.crossroll as crossroll

    assert crossroll.game in tabletown.installed_games()
