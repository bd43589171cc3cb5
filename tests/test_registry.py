"""A game that is not installed is named by its file or module: in Python, in the terminal, by bots, in a browser."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import tabletown
from tabletown import registry
from tabletown.kernel.errors import UnknownGame
from tabletown.web.testing import running_server
from tests.waiting import LIMIT

PIG = f"{Path(__file__).parents[1] / 'docs' / 'pig.py'}:game"


def tabletown_says(*arguments: str, answers: str = "") -> str:
    command = [sys.executable, "-m", "tabletown", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, input=answers, env={**os.environ, "COLUMNS": "100"})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_in_a_file_is_played_saved_and_opened_again() -> None:
    match = tabletown.new(PIG, seats=["Ann", "Bo"], seed=3)
    while not match.over:
        asked = match.decisions[0]
        match.choose(asked.seat, "hold")
    assert match.lines and "scored" in str(match.lines[-1].text)
    assert tabletown.load(tabletown.save(match)).outcome == match.outcome


def test_a_game_in_a_file_is_simulated_in_processes_of_their_own() -> None:
    assert "random" in tabletown_says("simulate", PIG, "--bots", "random,random", "-n", "4", "--jobs", "2")


def test_a_game_in_a_file_is_played_in_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    shown = tabletown_says("play", PIG, "--seats", "random,random", "--seed", "1")
    assert "reached" in shown and "The end" in shown


def test_a_game_in_a_file_is_asked_for_its_rules_and_its_lesson() -> None:
    assert tabletown_says("rules", PIG) == "Pig has no rulebook.\n"
    done = subprocess.run([sys.executable, "-m", "tabletown", "learn", PIG], capture_output=True, text=True)
    assert "Pig has no lesson." in done.stdout + done.stderr


def test_a_search_that_no_clause_fits_says_so() -> None:
    assert tabletown_says("rules", "right-of-way", "--find", "zeppelin") == "No clause has all of these words.\n"


def test_a_game_in_a_file_is_played_in_the_browser(tmp_path: Path) -> None:
    with running_server(tmp_path, [PIG]) as url, httpx.Client(base_url=url, timeout=LIMIT) as http:
        seats = [{"kind": "me"}, {"kind": "here"}]
        made = http.post("/api/tables", json={"game": "pig", "seats": seats}).json()
        page = http.get(f"/t/{made['id']}")
        assert page.status_code == 200 and "Pig" in page.text


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("nowhere.py:game", "can't be loaded"),
        ("no.such.module:game", "can't be loaded"),
        (PIG.removesuffix("game") + "pig", "does not name a Game"),
        ("pig", "There is no game"),
    ],
)
def test_a_game_that_cannot_be_found_is_refused_in_a_sentence(reference: str, why: str) -> None:
    registry._referenced.pop("pig", None)
    with pytest.raises(UnknownGame, match=why):
        tabletown.new(reference)
