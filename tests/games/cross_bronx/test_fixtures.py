"""Finished matches, one for every way to end and every mode, still load with the same result."""

from __future__ import annotations

import pytest

from tabletown.games.cross_bronx import game
from tabletown.kernel import Match, load
from tests.games.cross_bronx.make_fixtures import FIXTURES, PLAYTHROUGH, playthrough

NAMES = sorted(path.stem for path in FIXTURES.glob("*.json"))


def fixture(name: str) -> Match:
    return load((FIXTURES / f"{name}.json").read_text(encoding="utf-8"), lambda id: game)


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_match_loads_and_everything_adds_up(name: str) -> None:
    match = fixture(name)
    assert match.over and match.outcome is not None and game.rules.check is not None
    assert tuple(sum(part.values()) for part in match.outcome.breakdown) == match.outcome.scores
    game.rules.check(match.state)


@pytest.mark.rule("win.most-points", "objectives.instant-win", "lose.disenfranchisement", "lose.bankruptcy")
def test_there_is_one_for_every_way_to_end() -> None:
    for ending in ("final", "instant", "disenfranchisement", "bankruptcy"):
        match = fixture(ending)
        assert match.state.ending == ending
        assert bool(match.state.winners) is (ending in ("final", "instant"))
    assert len(fixture("shared").state.winners) > 1


@pytest.mark.rule("linked.series", "session.length", "six-decades.deck", "nineties.one-decade")
def test_there_is_one_for_every_mode() -> None:
    linked = fixture("linked").state
    assert [session.start for session in linked.sessions] == [1940, 1960, 1980]
    assert fixture("six-decades").state.decade >= 1960 and fixture("one-decade").state.start == 1990
    alone = fixture("alone")
    assert {answer.seat for answer in alone.log} <= {1, -1}  # only Community was asked


def test_the_playthrough_reads_as_the_match_went() -> None:
    assert playthrough(fixture("one-decade")) == PLAYTHROUGH.read_text(encoding="utf-8")
