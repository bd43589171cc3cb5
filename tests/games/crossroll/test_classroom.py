"""Crossroll with a class: the same rolls for everybody, in step, and nobody is left out."""

from __future__ import annotations

import random

import msgspec
import pytest

from tabletown import registry
from tabletown.bots import make
from tabletown.classroom.lesson import lessons
from tabletown.games.crossroll.classroom import CrossrollLesson, RollSession, choices_of, own
from tabletown.kernel.errors import NotAllowed

GAME = registry.game("crossroll")


def a_class(people: int, seed: int = 7) -> tuple[CrossrollLesson, RollSession]:
    lesson = CrossrollLesson(GAME)
    session = own(lesson.new([1] * people, {}, seed))
    for table in range(people):
        session.seat(table, 0, f"Pupil {table}")
    session.start()
    for table in range(people):
        session.played(table)
    return lesson, session


def play(session: RollSession, table: int, rolls: int = 1) -> None:
    """Have one table play this many rolls."""
    bot, wanted = make("good", seed=table), session.round_of(table) + rolls
    while session.round_of(table) < wanted and not session.state.tables[table].over:
        session.choose(table, 0, bot.choose(session.matches[table].player_view(0)))


def test_the_game_is_found_among_those_for_a_class() -> None:
    assert isinstance(lessons({"crossroll": GAME})["crossroll"], CrossrollLesson)


def test_everybody_has_the_same_rolls_whatever_they_do() -> None:
    _, session = a_class(5)
    rng, bots = random.Random(1), [make("random", seed=seed) for seed in range(5)]
    seen: dict[int, set[object]] = {}
    while session.state.roll < 10:
        table, seat, _ = rng.choice(session.waiting())
        state = session.matches[table].state
        seen.setdefault(state.round, set()).add((state.dice, state.results))
        session.choose(table, seat, bots[table].choose(session.matches[table].player_view(seat)))
    assert all(len(rolls) == 1 for rolls in seen.values()) and len(seen) == 9 + (10 in seen)
    assert [next(iter(seen[roll])) for roll in range(1, 10)] == [session.dice_of(roll) for roll in range(1, 10)]
    assert len({str(session.board(table)) for table in range(5)}) == 5


def test_the_next_roll_comes_when_all_have_played_and_not_before() -> None:
    _, session = a_class(3)
    play(session, 0)
    assert session.state.roll == 1 and session.missing() == [1, 2]
    assert session.matches[0].state.results == ()  # not even the dice of the next roll are seen
    with pytest.raises(NotAllowed, match="when everybody has played"):
        session.choose(0, 0, "skip")
    play(session, 1)
    play(session, 2)
    assert session.state.roll == 2 and session.missing() == [0, 1, 2] and session.matches[0].state.results


def test_the_class_goes_on_without_who_is_late_and_waits_again_once_they_caught_up() -> None:
    _, session = a_class(3)
    play(session, 0)
    play(session, 1)
    session.go_on_without(10.0)
    assert session.state.roll == 2 and session.missing() == [0, 1]
    play(session, 0)
    play(session, 1)
    assert session.state.roll == 3
    play(session, 2, rolls=2)  # roll after roll, at their own pace
    assert session.round_of(2) == 3 and not session.state.tables[2].late
    play(session, 0)
    play(session, 1)
    assert session.missing() == [2] and session.state.roll == 3


def test_who_comes_late_begins_at_the_first_roll_and_holds_nobody_up() -> None:
    _, session = a_class(2)
    for table in (0, 1):
        play(session, table)
    number = session.add_table(1, 60.0)
    session.seat(number, 0, "Late")
    session.played(number)
    assert session.round_of(number) == 1 and session.state.tables[number].late and session.missing() == [0, 1]
    play(session, number)
    assert session.round_of(number) == 2 and not session.state.tables[number].late


def test_when_time_is_up_everybody_finishes_the_roll_and_prizes_follow_the_maps() -> None:
    lesson, session = a_class(3)
    for _ in range(12):
        for table in range(3):
            play(session, table)
    play(session, 0)
    session.state.clock_until = 900.0
    assert session.due(901.0)
    session.tick(901.0)
    assert session.state.ended == "clock" and not session.over
    for table in (1, 2):
        play(session, table)
    assert session.over and not session.waiting()
    scores = [lesson.scores(session, table)[0] for table in range(3)]
    won = {prize["id"]: prize for prize in lesson.prizes(session)}["most_points"]
    assert [winner["table"] for winner in won["winners"]] == [n for n, s in enumerate(scores) if s == max(scores)]


def test_a_session_is_kept_and_goes_on() -> None:
    lesson, session = a_class(2)
    play(session, 0)
    again = own(lesson.restore(msgspec.to_builtins(session.state), session.matches))
    play(again, 1)
    assert again.state.roll == 2


def test_what_was_done_with_each_roll_is_told_from_the_answers() -> None:
    _, session = a_class(1)
    play(session, 0, rolls=6)
    found = choices_of(session.matches[0])
    assert [choice.roll for choice in found] == [1, 2, 3, 4, 5, 6]
    assert all(choice.die in session.dice_of(choice.roll)[0] for choice in found if choice.use != "skip")
