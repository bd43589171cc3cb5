"""Finished matches, one for every way to end, still load with the same result."""

from pathlib import Path

import pytest

from tabletown.games.new_york_crisis import game
from tabletown.kernel import Match, load
from tests.games.new_york_crisis.make_fixtures import FIXTURES, PLAYTHROUGH, playthrough

NAMES = sorted(path.stem for path in FIXTURES.glob("*.json"))


def fixture(name: str) -> Match:
    return load(Path(FIXTURES / f"{name}.json").read_text(encoding="utf-8"), lambda id: game)


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_match_loads_and_everything_is_still_there(name: str) -> None:
    match = fixture(name)
    assert match.over and match.outcome is not None
    game.rules.check(match.state)


@pytest.mark.rule("end.win", "end.alert-player-phase", "end.fbi-five")
def test_there_is_one_for_every_way_to_end() -> None:
    for name, result in {"won": "won", "lost-to-the-alert": "alert", "lost-to-the-fbi": "fbi"}.items():
        match = fixture(name)
        assert match.state.result == result
        assert match.outcome is not None
        assert bool(match.outcome.winners) == (result == "won")
    assert len(fixture("lost-to-the-fbi").state.fbi) == 5


def test_the_playthrough_reads_as_the_match_went() -> None:
    assert playthrough(fixture("won")) == PLAYTHROUGH.read_text(encoding="utf-8")
