"""Tests of the suite itself: it reports where its time goes and what was skipped."""

from __future__ import annotations

import ast
import os
import socket
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from tabletown.web.serve import listen
from tabletown.web.testing import free_port
from tests import conftest, waiting

ROOT = Path(__file__).parents[1]


def pytest_says(*arguments: str, path: str) -> list[str]:
    """What pytest prints when programs are searched for in these folders."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.long
def test_its_last_words_say_what_was_skipped_and_why(tmp_path: Path) -> None:
    one = "tests/test_library.py::test_a_match_is_opened_from_its_path_its_text_and_its_bytes"
    tests = ("tests/web/browser/test_cross_bronx.py", one, "tests/lab/test_ray.py")
    said = pytest_says(*tests, "-n", "1", path=str(tmp_path))
    assert said[-1].startswith("Skipped: ") and " × no Chromium is installed (Debian: apt install chromium" in said[-1]
    assert "1 × TABLETOWN_TEST_RAY=1 runs the tests of the Ray engine" in said[-1]
    table = said[next(n for n, line in enumerate(said) if "time by folder" in line) :]
    assert any(line.startswith("tests/web/browser ") for line in table)
    (mine,) = [line.split() for line in table if line.startswith("tests ")]
    assert int(mine[1]) == 1 and float(mine[3]) >= 0.0


def test_what_fails_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    crash = SimpleNamespace(message="assert 1 == 2\n + where")
    report = SimpleNamespace(nodeid="tests/x.py::y", when="call", duration=0.0, user_properties=[], failed=True)
    report.longrepr = SimpleNamespace(reprcrash=crash)
    for name in ("wall", "cpu", "tests"):
        monkeypatch.setattr(conftest.Spent, name, Counter())
    monkeypatch.setattr(conftest.Spent, "terminal", SimpleNamespace(write_line=told.append))
    conftest.pytest_runtest_logreport(report)  # type: ignore[arg-type]
    assert told == ["\nFAILED tests/x.py::y: assert 1 == 2"]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells what others have used")
def test_cpu_time_is_counted_once_and_never_taken_back() -> None:
    """Of a running process, of one that has ended, and of one whose parent was killed, whose time nobody inherits."""
    busy = "import time\nwhile time.process_time() < 0.4: pass\nprint('busy', flush=True); input()"
    command = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {busy!r}])"
    conftest.cpu_since()
    with subprocess.Popen([sys.executable, "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None and parent.stdin is not None
        assert parent.stdout.readline() == b"busy\n"
        assert conftest.cpu_since() >= 0.3, "the child of a child"
        parent.kill()
        parent.stdin.close()
        assert parent.stdout.read() == b"", "both have ended"
    assert 0 <= conftest.cpu_since() < 0.3
    subprocess.run([sys.executable, "-c", busy], input=b"\n", stdout=subprocess.DEVNULL, check=True)
    assert conftest.cpu_since() >= 0.3
    assert 0 <= conftest.cpu_since() < 0.3


def test_waiting_ends_with_what_was_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert waiting.LIMIT >= 120, "never less, however quick the machine"
    answers = iter(["", None, "here"])
    assert waiting.until(lambda: next(answers), "the third answer") == "here"
    monkeypatch.setattr(waiting, "LIMIT", 0.0)
    with pytest.raises(AssertionError, match="in vain: nothing of the kind"):
        waiting.until(lambda: False, "nothing of the kind")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows hands out ports otherwise")
def test_a_free_port_is_handed_out_to_nobody_else_and_a_server_gets_it() -> None:
    port = free_port()
    with socket.socket() as probe, pytest.raises(OSError, match="in use"):
        probe.bind(("127.0.0.1", port))
    listen("127.0.0.1", port).close()


def test_every_request_to_a_server_has_the_same_time_out() -> None:
    """httpx gives up after five seconds by default; only calls within this process have no time-out."""
    asks = {f"httpx.{name}" for name in ("Client", "AsyncClient", "get", "post", "put", "delete", "request", "stream")}
    hasty = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in (ROOT / "tests").rglob("*.py")
        if "httpx." in (text := path.read_text(encoding="utf-8")) and path.parent.name != "golden"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in asks
        if not {"timeout", "transport"} & {keyword.arg for keyword in node.keywords}
    ]
    assert hasty == []
