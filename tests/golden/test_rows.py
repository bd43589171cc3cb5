"""Fixed matches are played as before: `python -m tests.golden.rows COMMIT` compares all of them, this test some."""

from __future__ import annotations

import pytest

from tabletown import registry
from tabletown.editions import edition_of
from tests.golden.golden import HERE
from tests.golden.rows import NAME, compare, recorded

COMMITS = sorted(path.parent.name for path in HERE.glob(f"*/{NAME}"))


@pytest.mark.parametrize("commit", COMMITS)
def test_some_recorded_matches_are_played_as_they_were(commit: str) -> None:
    games = recorded(commit)
    assert len(games) == 5
    for game, told in games.items():
        if edition_of(registry.game(game), str(told["version"])) is not None:  # otherwise a rule was changed on purpose
            assert compare(commit, game, range(3)).other_play == [], game
