"""A turn resumed midway: a clone replays nothing and is the same match in every respect."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import pytest

from tabletown.kernel import About, Choose, Game, Match, Outcome, Rules, Script, State, Text, Together

FIRST, SECOND = Text("pick a first word"), Text("pick a second word")
WORDS = ["a", "b", "c"]


class Said(State):
    words: list[str]  # what each seat has said this round
    round: int = 0

    def copy(self) -> Said:
        return Said(self.words[:], self.round)


def step(s: Said) -> Script | None:
    return talk(s) if s.round < 3 else None


def talk(s: Said) -> Script:
    yield Together({seat: say(s, seat) for seat in range(2)})
    s.words, s.round = ["", ""], s.round + 1


def say(s: Said, seat: int) -> Script:
    if not s.words[seat]:
        s.words[seat] = yield Choose(seat, FIRST, WORDS)
    if len(s.words[seat]) == 1:
        s.words[seat] += yield Choose(seat, SECOND, WORDS)


def setup(seats: int, options: Mapping[str, str]) -> Said:
    return Said(["", ""])


started: list[int] = []


def resumes(s: Said) -> bool:
    started.append(s.round)
    return True


ABOUT = About("said", "Said", "1", "Two say two words each.", (2, 2), "1", "light")
replaying = Game(ABOUT, Rules(Said, setup, step, lambda s: Outcome((0, 1), Text("Said."))))
resuming = dataclasses.replace(replaying, rules=dataclasses.replace(replaying.rules, resumes=resumes))

ANSWERS = [(1, "a"), (0, "b"), (0, "c"), (1, "b"), (0, "a"), (1, "c"), (1, "a"), (0, "b"), (0, "c"), (1, "a")]


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("answers", range(len(ANSWERS) + 1))
def test_a_resumed_clone_is_the_match_that_a_replay_gives(answers: int, live: bool) -> None:
    match, other = Match(resuming, live=live), Match(replaying, live=live)
    for answer in ANSWERS[:answers]:
        match.choose(*answer)
        other.choose(*answer)
    began = len(started)
    twin, again = match.clone().clone(), other.clone().clone()
    assert len(started) == began + 2  # both were resumed
    assert (twin.log, twin.number, twin.secret_since, twin.step_start) == (
        again.log,
        again.number,
        again.secret_since,
        answers // 4 * 4,
    )
    assert again.step_start == twin.step_start
    for late in ANSWERS[answers:]:
        assert [(d.seat, d.prompt) for d in twin.decisions] == [(d.seat, d.prompt) for d in again.decisions]
        assert twin.state == again.state
        twin.choose(*late)
        again.choose(*late)
    assert twin.log == again.log == ANSWERS


@pytest.mark.parametrize("answers", [1, 2, 3, 5])
def test_in_a_resumed_clone_undo_is_as_free_as_in_the_match(answers: int) -> None:
    match = Match(resuming)
    for answer in ANSWERS[:answers]:
        match.choose(*answer)
    twin = match.clone()
    for seat in range(2):
        assert twin.why_not_undo(seat) == match.why_not_undo(seat)
        if match.why_not_undo(seat) is None:
            one, other = match.clone(), match.at(match.number)
            one.undo(seat)
            other.undo(seat)
            assert (one.log, one.state.words) == (other.log, other.state.words)


def test_what_is_answered_in_a_resumed_clone_stays_there() -> None:
    match = Match(resuming)
    match.choose(0, "a")
    match.clone().choose(0, "b")
    assert match.state.words == ["a", ""]
    assert match.log == [(0, "a")]
