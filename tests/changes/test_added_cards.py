"""A card that is only added costs three source files and its own test: nothing else that concerns its game fails.

The usual suite runs a selection in the copy; with TABLETOWN_LONG=1 all that concerns the game.
"""

from __future__ import annotations

import filecmp
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.changes.cards import CARDS, ROOT, SOURCE, copy_with, test_file

ALL = ("bots", "conformance", "envs", "golden", "kernel", "lab", "learn", "saves", "story", "words")


def selection(name: str) -> list[str]:
    own, folder = str(test_file(name)), f"tests/games/{CARDS[name].game}"
    if os.environ.get("TABLETOWN_LONG"):
        return [folder, *(f"tests/{part}" for part in ALL), "tests/web/test_versions.py"]
    parts = [f"{folder}/{part}" for part in ("test_fixtures.py", "test_content.py", "test_events.py")]
    golden = ["tests/golden/test_rows.py", "tests/golden/test_saves.py"]
    return [own, *(part for part in parts if (ROOT / part).exists()), *golden, "tests/conformance/test_games.py"]


def concerns(name: str) -> str:
    """Tests that run once for each game: those of this one, and those that are for none."""
    others = {"right-of-way", "crossroll", "broken-cities", "cross-bronx", "new-york-crisis"}
    return " and ".join(f"not {other}" for other in sorted(others - {CARDS[name].game.replace("_", "-")}))


@pytest.mark.parametrize("name", CARDS)
def test_a_card_more_fails_nothing(name: str, tmp_path: Path) -> None:
    copy_with(name, tmp_path)
    changed = [
        file.relative_to(ROOT)
        for file in (ROOT / SOURCE).parent.rglob("*")
        if file.suffix in (".py", ".toml", ".json") and not filecmp.cmp(file, tmp_path / file.relative_to(ROOT), False)
    ]
    assert len(changed) == 3, changed
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "TABLETOWN_LONG": ""}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", concerns(name), *selection(name)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
