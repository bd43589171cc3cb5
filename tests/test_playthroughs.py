"""One command remakes the recorded matches and shows what has changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.games.crossroll import make_fixtures
from tests.playthroughs import difference, main


@pytest.fixture
def crossroll(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the recorded matches of Crossroll."""
    shutil.copytree(make_fixtures.FIXTURES, tmp_path / "fixtures")
    monkeypatch.setattr(make_fixtures, "FIXTURES", tmp_path / "fixtures")
    monkeypatch.setattr(make_fixtures, "PLAYTHROUGH", tmp_path / "fixtures" / "playthrough.txt")
    return tmp_path / "fixtures"


def test_words_that_changed_are_shown_and_written(crossroll: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = crossroll / "playthrough.txt"
    good = path.read_text(encoding="utf-8")
    first, second, rest = good.split("\n", 2)
    path.write_text(f"{first}\nOld words.\n{rest}", encoding="utf-8")
    main(["crossroll", "--dry"])
    assert "-Old words." in capsys.readouterr().out and path.read_text(encoding="utf-8") != good
    main(["crossroll"])
    assert f"+{second}" in capsys.readouterr().out and path.read_text(encoding="utf-8") == good
    main(["crossroll"])
    assert capsys.readouterr().out == "Nothing is different.\n"


def test_a_match_that_goes_otherwise_is_named_with_its_first_answer(
    crossroll: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {"solo": make_fixtures.finished(1, 2, make_fixtures.sensible)}
    monkeypatch.setattr(make_fixtures, "matches", lambda: made)
    monkeypatch.setattr(make_fixtures, "READ", "solo")
    main(["crossroll", "--matches"])
    capsys.readouterr()
    text = (crossroll / "solo.json").read_text(encoding="utf-8")
    number = len(made["solo"].log)
    last = f',\n    [{made["solo"].log[-1].seat}, "{made["solo"].log[-1].option}"]'
    assert last in text
    (crossroll / "solo.json").write_text(text.replace(last, ""), encoding="utf-8")
    main(["crossroll", "--matches"])
    assert f"crossroll: solo: answer {number} was the end and is" in capsys.readouterr().out
    assert (crossroll / "solo.json").read_text(encoding="utf-8") == text
    assert difference("", text) == "it is new"
    assert difference(text.replace('"seed": 2', '"seed": 3'), text) == "seed was 3 and is 2"
