"""Evaluations play the same matches for everybody, record every word, can be resumed, and end with a page of
results."""

from __future__ import annotations

import importlib.util
import json
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from tabletown.cli import app
from tabletown.evaluate.models import HttpModel, Message, ModelFailed, Reply, make_model
from tabletown.evaluate.plan import EvaluationPlan, made, pairings
from tabletown.evaluate.report import rating, report, scale_of
from tabletown.evaluate.run import Row, evaluate, read_rows
from tabletown.kernel.errors import BadOption, TabletownError
from tabletown.registry import game, games
from tabletown.rulebook import load_rulebook
from tests.conftest import mostly_long
from tests.waiting import LIMIT

MODEL = Path(__file__).parents[2] / "examples" / "model.py"
COMMAND = f"command:{sys.executable} {MODEL}"


def example() -> Any:
    spec = importlib.util.spec_from_file_location("example_model", MODEL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A small server of our own that plays randomly and makes deliberate errors."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), example().Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1/chat/completions#random"
    server.shutdown()


def test_a_pair_is_the_same_luck_from_every_seat() -> None:
    plan = made(EvaluationPlan("crossroll", "greedy", pairs=3, seats=3, ladder=("random", "greedy")))
    wanted = list(pairings(plan))
    assert len(wanted) == len(set(wanted)) == plan.matches == 18
    assert Counter(each.seat for each in wanted) == {0: 6, 1: 6, 2: 6}
    assert {each.seed for each in wanted if each.rung == "random"} == {
        each.seed for each in wanted if each.rung == "greedy"
    }
    assert [each.rung for each in wanted[:6]] == ["random"] * 3 + ["greedy"] * 3, "the whole ladder comes early"


@pytest.mark.parametrize("name", mostly_long((each.about.id for each in games()), "new-york-crisis", "right-of-way"))
def test_a_model_behind_an_address_plays_every_game(name: str, address: str, tmp_path: Path) -> None:
    plan = made(EvaluationPlan(name, address, ("random",), 1, seats=game(name).about.default_seats, rules=False))
    rows = evaluate(plan, tmp_path, LIMIT)
    calls = [json.loads(line) for line in (tmp_path / "calls.jsonl").read_text().splitlines()]
    assert len(rows) == plan.matches and len(calls) == sum(row.calls for row in rows)
    refused = sum(sum(row.refused.values()) for row in rows)
    assert refused == sum(not call["option"] for call in calls) > 0
    assert all(call["reason"] and call["rule"] for call in calls if not call["option"])
    known = load_rulebook(game(name)).ids
    assert all(rule in known for row in rows for rule in row.refused)
    assert all(row.tokens_in and row.tokens_out and row.questions <= row.calls for row in rows)
    again = [call for call in calls if call["attempt"] == 2]
    assert again and all(call["messages"][-1]["content"].startswith("Refused: ") for call in again)
    page = report(plan, rows)
    assert "**Illegal answers**" in page and "tokens read" in page and len(page.splitlines()) < 60


def test_hidden_disguised_and_with_the_whole_rulebook(tmp_path: Path) -> None:
    """The example doesn't know the rules: every attempt is refused, and the match continues with random options."""
    plan = made(EvaluationPlan("new-york-crisis", COMMAND, ("random",), 1, listed=False, disguised=True, tries=2))
    rows = evaluate(plan, tmp_path, LIMIT)
    assert all(row.gave_up == row.questions and row.calls == 2 * row.questions for row in rows)
    words = (tmp_path / "calls.jsonl").read_text()
    assert "Manhattan" not in words and "mafia" not in words.lower()
    assert "options hidden" in report(plan, rows)


class Silent:
    """A model that never answers with an option."""

    def __init__(self) -> None:
        self.asked: list[list[Message]] = []

    def ask(self, messages: Sequence[Message]) -> Reply:
        self.asked.append(list(messages))
        return Reply("no idea")

    def close(self) -> None:
        pass


def test_every_word_that_a_model_was_told_is_kept_also_when_a_run_was_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Silent()
    monkeypatch.setattr("tabletown.evaluate.run.make_model", lambda *given: model)
    plan = made(EvaluationPlan("new-york-crisis", COMMAND, ("random",), 1, disguised=True, tries=2))

    def stop(done: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate(plan, tmp_path, LIMIT, stop)
    with (tmp_path / "calls.jsonl").open("ab") as file:
        file.write(b'{"match": "cut o')  # a power cut
    rows = evaluate(plan, tmp_path, LIMIT)
    system = {"role": "system", "content": (tmp_path / "system.txt").read_text(encoding="utf-8")}
    calls = [json.loads(line) for line in (tmp_path / "calls.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(system["content"]) > 6000, "the whole rulebook"
    assert [[system, *call["messages"]] for call in calls] == model.asked
    assert len(calls) == sum(row.calls for row in rows)


def test_what_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    plan = made(EvaluationPlan("right-of-way", "random", ("random", "human:70%"), 2))
    whole = evaluate(plan, tmp_path / "whole", LIMIT)

    def stop(done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate(plan, tmp_path / "parts", LIMIT, stop)
    file = tmp_path / "parts" / "matches.jsonl"
    file.write_bytes(file.read_bytes() + b'{"rung": "cut o')  # a power cut
    seen: list[int] = []
    parts = evaluate(plan, tmp_path / "parts", LIMIT, seen.append)
    assert seen[0] == 3 and len(parts) == plan.matches
    for row in (*whole, *parts):
        row.seconds = 0
    assert parts == whole == [msgspec.structs.replace(row, seconds=0) for row in read_rows(tmp_path / "parts")]
    more = msgspec.structs.replace(plan, pairs=3)
    assert len(evaluate(more, tmp_path / "parts", LIMIT)) == more.matches, "pairs may be added"
    with pytest.raises(BadOption, match="another player"):
        evaluate(msgspec.structs.replace(plan, player="greedy"), tmp_path / "parts", LIMIT)


def row(rung: str, won: float | None, seed: int = 1) -> Row:
    return Row(rung, seed, 0, won, (), 10, {}, 0)


def test_the_rating_is_on_the_bots_scale() -> None:
    plan = EvaluationPlan("right-of-way", "somebody")
    scale = scale_of("right-of-way")
    even = rating(plan, [row("human:35%", float(number % 2)) for number in range(200)])
    assert even is not None and abs(even.elo - scale["human:35%"]) < 1 and even.low < even.elo < even.high
    few = rating(plan, [row("human:35%", float(number % 2)) for number in range(10)])
    assert few is not None and few.high - few.low > even.high - even.low
    lost = rating(plan, [row("random", 0.0)] * 20)
    won = rating(plan, [row("greedy", 1.0)] * 20)
    assert lost is not None and won is not None and lost.elo < scale["random"] < scale["greedy"] < won.elo
    assert rating(plan, [row("random", None)]) is None
    four = rating(
        EvaluationPlan("broken-cities", "somebody", seats=4), [row("greedy", float(n % 4 == 0)) for n in range(400)]
    )
    assert four is not None and abs(four.elo - 1500) < 1, "one in four is even at a table of four"
    assert rating(EvaluationPlan("new-york-crisis", "somebody"), [row("greedy", 1.0)]) is None
    assert "No rating" in report(EvaluationPlan("new-york-crisis", "somebody"), [row("greedy", 1.0)])


def test_the_scale_is_the_one_of_the_documentation() -> None:
    told = (Path(__file__).parents[2] / "docs" / "reports" / "2026-11-18-bots.md").read_text(encoding="utf-8")
    for name in ("right-of-way", "crossroll", "broken-cities", "cross-bronx"):
        for bot, elo in scale_of(name).items():
            assert f"| `{bot}` | {elo:.0f} [" in told


def test_models_that_fail_stop_the_run_and_say_why(tmp_path: Path) -> None:
    for code, message in (
        ("print('hello', flush=True); input()", "no JSON"),
        ("import sys; sys.exit()", "has ended"),
        ("print('{\"words\": 1}', flush=True); input()", "usual chat form"),
        ("import time; time.sleep(1000)", "took longer"),
    ):
        (tmp_path / "model.py").write_text(code)
        patience = 0.2 if "sleep" in code else LIMIT
        model = make_model(f"command:{sys.executable} -S {tmp_path / 'model.py'}", patience)
        with pytest.raises(ModelFailed, match=message):
            model.ask([{"role": "user", "content": "?"}])
        model.close()
    with pytest.raises(ModelFailed, match="couldn't be started"):
        make_model("command:no-such-program", 1)


def test_an_address_that_fails_is_asked_again_and_gets_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str | None, Any]] = []

    class Shaky(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(
                (self.headers["Authorization"], json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            )
            code = 503 if len(asked) == 1 else 400 if len(asked) == 3 else 200
            self.send_response(code)
            self.end_headers()
            self.wfile.write(b'{"choices": [{"message": {"content": "pass"}}]}')

        def log_message(self, *words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Shaky)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr("tabletown.evaluate.models.time.sleep", lambda seconds: None)
    monkeypatch.setenv("TABLETOWN_MODEL_KEY", "hush")
    model = make_model(f"http://127.0.0.1:{server.server_port}/#small", LIMIT)
    assert isinstance(model, HttpModel)
    reply = model.ask([{"role": "user", "content": "?"}])
    assert reply.text == "pass" and reply.tokens_in is None
    assert [key for key, _ in asked] == ["Bearer hush"] * 2 and asked[0][1]["model"] == "small"
    with pytest.raises(ModelFailed, match="400"):
        model.ask([])
    assert len(asked) == 3, "what was wrong stays wrong"
    server.shutdown()


def test_the_command_plays_reports_and_resumes(tmp_path: Path) -> None:
    args = ["evaluate", "right-of-way", COMMAND, "--folder", str(tmp_path), "-n", "1", "--ladder", "random"]
    told = CliRunner().invoke(app, args)
    assert told.exit_code == 0, told.output
    assert "plays Right of Way" in told.output and "**Rating" in told.output
    page = (tmp_path / "report.md").read_text()
    again = CliRunner().invoke(app, args)
    assert again.exit_code == 0 and (tmp_path / "report.md").read_text() == page
    for wrong in (["chess", "greedy"], ["right-of-way", "nobody"], ["right-of-way", "command:"]):
        failed = CliRunner().invoke(app, ["evaluate", *wrong, "--folder", str(tmp_path / "x")])
        assert isinstance(failed.exception, TabletownError)
