"""Bots of one's own: an object, a class, an entry point, a program. One that fails or is too slow loses."""

import json
import sys
import time
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import tabletown
from tabletown.bots import own
from tabletown.bots.program import Program
from tabletown.kernel import PlayerView
from tabletown.kernel.errors import BadOption, NotAsked
from tabletown.lab import report, simulate
from tabletown.lab.matches.play import Task, attempt
from tabletown.rulebook import load_rulebook
from tests.waiting import LIMIT

ROOT = Path(__file__).parents[2]
GAME = "new-york-crisis"


class First:
    """Takes the first option, and remembers how it was created."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def choose(self, seen: PlayerView) -> str:
        return seen.decision.options[0]


class Broken:
    def choose(self, seen: PlayerView) -> str:
        raise ZeroDivisionError("my own mistake")


class Wrong:
    def choose(self, seen: PlayerView) -> Any:
        return 7


class Asleep:
    woke = False

    def choose(self, seen: PlayerView) -> str:
        time.sleep(LIMIT)
        self.woke = True
        return seen.decision.options[0]


def lost(bot: Any, **how: Any) -> str:
    """A match of Right of Way against a bot that takes the first option; the bot in the second seat must lose by its
    own fault."""
    (match,) = simulate("right-of-way", [First(), bot], 1, seed=3, **how)
    assert (match.winners, match.fault, match.reason) == ((0,), 1, "a bot failed")
    return match.error


def test_an_object_plays() -> None:
    played = list(simulate("right-of-way", [First(), "random"], 2))
    assert [row.name for row in report("right-of-way", played).bots] == ["First", "random"]
    with pytest.raises(BadOption, match="plays only in this process"):
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
    with pytest.raises(BadOption, match=r"no bot 'careful'\. Choose one of"):
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
    """docs/bot.py, used as documented."""
    program = f"run:{sys.executable} {ROOT / 'docs' / 'bot.py'}"
    match = attempt(Task("right-of-way", (program, "random"), {}, 5))
    assert match.error == "" and match.answers > 50


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import sys; sys.exit('out of ideas')", "out of ideas"),
        ("print('hello')", "answered 'hello'"),
        ("import time; time.sleep(1000)", "took longer than"),
        ("""print('{"choose": "sing"}')""", "'sing' was refused: You can't do that"),
        (
            """import sys\nfor line in sys.stdin: print('{"choose": "sing"}', flush=True)""",
            "in 5 tries. 'sing' was refused",
        ),
    ],
)
def test_a_program_that_fails_loses(tmp_path: Path, code: str, message: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text(code)
    patience = 0.1 if "sleep" in code else LIMIT
    match = attempt(Task("right-of-way", (f"run:{sys.executable} -S {file}", "random"), {}, 5, patience=patience))
    assert match.fault == 0 and match.winners == (1,) and message in match.error
    assert "couldn't be started" in attempt(Task("right-of-way", ("run:no-such-program", "random"), {}, 5)).error


def test_a_word_that_is_refused_is_told_with_its_reason_and_the_question_comes_again(tmp_path: Path) -> None:
    """The program tries to reserve a plot until it gets the reason, then follows it."""
    told = tmp_path / "told.jsonl"
    (tmp_path / "bot.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'question':\n"
        "        word = message['choices'][0] if 'refused' in message else 'plot:A1'\n"
        f"        print(line, file=open({str(told)!r}, 'a')) if 'refused' in message else None\n"
        "        print(json.dumps({'choose': word}), flush=True)\n"
    )
    match = attempt(Task("right-of-way", (f"run:{sys.executable} {tmp_path / 'bot.py'}", "random"), {}, 5))
    assert match.error == "" and match.fault == -1
    refused = [json.loads(line)["refused"] for line in told.read_text().splitlines() if line]
    assert len(refused) > 20 and all(each["choose"] == "plot:A1" and each["reason"] for each in refused)
    assert "turn.one-placement" in {each["rule"] for each in refused}


def test_what_a_bot_sees_in_words() -> None:
    match = tabletown.new("right-of-way", seed=4)
    read: list[str] = []
    mine: list[int] = []
    for _ in range(150):
        decision = match.decisions[0]
        seen = match.player_view(decision.seat)
        assert seen.text == match.text(decision.seat)
        assert seen.labels == [match.label(decision, option) for option in decision.options]
        clause = load_rulebook(match.game).find(seen.clause)
        assert clause is not None and clause.text
        reason = seen.why_not("tile:none")
        assert reason is not None and reason.rule
        if decision.seat == 0 and mine[-1:] != [0]:
            read += seen.news  # at the first question of each turn
            told = [line.text.render(match.names, 0) for line in match.lines_for(0) if line.by == 1]
        mine.append(decision.seat)
        match.choose(decision.seat, decision.options[0])
    assert [line for line in read if line in told] == told, "what the other did, all of it, and once"
    with pytest.raises(NotAsked):
        assert match.player_view(1 - match.decisions[0].seat).labels


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


def test_a_program_that_does_not_read_is_not_waited_for_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.bots.program.as_json_data", lambda _: "x" * 1_000_000)  # more than a pipe holds
    monkeypatch.setattr("tabletown.bots.own.PATIENCE", 0.3)
    file = tmp_path / "bot.py"
    file.write_text(f"import time; time.sleep({LIMIT})")
    match = attempt(Task("right-of-way", (f"run:{sys.executable} -S {file}", "random"), {}, 5))
    assert match.fault == 0 and "took longer than 0.3 s" in match.error


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
    def begin_and_wait(self: Program, seen: PlayerView) -> None:
        begin(self, seen)
        assert self.process is not None
        self.process.wait(LIMIT)

    begin = Program._begin
    monkeypatch.setattr(Program, "_begin", begin_and_wait)
    for code, message in (("print('hello')", "answered 'hello'"), ("raise SystemExit('tired')", "tired")):
        (tmp_path / "bot.py").write_text(code)
        match = attempt(Task("right-of-way", (f"run:{sys.executable} -S {tmp_path / 'bot.py'}", "random"), {}, 5))
        assert match.fault == 0 and message in match.error
