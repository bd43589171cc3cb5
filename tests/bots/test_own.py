"""Somebody's own bot: an object, a class, an entry point, a program; one that fails or dawdles has lost."""

import sys
import time
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tabletown.bots import own
from tabletown.bots.program import Program
from tabletown.kernel import Seen
from tabletown.kernel.errors import BadOption
from tabletown.lab import report, simulate
from tabletown.lab.matches.play import Task, attempt
from tests.waiting import LIMIT

ROOT = Path(__file__).parents[2]
GAME = "new-york-crisis"


class First:
    """Takes the first option, and remembers how it was made."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def choose(self, seen: Seen) -> str:
        return seen.decision.options[0]


class Broken:
    def choose(self, seen: Seen) -> str:
        raise ZeroDivisionError("my own mistake")


class Wrong:
    def choose(self, seen: Seen) -> Any:
        return 7


class Asleep:
    woke = False

    def choose(self, seen: Seen) -> str:
        time.sleep(LIMIT)
        self.woke = True
        return seen.decision.options[0]


def lost(bot: Any, **how: Any) -> str:
    """A match of Right of Way against the first option; the bot in the second seat must lose by its own fault."""
    (match,) = simulate("right-of-way", [First(), bot], 1, seed=3, **how)
    assert (match.winners, match.fault, match.reason) == ((0,), 1, "a bot failed")
    return match.error


def test_an_object_plays() -> None:
    played = list(simulate("right-of-way", [First(), "random"], 2))
    assert [row.name for row in report("right-of-way", played).bots] == ["First", "random"]
    with pytest.raises(BadOption, match="plays in this process only"):
        simulate("right-of-way", [First(), "random"], 2, jobs=2)


def test_a_class_in_a_module_is_made_for_every_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mybots.py").write_text(
        "class Careful:\n    def choose(self, seen):\n        return seen.decision.options[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    assert attempt(Task("right-of-way", ("mybots:Careful", "random"), {}, 1)).error == ""
    for spec, message in (("mybots:Bold", "mybots has no Bold"), ("nobots:X", "No module named 'nobots'")):
        with pytest.raises(BadOption, match=message):
            own.find(spec)
    with pytest.raises(BadOption, match="no bot 'careful'; there are"):
        own.find("careful")


def test_an_entry_point_is_found_and_gets_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("first", f"{__name__}:First", own.GROUP)
    monkeypatch.setitem(sys.modules, __name__, sys.modules[First.__module__])
    monkeypatch.setattr(own, "entry_points", lambda group: [point] if group == own.GROUP else [])
    bot = own.find("first", seed=5)
    assert isinstance(bot, First) and bot.seed == 5


def test_a_bot_that_errs_loses_and_its_traceback_is_kept() -> None:
    told = lost(Broken())
    assert "ZeroDivisionError: my own mistake" in told and "test_own.py" in told
    assert "7 is no option" in lost(Wrong())
    (together,) = simulate(GAME, [Broken(), "random"], 1)
    assert (together.winners, together.fault) == ((), 0), "in a cooperative game all have lost"


def test_a_bot_that_takes_too_long_loses() -> None:
    bot = Asleep()
    assert "took longer than 0.1 s" in lost(bot, patience=0.1)
    assert not bot.woke, "it was not waited for"


def test_a_program_in_another_process_plays() -> None:
    """docs/bot.py, as the documentation says."""
    program = f"run:{sys.executable} {ROOT / 'docs' / 'bot.py'}"
    match = attempt(Task("right-of-way", (program, "random"), {}, 5))
    assert match.error == "" and match.answers > 50


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import sys; sys.exit('out of ideas')", "out of ideas"),
        ("print('hello')", "answered 'hello'"),
        ("import time; time.sleep(1000)", "took longer than"),
        ("""print('{"choose": "sing"}')""", "'sing' is no option"),
    ],
)
def test_a_program_that_fails_loses(tmp_path: Path, code: str, message: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text(code)
    patience = 0.1 if "sleep" in code else LIMIT
    match = attempt(Task("right-of-way", (f"run:{sys.executable} -S {file}", "random"), {}, 5, patience=patience))
    assert match.fault == 0 and match.winners == (1,) and message in match.error
    assert "cannot be started" in attempt(Task("right-of-way", ("run:no-such-program", "random"), {}, 5)).error


def test_a_program_has_a_minute_for_an_answer_and_one_deadline_for_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bot.py"
    file.write_text("import sys, time\nwhile True: sys.stdout.write(' '); sys.stdout.flush(); time.sleep(0.05)")
    task = Task("right-of-way", (f"run:{sys.executable} -S {file}", "random"), {}, 5)
    made = own.find(task.bots[0])
    assert isinstance(made, Program) and made.patience == 60
    monkeypatch.setattr("tabletown.bots.own.PATIENCE", 1.0)
    match = attempt(task)
    assert match.fault == 0 and "took longer than 1 s" in match.error


def test_a_program_gets_no_passwords_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOWN_DATABASE", "postgresql://club:hunter2@localhost/club")
    monkeypatch.setenv("LC_TIME", "C")
    file = tmp_path / "bot.py"
    file.write_text("import os; raise SystemExit(repr(dict(os.environ)))")
    told = attempt(Task("right-of-way", (f"run:{sys.executable} -S {file}", "random"), {}, 5)).error
    assert "'PATH'" in told and "'LC_TIME'" in told and "TABLETOWN" not in told and "hunter2" not in told


def test_a_program_that_has_ended_before_it_is_asked_is_told_by_what_it_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin_and_wait(self: Program, seen: Seen) -> None:
        begin(self, seen)
        assert self.process is not None
        self.process.wait(LIMIT)

    begin = Program._begin
    monkeypatch.setattr(Program, "_begin", begin_and_wait)
    for code, message in (("print('hello')", "answered 'hello'"), ("raise SystemExit('tired')", "tired")):
        (tmp_path / "bot.py").write_text(code)
        match = attempt(Task("right-of-way", (f"run:{sys.executable} -S {tmp_path / 'bot.py'}", "random"), {}, 5))
        assert match.fault == 0 and message in match.error
