"""What an environment shows: words, SVG, or pixels."""

from __future__ import annotations

import dataclasses
import sys

import pytest

from tabletown.envs.pictures import WIDE, picture
from tabletown.kernel import Match
from tabletown.kernel.errors import BadOption
from tabletown.registry import game
from tests.conformance.test_games import connect_four


def test_words_are_returned_or_printed(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match(connect_four())
    assert picture(match, "ansi") == picture(match, None) == match.text()
    assert picture(match, "human") is None and capsys.readouterr().out == match.text() + "\n"


def test_pixels_are_of_the_board() -> None:
    match = Match(game("crossroll"), seed=1)
    shown = picture(match, "rgb_array")
    assert shown.shape[1:] == (WIDE, 3) and shown.dtype == "uint8"
    assert len({*map(tuple, shown[::9, ::9].reshape(-1, 3))}) > 5, "in colours"
    assert tuple(shown[0, 0]) == (255, 253, 248), "on paper, not on nothing"
    assert "<svg" in picture(match, "svg")


def test_where_there_is_no_board_the_pixels_are_of_the_words() -> None:
    match = Match(connect_four())
    bare = dataclasses.replace(match.game, view=dataclasses.replace(match.game.view, scene=None))
    before, match = picture(Match(bare), "rgb_array"), Match(bare)
    lines = match.text().splitlines()
    assert before.shape[0] == 17 * len(lines) + 16 and (before < 128).any()
    match.choose(0, "column:3")
    after = picture(match, "rgb_array")
    assert after.shape != before.shape or (after != before).any()


def test_without_pillow_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(BadOption, match="rgb_array needs Pillow; install it: "):
        picture(Match(game("crossroll"), seed=1), "rgb_array")
