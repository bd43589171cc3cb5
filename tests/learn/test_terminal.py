"""`tabletown learn`: a guided first game in the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tabletown import game
from tabletown.kernel.errors import ContentError
from tabletown.learn import Course, course, load_lesson
from tabletown.learn.lesson import sentences
from tests.learn.test_lessons import every_game
from tests.test_cli import run


def typed_through(name: str) -> str:
    lesson = course(game(name))
    lines = []
    for step in lesson.lesson.step:
        lines += step.expect or [""]
    return "\n".join(lines) + "\n"


@every_game
def test_a_lesson_is_typed_through_to_free_play(name: str, tmp_path: Path) -> None:
    shown = run("learn", name, typed=typed_through(name) + "q\n", data=tmp_path)
    lesson = course(game(name)).lesson
    for number, step in enumerate(lesson.step, 1):
        assert f"step {number} of {len(lesson.step)} · {step.title}" in shown
    plain = " ".join(shown.replace("│", " ").split())
    for step in lesson.step:
        assert step.after in plain, "what happened then"
    assert " ".join(lesson.left_out.split()[:6]) in shown
    assert "Goal: " in shown, "what one is after stands on the table"
    assert "Your match is kept" in shown  # it has become an ordinary match


def test_a_wrong_answer_gets_a_friendly_word_and_changes_nothing(tmp_path: Path) -> None:
    shown = run("learn", "right-of-way", typed="\n\ntile:2-wide\n99\nnonsense\nq\n", data=tmp_path)
    assert "Save that one for later." in shown
    assert "Give a number from 1 to 6." in shown
    assert "number or word: choose it" in shown, "what can be typed"
    assert "step 4 of 14" not in shown
    assert "→ Choose the fan of three" in shown and "{Click}" not in shown


def test_one_can_go_back_and_skip(tmp_path: Path) -> None:
    shown = run("learn", "right-of-way", typed="\nb\n\n\ntile:3-fan\nb\nskip\nq\n", data=tmp_path)
    assert shown.count("step 1 of 14") == 2 and shown.count("step 2 of 14") == 2
    assert shown.count("step 3 of 14") == 2 and shown.count("step 4 of 14") == 1
    assert "pick a tile to lay" in shown and "Your match is kept" in shown


def test_an_unknown_game_is_told_in_a_sentence(tmp_path: Path) -> None:
    assert "There is no game 'chess'" in run("learn", "chess", code=1, data=tmp_path)


def test_a_lesson_file_that_does_not_hold_is_told_with_its_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = game("right-of-way").folder
    assert ours is not None
    words = (ours / "content" / "lesson.toml").read_text(encoding="utf-8")
    folder = tmp_path / "right-of-way"
    folder.mkdir()
    for broken, problem in {
        words.replace('expect = ["plot:E6"]', 'expect = ["plot:Z9"]'): "step 4 ('Lay it beside the money')",
        words.replace('task = ["{Click} E6"]', "task = []"): "one task for each answer",
        words.replace('["tile", "4-gap"]', '["tile", "7-way"]'): "before step 1",
        words.replace("minutes = 6", 'minutes = "six"'): "Expected `int`",
        words + '\n[[step]]\ntitle = "More"\nsay = "Go."\nexpect = ["done"]\ntask = ["End"]\n': "the last step",
    }.items():
        (folder / "lesson.toml").write_text(broken, encoding="utf-8")
        monkeypatch.setenv("TABLETOWN_CONTENT", str(tmp_path))
        with pytest.raises(ContentError, match=re.escape(problem)):
            Course(game("right-of-way"), load_lesson(ours))


def test_the_terminal_speaks_its_own_language_or_the_one_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LC_MESSAGES", "")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    shown = run("learn", "right-of-way", typed="\n\nq\n", data=tmp_path)
    assert "Erstes Spiel · Schritt 1 von" in shown and "Wähle" in shown and "Choose" not in shown
    shown = run("play", "right-of-way", "--language", "zh-Hant", "--seats", "Ann,Bo", typed="? x\nq\n", data=tmp_path)
    assert "對局已保留" in shown and "Your match" not in shown


def test_a_text_is_split_into_sentences_in_chinese_too() -> None:
    assert sentences("你付 2。它接通 E6！對嗎？") == ["你付 2。", "它接通 E6！", "對嗎？"]
    assert sentences("Du zahlst 2. E6 ist frei.") == ["Du zahlst 2.", "E6 ist frei."]
