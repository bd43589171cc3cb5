"""Benchmarks measure the right checkout and report when it is slower."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import LIMIT

ROOT = Path(__file__).parents[1]
SLOWER = """
from tabletown.kernel import Match
choose = Match.choose
def slowly(self, seat, option):
    for _ in range(10):
        self.clone()
    choose(self, seat, option)
Match.choose = slowly
"""


def against(*arguments: str) -> subprocess.CompletedProcess[str]:
    script = [sys.executable, str(ROOT / "benchmarks" / "against.py"), *arguments]
    return subprocess.run(script, capture_output=True, text=True, timeout=LIMIT)


@pytest.mark.long
def test_a_slower_checkout_is_found_out(tmp_path: Path) -> None:
    source = tmp_path / "src"
    source.mkdir()
    (source / "tabletown").symlink_to(ROOT / "src" / "tabletown")
    (source / "sitecustomize.py").write_text(SLOWER)
    few = ("--rounds", "2", "--seconds", "0.02", "--games", "crossroll", "--only", "answers,clones", "--least", "0.6")
    done = against(str(ROOT), str(tmp_path), *few, "--json")
    found = {told["kind"]: told for told in json.loads(done.stdout)}
    assert found["answers"]["ratio"] < 0.6 < found["clones"]["ratio"]
    assert found["answers"]["old"] > found["answers"]["new"] > 0
    assert done.returncode == 1 and "answers." in done.stderr


@pytest.mark.long
def test_the_server_is_measured_too() -> None:
    few = ("--only", "server", "--server-rounds", "1", "--server-seconds", "0.3", "--tables", "4")
    done = against(str(ROOT), *few)
    assert done.returncode == 0, done.stderr
    assert "| server, moves a second |" in done.stdout


@pytest.mark.long
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no git checkout")
def test_an_old_revision_is_unpacked_for_it() -> None:
    done = against("HEAD", "--only", "answers", "--games", "connect-four", "--rounds", "1", "--seconds", "0.01")
    assert done.returncode == 0, done.stderr
    assert "| HEAD | this checkout |" in done.stdout and "| connect-four answers |" in done.stdout


@pytest.mark.long
def test_two_pythons_are_measured_side_by_side(tmp_path: Path) -> None:
    other, used = tmp_path / "python", tmp_path / "used"
    other.write_text(f'#!/bin/sh\ntouch "{used}"\nexec "{sys.executable}" "$@"\n')
    other.chmod(0o755)
    few = ("--only", "steps", "--games", "connect-four", "--rounds", "1", "--seconds", "0.01")
    done = against(str(ROOT), "--pythons", f"{sys.executable},{other}", *few)
    assert done.returncode == 0, done.stderr
    assert "| connect-four steps |" in done.stdout and used.exists()


def test_what_is_no_revision_is_said() -> None:
    done = against("no-such-thing")
    assert done.returncode == 1 and "neither a folder nor a git revision" in done.stderr


def test_new_yorks_mechanics_were_counted_under_the_rules_as_they_are() -> None:
    from benchmarks.mechanics import DOCS, fingerprint

    text, told = DOCS.read_text(encoding="utf-8"), f"<!-- mechanics: {fingerprint()} -->"
    assert told in text, "run: python benchmarks/mechanics.py --write"
    table = text[text.index(told) : text.index("<!-- /mechanics -->")]
    assert "| a wound healed |" in table and "**" not in table, "a mechanic matters in less than a fifth of games"
