"""The public interface of the library: `import tabletown`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletown.kernel.errors import TabletownError


def test_the_package_of_games_and_the_list_of_games_do_not_get_into_each_others_way() -> None:
    import tabletown
    import tabletown.games.crossroll as crossroll

    assert crossroll.game in tabletown.installed_games()


@pytest.mark.parametrize("wrong", [5, None, ["right-of-way"], {"game": "crossroll"}, 1.5])
def test_what_is_neither_a_game_nor_a_match_is_told_in_a_sentence(wrong: Any) -> None:
    import tabletown

    for door in (tabletown.new, tabletown.game, tabletown.load):
        with pytest.raises(TabletownError, match=r" not (by|from) .*\.$"):
            door(wrong)


def test_a_match_is_opened_from_its_path_its_text_and_its_bytes(tmp_path: Path) -> None:
    import tabletown

    match = tabletown.new("crossroll", seats=2, seed=3)
    match.choose(match.decisions[0].seat, match.decisions[0].options[0])
    text = tabletown.save(match)
    (tmp_path / "match.json").write_text(text)
    for source in (text, text.encode(), tmp_path / "match.json", str(tmp_path / "match.json")):
        assert tabletown.load(source).log == match.log
