"""A match opens from its latest checkpoint without a replay, and is the same match in every respect."""

import dataclasses
import random

import msgspec
import pytest

from tabletown import new
from tabletown.kernel import Match, save
from tabletown.kernel.errors import DamagedSave
from tabletown.kernel.game import Game
from tabletown.saves.snapshot import RECENT, Snapshot, restore, shorten, snapshot
from tabletown.testing import play_randomly
from tests.kernel.toys import hands, marks


def reopened(match: Match) -> Match:
    shot = msgspec.json.decode(msgspec.json.encode(snapshot(match)), type=Snapshot)
    return restore(match.game, match.names, match.options, match.seed, match.log, shot, match.by_hand, match.lines)


@pytest.mark.parametrize("game", [marks, hands], ids=lambda game: game.about.id)
@pytest.mark.parametrize("answers", range(0, 24, 3))
def test_a_reopened_match_is_the_same_and_plays_on_alike(game: Game, answers: int) -> None:
    match = play_randomly(Match(game, 2, seed=4), random.Random(answers), answers)
    twin = reopened(match)
    assert save(twin) == save(match)
    for seat in (None, 0, 1):
        assert twin.log_for(seat) == match.log_for(seat)
        assert list(twin.lines_for(seat)) == list(match.lines_for(seat))
    assert [twin.why_not_undo(seat) for seat in (0, 1)] == [match.why_not_undo(seat) for seat in (0, 1)]
    play_randomly(match, random.Random(5))
    assert save(play_randomly(twin, random.Random(5))) == save(match)


def test_opening_plays_no_turn_but_the_present_one() -> None:
    match = play_randomly(Match(marks, 4, {"rounds": "8"}, seed=4), random.Random(1), 60)
    shot, calls = snapshot(match), 0

    def step(state: object) -> object:
        nonlocal calls
        calls += 1
        return marks.rules.step(state)

    counted = Game(marks.about, dataclasses.replace(marks.rules, step=step))  # type: ignore[arg-type]
    restore(counted, match.names, match.options, match.seed, match.log, shot)
    assert calls == 1


def test_what_lies_before_the_snapshot_is_played_again_only_when_asked_for() -> None:
    match = play_randomly(Match(marks, 2, seed=4), random.Random(3), 14)
    twin = reopened(match)
    for number in range(match.number, -1, -1):
        assert save(twin.at(number)) == save(match.at(number))
    match.undo(0, force=True)
    twin.undo(0, force=True)
    assert save(twin) == save(match)


def test_early_states_are_forgotten_and_played_again_when_asked_for() -> None:
    match, twin = (new("right-of-way", seats=2, seed=4) for _ in range(2))
    while match.number < 100:
        for one in (match, twin):
            play_randomly(one, random.Random(one.number), 1)
        shorten(twin)
        assert len(twin.checkpoints) <= 2 * RECENT
    assert len(match.checkpoints) > 2 * RECENT
    assert twin.log == match.log
    assert save(twin) == save(match)
    for number in range(match.number, -1, -7):
        shorten(twin)
        assert save(twin.at(number)) == save(match.at(number))
    shorten(twin)
    match.undo(0, force=True)
    twin.undo(0, force=True)
    assert save(twin) == save(match)


def test_a_snapshot_that_does_not_fit_is_refused() -> None:
    match = play_randomly(Match(marks, 2, seed=4), random.Random(3), 14)
    shot = snapshot(match)
    with pytest.raises(DamagedSave, match="isn't a state of Marks"):
        restore(marks, match.names, match.options, match.seed, match.log, Snapshot(shot.number, b"[{}, {}]"))
    with pytest.raises(DamagedSave, match="the log has only 1"):
        restore(marks, match.names, match.options, match.seed, match.log[:1], shot)


def test_the_answers_since_a_number_are_the_end_of_the_log() -> None:
    match = play_randomly(Match(marks, 2, seed=4), random.Random(3), 14)
    for twin in (match, reopened(match)):
        assert [twin.since(number) for number in range(20)] == [match.log[number:] for number in range(20)]
