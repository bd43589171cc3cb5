"""Finished matches, one for every way to end, still load with the same result."""

from pathlib import Path

import msgspec
import pytest

from tabletown.games.right_of_way import game
from tabletown.kernel import Match, load, restore, save, snapshot
from tests.games.right_of_way.make_fixtures import FIXTURES, PLAYTHROUGH, passed, playthrough

NAMES = sorted(path.stem for path in FIXTURES.glob("*.json"))


def fixture(name: str) -> Match:
    return load(Path(FIXTURES / f"{name}.json").read_text(encoding="utf-8"), lambda id: game)


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_match_loads_and_all_its_tiles_are_there(name: str) -> None:
    match = fixture(name)
    assert match.over
    assert match.outcome is not None
    assert tuple(sum(part.values()) for part in match.outcome.breakdown) == match.outcome.scores
    game.rules.check(match.state)


@pytest.mark.rule("end.city-full", "end.final-turn", "pass.no-legal-placement")
def test_there_is_one_for_every_way_to_end() -> None:
    for name in ("city-full", "city-full-after-passes", "shared-victory"):
        match = fixture(name)
        assert match.state.ended == "city-full"
        assert all(match.state.roads)
    for name in ("exhausted", "exhausted-after-passes"):
        match = fixture(name)
        assert match.state.ended == "exhausted"
        assert any(not stack and not any(hand) for stack, hand in zip(match.state.stacks, match.state.hands))
    for name in NAMES:
        if "passes" in name:
            assert passed(fixture(name))
    shared = fixture("shared-victory").outcome
    assert shared is not None
    assert shared.winners == (0, 1)


def test_the_log_calls_the_final_turn_by_its_name_and_no_other() -> None:
    for name, final in (("exhausted", 1), ("city-full", 0)):
        headings = [str(line.text) for line in fixture(name).lines if line.heading]
        turns = [words for words in headings if words.startswith("Turn ")]
        assert [words.endswith("(final turn)") for words in turns] == [False] * (len(turns) - final) + [True] * final


def test_the_playthrough_reads_as_the_match_went() -> None:
    assert playthrough(fixture("city-full")) == PLAYTHROUGH.read_text(encoding="utf-8")


def test_a_match_saved_after_building_opens_under_the_phases_old_name() -> None:
    match = Match(game, ["Ada", "Ben"], seed=7)
    while match.state.phase != "after-build":
        decision = match.decisions[0]
        match.choose(decision.seat, decision.options[0])
    old = save(match).replace('"after-build"', '"rest"')
    assert '"rest"' in old
    assert load(old, lambda id: game).state == match.state
    shot = snapshot(match)
    assert b'"after-build"' in shot.state
    shot = msgspec.structs.replace(shot, state=shot.state.replace(b'"after-build"', b'"rest"'))
    restored = restore(game, match.names, match.options, match.seed, match.log, shot)
    assert restored.decisions[0].options == match.decisions[0].options
