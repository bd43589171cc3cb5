"""A lesson on a phone of 2018: a real Chromium 69 joins, waits, plays, and votes in the debrief."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletown.web.testing import Server
from tests.conftest import mostly_long
from tests.waiting import until
from tests.web.browser.lessons import SEATS
from tests.web.test_every_class import AnyPupil, AnyTeacher

NEEDED = "PyQt5==5.12.3 PyQtWebEngine==5.12.1"
MISSING = importlib.util.find_spec("PyQt5") is None or importlib.util.find_spec("PyQt5.QtWebEngineWidgets") is None
ANSWER = "document.querySelector('button[name=option]')"


class Phone:
    def __init__(self, folder: Path) -> None:
        env = {"QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(folder), "HOME": str(folder)}
        script = Path(__file__).with_name("old_engine.py")
        with (folder / "console").open("wb") as console:
            self.process = subprocess.Popen(
                [sys.executable, str(script)],
                env={**os.environ, **env},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=console,
                text=True,
            )

    def _asks(self, **order: str) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the engine has ended"
        return json.loads(line)

    def goes(self, url: str) -> None:
        self._asks(go=url)
        self.sees(f"location.href === {url!r} && document.readyState === 'complete'", url)

    def runs(self, expression: str) -> Any:
        return self._asks(run=expression)

    def sees(self, expression: str, what: str) -> Any:
        return until(lambda: self.runs(expression), what)

    def takes_a_picture(self, file: Path) -> None:
        assert self._asks(picture=str(file))


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    phone = Phone(tmp_path)
    yield phone
    phone.process.terminate()
    phone.process.wait()


@pytest.mark.skipif(MISSING, reason=f"no engine of 2018 (pip install {NEEDED})")
@pytest.mark.parametrize("game", mostly_long(SEATS, "crossroll"))
def test_a_phone_of_2018_joins_plays_and_votes(host: Server, phone: Phone, game: str) -> None:
    teacher = AnyTeacher(host.url)
    teacher.makes_a_class(game)
    home = f"{host.url}/class/{teacher.code}"
    phone.goes(f"{host.url}/join?code={teacher.code}")
    assert "Chrome/69" in phone.runs("navigator.userAgent")
    # a button as large as a thumb, although this engine reads none of the other sheets
    phone.sees("document.querySelector('main button').offsetHeight >= 48", "the sheet for old engines")
    phone.runs("document.getElementById('name').value = 'Mia'; document.querySelector('main button').click()")
    phone.sees(f"location.href === {home!r} && document.body.innerText.includes('Mia')", "the page to wait on")
    others = [AnyPupil(host.url, f"Pupil {number}") for number in range(SEATS[game] - 1)]
    for pupil in others:
        pupil.joins_class(teacher.code)
    assert teacher.does("start") == ""
    phone.sees("location.pathname.endsWith('/plain')", "the table as a plain page")
    assert phone.runs("document.documentElement.scrollWidth <= innerWidth")
    for pupil in others:
        pupil.finds_table(teacher.code)
    rng = random.Random(1)
    while not phone.runs(f"{ANSWER} !== null"):  # it looks again by itself
        for pupil in others:
            pupil.plays_at_random(rng, 1)
    number = phone.runs("document.querySelector('[name=number]').value")
    phone.runs(f"{ANSWER}.click()")
    phone.sees(f"(document.querySelector('[name=number]') || {{}}).value !== {number!r}", "an answer counts")
    assert teacher.does("end") == "" and teacher.does("end-now") == "" and teacher.does("ask", number=0) == ""
    phone.sees(
        "location.pathname.endsWith('/mine') && document.querySelector('.pickrow button') !== null", "a question"
    )
    phone.runs("document.querySelector('.pickrow button').click()")
    phone.sees("document.querySelector('.pickrow .on') !== null", "the vote is in")
    assert "1 of " in teacher.sees("projector")
