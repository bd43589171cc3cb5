"""Finished matches, one for every way to end, still load with the same result."""

from __future__ import annotations

import pytest

from tabletown.games.crossroll import game
from tabletown.kernel import Match, load
from tests.games.crossroll.make_fixtures import FIXTURES, PLAYTHROUGH, by_dots, by_number, by_x, last_round, playthrough

NAMES = sorted(path.stem for path in FIXTURES.glob("*.json"))


def fixture(name: str) -> Match:
    return load((FIXTURES / f"{name}.json").read_text(encoding="utf-8"), lambda id: game)


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_match_loads_and_its_boards_are_possible(name: str) -> None:
    match = fixture(name)
    assert match.over
    assert match.outcome is not None
    assert tuple(sum(part.values()) for part in match.outcome.breakdown) == match.outcome.scores
    assert any(not any(board.free) for board in match.state.boards)
    assert game.rules.check is not None
    game.rules.check(match.state)


@pytest.mark.rule("end.trigger", "end.check", "penalty.game-end", "solo.penalty-and-end", "score.draw")
def test_there_is_one_for_every_way_to_end() -> None:
    assert by_number(fixture("ended-by-a-number"))
    assert by_dots(fixture("ended-by-dots"))
    assert by_x(fixture("ended-by-a-penalty"))
    assert "solo.penalty" in last_round(fixture("solo-ended-by-a-penalty"))
    shared = fixture("shared-victory").outcome
    assert shared is not None
    assert shared.winners == (0, 1)
    assert shared.scores[0] == shared.scores[1]


def test_the_playthrough_reads_as_the_match_went() -> None:
    assert playthrough(fixture("two-sensible")) == PLAYTHROUGH.read_text(encoding="utf-8")
