"""Finished matches, one for every way to end, still load with the same result."""

from __future__ import annotations

import pytest

from tabletown.games.broken_cities import game
from tabletown.kernel import Match, load
from tests.games.broken_cities.make_fixtures import FIXTURES, PLAYTHROUGH, playthrough

NAMES = sorted(path.stem for path in FIXTURES.glob("*.json"))
ENDS = {
    "damage": "damage",
    "rent": "rent",
    "round-limit": "rounds",
    "nobody-wins": "damage",
    "end-of-session": "session",
}


def fixture(name: str) -> Match:
    return load((FIXTURES / f"{name}.json").read_text(encoding="utf-8"), lambda id: game)


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_match_loads_and_everything_adds_up(name: str) -> None:
    match = fixture(name)
    assert match.over and match.outcome is not None and game.rules.check is not None
    assert tuple(sum(part.values()) for part in match.outcome.breakdown) == match.outcome.scores
    game.rules.check(match.state)


@pytest.mark.rule("end.rent-50", "end.damage-42", "stalemate", "damage-end-winner")
def test_there_is_one_for_every_way_to_end() -> None:
    for name, end in ENDS.items():
        assert fixture(name).state.end == end
    nobody = fixture("nobody-wins").outcome
    assert nobody is not None and nobody.winners == ()
    assert max(fixture("rent").state.rents) >= 50
    assert fixture("damage").state.damage >= 42


def test_the_playthrough_reads_as_the_match_went() -> None:
    assert playthrough(fixture("damage")) == PLAYTHROUGH.read_text(encoding="utf-8")
