"""Notes of a lesson in an ordinary game: each is shown when it first matters, in a panel and in the terminal."""

from __future__ import annotations

import random
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console

from tabletown import game
from tabletown.drawing import esc
from tabletown.games.cross_bronx.view.describe import purpose_of
from tabletown.kernel import Match
from tabletown.learn import load_lesson
from tabletown.learn.lesson import check, moments
from tabletown.learn.notes import notes, notes_of, with_notes
from tabletown.rulebook import load_rulebook
from tabletown.terminal import Table
from tests.games.new_york_crisis.make_fixtures import sensible
from tests.games.new_york_crisis.tables import play, position

EXPLAIN = ("new-york-crisis", "cross-bronx")


def titles(match: Match, seat: int) -> list[str]:
    found = notes(match, seat)
    assert found is not None
    return [note.title for note in (*found.now, *found.earlier)]


def folder(name: str) -> Path:
    found = game(name).folder
    assert found is not None
    return found


@pytest.mark.parametrize("name", EXPLAIN)
def test_every_note_names_clauses_that_there_are(name: str) -> None:
    known = load_rulebook(game(name)).ids
    for note in load_lesson(folder(name)).note:
        assert set(note.rules) <= known, note.title


def test_new_york_explains_a_thing_when_it_first_happens_and_only_in_the_tutorial() -> None:
    s = position("mother son", "tutorial", dice="red:wild red:wild yellow:mental blue:mental")
    m = play(s, "extra", "step:chelsea")
    assert titles(m, m.decisions[0].seat).count("The extra step") == 1
    m = play(position("mother son", "mission_1"), "extra", "step:chelsea")
    assert notes(m, m.decisions[0].seat) is None


def test_in_one_game_of_the_tutorial_most_notes_come_up() -> None:
    match, met = Match(game("new-york-crisis"), 2, {"scenario": "tutorial"}, seed=1), set[str]()
    while not match.over:
        asked = match.decisions[0]
        met.update(titles(match, asked.seat))
        match.choose(asked.seat, sensible(match, asked))
    all_titles = {note.title for note in load_lesson(folder("new-york-crisis")).note}
    assert len(met) >= 14 and met <= all_titles


def test_what_matters_now_comes_first_and_the_rest_can_be_looked_up() -> None:
    match = Match(game("new-york-crisis"), 2, {"scenario": "tutorial"}, seed=2)
    while match.state.phase != "act":
        asked = match.decisions[0]
        match.choose(asked.seat, asked.options[0])
    seat = match.decisions[0].seat
    found = notes(match, seat)
    assert found is not None and len(found.now) == 3 and found.earlier
    scene = with_notes(match.scene(seat), match, seat)
    guide = next(panel for panel in scene.panels if panel.id == "guide")
    assert guide.place == "left"
    assert guide.html.index(esc(found.now[0].title)) < guide.html.index("Good to know")
    assert all(esc(note.say) in guide.html for note in (*found.now, *found.earlier))
    assert "guide" not in [panel.id for panel in with_notes(match.scene(None), match, None).panels]


def test_cross_bronx_welcomes_each_faction_and_then_explains_what_is_asked() -> None:
    match = Match(game("cross-bronx"), 3, {}, seed=2)
    decision = match.decisions[0]
    first = titles(match, decision.seat)
    assert first[:3] == [f"You are {match.names[decision.seat]}", "Win alone, lose together", "The Sequence of Play"]
    assert "What you score for" in first
    match.choose(decision.seat, "box:act")
    while purpose_of(match.decisions[0]) != "choose-action":
        question = match.decisions[0]
        match.choose(question.seat, question.options[0])
    assert titles(match, match.decisions[0].seat)[0] == "Your four actions"


def test_cross_bronx_knows_every_purpose_that_comes_up() -> None:
    match, rng = Match(game("cross-bronx"), 3, {"session": "1970"}, seed=6), random.Random(6)
    known = notes_of(folder("cross-bronx"))
    while not match.over:
        decision = match.decisions[0]
        assert purpose_of(decision) in {*known, "select-box", "choose-action"}
        match.choose(decision.seat, rng.choice(list(decision.options)))
    assert notes(match, 0) is None


def test_the_terminal_says_a_note_once() -> None:
    match = Match(game("cross-bronx"), 3, {}, seed=2)
    out = StringIO()
    table = Table(match, {}, Console(file=out, width=100))
    table.show(match.decisions[0])
    table.show(match.decisions[0])
    assert out.getvalue().count("Win alone, lose together") == 1


def test_two_notes_for_one_moment_are_refused() -> None:
    lesson = load_lesson(folder("cross-bronx"))
    assert len(moments(lesson.note[0])) == 1
    with pytest.raises(ValueError, match="two of them are for"):
        check(replace(lesson, note=[*lesson.note, lesson.note[0]]))
